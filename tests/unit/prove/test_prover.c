/*
 * The prover with the kernel behind it: what it proves, and what it must not.
 */
#include "ir/lower.h"
#include "kernel/replay.h"
#include "prove/prover.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct work {
    struct diag *diag;
    struct module *module;
    struct replayer *replayer;
    struct prover *prover;
};

static bool accept(void *context, const struct derivation *d, size_t claim,
                   size_t link, char **reason)
{
    struct work *w = context;
    return replayer_accept(w->replayer, d, claim, link, reason) ==
           RECHECK_ACCEPTED;
}

static bool has(void *context, const struct theorem *theorem, size_t claim,
                size_t link)
{
    const struct work *w = context;
    return replayer_has(w->replayer, theorem, claim, link);
}

static void open(struct work *w, const char *text)
{
    const struct prover_kernel kernel = {
        .accept = accept, .has = has, .context = w};
    w->diag = diag_new();
    assert_int_equal(
        module_load_text(&w->module, "t.bound", text, NULL, w->diag), ST_OK);
    w->replayer = replayer_new();
    w->prover = prover_new(&kernel);
    for (size_t i = 0; i < module_theorems(w->module); i++)
        prover_theorem(w->prover, module_theorem(w->module, i),
                       PROVER_THOROUGH);
}

static void close(struct work *w)
{
    prover_free(w->prover);
    replayer_free(w->replayer);
    module_free(w->module);
    diag_free(w->diag);
}

static bool is_proved(const struct work *w, size_t theorem, size_t claim)
{
    const struct theorem *t = module_theorem(w->module, theorem);
    for (size_t k = 0; k < t->claims[claim].nlinks; k++)
        if (!prover_derivation(w->prover, t, claim, k) ||
            !replayer_has(w->replayer, t, claim, k))
            return false;
    return true;
}

/* Claims named "no…" must not be proved, all others must. */
static void check(const char *text)
{
    struct work w;
    open(&w, text);
    for (size_t i = 0; i < module_theorems(w.module); i++) {
        const struct theorem *t = module_theorem(w.module, i);
        for (size_t c = 0; c < t->nclaims; c++) {
            const char *slash = strrchr(t->claims[c].name, '/');
            const char *name = slash ? slash + 1 : t->claims[c].name;
            if (is_proved(&w, i, c) != (strncmp(name, "no", 2) != 0))
                fail_msg("%s.%s", t->name, t->claims[c].name);
        }
    }
    close(&w);
}

static void test_norms(void **state)
{
    (void)state;
    check("theorem t {\n"
          "  dim n, k, m;\n"
          "  given A : real[n, k];  given B, C : real[k, m];\n"
          "  given t : real;\n"
          "  claim product: norm1(A * B) <= norm1(A) * norm1(B);\n"
          "  claim sum: norm1(A * B + A * C)\n"
          "      <= norm1(A) * (norm1(B) + norm1(C));\n"
          "  claim multiple: norminf(t * A * B)\n"
          "      <= abs(t) * norminf(A) * norminf(B);\n"
          "  claim composite: norm1inf(A * B) <= norm1inf(A) * norm1inf(B);\n"
          "  claim mixed: normfro(A * B) <= norm2(A) * normfro(B);\n"
          "  claim entries: abs(A * B) <= abs(A) * abs(B);\n"
          "  claim order: normmax(A) <= norm2(A) <= normfro(A);\n"
          "  claim no_mixed: norm1(A * B) <= norm1(A) * norminf(B);\n"
          "  claim no_triangle: norm1inf(B + C) <= norm1inf(B) + norm1inf(C);\n"
          "  claim no_max: normmax(A * B) <= normmax(A) * normmax(B);\n"
          "  claim no_nuc: normnuc(abs(A)) <= normnuc(A);\n"
          "  claim no_turn: norm1(A) * norm1(B) <= norm1(A * B);\n"
          "}\n");
}

