#include "ir/lower.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

static struct module *load(const char *text)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    enum status st = module_load_text(&module, "t.bound", text, NULL, diag);
    struct buffer messages;
    buffer_init(&messages);
    diag_print(diag, &messages);
    assert_string_equal(messages.text, "");
    assert_int_equal(st, ST_OK);
    buffer_clear(&messages);
    diag_free(diag);
    return module;
}

static char *warnings(const char *text)
{
    struct diag *diag = diag_new();
    struct module *module = NULL;
    assert_int_equal(module_load_text(&module, "t.bound", text, NULL, diag),
                     ST_OK);
    struct buffer messages;
    buffer_init(&messages);
    diag_print(diag, &messages);
    module_free(module);
    diag_free(diag);
    return messages.text;
}

static void expect_printed(const struct expr *e, const char *expected)
{
    struct buffer out;
    buffer_init(&out);
    expr_print(&out, e);
    assert_string_equal(out.text, expected);
    buffer_clear(&out);
}

/* A sum of units, which is shown as it was written. */
static void test_a_matrix_of_entries_is_a_sum(void **state)
{
    (void)state;
    static const char *const SHOWN[] = {
        "matrix(i in 1..n, j in 1..m, A[i, j] / j) == A",
        "matrix(i in 1..n, j in 1..1, i) == A[1..n, 1]",
        "matrix(i in 1..1, j in 1..m, j) == A[1, 1..m]",
        "matrix(i in 1..1, j in 1..1, i) == A[1, 1]",
        "sum(i in 1..n, unit(n, i) * sum(j in 1..m, i * unit(m, 1)')) == A",
        "sum(i in 1..n, unit(n, i) * sum(j in 1..m, unit(m, i)')) == A",
        "sum(i in 2..n, unit(n, i) * sum(j in 1..m, i * unit(m, j)')) == A",
        "sum(i in 1..n - 1, unit(n, i) * sum(j in 1..m, i * unit(m, j)')) == A",
        "sum(i in 1..n, sum(j in 1..m, 2 * i * unit(n, i))) == A[1..n, 1]"};
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "theorem t { dim n, m; given A : real[n, m]; claim c: %s; }",
                 SHOWN[i]);
        struct module *m = load(text);
        const struct expr *e = module_theorem(m, 0)->claims[0].relation;
        assert_int_equal(e->kids[0]->op, EX_SUM);
        expect_printed(e, SHOWN[i]);
        module_free(m);
    }
}

static void test_a_chain_has_its_links(void **state)
{
    (void)state;
    struct module *m = load("theorem t { dim n; given x, y, z : real[n];\n"
                            "claim c: x <= y <= z == x; }");
    const struct claim *c = &module_theorem(m, 0)->claims[0];
    assert_int_equal(c->nlinks, 3);
    expect_printed(c->links[0].relation, "x <= y");
    expect_printed(c->links[1].relation, "y <= z");
    expect_printed(c->links[2].relation, "z == x");
    module_free(m);
}

static void test_a_conjunction_is_one_link(void **state)
{
    (void)state;
    struct module *m = load("theorem t { given x, y : real;\n"
                            "claim c: x <= y and y <= x; }");
    const struct claim *c = &module_theorem(m, 0)->claims[0];
    assert_int_equal(c->nlinks, 1);
    assert_int_equal(c->links[0].relation->op, EX_AND);
    module_free(m);
}

static void test_equal_expressions_are_shared(void **state)
{
    (void)state;
    struct module *m = load("theorem t { dim n; given A : real[n, n];\n"
                            "let B = A * A'; claim c: B == A * A'; }");
    const struct expr *r = module_theorem(m, 0)->claims[0].relation;
    assert_ptr_equal(r->kids[0], r->kids[1]);
    module_free(m);
}

static void test_the_hole_is_one_and_flagged(void **state)
{
    (void)state;
    struct module *m = load("theorem t { dim n; given A : real[n, n];\n"
                            "claim c: norm2(A) <= ? * normfro(A); }");
    const struct claim *c = &module_theorem(m, 0)->claims[0];
    assert_true(c->has_hole);
    expect_printed(c->relation, "norm2(A) <= 1 * normfro(A)");
    module_free(m);
}

static void test_an_int_in_an_index_becomes_a_symbol(void **state)
{
    (void)state;
    struct module *m = load("theorem t { given k : int in [1, 3];\n"
                            "given A : real[3, 3]; claim c: A[k, 1] <= k; }");
    const struct theorem *t = module_theorem(m, 0);
    const struct given *k = theorem_given(t, "k");
    assert_non_null(k->symbol);
    const struct expr *r = t->claims[0].relation;
    assert_int_equal(r->kids[0]->kids[1]->op, EX_SYMBOL);
    assert_ptr_equal(r->kids[0]->kids[1]->symbol, k->symbol);
    assert_int_equal(r->kids[1]->op, EX_GIVEN);
    module_free(m);
}

