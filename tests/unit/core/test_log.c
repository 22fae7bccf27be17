/*
 * Logs: replayed in another pool, cut, changed; attack 40.
 */
#include "support.h"

#include "base/buffer.h"

#include <stdio.h>
#include <string.h>

static const struct atom *symbols[2];
static const struct form *minimum;

/* 0 <= i + shift for all i in 0..n. */
static struct sequent claim(struct symbols *s, int64_t shift)
{
    const struct atom *i = generic(s, 0, s->n);
    const struct form *x =
        ring_add(s->pool, ring_atom(s->pool, i), integer(s, shift));

    symbols[0] = s->n_;
    symbols[1] = s->m_;
    minimum = relation_between(s->pool, CORE_LE, integer(s, 1), s->n);
    return (struct sequent){.symbols = symbols,
                            .nsymbols = 2,
                            .hypotheses = &minimum,
                            .nhypotheses = 1,
                            .conclusion =
                                form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                          form_apply1(s->pool, CORE_LE, x), i)};
}

/* A proof by induction of the claim with shift 0. */
static char *proof(struct symbols *s)
{
    const struct sequent sequent = claim(s, 0);
    struct draft *d = draft_new(s->theory, &sequent);
    const struct form *zero = integer(s, 0), *one = pool_one(s->pool);
    struct atom model = {
        .kind = ATOM_VARIABLE, .variable = VARIABLE_FIXED, .is_integer = true};
    const struct form *x = ring_atom(s->pool, pool_atom(s->pool, &model));
    const struct form *now = form_apply1(s->pool, CORE_LE, x);
    fact_t assumed, step;
    char *log;

    draft_rule(d, "fix", "tt", zero, ring_sub(s->pool, s->n, one));
    assumed = draft_rule(d, "assume", "t", now);
    step = draft_positive(d, ring_add(s->pool, x, one), false,
                          (struct product[]){{one, &assumed, 1, NULL, 0},
                                             {one, NULL, 0, NULL, 0}},
                          2);
    step = draft_rule(d, "implied", "f", step);
    step = draft_rule(d, "forall", "f", step);
    assert_true(draft_rule(d, "induction", "tfff", sequent.conclusion,
                           (fact_t)FACT_NONE, step,
                           (fact_t)FACT_NONE) != FACT_NONE);
    log = xstrdup(draft_log(d));
    draft_free(d);
    return log;
}

static const struct core_theorem *replayed(struct symbols *s, int64_t shift,
                                           const char *log, size_t *line)
{
    static unsigned count;
    const struct sequent sequent = claim(s, shift);
    const struct core_theorem *t;
    const char *why;
    char name[32];

    snprintf(name, sizeof name, "t%u", count++);
    t = deduction_replay(s->theory, &sequent, name, log, &why, line);
    assert_true((t != NULL) == (why == NULL));
    return t;
}

static void test_a_log_is_accepted_in_any_pool(void **state)
{
    struct symbols *s = *state, *other;
    void *fresh = NULL;
    char *log = proof(s);
    size_t line;

    symbols_set(&fresh);
    other = fresh;
    /* a pool with another history */
    for (int k = 40; k > 0; k--)
        ring_mul(other->pool,
                 ring_add(other->pool, other->x, integer(other, k)),
                 ring_add(other->pool, other->y, other->x));
    assert_non_null(replayed(other, 0, log, &line));
    assert_non_null(replayed(s, 0, log, &line));
    free(log);
    symbols_end(&fresh);
}

static void test_a_log_that_is_cut_proves_nothing(void **state)
{
    struct symbols *s = *state;
    char *log = proof(s);
    size_t line;

    for (size_t length = strlen(log) - 1; length > 0; length--) {
        char *cut = xstrdup(log);

        cut[length] = '\0';
        assert_null(replayed(s, 0, cut, &line));
        free(cut);
    }
    assert_null(replayed(s, 0, "", &line));
    free(log);
}

static void test_the_line_at_fault_is_told(void **state)
{
    struct symbols *s = *state;
    size_t line = 0;

    assert_null(replayed(s, 0, "symbol 0\nsymbol 7\n", &line));
    assert_int_equal(line, 2);
    assert_null(replayed(s, 0, "add 0 1\n", &line));
    assert_null(replayed(s, 0, "number 1/0\n", &line));
    assert_null(replayed(s, 0, "number 1 1\n", &line));
    assert_null(replayed(s, 0, "number\n", &line));
    assert_null(replayed(s, 0, "nonsense 1\n", &line));
    assert_null(replayed(s, 0, "symbol 99999999999999999999\n", &line));
    assert_null(replayed(s, 0, "symbol -1\n", &line));
    assert_null(replayed(s, 0, "restated - 0\n", &line));
}

/* 0 <= i - 1 for i in 0..n is false: no change of a log proves it. */
static void test_no_changed_log_proves_what_is_false(void **state)
{
    struct symbols *s = *state;
    char *log = proof(s);
    size_t line, tried = 0;

    for (char *at = log; *at != '\0'; at++) {
        for (char c = '0'; c <= '9'; c++) {
            char old = *at;

            if (old < '0' || old > '9')
                break;
            *at = c;
            assert_null(replayed(s, -1, log, &line));
            *at = old;
            tried++;
        }
    }
    assert_true(tried > 100);
    free(log);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_a_log_is_accepted_in_any_pool),
        TEST(test_a_log_that_is_cut_proves_nothing),
        TEST(test_the_line_at_fault_is_told),
        TEST(test_no_changed_log_proves_what_is_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
