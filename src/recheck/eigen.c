/*
 * Eigenvalues of symmetric interval matrices by Jacobi rotations carried out
 * in interval arithmetic.
 *
 * For any real t, c = 1/sqrt(1+t^2) and s = t c make an exactly orthogonal
 * rotation J, so J'SJ has exactly the eigenvalues of S; c and s are enclosed.
 * The choice of t (from rounded midpoints) matters only for speed.  At the end
 * Gershgorin's theorem ([HornJohnson2013] Thm 6.1.1) is applied to the whole:
 * by Weyl's inequality ([HornJohnson2013] Cor. 4.3.15) each eigenvalue, in
 * order, lies within the norm of the off-diagonal part of the sorted diagonal;
 * that norm is at most its largest absolute row sum.
 */
#include "recheck/run.h"

#include "base/ceiling.h"

enum { MOST_SWEEPS = 60 };

uint64_t eigen_work(size_t n)
{
    enum { EACH = 48 };
    const uint64_t most = 1 << 18; /* beyond all limits, and no overflow */
    const uint64_t size = n < most ? n : most;
    return EACH * size * size * size;
}

/* t = tan of the angle that annihilates s_pq, to nearest or so; any t will do
 */
static void choose_tangent(mpfr_t t, const struct kmatrix *s, size_t p,
                           size_t q)
{
    LOCAL_MPFR(theta, mpfr_get_prec(t));
    LOCAL_MPFR(root, mpfr_get_prec(t));
    mpfr_sub(theta, kmatrix_at(s, q, q)->lo, kmatrix_at(s, p, p)->lo,
             MPFR_RNDD);
    mpfr_div(theta, theta, kmatrix_at(s, p, q)->lo, MPFR_RNDD);
    mpfr_div_2ui(theta, theta, 1, MPFR_RNDD);
    mpfr_sqr(root, theta, MPFR_RNDD);
    mpfr_add_ui(root, root, 1, MPFR_RNDD);
    mpfr_sqrt(root, root, MPFR_RNDD);
    if (mpfr_sgn(theta) < 0)
        mpfr_neg(root, root, MPFR_RNDD);
    mpfr_add(root, root, theta, MPFR_RNDD);
    mpfr_ui_div(t, 1, root, MPFR_RNDD);
    if (!mpfr_number_p(t))
        mpfr_set_zero(t, 1);
}

/* x, y <- c x - s y, s x + c y */
static void rotate_pair(interval_t *x, interval_t *y, const interval_t *c,
                        const interval_t *s, interval_t t[4])
{
    interval_mul(&t[0], c, x);
    interval_mul(&t[1], s, y);
    interval_mul(&t[2], s, x);
    interval_mul(&t[3], c, y);
    interval_sub(x, &t[0], &t[1]);
    interval_add(y, &t[2], &t[3]);
}

/* S |- J'SJ, same eigenvalues */
static void rotate(struct kmatrix *s, size_t p, size_t q, mpfr_prec_t bits)
{
    interval_t work[4];
    ceiling_pass();
    LOCAL_INTERVAL(c, bits);
    LOCAL_INTERVAL(sine, bits);
    LOCAL_INTERVAL(t, bits);
    for (int k = 0; k < 4; k++)
        interval_init(&work[k], bits);
    choose_tangent(t.lo, s, p, q);
    mpfr_set(t.hi, t.lo, MPFR_RNDU); /* the same bits: t is one number */
    interval_sqr(&c, &t);
    interval_set_si(&work[0], 1);
    interval_add(&c, &c, &work[0]);
    interval_sqrt(&c, &c);
    interval_div(&c, &work[0], &c);
    interval_mul(&sine, &t, &c);
    for (size_t k = 0; k < s->rows; k++)
        rotate_pair(kmatrix_at(s, k, p), kmatrix_at(s, k, q), &c, &sine, work);
    for (size_t k = 0; k < s->rows; k++)
        rotate_pair(kmatrix_at(s, p, k), kmatrix_at(s, q, k), &c, &sine, work);
    for (int k = 0; k < 4; k++)
        interval_clear(&work[k]);
}

/* Whether |lo end of s_pq| is worth a rotation: above 2^-bits of the scale. */
static bool is_large(const interval_t *x, mpfr_srcptr scale, mpfr_prec_t bits)
{
    if (mpfr_zero_p(x->lo) || !mpfr_number_p(x->lo) || mpfr_zero_p(scale))
        return false;
    return mpfr_get_exp(x->lo) > mpfr_get_exp(scale) - (mpfr_exp_t)bits + 8;
}

