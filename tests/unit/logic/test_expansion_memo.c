/* Expansions that are kept say and cost what they would without memory. */
#include "logic/expansion_memo.h"
#include "unit/logic/scalar_fixture.h"

static const char *const terms[] = {
    "(x + y)^6 - exp(x + 2*y)*(x - y)^3",
    "1/(x + 1) + 1/(x - 1) - 2*x/(x^2 - 1)", "log(x^2*y)*(x + sqrt(y))^4",
    "sqrt(x^2)*(x + 1)^3 - x^4", "exp(3*log(x))*tanh(x) - x^3*(y + x)^2"};
enum { TERMS = sizeof terms / sizeof *terms };

struct answer {
    bool ok;
    const struct scalar *value;
    size_t work, units;
};

static struct answer ask(struct scalar_pool *pool, const struct scalar *e,
                         unsigned nonnegative)
{
    struct expansion_scope scope = {.pool = pool, .nonnegative = nonnegative};
    struct expansion p;
    expansion_init(&p);
    const size_t units = scalar_units(pool);
    struct answer a = {.ok = expansion_of(&p, &scope, e)};
    a.work = scope.work;
    a.units = scalar_units(pool) - units;
    a.value = a.ok ? expansion_scalar(&scope, &p) : NULL;
    expansion_clear(&p);
    return a;
}

/* All places are given up by keeping more than there is room for. */
static void forget(struct scalar_pool *pool, const struct scalar *e)
{
    struct expansion_scope scope = {.pool = pool};
    struct expansion p;
    expansion_init(&p);
    mpq_t c;
    mpq_init(c);
    for (size_t i = 0; i <= EXPANSION_MEMO_TERMS; i++)
        expansion_append(&p, c, NULL, 0);
    mpq_clear(c);
    expansion_memo_keep(&p, &scope, e, EXPANSION_MEMO_WORK, 0);
    expansion_clear(&p);
    expansion_init(&p);
    expansion_memo_keep(&p, &scope, e, EXPANSION_MEMO_WORK, 0);
}

static void test_the_second_answer_is_the_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < TERMS; i++) {
        struct scalar_fixture f;
        scalar_open(&f, terms[i], NULL);
        for (unsigned mask = 0; mask < 4; mask += 3) {
            const struct answer first = ask(f.pool, f.term, mask);
            const struct answer second = ask(f.pool, f.term, mask);
            assert_true(first.ok && second.ok);
            assert_ptr_equal(first.value, second.value);
            assert_int_equal(first.work, second.work);
            assert_int_equal(first.units, second.units);
        }
        scalar_pool_free(f.pool);
    }
}

static void test_what_is_kept_is_what_is_computed(void **state)
{
    (void)state;
    for (size_t i = 0; i < TERMS; i++) {
        struct scalar_fixture f;
        scalar_open(&f, terms[i], NULL);
        (void)ask(f.pool, f.term, 0);
        const struct answer kept = ask(f.pool, f.term, 0);
        forget(f.pool, scalar_pi(f.pool));
        const struct answer computed = ask(f.pool, f.term, 0);
        assert_ptr_equal(kept.value, computed.value);
        assert_int_equal(kept.work, computed.work);
        assert_int_equal(kept.units, computed.units);
        scalar_pool_free(f.pool);
    }
}

/* sqrt(x^2) is x only where x >= 0 is known. */
static void test_signs_are_told_apart(void **state)
{
    (void)state;
    struct scalar_fixture f;
    scalar_open(&f, "sqrt(x^2)*(x + 1)^3 - x*(x + 1)^3", NULL);
    assert_true(expansion_is_zero(f.pool, f.term, 1));
    assert_false(expansion_is_zero(f.pool, f.term, 0));
    assert_true(expansion_is_zero(f.pool, f.term, 1));
    scalar_pool_free(f.pool);
}

/* An expansion that is kept fails where the work allowed is used up. */
static void test_work_is_counted_again(void **state)
{
    (void)state;
    struct scalar_fixture f;
    scalar_open(&f, terms[0], NULL);
    const struct answer first = ask(f.pool, f.term, 0);
    struct expansion_scope scope = {.pool = f.pool,
                                    .work = EXPANSION_MAX_WORK - first.work};
    struct expansion p;
    expansion_init(&p);
    assert_true(expansion_of(&p, &scope, f.term));
    expansion_clear(&p);
    scope.work = EXPANSION_MAX_WORK - first.work + 1;
    assert_false(expansion_of(&p, &scope, f.term));
    expansion_clear(&p);
    scalar_pool_free(f.pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_second_answer_is_the_first),
        cmocka_unit_test(test_what_is_kept_is_what_is_computed),
        cmocka_unit_test(test_signs_are_told_apart),
        cmocka_unit_test(test_work_is_counted_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
