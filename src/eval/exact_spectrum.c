/*
 * Spectral and nuclear norms, extreme eigenvalues, definiteness: in closed
 * form for what is diagonal, of rank one or of order two, else by balls.
 */
#include "eval/exact_internal.h"

#include <string.h>

/* Whether x = 0 at every entry off the diagonal, certainly. */
static bool is_diagonal(struct exact_ring *ring, const struct exact_matrix *a)
{
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++)
            if (i != j &&
                exact_sign(ring, exact_entry(a, i, j)) != EXACT_IS_ZERO)
                return false;
    return true;
}

/*
 * The symmetric [a b; b d] has the eigenvalues (a + d ± s) / 2 with
 * s = sqrt((a - d)^2 + 4 b^2).
 */
static exact_id eigenvalue2(struct exact_ring *ring,
                            const struct exact_matrix *m, bool larger)
{
    const exact_id a = m->at[0], b = m->at[1], d = m->at[3];
    const exact_id gap = exact_sub(ring, a, d), twice = exact_add(ring, b, b);
    exact_id s = exact_sqrt(ring, exact_add(ring, exact_mul(ring, gap, gap),
                                            exact_mul(ring, twice, twice)));
    if (!larger)
        s = exact_neg(ring, s);
    return exact_half(ring, exact_add(ring, exact_add(ring, a, d), s));
}

static exact_id diagonal_extreme(struct exact_ring *ring,
                                 const struct exact_matrix *m, bool larger)
{
    exact_id best = m->at[0];
    for (size_t k = 1; k < m->rows; k++)
        best = larger ? exact_max(ring, best, exact_entry(m, k, k))
                      : exact_min(ring, best, exact_entry(m, k, k));
    return best;
}

/* An extreme eigenvalue of a symmetric matrix; NONE: no closed form. */
static exact_id closed_eigenvalue(struct exact_ring *ring,
                                  const struct exact_matrix *m, bool larger)
{
    if (m->rows == 0)
        return EXACT_NONE;
    if (is_diagonal(ring, m))
        return diagonal_extreme(ring, m, larger);
    return m->rows == 2 ? eigenvalue2(ring, m, larger) : EXACT_NONE;
}

/* ---- singular values ---- */

/* The smaller of A'A and AA'. */
static struct exact_matrix gram(struct exact_run *run,
                                const struct exact_matrix *a)
{
    const bool by_rows = a->rows <= a->cols;
    const size_t n = by_rows ? a->rows : a->cols;
    const size_t length = by_rows ? a->cols : a->rows;
    const size_t between = by_rows ? a->cols : 1, step = by_rows ? 1 : a->cols;
    struct exact_matrix g = exact_matrix_new(run, n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            g.at[i * n + j] = exact_dot(run->ring, &a->at[i * between], step,
                                        &a->at[j * between], step, length);
    return g;
}

/* Whether every row is a multiple of a nonzero one (all 2 x 2 minors 0). */
static bool has_rank_one(struct exact_ring *ring, const struct exact_matrix *a)
{
    size_t p = 0;
    const size_t count = a->rows * a->cols;
    for (; p < count; p++) {
        const enum exact_sign sign = exact_sign(ring, a->at[p]);
        if (sign == EXACT_POSITIVE || sign == EXACT_NEGATIVE)
            break;
    }
    for (size_t k = 0; p < count && k < count; k++) {
        const size_t i = k / a->cols, j = k % a->cols;
        const exact_id x = exact_mul(ring, a->at[p], a->at[k]);
        const exact_id y = exact_mul(ring, exact_entry(a, p / a->cols, j),
                                     exact_entry(a, i, p % a->cols));
        if (exact_compare(ring, x, y) != EXACT_IS_ZERO)
            return false;
    }
    return p < count;
}

enum state exact_norm2(struct exact_matrix *out, struct exact_run *run,
                       const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    if (a->rows == 0 || a->cols == 0) {
        out->at[0] = EXACT_ZERO;
    } else if (has_rank_one(run->ring, a)) {
        out->at[0] = exact_frobenius(run->ring, a);
    } else {
        const struct exact_matrix g = gram(run, a);
        const exact_id square = closed_eigenvalue(run->ring, &g, true);
        out->at[0] = square ? exact_sqrt(run->ring, square)
                            : exact_by_balls(run, a, FN_NORM2);
    }
    return STATE_DEFINED;
}

/* The sum of the roots of the eigenvalues of G; NONE: no closed form. */
static exact_id closed_nuclear(struct exact_ring *ring,
                               const struct exact_matrix *g)
{
    exact_id sum = EXACT_ZERO;
    if (is_diagonal(ring, g)) {
        for (size_t k = 0; k < g->rows; k++)
            sum = exact_add(ring, sum, exact_sqrt(ring, exact_entry(g, k, k)));
        return sum;
    }
    if (g->rows != 2)
        return EXACT_NONE;
    /* (s + t)^2 = s^2 + t^2 + 2 s t = trace + 2 sqrt(det) */
    const exact_id det = exact_sub(ring, exact_mul(ring, g->at[0], g->at[3]),
                                   exact_mul(ring, g->at[1], g->at[2]));
    const exact_id root = exact_sqrt(ring, det);
    sum = exact_add(ring, g->at[0], g->at[3]);
    return exact_sqrt(ring, exact_add(ring, sum, exact_add(ring, root, root)));
}

enum state exact_normnuc(struct exact_matrix *out, struct exact_run *run,
                         const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    if (has_rank_one(run->ring, a)) {
        out->at[0] = exact_frobenius(run->ring, a);
        return STATE_DEFINED;
    }
    const struct exact_matrix g = gram(run, a);
    out->at[0] = closed_nuclear(run->ring, &g);
    if (!out->at[0])
        out->at[0] = exact_by_balls(run, a, FN_NORMNUC);
    return STATE_DEFINED;
}

/* ---- symmetric matrices ---- */

static enum truth is_symmetric(struct exact_ring *ring,
                               const struct exact_matrix *a, unsigned facts)
{
    enum truth truth = TRUTH_TRUE;
    if (facts & PLAN_SYMMETRIC)
        return TRUTH_TRUE;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < i; j++)
            switch (exact_compare(ring, exact_entry(a, i, j),
                                  exact_entry(a, j, i))) {
            case EXACT_IS_ZERO:
                break;
            case EXACT_NEGATIVE:
            case EXACT_POSITIVE:
                return TRUTH_FALSE;
            case EXACT_SIGN_UNKNOWN:
                truth = TRUTH_UNKNOWN;
                break;
            }
    return truth;
}

