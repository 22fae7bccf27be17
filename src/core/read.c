/*
 * Terms: each operation of the language by its definition over the core's
 * functions; a shared expression is read once.
 */
#include "core/read.h"

#include "base/status.h"
#include "core/binder.h"
#include "core/read_internal.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of the spare variables that stand for indices being read. */
enum { READ_FIRST_INDEX = 1 << 24 };

const void *reading_fail(struct reading *r, const char *why)
{
    if (r->why == NULL)
        r->why = why;
    return NULL;
}

const char *reading_why(const struct reading *r)
{
    return r->why != NULL ? r->why : pool_why(r->pool);
}

void reading_forgive(struct reading *r)
{
    r->why = NULL;
    pool_forgive(r->pool);
}

const struct atom *read_index(struct reading *r, const struct symbol *s)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_SPARE,
                         .is_integer = s->kind != SYM_REAL,
                         .serial = READ_FIRST_INDEX + 2 * s->id};

    return pool_atom(r->pool, &model);
}

const struct form *read_symbol(struct reading *r, const struct symbol *s)
{
    const struct theorem *t = r->statement;

    switch (s->kind) {
    case SYM_DIM:
        for (size_t i = 0; i < t->ndims; i++) {
            if (t->dims[i] == s)
                return ring_atom(r->pool, r->symbols[i]);
        }
        return reading_fail(r, "a size of another statement");
    case SYM_INT:
        return ring_atom(r->pool, r->symbols[t->ndims + s->given]);
    case SYM_OPAQUE:
        return read_form(r, s->value);
    case SYM_INDEX:
    case SYM_REAL:
        return ring_atom(r->pool, read_index(r, s));
    }
    return NULL;
}

const struct form *read_dim(struct reading *r, const struct dim *d)
{
    const struct form *out = ring_int(r->pool, 0);

    for (size_t i = 0; i < dim_terms(d); i++) {
        const struct form *term =
            ring_number(r->pool, dim_coefficient(d, i)->q);

        for (size_t j = 0; j < dim_factors(d, i); j++) {
            unsigned power;
            const struct symbol *s = dim_factor(d, i, j, &power);

            term = ring_mul(r->pool, term,
                            ring_power(r->pool, read_symbol(r, s), power));
        }
        out = ring_add(r->pool, out, term);
    }
    return out;
}

const struct form *read_spread(struct reading *r, const struct form *f,
                               const struct form *rows, const struct form *cols)
{
    const struct form *ones, *across;

    if (f == NULL || !form_scalar(f))
        return f;
    ones = form_apply1(r->pool, FN_ONES, rows);
    across = ring_transpose(r->pool, form_apply1(r->pool, FN_ONES, cols));
    return ring_mul(r->pool, f, ring_mul(r->pool, ones, across));
}

/* Both sides of an operation on entries, spread to one shape. */
static bool read_pair(struct reading *r, const struct form **a,
                      const struct form **b, const struct expr *x,
                      const struct expr *y)
{
    *a = read_form(r, x);
    *b = read_form(r, y);
    if (*a == NULL || *b == NULL)
        return false;
    if (form_scalar(*a) && !form_scalar(*b))
        *a = read_spread(r, *a, (*b)->rows, (*b)->cols);
    else if (form_scalar(*b))
        *b = read_spread(r, *b, form_rows(r->pool, *a), form_cols(r->pool, *a));
    return *a != NULL && *b != NULL;
}

static const struct form *read_entrywise(struct reading *r,
                                         const struct expr *e, unsigned fn)
{
    const struct form *a, *b;

    if (!read_pair(r, &a, &b, e->kids[0], e->kids[1]))
        return NULL;
    if (e->op == EX_DOT_DIV)
        b = form_apply1(r->pool, CORE_RECIP, b);
    return form_apply2(r->pool, fn, a, b);
}

/* A scalar times or over entries needs no spreading. */
static const struct form *read_dot(struct reading *r, const struct expr *e)
{
    const struct form *a = read_form(r, e->kids[0]);
    const struct form *b = read_form(r, e->kids[1]);

    if (a == NULL || b == NULL)
        return NULL;
    if (e->op == EX_DOT_DIV)
        b = form_apply1(r->pool, CORE_RECIP, b);
    if (form_scalar(a) || form_scalar(b))
        return ring_mul(r->pool, a, b);
    return form_apply2(r->pool, CORE_DOT, a, b);
}

/*
 * base ^ exponent: a literal integer is multiplied out, a negative one through
 * recip or inv, which agrees with the total model.
 */
