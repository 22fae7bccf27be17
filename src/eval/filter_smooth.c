/*
 * Functions with curves: exp, log, tanh, softmax and what is made of them.
 * docs/error-analysis.md#filter-softmax
 */
#include "eval/filter_smooth.h"
#include "eval/filter_vector.h"

static const double U = FILTER_U;

#ifdef FILTER_HAS_VECTORS
typedef uint64_t filter_words __attribute__((vector_size(FILTER_NATIVE * 8)));
FILTER_EXP(V, filter_vec, filter_words)
#if FILTER_NATIVE > 4 && FILTER_WIDTH == 1
typedef uint64_t filter_words_four __attribute__((vector_size(32)));
FILTER_EXP(4, filter_four, filter_words_four)
#endif
#endif

/* Spreads of larger logits are done plainly. */
#define SPREAD_MAX 300.0
#define SPREAD_SMALL 1.0

/* At least 1 + log n. */
static double log_bound(size_t n)
{
    double bits = 1;
    for (; n > 0; n /= 2)
        bits++;
    return bits;
}

/* ---- entry by entry ---- */

/* |exp(x + p) - exp(x)| <= exp(x) (exp(|p|) - 1), that at most |p| + p^2. */
void FILTER_OP(exponential)(const struct filter_step *s)
{
    const size_t cols = part_size(s->out), n = cols * W;
    double top[W], low[W];
    for (size_t i = 0; i < s->out->parts; i++) {
        const double *x = s->a->mid + i * n;
        double *restrict o = s->out->own + i * n;
        line_max(low, x, cols);
        for (size_t l = 0; l < W; l++)
            s->out->rad[i * W + l] = low[l];
        for (size_t k = 0; k < n; k++) {
            const double t = larger_of(x[k], -FILTER_EXP_MAX);
            o[k] = filter_exp(smaller_of(t, FILTER_EXP_MAX));
        }
        line_max(top, o, cols);
        for (size_t l = 0; l < W; l++) {
            const double r = s->a->rad[i * W + l];
            const bool fits =
                s->out->rad[i * W + l] <= FILTER_EXP_MAX && r <= 1;
            s->out->rad[i * W + l] =
                fits ? top[l] * (r + r * r) + FILTER_ETA : INFINITY;
        }
    }
    settle(s->out, FILTER_EXP_ERROR);
}

/*
 * Any y at all is log x up to |log(x exp(-y))|; the bound is infinite where
 * that is not small.
 */
static double verified_log(double *bound, double x)
{
    *bound = INFINITY;
    if (!(x >= 0x1p-990 && x <= 0x1p990))
        return 0;
    const double y = log(x);
    const double t = x * filter_exp(-y);
    const double off = fabs(t - 1) + 8 * U;
    if (off <= 0.05)
        *bound = 1.1 * off;
    return y;
}

/* |log(x + p) - log(x)| <= |p| / (x - |p|) */
void FILTER_OP(logarithm)(const struct filter_step *s)
{
    const size_t cols = part_size(s->a), n = cols * W;
    double least[W];
    for (size_t i = 0; i < s->out->parts; i++) {
        const double *x = s->a->mid + i * n;
        double *rad = s->out->rad + i * W;
        line_min(least, x, cols);
        for (size_t l = 0; l < W; l++) {
            const double r = s->a->rad[i * W + l];
            const double below = least[l] - r * FILTER_GROW;
            rad[l] = below > 0 ? r / (below * (1 - 0x1p-40)) : INFINITY;
        }
        for (size_t k = 0; k < n; k++) {
            double bound;
            s->out->own[i * n + k] = verified_log(&bound, x[k]);
            rad[k % W] += bound;
        }
    }
    settle(s->out, 0);
}

/* tanh = sign (1 - e) / (1 + e) with e = exp(-2|x|), up to 16 u. */
void FILTER_OP(tangent)(const struct filter_step *s)
{
    const size_t n = (size_t)s->out->rows * s->out->cols * W;
    const double root = sqrt((double)part_size(s->out));
    double *restrict o = s->out->own;
    for (size_t k = 0; k < n; k++) {
        const double x = s->a->mid[k];
        const double t = larger_of(-2 * fabs(x), -FILTER_EXP_MAX);
        const double e = filter_exp(t);
        o[k] = copysign((1 - e) / (1 + e), x);
    }
    for (size_t k = 0; k < s->out->parts * W; k++)
        s->out->rad[k] = s->a->rad[k] + (s->a->norm[k] > 0 ? 16 * U * root : 0);
    settle(s->out, 0);
}

/* ---- softmax ---- */

/* The rounding of a row of n weights, in the sum of moduli. */
static double softmax_error(size_t n)
{
    return U * (2 * log_bound(n) + (double)n + 12) + FILTER_ETA;
}

