/* Bytes through a file to a matrix, for the tests of the readers. */
#ifndef MAJORANT_TESTS_DATA_READING_H
#define MAJORANT_TESTS_DATA_READING_H

#include "support/cmocka_all.h"

#include "data/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    struct data_matrix m;
    char *reason; /* without the folder; NULL when the file was read */
};

/* Reads `bytes` as a file of the name x + ending. */
static inline struct reading reading_of(const char *ending, const void *bytes,
                                        size_t length)
{
    char folder[] = BINARY_DIR "/reading-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[sizeof folder + 16];
    snprintf(path, sizeof path, "%s/x%s", folder, ending);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
    struct reading r = {{0}, NULL};
    enum status st = data_read(&r.m, path, &r.reason);
    unlink(path);
    rmdir(folder);
    assert_int_equal(st, r.reason ? ST_INPUT : ST_OK);
    if (r.reason) {
        size_t cut = strlen(folder) + 1;
        assert_true(strlen(r.reason) > cut);
        memmove(r.reason, r.reason + cut, strlen(r.reason) - cut + 1);
    }
    return r;
}

static inline void reading_clear(struct reading *r)
{
    free(r->reason);
    data_matrix_clear(&r->m);
}

static inline void assert_fault(const char *ending, const void *bytes,
                                size_t length, const char *reason)
{
    struct reading r = reading_of(ending, bytes, length);
    assert_non_null(r.reason);
    assert_string_equal(r.reason, reason);
    reading_clear(&r);
}

static inline void assert_doubles(const char *ending, const void *bytes,
                                  size_t length, size_t rows, size_t cols,
                                  const double *expected)
{
    struct reading r = reading_of(ending, bytes, length);
    if (r.reason)
        fail_msg("%s", r.reason);
    assert_int_equal(r.m.rows, rows);
    assert_int_equal(r.m.cols, cols);
    assert_non_null(r.m.doubles);
    assert_null(r.m.rationals);
    assert_memory_equal(r.m.doubles, expected, rows * cols * sizeof(double));
    reading_clear(&r);
}

#endif
