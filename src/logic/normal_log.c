/* Exponentials of logarithms, and of sums of them. */
#include "logic/normal_internal.h"
#include "logic/normal_power.h"

/* A sum whose terms are all multiples of logarithms. */
static bool is_of_logs(const form *a)
{
    bool all = a->count > 0;
    for (size_t i = 0; i < a->count && all; i++) {
        const term *t = &a->terms[i];
        size_t logs = 0;
        for (size_t j = 0; j < t->nfactors; j++)
            logs += expr_is_call(t->factors[j].atom, FN_LOG) &&
                    t->factors[j].power == 1;
        all = logs == 1 && t->nletters == 0;
    }
    return all;
}

/* exp(c * sum(i, f)) = prod(i, exp(c * f)), only where f is of logarithms */
static bool sum_power(struct normalizer *n, const struct expr *e, const form *c,
                      const form **out)
{
    if (e->op != EX_SUM || !expr_is_scalar(e) || e->count != 3 ||
        expr_has_free(print_form(n, c), e->symbol))
        return false;
    scope_enter(n, e->symbol, index_dim(n, e->kids[0]),
                index_dim(n, e->kids[1]));
    const form *body = normal_build(n, e->kids[2]);
    bool fine = is_of_logs(body) && !n->failed;
    const struct expr *kids[] = {e->kids[0], e->kids[1], NULL};
    if (fine)
        kids[2] = print_form(n, normal_scalar_exp(n, form_mul(n, c, body)));
    scope_leave(n);
    if (!fine)
        return false;
    struct expr model = *e;
    model.op = EX_PROD;
    model.kids = kids;
    *out = normal_build(n, expr_intern(n->pool, &model));
    return true;
}

bool log_power(struct normalizer *n, const term *t, const form **out)
{
    if (t->nletters > 0)
        return false;
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *e = t->factors[i].atom;
        if (t->factors[i].power != 1)
            continue;
        const form *c =
            form_mul(n, form_term(n, t, n->one, n->one), form_factor(n, e, -1));
        if (expr_is_call(e, FN_LOG)) {
            *out = normal_scalar_power(n, normal_build(n, e->kids[0]), c);
            return true;
        }
        if (sum_power(n, e, c, out))
            return true;
    }
    return false;
}
