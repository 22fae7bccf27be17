#include "search/simple.h"

#include <stdlib.h>

uint64_t simple_cost(const rational_t *x)
{
    if (mpq_sgn(x->q) == 0)
        return 0;
    uint64_t bits = mpz_sizeinbase(mpq_numref(x->q), 2);
    uint64_t zeros = mpz_scan1(mpq_numref(x->q), 0);
    uint64_t under = mpz_sizeinbase(mpq_denref(x->q), 2) - 1;
    return (mpq_sgn(x->q) < 0 ? 3U : 2U) + 4 * (bits - zeros - 1) + 2 * zeros +
           5 * under;
}

/* Whether an earlier entry has the same absolute value. */
static bool is_repeated(const struct value *v, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (mpz_cmpabs(mpq_numref(v->rationals[i].q),
                       mpq_numref(v->rationals[k].q)) == 0 &&
            mpz_cmp(mpq_denref(v->rationals[i].q),
                    mpq_denref(v->rationals[k].q)) == 0)
            return true;
    return false;
}

uint64_t simple_value_cost(const struct value *v)
{
    enum { MOST = 256 }; /* entries compared with one another */
    size_t size = v->rows * v->cols;
    uint64_t cost = 0;
    for (size_t k = 0; k < size; k++) {
        cost += simple_cost(&v->rationals[k]);
        if (k < MOST && !is_repeated(v, k))
            cost++;
    }
    return cost;
}

void simple_make_rationals(struct value *v)
{
    if (v->kind == VALUE_RATIONALS)
        return;
    struct value out;
    value_init(&out);
    value_set_rationals(&out, v->rows, v->cols);
    for (size_t i = 0; i < v->rows; i++)
        for (size_t j = 0; j < v->cols; j++)
            value_entry(&out.rationals[i * v->cols + j], v, i, j);
    value_clear(v);
    *v = out;
}

/*
 * Continued fractions: the last convergent p1/q1 whose denominator fits, or
 * the intermediate fraction after it where that is nearer.
 */
void simple_approximate(rational_t *out, const rational_t *x,
                        unsigned long most)
{
    mpz_t p0, q0, p1, q1, a, n, d, t;
    mpz_inits(p0, q0, p1, q1, a, n, d, t, NULL);
    mpz_set_ui(q0, 1);
    mpz_set_ui(p1, 1);
    mpz_set(n, mpq_numref(x->q));
    mpz_set(d, mpq_denref(x->q));
    while (mpz_sgn(d) != 0) {
        mpz_fdiv_qr(a, t, n, d);
        mpz_set(n, d);
        mpz_set(d, t);
        mpz_set(t, q0);
        mpz_addmul(t, a, q1);
        if (mpz_cmp_ui(t, most) > 0) {
            /* The largest step that still fits. */
            mpz_ui_sub(a, most, q0);
            mpz_fdiv_q(a, a, q1);
            mpz_addmul(p0, a, p1);
            mpz_addmul(q0, a, q1);
            break;
        }
        mpz_swap(q0, q1);
        mpz_swap(q1, t);
        mpz_set(t, p0);
        mpz_addmul(t, a, p1);
        mpz_swap(p0, p1);
        mpz_swap(p1, t);
    }
    LOCAL_RATIONAL other = rational_zero(), gap = rational_zero();
    mpz_set(mpq_numref(out->q), p1);
    mpz_set(mpq_denref(out->q), q1);
    mpq_canonicalize(out->q);
    if (mpz_sgn(d) != 0 && mpz_sgn(q0) > 0) {
        mpz_set(mpq_numref(other.q), p0);
        mpz_set(mpq_denref(other.q), q0);
        mpq_canonicalize(other.q);
        mpq_sub(gap.q, out->q, x->q);
        mpq_abs(gap.q, gap.q);
        LOCAL_RATIONAL next = rational_zero();
        mpq_sub(next.q, other.q, x->q);
        mpq_abs(next.q, next.q);
        if (mpq_cmp(next.q, gap.q) < 0)
            mpq_set(out->q, other.q);
    }
    mpz_clears(p0, q0, p1, q1, a, n, d, t, NULL);
}

bool simple_normalise(struct value *v)
{
    bool ok = true;
    LOCAL_RATIONAL sum = rational_zero();
    for (size_t i = 0; i < v->rows && ok; i++) {
        rational_t *row = v->rationals + i * v->cols;
        mpq_set_ui(sum.q, 0, 1);
        for (size_t j = 0; j < v->cols; j++) {
            mpq_abs(row[j].q, row[j].q);
            mpq_add(sum.q, sum.q, row[j].q);
        }
        ok = mpq_sgn(sum.q) > 0;
        for (size_t j = 0; j < v->cols && ok; j++)
            mpq_div(row[j].q, row[j].q, sum.q);
    }
    return ok;
}
