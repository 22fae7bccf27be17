/*
 * Folds of lines: sums, extremes, lengths; and the norms that are no folds.
 * docs/error-analysis.md#norms and the sections before it.
 *
 * A fold takes in a term of every entry (itself, its modulus, its square), one
 * after another.  Sums of moduli are dot products with the signs.
 */
#include "eval/ball_internal.h"
#include "eval/linalg.h"

#include <stdlib.h>

/* ---- folds ---- */

/* The term of x, in t where it is not x itself. */
static arb_srcptr term(enum fold fold, arb_t t, arb_srcptr x, slong prec)
{
    const bool squares = fold == FOLD_SQUARES || fold == FOLD_LENGTH;
    if (fold == FOLD_LARGEST_MODULUS || fold == FOLD_MODULI) {
        arb_abs(t, x);
        ball_clip_nonnegative(t);
    } else if (squares) {
        ball_square(t, x, prec);
    }
    return squares || fold == FOLD_LARGEST_MODULUS || fold == FOLD_MODULI ? t
                                                                          : x;
}

static void take_in(enum fold fold, arb_t z, const arb_t x, slong prec)
{
    if (fold == FOLD_LARGEST || fold == FOLD_LARGEST_MODULUS)
        ball_raise(z, x, prec);
    else if (fold == FOLD_LEAST)
        ball_reduce(z, x, prec);
    else
        arb_add(z, z, x, prec);
}

static slong certain_sign(const arb_t x)
{
    if (arf_cmpabs_mag(arb_midref(x), arb_radref(x)) < 0)
        return 0;
    return arf_sgn(arb_midref(x));
}

/*
 * |x| = sign * x where the sign is certain, in one dot product; then the other
 * entries.
 */
static void sum_moduli(arb_t z, const struct line *x, slong prec)
{
    LOCAL_FREE slong *signs = xcalloc(x->count + 1, sizeof *signs);
    LOCAL_ARB(t);
    for (size_t k = 0; k < x->count; k++)
        signs[k] = certain_sign(ball_entry(x, k));
    arb_dot_si(z, NULL, 0, x->at, (slong)x->step, signs, 1, (slong)x->count,
               prec);
    for (size_t k = 0; k < x->count; k++)
        if (signs[k] == 0 && !arb_is_zero(ball_entry(x, k)))
            arb_add(z, z, term(FOLD_MODULI, t, ball_entry(x, k), prec), prec);
}

static void fold_terms(enum fold fold, arb_t z, const struct line *x,
                       slong prec)
{
    LOCAL_ARB(t);
    arb_zero(z);
    for (size_t k = 0; k < x->count; k++) {
        const arb_srcptr y = term(fold, t, ball_entry(x, k), prec);
        if (k == 0)
            arb_set(z, y);
        else
            take_in(fold, z, y, prec);
    }
    if (fold == FOLD_LENGTH)
        arb_sqrtpos(z, z, prec);
}

void ball_fold(enum fold fold, arb_t z, const struct line *x, slong prec)
{
    if (fold == FOLD_MODULI)
        sum_moduli(z, x, prec);
    else if (fold == FOLD_LOGSUMEXP)
        ball_logsumexp(z, x->at, (slong)x->count, prec);
    else
        fold_terms(fold, z, x, prec);
}

/* ---- norms of singular values ---- */

typedef void spectral(arb_t out, const arb_mat_t a, slong prec);

/* A row or column has one singular value: its Euclidean norm. */
static enum state spectral_norm(arb_mat_t out, const struct ball_run *run,
                                const struct plan_instr *in, spectral *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    const struct matrix value = walk_arg(&run->walk, in, 0);
    const struct line all = walk_all(&value);
    if (arb_mat_nrows(a) <= 1 || arb_mat_ncols(a) <= 1)
        ball_fold(FOLD_LENGTH, arb_mat_entry(out, 0, 0), &all, run->prec);
    else if (arb_mat_is_finite(a))
        fn(arb_mat_entry(out, 0, 0), a, run->prec);
    else
        arb_zero_pm_inf(arb_mat_entry(out, 0, 0));
    return STATE_DEFINED;
}

enum state ball_norm2(arb_mat_t out, const struct ball_run *run,
                      const struct plan_instr *in)
{
    return spectral_norm(out, run, in, linalg_norm2);
}

enum state ball_normnuc(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    return spectral_norm(out, run, in, linalg_normnuc);
}
