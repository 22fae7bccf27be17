/* What a line may not take for defined: sizes, and parts of conditions. */
#include "base/buffer.h"
#include "rule_fixture.h"

/* ORDER: the theorems of the text */
enum { HALVED, BARE, SIZED, GUARDED };

static const char text[] =
    "theorem halved { dim m; given v : real[m];\n"
    "  claim c: (m - 1) * (m - 2) >= 0;\n"
    "}\n"
    "theorem bare {\n"
    "  dim n; dim k >= 2;\n"
    "  claim low: 0 <= sum(ones(n - 5));  claim low_end: 0 <= n - 5;\n"
    "  claim part: 0 <= sum(ones(k / 2));  claim part_end: 0 <= k / 2;\n"
    "  claim sure: 0 <= sum(ones(k - 1));  claim sure_end: 0 <= k - 1;\n"
    "  claim half: 0 <= sum(i in 1..n / 2, i - 1);\n"
    "  claim half_end: 0 <= n * (n - 2) / 8;\n"
    "  claim whole: 0 <= sum(i in 1..n, i - 1);\n"
    "  claim whole_end: 0 <= n * (n - 1) / 2;\n"
    "  claim product: (k / 2 - 1) * (k / 2 - 2) >= 0;\n"
    "}\n"
    "theorem sized {\n"
    "  dim n; given v : real[n - 5];\n"
    "  claim low: 0 <= sum(ones(n - 5));  claim low_end: 0 <= n - 5;\n"
    "}\n"
    "theorem guarded {\n"
    "  given x : real;\n"
    "  claim one: 0 < abs(x) + if(1 / x > 5, 0, 0);\n"
    "  claim first: 0 < abs(x) + if(x > 0 and 1 / x > 5, 0, 0);\n"
    "  claim every: 0 < abs(x) + if(forall(i in 1..2, x > i or 1 / x > i), "
    "0, 0);\n"
    "}\n";

static struct rule_fixture opened(size_t theorem)
{
    struct rule_fixture f;
    fixture_open(&f, text, theorem);
    return f;
}

/* The conclusion from one premise, whose sides are equal to its own. */
static bool follows(struct rule_fixture *f, const char *premise,
                    const char *conclusion)
{
    const size_t from = fixture_premise(f, premise);
    const struct expr *const terms[] = {NULL, NULL, NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, conclusion),
                              .premises = &from,
                              .npremises = 1,
                              .terms = terms,
                              .nterms = 3};
    return fixture_add(f, &line);
}

/* At n = 1 there is no ones(n - 5): what is said of it says nothing. */
static void test_sizes_of_middle_terms_are_sizes(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    assert_false(follows(&f, "low", "low_end"));
    assert_false(follows(&f, "part", "part_end"));
    assert_true(follows(&f, "sure", "sure_end"));
    fixture_close(&f);
}

/* At n = 1 there is no sum over 1..n/2. */
static void test_ranges_of_middle_terms_are_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    assert_false(follows(&f, "half", "half_end"));
    assert_true(follows(&f, "whole", "whole_end"));
    fixture_close(&f);
}

static void test_sizes_of_givens_are_sizes(void **state)
{
    (void)state;
    struct rule_fixture f = opened(SIZED);
    assert_true(follows(&f, "low", "low_end"));
    fixture_close(&f);
}

/* At k = 3 the lemma would speak of a size of 3/2. */
static void test_dims_of_lemmas_are_whole(void **state)
{
    (void)state;
    struct rule_fixture f = opened(BARE);
    const struct expr *v = fixture_side(&f, "part", 1)->kids[0];
    const struct line line = {.rule = RULE_LEMMA,
                              .lemma = module_theorem(f.module, HALVED),
                              .conclusion = fixture_claim(&f, "product"),
                              .terms = &v,
                              .nterms = 1};
    assert_false(fixture_add(&f, &line));
    fixture_close(&f);
}

/* The line 0 < s, s being seen to be positive. */
static bool is_seen(struct rule_fixture *f, const char *claim)
{
    const struct expr *rest = fixture_side(f, claim, 1);
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = fixture_claim(f, claim),
                              .terms = &rest,
                              .nterms = 1};
    return fixture_add(f, &line);
}

/* At x = 0 `x > 0 and 1/x > 5` is false by its first part. */
static void test_conditions_may_be_settled_by_one_part(void **state)
{
    (void)state;
    struct rule_fixture f = opened(GUARDED);
    assert_true(is_seen(&f, "one"));
    assert_false(is_seen(&f, "first"));
    assert_false(is_seen(&f, "every"));
    fixture_close(&f);
}

