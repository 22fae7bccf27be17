/* Canonical expressions, rules, ranges, families and limits. */
#include "logic/make.h"
#include "normal_fixture.h"

#include <string.h>

struct subject {
    struct loaded l;
    struct normalizer *n;
};

static void start(struct subject *s, const char *text)
{
    load_text(&s->l, text);
    s->n = normal_new(s->l.theorem);
}

static void stop(struct subject *s)
{
    normal_free(s->n);
    unload(&s->l);
}

static const struct expr *side(const struct subject *s, size_t claim,
                               size_t kid)
{
    return s->l.theorem->claims[claim].links[0].relation->kids[kid];
}

static enum truth equal(struct subject *s, size_t claim)
{
    return normal_equal(s->n, side(s, claim, 0), side(s, claim, 1));
}

static void test_equal_forms_are_one_pointer(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given A, B : real[n, n];"
              "claim c: norm1(A*(B + A)) <= norm1(A*B + A*A);"
              "claim d: norm1(A*B) <= norm1(B*A); }");
    assert_ptr_equal(normal_expr(s.n, side(&s, 0, 0)),
                     normal_expr(s.n, side(&s, 0, 1)));
    assert_ptr_not_equal(normal_expr(s.n, side(&s, 1, 0)),
                         normal_expr(s.n, side(&s, 1, 1)));
    stop(&s);
}

static void test_a_normal_expression_is_its_own(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given A, B : real[n, n]; given x : real[n];"
              "claim c: abs(A*(B + A)*x*x') == hcat(A, B)*vcat(B, A)/n; }");
    for (size_t k = 0; k < 2; k++) {
        const struct expr *once = normal_expr(s.n, side(&s, 0, k));
        assert_ptr_equal(normal_expr(s.n, once), once);
        assert_int_equal(normal_equal(s.n, once, side(&s, 0, k)), TRUTH_TRUE);
    }
    stop(&s);
}

static void test_relations_have_no_form(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { given a : real; claim c: a == a; }");
    const struct expr *r = s.l.theorem->claims[0].relation;
    assert_int_equal(normal_equal(s.n, r, r), TRUTH_UNKNOWN);
    assert_null(normal_expr(s.n, r));
    assert_null(normal_terms(s.n, r));
    stop(&s);
}

static void test_a_scalar_beside_a_matrix_is_spread(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n, m; claim c: ones(n, m) - 2*ones(n, m) == -1;"
              "claim d: eye(n) == 1; }");
    assert_int_equal(equal(&s, 0), TRUTH_TRUE);
    assert_int_equal(equal(&s, 1), TRUTH_UNKNOWN);
    stop(&s);
}

static void test_terms_show_coefficients_and_letters(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n, d; given A : real[n, n]; given a : real;"
              "claim c: 2*(A*A)*abs(a)/sqrt(d) == A; }");
    const struct normal_form *f = normal_terms(s.n, side(&s, 0, 0));
    assert_int_equal(f->count, 1);
    assert_int_equal(f->terms[0].nletters, 2);
    assert_true(mpq_cmp_ui(f->terms[0].coefficient->q, 2, 1) == 0);
    assert_int_equal(f->terms[0].nfactors, 3); /* d^-1 sqrt(d) |a| */
    for (size_t i = 0; i < 3; i++)
        assert_true(normal_is_nonnegative(s.n, f->terms[0].factors[i].atom));
    stop(&s);
}

static void test_signs_of_atoms(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given a : real; given x : real[n];"
              "claim c: exp(a) == a; claim d: x'*x == n; }");
    const struct expr *e = normal_expr(s.n, side(&s, 0, 0));
    const struct expr *a = normal_expr(s.n, side(&s, 0, 1));
    const struct expr *xx = normal_expr(s.n, side(&s, 1, 0));
    const struct expr *size = normal_expr(s.n, side(&s, 1, 1));
    assert_true(normal_is_positive(s.n, e));
    assert_false(normal_is_nonnegative(s.n, a));
    assert_true(normal_is_nonnegative(s.n, xx));
    assert_false(normal_is_positive(s.n, xx));
    assert_true(normal_is_positive(s.n, size));
    stop(&s);
}

