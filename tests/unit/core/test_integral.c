/*
 * Enclosures of integrals and derivatives: what they prove, and what has none.
 * Attacks 31, 36 of docs/core.md.
 */
#include "support.h"

#include "base/rng.h"
#include "core/derivative.h"
#include "core/enclose.h"

#include <string.h>

#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

/* A real variable to be bound. */
static const struct atom *real(struct symbols *s, unsigned number)
{
    return generic_numbered(s->pool, false, integer(s, 0), integer(s, 1),
                            number);
}

/* integral(t in lo..hi, body) with t for that variable */
static const struct form *integral(struct symbols *s, const struct form *lo,
                                   const struct form *hi,
                                   const struct form *body,
                                   const struct atom *t)
{
    return form_bind(s->pool, BINDER_INTEGRAL, lo, hi, body, t);
}

static const struct form *call(struct symbols *s, unsigned fn,
                               const struct form *a)
{
    return form_apply1(s->pool, fn, a);
}

static const struct form *half(struct symbols *s)
{
    return call(s, CORE_RECIP, integer(s, 2));
}

/* 0 <= f - k/1000, 0 <= k/1000 - f */
static const struct form *near(struct symbols *s, const struct form *f,
                               int64_t low, int64_t high)
{
    const struct form *thousand = ring_mul(s->pool, integer(s, 1000), f);

    return relation_and(
        s->pool, call(s, CORE_LE, ring_sub(s->pool, thousand, integer(s, low))),
        call(s, CORE_LE, ring_sub(s->pool, integer(s, high), thousand)));
}

/* Whether the facts lo <= x <= hi give the relation. */
static bool gives(struct symbols *s, int64_t lo, int64_t hi,
                  const struct form *relation)
{
    const struct form *facts[] = {
        call(s, CORE_LE, ring_sub(s->pool, s->x, integer(s, lo))),
        call(s, CORE_LE, ring_sub(s->pool, integer(s, hi), s->x))};

    assert_non_null(relation);
    return enclosure_gives(s->pool, facts, 2, 64, relation);
}

static void test_integrals_are_enclosed(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *t = t_->form, *zero = integer(s, 0),
                      *one = integer(s, 1);
    const struct form *exp = call(s, FN_EXP, ring_mul(s->pool, t, s->x));
    const struct form *up = integral(s, zero, one, exp, t_);

    /* integral(t in 0..1, exp(x t)) for x = 1: e - 1 = 1.71828 */
    assert_true(gives(s, 1, 1, near(s, up, 1718, 1719)));
    assert_false(gives(s, 1, 1, near(s, up, 1700, 1718)));
    assert_true(gives(s, 0, 1, near(s, up, 1000, 1719)));
    /* 31: turned round it has the other sign */
    assert_true(
        gives(s, 1, 1, near(s, integral(s, one, zero, exp, t_), -1719, -1718)));
    /* to x, which may be on either side of 0 */
    up = integral(s, zero, s->x, call(s, FN_EXP, t), t_);
    assert_true(gives(s, 1, 1, near(s, up, 1718, 1719)));
    assert_true(gives(s, -1, -1, near(s, up, -633, -632)));
    assert_true(gives(s, 0, 1, call(s, CORE_LE, up)));
    assert_false(gives(s, -1, 1, call(s, CORE_LE, up)));
    assert_false(gives(s, 0, 1, call(s, CORE_LT, up)));
    /* of what is not known nothing is */
    assert_false(
        gives(s, 0, 1, near(s, integral(s, zero, s->y, one, t_), -9999, 9999)));
    assert_false(
        gives(s, 0, 1, near(s, integral(s, zero, one, s->y, t_), -9999, 9999)));
}

/* A kink, a jump at 1/2, a root at an end; a relation is 1 or 0. */
static void test_pieces_that_are_not_smooth(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *t = t_->form, *zero = integer(s, 0),
                      *one = integer(s, 1);
    const struct form *from = ring_sub(s->pool, t, half(s));
    const struct form *late = call(s, CORE_LT, from);

    assert_true(gives(
        s, 0, 0,
        near(s, integral(s, zero, one, call(s, FN_ABS, from), t_), 249, 251)));
    assert_true(
        gives(s, 0, 0, near(s, integral(s, zero, one, late, t_), 499, 501)));
    assert_true(gives(
        s, 0, 0,
        near(s, integral(s, zero, one, call(s, FN_SQRT, t), t_), 666, 667)));
    /* if(1/2 < t, 1/t, 5): 5/2 + log 2 = 3.1931 */
    assert_true(gives(
        s, 0, 0,
        near(s,
             integral(s, zero, one,
                      ring_add(s->pool,
                               ring_mul(s->pool, late, call(s, CORE_RECIP, t)),
                               ring_mul(s->pool, integer(s, 5),
                                        ring_sub(s->pool, one, late))),
                      t_),
             3193, 3194)));
}

