/*
 * Lines of derivations about numbers over ranges, with terms in the place of
 * variables and premises about them, as the kernel replays them: which side is
 * which.
 */
#include "unit/logic/rule_fixture.h"

#include "kernel/range_check.h"

static const char text[] = "theorem t {\n"
                           "  dim n;  given u, v : real[n];\n"
                           "  claim less: norm2(u) <= norm2(v);\n"
                           "  claim more: norm2(v) <= norm2(u);\n"
                           "  claim small: norm2(u) <= 1;\n"
                           "  claim large: norm2(u) >= 1;\n"
                           "  claim square: norm2(u)^2 <= 1;\n"
                           "}\n";

static bool check(void *context, const struct domain *domain,
                  const void *payload)
{
    char *reason = NULL;
    (void)context;
    bool ok = range_check(payload, domain, &reason) == RECHECK_ACCEPTED;
    free(reason);
    return ok;
}

/* The terms norm2(u) >= 0 and norm2(v) >= 0, one premise, one leaf. */
static bool proves(const char *conclusion, const char *premise,
                   enum partition_rule leaf)
{
    struct rule_fixture f;
    struct partition p;
    fixture_open(&f, text, 0);
    f.context.check_range = check;
    const struct expr *zero = make_int(f.theorem->pool, 0);
    const struct expr *const terms[] = {
        fixture_side(&f, "less", 0), zero, NULL,
        fixture_side(&f, "less", 1), zero, NULL};
    const size_t known = fixture_premise(&f, premise);
    partition_init(&p);
    partition_add_root(&p, 0);
    partition_set_rule(&p, partition_add(&p, 1), leaf, 0, 0);
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = fixture_claim(&f, conclusion),
                              .premises = &known,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = sizeof terms / sizeof *terms,
                              .payload = &p};
    const bool ok = fixture_add(&f, &line);
    partition_clear(&p);
    fixture_close(&f);
    return ok;
}

static void test_premises_and_conclusions_keep_their_sides(void **state)
{
    (void)state;
    assert_true(proves("less", "less", PARTITION_FACT));
    assert_false(proves("more", "less", PARTITION_FACT));
    assert_true(proves("square", "small", PARTITION_DIRECT));
    assert_false(proves("square", "large", PARTITION_DIRECT));
    assert_false(proves("large", "small", PARTITION_DIRECT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_premises_and_conclusions_keep_their_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