/* Whether the exponent is certainly >= 0, with what is assumed or without. */
static bool is_count(const char *exponent, bool assumed)
{
    struct buffer text;
    struct subject s;
    buffer_init(&text);
    buffer_printf(&text,
                  "theorem t { dim n; given A : real[n, n]; given k : int in "
                  "[2, 9]; given l, m : int; assume m <= n and 1 < m; assume "
                  "k <= l; assume A^l == A; claim c: A^(%s) == A; }",
                  exponent);
    start(&s, text.text);
    if (assumed)
        normal_assume(s.n);
    const bool yes = normal_certainly_nonnegative(
        s.n, make_dim(s.l.theorem->pool, side(&s, 0, 0)->kids[1]));
    stop(&s);
    buffer_clear(&text);
    return yes;
}

static void test_integers_are_as_assumed(void **state)
{
    static const char *const counts[] = {"k - 2", "9 - k",     "m - 2",
                                         "n - m", "k + m - 4", "n + 9 - m - k"};
    static const char *const others[] = {
        "k - 3", "8 - k", "m - 3", "l", "n - m - 1", "k - m", "l - k", "n - k"};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        assert_true(is_count(counts[i], true));
        assert_false(is_count(counts[i], false));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(is_count(others[i], true));
}

#define RULES                                                                  \
    "theorem t { dim n; given A, B, C, P : real[n, n]; given x : real[n];"     \
    "claim fact: P == softmax(A); claim word: A*B == C;"                       \
    "claim one: P*x*ones(n)'*P'*ones(n) == P*x*n;"                             \
    "claim two: C'*A*B == B'*A'*C; claim no: B*A == C; }"

static void test_rules_rewrite_subterms_and_words(void **state)
{
    (void)state;
    struct subject s;
    start(&s, RULES);
    assert_int_equal(equal(&s, 2), TRUTH_UNKNOWN);
    assert_int_equal(equal(&s, 3), TRUTH_UNKNOWN);
    assert_true(normal_add_rule(s.n, side(&s, 0, 0), side(&s, 0, 1)));
    assert_true(normal_add_rule(s.n, side(&s, 1, 0), side(&s, 1, 1)));
    assert_int_equal(equal(&s, 0), TRUTH_TRUE);
    assert_int_equal(equal(&s, 3), TRUTH_TRUE);
    assert_int_equal(equal(&s, 4), TRUTH_UNKNOWN);
    stop(&s);
}

/* P = softmax(A) has row sums 1; whether columns do is not said. */
static void test_a_rule_brings_its_properties(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given A, P : real[n, n];"
              "claim fact: P == softmax(A); claim rows: P*ones(n) == ones(n);"
              "claim columns: P'*ones(n) == ones(n); }");
    assert_int_equal(equal(&s, 1), TRUTH_UNKNOWN);
    assert_true(normal_add_rule(s.n, side(&s, 0, 0), side(&s, 0, 1)));
    assert_int_equal(equal(&s, 1), TRUTH_TRUE);
    assert_int_equal(equal(&s, 2), TRUTH_UNKNOWN);
    stop(&s);
}

static void test_rules_that_go_round_end(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given A, B : real[n, n];"
              "claim c: A*B == B*A*A; claim d: B*A == A*B*B;"
              "claim e: A*B*A == zeros(n, n); }");
    assert_true(normal_add_rule(s.n, side(&s, 0, 0), side(&s, 0, 1)));
    (void)normal_add_rule(s.n, side(&s, 1, 0), side(&s, 1, 1));
    assert_int_equal(equal(&s, 2), TRUTH_UNKNOWN);
    assert_int_equal(normal_equal(s.n, side(&s, 0, 0), side(&s, 0, 0)),
                     TRUTH_TRUE);
    stop(&s);
}