/* Attack 36: what is not bounded has no enclosure, whatever its sign. */
static void test_poles(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *t = t_->form, *one = integer(s, 1);
    const struct form *pole = call(s, CORE_RECIP, t);
    const struct form *square = ring_mul(s->pool, pole, pole);
    const struct form *over;

    for (int64_t lo = -1; lo <= 0; lo++) {
        over = integral(s, integer(s, lo), one, square, t_);
        assert_false(gives(s, 0, 0, call(s, CORE_LE, over)));
        assert_false(gives(s, 0, 0, near(s, over, -2000, -2000)));
        over = integral(s, integer(s, lo), one, pole, t_);
        assert_false(gives(s, 0, 0, near(s, over, -99999, 99999)));
        over = integral(s, integer(s, lo), one, call(s, FN_LOG, t), t_);
        assert_false(gives(s, 0, 0, near(s, over, -99999, 99999)));
    }
    over = integral(s, half(s), one, square, t_);
    assert_true(gives(s, 0, 0, near(s, over, 999, 1001)));
    /* x may be the pole: 1/(t - x) */
    over = integral(s, one, integer(s, 2),
                    call(s, CORE_RECIP, ring_sub(s->pool, t, s->x)), t_);
    assert_true(gives(s, 0, 0, near(s, over, 693, 694)));
    assert_false(gives(s, 0, 1, call(s, CORE_LE, over)));
    /* over one point it is 0 */
    over = integral(s, s->x, s->x, pole, t_);
    assert_true(gives(s, -1, 1, near(s, over, 0, 0)));
}

/* What may not be measurable is bounded for nothing. */
static void test_bodies_that_are_not_measurable(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0), *u_ = real(s, 1), *i_;
    const struct form *t = t_->form, *zero = integer(s, 0),
                      *one = integer(s, 1);
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FAMILY,
                         .serial = 1,
                         .name = "F"};
    const struct atom *family = pool_atom(s->pool, &model);
    const struct form *index = t_->form;
    const struct form *member = form_member(s->pool, family, &index, 1);
    const struct form *inner;

    assert_false(
        gives(s, 0, 1,
              near(s, integral(s, zero, one, call(s, FN_TANH, member), t_),
                   -1000, 1000)));
    /* a constant, whatever it is */
    i_ = generic(s, 1, s->n);
    index = i_->form;
    member = form_member(s->pool, family, &index, 1);
    assert_true(
        gives(s, 0, 1,
              near(s, integral(s, zero, one, call(s, FN_TANH, member), t_),
                   -1000, 1000)));
    inner = call(s, FN_TANH, sum_over(s, i_, ring_mul(s->pool, t, i_->form)));
    assert_false(gives(
        s, 0, 1, near(s, integral(s, zero, one, inner, t_), -1000, 1000)));
    /* an integral inside, of the outer variable and not of it */
    inner = integral(s, zero, t, call(s, FN_EXP, u_->form), u_);
    assert_false(gives(
        s, 0, 1, near(s, integral(s, zero, one, inner, t_), -9999, 9999)));
    inner = ring_mul(s->pool, t, integral(s, zero, one, u_->form, u_));
    assert_true(
        gives(s, 0, 1, near(s, integral(s, zero, one, inner, t_), 249, 251)));
}

/* A fact about x says nothing of the bound variable, nor the other way. */
static void test_variables_stay_apart(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0), *u_ = real(s, 1);
    const struct form *t = t_->form, *u = u_->form;
    const struct form *zero = integer(s, 0), *one = integer(s, 1);
    const struct form *two = integer(s, 2);
    const struct form *inner = integral(s, one, two, u, u_); /* 3/2 */
    const struct form *body =
        ring_add(s->pool, ring_mul(s->pool, t, inner), s->x);

    /* 3/4 + x */
    assert_true(
        gives(s, 5, 5, near(s, integral(s, zero, one, body, t_), 5749, 5751)));
    /* with t and u exchanged nothing changes */
    inner = integral(s, one, two, t, t_);
    assert_true(gives(
        s, 5, 5,
        near(s,
             integral(s, zero, one,
                      ring_add(s->pool, ring_mul(s->pool, u, inner), s->x), u_),
             5749, 5751)));
}