static void test_bound_variables_are_not_free(void **state)
{
    (void)state;
    struct module *m = load("theorem t { dim n; given x : real[n];\n"
                            "claim c: sum(i in 1..n, x[i]) == sum(x); }");
    const struct expr *sum = module_theorem(m, 0)->claims[0].relation->kids[0];
    assert_int_equal(sum->op, EX_SUM);
    assert_int_equal(sum->nfree, 0);
    assert_int_equal(sum->kids[2]->nfree, 1);
    assert_ptr_equal(sum->kids[2]->free[0], sum->symbol);
    module_free(m);
}

static void test_funcs_are_hygienic(void **state)
{
    (void)state;
    struct module *m = load("func total(v) = sum(i in 1..2, i * v);\n"
                            "theorem t { dim n; given x : real[n];\n"
                            "claim c: sum(i in 1..n, total(x[i])) >= 0; }");
    const struct expr *outer =
        module_theorem(m, 0)->claims[0].relation->kids[0];
    const struct expr *inner = outer->kids[2];
    assert_int_equal(inner->op, EX_SUM);
    assert_ptr_not_equal(inner->symbol, outer->symbol);
    assert_int_equal(inner->nfree, 1);
    assert_ptr_equal(inner->free[0], outer->symbol);
    module_free(m);
}

static void test_definitions_of_scalars_are_plain(void **state)
{
    (void)state;
    struct module *m = load("theorem t { given x : real;\n"
                            "claim c: silu(x) .^ 2 <= 1; }");
    expect_printed(module_theorem(m, 0)->claims[0].relation,
                   "(x * (1 / (1 + exp(-x)))) .^ 2 <= 1");
    module_free(m);
}

static void test_a_files_own_func_stands_for_the_languages(void **state)
{
    (void)state;
    struct module *m = load("func f(x) = sigmoid(x);\n"
                            "func sigmoid(x) = 3 * x;\n"
                            "theorem t { given x : real;\n"
                            "claim c: sigmoid(x) <= silu(x) + f(x); }");
    expect_printed(module_theorem(m, 0)->claims[0].relation,
                   "3 * x <= x * (1 / (1 + exp(-x))) + 1 / (1 + exp(-x))");
    module_free(m);
}

static void test_steps_are_claims_of_the_proof(void **state)
{
    (void)state;
    struct module *m =
        load("theorem t { dim n; given A : real[n, n]; claim c: A == A; }\n"
             "proof of c { let B = A'; step one: B' == A by algebra;\n"
             "chain A == B' == A; chain last: A <= A by auto <= A; }");
    const struct theorem *t = module_theorem(m, 0);
    assert_int_equal(t->nclaims, 4);
    assert_string_equal(t->claims[1].name, "c/one");
    assert_true(t->claims[1].is_step);
    assert_string_equal(t->claims[1].method->name, "algebra");
    assert_string_equal(t->claims[2].name, "c/chain1");
    assert_string_equal(t->claims[3].name, "c/last");
    assert_string_equal(t->claims[3].links[0].method->name, "auto");
    module_free(m);
}

static void test_unused_names_are_warned_of(void **state)
{
    (void)state;
    char *text = warnings("theorem t { given x, y : real; let z = x;\n"
                          "claim c: x <= 1; }");
    assert_non_null(strstr(text, "warning: y is never used"));
    assert_non_null(strstr(text, "warning: z is never used"));
    free(text);
}

/* `claim` with A and B psd, C any matrix and c a number. */
static bool warns_of_order(const char *claim)
{
    char theorem[256];
    snprintf(theorem, sizeof theorem,
             "theorem t { dim n; given A, B : psd[n]; given C : real[n, n];\n"
             "given c : real; claim c1: %s; }",
             claim);
    char *text = warnings(theorem);
    const char *found = strstr(text, "compared entry by entry");
    const bool twice = found && strstr(found + 1, "compared entry by entry");
    free(text);
    assert_false(twice);
    return found != NULL;
}

static void test_semidefinite_order_is_warned_of(void **state)
{
    (void)state;
    assert_true(warns_of_order("A + B >= 2 * B"));
    assert_true(warns_of_order("C <= c * eye(n)"));
    assert_true(warns_of_order("-A < B / 2 < A"));
    assert_false(warns_of_order("A == B"));
    assert_false(warns_of_order("psd(A - B)"));
    assert_false(warns_of_order("abs(A) >= A"));
    assert_false(warns_of_order("A >= C"));
    assert_false(warns_of_order("A[1, 1] >= B[1, 1]"));
    assert_false(warns_of_order("c * eye(n) <= abs(c) * ones(n, n)"));
}

static void test_rows_of_one_entry_are_warned_of(void **state)
{
    (void)state;
    char *text = warnings("theorem t { dim n; given x : real[n];\n"
                          "claim c: sum(softmax(x)) <= 1; }");
    assert_non_null(strstr(text, "softmax works on rows"));
    free(text);
    text = warnings("theorem t { dim n; given x : real[n];\n"
                    "claim c: sum(softmax(x')) <= 1; }");
    assert_null(strstr(text, "softmax works on rows"));
    free(text);
}

