/* Products, powers, determinants, inverses and rank. */
#include "eval/exact_internal.h"

#include <stdlib.h>

/* ---- products and powers ---- */

static void exact_matrix_product(struct exact_matrix *out,
                                 struct exact_ring *ring,
                                 const struct exact_matrix *a,
                                 const struct exact_matrix *b)
{
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < b->cols; j++)
            out->at[i * b->cols + j] = exact_dot(ring, &a->at[i * a->cols], 1,
                                                 &b->at[j], b->cols, a->cols);
}

enum state exact_matmul(struct exact_matrix *out, struct exact_run *run,
                        const struct plan_instr *in)
{
    exact_matrix_product(out, run->ring, exact_arg(run, in, 0),
                         exact_arg(run, in, 1));
    return STATE_DEFINED;
}

/* out = a ^ k by squaring; UNKNOWN: given up half way. */
static enum state power(struct exact_matrix *out, struct exact_run *run,
                        struct exact_matrix a, uint64_t k)
{
    const size_t n = a.rows;
    for (size_t i = 0; i < n * n; i++)
        out->at[i] = i % (n + 1) ? EXACT_ZERO : EXACT_ONE;
    for (; k && !exact_is_exhausted(run->ring); k >>= 1) {
        struct exact_matrix t = exact_matrix_new(run, n, n);
        if (k & 1) {
            exact_matrix_product(&t, run->ring, out, &a);
            *out = t;
            t = exact_matrix_new(run, n, n);
        }
        if (k > 1) {
            exact_matrix_product(&t, run->ring, &a, &a);
            a = t;
        }
    }
    return k ? STATE_UNKNOWN : STATE_DEFINED;
}

enum state exact_matrix_power(struct exact_matrix *out, struct exact_run *run,
                              const struct plan_instr *in)
{
    const uint64_t k =
        in->power < 0 ? 0 - (uint64_t)in->power : (uint64_t)in->power;
    struct exact_matrix base = *exact_arg(run, in, 0);
    if (in->power < 0) {
        base = exact_matrix_new(run, out->rows, out->cols);
        const enum state state = exact_inv(&base, run, in);
        if (state != STATE_DEFINED)
            return state;
    }
    return power(out, run, base, k);
}

exact_id exact_by_balls(struct exact_run *run, const struct exact_matrix *a,
                        enum function fn)
{
    return exact_matrix_function(run->ring, fn, (uint32_t)a->rows,
                                 (uint32_t)a->cols, a->at);
}

/* ---- rational matrices ---- */

/* Copies `a` to an initialised matrix; false: not rational, or too large. */
static bool get_rationals(fmpq_mat_t q, struct exact_ring *ring,
                          const struct exact_matrix *a)
{
    size_t n = a->rows > a->cols ? a->rows : a->cols;
    uint64_t bits = 0;
    if (n > EXACT_MAX_ORDER)
        return false;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++) {
            fmpq *x = fmpq_mat_entry(q, (slong)i, (slong)j);
            if (!exact_get_rational(x, ring, exact_entry(a, i, j)))
                return false;
            uint64_t b = fmpz_bits(fmpq_numref(x)) + fmpz_bits(fmpq_denref(x));
            bits = b > bits ? b : bits;
        }
    return exact_charge(ring, n * n * n * (20 + bits));
}

static exact_id rational_det(struct exact_ring *ring,
                             const struct exact_matrix *a)
{
    exact_id id = EXACT_NONE;
    LOCAL_FMPQ_MAT(q, (slong)a->rows, (slong)a->cols);
    LOCAL_FMPQ(det);
    if (get_rationals(q, ring, a)) {
        fmpq_mat_det(det, q);
        id = exact_rational(ring, det);
    }
    return id;
}

/* UNKNOWN: not a rational matrix. */
static enum state rational_inverse(struct exact_matrix *out,
                                   struct exact_ring *ring,
                                   const struct exact_matrix *a)
{
    enum state state = STATE_UNKNOWN;
    LOCAL_FMPQ_MAT(q, (slong)a->rows, (slong)a->cols);
    if (get_rationals(q, ring, a))
        state = fmpq_mat_inv(q, q) ? STATE_DEFINED : STATE_UNDEFINED;
    for (size_t k = 0; state == STATE_DEFINED && k < a->rows * a->cols; k++)
        out->at[k] =
            exact_rational(ring, fmpq_mat_entry(q, (slong)(k / a->cols),
                                                (slong)(k % a->cols)));
    return state;
}

