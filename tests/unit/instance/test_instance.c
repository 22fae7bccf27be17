#include "instance/instance.h"
#include "ir/lower.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    struct layout layout;
    char *reason;
};

static enum status lay_out(struct fixture *f, const char *text,
                           const int64_t *dims)
{
    *f = (struct fixture){.diag = diag_new()};
    assert_int_equal(
        module_load_text(&f->module, "t.bound", text, NULL, f->diag), ST_OK);
    return layout_init(&f->layout, module_theorem(f->module, 0), dims,
                       &f->reason);
}

static void clear(struct fixture *f)
{
    layout_clear(&f->layout);
    module_free(f->module);
    diag_free(f->diag);
    free(f->reason);
}

static const char *const family =
    "theorem t { dim L, H; given X : real[L, 2];"
    "given W[l in 0..L, h in 1..H] : real[L + H, 2 * H]; given y : real;"
    "claim c: W[0, 1] * W[0, 1]' == eye(L + H) and norm1(X) > y; }";

static void test_members_are_in_row_major_order(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2, 3}, first[] = {0, 1}, last[] = {2, 3};
    size_t slot;
    assert_int_equal(lay_out(&f, family, dims), ST_OK);
    assert_int_equal(f.layout.nslots, 1 + 9 + 1);
    assert_true(layout_slot(&slot, &f.layout, 1, first));
    assert_int_equal(slot, 1);
    assert_true(layout_slot(&slot, &f.layout, 1, last));
    assert_int_equal(slot, 9);
    assert_int_equal(f.layout.first[2], 10);
    clear(&f);
}

static void test_slots_carry_their_shape(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2, 3};
    assert_int_equal(lay_out(&f, family, dims), ST_OK);
    assert_int_equal(f.layout.slots[0].rows, 2);
    assert_int_equal(f.layout.slots[5].rows, 5);
    assert_int_equal(f.layout.slots[5].cols, 6);
    assert_int_equal(f.layout.slots[10].rows, 1);
    clear(&f);
}

static void test_index_outside_its_range_has_no_slot(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {2, 3}, low[] = {-1, 1}, high[] = {0, 4};
    size_t slot;
    assert_int_equal(lay_out(&f, family, dims), ST_OK);
    assert_false(layout_slot(&slot, &f.layout, 1, low));
    assert_false(layout_slot(&slot, &f.layout, 1, high));
    clear(&f);
}

static void test_frames_are_no_wider_than_tall(void **state)
{
    (void)state;
    struct fixture f;
    int64_t square[] = {2, 2}, wide[] = {2, 3};
    const char *text = "theorem t { dim n, k; given U : frame[n, k];"
                       " claim c: normfro(U) == sqrt(k); }";
    assert_int_equal(lay_out(&f, text, square), ST_OK);
    clear(&f);
    assert_int_equal(lay_out(&f, text, wide), ST_INPUT);
    assert_string_equal(f.reason, "U is 2 x 3 at these sizes; a frame has no "
                                  "more columns than rows");
    clear(&f);
}

static void test_slots_are_printed_as_they_are_written(void **state)
{
    (void)state;
    struct fixture f;
    struct buffer text;
    int64_t dims[] = {2, 3};
    assert_int_equal(lay_out(&f, family, dims), ST_OK);
    buffer_init(&text);
    layout_print_slot(&text, &f.layout, 0);
    layout_print_slot(&text, &f.layout, 5);
    assert_string_equal(text.text, "XW[1, 2]");
    buffer_clear(&text);
    clear(&f);
}

static void test_opaque_sizes_are_evaluated(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {5};
    assert_int_equal(lay_out(&f,
                             "theorem t { dim n; given X : real[2^n, n];"
                             "claim c: norm1(X) > 0; }",
                             dims),
                     ST_OK);
    assert_int_equal(f.layout.slots[0].rows, 32);
    clear(&f);
}

static void expect_refused(const char *text, int64_t dim)
{
    struct fixture f;
    assert_int_equal(lay_out(&f, text, &dim), ST_INPUT);
    assert_non_null(f.reason);
    clear(&f);
}

static void test_impossible_sizes_are_refused(void **state)
{
    (void)state;
    const char *minus = "theorem t { dim n; given X : real[n - 2, 1];"
                        "claim c: norm1(X) > 0; }";
    const char *half = "theorem t { dim n; given X : real[n / 2, 1];"
                       "claim c: norm1(X) > 0; }";
    const char *least = "theorem t { dim n >= 3; given X : real[n, 1];"
                        "claim c: norm1(X) > 0; }";
    const char *large = "theorem t { dim n; given X : real[n, n];"
                        "claim c: norm1(X) > 0; }";
    expect_refused(minus, 2);
    expect_refused(minus, 0);
    expect_refused(half, 3);
    expect_refused(least, 2);
    expect_refused(large, LAYOUT_MAX_DIM + 1);
    expect_refused(large, 11586); /* 2^27 entries are the limit */
}

