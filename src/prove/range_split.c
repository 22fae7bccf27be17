/* Where to cut a box. */
#include "prove/range_internal.h"

#include <math.h>

enum { MAX_DEPTH = 120 };

/* q := n + 1/q */
static void add_inverse(mpq_t q, const mpz_t n)
{
    mpq_t whole;
    mpq_init(whole);
    mpq_set_z(whole, n);
    mpq_inv(q, q);
    mpq_add(q, q, whole);
    mpq_clear(whole);
}

/* For 0 < lo <= hi, along the common part of their continued fractions. */
static void simplest_positive(mpq_t q, mpq_t lo, mpq_t hi, unsigned depth)
{
    mpz_t n;
    mpq_t up;
    mpz_init(n);
    mpq_init(up);
    mpz_cdiv_q(n, mpq_numref(lo), mpq_denref(lo));
    mpq_set_z(up, n);
    if (mpq_cmp(up, hi) <= 0 || depth == 0) {
        mpq_set(q, depth ? up : lo);
    } else {
        mpz_sub_ui(n, n, 1);
        mpq_set_z(up, n);
        mpq_sub(lo, lo, up);
        mpq_sub(hi, hi, up);
        mpq_inv(lo, lo);
        mpq_inv(hi, hi);
        simplest_positive(q, hi, lo, depth - 1);
        add_inverse(q, n);
    }
    mpz_clear(n);
    mpq_clear(up);
}

void range_simplest(mpq_t q, double lo, double hi)
{
    mpq_t a, b;
    lo = isfinite(lo) ? lo : isfinite(hi) ? hi : 0;
    hi = isfinite(hi) && hi > lo ? hi : lo;
    if (lo <= 0 && hi >= 0) {
        mpq_set_si(q, 0, 1);
        return;
    }
    bool negative = hi < 0;
    mpq_init(a);
    mpq_init(b);
    mpq_set_d(a, negative ? -hi : lo);
    mpq_set_d(b, negative ? -lo : hi);
    simplest_positive(q, a, b, MAX_DEPTH);
    if (negative)
        mpq_neg(q, q);
    mpq_clear(a);
    mpq_clear(b);
}

/* A mark well within the box. */
static bool find_mark(struct range_search *s, size_t k, double lo, double hi,
                      struct partition_number *at)
{
    double slack = 1e-9 * (1 + fabs(lo) + fabs(hi));
    if (isinf(slack))
        slack = 1e-9;
    for (size_t i = 0; i < s->marks.count[k]; i++) {
        double x = s->marks.near[k][i];
        if (x <= lo + slack || x >= hi - slack)
            continue;
        at->kind = s->marks.at[k][i].kind;
        mpq_set(at->value.q, s->marks.at[k][i].value.q);
        mpq_set(at->argument.q, s->marks.at[k][i].argument.q);
        return true;
    }
    return false;
}

/* How much there is to gain by cutting variable k. */
static double score(struct range_search *s, const struct range_task *task,
                    size_t k, const double *lo, const double *hi)
{
    const struct goal *goal = task->sequent.goal;
    double width = hi[k] - lo[k], x[SCALAR_MAX_VARIABLES];
    if (isinf(width) || !goal->term || goal->has_kink)
        return width;
    const struct scalar *slope = scalar_derivative(s->pool, goal->term, k);
    for (size_t j = 0; j < SCALAR_MAX_VARIABLES; j++)
        x[j] = range_middle(lo[j], hi[j]);
    double steep = slope ? fabs(range_double(s->doubles, slope, x)) : 1;
    return isfinite(steep) ? width * (steep + 1e-3) : width;
}

static bool is_narrow(double lo, double hi)
{
    return !isinf(hi - lo) && hi - lo <= 1e-14 * (fabs(lo) + fabs(hi)) + 1e-300;
}

static void choose_place(struct partition_number *at, double lo, double hi,
                         bool integer)
{
    double middle = range_middle(lo, hi), margin = 0;
    if (!isinf(hi - lo))
        margin = (hi - lo) / 8;
    at->kind = CONSTANT_PLAIN;
    if (integer)
        mpq_set_d(at->value.q, floor(middle));
    else
        range_simplest(at->value.q, middle - margin, middle + margin);
}

bool range_choose_split(struct range_search *s, const struct range_task *task,
                        size_t *variable, struct partition_number *at)
{
    double lo[SCALAR_MAX_VARIABLES], hi[SCALAR_MAX_VARIABLES], best = -1;
    const struct sequent *q = &task->sequent;
    unsigned mask = q->goal->variables;
    range_double_box(lo, hi, s, &q->box);
    for (size_t i = 0; i < q->nfacts; i++)
        mask |= q->facts[i]->variables;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        bool integer = q->integers >> k & 1;
        if (!(mask >> k & 1) || is_narrow(lo[k], hi[k]) ||
            (integer && hi[k] - lo[k] < 1))
            continue;
        if (!integer && find_mark(s, k, lo[k], hi[k], at)) {
            *variable = k;
            return true;
        }
        double here = score(s, task, k, lo, hi);
        if (!(q->goal->variables >> k & 1))
            here *= 0.1;
        if (here > best) {
            best = here;
            *variable = k;
        }
    }
    if (best < 0)
        return false;
    choose_place(at, lo[*variable], hi[*variable],
                 q->integers >> *variable & 1);
    return true;
}