#define MEMBERS                                                                \
    "theorem t { dim n, L; given X : real[n, n]; given W[l in 1..L] : "        \
    "real[n, n];"                                                              \
    "let Y[0] = X; let Y[l in 1..L] = W[l]*Y[l-1];"                            \
    "claim c: Y[0] == X; claim d: Y[1] == W[1]*X; claim e: Y[2] == "           \
    "W[2]*Y[1];"                                                               \
    "claim f: sum(l in 1..L, Y[l]) == sum(l in 1..L, W[l]*Y[l-1]); }"

static void test_members_unfold_where_their_clause_is_certain(void **state)
{
    (void)state;
    struct subject s;
    start(&s, MEMBERS);
    assert_ptr_equal(normal_unfold(s.n, side(&s, 0, 0)), side(&s, 0, 1));
    assert_non_null(normal_unfold(s.n, side(&s, 1, 0)));
    assert_null(normal_unfold(s.n, side(&s, 2, 0))); /* L may be 1 */
    assert_int_equal(equal(&s, 0), TRUTH_TRUE);
    assert_int_equal(equal(&s, 1), TRUTH_TRUE);
    assert_int_equal(equal(&s, 2), TRUTH_UNKNOWN);
    assert_int_equal(equal(&s, 3), TRUTH_TRUE);
    stop(&s);
}

static void test_a_range_fact_unfolds_and_is_taken_back(void **state)
{
    (void)state;
    struct subject s;
    start(&s, MEMBERS);
    const struct expr *sum = side(&s, 3, 0), *other = side(&s, 3, 1);
    const struct expr *member = sum->kids[2];
    assert_null(normal_unfold(s.n, member));
    assert_true(
        normal_push_range(s.n, sum->symbol, sum->kids[0], sum->kids[1]));
    assert_non_null(normal_unfold(s.n, member));
    (void)other;
    normal_pop_range(s.n);
    assert_null(normal_unfold(s.n, member));
    stop(&s);
}

/* A term too deep to be read leaves the ranges after it as they are. */
static void test_a_range_after_a_failure_is_its_own(void **state)
{
    enum { TOO_DEEP = 500 };
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; given x : real;"
              "claim c: sum(i in 1..n, i) == x; claim d: x == x; }");
    struct expr_pool *pool = s.l.theorem->pool;
    struct dim_pool *dims = expr_dims(pool);
    const struct expr *sum = side(&s, 0, 0), *deep = side(&s, 1, 0);
    for (int k = 0; k < TOO_DEEP; k++)
        deep = make_call(pool, FN_EXP, deep);
    assert_null(normal_expr(s.n, deep));
    assert_true(
        normal_push_range(s.n, sum->symbol, sum->kids[0], sum->kids[1]));
    const struct dim *less = dim_sub(dims, dim_constant(dims, 1),
                                     dim_of_symbol(dims, sum->symbol));
    assert_false(normal_certainly_nonnegative(s.n, less)); /* i may be 2 */
    normal_pop_range(s.n);
    stop(&s);
}

static void test_certainty_is_by_minima(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim n; dim m >= 3; claim c: n + m == n; }");
    struct dim_pool *dims = expr_dims(s.l.theorem->pool);
    const struct dim *n = dim_of_symbol(dims, theorem_dim(s.l.theorem, "n"));
    const struct dim *m = dim_of_symbol(dims, theorem_dim(s.l.theorem, "m"));
    const struct dim *one = dim_constant(dims, 1);
    const struct dim *two = dim_constant(dims, 2);
    assert_true(normal_certainly_nonnegative(s.n, dim_sub(dims, n, one)));
    assert_false(normal_certainly_nonnegative(s.n, dim_sub(dims, n, two)));
    assert_true(normal_certainly_nonnegative(
        s.n, dim_sub(dims, m, dim_constant(dims, 3))));
    assert_false(normal_certainly_nonnegative(
        s.n, dim_sub(dims, m, dim_constant(dims, 4))));
    assert_true(normal_certainly_nonnegative(
        s.n, dim_sub(dims, dim_mul(dims, n, m), n)));
    assert_false(normal_certainly_nonnegative(s.n, dim_sub(dims, n, m)));
    stop(&s);
}

