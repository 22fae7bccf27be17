/*
 * Powers of sums, in the last test for zero.
 *
 * Numbers to powers that are no numbers: where (c*y + r)^e occurs, with a given
 * y, c*y + r is one letter z and y is (z - r)/c.  So (1 + y)*(1 + y)^e is
 * (1 + y)^(e + 1), within sums too.  And A*f(A)^p is f(A)^p*A for matrices.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"

enum { MAX_DEPTH = 64, MAX_PARTS = 2000 };

/* Such a base in e, defined at every instance; NULL: there is none. */
static const struct expr *find_base(struct normalizer *n, const struct expr *e,
                                    size_t depth)
{
    const struct expr *found = NULL;
    if (e->op == EX_POW && e->kids[1]->op != EX_NUMBER &&
        expr_is_scalar(e->kids[0]) && e->kids[0]->count > 0 &&
        e->kids[0]->nfree == 0 && sum_is_total(n, e->kids[0]))
        return e->kids[0];
    for (size_t i = 0; i < e->count && !found && depth < MAX_DEPTH; i++)
        found = find_base(n, e->kids[i], depth + 1);
    return found;
}

/* The place of a term c*y of the sum, y a given, c a number. */
static size_t find_given(const form *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const term *t = &a->terms[i];
        if (t->nletters == 0 && t->nfactors == 1 && t->factors[0].power == 1 &&
            t->factors[0].atom->op == EX_GIVEN)
            return i;
    }
    return a->count;
}

/* (z - r)/c for the term c*y of the sum a = c*y + r. */
static const struct expr *given_by(struct normalizer *n, const form *a,
                                   const term *t)
{
    const form *z =
        form_atom(n, expr_symbol(n->pool, n->change, (struct span){0}));
    const form *y = form_atom(n, t->factors[0].atom);
    mpq_t c;
    mpq_init(c);
    mpq_inv(c, t->coefficient->q);
    const form *by =
        form_add(n, y, form_mul(n, form_rational(n, c), form_sub(n, z, a)));
    mpq_clear(c);
    return print_form(n, by);
}

bool changed_vanish(struct normalizer *n, const struct expr *a,
                    const struct expr *b)
{
    if (n->failed || a->rows != b->rows || a->cols != b->cols ||
        !expr_is_within(a, MAX_PARTS) || !expr_is_within(b, MAX_PARTS))
        return false;
    const struct expr *base = find_base(n, a, 0);
    base = base ? base : find_base(n, b, 0);
    const form *sum = base ? normal_build(n, base) : NULL;
    const size_t at = sum ? find_given(sum) : 0;
    if (!sum || sum->count < 2 || at == sum->count || n->failed)
        return false;
    if (!n->change)
        n->change = dim_new_symbol(n->dims, SYM_REAL, "z");
    const struct expr *y = sum->terms[at].factors[0].atom;
    const struct expr *by = given_by(n, sum, &sum->terms[at]);
    const struct expr *x[] = {make_replace(n->pool, a, y, by),
                              make_replace(n->pool, b, y, by)};
    if (!x[0] || !x[1] || n->failed)
        return false;
    const form *difference =
        form_sub(n, normal_build(n, x[0]), normal_build(n, x[1]));
    return form_vanishes(n, difference) ||
           form_vanishes(n, sum_align(n, difference));
}

/* ---- matrices ---- */

/* A power of a sum, or its inverse, in e. */
static bool has_power(const struct expr *e, size_t depth)
{
    bool found = ((e->op == EX_MATPOW && e->kids[1]->op != EX_NUMBER) ||
                  expr_is_call(e, FN_INV)) &&
                 (e->kids[0]->op == EX_ADD || e->kids[0]->op == EX_SUB);
    for (size_t i = 0; i < e->count && !found && depth < MAX_DEPTH; i++)
        found = has_power(e->kids[i], depth + 1);
    return found;
}

bool commuted_vanish(struct normalizer *n, const struct expr *a,
                     const struct expr *b)
{
    const size_t before = n->work;
    if (n->failed || n->cleared > NORMAL_MAX_CLEARING || a->rows != b->rows ||
        a->cols != b->cols || !expr_is_within(a, MAX_PARTS) ||
        !expr_is_within(b, MAX_PARTS) || (!has_power(a, 0) && !has_power(b, 0)))
        return false;
    n->commuting = true;
    memo_forget(n);
    const bool zero =
        form_vanishes(n, form_sub(n, normal_build(n, a), normal_build(n, b)));
    n->commuting = false;
    memo_forget(n);
    n->cleared += n->work - before;
    return zero && !n->failed;
}
