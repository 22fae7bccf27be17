/* Brackets of closed scalars, against decimals. */
#include "spec_fixture.h"

#include "instance/range.h"

/* The text's decimals are the value's first: it is in [text, text + unit]. */
static void assert_around(const struct bracket *b, const char *numerator,
                          unsigned decimals)
{
    mpq_t low, unit;
    mpq_init(low);
    mpq_init(unit);
    mpz_set_str(mpq_numref(low), numerator, 10);
    mpz_ui_pow_ui(mpq_denref(low), 10, decimals);
    mpz_set_ui(mpq_numref(unit), 1);
    mpz_set(mpq_denref(unit), mpq_denref(low));
    mpq_canonicalize(low);
    /* it meets the decimals, and is itself as narrow */
    assert_true(mpq_cmp(b->hi.q, low) >= 0);
    mpq_add(low, low, unit);
    assert_true(mpq_cmp(b->lo.q, low) <= 0);
    mpq_sub(low, b->hi.q, b->lo.q);
    assert_true(mpq_sgn(low) >= 0 && mpq_cmp(low, unit) <= 0);
    mpq_clear(low);
    mpq_clear(unit);
}

/* The bracket of the lower end of a range in the language's words. */
static enum status bracket_of(struct bracket *b, const char *end)
{
    struct fixture f = {0};
    struct env env;
    char text[200];
    snprintf(text, sizeof text,
             "theorem t { given x : real in [%s, inf];"
             " claim c: x <= x; }",
             end);
    load(&f, text);
    const struct theorem *t = module_theorem(f.module, 0);
    env_init(&env, dim_symbols(expr_dims(t->pool)));
    const enum status st = bracket_expr(b, t->givens[0].lo, &env);
    env_clear(&env);
    teardown(&f);
    return st;
}

static void assert_value(const char *end, const char *numerator,
                         unsigned decimals)
{
    struct bracket b;
    bracket_init(&b);
    assert_int_equal(bracket_of(&b, end), ST_OK);
    assert_around(&b, numerator, decimals);
    bracket_clear(&b);
}

static enum status status_of(const char *end)
{
    struct bracket b;
    bracket_init(&b);
    const enum status st = bracket_of(&b, end);
    bracket_clear(&b);
    return st;
}

static void test_values_are_enclosed(void **state)
{
    (void)state;
    assert_value("exp(1)", "2718281828459045235360287471352662497757", 39);
    assert_value("-exp(1)", "-2718281828459045235360287471352662497758", 39);
    assert_value("exp(10)", "22026465794806716516957900645284244366", 33);
    assert_value("log(2)", "693147180559945309417232", 24);
    assert_value("log(1/3)", "-1098612288668109691395246", 24);
    assert_value("pi / 2", "1570796326794896619231321691639751442", 36);
    assert_value("1 / sqrt(2) - 1", "-292893218813452475599155637895150961",
                 36);
    assert_value("2 * sqrt(2)^(-3)", "707106781186547524400844362104849039",
                 36);
    assert_value("2^(1/3)", "1259921049894873164767210607278228350", 36);
    assert_value("2^sqrt(2)", "2665144142690225188650297249873139848", 36);
    assert_value("tanh(1/2)", "462117157260009758502318483643672548", 36);
}

/* A value that is rational is its own bracket. */
static void test_rationals_are_exact(void **state)
{
    (void)state;
    struct bracket b;
    bracket_init(&b);
    assert_int_equal(bracket_of(&b, "sqrt(4) / 3"), ST_OK);
    assert_true(mpq_cmp_ui(b.lo.q, 2, 3) == 0);
    assert_true(mpq_cmp_ui(b.hi.q, 2, 3) == 0);
    bracket_clear(&b);
}

/* A total function of what may be undefined is no value. */
static void test_undefined_is_told(void **state)
{
    (void)state;
    assert_int_not_equal(status_of("log(-1)"), ST_OK);
    assert_int_not_equal(status_of("tanh(log(1 - sqrt(2)))"), ST_OK);
    assert_int_not_equal(status_of("tanh(log(sqrt(2)^2 - 2))"), ST_OK);
    assert_int_not_equal(status_of("sqrt(1 - sqrt(2))"), ST_OK);
    assert_int_not_equal(status_of("tanh(1 / (sqrt(2)^2 - 2))"), ST_OK);
    assert_int_not_equal(status_of("tanh((sqrt(2)^2 - 2)^(-1))"), ST_OK);
    assert_int_not_equal(status_of("(1 - sqrt(2))^sqrt(2)"), ST_OK);
}

static void test_limits_are_told(void **state)
{
    (void)state;
    assert_int_equal(status_of("exp(45000)"), ST_OK);
    assert_int_equal(status_of("exp(46000)"), ST_LIMIT);
    assert_int_equal(status_of("exp(-46000)"), ST_LIMIT);
    assert_int_not_equal(status_of("exp(exp(1000))"), ST_OK);
}

/* Values drawn in such a range are certainly inside it. */
static void test_ranges_end_there(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct bracket e;
    setup(&f, "theorem t { given x : real in [-exp(1), log(2)];"
              " given y : real in [tanh(1/2), 2^0.25];"
              " claim c: x <= y; }");
    bracket_init(&e);
    assert_int_equal(bracket_of(&e, "exp(1)"), ST_OK);
    for (uint64_t k = 0; k < 40; k++) {
        rational_t x;
        rational_init(&x);
        trial(&f, k);
        value_entry(&x, &f.x.values[0], 0, 0);
        mpq_neg(x.q, x.q);
        assert_true(mpq_cmp(x.q, e.lo.q) <= 0);
        value_entry(&x, &f.x.values[1], 0, 0);
        assert_true(mpq_cmp_ui(x.q, 462117, 1000000) >= 0);
        assert_true(mpq_cmp_ui(x.q, 1189208, 1000000) <= 0);
        rational_clear(&x);
    }
    bracket_clear(&e);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_enclosed),
        cmocka_unit_test(test_rationals_are_exact),
        cmocka_unit_test(test_undefined_is_told),
        cmocka_unit_test(test_limits_are_told),
        cmocka_unit_test(test_ranges_end_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
