/*
 * Lambert's function as a variable w of its own: w exp(w) = t, and w >= -1
 * (branch 0) or w <= -1 (branch -1).  docs/error-analysis.md#ranges
 */
#include "logic/domain_read.h"
#include "logic/sequent_internal.h"

bool domain_is_lambert(int *branch, const struct expr *e)
{
    /* a call in an index form has another value for each index */
    if (e->op != EX_CALL || e->fn != FN_LAMBERTW || e->nfree > 0)
        return false;
    const struct expr *k = e->kids[0];
    bool minus = k->op == EX_NEG;
    k = minus ? k->kids[0] : k;
    if (k->op != EX_NUMBER)
        return false;
    *branch = -(mpq_sgn(k->number->q) != 0);
    return *branch == 0 || mpq_cmp_si(k->number->q, minus ? 1 : -1, 1) == 0;
}

static void assume(struct sequent *s, struct domain_reader *r, enum relop rel,
                   const struct scalar *a, const struct scalar *b,
                   const struct sequent_oracle *oracle)
{
    sequent_assume(s, goal_relation(r->pool, rel, a, b), r->pool, oracle);
}

/*
 * t >= 0 |- w >= 0;  -1 < t <= h |- w <= log(1 + h): 1 + w exp(w) >= exp(w)
 */
static void bound_principal(struct sequent *s, struct domain_reader *r,
                            const struct scalar *w, size_t t,
                            const struct sequent_oracle *oracle)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *hi = s->box.hi[t];
    if (s->box.nonnegative >> t & 1)
        assume(s, r, REL_GE, w, scalar_int(pool, 0), oracle);
    const struct scalar *one =
        hi ? scalar_sum(pool, scalar_int(pool, 1), hi) : NULL;
    if (one && oracle->signs(oracle->context, one, &s->box) == SIGN_POSITIVE)
        assume(s, r, REL_LE, w, scalar_call1(pool, FN_LOG, one), oracle);
}

/* t <= h < 0 |- w >= 2 log(-h): -w - log(-w) = -log(-t), log(-w) <= -w/2 */
static void bound_lower_branch(struct sequent *s, struct domain_reader *r,
                               const struct scalar *w, size_t t,
                               const struct sequent_oracle *oracle)
{
    struct scalar_pool *pool = r->pool;
    const struct scalar *hi = s->box.hi[t];
    if (!hi || oracle->signs(oracle->context, hi, &s->box) != SIGN_NEGATIVE)
        return;
    const struct scalar *end =
        scalar_call1(pool, FN_LOG, scalar_times(pool, -1, hi));
    assume(s, r, REL_GE, w, scalar_times(pool, 2, end), oracle);
}

/* t has a value on the whole box, at which the branch has one. */
static bool has_value(const struct sequent *s, struct domain_reader *r,
                      int branch, const struct scalar *t,
                      const struct sequent_oracle *oracle)
{
    const struct region region = {
        .pool = r->pool, .oracle = oracle, .box = &s->box};
    const struct scalar *above = scalar_sum(
        r->pool, t, scalar_call1(r->pool, FN_EXP, scalar_int(r->pool, -1)));
    return above && region_is_analytic(&region, t) &&
           !(region_signs(&region, above) & SIGN_NEGATIVE) &&
           (!branch || region_signs(&region, t) == SIGN_NEGATIVE);
}

bool domain_assume_lambert(struct sequent *s, struct domain_reader *r, size_t k,
                           const struct sequent_oracle *oracle)
{
    const struct expr *e = r->domain->variables[k].term;
    struct scalar_pool *pool = r->pool;
    int branch;
    const struct scalar *w = scalar_variable(pool, k);
    const struct scalar *t = domain_term(r, e->kids[1]);
    if (!t || !domain_is_lambert(&branch, e))
        return false;
    if (r->domain->variables[k].may_lack_value &&
        !has_value(s, r, branch, t, oracle))
        return true; /* any w: the facts would have no point at all */
    assume(s, r, branch ? REL_LE : REL_GE, w, scalar_int(pool, -1), oracle);
    assume(s, r, REL_EQ, scalar_product(pool, w, scalar_call1(pool, FN_EXP, w)),
           t, oracle);
    if (t->op == SCALAR_VARIABLE && branch)
        bound_lower_branch(s, r, w, t->variable, oracle);
    else if (t->op == SCALAR_VARIABLE)
        bound_principal(s, r, w, t->variable, oracle);
    return true;
}
