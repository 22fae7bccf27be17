/*
 * Integrals of scalars: the range is cut where a branch changes, each piece is
 * integrated by Arb where the integrand is analytic, what is left is enclosed
 * directly, and infinite ends by the tail; docs/error-analysis.md#integrals
 */
#include "eval/ball_integrand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUARD_BITS = 24,
    MAX_CUTS = 1 << 16, /* intervals looked at while cutting */
    MAX_PIECES = 512,
    EVALS_PER_BIT = 1000, /* of one piece, at most */
    MAX_STARTS = 64,      /* of a tail */
    PROBES = 16           /* for a range where there is no value */
};

/* A part of the range, with branches that hold on all of it, or tiny. */
struct piece {
    arf_t lo, hi;
    unsigned char *branches; /* NULL: tiny */
};

struct quadrature {
    struct ball_integrand *f;
    slong prec;
    struct piece *pieces; /* from left to right */
    size_t count;
    const struct piece *current; /* being integrated */
    struct piece *stack;         /* still to be cut, the leftmost on top */
    size_t depth, capacity;
};

/* ---- pieces ---- */

static void piece_init(struct piece *p, const arf_t lo, const arf_t hi)
{
    arf_init(p->lo);
    arf_init(p->hi);
    arf_set(p->lo, lo);
    arf_set(p->hi, hi);
    p->branches = NULL;
}

static void piece_clear(struct piece *p)
{
    arf_clear(p->lo);
    arf_clear(p->hi);
    free(p->branches);
}

static void range_ball(arb_t x, const struct piece *p, slong prec)
{
    ball_set_ends(x, p->lo, p->hi, prec);
}

static void push(struct quadrature *q, const arf_t lo, const arf_t hi)
{
    if (q->depth == q->capacity) {
        q->capacity = q->capacity ? 2 * q->capacity : 64;
        q->stack = xrealloc(q->stack, q->capacity, sizeof *q->stack);
    }
    piece_init(&q->stack[q->depth++], lo, hi);
}

/*
 * The next piece.  One with the branches of its left neighbour becomes part of
 * it: they hold on both.
 */
static void add_piece(struct quadrature *q, const struct piece *p,
                      const unsigned char *branches)
{
    const size_t bytes = q->f->ndependent;
    struct piece *last = q->count ? &q->pieces[q->count - 1] : NULL;
    if (last && branches && last->branches &&
        memcmp(last->branches, branches, bytes) == 0) {
        arf_set(last->hi, p->hi);
        return;
    }
    struct piece *fresh = &q->pieces[q->count++];
    piece_init(fresh, p->lo, p->hi);
    if (branches) {
        fresh->branches = xmalloc(bytes + 1);
        memcpy(fresh->branches, branches, bytes);
    }
}

/* Whether the interval needs no further cutting: hi - lo <= 2^-prec. */
static bool is_tiny(const struct piece *p, slong prec)
{
    LOCAL_ARF(width);
    arf_sub(width, p->hi, p->lo, MAG_BITS, ARF_RND_UP);
    return arf_cmp_2exp_si(width, -prec) <= 0;
}

