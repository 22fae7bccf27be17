/*
 * What the readers of the formats share: the bytes of a file, a matrix being
 * filled, and the one line that says what is wrong.
 */
#pragma once

#include "base/buffer.h"
#include "data/matrix.h"

enum {
    DATA_MAX_BYTES = 1 << 30,
    /* Entries of a matrix that holds numbers which are no doubles. */
    DATA_MAX_RATIONALS = 1 << 22
};

/* A whole file in memory, and where faults are told. */
struct data_file {
    const char *path;
    const unsigned char *bytes;
    size_t length;
    struct buffer *reason;
};

/* Says "PATH: " and the text; always ST_INPUT. */
enum status data_fault(const struct data_file *file, const char *format, ...)
    PRINTF_LIKE(2, 3);

/*
 * A matrix of zeros.  ST_INPUT: no entries, or more than DATA_MAX_ENTRIES
 * (told); *out is then untouched.
 */
MUST_CHECK enum status data_matrix_init(struct data_matrix *out,
                                        const struct data_file *file,
                                        size_t rows, size_t cols);
/* Entry k, counted by rows; `value` is finite. */
void data_matrix_set_double(struct data_matrix *m, size_t k, double value);
/*
 * The same for any rational; the first that is no double makes the whole
 * matrix rational.  ST_INPUT: over DATA_MAX_RATIONALS (told).
 */
MUST_CHECK enum status data_matrix_set(struct data_matrix *m,
                                       const struct data_file *file, size_t k,
                                       const rational_t *value);

/*
 * One reader a format: ST_INPUT with file->reason filled, or ST_OK.  On a
 * fault *out may hold memory, which the caller clears.
 */
MUST_CHECK enum status npy_read(struct data_matrix *out,
                                const struct data_file *file);
MUST_CHECK enum status csv_read(struct data_matrix *out,
                                const struct data_file *file);