/* Bound variables keep their meaning through nested uses of one family. */
static void test_renaming_does_not_catch_variables(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { dim H; given a[h in 1..H, k in 1..H] : real;"
              "let Y[l in 1..H] = sum(h in 1..H, a[l, h]);"
              "claim c: sum(h in 1..H, Y[h])"
              " == sum(i in 1..H, sum(j in 1..H, a[i, j]));"
              "claim d: sum(h in 1..H, Y[h])"
              " == sum(i in 1..H, sum(j in 1..H, a[j, j]));"
              "claim e: sum(h in 1..H, Y[h]) == H*sum(j in 1..H, a[j, j]); }");
    assert_int_equal(equal(&s, 0), TRUTH_TRUE);
    assert_int_equal(equal(&s, 1), TRUTH_UNKNOWN);
    assert_int_equal(equal(&s, 2), TRUTH_UNKNOWN);
    stop(&s);
}

static void test_integrals_are_compared_by_their_parts(void **state)
{
    (void)state;
    struct subject s;
    start(&s, "theorem t { given a : real;"
              "claim c: integral(x in 0..1, a*x + x)"
              " == integral(y in 0..1, (a + 1)*y);"
              "claim d: integral(x in 0..1, a*x) == integral(x in 0..2, a*x);"
              "claim e: integral(x in 0..inf, exp(-x)*a/a)"
              " == integral(z in 0..inf, exp(-z)); }");
    assert_int_equal(equal(&s, 0), TRUTH_TRUE);
    assert_int_equal(equal(&s, 1), TRUTH_UNKNOWN);
    assert_int_equal(equal(&s, 2), TRUTH_TRUE);
    stop(&s);
}

static enum truth power_identity(unsigned k)
{
    struct subject s;
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text,
                  "theorem t { dim n; given A, B : real[n, n];"
                  "claim c: (A + B)^%u == (B + A)^%u*(A + B); }",
                  k, k - 1);
    start(&s, text.text);
    enum truth t = equal(&s, 0);
    stop(&s);
    buffer_clear(&text);
    return t;
}

static void test_a_limit_gives_unknown(void **state)
{
    (void)state;
    assert_int_equal(power_identity(8), TRUTH_TRUE);
    assert_int_equal(power_identity(20), TRUTH_UNKNOWN); /* 2^20 words */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equal_forms_are_one_pointer),
        cmocka_unit_test(test_a_normal_expression_is_its_own),
        cmocka_unit_test(test_relations_have_no_form),
        cmocka_unit_test(test_a_scalar_beside_a_matrix_is_spread),
        cmocka_unit_test(test_terms_show_coefficients_and_letters),
        cmocka_unit_test(test_signs_of_atoms),
        cmocka_unit_test(test_integers_are_as_assumed),
        cmocka_unit_test(test_rules_rewrite_subterms_and_words),
        cmocka_unit_test(test_a_rule_brings_its_properties),
        cmocka_unit_test(test_rules_that_go_round_end),
        cmocka_unit_test(test_members_unfold_where_their_clause_is_certain),
        cmocka_unit_test(test_a_range_fact_unfolds_and_is_taken_back),
        cmocka_unit_test(test_a_range_after_a_failure_is_its_own),
        cmocka_unit_test(test_certainty_is_by_minima),
        cmocka_unit_test(test_renaming_does_not_catch_variables),
        cmocka_unit_test(test_integrals_are_compared_by_their_parts),
        cmocka_unit_test(test_a_limit_gives_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