/* o = exp(x - top) for cols entries, sum = their sum. */
static inline void weights(double *restrict o, double *sum, const double *x,
                           const double *top, size_t cols)
{
#define WEIGHT(V, S)                                                           \
    {                                                                          \
        const V t = AT(V, x + k) - SPLAT(V, top, k);                           \
        *(V *)(o + k) = filter_exp##S(LARGER##S(t, (V){0} - FILTER_EXP_MAX));  \
    }
    WALK(cols * W, WEIGHT)
#undef WEIGHT
    line_sum(sum, o, cols);
}

static inline void softmax_row(double *restrict o, const double *x,
                               const double *top, size_t cols)
{
    double sum[W];
    weights(o, sum, x, top, cols);
    for (size_t l = 0; l < W; l++)
        sum[l] = 1 / sum[l];
    for (size_t k = 0; k < cols; k++) {
        for (size_t l = 0; l < W; l++)
            o[k * W + l] *= sum[l];
    }
}

/*
 * softmax is 1/2-Lipschitz: the Jacobian diag(p) - pp' has norm <= 1/2.  The
 * rounding of all rows of a part is no longer than sqrt(rows) times a row's.
 */
static void softmax_bounds(const struct filter_step *s)
{
    const double root = sqrt((double)part_rows(s->out)) * FILTER_GROW;
    const double error = root * softmax_error(s->out->cols);
    for (size_t k = 0; k < s->out->parts * W; k++)
        s->out->rad[k] = s->a->rad[k] / 2 + error;
}

void FILTER_OP(softmax)(const struct filter_step *s)
{
    const size_t cols = s->out->cols, n = cols * W;
    double top[W];
    for (size_t i = 0; i < s->out->rows; i++) {
        line_max(top, s->a->mid + i * n, cols);
        softmax_row(s->out->own + i * n, s->a->mid + i * n, top, cols);
    }
    softmax_bounds(s);
    settle(s->out, 0);
}

/* One lane of a row; false: not everything is a 0 or a 1, or nothing is 1. */
static bool masked_lane(double *o, const double *x, const double *mask,
                        size_t n)
{
    double top = -INFINITY, sum = 0;
    for (size_t k = 0; k < n; k += W) {
        if (mask[k] != 0 && mask[k] != 1)
            return false;
        if (mask[k] != 0)
            top = larger_of(x[k], top);
    }
    if (!(top > -INFINITY))
        return false;
    for (size_t k = 0; k < n; k += W) {
        const double t = larger_of(x[k] - top, -FILTER_EXP_MAX);
        o[k] = mask[k] != 0 ? filter_exp(smaller_of(t, 0)) : 0;
        sum += o[k];
    }
    for (size_t k = 0; k < n; k += W)
        o[k] /= sum;
    return true;
}

void FILTER_OP(softmax_masked)(const struct filter_step *s)
{
    const size_t cols = s->out->cols, n = cols * W;
    softmax_bounds(s);
    for (size_t i = 0; i < s->out->rows; i++) {
        for (size_t l = 0; l < W; l++) {
            const size_t at = i * n + l, k = bound_at(s->b, i, l);
            const bool known = s->b->rad[k] == 0 &&
                               masked_lane(s->out->own + at, s->a->mid + at,
                                           s->b->mid + at, n);
            if (!known)
                s->out->rad[bound_at(s->out, i, l)] = INFINITY;
        }
    }
    settle(s->out, 0);
}

/* ---- softmax(E + 1r) - 1 softmax(r); #filter-spread ---- */

/*
 * What all rows need.  In the workroom: p (cols), m = exp(E) - 1, and for each
 * row t, the sum of p_j m_j, and 1 / (1 + t).
 */
struct spread {
    const struct filter_step *s;
    size_t cols;
    double *p, *m, *t, *inverse;
    double theta[W]; /* relative error of the entries of p */
};

/* p = softmax(r) and its relative error. */
static void spread_start(struct spread *w)
{
    const struct filter_value *r = w->s->b;
    double top[W], low[W];
    line_max(top, r->mid, w->cols);
    line_min(low, r->mid, w->cols);
    softmax_row(w->p, r->mid, top, w->cols);
    for (size_t l = 0; l < W; l++) {
        const double apart = smaller_of(top[l] - low[l], FILTER_EXP_MAX);
        const double rad = r->rad[l];
        w->theta[l] = 2 * rad * (1 + 2 * rad) +
                      U * (apart + log_bound(w->cols) + (double)w->cols + 12);
    }
}