/* Work ends: a body that is nowhere easy. */
static void test_work_is_bounded(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *body =
        call(s, FN_ABS,
             call(s, FN_SIN, ring_mul(s->pool, integer(s, 1000000), t_->form)));
    size_t before = pool_burnt(s->pool);

    assert_true(gives(
        s, 0, 0,
        near(s, integral(s, integer(s, 0), integer(s, 1), body, t_), 0, 1000)));
    assert_true(pool_burnt(s->pool) - before < 50000);
}

/* A log makes integrals with a real variable, and no other way. */
static void test_lines(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *area =
        integral(s, integer(s, 0), integer(s, 1), t_->form, t_);
    static const struct atom *symbols[1];
    struct sequent sequent = {.symbols = symbols,
                              .nsymbols = 1,
                              .conclusion = relation_true(s->pool)};
    struct draft *d;

    symbols[0] = s->x_;
    d = draft_new(s->theory, &sequent);
    assert_learned(
        draft_rule(d, "enclose", "tn", near(s, area, 499, 501), (size_t)64));
    assert_refused(
        draft_rule(d, "enclose", "tn", near(s, area, 501, 999), (size_t)64));
    /* the variable itself is nobody's */
    assert_refused(draft_rule(
        d, "enclose", "tn",
        call(s, CORE_LE, ring_mul(s->pool, t_->form, t_->form)), (size_t)64));
    assert_refused(draft_rule(d, "scope", "v", t_));
    draft_free(d);
}

/* What is built in: terms of a sum, factors in front, powers. */
static void test_integrals_by_form(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *t = t_->form, *x = s->x, *zero = integer(s, 0),
                      *one = integer(s, 1), *y = s->y;
    const struct form *pole = call(s, CORE_RECIP, t);
    const struct form *exp = call(s, FN_EXP, ring_mul(s->pool, t, x));
    const struct form *of_exp = integral(s, zero, y, exp, t_);

    assert_ptr_equal(integral(s, zero, one, ring_mul(s->pool, t, t), t_),
                     call(s, CORE_RECIP, integer(s, 3)));
    assert_ptr_equal(integral(s, x, y, t, t_),
                     ring_mul(s->pool, half(s),
                              ring_sub(s->pool, ring_mul(s->pool, y, y),
                                       ring_mul(s->pool, x, x))));
    assert_ptr_equal(integral(s, x, y, one, t_), ring_sub(s->pool, y, x));
    assert_ptr_equal(integral(s, zero, y,
                              ring_mul(s->pool, ring_mul(s->pool, x, y), exp),
                              t_),
                     ring_mul(s->pool, ring_mul(s->pool, x, y), of_exp));
    assert_ptr_equal(integral(s, zero, y,
                              ring_add(s->pool, exp, ring_mul(s->pool, x, t)),
                              t_),
                     ring_add(s->pool, of_exp,
                              ring_mul(s->pool, ring_mul(s->pool, half(s), x),
                                       ring_mul(s->pool, y, y))));
    assert_true(
        form_is_nil(integral(s, zero, one, ring_sub(s->pool, pole, pole), t_)));
    /* attack: 1/t + t has no integral, so it is 0; that of t is not */
    assert_ptr_not_equal(
        integral(s, zero, one, ring_add(s->pool, pole, t), t_),
        ring_add(s->pool, integral(s, zero, one, pole, t_), half(s)));
    exp = call(s, FN_LOG, exp);
    assert_ptr_not_equal(
        integral(s, zero, one, ring_add(s->pool, exp, t), t_),
        ring_add(s->pool, integral(s, zero, one, exp, t_), half(s)));
}

/* Derivatives. */

static const struct form *product(struct symbols *s, const struct form *a,
                                  const struct form *b)
{
    return ring_mul(s->pool, a, b);
}

/* How many conditions hold if lo <= x <= hi. */
static size_t holding(struct symbols *s, int64_t lo, int64_t hi,
                      const struct form *const *conditions, size_t count)
{
    size_t out = 0;

    for (size_t i = 0; i < count; i++)
        out += gives(s, lo, hi, conditions[i]);
    return out;
}