static enum state extreme_eigenvalue(struct exact_matrix *out,
                                     struct exact_run *run,
                                     const struct plan_instr *in, bool larger)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    const enum truth symmetric =
        is_symmetric(run->ring, a, exact_arg_facts(run, in, 0));
    if (symmetric != TRUTH_TRUE)
        return symmetric == TRUTH_FALSE ? STATE_UNDEFINED : STATE_UNKNOWN;
    out->at[0] = closed_eigenvalue(run->ring, a, larger);
    if (!out->at[0])
        out->at[0] = exact_by_balls(run, a, in->fn);
    return STATE_DEFINED;
}

enum state exact_eigmin(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return extreme_eigenvalue(out, run, in, false);
}

enum state exact_eigmax(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    return extreme_eigenvalue(out, run, in, true);
}

/*
 * Takes row and column k out of the matrix from k on: with a positive pivot
 * the matrix is semidefinite iff its Schur complement is; with a zero pivot
 * iff the row is 0 and the rest is; with a negative one never.
 * TRUE: go on with the rest.
 */
static enum truth eliminate(struct exact_ring *ring, struct exact_matrix *a,
                            size_t k)
{
    const enum exact_sign pivot = exact_sign(ring, exact_entry(a, k, k));
    if (pivot == EXACT_SIGN_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (pivot == EXACT_NEGATIVE)
        return TRUTH_FALSE;
    for (size_t j = k + 1; j < a->rows && pivot == EXACT_IS_ZERO; j++) {
        const enum exact_sign sign = exact_sign(ring, exact_entry(a, k, j));
        if (sign != EXACT_IS_ZERO)
            return sign ? TRUTH_FALSE : TRUTH_UNKNOWN;
    }
    if (pivot == EXACT_IS_ZERO)
        return TRUTH_TRUE;
    const exact_id inverse = exact_inverse(ring, exact_entry(a, k, k));
    for (size_t i = k + 1; i < a->rows; i++)
        for (size_t j = k + 1; j < a->rows; j++) {
            exact_id *at = &a->at[i * a->cols + j];
            *at = exact_sub(ring, *at,
                            exact_mul(ring, inverse,
                                      exact_mul(ring, exact_entry(a, i, k),
                                                exact_entry(a, k, j))));
        }
    return TRUTH_TRUE;
}

enum truth exact_psd(struct exact_run *run, const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    const unsigned facts = exact_arg_facts(run, in, 0);
    enum truth truth = is_symmetric(run->ring, a, facts);
    if (truth != TRUTH_TRUE || (facts & PLAN_SEMIDEFINITE))
        return truth;
    struct exact_matrix work = exact_matrix_new(run, a->rows, a->cols);
    memcpy(work.at, a->at, a->rows * a->cols * sizeof *a->at);
    for (size_t k = 0; k < a->rows && truth == TRUTH_TRUE; k++)
        truth = eliminate(run->ring, &work, k);
    return truth;
}