enum state exact_rank(struct exact_matrix *out, struct exact_run *run,
                      const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    LOCAL_FMPQ_MAT(q, (slong)a->rows, (slong)a->cols);
    if (get_rationals(q, run->ring, a))
        out->at[0] = exact_int(run->ring, fmpq_mat_rref(q, q));
    else
        out->at[0] = exact_by_balls(run, a, FN_RANK);
    return STATE_DEFINED;
}

/* ---- small matrices of any numbers, by minors ---- */

/* Rows and columns left after removing one of each (SIZE_MAX: none). */
struct rest {
    size_t index[EXACT_MAX_MINORS];
    size_t count;
};

static struct rest rest_without(size_t n, size_t removed)
{
    struct rest rest = {.count = 0};
    for (size_t k = 0; k < n; k++)
        if (k != removed)
            rest.index[rest.count++] = k;
    return rest;
}

/*
 * det of the rows and columns left: for every set of columns, the minor of
 * that set and the first rows, expanded along the last of these rows.
 */
static exact_id minor_det(struct exact_ring *ring, const struct exact_matrix *a,
                          const struct rest *rows, const struct rest *cols)
{
    exact_id minors[1 << EXACT_MAX_MINORS] = {EXACT_ONE};
    const unsigned sets = 1U << rows->count;
    for (unsigned set = 1; set < sets; set++) {
        size_t size = 0;
        for (size_t j = 0; j < cols->count; j++)
            size += set >> j & 1;
        exact_id sum = EXACT_ZERO;
        size_t after = size; /* columns of the set from j on */
        for (size_t j = 0; j < cols->count; j++) {
            if (!(set >> j & 1))
                continue;
            after--;
            const exact_id term = exact_mul(
                ring, exact_entry(a, rows->index[size - 1], cols->index[j]),
                minors[set & ~(1U << j)]);
            sum = after % 2 ? exact_sub(ring, sum, term)
                            : exact_add(ring, sum, term);
        }
        minors[set] = sum;
    }
    return minors[sets - 1];
}

static exact_id small_det(struct exact_ring *ring, const struct exact_matrix *a)
{
    const struct rest every = rest_without(a->rows, SIZE_MAX);
    return minor_det(ring, a, &every, &every);
}

enum state exact_det(struct exact_matrix *out, struct exact_run *run,
                     const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    exact_id id = rational_det(run->ring, a);
    if (!id && a->rows <= EXACT_MAX_MINORS)
        id = small_det(run->ring, a);
    else if (!id)
        id = exact_by_balls(run, a, FN_DET);
    out->at[0] = id;
    return STATE_DEFINED;
}

/* The adjugate over the determinant. */
static enum state small_inverse(struct exact_matrix *out,
                                struct exact_ring *ring,
                                const struct exact_matrix *a)
{
    const size_t n = a->rows;
    const exact_id det = small_det(ring, a);
    const enum exact_sign sign = exact_sign(ring, det);
    if (sign == EXACT_SIGN_UNKNOWN || sign == EXACT_IS_ZERO)
        return sign == EXACT_IS_ZERO ? STATE_UNDEFINED : STATE_UNKNOWN;
    const exact_id inverse = exact_inverse(ring, det);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const struct rest rows = rest_without(n, j);
            const struct rest cols = rest_without(n, i);
            exact_id cofactor = minor_det(ring, a, &rows, &cols);
            if ((i + j) % 2)
                cofactor = exact_neg(ring, cofactor);
            out->at[i * n + j] = exact_mul(ring, cofactor, inverse);
        }
    return STATE_DEFINED;
}

enum state exact_inv(struct exact_matrix *out, struct exact_run *run,
                     const struct plan_instr *in)
{
    const struct exact_matrix *a = exact_arg(run, in, 0);
    const enum state state = rational_inverse(out, run->ring, a);
    if (state != STATE_UNKNOWN || a->rows > EXACT_MAX_INVERSE)
        return state;
    return small_inverse(out, run->ring, a);
}