static void test_empty_family_has_no_slots(void **state)
{
    (void)state;
    struct fixture f;
    int64_t dims[] = {1};
    assert_int_equal(lay_out(&f,
                             "theorem t { dim L; given A[l in 2..L] : real;"
                             "claim c: sum(l in 2..L, A[l]) >= 0; }",
                             dims),
                     ST_OK);
    assert_int_equal(f.layout.nslots, 0);
    clear(&f);
}

static void test_values_copy_and_simplify(void **state)
{
    (void)state;
    struct value a, b;
    rational_t entry;
    rational_init(&entry);
    value_init(&a);
    value_init(&b);
    value_set_rationals(&a, 1, 2);
    mpq_set_ui(a.rationals[1].q, 3, 4);
    assert_true(value_copy(&b, &a));
    value_simplify(&b);
    assert_int_equal(b.kind, VALUE_DOUBLES);
    assert_true(b.doubles[1] == 0.75);
    value_entry(&entry, &b, 0, 1);
    assert_true(mpq_equal(entry.q, a.rationals[1].q));
    value_clear(&a);
    assert_false(value_copy(&b, &a));
    value_clear(&b);
    rational_clear(&entry);
}

static void test_thirds_stay_rational(void **state)
{
    (void)state;
    struct value a;
    value_init(&a);
    value_set_rationals(&a, 1, 1);
    mpq_set_ui(a.rationals[0].q, 1, 3);
    value_simplify(&a);
    assert_int_equal(a.kind, VALUE_RATIONALS);
    value_clear(&a);
}

static void test_memory_of_doubles_is_zeroed_again(void **state)
{
    (void)state;
    struct value a;
    value_init(&a);
    value_set_doubles(&a, 2, 2);
    a.doubles[0] = 7;
    value_set_doubles(&a, 1, 3);
    assert_true(a.doubles[0] == 0 && a.cols == 3);
    value_clear(&a);
}

static void test_taking_empties_the_matrix(void **state)
{
    (void)state;
    struct value a;
    struct rmatrix m;
    value_init(&a);
    rmatrix_init(&m, 2, 1);
    value_take(&a, &m);
    assert_null(m.entries);
    assert_int_equal(a.rows, 2);
    value_clear(&a);
}

/* ---- fingerprints ---- */

/* Of W[0, 1] = x * ones(2, 2) at L = H = 1, kept as rationals or doubles. */
static uint64_t fingerprint(const struct fixture *f, const char *x,
                            bool as_doubles)
{
    struct instance instance;
    rational_t value;
    instance_init(&instance, &f->layout);
    rational_init(&value);
    assert_int_equal(rational_parse(&value, x, strlen(x)), ST_OK);
    struct value *w = &instance.values[1];
    value_set_rationals(w, 2, 2);
    for (size_t k = 0; k < 4; k++)
        mpq_set(w->rationals[k].q, value.q);
    if (as_doubles)
        value_simplify(w);
    rational_clear(&value);
    const uint64_t found = instance_fingerprint(&instance);
    instance_clear(&instance);
    return found;
}

static void test_fingerprints_tell_values_and_sizes_apart(void **state)
{
    (void)state;
    struct fixture f, g;
    int64_t dims[] = {1, 1}, other[] = {2, 1};
    assert_int_equal(lay_out(&f, family, dims), ST_OK);
    assert_int_equal(lay_out(&g, family, other), ST_OK);
    assert_int_equal(fingerprint(&f, "0.5", true),
                     fingerprint(&f, "0.5", false));
    assert_int_not_equal(fingerprint(&f, "0.5", true),
                         fingerprint(&f, "0.25", true));
    assert_int_not_equal(fingerprint(&f, "0.1", false),
                         fingerprint(&f, "0.2", false));
    assert_int_not_equal(fingerprint(&f, "0.5", true),
                         fingerprint(&g, "0.5", true));
    clear(&f);
    clear(&g);
}

static void test_fingerprints_of_sizes_look_at_each(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 2}, {2, 1}, {1, 1}, {2, 2}};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(instance_sizes_fingerprint(sizes[i], 2),
                                 instance_sizes_fingerprint(sizes[j], 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_are_in_row_major_order),
        cmocka_unit_test(test_slots_carry_their_shape),
        cmocka_unit_test(test_frames_are_no_wider_than_tall),
        cmocka_unit_test(test_index_outside_its_range_has_no_slot),
        cmocka_unit_test(test_slots_are_printed_as_they_are_written),
        cmocka_unit_test(test_fingerprints_tell_values_and_sizes_apart),
        cmocka_unit_test(test_fingerprints_of_sizes_look_at_each),
        cmocka_unit_test(test_opaque_sizes_are_evaluated),
        cmocka_unit_test(test_impossible_sizes_are_refused),
        cmocka_unit_test(test_empty_family_has_no_slots),
        cmocka_unit_test(test_values_copy_and_simplify),
        cmocka_unit_test(test_thirds_stay_rational),
        cmocka_unit_test(test_memory_of_doubles_is_zeroed_again),
        cmocka_unit_test(test_taking_empties_the_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
