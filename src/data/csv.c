/*
 * Numbers in lines: separated by commas, semicolons or white space (the first
 * line that holds numbers decides which), `#` comments, no heading.
 */
#include "data/lines.h"

#include <string.h>

static char separator_of(const struct lines *l)
{
    size_t length = (size_t)(l->end - l->at);
    if (memchr(l->at, ',', length))
        return ',';
    return memchr(l->at, ';', length) ? ';' : ' ';
}

/* The shape, with every row as long as the first. */
static enum status measure(size_t *rows, size_t *cols, char *separator,
                           const struct data_file *file)
{
    *rows = *cols = 0;
    *separator = ' ';
    struct lines l = lines_start(file);
    while (lines_next(&l)) {
        if (*rows == 0)
            *separator = separator_of(&l);
        size_t count = lines_count_fields(&l, *separator);
        if (*rows == 0)
            *cols = count;
        if (count != *cols)
            return lines_fault(&l,
                               "row %zu has %zu entries, the rows before "
                               "have %zu",
                               *rows + 1, count, *cols);
        ++*rows;
    }
    return *rows ? ST_OK : data_fault(file, "holds no numbers");
}

static enum status fill(struct data_matrix *m, const struct data_file *file,
                        char separator, rational_t *x)
{
    struct lines l = lines_start(file);
    size_t k = 0;
    while (lines_next(&l)) {
        struct field f;
        while (lines_field(&f, &l, separator)) {
            enum status st =
                lines_number(x, &l, f, k / m->cols + 1, k % m->cols + 1);
            if (st == ST_OK)
                st = data_matrix_set(m, file, k, x);
            if (st != ST_OK)
                return st;
            k++;
        }
    }
    return ST_OK;
}

enum status csv_read(struct data_matrix *out, const struct data_file *file)
{
    size_t rows, cols;
    char separator;
    enum status st = measure(&rows, &cols, &separator, file);
    if (st == ST_OK)
        st = data_matrix_init(out, file, rows, cols);
    if (st != ST_OK)
        return st;
    LOCAL_RATIONAL x = rational_zero();
    st = fill(out, file, separator, &x);
    return st;
}