/* Numbers that have no value for some inputs; at a middle all say nothing. */
/* clang-format off */
static const char *const partial[] = {
    "1/x",
    "1/(x^2)",
    "1/a",
    "log(a)",
    "log(x^2)",
    "sqrt(x)",
    "sqrt(x^3)",
    "sqrt(r)",
    "x^(1/2)",
    "x^(-1)",
    "a^(-1)",
    "x^y",
    "a^y",
    "x^i0",
    "a^i0",
    "v[k]",
    "v[n + i0]",
    "v[n - 1]",
    "A[1, k]",
    "A[k, 1]",
    "v[2]",
    "w[L + 1]",
    "w[k]",
    "w[2]",
    "norm1(W[L + 1])",
    "w[L - 1]",
    "c[L]",
    "d[L]",
    "g[L]",
    "c[L + 1]",
    "c[k]",
    "d[1 + L]",
    "max(i in 1..n - 1, v[i])",
    "min(i in 2..n, v[i])",
    "max(i in 1..k, v[i])",
    "max(i in n..k, 1)",
    "sum(i in 1..n, 1 / v[i])",
    "sum(i in 0..n, v[i])",
    "sum(i in 1..n + 1, v[i])",
    "sum(i in 1..n, log(v[i]))",
    "prod(i in 1..n, sqrt(v[i]))",
    "sum(i in 1..n, 1/(i - 1))",
    "sum(i in 1..n, 1/(i - 2))",
    "sum(i in 1..n/2, i)",
    "sum(i in 1..k, v[i])",
    "norm1(inv(A))",
    "norm1(inv(N))",
    "norm1(inv(G))",
    "norm1(inv(S + eye(n)))",
    "norm1(inv(A' * A))",
    "norm1(A ^ (-1))",
    "norm1(A^i0)",
    "norm1(inv(G - eye(n)))",
    "norm1(inv(diag(v)))",
    "sum(unit(n, k))",
    "sum(unit(n, n + 1))",
    "sum(unit(n, n - 1))",
    "sum(unit(n, 2))",
    "sum(v[1..k])",
    "sum(v[2..n])",
    "sum(A[1..2, 1..n])",
    "eigmax(A)",
    "eigmin(A * B)",
    "eigmax(A + B')",
    "lambertw(0, x)",
    "lambertw(-1, r)",
    "lambertw(0, r)",
    "sum(1 ./ N)",
    "sum(A ./ B)",
    "sum(log(N))",
    "sum(sqrt(A))",
    "sum(N .^ (-1))",
    "sum(A .^ (1/2))",
    "sum(1 ./ exp(A) + 1 ./ A)",
    "rank(exp(A))",
    "rank(sqrt(2) * A)",
    "sum(softmax(A, N))",
    "sum(softmax(A, eye(n) * 0))",
    "if(x > 0, 1/y, 0)",
    "if(1/x > 0, 1, 0)",
    "if(x > 0, log(y), log(z))",
    "if(x > 0 and log(y) > 0, 1, 0)",
    "integral(t in 0..1, 1/(t + x))",
    "integral(t in 0..x, log(t))",
    "expectation(t, 1/t)",
    "integral(t in 0..inf, x)",
    "integral(t in -1..1, sqrt(t + x))",
    "1/(x - x)",
    "1/norm1(A)",
    "1/det(A)",
    "1/trace(N)",
    "log(norm2(A))",
    "1/(n - 1)",
    "1/(n - k)",
    "log(n - 1)",
    "sqrt(n - 2)",
    "1/(m - 2)",
    "log(tanh(x))",
    "1/(exp(x) - 1)",
    "log(1 + r)",
    "sqrt(r - 1)",
    "log(cos(x))",
    "1/(1 + r)",
    "1/(1 - a)",
    "log(erf(a))",
    "1/relu(x)",
    "1/abs(x)",
    "log(abs(x))",
    "1/sign(x)",
    "1/max(x, 0)",
    "log(max(x, y))",
    "sqrt(min(a, x))",
    "1/sum(N)",
    "log(sum(N))",
    "1/max(N)",
    "1/diameter(A)",
    "1/norm1(res(A))",
    "log(det(G))",
    "sqrt(det(A))",
    "sqrt(trace(A))",
    "sqrt(x * y)",
    "sqrt(x^2 - 1)",
    "sqrt(x^2 - y^2)",
    "log(x^2 - 2*x*y + y^2)",
    "1/(x^2 + y^2)",
    "sqrt(x + y)",
    "log(a + x^2)",
    "1/(a*x)",
    "(1 - a)^(1/2)",
    "2^x + x^2^y",
    "(-2)^x",
    "0^x",
    "(x^2)^(-1)",
    "(-a)^(1/3)",
    "sum(ones(n - 1))",
    "max(ones(n, n - 1))",
    "mean(ones(2, k - 1))",
    "sum(softmax(ones(n, n - 1)))",
    "sum(logsumexp(ones(n, n - 1)))",
    "sum(A[1..1, 1..k])",
    "sum(A[1..n, 2..n])",
    "x^(-2)",
    "sum(i in 1..n - 1, norm1(inv(A)))",
    "sum(ones(k - n))",
    "sum(eye(n/2))",
    "sum(zeros(n - 2, 1))",
    "mean(ones(n - 1))",
    "max(ones(n - 1))",
    "w[i0]",
    "sum(i in i0..n, v[i])",
    "max(i in i0..1, 1)",
    "A[i0, 1]",
    "norm2(prod(l in 1..L, W[l + 1]))",
    "sum(l in 0..L, w[l])",
    "sum(l in 1..L, c[l + 1])",
    "sum(l in 1..L, 1/w[l])",
};
/* clang-format on */

