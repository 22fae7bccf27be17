#include "normal_fixture.h"
#include "logic/normal_internal.h"

/* What a bare index has for kids is not to be read: it has none. */
static void test_leaves_say_no_direction(void **state)
{
    (void)state;
    const struct identity id = {"dim m;", "sum(i in 1..m, i)", "m"};
    struct loaded l;
    load_identity(&l, &id);
    struct normalizer *n = normal_new(l.theorem);
    struct expr leaf = *l.lhs->kids[2];
    assert_int_equal(leaf.op, EX_SYMBOL);
    leaf.kids = NULL;
    const struct sum_range r = {l.lhs->symbol, index_dim(n, l.lhs->kids[0]),
                                index_dim(n, l.lhs->kids[1])};
    assert_null(sum_turned(n, &leaf, &r));
    normal_free(n);
    unload(&l);
}

static void test_falling_members_are_turned(void **state)
{
    (void)state;
    const struct identity id = {"dim m; given a[l in 1..m] : real;",
                                "sum(i in 1..m, i * a[m + 1 - i])",
                                "sum(i in 1..m, i * a[i])"};
    struct loaded l;
    load_identity(&l, &id);
    struct normalizer *n = normal_new(l.theorem);
    const struct sum_range down = {l.lhs->symbol, index_dim(n, l.lhs->kids[0]),
                                   index_dim(n, l.lhs->kids[1])};
    assert_non_null(sum_turned(n, l.lhs->kids[2], &down));
    const struct sum_range up = {l.rhs->symbol, index_dim(n, l.rhs->kids[0]),
                                 index_dim(n, l.rhs->kids[1])};
    assert_null(sum_turned(n, l.rhs->kids[2], &up));
    normal_free(n);
    unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves_say_no_direction),
        cmocka_unit_test(test_falling_members_are_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