static bool sweep(struct kmatrix *s, mpfr_srcptr scale, mpfr_prec_t bits)
{
    bool any = false;
    for (size_t p = 0; p + 1 < s->rows; p++)
        for (size_t q = p + 1; q < s->rows; q++)
            if (is_large(kmatrix_at(s, p, q), scale, bits)) {
                rotate(s, p, q, bits);
                any = true;
            }
    return any;
}

/* The largest |entry| of the off-diagonal rows' sums, rounded up. */
static void off_diagonal(mpfr_t bound, const struct kmatrix *s,
                         mpfr_prec_t bits)
{
    LOCAL_INTERVAL(sum, bits);
    LOCAL_INTERVAL(t, bits);
    mpfr_set_zero(bound, 1);
    for (size_t i = 0; i < s->rows; i++) {
        interval_set_si(&sum, 0);
        for (size_t j = 0; j < s->rows; j++) {
            if (j == i)
                continue;
            interval_abs(&t, kmatrix_at(s, i, j));
            interval_add(&sum, &sum, &t);
        }
        mpfr_max(bound, bound, sum.hi, MPFR_RNDU);
    }
}

void eigen_enclose(interval_t *values, const struct kmatrix *a,
                   mpfr_prec_t bits)
{
    size_t n = a->rows;
    LOCAL(kmatrix_local_clear) struct kmatrix s = kmatrix_local(n, n, bits);
    LOCAL_MPFR(scale, bits);
    mpfr_set_zero(scale, 1);
    for (size_t i = 0; i < n * n; i++) {
        interval_set(&s.e[i], &a->e[i]);
        LOCAL_INTERVAL(size, bits);
        interval_abs(&size, &a->e[i]);
        mpfr_max(scale, scale, size.hi, MPFR_RNDU);
    }
    bool finite = kmatrix_is_finite(a);
    for (int k = 0; k < MOST_SWEEPS && finite; k++)
        if (!sweep(&s, scale, bits))
            break;
    off_diagonal(scale, &s, bits);
    for (size_t i = 0; i < n; i++) {
        mpfr_sub(values[i].lo, kmatrix_at(&s, i, i)->lo, scale, MPFR_RNDD);
        mpfr_add(values[i].hi, kmatrix_at(&s, i, i)->hi, scale, MPFR_RNDU);
        if (!finite || !interval_is_finite(&values[i]))
            interval_set_whole(&values[i]);
    }
}

/* |- G in A'A, or AA' where that is smaller */
static struct kmatrix gram(const struct kmatrix *a, mpfr_prec_t bits)
{
    bool tall = a->rows >= a->cols;
    size_t n = tall ? a->cols : a->rows, m = tall ? a->rows : a->cols;
    struct kmatrix g = kmatrix_local(n, n, bits);
    LOCAL_INTERVAL(t, bits);
    for (size_t i = 0; i < n; i++, ceiling_pass())
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < m; k++) {
                const interval_t *x =
                    tall ? kmatrix_at(a, k, i) : kmatrix_at(a, i, k);
                const interval_t *y =
                    tall ? kmatrix_at(a, k, j) : kmatrix_at(a, j, k);
                if (i == j)
                    interval_sqr(&t, x);
                else
                    interval_mul(&t, x, y);
                interval_add(kmatrix_at(&g, i, j), kmatrix_at(&g, i, j), &t);
            }
    return g;
}

void eigen_norm2(interval_t *r, const struct kmatrix *a, mpfr_prec_t bits)
{
    LOCAL(kmatrix_local_clear) struct kmatrix g = gram(a, bits);
    interval_t *values = interval_vector(g.rows, bits);
    eigen_enclose(values, &g, bits);
    interval_set(r, &values[0]);
    for (size_t i = 1; i < g.rows; i++)
        interval_max(r, r, &values[i]);
    interval_sqrt(r, r);
    interval_vector_clear(values, g.rows);
}

/*
 * The eigenvalues of [[0, A], [A', 0]] are plus and minus the singular values
 * and zeros ([HornJohnson2013] Thm 7.3.3), so half the sum of their sizes is
 * the nuclear norm.
 */
void eigen_norm_nuclear(interval_t *r, const struct kmatrix *a,
                        mpfr_prec_t bits)
{
    size_t n = a->rows + a->cols;
    LOCAL(kmatrix_local_clear) struct kmatrix s = kmatrix_local(n, n, bits);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++) {
            interval_set(kmatrix_at(&s, i, a->rows + j), kmatrix_at(a, i, j));
            interval_set(kmatrix_at(&s, a->rows + j, i), kmatrix_at(a, i, j));
        }
    interval_t *values = interval_vector(n, bits);
    eigen_enclose(values, &s, bits);
    interval_set_si(r, 0);
    for (size_t i = 0; i < n; i++) {
        interval_abs(&values[i], &values[i]);
        interval_add(r, r, &values[i]);
    }
    interval_div_si(r, r, 2);
    interval_vector_clear(values, n);
}

