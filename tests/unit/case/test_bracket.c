/* Brackets of exponentials and logarithms, against decimals. */
#include "spec_fixture.h"

#include "case/range.h"

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

typedef enum status bracket_function(struct bracket *out, const mpq_t x);

static void assert_value(bracket_function *f, long num, unsigned long den,
                         const char *numerator, unsigned decimals)
{
    struct bracket b;
    mpq_t x;
    bracket_init(&b);
    mpq_init(x);
    mpq_set_si(x, num, den);
    mpq_canonicalize(x);
    assert_int_equal(f(&b, x), ST_OK);
    assert_around(&b, numerator, decimals);
    mpq_clear(x);
    bracket_clear(&b);
}

static enum status status_of(bracket_function *f, long num)
{
    struct bracket b;
    mpq_t x;
    bracket_init(&b);
    mpq_init(x);
    mpq_set_si(x, num, 1);
    const enum status st = f(&b, x);
    mpq_clear(x);
    bracket_clear(&b);
    return st;
}

static void test_values_are_enclosed(void **state)
{
    (void)state;
    assert_value(bracket_exp_of, 1, 1,
                 "2718281828459045235360287471352662497757", 39);
    assert_value(bracket_exp_of, -1, 1,
                 "367879441171442321595523770161460867445", 39);
    assert_value(bracket_exp_of, 0, 1, "1000000000000000000000000000000", 30);
    assert_value(bracket_exp_of, 10, 1,
                 "22026465794806716516957900645284244366", 33);
    assert_value(bracket_log_of, 2, 1, "693147180559945309417232", 24);
    assert_value(bracket_log_of, 1, 3, "-1098612288668109691395246", 24);
    assert_value(bracket_log_of, 1, 1, "0", 24);
}

static void test_limits_are_told(void **state)
{
    (void)state;
    assert_int_equal(status_of(bracket_exp_of, 64), ST_OK);
    assert_int_equal(status_of(bracket_exp_of, 65), ST_LIMIT);
    assert_int_equal(status_of(bracket_exp_of, -65), ST_LIMIT);
    assert_int_equal(status_of(bracket_log_of, 0), ST_DOMAIN);
    assert_int_equal(status_of(bracket_log_of, -1), ST_DOMAIN);
}

/* Values drawn in such a range are certainly inside it. */
static void test_ranges_end_there(void **state)
{
    (void)state;
    struct fixture f = {0};
    struct bracket e;
    mpq_t one;
    setup(&f, "theorem t { given x : real in [-exp(1), log(2)];"
              " given y : real in [tanh(1/2), 2^0.25];"
              " claim c: x <= y; }");
    bracket_init(&e);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    assert_int_equal(bracket_exp_of(&e, one), ST_OK);
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
    mpq_clear(one);
    bracket_clear(&e);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_enclosed),
        cmocka_unit_test(test_limits_are_told),
        cmocka_unit_test(test_ranges_end_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
