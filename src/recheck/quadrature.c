/*
 * Integrals of one integrand: pieces between finite ends (recheck/pieces.h),
 * bounds of the tails beyond them.  docs/error-analysis.md#integrals
 */
#include "recheck/quadrature.h"

#include "recheck/pieces.h"

enum { MAX_PIECES = 20000, FIRST_CUT = 16, MAX_CUT = 4096 };

static void jet_for(struct jet *r, const void *integrand, const interval_t *x)
{
    integrand_jet(r, integrand, x);
}

static bool has_failed(const void *integrand)
{
    const struct integrand *f = integrand;
    return f->run->failed != NULL;
}

/* From lo to hi > lo, both numbers; false: f may be undefined. */
static bool integrate(interval_t *r, const struct integrand *f, mpfr_srcptr lo,
                      mpfr_srcptr hi)
{
    const struct pieces_task task = {.jet = jet_for,
                                     .is_stopped = has_failed,
                                     .context = f,
                                     .bits = run_bits(f->run),
                                     .order = JET_ORDER,
                                     .most = MAX_PIECES};
    return pieces_integrate(r, &task, lo, hi);
}

/* ---- ends ---- */

/*
 * f integrable on the hull of x |- the integral between its lower end and a
 * point of x lies between 0 and its width times the values there.
 */
static bool add_slack(interval_t *r, const struct integrand *f,
                      const interval_t *x)
{
    if (interval_is_point(x))
        return true;
    LOCAL_MADE_OF(jet, a, 0, run_bits(f->run));
    LOCAL_INTERVAL(w, run_bits(f->run));
    integrand_jet(&a, f, x);
    mpfr_sub(w.hi, x->hi, x->lo, MPFR_RNDU);
    mpfr_neg(w.lo, w.hi, MPFR_RNDD);
    interval_mul(&w, &w, &a.c[0]);
    interval_add(r, r, &w);
    return a.defined == TRUTH_TRUE;
}

static bool finite_ends(interval_t *r, const struct integrand *f,
                        const interval_t *a, const interval_t *b)
{
    int order = mpfr_cmp(a->lo, b->lo);
    if (!interval_is_finite(a) || !interval_is_finite(b))
        return false;
    interval_set_si(r, 0);
    bool ok = order == 0 || (order < 0 ? integrate(r, f, a->lo, b->lo)
                                       : integrate(r, f, b->lo, a->lo));
    if (order > 0)
        interval_neg(r, r);
    return ok && add_slack(r, f, a) && add_slack(r, f, b);
}

/*
 * A cut sign * start with a bound of what is beyond it, below
 * 2^-PIECES_ACCURACY if possible; `other` is the finite end on the far side, or
 * NULL.
 */
static bool find_cut(interval_t *cut, interval_t *bound,
                     const struct integrand *f, const interval_t *other,
                     int sign)
{
    bool found = false;
    LOCAL_INTERVAL(start, run_bits(f->run));
    LOCAL_INTERVAL(b, run_bits(f->run));
    if (other)
        interval_abs(&start, other);
    mpfr_add_ui(start.hi, start.hi, FIRST_CUT, MPFR_RNDU);
    while (mpfr_cmp_si(start.hi, MAX_CUT) < 0) {
        mpfr_ceil(start.hi, start.hi);
        mpfr_set(start.lo, start.hi, MPFR_RNDD);
        if (tail_bound(&b, f, &start, sign)) {
            found = true;
            interval_set(bound, &b);
            interval_set(cut, &start);
            if (mpfr_cmp_si_2exp(b.hi, 1, -2 * PIECES_ACCURACY) < 0)
                break;
        }
        mpfr_mul_ui(start.hi, start.hi, 2, MPFR_RNDU);
    }
    if (sign < 0)
        interval_neg(cut, cut);
    return found;
}

/* ends[k] is NULL where it is infinite: -inf for k = 0, inf for k = 1. */
static bool over_range(interval_t *r, const struct integrand *f,
                       const interval_t *const ends[2])
{
    interval_t cuts[2], bounds[2];
    const interval_t *used[2] = {ends[0], ends[1]};
    bool ok = true;
    for (int k = 0; k < 2; k++) {
        interval_init(&cuts[k], run_bits(f->run));
        interval_init(&bounds[k], run_bits(f->run));
    }
    LOCAL_INTERVAL(tails, run_bits(f->run));
    for (int k = 0; k < 2 && ok; k++) {
        if (ends[k])
            continue;
        ok = find_cut(&cuts[k], &bounds[k], f, ends[1 - k], k == 0 ? -1 : 1);
        used[k] = &cuts[k];
    }
    ok = ok && finite_ends(r, f, used[0], used[1]);
    mpfr_add(tails.hi, bounds[0].hi, bounds[1].hi, MPFR_RNDU);
    mpfr_neg(tails.lo, tails.hi, MPFR_RNDD);
    interval_add(r, r, &tails);
    for (int k = 0; k < 2; k++) {
        interval_clear(&cuts[k]);
        interval_clear(&bounds[k]);
    }
    return ok;
}

/* r / sqrt(2 pi) */
static void normalise(interval_t *r)
{
    LOCAL_INTERVAL(t, mpfr_get_prec(r->lo));
    LOCAL_INTERVAL(two, mpfr_get_prec(r->lo));
    interval_set_si(&two, 2);
    interval_pi(&t);
    interval_mul(&t, &t, &two);
    interval_sqrt(&t, &t);
    interval_div(r, r, &t);
}

/* The sign of inf or -inf, else 0. */
static int infinite(const struct expr *e)
{
    int sign = 1;
    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

/*
 * The finite ends' values; *down: the range runs from its upper end.  False:
 * an end is not known.
 */
static bool read_ends(const interval_t *ends[2], bool *down, struct run *run,
                      const struct expr *e)
{
    int sign[2] = {0, 0};
    for (size_t k = 0; k < 2; k++) {
        ends[k] = NULL;
        sign[k] = infinite(e->kids[k]);
        if (sign[k])
            continue;
        const struct kmatrix *a = run_value(run, e->kids[k]);
        if (!a || a->defined != TRUTH_TRUE)
            return false;
        ends[k] = a->e;
    }
    *down = sign[0] > 0 || sign[1] < 0;
    if (*down) {
        const interval_t *first = ends[0];
        ends[0] = ends[1];
        ends[1] = first;
    }
    return !*down || (sign[0] >= 0 && sign[1] <= 0);
}

struct kmatrix *value_integral(struct run *run, const struct expr *e)
{
    const struct integrand f = {.run = run,
                                .body = e->kids[e->count - 1],
                                .variable = e->symbol,
                                .is_normal = e->op == EX_EXPECTATION};
    const interval_t *ends[2] = {NULL, NULL};
    bool down = false, ok = false;
    if (!expr_is_scalar(f.body))
        return run_fail(run, "an integral of a matrix is not supported");
    struct kmatrix *r = kmatrix_new(run, 1, 1);
    if (!r)
        return NULL;
    if (!f.is_normal && e->kids[0] == e->kids[1] && !infinite(e->kids[0]))
        return read_ends(ends, &down, run, e)
                   ? r
                   : kmatrix_undefine(r, TRUTH_UNKNOWN);
    if (f.is_normal || read_ends(ends, &down, run, e))
        ok = over_range(r->e, &f, ends);
    if (down)
        interval_neg(r->e, r->e);
    if (f.is_normal)
        normalise(r->e);
    return kmatrix_undefine(r, ok ? TRUTH_TRUE : TRUTH_UNKNOWN);
}