static void test_definedness(void **state)
{
    (void)state;
    check("theorem open { given x, y : real;\n"
          "  claim no_claim: x^2 <= y^2;\n"
          "}\n"
          "proof of no_claim {\n"
          "  chain no_chain: x^2 <= x^2 + 0 * log(y) <= y^2;\n"
          "}\n"
          "theorem guarded { given x, y, z : real;\n"
          "  assume positive: y > 0;\n"
          "  assume first: x <= log(y);  assume second: log(y) <= z;\n"
          "  claim through: x <= z;\n"
          "}\n"
          "theorem quotient { given x, y : real;\n"
          "  assume order: 0 < x <= y;\n"
          "  claim inverse: 1 / y <= 1 / x;\n"
          "  claim no_inverse: 1 / x <= 1 / y;\n"
          "}\n");
}

static void test_proofs_and_lemmas(void **state)
{
    (void)state;
    check("theorem bound { dim n;\n"
          "  given A, B : real[n, n];\n"
          "  assume small: norm2(A) <= 1;\n"
          "  claim upper: norm2(A * B) <= norm2(B);\n"
          "}\n"
          "theorem twice { dim n;\n"
          "  given A, B, C : real[n, n];\n"
          "  assume small: norm2(A) <= 1;\n"
          "  claim upper: norm2(A * A * B) <= norm2(B);\n"
          "  claim no_upper: norm2(C * B) <= norm2(B);\n"
          "}\n"
          "proof of upper {\n"
          "  chain norm2(A * A * B)\n"
          "      <= norm2(A * B) by lemma bound(A, A * B)\n"
          "      <= norm2(B) by lemma bound(A, B);\n"
          "}\n"
          "proof of no_upper {\n"
          "  step no_step: norm2(C * B) <= norm2(B) by lemma bound(C, B);\n"
          "}\n");
}

static void test_lemmas_take_sizes(void **state)
{
    (void)state;
    check("theorem power { dim n; given x : real; assume sign: x >= 0;\n"
          "  claim line: 1 + n * x <= (1 + x)^n;\n"
          "}\n"
          "theorem use { dim k, m; given y : real; assume sign: y >= 0;\n"
          "  claim found: 1 + k * y + m <= (1 + y)^k + m;\n"
          "  claim said: 1 + (m + 1) * y <= (1 + y)^(m + 1);\n"
          "  claim no_size: normmax(y) < 0;\n"
          "}\n"
          "proof of found {\n"
          "  step find: 1 + k * y <= (1 + y)^k by lemma power(y);\n"
          "}\n"
          "proof of said {\n"
          "  step say: 1 + (m + 1) * y <= (1 + y)^(m + 1)\n"
          "      by lemma power(y, m + 1);\n"
          "}\n"
          "proof of no_size {\n"
          "  step no_least: 2 * (1 + (m - 1) * y) <= 2 * (1 + y)^(m - 1)\n"
          "      by lemma power(y, m - 1);\n"
          "}\n");
}

static void test_sampling_proves_nothing(void **state)
{
    (void)state;
    check(
        "theorem t { dim n; given A : real[n, n];\n"
        "  claim sign: 0 <= norm1(A); }\n"
        "proof of sign { step no_step: norm1(A) == norm1(A) by sampling; }\n");
}

static void test_diameter_theorem(void **state)
{
    (void)state;
    check("theorem layer { dim n, d, m, H;\n"
          "  given X : real[n, d];\n"
          "  given W[h in 1..H] : real[d, d];\n"
          "  given V[h in 1..H] : real[d, m];\n"
          "  given b : real[m];\n"
          "  let P[h in 1..H] = softmax(X * W[h] * X');\n"
          "  claim layer: diameter(sum(h in 1..H, P[h] * X * V[h])\n"
          "                        + ones(n) * b')\n"
          "    <= sum(h in 1..H, norm2(V[h])\n"
          "           * tanh(norm2(W[h]) * diameter(X)^2 / 4)) * diameter(X)\n"
          "    <= sum(h in 1..H, norm2(V[h]) * norm2(W[h])) / 4\n"
          "       * diameter(X)^3;\n"
          "  claim no_fifth: diameter(P[1] * X)\n"
          "    <= norm2(W[1]) / 5 * diameter(X)^3;\n"
          "}\n");
}

