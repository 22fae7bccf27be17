/* Tactics that make single inputs simpler, their sizes kept. */
#include "search/shrink_internal.h"

#include <stdlib.h>

/* A candidate for one entry from its present value. */
typedef void entry_change(rational_t *x, unsigned long parameter);

static void to_fraction(rational_t *x, unsigned long most)
{
    LOCAL_RATIONAL out = rational_zero();
    simple_approximate(&out, x, most);
    mpq_swap(x->q, out.q);
}

/* Towards 0, so that what must stay small does. */
static void cut_fraction(rational_t *x, unsigned long under)
{
    LOCAL_MPZ(n);
    mpz_mul_ui(n, mpq_numref(x->q), under);
    mpz_tdiv_q(n, n, mpq_denref(x->q));
    mpz_set(mpq_numref(x->q), n);
    mpz_set_ui(mpq_denref(x->q), under);
    mpq_canonicalize(x->q);
}

/* Away from 0. */
static void extend_fraction(rational_t *x, unsigned long under)
{
    LOCAL_MPZ(n);
    mpz_mul_ui(n, mpq_numref(x->q), under);
    if (mpq_sgn(x->q) < 0)
        mpz_fdiv_q(n, n, mpq_denref(x->q));
    else
        mpz_cdiv_q(n, n, mpq_denref(x->q));
    mpz_set(mpq_numref(x->q), n);
    mpz_set_ui(mpq_denref(x->q), under);
    mpq_canonicalize(x->q);
}

static void to_absolute(rational_t *x, unsigned long parameter)
{
    (void)parameter;
    mpq_abs(x->q, x->q);
}

static void to_negative(rational_t *x, unsigned long parameter)
{
    (void)parameter;
    mpq_neg(x->q, x->q);
}

static void to_sign(rational_t *x, unsigned long parameter)
{
    (void)parameter;
    rational_set_int(x, mpq_sgn(x->q));
}

/* To the next power of two towards 0. */
static void to_leading_bit(rational_t *x, unsigned long parameter)
{
    (void)parameter;
    cut_fraction(x, 1);
    if (mpq_sgn(x->q) == 0)
        return;
    int sign = mpq_sgn(x->q);
    mp_bitcnt_t bits = mpz_sizeinbase(mpq_numref(x->q), 2) - 1;
    rational_set_int(x, sign);
    mpq_mul_2exp(x->q, x->q, bits);
}

static void divide_by_power(rational_t *x, unsigned long power)
{
    mpq_div_2exp(x->q, x->q, power);
}

/* ORDER: from the largest step to the smallest. */
static const unsigned long powers[] = {64, 32, 16, 8, 4, 2, 1};
static const unsigned long unders[] = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32, 64, 100, 256, 1000, 4096, 1000000};

enum { UNDERS = sizeof unders / sizeof *unders };

static struct value copy_of(const struct value *v)
{
    struct value copy;
    value_init(&copy);
    value_copy(&copy, v);
    return copy;
}

/* ---- whole inputs ---- */

static bool change_all(struct shrink *s, const struct block *b,
                       entry_change *change, unsigned long parameter)
{
    struct value v = copy_of(shrink_value(s, b));
    for (size_t k = 0; k < v.rows * v.cols; k++)
        change(&v.rationals[k], parameter);
    return shrink_try(s, b, &v);
}

/* on * I + off * J */
static bool set_pattern(struct shrink *s, const struct block *b, int on,
                        int off)
{
    struct value v = copy_of(shrink_value(s, b));
    for (size_t k = 0; k < v.rows * v.cols; k++)
        rational_set_int(&v.rationals[k],
                         off + (k / v.cols == k % v.cols ? on : 0));
    return shrink_try(s, b, &v);
}

/* Divided by the largest absolute value, or by a power of two near it. */
static bool rescale(struct shrink *s, const struct block *b, bool binary)
{
    struct value v = copy_of(shrink_value(s, b));
    LOCAL_RATIONAL most = rational_zero(), size = rational_zero();
    for (size_t k = 0; k < v.rows * v.cols; k++) {
        mpq_abs(size.q, v.rationals[k].q);
        if (mpq_cmp(size.q, most.q) > 0)
            mpq_set(most.q, size.q);
    }
    if (binary && mpq_sgn(most.q) > 0) {
        long shift = (long)mpz_sizeinbase(mpq_numref(most.q), 2) -
                     (long)mpz_sizeinbase(mpq_denref(most.q), 2);
        mpq_set_ui(most.q, 1, 1);
        if (shift > 0)
            mpq_mul_2exp(most.q, most.q, (mp_bitcnt_t)shift);
        else
            mpq_div_2exp(most.q, most.q, (mp_bitcnt_t)-shift);
    }
    for (size_t k = 0; k < v.rows * v.cols && mpq_sgn(most.q) > 0; k++)
        mpq_div(v.rationals[k].q, v.rationals[k].q, most.q);
    return shrink_try(s, b, &v);
}

static bool simplify_whole(struct shrink *s, const struct block *b)
{
    if (set_pattern(s, b, 0, 0) || set_pattern(s, b, 0, 1) ||
        set_pattern(s, b, 1, 0) || change_all(s, b, to_sign, 0) ||
        change_all(s, b, to_absolute, 0) || change_all(s, b, to_negative, 0) ||
        rescale(s, b, false) || rescale(s, b, true))
        return true;
    for (size_t k = 0; k < UNDERS && !shrink_is_over(s); k++)
        if (change_all(s, b, to_fraction, unders[k]) ||
            change_all(s, b, cut_fraction, unders[k]) ||
            change_all(s, b, extend_fraction, unders[k]))
            return true;
    return false;
}

