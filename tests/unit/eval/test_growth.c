/*
 * Bounds near infinity hold at points: |v| between its lower term and the sum
 * of its upper ones, its sign, its polynomial; and tails of known integrals.
 */
#include "eval/ball_growth_internal.h"

#include "eval/evaluator.h"
#include "support/cmocka_all.h"

enum { START = 16, PREC = 128 };

/* A growth with its value at t. */
struct curve {
    struct growth g;
    arb_t at; /* the value at `t` */
};

static void curve_init(struct curve *c)
{
    growth_init(&c->g);
    arb_init(c->at);
}

static void curve_clear(struct curve *c)
{
    growth_clear(&c->g);
    arb_clear(c->at);
}

/* c t^m exp(g t + h t^2) */
static void term_value(arb_t out, const struct growth_term *term, const arb_t t)
{
    arb_t e, p;
    arb_init(e);
    arb_init(p);
    arb_mul(e, term->h, t, PREC);
    arb_add(e, e, term->g, PREC);
    arb_mul(e, e, t, PREC);
    arb_exp(e, e, PREC);
    arb_pow(p, t, term->m, PREC);
    arb_mul(p, p, term->c, PREC);
    arb_mul(out, e, p, PREC);
    arb_clear(e);
    arb_clear(p);
}

static void check_poly(const struct growth *g, const arb_t v, const arb_t t)
{
    arb_t sum;
    if (g->length < 0)
        return;
    arb_init(sum);
    for (slong k = g->length; k-- > 0;) {
        arb_mul(sum, sum, t, PREC);
        arb_add(sum, sum, &g->poly[k], PREC);
    }
    assert_true(arb_overlaps(sum, v));
    arb_clear(sum);
}

static void check(const struct curve *c, const arb_t t)
{
    arb_t size, bound, term;
    arb_init(size);
    arb_init(bound);
    arb_init(term);
    assert_true(c->g.is_known);
    arb_abs(size, c->at);
    for (int k = 0; k < c->g.count; k++) {
        term_value(term, &c->g.up[k], t);
        arb_add(bound, bound, term, PREC);
    }
    assert_false(arb_gt(size, bound));
    if (c->g.has_low) {
        term_value(term, &c->g.low, t);
        assert_false(arb_lt(size, term));
        assert_true(arb_is_positive(term));
    }
    assert_false(c->g.sign > 0 && arb_is_negative(c->at));
    assert_false(c->g.sign < 0 && arb_is_positive(c->at));
    check_poly(&c->g, c->at, t);
    arb_clear(size);
    arb_clear(bound);
    arb_clear(term);
}

static void set_number(struct curve *c, slong n, const arb_t start)
{
    arb_set_si(c->at, n);
    growth_constant(&c->g, c->at, start);
}

typedef void pair(struct growth *out, const struct growth *a,
                  const struct growth *b, const arb_t start);
typedef void exact(arb_t out, const arb_t a, const arb_t b, slong prec);

/* r = a (op) b, checked */
static void join(struct curve *r, const struct curve *a, const struct curve *b,
                 pair *op, exact *value, const arb_t start, const arb_t t)
{
    op(&r->g, &a->g, &b->g, start);
    value(r->at, a->at, b->at, PREC);
    check(r, t);
}

static void relu(arb_t out, const arb_t a)
{
    arb_zero(out);
    if (arb_is_positive(a))
        arb_set(out, a);
}

enum { VARIABLE, NUMBER, SUM, SQUARE, QUADRATIC, OTHER, CURVES };

/* Everything made of p = t^2 + sign 3 t + n, at t. */
static void check_functions(struct curve *c, const arb_t start, const arb_t t)
{
    struct curve *p = &c[QUADRATIC], *o = &c[OTHER];
    arb_t half;
    arb_init(half);
    arb_set_d(half, 0.5);
    growth_neg(&o->g, &p->g);
    arb_neg(o->at, p->at);
    check(o, t);
    growth_abs(&o->g, &p->g);
    arb_abs(o->at, p->at);
    check(o, t);
    growth_relu(&o->g, &p->g, start);
    relu(o->at, p->at);
    check(o, t);
    if (p->g.sign > 0 && p->g.has_low) {
        growth_log(&o->g, &p->g, start);
        arb_log(o->at, p->at, PREC);
        check(o, t);
        growth_pow(&o->g, &p->g, half, start);
        arb_sqrt(o->at, p->at, PREC);
        check(o, t);
    }
    if (p->g.has_low)
        join(o, &c[NUMBER], p, growth_div, arb_div, start, t);
    growth_neg(&c[SUM].g, &p->g);
    growth_exp(&o->g, &c[SUM].g, start);
    arb_neg(c[SUM].at, p->at);
    arb_exp(o->at, c[SUM].at, PREC);
    check(o, t);
    growth_unit(&o->g, &p->g, true, start);
    arb_tanh(o->at, p->at, PREC);
    check(o, t);
    arb_clear(half);
}

