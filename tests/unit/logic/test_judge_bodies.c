/*
 * What a defined binder says of its body: for values of its range alone, until
 * the variable is closed, of that variable alone; and what is remembered from
 * one judge to the next.
 */
#include "logic/judge.h"
#include "logic/make.h"
#include "normal_fixture.h"

struct fixture {
    struct loaded loaded;
    struct normalizer *normalizer;
    struct judge *judge;
};

static const char text[] =
    "theorem t { dim n; dim k >= 2; given x, y, z : real;\n"
    "  let c[1] = 1 / y;  let c[l in 2..n + 2] = c[l - 1];\n"
    "  let e[1] = 1 / k;  let e[l in 2..n + 2] = e[l - 1];\n"
    "  let g[l in 2..n + 2] = g[1];  let g[1] = 1 / y;\n"
    "  claim logs: sum(i in 1..n, log(y - i)) == 0;\n"
    "  claim same: sum(i in 1..n, sqrt(y - i)) == 0;\n"
    "  claim part: sum(i in 2..n, 1 / (y - i)) == 0;\n"
    "  claim before: sum(i in 0..n, sqrt(y - i)) == 0;\n"
    "  claim after: sum(i in 1..n + 1, sqrt(y - i)) == 0;\n"
    "  claim perhaps: sum(i in 1..n - 1, log(y)) == 0;\n"
    "  claim inside: sum(i in 1..n - 1, i / y) == 0;\n"
    "  claim outside: sum(i in 1..n, i / y) == 0;\n"
    "  claim bare: 1 / y == 0;\n"
    "  claim lazy: sum(i in 1..n, if(y > i, log(y), 0)) == 0;\n"
    "  claim nested: sum(i in 1..n, sum(j in 1..n, log(y - i - j))) == 0;\n"
    "  claim twice: sum(i in 1..n, sum(j in 1..n, sqrt(y - i - j))) == 0;\n"
    "  claim later: forall(l in 2..n, sqrt(y - l) == 0);\n"
    "  claim sooner: forall(l in 0..n, sqrt(y - l) == 0);\n"
    "  claim between: sum(j in max(1, n - k)..min(n, k), unit(n, j)) ==\n"
    "    zeros(n);\n"
    "  claim from_zero: sum(j in max(0, n - k)..n, 1 / j) == 0;\n"
    "  claim from_least: sum(j in min(1, n - k)..n, 1 / j) == 0;\n"
    "  claim to_most: sum(j in 1..max(n, k), unit(n, j)) == zeros(n);\n"
    "  claim halves: sum(j in max(1, n / 2)..n, 1 / j) == 0;\n"
    "  claim last: c[n] == e[n];\n"
    "  claim first: g[n] == g[1];\n"
    "}\n";

static void open_judge(struct fixture *f, const struct scope_entry *scope)
{
    judge_free(f->judge);
    f->judge = judge_new(f->normalizer, f->loaded.theorem, scope);
}

static void open_fixture(struct fixture *f)
{
    *f = (struct fixture){0};
    load_text(&f->loaded, text);
    f->normalizer = normal_new(f->loaded.theorem);
    open_judge(f, NULL);
}

static void close_fixture(struct fixture *f)
{
    judge_free(f->judge);
    normal_free(f->normalizer);
    unload(&f->loaded);
}

static const struct expr *relation_of(const struct fixture *f, const char *name)
{
    const struct claim *c = theorem_claim(f->loaded.theorem, name);
    assert_non_null(c);
    return c->links[0].relation;
}

/* The left side of the claim. */
static const struct expr *term_of(const struct fixture *f, const char *name)
{
    return relation_of(f, name)->kids[0];
}

static bool is_defined(struct fixture *f, const char *name)
{
    return judge_defined(f->judge, term_of(f, name));
}

static void test_bodies_are_defined_for_values_of_the_range(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    assert_false(is_defined(&f, "same"));
    judge_root(f.judge, term_of(&f, "logs"));
    assert_true(is_defined(&f, "same"));
    assert_true(is_defined(&f, "part"));
    assert_false(is_defined(&f, "before"));
    assert_false(is_defined(&f, "after"));
    close_fixture(&f);
}

/* At n = 1 no body is evaluated, whatever y is. */
static void test_bodies_over_empty_ranges_say_nothing(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    judge_root(f.judge, term_of(&f, "perhaps"));
    assert_false(is_defined(&f, "bare"));
    assert_true(is_defined(&f, "inside"));
    assert_false(is_defined(&f, "bare"));
    assert_false(is_defined(&f, "outside"));
    close_fixture(&f);
}

static void test_branches_in_bodies_are_not_evaluated(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    judge_root(f.judge, term_of(&f, "lazy"));
    assert_false(is_defined(&f, "outside"));
    close_fixture(&f);
}

static void test_bodies_of_bodies_are_defined(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    judge_root(f.judge, term_of(&f, "nested"));
    assert_true(is_defined(&f, "twice"));
    close_fixture(&f);
}

/* The sum of `body` over i in lo..n, for the i of `binder`. */
static const struct expr *sum_from(const struct fixture *f, int64_t lo,
                                   const struct expr *binder,
                                   const struct expr *body)
{
    struct expr_pool *pool = f->loaded.theorem->pool;
    const struct expr *kids[] = {make_int(pool, lo), binder->kids[1], body};
    struct expr model = *binder;
    model.kids = kids;
    return expr_intern(pool, &model);
}

/* Under i in 1..n another i in 0..n: y - 0 is known of neither. */
static void test_hidden_variables_are_other_variables(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *logs = term_of(&f, "logs");
    const struct expr *root = logs->kids[2]; /* of one i */
    judge_root(f.judge, logs);
    assert_true(judge_defined(
        f.judge, sum_from(&f, 1, logs, sum_from(&f, 2, logs, root))));
    assert_false(judge_defined(
        f.judge, sum_from(&f, 1, logs, sum_from(&f, 0, logs, root))));
    assert_true(judge_defined(f.judge, sum_from(&f, 1, logs, root)));
    close_fixture(&f);
}