static const struct form *read_power(struct reading *r, const struct expr *e)
{
    const struct form *base = read_form(r, e->kids[0]);
    const struct form *exponent = read_form(r, e->kids[1]);
    bool is_matrix = e->op == EX_MATPOW && base && !form_scalar(base);
    int64_t k;

    if (base == NULL || exponent == NULL)
        return NULL;
    if (e->kids[1]->op == EX_NUMBER &&
        rational_is_int(e->kids[1]->number, &k) && k <= RING_MAX_POWER &&
        k >= -RING_MAX_POWER && (base->count <= 1 || (k <= 8 && k >= -8))) {
        if (k < 0)
            base = form_apply1(r->pool, is_matrix ? FN_INV : CORE_RECIP, base);
        return ring_power(r->pool, base, (unsigned)(k < 0 ? -k : k));
    }
    return form_apply2(r->pool, is_matrix ? CORE_MATPOW : CORE_POW, base,
                       exponent);
}

static const struct form *read_slice(struct reading *r, const struct expr *e)
{
    const struct form *a = read_form(r, e->kids[0]), *left, *right;

    if (a == NULL)
        return NULL;
    left = form_sel(r->pool, form_rows(r->pool, a), read_form(r, e->kids[1]),
                    read_form(r, e->kids[2]));
    right = form_sel(r->pool, form_cols(r->pool, a), read_form(r, e->kids[3]),
                     read_form(r, e->kids[4]));
    return ring_mul(r->pool, ring_mul(r->pool, left, a),
                    ring_transpose(r->pool, right));
}

/* Rows of scalars beside each other, below each other, two at a time. */
static const struct form *read_literal(struct reading *r, const struct expr *e)
{
    const struct form *out = NULL;
    int64_t rows, cols;

    if (!dim_is_constant(e->rows, &rows) || !dim_is_constant(e->cols, &cols))
        return reading_fail(r, "a literal of symbolic size");
    for (int64_t i = 0; i < rows; i++) {
        const struct form *row = NULL;

        for (int64_t j = 0; j < cols; j++) {
            const struct form *x = read_form(r, e->kids[i * cols + j]);

            row = j == 0 ? x : form_apply2(r->pool, FN_HCAT, row, x);
        }
        out = i == 0 ? row : form_apply2(r->pool, FN_VCAT, out, row);
    }
    return out;
}

/* left' * A * right with ones where they are asked for, over the size. */
static const struct form *read_total_of(struct reading *r, const struct form *a,
                                        bool down, bool across, bool mean)
{
    const struct form *rows = form_rows(r->pool, a);
    const struct form *cols = form_cols(r->pool, a);
    const struct form *out = a, *size = pool_one(r->pool);

    if (across) {
        out = ring_mul(r->pool, out, form_apply1(r->pool, FN_ONES, cols));
        size = ring_mul(r->pool, size, cols);
    }
    if (down) {
        out = ring_mul(
            r->pool,
            ring_transpose(r->pool, form_apply1(r->pool, FN_ONES, rows)), out);
        size = ring_mul(r->pool, size, rows);
    }
    return mean ? ring_mul(r->pool, form_apply1(r->pool, CORE_RECIP, size), out)
                : out;
}

static const struct form *read_sizes(struct reading *r, const struct expr *e)
{
    const struct form *a = read_form(r, e->kids[0]);
    const struct form *b =
        e->count > 1 ? read_form(r, e->kids[1]) : pool_one(r->pool);

    if (a == NULL || b == NULL)
        return NULL;
    if (e->fn == FN_ZEROS)
        return ring_zero(r->pool, a, b);
    if (e->fn == FN_EYE)
        return ring_eye(r->pool, a);
    if (e->fn == FN_UNIT)
        return ring_transpose(r->pool, form_sel(r->pool, a, b, b));
    return read_spread(r, pool_one(r->pool), a, b);
}

static const struct form *read_call(struct reading *r, const struct expr *e)
{
    const struct form **args;

    if (function_info(e->fn)->rule == SHAPE_SIZES)
        return read_sizes(r, e);
    if (e->fn == FN_MAX2 || e->fn == FN_MIN2)
        return read_entrywise(r, e, e->fn);
    args = arena_array(pool_arena(r->pool), e->count + 1, sizeof *args);
    for (size_t i = 0; i < e->count; i++) {
        args[i] = read_form(r, e->kids[i]);
        if (args[i] == NULL)
            return NULL;
    }
    if (e->fn == FN_SUM || e->fn == FN_MEAN)
        return read_total_of(r, args[0], true, true, e->fn == FN_MEAN);
    if (e->fn == FN_ROWSUM || e->fn == FN_ROWMEAN)
        return read_total_of(r, args[0], false, true, e->fn == FN_ROWMEAN);
    if (e->fn == FN_COLSUM || e->fn == FN_COLMEAN)
        return read_total_of(r, args[0], true, false, e->fn == FN_COLMEAN);
    return form_apply(r->pool, e->fn, args, e->count);
}

static const struct form *read_member(struct reading *r, const struct expr *e,
                                      const struct atom *family)
{
    const struct form **args =
        arena_array(pool_arena(r->pool), e->count + 1, sizeof *args);

    if (family == NULL)
        return reading_fail(r, "a family whose size depends on its index");
    if (e->count == 0)
        return ring_atom(r->pool, family);
    for (size_t i = 0; i < e->count; i++)
        args[i] = read_form(r, e->kids[i]);
    return form_member(r->pool, family, args, e->count);
}