static const char declarations[] =
    "theorem t {\n"
    "  dim n; dim k; dim m >= 2; dim L;\n"
    "  given A, B : real[n, n];  given S : symmetric[n];  given G : psd[n];\n"
    "  given N : nonneg[n, n];  given x, y, z : real;  given a : nonneg;\n"
    "  given r : real in [-1, 1];  given i0 : int in [-2, 3];\n"
    "  given v : real[n];  given w[l in 1..L] : real;\n"
    "  given W[l in 1..L] : real[n, n];\n"
    "  let c[0] = 1;  let c[l in 1..L] = c[l-1] / y;\n"
    "  let d[1] = x;  let d[l in 2..L] = sqrt(d[l-1]);\n"
    "  let g[0] = a;  let g[l in 2..L] = a * g[l-1];\n"
    "  claim ends: x <= z;\n";

/* x <= e, e <= z |- x <= z for the left side e of claim i */
static bool leads_through(struct rule_fixture *f, size_t i)
{
    struct expr_pool *pool = f->theorem->pool;
    const struct expr *ends = fixture_claim(f, "ends");
    const struct expr *e = f->theorem->claims[i].links[0].relation->kids[0];
    const struct line halves[] = {
        {.conclusion = relation_make(pool, REL_LE, ends->kids[0], e)},
        {.conclusion = relation_make(pool, REL_LE, e, ends->kids[1])}};
    const size_t premises[] = {derivation_add(f->d, &halves[0]),
                               derivation_add(f->d, &halves[1])};
    const struct expr *const terms[5] = {NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = ends,
                              .premises = premises,
                              .npremises = 2,
                              .terms = terms,
                              .nterms = 5};
    return fixture_add(f, &line);
}

static void test_middle_terms_have_values(void **state)
{
    struct rule_fixture f;
    struct buffer all;
    (void)state;
    buffer_init(&all);
    buffer_printf(&all, "%s  claim whole: 1 / (1 + x^2) == 0;\n", declarations);
    for (size_t i = 0; i < sizeof partial / sizeof *partial; i++)
        buffer_printf(&all, "  claim c%zu: %s == 0;\n", i, partial[i]);
    buffer_printf(&all, "}\n");
    fixture_open(&f, all.text, 0);
    assert_true(leads_through(&f, 1));
    for (size_t i = 0; i < sizeof partial / sizeof *partial; i++)
        if (leads_through(&f, i + 2))
            fail_msg("%s", partial[i]);
    fixture_close(&f);
    buffer_clear(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_of_middle_terms_are_sizes),
        cmocka_unit_test(test_ranges_of_middle_terms_are_whole),
        cmocka_unit_test(test_sizes_of_givens_are_sizes),
        cmocka_unit_test(test_dims_of_lemmas_are_whole),
        cmocka_unit_test(test_conditions_may_be_settled_by_one_part),
        cmocka_unit_test(test_middle_terms_have_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