/* The same where what is known of the outer i is that a sum is defined. */
static void test_sums_of_hidden_variables_are_others(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *nested = term_of(&f, "nested");
    const struct expr *of_one = nested->kids[2];
    const struct expr *plain = sum_from(&f, 2, of_one, of_one->kids[2]);
    judge_root(f.judge, nested);
    assert_true(judge_defined(f.judge, sum_from(&f, 1, nested, plain)));
    assert_false(judge_defined(
        f.judge, sum_from(&f, 1, nested, sum_from(&f, 0, nested, plain))));
    close_fixture(&f);
}

static bool body_is_defined_in_scope(struct fixture *f, const char *name)
{
    const struct expr *forall = relation_of(f, name);
    const struct scope_entry scope = {
        .symbol = forall->symbol, .lo = forall->kids[0], .hi = forall->kids[1]};
    open_judge(f, &scope);
    judge_root(f->judge, term_of(f, "logs"));
    const bool ok = judge_defined(f->judge, forall->kids[2]->kids[0]);
    open_judge(f, NULL);
    return ok;
}

static void test_variables_of_the_scope_are_values(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    assert_true(body_is_defined_in_scope(&f, "later"));
    assert_false(body_is_defined_in_scope(&f, "sooner"));
    close_fixture(&f);
}

static void test_ends_may_be_the_larger_or_smaller_of_two(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    assert_true(is_defined(&f, "between"));
    assert_false(is_defined(&f, "from_zero"));
    assert_false(is_defined(&f, "from_least"));
    assert_false(is_defined(&f, "to_most"));
    assert_false(is_defined(&f, "halves"));
    close_fixture(&f);
}

/* What one judge knows of y is not known of the family ever after. */
static void test_families_are_remembered_by_the_assumptions(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *last = relation_of(&f, "last");
    judge_root(f.judge, term_of(&f, "bare"));
    assert_true(judge_defined(f.judge, last->kids[0]));
    open_judge(&f, NULL);
    for (size_t round = 0; round < 2; round++) {
        assert_false(judge_defined(f.judge, last->kids[0]));
        assert_true(judge_defined(f.judge, last->kids[1]));
        judge_root(f.judge, term_of(&f, "bare"));
        assert_true(judge_defined(f.judge, last->kids[0]));
        open_judge(&f, NULL);
    }
    close_fixture(&f);
}

/* Within the family g[1] counts as defined, until its own clause fails. */
static void test_earlier_members_are_settled_in_their_family(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *first = relation_of(&f, "first");
    assert_false(judge_defined(f.judge, first->kids[0]));
    assert_false(judge_defined(f.judge, first->kids[1]));
    close_fixture(&f);
}

/* i - 1 >= 0 for i in 1..n and not for i in 0..n: answers are of a scope. */
static void test_answers_are_kept_for_their_ranges(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    struct normalizer *n = f.normalizer;
    struct expr_pool *pool = f.loaded.theorem->pool;
    struct dim_pool *dims = expr_dims(pool);
    const struct expr *binder = term_of(&f, "logs");
    const struct dim *a = dim_sub(dims, dim_of_symbol(dims, binder->symbol),
                                  dim_constant(dims, 1));
    for (size_t round = 0; round < 2; round++)
        for (int lo = 0; lo < 2; lo++) {
            assert_true(normal_push_range(n, binder->symbol, make_int(pool, lo),
                                          binder->kids[1]));
            assert_true(normal_certainly_nonnegative(n, a) == (lo == 1));
            normal_pop_range(n);
        }
    close_fixture(&f);
}

/* Over a limit an earlier question has no answer; the next one is another. */
static void test_members_are_unfolded_after_a_failure(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f);
    const struct expr *last = relation_of(&f, "last")->kids[0];
    const struct expr *two =
        make_shift(f.loaded.theorem->pool, last->kids[0], 2);
    struct expr model = *last;
    model.kids = &two;
    const struct expr *deep = term_of(&f, "bare");
    for (size_t i = 0; i <= NORMAL_MAX_DEPTH; i++)
        deep = make_call(f.loaded.theorem->pool, FN_SIN, deep);
    assert_null(normal_expr(f.normalizer, deep));
    const struct expr *body = normal_unfold(
        f.normalizer, expr_intern(f.loaded.theorem->pool, &model));
    assert_non_null(body);
    const struct expr *before =
        make_shift(f.loaded.theorem->pool, last->kids[0], 1);
    assert_ptr_equal(make_dim(f.loaded.theorem->pool, body->kids[0]),
                     make_dim(f.loaded.theorem->pool, before));
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bodies_are_defined_for_values_of_the_range),
        cmocka_unit_test(test_bodies_over_empty_ranges_say_nothing),
        cmocka_unit_test(test_branches_in_bodies_are_not_evaluated),
        cmocka_unit_test(test_bodies_of_bodies_are_defined),
        cmocka_unit_test(test_hidden_variables_are_other_variables),
        cmocka_unit_test(test_sums_of_hidden_variables_are_others),
        cmocka_unit_test(test_variables_of_the_scope_are_values),
        cmocka_unit_test(test_ends_may_be_the_larger_or_smaller_of_two),
        cmocka_unit_test(test_families_are_remembered_by_the_assumptions),
        cmocka_unit_test(test_earlier_members_are_settled_in_their_family),
        cmocka_unit_test(test_answers_are_kept_for_their_ranges),
        cmocka_unit_test(test_members_are_unfolded_after_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
