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

/* t = v exp(v) formally; NULL: no such v is seen. */
static const struct scalar *exponent_of(struct scalar_pool *pool,
                                        const struct scalar *t)
{
    const size_t count = t->op == SCALAR_MUL ? t->count : 1;
    for (size_t i = 0; i < count; i++) {
        const struct scalar *e = t->op == SCALAR_MUL ? t->kids[i] : t;
        const bool exponential = e->op == SCALAR_CALL && e->fn == FN_EXP;
        const struct scalar *v = exponential ? e->kids[0] : e;
        if (v && scalar_product(pool, v, scalar_call1(pool, FN_EXP, v)) == t)
            return v;
    }
    return NULL;
}

/* v exp(v) = t and v on the branch's side of -1 |- w = v */
static void assume_exponent(struct sequent *s, struct domain_reader *r,
                            int branch, const struct scalar *w,
                            const struct scalar *t,
                            const struct sequent_oracle *oracle)
{
    const struct scalar *v = exponent_of(r->pool, t);
    const struct scalar *above =
        v ? scalar_sum(r->pool, v, scalar_int(r->pool, 1)) : NULL;
    const unsigned wrong = branch ? SIGN_POSITIVE : SIGN_NEGATIVE;
    if (above && !(oracle->signs(oracle->context, above, &s->box) & wrong))
        assume(s, r, REL_EQ, w, v, oracle);
}

/*
 * A number t: the simple numbers about w between which x exp(x) - t changes its
 * sign.  x exp(x) falls on the lower branch and rises on the other.
 */
static void assume_digits(struct sequent *s, struct domain_reader *r,
                          int branch, const struct scalar *w,
                          const struct scalar *t,
                          const struct sequent_oracle *oracle)
{
    enum { STEPS = 40, LARGEST = 60 };
    long lo = branch ? -LARGEST : -1, hi = branch ? -1 : LARGEST, den = 1;
    for (size_t i = 0; i < STEPS; i++) {
        if (hi - lo <= 1) {
            lo *= 2;
            hi *= 2;
            den *= 2;
        }
        const long middle = lo + (hi - lo) / 2;
        const struct scalar *x = scalar_ratio(r->pool, middle, den);
        const struct scalar *gap = scalar_difference(
            r->pool,
            scalar_product(r->pool, x, scalar_call1(r->pool, FN_EXP, x)), t);
        const unsigned signs =
            gap ? oracle->signs(oracle->context, gap, &s->box) : SIGN_ANY;
        if (signs != SIGN_POSITIVE && signs != SIGN_NEGATIVE)
            break;
        const bool above = (signs == SIGN_POSITIVE) != (branch != 0);
        assume(s, r, above ? REL_LE : REL_GE, w, x, oracle);
        if (above)
            hi = middle;
        else
            lo = middle;
    }
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
    assume_exponent(s, r, branch, w, t, oracle);
    if (t->variables == 0)
        assume_digits(s, r, branch, w, t, oracle);
    if (t->op == SCALAR_VARIABLE && branch)
        bound_lower_branch(s, r, w, t->variable, oracle);
    else if (t->op == SCALAR_VARIABLE)
        bound_principal(s, r, w, t->variable, oracle);
    return true;
}
