/*
 * The kernel with nothing but its own link line (GMP and MPFR): a program that
 * uses all of it, and does not pull in any other arithmetic.
 */
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_kernel_accepts_a_violation(void **state)
{
    (void)state;
    struct kernel_case k;
    struct certificate c;
    char *reason = NULL;
    kernel_case_open(&k,
                     "theorem t { dim n; given A, B : real[n, n]; claim c: "
                     "norm1inf(A + B) <= norm1inf(A) + norm1inf(B); }",
                     (int64_t[]){2});
    kernel_case_fill(&k, 0, "1 1 0 0");
    kernel_case_fill(&k, 1, "1 0 1 0");
    kernel_case_certificate(&c, &k);
    assert_int_equal(violation_certify(&c, NULL, &reason), RECHECK_ACCEPTED);
    assert_int_equal(violation_recheck(&c, NULL, &reason), RECHECK_ACCEPTED);
    assert_string_equal(c.sides.margin, "0.17157287525380990239");
    certificate_clear(&c);
    kernel_case_close(&k);
    violation_finish();
}

/* Which libraries this program has loaded. */
static void test_no_other_arithmetic_is_loaded(void **state)
{
    (void)state;
    static const char *const others[] = {"libflint", "libarb",  "libopenblas",
                                         "libblas",  "libglpk", "libcblas"};
    char line[4096];
    size_t lines = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps)
        skip();
    while (fgets(line, sizeof line, maps)) {
        lines++;
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            assert_null(strstr(line, others[i]));
    }
    fclose(maps);
    assert_true(lines > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernel_accepts_a_violation),
        cmocka_unit_test(test_no_other_arithmetic_is_loaded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