static void bisect(struct quadrature *q, const struct piece *p)
{
    LOCAL_ARF(middle);
    arf_add(middle, p->lo, p->hi, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(middle, middle, -1);
    push(q, middle, p->hi);
    push(q, p->lo, middle);
}

/* Cuts [lo, hi]; false: too many cuts. */
static bool cut(struct quadrature *q, const arf_t lo, const arf_t hi)
{
    LOCAL_FREE unsigned char *branches = xmalloc(q->f->ndependent + 1);
    size_t cuts = 0;
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    push(q, lo, hi);
    while (q->depth && cuts < MAX_CUTS && q->count < MAX_PIECES) {
        LOCAL(piece_clear) struct piece p = q->stack[--q->depth];
        range_ball(x, &p, q->prec);
        (void)ball_integrand_real(y, q->f, x);
        cuts++;
        if (ball_integrand_branches(branches, q->f))
            add_piece(q, &p, branches);
        else if (is_tiny(&p, q->prec))
            add_piece(q, &p, NULL);
        else
            bisect(q, &p);
    }
    const bool complete = q->depth == 0;
    while (q->depth)
        piece_clear(&q->stack[--q->depth]);
    return complete;
}

/* ---- one piece ---- */

static void weigh(acb_t out, const acb_t z, slong prec)
{
    LOCAL_ACB(w);
    acb_mul(w, z, z, prec);
    acb_mul_2exp_si(w, w, -1);
    acb_neg(w, w);
    acb_exp(w, w, prec);
    acb_mul(out, out, w, prec);
}

/* The part of x in the piece: quadrature nodes and subranges lie in it. */
static void clip_to_piece(arb_t x, const struct piece *p, slong prec)
{
    if (!arb_is_finite(x))
        return;
    LOCAL_ARF(end);
    ball_clip_below(x, p->lo, prec);
    arb_neg(x, x);
    arf_neg(end, p->hi);
    ball_clip_below(x, end, prec);
    arb_neg(x, x);
}

/* The callback of acb_calc_integrate: order 1 asks for analyticity. */
static int evaluate(acb_ptr out, const acb_t z, void *param, slong order,
                    slong prec)
{
    struct quadrature *q = param;
    (void)prec; /* the constants are known to q->prec */
    if (order == 0 && acb_is_real(z)) {
        LOCAL_ARB(x);
        arb_set(x, acb_realref(z));
        clip_to_piece(x, q->current, q->prec);
        arb_zero(acb_imagref(out));
        if (ball_integrand_real(acb_realref(out), q->f, x) != STATE_DEFINED)
            acb_indeterminate(out);
    } else {
        ball_integrand_complex(out, q->f, q->current->branches, z);
    }
    if (q->f->integral->is_normal)
        weigh(out, z, q->prec);
    return 0;
}

static void integrate_smooth(arb_t out, struct quadrature *q)
{
    acb_calc_integrate_opt_t options;
    acb_calc_integrate_opt_init(options);
    options->eval_limit = 4096 + EVALS_PER_BIT * q->prec;
    LOCAL_ACB(a);
    LOCAL_ACB(b);
    LOCAL_ACB(sum);
    LOCAL_MAG(tolerance);
    mag_set_ui_2exp_si(tolerance, 1, -q->prec);
    arb_set_arf(acb_realref(a), q->current->lo);
    arb_set_arf(acb_realref(b), q->current->hi);
    acb_calc_integrate(sum, evaluate, q, a, b, q->prec, tolerance, options,
                       q->prec);
    arb_set(out, acb_realref(sum)); /* the exact value is real */
}

/* (hi - lo) times the values there. */
static void integrate_directly(arb_t out, struct quadrature *q)
{
    LOCAL_ACB(z);
    LOCAL_ACB(y);
    range_ball(acb_realref(z), q->current, q->prec);
    (void)evaluate(y, z, q, 0, q->prec);
    arb_set_arf(out, q->current->hi);
    arb_sub_arf(out, out, q->current->lo, q->prec);
    arb_mul(out, out, acb_realref(y), q->prec);
}

/* From lo to hi > lo; not finite where nothing is known. */
static void integrate_range(arb_t out, struct ball_integrand *f, const arf_t lo,
                            const arf_t hi, slong prec)
{
    struct quadrature q = {.f = f, .prec = prec};
    LOCAL_ARB(t);
    arb_zero(out);
    q.pieces = xcalloc(MAX_PIECES + 1, sizeof *q.pieces);
    if (!cut(&q, lo, hi))
        arb_indeterminate(out);
    for (size_t k = 0; k < q.count && arb_is_finite(out); k++) {
        q.current = &q.pieces[k];
        if (!q.current->branches)
            integrate_directly(t, &q);
        else if (ball_integrand_is_analytic(f, q.current->branches))
            integrate_smooth(t, &q);
        else
            arb_indeterminate(t);
        arb_add(out, out, t, prec);
    }
    for (size_t k = 0; k < q.count; k++)
        piece_clear(&q.pieces[k]);
    free(q.pieces);
    free(q.stack);
}

/* Whether somewhere in the range there is an interval without a value. */
static bool is_undefined_within(struct ball_integrand *f, const arf_t lo,
                                const arf_t hi)
{
    LOCAL(piece_clear) struct piece part;
    bool found = false;
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    LOCAL_ARB(width);
    piece_init(&part, lo, lo);
    arb_set_arf(width, hi);
    arb_sub_arf(width, width, lo, GUARD_BITS);
    for (int k = 0; k < PROBES && !found; k++) {
        arb_mul_si(y, width, k + 1, GUARD_BITS);
        arb_div_si(y, y, PROBES + 1, GUARD_BITS);
        arb_add_arf(y, y, lo, f->prec);
        arf_set(part.hi, arb_midref(y));
        range_ball(x, &part, f->prec);
        found = arf_cmp(part.hi, part.lo) > 0 &&
                ball_integrand_real(y, f, x) == STATE_UNDEFINED;
        arf_set(part.lo, part.hi);
    }
    return found;
}

/* ---- ends ---- */

/*
 * A part [x, mid x] or [mid x, x] of the range that an inexact end leaves
 * open: at most rad x times the values on x.
 */
static void add_slack(arb_t out, struct ball_integrand *f, const arb_t x)
{
    if (arb_is_exact(x))
        return;
    LOCAL_ARB(y);
    LOCAL_ARB(r);
    if (ball_integrand_real(y, f, x) == STATE_DEFINED) {
        arb_get_rad_arb(r, x);
        arb_mul(y, y, r, f->prec);
        arb_add_error(out, y);
    } else {
        arb_indeterminate(out);
    }
}

/*
 * Whether the integrand certainly has no integral from lo to hi: it is
 * undefined on an interval, or has a pole.  [lo, hi] lies in the range.
 */
static bool has_no_value(struct ball_integrand *f, const arf_t lo,
                         const arf_t hi)
{
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    ball_set_ends(x, lo, hi, f->prec);
    const bool defined = ball_integrand_real(y, f, x) == STATE_DEFINED;
    return !defined && (is_undefined_within(f, lo, hi) ||
                        ball_integrand_has_pole(f, lo, hi));
}

/* The same for ends that are balls, lo < hi. */
static bool has_no_value_between(struct ball_integrand *f, const arb_t lo,
                                 const arb_t hi)
{
    LOCAL_ARF(from);
    LOCAL_ARF(to);
    arb_get_ubound_arf(from, lo, f->prec);
    arb_get_lbound_arf(to, hi, f->prec);
    return arf_cmp(from, to) < 0 && has_no_value(f, from, to);
}

static enum state finite_ends(arb_t out, struct ball_integrand *f,
                              const arb_t a, const arb_t b)
{
    const bool down = arf_cmp(arb_midref(a), arb_midref(b)) > 0;
    const arb_srcptr lo = down ? b : a, hi = down ? a : b;
    if (!arb_is_finite(a) || !arb_is_finite(b))
        return STATE_UNKNOWN;
    if (has_no_value_between(f, lo, hi))
        return STATE_UNDEFINED;
    arb_zero(out);
    if (arf_cmp(arb_midref(lo), arb_midref(hi)) < 0)
        integrate_range(out, f, arb_midref(lo), arb_midref(hi), f->prec);
    if (!arb_is_finite(out))
        return STATE_UNKNOWN;
    add_slack(out, f, a);
    add_slack(out, f, b);
    if (down)
        arb_neg(out, out);
    return arb_is_finite(out) ? STATE_DEFINED : STATE_UNKNOWN;
}

/*
 * A start of the tail at least `least`, and a bound of what is behind it; the
 * best of several, 2^-prec being good enough.
 */
static bool find_tail(arb_t start, arb_t bound, struct ball_integrand *f,
                      const arb_t least, int sign)
{
    bool found = false;
    LOCAL_ARB(s);
    LOCAL_ARB(b);
    arb_set_d(s, f->integral->is_normal ? ceil(sqrt(1.4 * (double)f->prec) + 2)
                                        : 16);
    arb_max(s, s, least, f->prec);
    for (int k = 0; k < MAX_STARTS; k++) {
        arf_ceil(arb_midref(s), arb_midref(s));
        mag_zero(arb_radref(s));
        if (ball_integrand_tail(b, f, s, sign)) {
            arb_get_ubound_arf(arb_midref(b), b, f->prec);
            mag_zero(arb_radref(b));
            if (!found || arb_lt(b, bound)) {
                arb_set(start, s);
                arb_set(bound, b);
            }
            found = true;
            if (arf_cmp_2exp_si(arb_midref(b), -f->prec) <= 0)
                break;
        }
        if (arf_cmp_2exp_si(arb_midref(s), f->prec + GUARD_BITS) > 0)
            break;
        if (f->integral->is_normal)
            arb_mul_2exp_si(s, s, 1);
        else /* ever faster: powers decay slowly */
            arb_mul_2exp_si(s, s, 1 + k / 3);
    }
    return found;
}

/* Whether beyond `least` the integrand certainly has no integral. */
static bool diverges(struct ball_integrand *f, const arb_t least, int sign)
{
    LOCAL_ARB(s);
    arb_set_ui(s, 16);
    arb_max(s, s, least, f->prec);
    arf_ceil(arb_midref(s), arb_midref(s));
    mag_zero(arb_radref(s));
    return arb_is_finite(least) && ball_integrand_diverges(f, s, sign);
}

/*
 * Over the line or half of it: ends[k] is the finite end k, or NULL.  The
 * finite part is [-start_0, start_1] or starts at that end.
 */
static enum state infinite_ends(arb_t out, struct ball_integrand *f,
                                const arb_srcptr ends[2])
{
    arb_t cuts[2], bound, tails;
    enum state state = STATE_DEFINED;
    arb_init(cuts[0]);
    arb_init(cuts[1]);
    arb_init(bound);
    arb_init(tails);
    for (int k = 0; k < 2 && state == STATE_DEFINED; k++) {
        const int sign = k == 0 ? -1 : 1;
        const arb_srcptr other = ends[1 - k];
        if (ends[k])
            continue;
        if (other) { /* beyond it, and beyond its radius */
            arb_set(cuts[k], other);
            arb_mul_si(cuts[k], cuts[k], sign, f->prec);
            arb_get_ubound_arf(arb_midref(cuts[k]), cuts[k], f->prec);
            mag_zero(arb_radref(cuts[k]));
            arb_add_si(cuts[k], cuts[k], 2, f->prec);
        }
        LOCAL_ARB(start);
        if (!arb_is_finite(cuts[k]) ||
            !find_tail(start, bound, f, cuts[k], sign))
            state =
                diverges(f, cuts[k], sign) ? STATE_UNDEFINED : STATE_UNKNOWN;
        arb_add(tails, tails, bound, f->prec);
        arb_mul_si(cuts[k], start, sign, ARF_PREC_EXACT);
    }
    if (state == STATE_DEFINED)
        state = finite_ends(out, f, ends[0] ? ends[0] : cuts[0],
                            ends[1] ? ends[1] : cuts[1]);
    arb_add_error(out, tails);
    arb_clear(cuts[0]);
    arb_clear(cuts[1]);
    arb_clear(bound);
    arb_clear(tails);
    return state;
}

/* The normal density's factor 1/sqrt(2 pi). */
static void normalise(arb_t z, slong prec)
{
    LOCAL_ARB(t);
    arb_const_pi(t, prec);
    arb_mul_2exp_si(t, t, 1);
    arb_rsqrt(t, t, prec);
    arb_mul(z, z, t, prec);
}

static enum state integrate(arb_t z, struct ball_integrand *f,
                            const struct ball_run *run,
                            const struct plan_instr *in)
{
    const struct plan_integral *integral = in->integral;
    arb_srcptr ends[2] = {NULL, NULL};
    size_t used = 0;
    for (size_t k = 0; k < 2; k++) {
        if (integral->infinite[k] != 0)
            continue;
        const arb_mat_struct *end = ball_arg(run, in, used++);
        ends[k] = arb_mat_entry(end, 0, 0);
    }
    if (ends[0] && ends[1]) {
        if (in->args[0] == in->args[1]) {
            arb_zero(z);
            return STATE_DEFINED;
        }
        return finite_ends(z, f, ends[0], ends[1]);
    }
    const bool down = integral->infinite[0] > 0 || integral->infinite[1] < 0;
    const bool up = integral->infinite[0] < 0 || integral->infinite[1] > 0;
    if (up && down) /* from infinity to infinity */
        return STATE_UNKNOWN;
    const arb_srcptr swapped[2] = {ends[1], ends[0]};
    const enum state state = infinite_ends(z, f, down ? swapped : ends);
    if (down)
        arb_neg(z, z);
    return state;
}

enum state ball_integral(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    struct ball_integrand **own = &run->integrands[in - run->walk.plan->instrs];
    const arb_ptr z = arb_mat_entry(out, 0, 0);
    if (!*own)
        *own = ball_integrand_new(in->integral);
    ball_integrand_prepare(*own, run->walk.x, run->prec + GUARD_BITS);
    const enum state state = integrate(z, *own, run, in);
    if (state == STATE_DEFINED && in->integral->is_normal)
        normalise(z, run->prec);
    return state;
}