/* In one lane of row i: the difference of two softmax rows, as it stands. */
static void spread_plainly(const struct spread *w, size_t i, size_t l)
{
    const struct filter_step *s = w->s;
    const size_t n = w->cols * W;
    const double *e = s->a->mid + i * n, *r = s->b->mid;
    double *o = s->out->own + i * n;
    double top = -INFINITY, size = 0, sum = 0;
    for (size_t k = l; k < n; k += W) {
        o[k] = e[k] + r[k];
        top = larger_of(o[k], top);
        size += fabs(o[k]);
    }
    for (size_t k = l; k < n; k += W) {
        o[k] =
            filter_exp(smaller_of(larger_of(o[k] - top, -FILTER_EXP_MAX), 0));
        sum += o[k];
    }
    for (size_t k = l; k < n; k += W)
        o[k] = o[k] / sum - w->p[k];
    s->out->rad[bound_at(s->out, i, l)] += s->a->rad[bound_at(s->a, i, l)] +
                                           s->b->rad[l] + U * size +
                                           2 * softmax_error(w->cols) + 4 * U;
}

static void spread_moduli(struct spread *w)
{
    const double *e = w->s->a->mid;
    double *m = w->m;
#define GROWTH(V, S)                                                           \
    {                                                                          \
        const V t = LARGER##S(AT(V, e + k), (V){0} - SPREAD_MAX);              \
        *(V *)(m + k) = filter_expm1##S(SMALLER##S(t, (V){0} + SPREAD_MAX));   \
    }
    WALK(w->s->out->rows * w->cols * W, GROWTH)
#undef GROWTH
}

static void spread_totals(struct spread *w)
{
    filter_fours *const fours = FOURS(products);
    const size_t rows = w->s->out->rows, n = w->cols * W;
    size_t i = 0;
    if (fours && suits_fours(w->cols))
        for (; i + 4 <= rows; i += 4)
            fours(w->t + i, w->m + i * n, w->p, w->cols);
    for (; i < rows; i++) {
        const double *m = w->m + i * n, *p = w->p;
#define WEIGHED(V, S, k) (AT(V, p + (k)) * AT(V, m + (k)))
        GATHER(w->t + i * W, n, 0, PLUS, WEIGHED)
#undef WEIGHED
    }
    for (size_t k = 0; k < rows * W; k++)
        w->inverse[k] = 1 / (1 + w->t[k]);
}

/*
 * Row i is p_j (m_j - t) / (1 + t): every error is small beside the entries of
 * E, however small they are.
 */
static void spread_entries(const struct spread *w)
{
    const size_t n = w->cols * W;
    for (size_t i = 0; i < w->s->out->rows; i++) {
        const double *p = w->p, *m = w->m + i * n;
        const double *t = w->t + i * W, *inverse = w->inverse + i * W;
        double *o = w->s->out->own + i * n;
#define ENTRY(V, S)                                                            \
    {                                                                          \
        const V d = AT(V, m + k) - SPLAT(V, t, k);                             \
        *(V *)(o + k) = AT(V, p + k) * (d * SPLAT(V, inverse, k));             \
    }
        WALK(n, ENTRY)
#undef ENTRY
    }
}

/*
 * What the errors of a row add to its radius, all but what is relative to its
 * length, where `sum` is that of p_j |m_j| and `below` is 1 + t.  The quotient
 * 1 / (1 + t) is less than doubled by the error of t, or this is infinite.
 */
static inline double row_error(const struct spread *w, size_t l, double sum,
                               double below)
{
    const double theta = w->theta[l], size = sum * FILTER_GROW + FILTER_ETA;
    const double off = (theta + ((double)w->cols + 24) * U) * size;
    const double over = 2 / below;
    const double r = (FILTER_EXPM1_ERROR + 3 * U) * size * over +
                     (1 + size) * off * (over * over);
    const bool fits = theta <= 0.1 && below >= 0x1p-9 && 5 * off <= below;
    return fits ? 2 * r + FILTER_ETA : INFINITY;
}

/* The largest |E| of row i, or a bound of it that is not large. */
static inline void largest_logits(double *most, const struct filter_value *a,
                                  size_t i)
{
    bool large = false;
    for (size_t l = 0; l < W; l++) {
        most[l] = a->norm[bound_at(a, i, l)];
        large = large || !(most[l] <= SPREAD_MAX);
    }
    if (large)
        line_abs_max(most, a->mid + i * a->cols * W, a->cols);
}

/* Row i by itself; what does not fit is done plainly. */
static void spread_row(const struct spread *w, size_t i)
{
    const struct filter_value *a = w->s->a;
    const size_t n = w->cols * W;
    const double *p = w->p, *m = w->m + i * n;
    double *rad = w->s->out->rad + bound_at(w->s->out, i, 0);
    double sum[W], most[W];
#define MODULUS(V, S, j) (AT(V, p + (j)) * ABS##S(AT(V, m + (j))))
    GATHER(sum, n, 0, PLUS, MODULUS)
#undef MODULUS
    largest_logits(most, a, i);
    for (size_t l = 0; l < W; l++) {
        const double error = row_error(w, l, sum[l], 1 + w->t[i * W + l]);
        if (!(most[l] <= SPREAD_MAX && error < INFINITY))
            spread_plainly(w, i, l);
        else if (a->norm[bound_at(a, i, l)] > 0)
            rad[l] += error;
    }
}