static void test_an_idle_assumption_is_warned_of(void **state)
{
    (void)state;
    char *text = warnings("theorem t { given x, y : real;\n"
                          "assume idle: y > 0; claim c: x <= 1; }");
    assert_non_null(strstr(text, "the assumption idle says nothing"));
    free(text);
}

/* An assumption may bear on the claims by way of others. */
static void test_assumptions_work_together(void **state)
{
    (void)state;
    char *text = warnings("theorem t { given x, y, z, w, v : real;\n"
                          "assume a: y <= z; assume b: x <= y;\n"
                          "assume c: w <= v; claim d: x <= z; }");
    assert_null(strstr(text, "assumption a"));
    assert_null(strstr(text, "assumption b"));
    assert_non_null(strstr(text, "warning: the assumption c says nothing"));
    free(text);
    text = warnings("theorem t { given x, y, z : real;\n"
                    "assume a: y <= z; assume b: x <= y;\n"
                    "claim d: x <= 1; }");
    assert_null(strstr(text, "says nothing"));
    free(text);
}

static void test_cases_belong_to_their_theorem(void **state)
{
    (void)state;
    struct module *m = load("theorem a { given x : real; claim c: x <= 1; }\n"
                            "theorem b { given x : real; claim c: x <= 1; }\n"
                            "case one for b { x = 1; }");
    assert_int_equal(module_cases(m), 1);
    assert_int_equal(module_case(m, 0)->theorem, 1);
    module_free(m);
}

static void test_deep_sums_are_refused_not_overflowed(void **state)
{
    (void)state;
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, "theorem t { given x : real; claim c: x");
    for (int i = 0; i < 100000; i++)
        buffer_add(&text, " + x");
    buffer_add(&text, " <= 1; }");
    struct diag *diag = diag_new();
    struct module *m = NULL;
    assert_int_equal(module_load_text(&m, "t.bound", text.text, NULL, diag),
                     ST_INPUT);
    assert_int_equal(diag_errors(diag), 1);
    diag_free(diag);
    buffer_clear(&text);
}

/* Each claim is found while the table of names grows, the first of a name. */
static void test_claims_are_found_by_name(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    struct arena *arena = arena_new();
    struct theorem t = {0};
    char name[32];
    assert_null(theorem_claim(&t, "c0"));
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "c%zu", i);
        assert_null(theorem_claim(&t, name));
        const struct claim claim = {.name = arena_strdup(arena, name)};
        theorem_add_claim(&t, arena, &claim);
        assert_int_equal(t.nclaims, i + 1);
    }
    theorem_add_claim(&t, arena, &(struct claim){.name = "c7"});
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "c%zu", i);
        assert_ptr_equal(theorem_claim(&t, name), &t.claims[i]);
    }
    arena_free(arena);
}

/* Each once, in their order, of assumptions as of claims. */
static void test_a_relation_knows_its_variables(void **state)
{
    (void)state;
    struct module *m = load(
        "theorem t { given a : real;"
        " assume h: forall(x : real, forall(y : real, x * y <= a + x^2 + y^2));"
        " claim c: forall(x : real, x^2 >= a) and forall(y : real, y^2 >= a) "
        "and forall(z : real, z^2 >= a); }");
    const struct theorem *t = module_theorem(m, 0);
    struct buffer out;
    buffer_init(&out);
    theorem_print_quantified(&out, t, "", &t->assumptions[0].variables, "; ");
    theorem_print_quantified(&out, t, "", &t->claims[0].variables, "");
    assert_string_equal(out.text, "x, y; x, y, z");
    buffer_clear(&out);
    module_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_matrix_of_entries_is_a_sum),
        cmocka_unit_test(test_a_chain_has_its_links),
        cmocka_unit_test(test_a_conjunction_is_one_link),
        cmocka_unit_test(test_a_relation_knows_its_variables),
        cmocka_unit_test(test_equal_expressions_are_shared),
        cmocka_unit_test(test_the_hole_is_one_and_flagged),
        cmocka_unit_test(test_an_int_in_an_index_becomes_a_symbol),
        cmocka_unit_test(test_bound_variables_are_not_free),
        cmocka_unit_test(test_funcs_are_hygienic),
        cmocka_unit_test(test_definitions_of_scalars_are_plain),
        cmocka_unit_test(test_a_files_own_func_stands_for_the_languages),
        cmocka_unit_test(test_steps_are_claims_of_the_proof),
        cmocka_unit_test(test_unused_names_are_warned_of),
        cmocka_unit_test(test_assumptions_work_together),
        cmocka_unit_test(test_semidefinite_order_is_warned_of),
        cmocka_unit_test(test_rows_of_one_entry_are_warned_of),
        cmocka_unit_test(test_an_idle_assumption_is_warned_of),
        cmocka_unit_test(test_cases_belong_to_their_theorem),
        cmocka_unit_test(test_deep_sums_are_refused_not_overflowed),
        cmocka_unit_test(test_claims_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
