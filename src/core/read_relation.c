/*
 * Relations: totally, as S (certainly true), as W (not false), and D, by the
 * table of docs/core.md.
 */
#include "core/binder.h"
#include "core/read_internal.h"

static const struct form *truth(struct reading *r)
{
    return relation_true(r->pool);
}

static const struct form *both(struct reading *r, const struct form *a,
                               const struct form *b)
{
    return relation_and(r->pool, a, b);
}

static const struct form *between(struct reading *r, unsigned fn,
                                  const struct form *a, const struct form *b)
{
    return relation_between(r->pool, fn, a, b);
}

/* D(lo), D(hi), and integers: what a range of indices needs. */
static const struct form *range_domain(struct reading *r, const struct expr *e)
{
    const struct form *ends =
        both(r, read_domain(r, e->kids[0]), read_domain(r, e->kids[1]));

    for (size_t i = 0; i < 2; i++)
        ends =
            both(r, ends,
                 form_apply1(r->pool, CORE_INTEGER, read_form(r, e->kids[i])));
    return ends;
}

static const struct form *for_all(struct reading *r, const struct expr *e,
                                  const struct form *body)
{
    return form_bind(r->pool, BINDER_FORALL, read_form(r, e->kids[0]),
                     read_form(r, e->kids[1]), body, read_index(r, e->symbol));
}

static enum reading_mode dual(enum reading_mode mode)
{
    return mode == READ_CERTAIN     ? READ_NOT_FALSE
           : mode == READ_NOT_FALSE ? READ_CERTAIN
                                    : READ_TOTAL;
}

/* The atomic relation and its domain, as the mode joins them. */
static const struct form *with_domain(struct reading *r,
                                      const struct form *atomic,
                                      const struct form *domain,
                                      enum reading_mode mode)
{
    if (mode == READ_TOTAL)
        return atomic;
    return mode == READ_CERTAIN
               ? both(r, domain, atomic)
               : relation_or(r->pool, relation_not(r->pool, domain), atomic);
}

static const struct form *compared(struct reading *r, enum relop op,
                                   const struct form *a, const struct form *b)
{
    switch (op) {
    case REL_EQ:
        return between(r, CORE_EQ, a, b);
    case REL_NE:
        return between(r, CORE_NE, a, b);
    case REL_LE:
        return between(r, CORE_LE, a, b);
    case REL_LT:
        return between(r, CORE_LT, a, b);
    case REL_GE:
        return between(r, CORE_LE, b, a);
    case REL_GT:
        return between(r, CORE_LT, b, a);
    }
    return NULL;
}

/* Both sides in one shape. */
static bool read_sides(struct reading *r, const struct expr *e,
                       const struct form **a, const struct form **b)
{
    *a = read_form(r, e->kids[0]);
    *b = read_form(r, e->kids[1]);
    if (*a == NULL || *b == NULL)
        return false;
    if (!form_scalar(*b))
        *a = read_spread(r, *a, (*b)->rows, (*b)->cols);
    else if (!form_scalar(*a))
        *b = read_spread(r, *b, (*a)->rows, (*a)->cols);
    return *a != NULL && *b != NULL;
}

static const struct form *
read_comparison(struct reading *r, const struct expr *e, enum reading_mode mode)
{
    const struct form *a, *b;

    if (!read_sides(r, e, &a, &b))
        return NULL;
    return with_domain(
        r, compared(r, e->rel, a, b),
        both(r, read_domain(r, e->kids[0]), read_domain(r, e->kids[1])), mode);
}

static const struct form *read_forall(struct reading *r, const struct expr *e,
                                      enum reading_mode mode)
{
    return with_domain(r, for_all(r, e, read_relation(r, e->kids[2], mode)),
                       range_domain(r, e), mode);
}

const struct form *read_relation(struct reading *r, const struct expr *e,
                                 enum reading_mode mode)
{
    const struct form *a;

    switch ((int)e->op) {
    case EX_REL:
        return read_comparison(r, e, mode);
    case EX_PSD:
        return with_domain(
            r, form_apply1(r->pool, CORE_PSD, read_form(r, e->kids[0])),
            read_domain(r, e->kids[0]), mode);
    case EX_AND:
    case EX_OR:
        a = read_relation(r, e->kids[0], mode);
        return (e->op == EX_AND ? relation_and : relation_or)(
            r->pool, a, read_relation(r, e->kids[1], mode));
    case EX_NOT:
        return relation_not(r->pool, read_relation(r, e->kids[0], dual(mode)));
    case EX_FORALL:
        return read_forall(r, e, mode);
    default:
        return reading_fail(r, "a value in the place of a relation");
    }
}

/* Domains. */

