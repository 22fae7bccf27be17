/* A run that meets a limit anywhere decides nothing, and says why. */
#include "recheck/run.h"
#include "support/cmocka_all.h"
#include "support/kernel_cases.h"

#include <string.h>

enum { BITS = 128 };

static const char head[] =
    "theorem t { dim n; given s : real; given A : real[n, n]; "
    "given F[k in 1..2] : real[n, n]; let G[0] = A; "
    "let G[k in 1..2] = G[k - 1] * F[k] + A; "
    "given H[k in 1..2] : real; claim c: ";

/* Each uses other parts of the kernel; all are true where s = 1/3. */
static const char *const claims[] = {
    "G[2] == G[1] * F[2] + A",
    "sum(k in 1..2, F[k]) == F[1] + F[2]",
    "prod(k in 1..2, F[k]) == F[1] * F[2]",
    "max(k in 1..2, sum(F[k])) >= sum(F[1])",
    "min(k in 1..2, sum(F[k])) <= sum(F[1])",
    "forall(k in 1..2, norm1(G[k]) >= 0)",
    "A[1, 1] + A[n, n] == trace(A[1..1, 1..1]) + A[n, n]",
    "[s, 1; 2, s][1, 2] == 1",
    "A[:, 1] == A * unit(n, 1)",
    "(A + s * A - -A) ./ ones(n, n) == 2 * A + s * A",
    "A .* A == A .^ 2",
    "A ^ 3 == A * A * A and A ^ 0 == eye(n)",
    "A' * ones(n) == colsum(A)'",
    "diag(diagof(A)) + zeros(n, n) == diag(diagof(A))",
    "kron(A, eye(2))[1, 1] == A[1, 1]",
    "hcat(A, A)[1, n + 1] == vcat(A, A)[n + 1, 1]",
    "exp(A) .* exp(-A) <= 1.001 * ones(n, n)",
    "softmax(A) * ones(n) <= 1.001 * ones(n)",
    "softmax(A, eye(n)) == eye(n)",
    "logsumexp(A) >= rowmax(A)",
    "diameter(A) <= 2 * normfro(A) + 1",
    "norm2(A) <= normfro(A) + 0.001",
    "normnuc(A) >= norm2(A) - 0.001",
    "norm1inf(A)^2 <= norm1(A) * norminf(A) + 0.001",
    "eigmin(A + A') <= eigmax(A + A') + 0.001",
    "psd(A * A' + eye(n))",
    "det(eye(n) + 0 * A) == 1",
    "inv(A * A' + eye(n)) * (A * A' + eye(n)) <= 1.001 * ones(n, n)",
    "rank(eye(n)) == n",
    "minres1(A) <= norm1(A) + 0.001",
    "minresinf(A) <= norminf(A) + 0.001",
    "minres1inf(A) <= norm1inf(A) + 0.001",
    "res(A) == A - ones(n) * colmean(A)",
    "rowsum(A) == rowmean(A) * n and colmax(A) >= colmin(A)",
    "rownorm2(A) <= normfro(A) + 0.001",
    "normalise(abs(A) + ones(n, n)) * ones(n) == ones(n)",
    "if(s > 0, A, 2 * A) == A",
    "if(sin(pi) >= 0, 1, 2) <= 2",
    "not (s > 1) and (s > 0 or s > 1)",
    "integral(x in 0..1, x^2 + s) <= 0.67",
    "integral(x in 0..sqrt(2), min(x, 1)) <= 1",
    "integral(x in 0..inf, exp(-x) * max(x, 1)) <= 1.4",
    "expectation(z, z^2) <= 1.001",
    "lambertw(0, 1) <= 0.568",
    "max(A, s) >= min(A, s)",
    "abs(s)^(1/3) <= 1 and erf(s) <= 1 and tanh(s) <= 1",
    "rows(A) == n and cols(A) == n",
};

enum { CLAIMS = sizeof claims / sizeof *claims };

static void open_claim(struct kernel_case *k, const char *claim)
{
    static const int64_t two = 2;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s%s; }", head, claim);
    kernel_case_open(k, text.text, &two);
    kernel_case_fill(k, 0, "1/3");
    kernel_case_fill(k, 1, "1 2 -1/2 1");
    kernel_case_fill(k, 2, "0 1 3 -1");
    kernel_case_fill(k, 3, "1/7 0 0 2");
    buffer_clear(&text);
}

static const struct expr *relation_of(const struct kernel_case *k)
{
    return k->theorem->claims[0].links[0].relation;
}

/* What is left of the two limits when a run begins. */
struct left {
    uint64_t work, bytes;
};
static const struct left all = {RUN_MAX_WORK, RUN_MAX_BYTES};

/* The truth with so much left, what was used, and why it failed. */
static enum truth decide(const struct kernel_case *k, const struct left *left,
                         struct left *used, const char **why)
{
    struct run *run = run_new(k->theorem, &k->x, BITS);
    run->work = RUN_MAX_WORK - left->work;
    run->bytes = RUN_MAX_BYTES - left->bytes;
    enum truth truth = run_truth(run, relation_of(k));
    used->work = run->work - (RUN_MAX_WORK - left->work);
    used->bytes = run->bytes - (RUN_MAX_BYTES - left->bytes);
    *why = run->failed;
    run_free(run);
    return truth;
}

/* All moments at first, then fewer and fewer. */
static uint64_t next(uint64_t k)
{
    return k + 1 + k / 8;
}

static void test_the_claims_are_true(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLAIMS; i++) {
        struct kernel_case k;
        struct left used;
        const char *why = NULL;
        open_claim(&k, claims[i]);
        enum truth truth = decide(&k, &all, &used, &why);
        if (why || (truth != TRUTH_TRUE && truth != TRUTH_UNKNOWN))
            assert_string_equal(claims[i], why ? why : truth_name(truth));
        kernel_case_close(&k);
    }
}

static void test_too_little_work_decides_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLAIMS; i++) {
        struct kernel_case k;
        struct left used, ignored;
        const char *why = NULL;
        open_claim(&k, claims[i]);
        enum truth whole = decide(&k, &all, &used, &why);
        for (uint64_t w = 0; w < used.work; w = next(w)) {
            const struct left little = {w, all.bytes};
            assert_int_equal(decide(&k, &little, &ignored, &why),
                             TRUTH_UNKNOWN);
            assert_string_equal(why, "it takes too much work");
        }
        const struct left enough = {used.work, all.bytes};
        assert_int_equal(decide(&k, &enough, &ignored, &why), whole);
        assert_null(why);
        kernel_case_close(&k);
    }
}

static void test_too_little_memory_decides_nothing(void **state)
{
    enum { EACH = 128 + 2 * BITS / 8 };
    (void)state;
    for (size_t i = 0; i < CLAIMS; i++) {
        struct kernel_case k;
        struct left used, ignored;
        const char *why = NULL;
        open_claim(&k, claims[i]);
        enum truth whole = decide(&k, &all, &used, &why);
        for (uint64_t n = 0; n * EACH < used.bytes; n++) {
            const struct left little = {all.work, n * EACH};
            assert_int_equal(decide(&k, &little, &ignored, &why),
                             TRUTH_UNKNOWN);
            assert_string_equal(why, "it takes too much memory");
        }
        const struct left enough = {all.work, used.bytes};
        assert_int_equal(decide(&k, &enough, &ignored, &why), whole);
        kernel_case_close(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_claims_are_true),
        cmocka_unit_test(test_too_little_work_decides_nothing),
        cmocka_unit_test(test_too_little_memory_decides_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