enum truth eigen_symmetric(const struct kmatrix *a)
{
    enum truth all = TRUTH_TRUE;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < i; j++) {
            const interval_t *x = kmatrix_at(a, i, j), *y = kmatrix_at(a, j, i);
            if (mpfr_less_p(x->hi, y->lo) || mpfr_less_p(y->hi, x->lo))
                return TRUTH_FALSE;
            if (!interval_is_point(x) || !interval_is_point(y))
                all = TRUTH_UNKNOWN; /* points that are not apart are equal */
        }
    return all;
}

/*
 * psd(A) demands symmetry.  x'Ax is that of the symmetric part, so a certainly
 * negative eigenvalue of (A + A')/2 refutes psd(A) whether A is symmetric or
 * not.
 */
enum truth eigen_psd(const struct kmatrix *a, bool symmetric, mpfr_prec_t bits)
{
    enum truth known = symmetric ? TRUTH_TRUE : eigen_symmetric(a);
    if (known == TRUTH_FALSE)
        return TRUTH_FALSE;
    size_t n = a->rows;
    LOCAL(kmatrix_local_clear) struct kmatrix s = kmatrix_local(n, n, bits);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            interval_add(kmatrix_at(&s, i, j), kmatrix_at(a, i, j),
                         kmatrix_at(a, j, i));
            interval_div_si(kmatrix_at(&s, i, j), kmatrix_at(&s, i, j), 2);
        }
    interval_t *values = interval_vector(n, bits);
    eigen_enclose(values, &s, bits);
    bool all_nonnegative = true, any_negative = false;
    for (size_t i = 0; i < n; i++) {
        any_negative = any_negative || interval_certainly_negative(&values[i]);
        all_nonnegative =
            all_nonnegative && interval_certainly_nonnegative(&values[i]);
    }
    interval_vector_clear(values, n);
    if (any_negative)
        return TRUTH_FALSE;
    return all_nonnegative ? known : TRUTH_UNKNOWN;
}

/* ---- symmetry by form ---- */

/* b is a' as written */
static bool is_transpose_of(const struct expr *a, const struct expr *b)
{
    return (a->op == EX_TRANSPOSE && a->kids[0] == b) ||
           (b->op == EX_TRANSPOSE && b->kids[0] == a);
}

static bool all_symmetric(const struct theorem *t, const struct expr *e,
                          size_t from, int depth);

/* (A + B)' = A' + B', (xA)' = xA', (AB)' = B'A', diag(v)' = diag(v) */
static bool by_form(const struct theorem *t, const struct expr *e, int depth)
{
    enum { MOST_DEPTH = 64 };
    if (expr_is_scalar(e))
        return true;
    if (depth > MOST_DEPTH)
        return false;
    bool is_sum = e->op == EX_ADD || e->op == EX_SUB;
    bool is_product = e->op == EX_MATMUL;
    if ((e->op == EX_ADD || is_product) &&
        is_transpose_of(e->kids[0], e->kids[1]))
        return true;
    if (e->op == EX_GIVEN)
        return kind_has(t->givens[e->decl].kind, KIND_SYMMETRIC);
    if (e->op == EX_CALL && (e->fn == FN_EYE || e->fn == FN_DIAG))
        return true;
    if (e->op == EX_MATPOW || e->op == EX_DIVIDE)
        return by_form(t, e->kids[0], depth + 1);
    if (e->op == EX_SUM || e->op == EX_MAX || e->op == EX_MIN)
        return by_form(t, e->kids[2], depth + 1);
    if (is_sum || e->op == EX_NEG || e->op == EX_SCALE ||
        e->op == EX_TRANSPOSE || e->op == EX_DOT_MUL)
        return all_symmetric(t, e, 0, depth);
    return e->op == EX_IF && all_symmetric(t, e, 1, depth);
}

static bool all_symmetric(const struct theorem *t, const struct expr *e,
                          size_t from, int depth)
{
    for (size_t k = from; k < e->count; k++)
        if (!by_form(t, e->kids[k], depth + 1))
            return false;
    return true;
}

bool symmetric_by_form(const struct theorem *theorem, const struct expr *e)
{
    enum { MOST_PARTS = 1 << 16 };
    return expr_is_within(e, MOST_PARTS) && by_form(theorem, e, 0);
}