bool shrink_wholes(struct shrink *s)
{
    for (size_t k = 0; k < s->space->nblocks; k++)
        if (simplify_whole(s, &s->space->blocks[k]))
            return true;
    return false;
}

/* ---- rows and columns ---- */

enum line_change { LINE_CLEAR, LINE_NEGATE, LINE_COPY, LINE_CHANGES };

static bool change_line(struct shrink *s, const struct block *b, bool row,
                        size_t at, enum line_change change)
{
    struct value v = copy_of(shrink_value(s, b));
    for (size_t k = 0; k < v.rows * v.cols; k++) {
        size_t first = row ? k % v.cols : k / v.cols * v.cols;
        if ((row ? k / v.cols : k % v.cols) != at)
            continue;
        if (change == LINE_CLEAR)
            rational_set_int(&v.rationals[k], 0);
        else if (change == LINE_NEGATE)
            mpq_neg(v.rationals[k].q, v.rationals[k].q);
        else
            mpq_set(v.rationals[k].q, v.rationals[first].q);
    }
    return shrink_try(s, b, &v);
}

static bool simplify_lines(struct shrink *s, const struct block *b)
{
    for (int c = LINE_CLEAR; c < LINE_CHANGES; c++) {
        for (size_t r = 0; r < b->rows && b->cols > 1 && !shrink_is_over(s);
             r++)
            if (change_line(s, b, true, r, (enum line_change)c))
                return true;
        for (size_t r = 0; r < b->cols && b->rows > 1 && !shrink_is_over(s);
             r++)
            if (change_line(s, b, false, r, (enum line_change)c))
                return true;
    }
    return false;
}

bool shrink_lines(struct shrink *s)
{
    for (size_t k = 0; k < s->space->nblocks; k++)
        if (simplify_lines(s, &s->space->blocks[k]))
            return true;
    return false;
}

/* ---- entries ---- */

static bool set_entry(struct shrink *s, const struct block *b, size_t k,
                      const rational_t *x)
{
    struct value v = copy_of(shrink_value(s, b));
    mpq_set(v.rationals[k].q, x->q);
    return shrink_try(s, b, &v);
}

static bool change_entry(struct shrink *s, const struct block *b, size_t k,
                         entry_change *change, unsigned long parameter)
{
    struct value v = copy_of(shrink_value(s, b));
    change(&v.rationals[k], parameter);
    return shrink_try(s, b, &v);
}

/* Small integers, and what other entries are. */
static bool set_to_known(struct shrink *s, const struct block *b, size_t k)
{
    static const int digits[] = {0, 1, -1, 2, -2, 3, -3};
    enum { OTHERS = 24 };
    LOCAL_RATIONAL x = rational_zero();
    bool taken = false;
    for (size_t i = 0; i < sizeof digits / sizeof *digits && !taken; i++) {
        rational_set_int(&x, digits[i]);
        taken = set_entry(s, b, k, &x);
    }
    size_t size = b->rows * b->cols;
    for (size_t i = 0; i < size && i < OTHERS && !taken; i++) {
        mpq_set(x.q, shrink_value(s, b)->rationals[i].q);
        taken = set_entry(s, b, k, &x);
    }
    return taken;
}

static bool simplify_entry(struct shrink *s, const struct block *b, size_t k)
{
    if (mpq_sgn(shrink_value(s, b)->rationals[k].q) == 0)
        return false;
    if (set_to_known(s, b, k) || change_entry(s, b, k, to_negative, 0) ||
        change_entry(s, b, k, to_leading_bit, 0))
        return true;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (change_entry(s, b, k, divide_by_power, powers[i]))
            return true;
    for (size_t i = 0; i < UNDERS; i++)
        if (change_entry(s, b, k, to_fraction, unders[i]) ||
            change_entry(s, b, k, cut_fraction, unders[i]) ||
            change_entry(s, b, k, extend_fraction, unders[i]))
            return true;
    return false;
}

bool shrink_entries(struct shrink *s)
{
    for (size_t k = 0; k < s->space->nblocks; k++) {
        const struct block *b = &s->space->blocks[k];
        for (size_t i = 0; i < b->rows * b->cols && !shrink_is_over(s); i++)
            if (simplify_entry(s, b, i))
                return true;
    }
    return false;
}

/* ---- several inputs at once ---- */

/* Every input changed in the same way; the values go back if it fails. */
static bool change_together(struct shrink *s, entry_change *change,
                            unsigned long parameter)
{
    size_t n = s->space->nblocks;
    LOCAL_FREE struct value *old = xcalloc(n + 1, sizeof *old);
    uint64_t before = 0, after = 0;
    for (size_t k = 0; k < n; k++) {
        struct value *v = &s->stage->x.values[s->space->blocks[k].slot];
        old[k] = copy_of(v);
        before += simple_value_cost(v);
        for (size_t i = 0; i < v->rows * v->cols; i++)
            change(&v->rationals[i], parameter);
        after += simple_value_cost(v);
    }
    bool taken = after < before && shrink_violates(s);
    for (size_t k = 0; k < n; k++) {
        if (!taken)
            value_copy(&s->stage->x.values[s->space->blocks[k].slot], &old[k]);
        value_clear(&old[k]);
    }
    return taken;
}

bool shrink_together(struct shrink *s)
{
    static const unsigned long common[] = {1, 2, 4, 8, 10, 16, 64, 256, 4096};
    if (s->space->nblocks < 2 || shrink_is_over(s))
        return false;
    if (change_together(s, to_absolute, 0) ||
        change_together(s, to_negative, 0) || change_together(s, to_sign, 0))
        return true;
    for (size_t k = 0; k < sizeof common / sizeof *common; k++)
        if (!shrink_is_over(s) && (change_together(s, to_fraction, common[k]) ||
                                   change_together(s, cut_fraction, common[k])))
            return true;
    return false;
}
