/*
 * Terms: each operation of the language by its definition over the core's
 * functions; a shared expression is read once.
 */
#include "core/read.h"

#include "base/status.h"
#include "core/meaning.h"
#include "core/read_internal.h"

/* Numbers of the spare variables that stand for indices being read. */
enum { READ_FIRST_INDEX = 1 << 24 };

const void *reading_fail(struct reading *r, const char *why)
{
    return pool_fail(r->pool, why);
}

const char *reading_why(const struct reading *r)
{
    return pool_why(r->pool);
}

void reading_forgive(struct reading *r)
{
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

const struct form *read_dim_at(struct pool *pool, const struct dim *d,
                               symbol_value *value, void *context)
{
    const struct form *out = ring_int(pool, 0);

    for (size_t i = 0; i < dim_terms(d); i++) {
        const struct form *term = ring_number(pool, dim_coefficient(d, i)->q);

        for (size_t j = 0; j < dim_factors(d, i); j++) {
            unsigned power;
            const struct symbol *s = dim_factor(d, i, j, &power);

            term = ring_mul(pool, term,
                            ring_power(pool, value(context, s), power));
        }
        out = ring_add(pool, out, term);
    }
    return out;
}

static const struct form *own_symbol(void *context, const struct symbol *s)
{
    return read_symbol(context, s);
}

const struct form *read_dim(struct reading *r, const struct dim *d)
{
    return read_dim_at(r->pool, d, own_symbol, r);
}

const struct form **read_kids(struct reading *r, const struct expr *e)
{
    const struct form **out = arena_array(
        pool_arena(r->pool), e->count + MEANING_ARGUMENTS, sizeof *out);

    for (size_t i = 0; i < e->count + MEANING_ARGUMENTS; i++) {
        out[i] = i >= e->count ? pool_one(r->pool)
                 : e->kids[i]->is_relation
                     ? read_relation(r, e->kids[i], READ_TOTAL)
                     : read_form(r, e->kids[i]);
        if (out[i] == NULL)
            return NULL;
    }
    return out;
}

/*
 * base ^ a literal integer is multiplied out, a negative one through recip or
 * inv, which agrees with the total model.
 */
static bool is_literal_power(const struct expr *e, const struct form *base,
                             int64_t *k)
{
    return (e->op == EX_POW || e->op == EX_MATPOW) &&
           e->kids[1]->op == EX_NUMBER &&
           rational_is_int(e->kids[1]->number, k) && *k <= RING_MAX_POWER &&
           *k >= -RING_MAX_POWER && (base->count <= 1 || (*k <= 8 && *k >= -8));
}

/* Blocks beside or below each other, two at a time. */
static const struct form *read_blocks(struct reading *r, const struct expr *e,
                                      const struct form **args)
{
    const struct form *out = args[0];

    for (size_t i = 1; i < e->count; i++)
        out = form_apply2(r->pool, e->fn, out, args[i]);
    return out;
}

static const struct form *read_operation(struct reading *r,
                                         const struct expr *e)
{
    const struct form **args = read_kids(r, e);
    const struct meaning *meaning = args ? meaning_of(e, args) : NULL;
    int64_t k;

    if (args == NULL || meaning == NULL)
        return NULL;
    if (is_literal_power(e, args[0], &k)) {
        unsigned fn = form_scalar(args[0]) ? CORE_RECIP : FN_INV;

        return ring_power(r->pool,
                          k < 0 ? form_apply1(r->pool, fn, args[0]) : args[0],
                          (unsigned)(k < 0 ? -k : k));
    }
    if (e->op == EX_CALL && (e->fn == FN_HCAT || e->fn == FN_VCAT))
        return read_blocks(r, e, args);
    return meaning->value ? meaning_at(r->pool, meaning->value, args)
                          : form_apply(r->pool, e->fn, args, e->count);
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

const struct form *read_member(struct reading *r, const struct atom *family,
                               const struct form **args, size_t count)
{
    if (family == NULL)
        return reading_fail(r, "a family whose size depends on its index");
    return count == 0 ? ring_atom(r->pool, family)
                      : form_member(r->pool, family, args, count);
}

const struct form *read_bound(struct reading *r, enum binder_kind kind,
                              const struct index_range *range,
                              const struct form *body)
{
    return form_bind(r->pool, kind, read_form(r, range->lo),
                     read_form(r, range->hi), body,
                     read_index(r, range->symbol));
}

const struct form *read_binder(struct reading *r, const struct expr *e,
                               enum binder_kind kind, const struct form *body)
{
    const struct index_range range = {e->symbol, e->kids[0], e->kids[1]};

    return read_bound(r, kind, &range, body);
}

static const struct form *read_new(struct reading *r, const struct expr *e)
{
    static const enum binder_kind binders[] = {
        BINDER_SUM, BINDER_PROD, BINDER_MAX, BINDER_MIN}; /* ORDER */

    switch ((int)e->op) {
    case EX_NUMBER:
        return ring_number(r->pool, e->number->q);
    case EX_PI:
        return form_apply(r->pool, CORE_PI, NULL, 0);
    case EX_SYMBOL:
        return read_symbol(r, e->symbol);
    case EX_GIVEN:
        if (r->statement->givens[e->decl].role == GIVEN_OBTAINED)
            return read_obtained(r, e->decl);
        return read_member(r, r->symbols[r->statement->ndims + e->decl],
                           read_kids(r, e), e->count);
    case EX_LET:
        return read_member(r, r->lets[e->decl], read_kids(r, e), e->count);
    case EX_LITERAL:
        return read_literal(r, e);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
        /* the order matters to a product alone */
        return read_binder(r, e,
                           e->op == EX_PROD && e->reversed
                               ? BINDER_PRODR
                               : binders[e->op - EX_SUM],
                           read_form(r, e->kids[2]));
    case EX_INTEGRAL:
    case EX_EXPECTATION:
        return read_integral(r, e);
    default:
        return read_operation(r, e);
    }
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

    if (f != NULL || reading_why(r) != NULL)
        return f;
    f = read_new(r, e);
    if (f == NULL)
        return reading_fail(r, "a term that does not fit");
    if (!has_its_shape(r, e, f))
        return reading_fail(r, "a term of another shape than was lowered");
    r->forms[e->id] = f;
    return f;
}