/* 0 (kind) every entry: the relation itself, but for !=. */
static const struct form *entries_nonzero(struct reading *r,
                                          const struct form *f)
{
    if (f == NULL)
        return NULL;
    /* no entry of f is 0: each product of f and its recip is 1 */
    return form_scalar(f)
               ? form_apply1(r->pool, CORE_NE, f)
               : between(r, CORE_EQ,
                         form_apply2(r->pool, CORE_DOT, f,
                                     form_apply1(r->pool, CORE_RECIP, f)),
                         read_spread(r, pool_one(r->pool), f->rows, f->cols));
}

static const struct form *is_in(struct reading *r, const struct form *i,
                                const struct form *size)
{
    const struct form *range =
        both(r, between(r, CORE_LE, pool_one(r->pool), i),
             between(r, CORE_LE, i, size));

    return both(r, form_apply1(r->pool, CORE_INTEGER, i), range);
}

static const struct form *is_size(struct reading *r, const struct form *s)
{
    return both(r, form_apply1(r->pool, CORE_INTEGER, s),
                between(r, CORE_LE, pool_one(r->pool), s));
}

/* x > 0 or (x == 0 and y >= 0) or (x < 0 and integer(y)), for scalars. */
static const struct form *power_domain(struct reading *r, const struct form *x,
                                       const struct form *y)
{
    const struct form *zero = ring_int(r->pool, 0);
    const struct form *a, *b, *c;

    if (x == NULL || y == NULL)
        return NULL;
    if (!form_scalar(x) || !form_scalar(y))
        return truth(r); /* forgotten */
    a = form_apply1(r->pool, CORE_LT, x);
    b = both(r, form_apply1(r->pool, CORE_EQ, x),
             form_apply1(r->pool, CORE_LE, y));
    c = both(r, between(r, CORE_LT, x, zero),
             form_apply1(r->pool, CORE_INTEGER, y));
    return relation_or(r->pool, a, relation_or(r->pool, b, c));
}

/* integer(k), and 0 <= k or det(A) != 0 */
static const struct form *matrix_power_domain(struct reading *r,
                                              const struct form *a,
                                              const struct form *k)
{
    if (a == NULL || k == NULL)
        return NULL;
    return both(r, form_apply1(r->pool, CORE_INTEGER, k),
                relation_or(r->pool, form_apply1(r->pool, CORE_LE, k),
                            form_apply1(r->pool, CORE_NE,
                                        form_apply1(r->pool, FN_DET, a))));
}

static const struct form *literal_power_domain(struct reading *r,
                                               const struct expr *e)
{
    const struct form *base = read_form(r, e->kids[0]);
    mpq_srcptr q = e->kids[1]->number->q;
    bool is_matrix = e->op == EX_MATPOW && base != NULL && !form_scalar(base);

    if (mpz_cmp_ui(mpq_denref(q), 1) != 0)
        return power_domain(r, base, read_form(r, e->kids[1]));
    if (mpq_sgn(q) >= 0)
        return truth(r);
    return is_matrix ? form_apply1(r->pool, CORE_NE,
                                   form_apply1(r->pool, FN_DET, base))
                     : entries_nonzero(r, base);
}

/* Entries of the mask are 0 or 1, and a row allows something. */
static const struct form *mask_domain(struct reading *r,
                                      const struct form *mask)
{
    const struct form *ones =
        form_apply1(r->pool, FN_ONES, form_cols(r->pool, mask));
    const struct form *least =
        form_apply1(r->pool, FN_ONES, form_rows(r->pool, mask));

    return both(
        r,
        between(r, CORE_EQ, mask, form_apply2(r->pool, CORE_DOT, mask, mask)),
        between(r, CORE_LE, least, ring_mul(r->pool, mask, ones)));
}

/* 0 <= A, and rows that are not 0 */
static const struct form *rows_domain(struct reading *r, const struct form *a)
{
    const struct form *ones =
        form_apply1(r->pool, FN_ONES, form_cols(r->pool, a));

    return both(r, form_apply1(r->pool, CORE_LE, a),
                form_apply1(r->pool, CORE_LT, ring_mul(r->pool, a, ones)));
}

/* -exp(-1) <= x, and k == 0 or k == -1 and x < 0 */
static const struct form *branch_domain(struct reading *r, const struct form *k,
                                        const struct form *x)
{
    const struct form *zero = ring_int(r->pool, 0);
    const struct form *edge =
        ring_neg(r->pool, form_apply1(r->pool, FN_EXP, ring_int(r->pool, -1)));
    const struct form *upper = between(r, CORE_EQ, k, zero);
    const struct form *lower =
        both(r, between(r, CORE_EQ, k, ring_int(r->pool, -1)),
             between(r, CORE_LT, x, zero));

    return both(r, between(r, CORE_LE, edge, x),
                relation_or(r->pool, upper, lower));
}

