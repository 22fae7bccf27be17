/*
 * The header of a .npy file (versions 1 to 3), checked: what the bytes after
 * it are.  Source: NEP 1, "A Simple File Format for NumPy Arrays".
 */
#pragma once

#include "data/file.h"

#include <stdbool.h>

enum { NPY_MAX_HEADER = 1 << 16 };

struct npy_header {
    char kind;    /* 'f', 'i', 'u' or 'b' */
    size_t width; /* bytes of an entry */
    bool big_endian, by_columns;
    size_t rows, cols; /* 1 x 1 without axes, a column with one */
    size_t offset;     /* of the first entry */
};

/* ST_INPUT: what is wrong has been told. */
MUST_CHECK enum status npy_header_read(struct npy_header *out,
                                       const struct data_file *file);