static const struct form *read_binder(struct reading *r, const struct expr *e,
                                      enum binder_kind kind)
{
    const struct form *lo, *hi;

    if (e->kids[0]->op == EX_INFINITY || e->kids[1]->op == EX_INFINITY ||
        (e->kids[0]->op == EX_NEG && e->kids[0]->kids[0]->op == EX_INFINITY))
        return reading_fail(r, "an infinite end");
    lo = read_form(r, e->kids[0]);
    hi = read_form(r, e->kids[1]);
    return form_bind(r->pool, kind, lo, hi, read_form(r, e->kids[2]),
                     read_index(r, e->symbol));
}

/* c * a + (1 - c) * b: a relation is 1 where it is true, else 0. */
static const struct form *read_if(struct reading *r, const struct expr *e)
{
    const struct form *c = read_relation(r, e->kids[0], READ_TOTAL);
    const struct form *a = read_form(r, e->kids[1]);
    const struct form *b = read_form(r, e->kids[2]);
    const struct form *other = ring_sub(r->pool, pool_one(r->pool), c);

    return ring_add(r->pool, ring_mul(r->pool, c, a),
                    ring_mul(r->pool, other, b));
}

static const struct form *
read_two(struct reading *r, const struct expr *e,
         const struct form *(*op)(struct pool *, const struct form *,
                                  const struct form *))
{
    const struct form *a = read_form(r, e->kids[0]);

    return op(r->pool, a, read_form(r, e->kids[1]));
}

static const struct form *read_new(struct reading *r, const struct expr *e)
{
    const struct form *a;

    switch (e->op) {
    case EX_NUMBER:
        return ring_number(r->pool, e->number->q);
    case EX_PI:
        return form_apply(r->pool, CORE_PI, NULL, 0);
    case EX_INFINITY:
    case EX_EXPECTATION:
        return reading_fail(r, "a term that the core has not");
    case EX_SYMBOL:
        return read_symbol(r, e->symbol);
    case EX_GIVEN:
        return read_member(r, e, r->symbols[r->statement->ndims + e->decl]);
    case EX_LET:
        return read_member(r, e, r->lets[e->decl]);
    case EX_ADD:
        return read_two(r, e, ring_add);
    case EX_SUB:
        return read_two(r, e, ring_sub);
    case EX_NEG:
        return ring_neg(r->pool, read_form(r, e->kids[0]));
    case EX_MATMUL:
    case EX_SCALE:
        return read_two(r, e, ring_mul);
    case EX_DIVIDE:
        a = read_form(r, e->kids[0]);
        return ring_mul(
            r->pool, a,
            form_apply1(r->pool, CORE_RECIP, read_form(r, e->kids[1])));
    case EX_DOT_MUL:
    case EX_DOT_DIV:
        return read_dot(r, e);
    case EX_POW:
    case EX_MATPOW:
        return read_power(r, e);
    case EX_DOT_POW:
        return read_entrywise(r, e, CORE_POW);
    case EX_TRANSPOSE:
        return ring_transpose(r->pool, read_form(r, e->kids[0]));
    case EX_ENTRY:
        a = read_form(r, e->kids[0]);
        return form_entry(r->pool, a, read_form(r, e->kids[1]),
                          read_form(r, e->kids[2]));
    case EX_SLICE:
        return read_slice(r, e);
    case EX_LITERAL:
        return read_literal(r, e);
    case EX_CALL:
        return read_call(r, e);
    case EX_SUM:
        return read_binder(r, e, BINDER_SUM);
    case EX_PROD:
        return read_binder(r, e, e->reversed ? BINDER_PRODR : BINDER_PROD);
    case EX_MAX:
        return read_binder(r, e, BINDER_MAX);
    case EX_MIN:
        return read_binder(r, e, BINDER_MIN);
    case EX_INTEGRAL:
        return read_binder(r, e, BINDER_INTEGRAL);
    case EX_IF:
        return read_if(r, e);
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        break;
    }
    return reading_fail(r, "a relation in the place of a value");
}

/* Whether the form has the shape that the expression has. */
static bool has_its_shape(struct reading *r, const struct expr *e,
                          const struct form *f)
{
    return form_rows(r->pool, f) == read_dim(r, e->rows) &&
           form_cols(r->pool, f) == read_dim(r, e->cols);
}

const struct form *read_form(struct reading *r, const struct expr *e)
{
    const struct form *f = r->forms[e->id];

    if (f != NULL || r->why != NULL)
        return f;
    f = read_new(r, e);
    if (f == NULL)
        return reading_fail(r, "a term that does not fit");
    if (!has_its_shape(r, e, f))
        return reading_fail(r, "a term of another shape than was lowered");
    r->forms[e->id] = f;
    return f;
}