static void test_total_variation(void **state)
{
    (void)state;
    check("theorem t { dim n;\n"
          "  given r, e : real[n];\n"
          "  claim quarter: sum(abs(softmax(r' + e') - softmax(r'))) / 2\n"
          "      <= tanh((max(e) - min(e)) / 4);\n"
          "  claim no_fifth: sum(abs(softmax(r' + e') - softmax(r'))) / 2\n"
          "      <= tanh((max(e) - min(e)) / 5);\n"
          "}\n");
}

static void test_sandwich_lemma(void **state)
{
    (void)state;
    check("theorem t { dim n; dim m >= 2;\n"
          "  given A, E : real[n, m];\n"
          "  let D = rowmax(E) - rowmin(E);\n"
          "  let P = softmax(A);  let Q = softmax(A - E);\n"
          "  assume small: max(D) <= 1.256;\n"
          "  claim upper: P <= (eye(n) + 2 * diag(D)) * Q;\n"
          "  claim no_less: P <= (eye(n) + 1.9 * diag(D)) * Q;\n"
          "}\n"
          "proof of upper {\n"
          "  step scalar: exp(D) <= ones(n) + 2 * D by range;\n"
          "  step diagonal: diag(exp(D)) <= diag(ones(n) + 2 * D);\n"
          "  chain P <= diag(exp(D)) * Q <= (eye(n) + 2 * diag(D)) * Q;\n"
          "}\n"
          "proof of no_less {\n"
          "  step no_scalar: exp(D) <= ones(n) + 1.9 * D by range;\n"
          "}\n");
}

/* What is known of one entry is not known of the others. */
static void test_ranges_are_those_of_all_entries(void **state)
{
    (void)state;
    check("theorem t { dim n;\n"
          "  given D : nonneg[n];\n"
          "  assume all: max(D) <= 2;  assume first: D[1] <= 1;\n"
          "  claim every: exp(D) <= 8 * ones(n);\n"
          "  claim no_every: exp(D) <= 3 * ones(n);\n"
          "  claim no_first: D <= D[1] * ones(n);\n"
          "}\n");
}

/* A derivation that was tampered with is not accepted. */
static void test_kernel_replays_every_line(void **state)
{
    (void)state;
    struct work w;
    char *reason = NULL;
    open(&w, "theorem t { dim n; given A, B : real[n, n];\n"
             "  claim upper: norm1(A * B) <= norm1(A) * norm1(B);\n"
             "  claim wrong: norm1(A * B) <= norm1(A); }\n");
    const struct theorem *t = module_theorem(w.module, 0);
    const struct derivation *d = prover_derivation(w.prover, t, 0, 0);
    assert_non_null(d);
    assert_null(prover_derivation(w.prover, t, 1, 0));
    assert_int_equal(replayer_accept(w.replayer, d, 1, 0, &reason),
                     RECHECK_REJECTED);
    free(reason);
    d->lines[d->count - 1].conclusion = t->claims[1].links[0].relation;
    assert_int_equal(replayer_accept(w.replayer, d, 1, 0, &reason),
                     RECHECK_REJECTED);
    assert_non_null(reason);
    free(reason);
    assert_false(replayer_has(w.replayer, t, 1, 0));
    close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_norms),
        cmocka_unit_test(test_definedness),
        cmocka_unit_test(test_proofs_and_lemmas),
        cmocka_unit_test(test_lemmas_take_sizes),
        cmocka_unit_test(test_sampling_proves_nothing),
        cmocka_unit_test(test_diameter_theorem),
        cmocka_unit_test(test_total_variation),
        cmocka_unit_test(test_sandwich_lemma),
        cmocka_unit_test(test_ranges_are_those_of_all_entries),
        cmocka_unit_test(test_kernel_replays_every_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
