/*
 * A matrix read from a data file: the exact values of the file's numbers.
 *
 * Floats of the file (f2, f4, f8) and integers that fit are doubles; what does
 * not fit a double (64-bit integers, decimal text of csv, which is read
 * exactly) makes the matrix rational.
 */
#pragma once

#include "base/rational.h"

struct data_matrix {
    size_t rows, cols;     /* a one-dimensional array is a column */
    double *doubles;       /* by rows, or NULL */
    rational_t *rationals; /* by rows, or NULL; one of the two is set */
};

enum { DATA_MAX_ENTRIES = 1 << 26 };

void data_matrix_clear(struct data_matrix *m);

/*
 * Reads a file by the ending of its name: .npy or .csv.  Any fault (no such
 * file, wrong header, truncated, NaN or infinity, too large, trailing bytes) is
 * ST_INPUT with *reason, one line to be freed, such as
 * "x.npy: entry [2, 3] is not a finite number".
 */
MUST_CHECK enum status data_read(struct data_matrix *out, const char *path,
                                 char **reason);
