/* Members of families as scalar terms: what is read, and what is refused. */
#include "ir/lower.h"
#include "unit/logic/scalar_fixture.h"

/* The goal of the theorem's claim; NULL: it is no scalar statement. */
static const struct goal *goal_of(struct scalar_pool *pool,
                                  const struct theorem *t, size_t claim)
{
    struct sequent_oracle oracle = {.signs = no_signs};
    struct domain domain;
    struct sequent s;
    return domain_of_link(&domain, t, claim, 0) &&
                   domain_sequent(&s, &domain, 0, pool, &oracle)
               ? s.goal
               : NULL;
}

/* Goals of two claims behind the declarations, in one pool. */
struct pair {
    struct diag *diag;
    struct module *module;
    struct scalar_pool *pool;
    const struct goal *a, *b;
};

static struct pair read_pair(const char *declarations, const char *a,
                             const char *b)
{
    struct pair p = {.diag = diag_new(), .pool = scalar_pool_new()};
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim a: %s; claim b: %s; }",
                  declarations, a, b);
    if (module_load_text(&p.module, "t.bound", text.text, NULL, p.diag) !=
        ST_OK)
        fail_msg("not valid: %s", text.text);
    p.a = goal_of(p.pool, module_theorem(p.module, 0), 0);
    p.b = goal_of(p.pool, module_theorem(p.module, 0), 1);
    buffer_clear(&text);
    return p;
}

static void close_pair(struct pair *p)
{
    scalar_pool_free(p->pool);
    module_free(p->module);
    diag_free(p->diag);
}

static void assert_same(const char *declarations, const char *a, const char *b)
{
    struct pair p = read_pair(declarations, a, b);
    if (!p.a || !p.b || p.a->kind != p.b->kind || p.a->term != p.b->term)
        fail_msg("not the same: %s; %s", a, b);
    close_pair(&p);
}

static void assert_refused(const char *declarations, const char *relation)
{
    struct pair p = read_pair(declarations, relation, "0 <= 1");
    if (p.a || !p.b)
        fail_msg("read as a scalar statement: %s", relation);
    close_pair(&p);
}

#define X "given x : real; "
#define STEPS "let y[0] = x; let y[l in 1..4] = y[l-1]^2 + l; "

static void test_members_are_their_equations(void **state)
{
    (void)state;
    assert_same(X STEPS, "y[0] <= 1", "x <= 1");
    assert_same(X STEPS, "y[1] <= 1", "x^2 + 1 <= 1");
    assert_same(X STEPS, "y[3] <= 1", "((x^2 + 1)^2 + 2)^2 + 3 <= 1");
}

static void test_indices_may_be_computed(void **state)
{
    (void)state;
    assert_same(X STEPS, "sum(i in 1..2, i*y[i - 1]) <= 1",
                "x + 2*(x^2 + 1) <= 1");
    assert_same("given k : int in [2, 2]; " X STEPS, "y[k] <= 1",
                "0*k + y[2] <= 1");
}

static void test_families_may_name_each_other(void **state)
{
    (void)state;
    assert_same(X "let a[0] = x; let b[0] = 2*x; "
                  "let a[l in 1..3] = a[l-1] + b[l-1]; "
                  "let b[l in 1..3] = a[l]*b[l-1]; ",
                "b[2] <= 1", "(3*x + 6*x^2)*(6*x^2) <= 1");
}

static void test_every_index_counts(void **state)
{
    (void)state;
    assert_same(X "let w[i in 1..3, j in 1..i] = i*x + j; ",
                "w[3, 2] - w[2, 1] <= 1", "x + 1 <= 1");
}

/* The sum's index is what it was once the inner member has been read. */
static void test_an_equation_may_sum_over_the_member_before(void **state)
{
    (void)state;
    assert_same(X "let y[0] = x; "
                  "let y[l in 1..2] = sum(h in 1..2, y[l-1]^h * h); ",
                "y[2] <= 1", "x + 2*x^2 + 2*(x + 2*x^2)^2 <= 1");
}

static void test_what_is_outside_is_refused(void **state)
{
    (void)state;
    assert_refused(X STEPS, "y[5] <= 1");
    assert_refused(X STEPS, "y[0 - 1] <= 1");
    assert_refused(X "let w[i in 1..3, j in 1..i] = i*x + j; ", "w[2, 3] <= 1");
}

static void test_members_at_sizes_are_refused(void **state)
{
    (void)state;
    assert_refused("dim L; " X "let y[0] = x; let y[l in 1..L] = y[l-1]^2; ",
                   "y[L] <= 1");
}

/* Only one equation may give y[2]: where L < 2 it has no value. */
static void test_a_range_may_end_at_a_size(void **state)
{
    (void)state;
    assert_same("dim L; " X "let y[0] = x; let y[l in 1..L] = y[l-1]^2; ",
                "y[2] <= 1", "x^4 <= 1");
}

static void test_two_possible_equations_are_refused(void **state)
{
    (void)state;
    assert_refused("dim L; " X "let y[l in 0..L] = x; "
                   "let y[l in L+1..9] = 2*x; ",
                   "y[3] <= 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_are_their_equations),
        cmocka_unit_test(test_indices_may_be_computed),
        cmocka_unit_test(test_families_may_name_each_other),
        cmocka_unit_test(test_every_index_counts),
        cmocka_unit_test(test_an_equation_may_sum_over_the_member_before),
        cmocka_unit_test(test_what_is_outside_is_refused),
        cmocka_unit_test(test_members_at_sizes_are_refused),
        cmocka_unit_test(test_a_range_may_end_at_a_size),
        cmocka_unit_test(test_two_possible_equations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
