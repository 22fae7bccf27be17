/*
 * The filter trusts no library's logarithm: the one of this program is wrong,
 * and what is enclosed holds the exact values all the same
 * (docs/error-analysis.md#filter-exp).
 */
#include "filter_fixture.h"
#include "support/eval_finish.h"

#define OFF 1e-9

/* Instead of the library's. */
double log(double x)
{
    return log2(x) * 0x1.62e42fefa39efp-1 + OFF;
}

/* Every entry of the link's left side: wrong, and its radius says so. */
static void check_entries(const struct subject *s, const double *exact,
                          size_t count)
{
    for (size_t k = 0; k < count; k++) {
        double mid, radius;
        filter_run_entry(&mid, &radius, s->run, 0, fixture_link(&s->f)->lhs, k,
                         0);
        assert_true(fabs(mid - exact[k]) >= OFF / 2);
        assert_true(fabs(mid - exact[k]) <= radius);
        assert_true(radius < 2 * OFF);
    }
}

static void check(const char *body, const double *x, const double *exact)
{
    const struct filter_operations *variants[FILTER_VARIANTS];
    filter_variants(variants);
    for (size_t v = 0; v < FILTER_VARIANTS; v++) {
        struct subject s;
        if (!variants[v])
            continue;
        subject_init(&s, body, variants[v]);
        const size_t size = s.f.layout.slots[0].rows * s.f.layout.slots[0].cols;
        memcpy(subject_slot(&s, 0), x, size * sizeof *x);
        subject_eval(&s);
        check_entries(&s, exact, s.f.layout.slots[0].rows);
        subject_clear(&s);
    }
}

static void test_log_encloses(void **state)
{
    (void)state;
    static const double x[] = {1, 2, 0.5};
    static const double exact[] = {0, 0x1.62e42fefa39efp-1,
                                   -0x1.62e42fefa39efp-1};
    check("given X : real[3, 1]; claim c: log(X) >= zeros(3, 1);", x, exact);
}

/* Of equal entries: the entry and the logarithm of their number. */
static void test_logsumexp_encloses(void **state)
{
    (void)state;
    static const double x[] = {0,     0,     0, 0, -0.25, -0.25,
                               -0.25, -0.25, 1, 1, 1,     1};
    const double log_four = 0x1.62e42fefa39efp0;
    const double exact[] = {log_four, log_four - 0.25, log_four + 1};
    check("given X : real[3, 4]; claim c: logsumexp(X) >= zeros(3, 1);", x,
          exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_encloses),
        cmocka_unit_test(test_logsumexp_encloses),
    };
    return cmocka_run_group_tests(tests, NULL, eval_finish_group);
}
