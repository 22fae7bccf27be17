/* Exact matrices of an instance; declared in instance/instance.h. */
#include "instance/instance.h"

#include <stdlib.h>
#include <string.h>

void value_init(struct value *v)
{
    *v = (struct value){.kind = VALUE_NONE};
}

static size_t size_of(const struct value *v)
{
    return v->rows * v->cols;
}

static void free_rationals(struct value *v)
{
    for (size_t k = 0; v->rationals && k < size_of(v); k++)
        rational_clear(&v->rationals[k]);
    free(v->rationals);
    v->rationals = NULL;
}

void value_clear(struct value *v)
{
    free_rationals(v);
    free(v->doubles);
    value_init(v);
}

void value_set_doubles(struct value *v, size_t rows, size_t cols)
{
    size_t n = rows * cols;
    if (v->kind != VALUE_DOUBLES || size_of(v) < n) {
        value_clear(v);
        v->doubles = xcalloc(n + 1, sizeof *v->doubles);
    } else {
        memset(v->doubles, 0, n * sizeof *v->doubles);
    }
    v->kind = VALUE_DOUBLES;
    v->rows = rows;
    v->cols = cols;
}

void value_set_rationals(struct value *v, size_t rows, size_t cols)
{
    size_t n = rows * cols;
    if (v->kind != VALUE_RATIONALS || size_of(v) != n) {
        value_clear(v);
        v->rationals = xcalloc(n + 1, sizeof *v->rationals);
        for (size_t k = 0; k < n; k++)
            rational_init(&v->rationals[k]);
    } else {
        for (size_t k = 0; k < n; k++)
            mpq_set_ui(v->rationals[k].q, 0, 1);
    }
    v->kind = VALUE_RATIONALS;
    v->rows = rows;
    v->cols = cols;
}

void value_take(struct value *v, struct rmatrix *m)
{
    value_clear(v);
    *v = (struct value){.kind = VALUE_RATIONALS,
                        .rows = m->rows,
                        .cols = m->cols,
                        .rationals = m->entries};
    *m = (struct rmatrix){0};
}

void value_reshape(struct value *v, size_t rows, size_t cols)
{
    ENSURE(rows * cols == size_of(v), "value_reshape: as many entries");
    v->rows = rows;
    v->cols = cols;
}

void value_entry(rational_t *out, const struct value *v, size_t i, size_t j)
{
    ENSURE(i < v->rows && j < v->cols, "value_entry: outside");
    ENSURE(v->kind == VALUE_DOUBLES || v->kind == VALUE_RATIONALS,
           "value_entry: no entries");
    if (v->kind == VALUE_DOUBLES)
        rational_set_double(out, v->doubles[i * v->cols + j]);
    else
        mpq_set(out->q, v->rationals[i * v->cols + j].q);
}

void value_transpose(struct value *v)
{
    struct rmatrix t;
    rmatrix_init(&t, v->cols, v->rows);
    for (size_t i = 0; i < v->rows; i++)
        for (size_t j = 0; j < v->cols; j++)
            value_entry(rmatrix_at(&t, j, i), v, i, j);
    value_take(v, &t);
}

void value_simplify(struct value *v)
{
    if (v->kind != VALUE_RATIONALS)
        return;
    size_t n = size_of(v);
    double *doubles = xcalloc(n + 1, sizeof *doubles);
    for (size_t k = 0; k < n; k++) {
        if (!rational_is_double(&v->rationals[k], &doubles[k])) {
            free(doubles);
            return;
        }
    }
    free_rationals(v);
    v->doubles = doubles;
    v->kind = VALUE_DOUBLES;
}

bool value_copy(struct value *to, const struct value *from)
{
    switch (from->kind) {
    case VALUE_NONE:
        value_clear(to);
        return false;
    case VALUE_EXPR:
        value_clear(to);
        *to = *from;
        return true;
    case VALUE_DOUBLES:
        value_set_doubles(to, from->rows, from->cols);
        memcpy(to->doubles, from->doubles, size_of(from) * sizeof(double));
        return true;
    case VALUE_RATIONALS:
        value_set_rationals(to, from->rows, from->cols);
        for (size_t k = 0; k < size_of(from); k++)
            mpq_set(to->rationals[k].q, from->rationals[k].q);
        return true;
    }
    return false;
}