static void test_derivatives(void **state)
{
    struct symbols *s = *state;
    const struct atom *t_ = real(s, 0);
    const struct form *t = t_->form, *x = s->x, *zero = integer(s, 0),
                      *one = integer(s, 1), *square = product(s, x, x), *f;
    struct conditions asked = {.nsmooth = 0};

    f = call(s, FN_EXP, product(s, x, t));
    assert_ptr_equal(
        form_derivative(s->pool, integral(s, zero, one, f, t_), s->x_, &asked),
        integral(s, zero, one, product(s, t, f), t_));
    f = call(s, FN_EXP, t);
    assert_ptr_equal(
        form_derivative(s->pool, integral(s, x, square, f, t_), s->x_, &asked),
        ring_sub(
            s->pool,
            product(s, product(s, integer(s, 2), x), call(s, FN_EXP, square)),
            call(s, FN_EXP, x)));
    /* a letter that it does not have, and its own */
    f = integral(s, zero, one, f, t_);
    assert_true(form_is_nil(form_derivative(s->pool, f, s->x_, &asked)));
    assert_int_equal(asked.nsmooth + asked.ncontinuous, 0);
    /* t - x != 0 for all t of 0..1, by x and by t alike */
    f = call(s, CORE_RECIP, ring_sub(s->pool, t, x));
    assert_non_null(
        form_derivative(s->pool, integral(s, zero, one, f, t_), s->x_, &asked));
    assert_int_equal(asked.nsmooth, 1);
    assert_int_equal(asked.ncontinuous, 1);
    assert_int_equal(holding(s, 2, 3, asked.smooth, 1), 1);
    assert_int_equal(holding(s, 0, 3, asked.smooth, 1), 0);
    assert_int_equal(holding(s, 1, 3, asked.continuous, 1), 0);
    /* the ends may be the wrong way round */
    asked = (struct conditions){.nsmooth = 0};
    assert_non_null(
        form_derivative(s->pool, integral(s, one, zero, f, t_), s->x_, &asked));
    assert_int_equal(holding(s, 2, 3, asked.smooth, 1), 1);
    assert_int_equal(holding(s, 1, 1, asked.smooth, 1), 0);
    /* at an end of a continuous body nothing is asked, */
    asked = (struct conditions){.nsmooth = 0};
    f = call(s, FN_ABS, ring_sub(s->pool, t, one));
    assert_ptr_equal(
        form_derivative(s->pool, integral(s, zero, x, f, t_), s->x_, &asked),
        call(s, FN_ABS, ring_sub(s->pool, x, one)));
    assert_int_equal(asked.nsmooth + asked.ncontinuous, 0);
    /* but where it jumps, or has x in it */
    f = call(s, FN_SIGN, ring_sub(s->pool, t, one));
    form_derivative(s->pool, integral(s, zero, x, f, t_), s->x_, &asked);
    assert_true(asked.nsmooth > 0 && asked.ncontinuous > 0);
    asked = (struct conditions){.nsmooth = 0};
    f = call(s, FN_ABS, ring_sub(s->pool, t, x));
    form_derivative(s->pool, integral(s, zero, x, f, t_), s->x_, &asked);
    assert_true(asked.nsmooth > 0);
    /* what has no derivative by its own variable */
    f = call(s, CORE_LT, ring_sub(s->pool, t, x));
    assert_null(
        form_derivative(s->pool, integral(s, zero, one, f, t_), s->x_, &asked));
    pool_forgive(s->pool);
}

/*
 * 0 <= dt/dy |- t(lo) <= t(hi) for the number y that is fixed; *fine: whether
 * it is learned.
 */
static bool rises(struct symbols *s, int64_t lo, int64_t hi,
                  const struct form *(*made)(struct symbols *s,
                                             const struct form *y))
{
    const struct form *t, *slope, *y;
    struct conditions asked = {.nsmooth = 0};
    struct sequent sequent = {.conclusion = relation_true(s->pool)};
    struct draft *d = draft_new(s->theory, &sequent);
    fact_t facts[3], sign, out;

    y = draft_next(d, false, NULL);
    facts[0] = draft_rule(d, "between", "tt", integer(s, lo), integer(s, hi));
    facts[1] = facts[0] + 1;
    t = made(s, y);
    slope = form_derivative(s->pool, t, y->terms[0].monomial->items[0].atom,
                            &asked);
    assert_non_null(slope);
    sign = draft_rule(d, "enclose", "tnF", call(s, CORE_LE, slope), (size_t)64,
                      (size_t)2, facts);
    assert_true(sign != FACT_NONE || slope == ring_int(s->pool, 0));
    out = draft_rule(d, "rise", "tnfF", t, (size_t)0, sign, (size_t)2, facts);
    draft_free(d);
    return out != FACT_NONE;
}