static const struct form *call_domain(struct reading *r, const struct expr *e)
{
    const struct form *a = read_form(r, e->kids[0]), *b;

    switch ((int)e->fn) {
    case FN_SQRT:
        return form_apply1(r->pool, CORE_LE, a);
    case FN_LOG:
        return form_apply1(r->pool, CORE_LT, a);
    case FN_INV:
        return form_apply1(r->pool, CORE_NE, form_apply1(r->pool, FN_DET, a));
    case FN_EIGMIN:
    case FN_EIGMAX:
        return between(r, CORE_EQ, a, ring_transpose(r->pool, a));
    case FN_ONES:
    case FN_ZEROS:
    case FN_EYE:
        return both(r, is_size(r, a),
                    e->count > 1 ? is_size(r, read_form(r, e->kids[1]))
                                 : truth(r));
    case FN_UNIT:
        b = read_form(r, e->kids[1]);
        return both(r, is_size(r, a), is_in(r, b, a));
    case FN_SOFTMAX:
        return e->count > 1 ? mask_domain(r, read_form(r, e->kids[1]))
                            : truth(r);
    case FN_NORMALISE:
        return rows_domain(r, a);
    case FN_LAMBERTW:
        return branch_domain(r, a, read_form(r, e->kids[1]));
    default:
        return truth(r);
    }
}

static const struct form *slice_domain(struct reading *r, const struct expr *e,
                                       size_t from, const struct form *size)
{
    const struct form *a = read_form(r, e->kids[from]);
    const struct form *b = read_form(r, e->kids[from + 1]);

    return both(r, both(r, is_in(r, a, size), is_in(r, b, size)),
                between(r, CORE_LE, a, b));
}

/* What the operation itself asks for, its parts having values. */
static const struct form *own_domain(struct reading *r, const struct expr *e)
{
    const struct form *a;

    switch ((int)e->op) {
    case EX_DIVIDE:
    case EX_DOT_DIV:
        return entries_nonzero(r, read_form(r, e->kids[1]));
    case EX_POW:
    case EX_MATPOW:
    case EX_DOT_POW:
        if (e->kids[1]->op == EX_NUMBER)
            return literal_power_domain(r, e);
        a = read_form(r, e->kids[0]);
        return (e->op == EX_MATPOW && a != NULL && !form_scalar(a)
                    ? matrix_power_domain
                    : power_domain)(r, a, read_form(r, e->kids[1]));
    case EX_ENTRY:
        a = read_form(r, e->kids[0]);
        return both(r,
                    is_in(r, read_form(r, e->kids[1]), form_rows(r->pool, a)),
                    is_in(r, read_form(r, e->kids[2]), form_cols(r->pool, a)));
    case EX_SLICE:
        a = read_form(r, e->kids[0]);
        return both(r, slice_domain(r, e, 1, form_rows(r->pool, a)),
                    slice_domain(r, e, 3, form_cols(r->pool, a)));
    case EX_CALL:
        return call_domain(r, e);
    default:
        return truth(r); /* members of families: forgotten */
    }
}

static const struct form *binder_domain(struct reading *r, const struct expr *e)
{
    const struct form *out;

    if (e->op == EX_INTEGRAL || e->op == EX_EXPECTATION)
        return truth(r); /* forgotten */
    out =
        both(r, range_domain(r, e), for_all(r, e, read_domain(r, e->kids[2])));
    if (e->op == EX_MAX || e->op == EX_MIN)
        out = both(r, out,
                   between(r, CORE_LE, read_form(r, e->kids[0]),
                           read_form(r, e->kids[1])));
    return out;
}

static const struct form *domain_of(struct reading *r, const struct expr *e)
{
    const struct form *out = truth(r);

    if (e->op >= EX_SUM && e->op <= EX_EXPECTATION)
        return binder_domain(r, e);
    if (e->op == EX_IF) {
        const struct form *yes =
            both(r, read_relation(r, e->kids[0], READ_CERTAIN),
                 read_domain(r, e->kids[1]));
        const struct form *no = both(
            r,
            relation_not(r->pool, read_relation(r, e->kids[0], READ_NOT_FALSE)),
            read_domain(r, e->kids[2]));

        return relation_or(r->pool, yes, no);
    }
    for (size_t i = 0; i < e->count; i++)
        out = both(r, out, read_domain(r, e->kids[i]));
    return both(r, out, own_domain(r, e));
}

const struct form *read_domain(struct reading *r, const struct expr *e)
{
    if (r->domains[e->id] == NULL && r->why == NULL)
        r->domains[e->id] = domain_of(r, e);
    return r->domains[e->id];
}
