#include "data/file.h"

#include <stdlib.h>

enum status data_fault(const struct data_file *file, const char *format, ...)
{
    buffer_reset(file->reason);
    buffer_printf(file->reason, "%s: ", file->path);
    va_list args;
    va_start(args, format);
    buffer_vprintf(file->reason, format, args);
    va_end(args);
    buffer_make_line(file->reason); /* it may quote the file */
    return ST_INPUT;
}

enum status data_matrix_init(struct data_matrix *out,
                             const struct data_file *file, size_t rows,
                             size_t cols)
{
    if (rows == 0 || cols == 0)
        return data_fault(file, "the matrix has no entries");
    if (rows > (size_t)DATA_MAX_ENTRIES / cols)
        return data_fault(file, "more than %d entries (%zu x %zu)",
                          (int)DATA_MAX_ENTRIES, rows, cols);
    *out = (struct data_matrix){.rows = rows, .cols = cols};
    out->doubles = xcalloc(rows * cols, sizeof *out->doubles);
    return ST_OK;
}

void data_matrix_set_double(struct data_matrix *m, size_t k, double value)
{
    if (m->rationals)
        rational_set_double(&m->rationals[k], value);
    else
        m->doubles[k] = value + 0.0; /* no negative zero */
}

static void make_rational(struct data_matrix *m)
{
    size_t count = m->rows * m->cols;
    m->rationals = xcalloc(count, sizeof *m->rationals);
    for (size_t k = 0; k < count; k++) {
        rational_init(&m->rationals[k]);
        rational_set_double(&m->rationals[k], m->doubles[k]);
    }
    free(m->doubles);
    m->doubles = NULL;
}

enum status data_matrix_set(struct data_matrix *m, const struct data_file *file,
                            size_t k, const rational_t *value)
{
    double d;
    if (m->doubles && rational_is_double(value, &d)) {
        m->doubles[k] = d;
        return ST_OK;
    }
    if (m->doubles && m->rows * m->cols > DATA_MAX_RATIONALS)
        return data_fault(file,
                          "entry [%zu, %zu] is no double, and a matrix with "
                          "such entries may have at most %d of them",
                          k / m->cols + 1, k % m->cols + 1,
                          (int)DATA_MAX_RATIONALS);
    if (m->doubles)
        make_rational(m);
    mpq_set(m->rationals[k].q, value->q);
    return ST_OK;
}