static const struct form *area(struct symbols *s, const struct form *y)
{
    const struct atom *t = real(s, 0);

    return integral(
        s, integer(s, 0), y,
        call(s, CORE_RECIP,
             ring_add(s->pool, integer(s, 1), product(s, t->form, t->form))),
        t);
}

/* Attack: -2 y, whose slope would be 0. */
static const struct form *jumps(struct symbols *s, const struct form *y)
{
    const struct atom *t = real(s, 0);

    return integral(s, integer(s, -1), integer(s, 1),
                    call(s, FN_SIGN, ring_sub(s->pool, t->form, y)), t);
}

/* Attack: -1 for positive y, and 0 for y = 0. */
static const struct form *falls_at_0(struct symbols *s, const struct form *y)
{
    const struct atom *t = real(s, 0);

    return ring_neg(s->pool,
                    integral(s, integer(s, 1), integer(s, 2),
                             call(s, FN_SIGN, product(s, t->form, y)), t));
}

/* fn(y + t - u) for t and u, each between 0 and 1. */
static const struct form *twice(struct symbols *s, const struct form *y,
                                unsigned fn)
{
    const struct atom *t = real(s, 0), *u = real(s, 1);
    const struct form *at =
        ring_add(s->pool, y, ring_sub(s->pool, t->form, u->form));
    const struct form *inner =
        integral(s, integer(s, 0), integer(s, 1), call(s, fn, at), u);

    return integral(s, integer(s, 0), integer(s, 1), inner, t);
}

/* Whether all that is asked of the derivative holds for y in 1/4..1/2. */
static bool is_smooth(struct symbols *s, const struct form *f)
{
    const struct form *facts[] = {
        call(s, CORE_LT,
             ring_sub(s->pool, ring_mul(s->pool, integer(s, 4), s->x),
                      integer(s, 1))),
        call(s, CORE_LT,
             ring_sub(s->pool, integer(s, 1),
                      ring_mul(s->pool, integer(s, 2), s->x)))};
    struct conditions asked = {.nsmooth = 0};
    bool fine = form_derivative(s->pool, f, s->x_, &asked) != NULL;

    for (size_t i = 0; i < asked.nsmooth && fine; i++)
        fine = enclosure_gives(s->pool, facts, 2, 64, asked.smooth[i]);
    return fine;
}

/* Attack: what is asked for t and u is asked where both are the same number, as
 * if the slope of what jumps inside were 0 (0 <= integral(t in 0..1, integral(u
 * in 0..1, sign(1/4 + t - u) - 1)) came of it). */
static void test_integrals_in_integrals(void **state)
{
    struct symbols *s = *state;

    assert_false(is_smooth(s, twice(s, s->x, FN_SIGN)));
    assert_false(is_smooth(s, twice(s, s->x, CORE_RECIP)));
    assert_false(is_smooth(s, twice(s, s->x, FN_ABS)));
    assert_true(is_smooth(
        s, twice(s, ring_add(s->pool, s->x, integer(s, 1)), CORE_RECIP)));
}

static void test_integrals_rise(void **state)
{
    struct symbols *s = *state;

    assert_true(rises(s, 0, 1, area));
    assert_true(rises(s, -3, 1, area));
    assert_false(rises(s, -1, 1, jumps));
    assert_true(rises(s, 1, 2, falls_at_0));
    assert_false(rises(s, 0, 1, falls_at_0));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_integrals_are_enclosed),
        TEST(test_pieces_that_are_not_smooth),
        TEST(test_poles),
        TEST(test_bodies_that_are_not_measurable),
        TEST(test_variables_stay_apart),
        TEST(test_work_is_bounded),
        TEST(test_lines),
        TEST(test_integrals_by_form),
        TEST(test_derivatives),
        TEST(test_integrals_rise),
        TEST(test_integrals_in_integrals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
