/*
 * Matrix Market files.  Source: Boisvert, Pozo and Remington, "The Matrix
 * Market Exchange Formats: Initial Design", NISTIR 5935 (1996).
 *
 * An entry given twice is rejected: programs differ in whether they add the
 * values or keep the last, so such a file has no one meaning.
 */
#include "data/lines.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum layout { BY_ENTRY, BY_COLUMNS };
enum field_kind { FIELD_REAL, FIELD_INTEGER, FIELD_PATTERN };
enum symmetry { GENERAL, SYMMETRIC, SKEW };

struct reading {
    const struct data_file *file;
    struct lines lines;
    enum layout layout;
    enum field_kind kind;
    enum symmetry symmetry;
    struct data_matrix *out;
    unsigned char *seen; /* BY_ENTRY: one byte an entry */
    rational_t value;
};

/* The place of the word in the table, or -1. */
static int find(struct field f, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strlen(words[i]) == f.length &&
            strncasecmp(words[i], f.text, f.length) == 0)
            return i;
    return -1;
}

static enum status read_heading(struct reading *r)
{
    static const char *const layouts[] = {"coordinate", "array"};
    static const char *const kinds[] = {"real", "integer", "pattern"};
    static const char *const symmetries[] = {"general", "symmetric",
                                             "skew-symmetric"};
    struct field f[5] = {{"", 0}, {"", 0}, {"", 0}, {"", 0}, {"", 0}};
    if (!lines_next(&r->lines, '\0') || r->lines.number != 1)
        return data_fault(r->file, "is not a Matrix Market file");
    for (size_t i = 0; i < 5 && lines_field(&f[i], &r->lines, ' '); i++)
        ;
    static const char *const banner = "%%MatrixMarket";
    static const char *const object = "matrix";
    if (find(f[0], &banner, 1) != 0 || find(f[1], &object, 1) != 0)
        return data_fault(r->file, "is not a Matrix Market file");
    int layout = find(f[2], layouts, 2), kind = find(f[3], kinds, 3);
    int symmetry = find(f[4], symmetries, 3);
    if (layout < 0)
        return lines_fault(&r->lines, "expected coordinate or array");
    if (kind < 0)
        return lines_fault(&r->lines, "expected real, integer or pattern");
    if (symmetry < 0)
        return lines_fault(&r->lines,
                           "expected general, symmetric or skew-symmetric");
    r->layout = (enum layout)layout;
    r->kind = (enum field_kind)kind;
    r->symmetry = (enum symmetry)symmetry;
    if (r->kind == FIELD_PATTERN &&
        (r->layout == BY_COLUMNS || r->symmetry == SKEW))
        return lines_fault(&r->lines, "a pattern is coordinate and not skew");
    return ST_OK;
}

/* All fields of the next line, exactly `count` of them. */
static enum status next_fields(struct reading *r, struct field *f, size_t count,
                               const char *what)
{
    if (!lines_next(&r->lines, '%'))
        return data_fault(r->file, "ends before %s", what);
    size_t found = lines_count_fields(&r->lines, ' ');
    if (found != count)
        return lines_fault(&r->lines, "%zu fields, expected %zu: %s", found,
                           count, what);
    for (size_t i = 0; i < count; i++)
        lines_field(&f[i], &r->lines, ' ');
    return ST_OK;
}

static enum status read_sizes(struct reading *r, size_t *entries)
{
    struct field f[3];
    size_t size[3] = {0}, count = r->layout == BY_ENTRY ? 3 : 2;
    enum status st = next_fields(r, f, count, "the sizes");
    for (size_t i = 0; st == ST_OK && i < count; i++)
        st = lines_size(&size[i], &r->lines, f[i], "size");
    if (st != ST_OK)
        return st;
    if (r->symmetry != GENERAL && size[0] != size[1])
        return lines_fault(&r->lines, "a symmetric matrix is square");
    /* An entry of an array takes two bytes, and symmetry implies half. */
    bool is_array = r->layout == BY_COLUMNS;
    if (is_array && size[0] && size[1] > 2 * r->file->length / size[0])
        return lines_fault(&r->lines, "the file cannot hold %zu x %zu entries",
                           size[0], size[1]);
    st = data_matrix_init(r->out, r->file, size[0], size[1]);
    if (st != ST_OK)
        return st;
    *entries = size[2];
    if (!is_array)
        r->seen = xcalloc(size[0] * size[1], 1);
    return ST_OK;
}