static void check_quadratic(int sign, slong n, const arb_t start, const arb_t t)
{
    struct curve c[CURVES];
    for (size_t k = 0; k < CURVES; k++)
        curve_init(&c[k]);
    growth_variable(&c[VARIABLE].g, sign, start);
    arb_mul_si(c[VARIABLE].at, t, sign, PREC);
    check(&c[VARIABLE], t);
    join(&c[SQUARE], &c[VARIABLE], &c[VARIABLE], growth_mul, arb_mul, start, t);
    set_number(&c[NUMBER], 3, start);
    join(&c[OTHER], &c[NUMBER], &c[VARIABLE], growth_mul, arb_mul, start, t);
    join(&c[SUM], &c[SQUARE], &c[OTHER], growth_add, arb_add, start, t);
    set_number(&c[NUMBER], n, start);
    join(&c[QUADRATIC], &c[SUM], &c[NUMBER], growth_sub, arb_sub, start, t);
    check_functions(c, start, t);
    for (size_t k = 0; k < CURVES; k++)
        curve_clear(&c[k]);
}

static void test_bounds_hold_at_points(void **state)
{
    static const slong points[] = {16, 17, 20, 40, 1000};
    static const slong numbers[] = {-100000, -1000, -1, 1, 30, 1000, 100000};
    (void)state;
    arb_t start, t;
    arb_init(start);
    arb_init(t);
    arb_set_si(start, START);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            arb_set_si(t, points[i]);
            check_quadratic(1, numbers[k], start, t);
            check_quadratic(-1, numbers[k], start, t);
        }
    arb_clear(start);
    arb_clear(t);
}

/* log(n + exp(-t)) lies between those of the lower term and of the sum. */
static void test_logarithms_lie_between_those_of_the_bounds(void **state)
{
    (void)state;
    arb_t start;
    arb_init(start);
    arb_set_si(start, START);
    for (slong n = 1; n <= 100000; n *= 10) {
        struct curve c[4];
        for (size_t k = 0; k < 4; k++)
            curve_init(&c[k]);
        growth_variable(&c[0].g, 1, start);
        growth_neg(&c[1].g, &c[0].g);
        growth_exp(&c[0].g, &c[1].g, start);
        arb_neg(c[0].at, start);
        arb_exp(c[0].at, c[0].at, PREC);
        set_number(&c[1], n, start);
        join(&c[2], &c[1], &c[0], growth_add, arb_add, start, start);
        growth_log(&c[3].g, &c[2].g, start);
        arb_log(c[3].at, c[2].at, PREC);
        check(&c[3], start);
        for (size_t k = 0; k < 4; k++)
            curve_clear(&c[k]);
    }
    arb_clear(start);
}

/* exp(-t), n exp(-t) and their opposites lie in [0, c] or [-c, 0]. */
static void test_what_decays_has_a_polynomial_form(void **state)
{
    (void)state;
    arb_t start;
    arb_init(start);
    arb_set_si(start, START);
    for (slong n = -1000; n <= 1000; n += 333) {
        struct curve c[4];
        for (size_t k = 0; k < 4; k++)
            curve_init(&c[k]);
        growth_variable(&c[0].g, 1, start);
        growth_neg(&c[1].g, &c[0].g);
        growth_exp(&c[0].g, &c[1].g, start);
        arb_neg(c[0].at, start);
        arb_exp(c[0].at, c[0].at, PREC);
        set_number(&c[1], n, start);
        join(&c[2], &c[1], &c[0], growth_mul, arb_mul, start, start);
        assert_true(growth_as_poly(&c[3].g, &c[2].g, start));
        assert_true(c[3].g.length >= 0);
        arb_set(c[3].at, c[2].at);
        check(&c[3], start);
        for (size_t k = 0; k < 4; k++)
            curve_clear(&c[k]);
    }
    arb_clear(start);
}

/* The integral of (t + n) exp(-t) from s on is (s + 1 + n) exp(-s). */
static void test_tails_are_at_least_the_integral(void **state)
{
    (void)state;
    struct curve line, number, sum, minus, decay, product;
    struct curve *all[] = {&line, &number, &sum, &minus, &decay, &product};
    arb_t start, bound, value, e;
    arb_init(start);
    arb_init(bound);
    arb_init(value);
    arb_init(e);
    arb_set_si(start, START);
    for (size_t k = 0; k < 6; k++)
        curve_init(all[k]);
    for (slong n = 0; n <= 100000; n = 10 * n + 1) {
        growth_variable(&line.g, 1, start);
        set_number(&number, n, start);
        growth_add(&sum.g, &line.g, &number.g, start);
        growth_neg(&minus.g, &line.g);
        growth_exp(&decay.g, &minus.g, start);
        growth_mul(&product.g, &sum.g, &decay.g, start);
        assert_true(growth_integral(bound, &product.g, false, start));
        arb_neg(e, start);
        arb_exp(e, e, PREC);
        arb_set_si(value, START + 1 + n);
        arb_mul(value, value, e, PREC);
        assert_false(arb_lt(bound, value));
        arb_mul_2exp_si(value, value, 2);
        assert_true(arb_lt(bound, value)); /* and not far from it */
    }
    growth_exp(&decay.g, &line.g, start); /* without end */
    assert_false(growth_integral(bound, &decay.g, false, start));
    assert_true(growth_integral(bound, &decay.g, true, start));
    assert_false(growth_integral(bound, &line.g, false, start));
    for (size_t k = 0; k < 6; k++)
        curve_clear(all[k]);
    arb_clear(start);
    arb_clear(bound);
    arb_clear(value);
    arb_clear(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_hold_at_points),
        cmocka_unit_test(test_logarithms_lie_between_those_of_the_bounds),
        cmocka_unit_test(test_what_decays_has_a_polynomial_form),
        cmocka_unit_test(test_tails_are_at_least_the_integral),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