/*
 * The radius of a part.  Where no |m_j| is large, it bounds all sums of p_j
 * |m_j|, and one row's error serves for all of them.
 */
static inline void spread_part(const struct spread *w, size_t i)
{
    const struct filter_value *a = w->s->a;
    const size_t rows = part_rows(a), size = part_size(a);
    const double root = sqrt((double)rows) * FILTER_GROW;
    double most[W], low[W], error[W];
    bool small = true;
    line_abs_max(most, w->m + i * size * W, size);
    line_min(low, w->t + i * rows * W, rows);
    for (size_t l = 0; l < W; l++) {
        error[l] = row_error(w, l, most[l], 1 + low[l]);
        small = small && most[l] <= SPREAD_SMALL && error[l] < INFINITY &&
                a->norm[i * W + l] <= SPREAD_MAX;
    }
    for (size_t k = 0; !small && k < rows; k++)
        spread_row(w, i * rows + k);
    for (size_t l = 0; small && l < W; l++)
        w->s->out->rad[i * W + l] +=
            a->norm[i * W + l] > 0 ? root * error[l] : 0;
}

/* docs/error-analysis.md#filter-spread */
void FILTER_OP(spread)(const struct filter_step *s)
{
    const struct filter_value *a = s->a;
    const size_t rows = s->out->rows, n = s->out->cols * W;
    struct spread w = {.s = s, .cols = s->out->cols, .p = s->work};
    w.m = w.p + n;
    w.t = w.m + rows * n;
    w.inverse = w.t + rows * W;
    spread_start(&w);
    spread_moduli(&w);
    spread_totals(&w);
    spread_entries(&w);
    for (size_t k = 0; k < s->out->parts * W; k++)
        s->out->rad[k] = a->rad[k] / 2;
    for (size_t i = 0; i < s->out->parts; i++)
        spread_part(&w, i);
    settle_lengths(s->out);
    for (size_t k = 0; k < s->out->parts * W; k++) {
        const double theta = w.theta[k % W];
        if (a->norm[k] > 0 && theta <= 0.1) /* else all rows are plain */
            s->out->rad[k] += 2 * (theta + 6 * U) * s->out->norm[k];
    }
    settle_radii(s->out, 0);
}

/* ---- logsumexp: never moved by more than the largest error of a row ---- */

void FILTER_OP(logsumexp)(const struct filter_step *s)
{
    const size_t cols = s->a->cols, n = cols * W;
    const double error = U * (log_bound(cols) + (double)cols + 12);
    double top[W], sum[W];
    memcpy(s->out->rad, s->a->rad, s->out->parts * W * sizeof(double));
    for (size_t i = 0; i < s->out->rows; i++) {
        const double *x = s->a->mid + i * n;
        line_max(top, x, cols);
        weights(s->work, sum, x, top, cols);
        for (size_t l = 0; l < W; l++) {
            double bound;
            const double y = verified_log(&bound, sum[l]);
            s->out->own[i * W + l] = top[l] + y;
            s->out->rad[bound_at(s->out, i, l)] += bound + error + FILTER_ETA;
        }
    }
    settle(s->out, U);
}

/* ---- rows divided by their sums ---- */

void FILTER_OP(normalise)(const struct filter_step *s)
{
    const size_t cols = s->out->cols, n = cols * W;
    const double root = sqrt((double)cols);
    double least[W], sum[W], length[W];
    memset(s->out->rad, 0, s->out->parts * W * sizeof(double));
    for (size_t i = 0; i < s->out->rows; i++) {
        const double *x = s->a->mid + i * n;
        double *o = s->out->own + i * n;
        line_min(least, x, cols);
        line_sum(sum, x, cols);
        for (size_t k = 0; k < n; k++)
            o[k] = x[k] / sum[k % W];
        line_length(length, o, cols);
        for (size_t l = 0; l < W; l++) {
            const size_t at = bound_at(s->a, i, l);
            const double r = s->a->rad[at];
            const double lost =
                root * (r + (double)cols * U * s->a->norm[at]) * FILTER_GROW;
            const double below = sum[l] - 2 * lost;
            const bool defined =
                below >= 0x1p-900 &&
                (s->is_nonnegative || least[l] >= r * FILTER_GROW);
            s->out->rad[bound_at(s->out, i, l)] +=
                defined ? (r + length[l] * lost) / below + FILTER_ETA
                        : INFINITY;
        }
    }
    settle(s->out, 2 * U);
}