/* The value at [i, j] (from 0), and at [j, i] what symmetry makes of it. */
static enum status store(struct reading *r, size_t i, size_t j)
{
    enum status st =
        data_matrix_set(r->out, r->file, i * r->out->cols + j, &r->value);
    if (st != ST_OK || r->symmetry == GENERAL || i == j)
        return st;
    if (r->symmetry == SKEW)
        mpq_neg(r->value.q, r->value.q);
    return data_matrix_set(r->out, r->file, j * r->out->cols + i, &r->value);
}

static enum status read_value(struct reading *r, struct field f, size_t i,
                              size_t j)
{
    enum status st = lines_number(&r->value, &r->lines, f, i + 1, j + 1);
    if (st == ST_OK && r->kind == FIELD_INTEGER &&
        mpz_cmp_ui(mpq_denref(r->value.q), 1) != 0)
        return lines_fault(&r->lines, "entry [%zu, %zu] is no integer", i + 1,
                           j + 1);
    return st;
}

static enum status check_place(struct reading *r, size_t i, size_t j)
{
    if (i == 0 || i > r->out->rows || j == 0 || j > r->out->cols)
        return lines_fault(&r->lines,
                           "entry [%zu, %zu] lies outside the %zu x "
                           "%zu matrix",
                           i, j, r->out->rows, r->out->cols);
    if (r->symmetry == SYMMETRIC && i < j)
        return lines_fault(&r->lines,
                           "entry [%zu, %zu] lies above the "
                           "diagonal of a symmetric matrix",
                           i, j);
    if (r->symmetry == SKEW && i <= j)
        return lines_fault(&r->lines,
                           "entry [%zu, %zu] lies not below the "
                           "diagonal of a skew matrix",
                           i, j);
    unsigned char *seen = &r->seen[(i - 1) * r->out->cols + (j - 1)];
    if (*seen)
        return lines_fault(&r->lines, "entry [%zu, %zu] is given twice", i, j);
    *seen = 1;
    return ST_OK;
}

static enum status read_entries(struct reading *r, size_t entries)
{
    bool has_value = r->kind != FIELD_PATTERN;
    for (size_t k = 0; k < entries; k++) {
        struct field f[3];
        size_t i = 0, j = 0;
        enum status st = next_fields(r, f, has_value ? 3 : 2, "an entry");
        if (st == ST_OK)
            st = lines_size(&i, &r->lines, f[0], "row");
        if (st == ST_OK)
            st = lines_size(&j, &r->lines, f[1], "column");
        if (st == ST_OK)
            st = check_place(r, i, j);
        if (st == ST_OK && has_value)
            st = read_value(r, f[2], i - 1, j - 1);
        if (st == ST_OK && !has_value)
            rational_set_int(&r->value, 1);
        if (st == ST_OK)
            st = store(r, i - 1, j - 1);
        if (st != ST_OK)
            return st;
    }
    return ST_OK;
}

static enum status read_columns(struct reading *r)
{
    for (size_t j = 0; j < r->out->cols; j++) {
        size_t i = r->symmetry == GENERAL ? 0 : r->symmetry == SKEW ? j + 1 : j;
        for (; i < r->out->rows; i++) {
            struct field f;
            enum status st = next_fields(r, &f, 1, "a value");
            if (st == ST_OK)
                st = read_value(r, f, i, j);
            if (st == ST_OK)
                st = store(r, i, j);
            if (st != ST_OK)
                return st;
        }
    }
    return ST_OK;
}

enum status matrix_market_read(struct data_matrix *out,
                               const struct data_file *file)
{
    struct reading r = {.file = file, .lines = lines_start(file), .out = out};
    rational_init(&r.value);
    size_t entries = 0;
    enum status st = read_heading(&r);
    if (st == ST_OK)
        st = read_sizes(&r, &entries);
    if (st == ST_OK)
        st =
            r.layout == BY_ENTRY ? read_entries(&r, entries) : read_columns(&r);
    if (st == ST_OK && lines_next(&r.lines, '%'))
        st = lines_fault(&r.lines, "text after the last entry");
    rational_clear(&r.value);
    free(r.seen);
    return st;
}
