/* Partitions made by hand: what the kernel accepts, and above all what not. */
#include "base/diag.h"
#include "ir/lower.h"
#include "kernel/range_check.h"
#include "support/cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    struct partition p;
};

/* The statement "theorem t { given; claim c: relation; }", no nodes yet. */
static void open_claim(struct fixture *f, const char *given,
                       const char *relation)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim c: %s; }", given, relation);
    f->diag = diag_new();
    assert_int_equal(
        module_load_text(&f->module, "t.bound", text.text, NULL, f->diag),
        ST_OK);
    partition_init(&f->p);
    partition_add_root(&f->p, 0);
    buffer_clear(&text);
}

static bool is_accepted(struct fixture *f)
{
    char *reason = NULL;
    enum recheck_answer answer =
        range_check_link(&f->p, module_theorem(f->module, 0), 0, 0, &reason);
    assert_true((answer == RECHECK_REJECTED) == (reason != NULL));
    free(reason);
    return answer == RECHECK_ACCEPTED;
}

static void close_claim(struct fixture *f)
{
    partition_clear(&f->p);
    module_free(f->module);
    diag_free(f->diag);
}

/* A node; kids follow where `first` says. */
static size_t node(struct fixture *f, enum partition_rule rule, size_t variable,
                   size_t index, size_t first, size_t count)
{
    size_t n = partition_add(&f->p, 1);
    partition_set_rule(&f->p, n, rule, variable, index);
    f->p.nodes[n].first = first;
    f->p.nodes[n].count = count;
    return n;
}

static void set_number(struct fixture *f, size_t n, size_t i,
                       enum partition_kind kind, const char *value,
                       const char *argument)
{
    struct partition_number *x = &f->p.nodes[n].numbers[i];
    x->kind = kind;
    mpq_set_str(x->value.q, value, 10);
    mpq_set_str(x->argument.q, argument, 10);
}

static void set_rational(struct fixture *f, size_t n, const char *value)
{
    partition_set_numbers(&f->p, n, 1);
    set_number(f, n, 0, CONSTANT_PLAIN, value, "0");
}

/* Whether a single leaf settles the statement. */
static bool settles(const char *given, const char *relation,
                    enum partition_rule rule, size_t index)
{
    struct fixture f;
    open_claim(&f, given, relation);
    node(&f, rule, 0, index, 0, 0);
    bool accepted = is_accepted(&f);
    close_claim(&f);
    return accepted;
}

/* Whether rule (variable 0), then these leaves do. */
static bool reduces(const char *given, const char *relation,
                    enum partition_rule rule, size_t index,
                    enum partition_rule first, enum partition_rule second)
{
    struct fixture f;
    open_claim(&f, given, relation);
    size_t count = second == PARTITION_OPEN ? 1 : 2;
    node(&f, rule, 0, index, 1, count);
    node(&f, first, 0, 0, 0, 0);
    if (count == 2)
        node(&f, second, 0, 0, 0, 0);
    bool accepted = is_accepted(&f);
    close_claim(&f);
    return accepted;
}

#define X_UNIT "given x : real in [0, 1]; "
#define X_ALL "given x : real; "
#define XY_ALL "given x, y : real; "

/* ---- ranges of functions ---- */

static void test_ranges_of_functions_settle_what_they_bound(void **state)
{
    static const char xy[] = "given x : real in [1, 2]; "
                             "given y : real in [1/3, 2/3]; ";
    static const char zero[] = "given x : real in [0, 2]; "
                               "given y : real in [1/3, 2/3]; ";
    static const char wide[] = "given x : real in [-1, 2]; ";
    static const struct {
        const char *given, *relation;
        bool settled;
    } rows[] = {
        {wide, "sign(x) <= 1", true},
        {wide, "sign(x) < 1", false},
        {xy, "sign(x) >= 1", true},
        {wide, "min(x, 1) <= 1", true},
        {wide, "min(x, 1) >= 0", false},
        {wide, "max(x, 0) >= 0", true},
        {wide, "abs(x) + relu(x) >= 0", true},
        {xy, "x^y >= 1", true},
        {xy, "x^y <= 2", true},
        {xy, "x^y <= 1", false},
        {zero, "x^y >= 0", true},
        {zero, "x^y <= 2", false},
        {wide, "erf(x) <= 1", true},
        {wide, "tanh(x) <= 1", true},
        {wide, "sin(x) + cos(x) <= 2", true},
        {wide, "if(x >= 0, 1, 2) <= 2", true},
        {wide, "if(x >= 0, 1, 2) <= 1", false},
        {wide, "if(x >= 0, x, 0) >= 0", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (settles(rows[i].given, rows[i].relation, PARTITION_DIRECT, 0) !=
            rows[i].settled)
            assert_string_equal(rows[i].relation,
                                rows[i].settled ? "settled" : "open");
}

/* ---- the tree ---- */

static void test_open_nodes_are_rejected(void **state)
{
    (void)state;
    assert_true(settles(X_ALL, "exp(x) >= 0", PARTITION_DIRECT, 0));
    assert_false(settles(X_ALL, "exp(x) >= 0", PARTITION_OPEN, 0));
    assert_false(settles(X_ALL, "exp(x) >= 0", (enum partition_rule)999, 0));
}

static void test_kids_must_be_there(void **state)
{
    (void)state;
    struct fixture f;
    open_claim(&f, X_UNIT, "x >= 0 and x <= 1");
    node(&f, PARTITION_AND, 0, 0, 1, 2);
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_false(is_accepted(&f));
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_true(is_accepted(&f));
    f.p.nodes[0].count = 1;
    assert_false(is_accepted(&f));
    close_claim(&f);
}

static void test_cycles_are_rejected(void **state)
{
    (void)state;
    struct fixture f;
    open_claim(&f, X_UNIT, "x >= 1/2");
    node(&f, PARTITION_SPLIT, 0, 0, 0, 2);
    set_rational(&f, 0, "1/2");
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_false(is_accepted(&f));
    close_claim(&f);
}

static void test_every_choice_needs_a_tree(void **state)
{
    (void)state;
    struct fixture f;
    open_claim(&f, "given k : int in [1, 3]; ", "k >= 1");
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_false(is_accepted(&f));
    partition_add_root(&f.p, 0);
    partition_add_root(&f.p, 0);
    assert_true(is_accepted(&f));
    partition_add_root(&f.p, 0);
    assert_false(is_accepted(&f));
    close_claim(&f);
}

static void test_matrices_are_no_scalar_statement(void **state)
{
    (void)state;
    assert_false(
        settles("dim n; given A : real[n, n]; ", "A == A", PARTITION_ZERO, 0));
}

/* ---- leaves ---- */

static void test_direct_needs_the_sign(void **state)
{
    (void)state;
    assert_true(settles(X_UNIT, "x <= 1", PARTITION_DIRECT, 0));
    assert_false(settles(X_UNIT, "x < 1", PARTITION_DIRECT, 0));
    assert_false(settles(X_UNIT, "x <= 0.999", PARTITION_DIRECT, 0));
    assert_false(settles(X_ALL, "x <= 1", PARTITION_DIRECT, 0));
}

static void test_mean_needs_a_smooth_term_on_a_finite_box(void **state)
{
    (void)state;
    const char *narrow = "given x : real in [1, 1.01]; ";
    assert_true(settles(narrow, "x*x - x >= -1e-4", PARTITION_MEAN, 0));
    assert_false(settles(narrow, "x*x - x >= -1e-4", PARTITION_DIRECT, 0));
    assert_true(settles(narrow, "x^2 - 2*x >= -1.001", PARTITION_MEAN, 0));
    assert_false(settles(narrow, "x^2 - 2*x >= -0.9999", PARTITION_MEAN, 0));
    assert_false(settles(X_ALL, "x^2 + 1 >= 0", PARTITION_MEAN, 0));
    assert_false(settles("given x : real in [-1, 1]; ", "abs(x) + 3 >= 0",
                         PARTITION_MEAN, 0));
}

static void test_excluded_needs_a_false_fact(void **state)
{
    (void)state;
    const char *odd = "given x : real in [0, 1]; assume a: x^2 >= 2; ";
    const char *even = "given x : real in [0, 1]; assume a: x^2 >= 1; ";
    assert_true(settles(odd, "x >= 5", PARTITION_EXCLUDED, 0));
    assert_false(settles(odd, "x >= 5", PARTITION_EXCLUDED, 1));
    assert_false(settles(even, "x >= 5", PARTITION_EXCLUDED, 0));
}

static void test_zero_means_identically_zero(void **state)
{
    (void)state;
    assert_true(
        settles(X_ALL, "(x - 1)^2 >= x^2 - 2*x + 1", PARTITION_ZERO, 0));
    assert_true(settles(X_ALL, "tanh(x) >= (exp(2*x) - 1)/(exp(2*x) + 1)",
                        PARTITION_ZERO, 0));
    assert_false(
        settles(X_ALL, "(x - 1)^2 > x^2 - 2*x + 1", PARTITION_ZERO, 0));
    assert_false(settles(X_ALL, "(x - 1)^2 >= x^2 - 2*x + 1.0000001",
                         PARTITION_ZERO, 0));
    /* the root of a square is the modulus */
    assert_false(settles(X_ALL, "x >= sqrt(x^2)", PARTITION_ZERO, 0));
    assert_true(settles("given x : real in [0, inf]; ", "x >= sqrt(x^2)",
                        PARTITION_ZERO, 0));
}

static void test_squares_need_a_semidefinite_form(void **state)
{
    (void)state;
    assert_true(settles(XY_ALL, "x^2 + y^2 >= 2*x*y", PARTITION_SQUARES, 0));
    assert_false(
        settles(XY_ALL, "x^2 + y^2 >= 2.001*x*y", PARTITION_SQUARES, 0));
    assert_false(settles(XY_ALL, "x^2 + y >= 0", PARTITION_SQUARES, 0));
    assert_false(settles(XY_ALL, "x^3 >= 0", PARTITION_SQUARES, 0));
    assert_true(settles("given x, y : real in [0, inf]; ",
                        "x + y >= 2*sqrt(x*y)", PARTITION_SQUARES, 0));
    assert_false(settles(XY_ALL, "x^2 + y^2 > 2*x*y", PARTITION_SQUARES, 0));
}

static void test_fact_must_say_it(void **state)
{
    (void)state;
    const char *given = "given x, y : real; assume a: x*y >= 1; ";
    assert_true(settles(given, "2*x*y >= 2", PARTITION_FACT, 0));
    assert_false(settles(given, "2*x*y > 2", PARTITION_FACT, 0));
    assert_false(settles(given, "2*x*y >= 3", PARTITION_FACT, 0));
    assert_false(settles(given, "2*x*y <= 2", PARTITION_FACT, 0));
}

/* ---- boxes ---- */

static void test_split_covers_the_box(void **state)
{
    (void)state;
    static const char *const places[] = {"1/2", "-7", "1", "1000000"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct fixture f;
        open_claim(&f, X_UNIT, "x^2 - x >= -0.2");
        node(&f, PARTITION_SPLIT, 0, 0, 1, 2);
        set_rational(&f, 0, places[i]);
        node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
        node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
        assert_false(is_accepted(&f)); /* false at 1/2, wherever it is cut */
        close_claim(&f);
    }
}

static void test_integers_are_split_between_integers(void **state)
{
    (void)state;
    struct fixture f;
    open_claim(&f, "dim n; ", "(n - 1)*(n - 2) >= 0");
    node(&f, PARTITION_SPLIT, 0, 0, 1, 2);
    set_rational(&f, 0, "1");
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_true(is_accepted(&f));
    set_rational(&f, 0, "3/2");
    assert_false(is_accepted(&f));
    close_claim(&f);
}

static void test_rising_asks_for_the_end_and_the_slope(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, z = PARTITION_ZERO;
    assert_true(reduces(X_UNIT, "exp(x) >= 1 + x", PARTITION_RISING, 0, z, d));
    assert_false(reduces(X_UNIT, "exp(x) >= 1 + x", PARTITION_RISING, 1, d, d));
    assert_false(
        reduces(X_UNIT, "exp(x) >= 1.0000001 + x", PARTITION_RISING, 0, z, d));
    assert_false(reduces(X_UNIT, "exp(x) > 1 + x", PARTITION_RISING, 0, z, d));
    assert_false(reduces(X_UNIT, "exp(x) <= 1 + x", PARTITION_RISING, 0, z, d));
    assert_false(reduces("given x : real in [-1, 1]; ", "abs(x) >= 0",
                         PARTITION_RISING, 0, d, d));
}

/* Beyond a pole, or at an end where the term has no value. */
static void test_rising_does_not_cross_poles(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT;
    assert_false(reduces("given x : real in [-1, 1]; ", "-1/x >= 0",
                         PARTITION_RISING, 0, d, d));
    assert_false(reduces(X_UNIT, "10 - 1/x >= 0", PARTITION_RISING, 0, d, d));
    assert_false(
        reduces(X_UNIT, "10 + log(x) >= 0", PARTITION_RISING, 0, d, d));
    assert_true(reduces(X_UNIT, "1/x - 1 >= 0", PARTITION_RISING, 1, d, d));
    assert_true(reduces(X_UNIT, "-log(x) >= 0", PARTITION_RISING, 1, d, d));
}

static void test_rising_to_infinity_needs_the_limit(void **state)
{
    (void)state;
    const char *given = "given x : real in [1, inf]; ";
    const enum partition_rule d = PARTITION_DIRECT;
    assert_true(reduces(given, "exp(-x) >= 0", PARTITION_RISING, 1, d, d));
    assert_false(reduces(given, "exp(-x) >= 1e-9", PARTITION_RISING, 1, d, d));
    assert_false(
        reduces(given, "sin(x) + 5/2 - x >= 0", PARTITION_RISING, 1, d, d));
}

static void test_concave_needs_values_at_both_ends(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, z = PARTITION_ZERO;
    assert_true(reduces("given D : real in [0, 1.256]; ", "exp(D) <= 1 + 2*D",
                        PARTITION_CONCAVE, 0, z, d));
    assert_false(reduces("given D : real in [0, 1.257]; ", "exp(D) <= 1 + 2*D",
                         PARTITION_CONCAVE, 0, z, d));
    /* log is concave, but has no value at 0 */
    assert_false(reduces(X_UNIT, "log(x) >= 0", PARTITION_CONCAVE, 0, d, z));
    assert_false(reduces(X_UNIT, "x^2 >= x", PARTITION_CONCAVE, 0, z, z));
    /* a kink that looks flat on both sides */
    assert_false(reduces("given x : real in [-1, 1]; ", "sqrt(x^2) >= 1",
                         PARTITION_CONCAVE, 0, z, z));
}

static void test_convex_needs_a_contact(void **state)
{
    (void)state;
    static const char *const places[] = {"1", "2", "0"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct fixture f;
        open_claim(&f, X_ALL, "x^2 >= 2*x - 1");
        node(&f, PARTITION_CONVEX, 0, 0, 1, 2);
        set_rational(&f, 0, places[i]);
        node(&f, PARTITION_ZERO, 0, 0, 0, 0);
        node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
        assert_int_equal(is_accepted(&f), i == 0);
        close_claim(&f);
    }
}

/* A point outside of the box says nothing about the box. */
static void test_contact_lies_in_the_box(void **state)
{
    (void)state;
    struct fixture f;
    open_claim(&f, "given x : real in [2, 3]; ", "x^2 >= 2*x - 1");
    node(&f, PARTITION_CONVEX, 0, 0, 1, 2);
    set_rational(&f, 0, "1");
    node(&f, PARTITION_ZERO, 0, 0, 0, 0);
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_false(is_accepted(&f));
    close_claim(&f);
}

/* ---- other relations ---- */

static void test_kinks_are_resolved_by_their_sign(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    assert_true(reduces(X_UNIT, "abs(x) >= x", PARTITION_RESOLVE, 0, d, o));
    assert_false(reduces(X_UNIT, "abs(x) >= x", PARTITION_RESOLVE, 1, d, o));
    assert_false(reduces(X_ALL, "-abs(x) >= x", PARTITION_RESOLVE, 1,
                         PARTITION_ZERO, o));
    assert_false(reduces("given x : real in [-1, 1]; ", "sign(x) >= 0",
                         PARTITION_RESOLVE, 0, d, o));
}

static void test_choices_are_resolved_at_the_points_that_count(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    const char *inner = "if(x > 0, 1, abs(x) - 1) >= 1";
    const char *open = "given x : real in [0, 1]; assume p: x > 0; ";
    assert_true(reduces(open, inner, PARTITION_RESOLVE, RESOLVE_OUTER, d, o));
    assert_false(
        reduces(X_UNIT, inner, PARTITION_RESOLVE, RESOLVE_OUTER, d, o));
    assert_false(
        reduces(open, inner, PARTITION_RESOLVE, RESOLVE_OUTER + 1, d, o));
    assert_true(reduces(open, "if(x <= 0, -1, 1) >= 1", PARTITION_RESOLVE,
                        RESOLVE_OUTER + 1, d, o));
    assert_false(
        reduces(open, "abs(x) >= 1", PARTITION_RESOLVE, RESOLVE_OUTER, d, o));
}

static void test_cases_need_all_their_kids(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT;
    assert_true(reduces(X_ALL, "abs(x) >= 0", PARTITION_CASES, 0, d, d));
    assert_false(
        reduces(X_ALL, "abs(x) >= 0", PARTITION_CASES, 0, d, PARTITION_OPEN));
    assert_false(reduces(X_ALL, "sign(x) >= -1", PARTITION_CASES, 0, d, d));
    /* no case for a negative base */
    assert_false(reduces("given x, y : real in [-1, 1]; ", "x^y >= 0",
                         PARTITION_CASES, 0, d, d));
}

static void test_clear_needs_the_sign_of_the_divisor(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    assert_true(reduces("given x : real in [1, 9]; ", "9/x >= 1",
                        PARTITION_CLEAR, 0, d, o));
    assert_false(reduces("given x : real in [-9, 9]; ", "9/x >= 1",
                         PARTITION_CLEAR, 0, d, o));
    assert_false(reduces("given x : real in [-9, -1]; ", "9/x >= 1",
                         PARTITION_CLEAR, 0, d, o));
}

static void test_logarithms_need_positive_terms(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    assert_true(reduces("given x : real in [1, 2]; ", "exp(x) >= x",
                        PARTITION_LOG, 0, PARTITION_MEAN, o));
    assert_false(reduces("given x : real in [-2, -1]; ", "x^3 >= -9*x",
                         PARTITION_LOG, 0, d, o));
    assert_false(reduces("given x : real in [1, 2]; ", "exp(x) >= -x",
                         PARTITION_LOG, 0, d, o));
}

static void test_squares_of_sides_keep_signs(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, z = PARTITION_ZERO;
    const char *given = "given x : real in [0, 9]; ";
    assert_true(reduces(given, "x + 1 >= sqrt(x^2 + 1)", PARTITION_SQUARE, 0, d,
                        PARTITION_SQUARES));
    assert_false(reduces(given, "x - 1 >= sqrt(x^2 - 2*x + 1)",
                         PARTITION_SQUARE, 0, d, z));
    assert_false(
        reduces(given, "-sqrt(x^2 + 1) >= -x", PARTITION_SQUARE, 1, d, d));
}

static void test_period_is_that_of_the_term(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    const char *given = "given x : real in [9, 99]; ";
    assert_true(reduces(given, "sin(x/3) <= 1", PARTITION_PERIOD, 0, d, o));
    assert_false(reduces(given, "sin(x) + x <= 10", PARTITION_PERIOD, 0, d, o));
    assert_false(reduces(given, "sin(x^2) <= 1", PARTITION_PERIOD, 0, d, o));
    /* a slope of 1 that jumps */
    assert_false(reduces(given,
                         "sin(x + exp(log((x - 1/3)^4)/4)/(x - 1/3)) <= 1",
                         PARTITION_PERIOD, 0, d, o));
}

static void test_elimination_needs_an_equation(void **state)
{
    (void)state;
    const enum partition_rule z = PARTITION_ZERO, o = PARTITION_OPEN;
    const char *equal = "given x, y : real; assume a: x + y == 1; ";
    const char *below = "given x, y : real; assume a: x + y <= 1; ";
    assert_true(reduces(equal, "x >= 1 - y", PARTITION_ELIMINATE, 0, z, o));
    assert_false(reduces(equal, "x >= 2 - y", PARTITION_ELIMINATE, 0, z, o));
    assert_false(reduces(below, "x >= 1 - y", PARTITION_ELIMINATE, 0, z, o));
}

static void test_a_fact_fails_where_the_goal_does(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT, o = PARTITION_OPEN;
    const char *given = "given x : real in [-9, 9]; assume a: exp(x) <= 2; ";
    assert_true(reduces(given, "x <= 1", PARTITION_CONTRAPOSE, 0, d, o));
    assert_false(reduces(given, "x <= 2/3", PARTITION_CONTRAPOSE, 0, d, o));
    assert_false(reduces(given, "x <= 1", PARTITION_CONTRAPOSE, 1, d, o));
}

static void test_multipliers_are_not_negative(void **state)
{
    (void)state;
    static const char *const numbers[] = {"1", "-1"};
    static const char *const claims[] = {"x^2 + y^2 <= 1", "x^2 + y^2 >= 1"};
    for (size_t i = 0; i < 2; i++) {
        struct fixture f;
        open_claim(&f, "given x, y : real; assume a: x^2 + y^2 <= 1; ",
                   claims[i]);
        node(&f, PARTITION_MULTIPLIER, 0, 0, 1, 1);
        set_rational(&f, 0, numbers[i]);
        node(&f, PARTITION_ZERO, 0, 0, 0, 0);
        assert_int_equal(is_accepted(&f), i == 0);
        close_claim(&f);
    }
}

/*
 * Slopes count all the way, not at the integers alone: this term rises at each
 * integer and still falls from one to the next.
 */
static void test_slopes_of_integers_count_between_them(void **state)
{
    (void)state;
    enum { LAST = 80 };
    struct fixture f;
    open_claim(&f, "given n : int in [1, 80]; ", "sin(2*pi*n)/3 - n >= -1");
    node(&f, PARTITION_RISING, 0, 0, 1, 2);
    node(&f, PARTITION_ZERO, 0, 0, 0, 0);
    for (int i = 1; i < LAST; i++) {
        char place[16];
        (void)snprintf(place, sizeof place, "%d", i);
        size_t n = node(&f, PARTITION_SPLIT, 0, 0, 0, 2);
        f.p.nodes[n].first = n + 1;
        set_rational(&f, n, place);
        node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    }
    node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    assert_false(is_accepted(&f));
    close_claim(&f);
}

static void test_lonely_functions_need_a_positive_factor(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT;
    const char *given = "given x : real in [1, 2]; ";
    assert_true(reduces(given, "x*log(x) >= -x", PARTITION_ISOLATE, 0, d, d));
    assert_false(reduces(given, "x*log(x) >= -x", PARTITION_ISOLATE, 1, d, d));
    assert_false(reduces(given, "x*log(x) >= x", PARTITION_ISOLATE, 0, d, d));
    assert_false(reduces("given x : real in [-2, 2]; ", "x*exp(x) >= -x",
                         PARTITION_ISOLATE, 0, d, d));
}

static void test_order_has_two_cases(void **state)
{
    (void)state;
    const enum partition_rule q = PARTITION_SQUARES;
    const char *given = "given x, y : real in [0, inf]; ";
    assert_true(
        reduces(given, "x^3 + y^3 >= x^2*y + x*y^2", PARTITION_ORDER, 1, q, q));
    assert_false(
        reduces(given, "x^3 + y^3 >= 2*x^2*y", PARTITION_ORDER, 1, q, q));
    assert_false(
        reduces(given, "x^3 + y^3 >= x^2*y + x*y^2", PARTITION_ORDER, 0, q, q));
    assert_false(
        reduces(given, "x^3 + y^3 >= x^2*y + x*y^2", PARTITION_ORDER, 9, q, q));
}

static void test_half_angles_include_the_straight_one(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT;
    assert_false(
        reduces(X_ALL, "cos(x) >= -999/1000", PARTITION_HALF_ANGLE, 0, d, d));
    assert_false(
        reduces(X_ALL, "x + cos(x) >= -9", PARTITION_HALF_ANGLE, 0, d, d));
    assert_false(
        reduces(X_ALL, "cos(x^2) >= -9", PARTITION_HALF_ANGLE, 0, d, d));
}

static void test_clear_may_show_the_sign_of_the_divisor(void **state)
{
    (void)state;
    const enum partition_rule d = PARTITION_DIRECT;
    const char *given = "given x : real in [1, 9]; ";
    assert_true(reduces(given, "9/x >= 1", PARTITION_CLEAR, 1, d, d));
    assert_false(reduces(given, "9/x >= 1", PARTITION_CLEAR, 2, d, d));
    assert_false(reduces("given x : real in [-9, 9]; ", "9/x >= 1",
                         PARTITION_CLEAR, 1, d, d));
    assert_false(reduces(given, "9/x >= 1", PARTITION_CLEAR, 3, d, d));
}

/* ---- factors ---- */

/* x^2 - 2 x + 1 = (x - c)^e, said to have this sign. */
static bool factor_accepted(const char *c, long exponent, int sign,
                            const char *relation)
{
    struct fixture f;
    open_claim(&f, X_ALL, relation);
    node(&f, PARTITION_FACTORS, 0, 0, 1, sign != 0);
    if (sign)
        node(&f, PARTITION_DIRECT, 0, 0, 0, 0);
    f.p.nodes[0].factors = calloc(1, sizeof *f.p.nodes[0].factors);
    f.p.nodes[0].nfactors = 1;
    struct partition_factor *p = &f.p.nodes[0].factors[0];
    partition_factor_init(p, 2, 1);
    p->exponent = exponent;
    p->sign = sign;
    mpq_set_si(p->coefficients[0].q, 1, 1);
    p->exponents[0] = 1;
    mpq_set_str(p->coefficients[1].q, c, 10);
    bool accepted = is_accepted(&f);
    close_claim(&f);
    return accepted;
}

static void test_factors_must_multiply_to_the_term(void **state)
{
    (void)state;
    const char *square = "x^2 - 2*x + 1 >= 0";
    assert_true(factor_accepted("-1", 2, 0, square));
    assert_false(factor_accepted("-2", 2, 0, square));
    assert_false(factor_accepted("-1", 1, 0, square));
    assert_false(factor_accepted("-1", 4, 0, square));
    assert_false(factor_accepted("-1", 2, 0, "x^2 - 2*x + 1 > 0"));
    assert_false(factor_accepted("-1", 1, 0, "x - 1 >= 0"));
    assert_false(factor_accepted("-1", 1, -1, "x - 1 >= 0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges_of_functions_settle_what_they_bound),
        cmocka_unit_test(test_open_nodes_are_rejected),
        cmocka_unit_test(test_kids_must_be_there),
        cmocka_unit_test(test_cycles_are_rejected),
        cmocka_unit_test(test_every_choice_needs_a_tree),
        cmocka_unit_test(test_matrices_are_no_scalar_statement),
        cmocka_unit_test(test_direct_needs_the_sign),
        cmocka_unit_test(test_mean_needs_a_smooth_term_on_a_finite_box),
        cmocka_unit_test(test_excluded_needs_a_false_fact),
        cmocka_unit_test(test_zero_means_identically_zero),
        cmocka_unit_test(test_squares_need_a_semidefinite_form),
        cmocka_unit_test(test_fact_must_say_it),
        cmocka_unit_test(test_split_covers_the_box),
        cmocka_unit_test(test_integers_are_split_between_integers),
        cmocka_unit_test(test_rising_asks_for_the_end_and_the_slope),
        cmocka_unit_test(test_rising_does_not_cross_poles),
        cmocka_unit_test(test_rising_to_infinity_needs_the_limit),
        cmocka_unit_test(test_concave_needs_values_at_both_ends),
        cmocka_unit_test(test_convex_needs_a_contact),
        cmocka_unit_test(test_contact_lies_in_the_box),
        cmocka_unit_test(test_kinks_are_resolved_by_their_sign),
        cmocka_unit_test(test_choices_are_resolved_at_the_points_that_count),
        cmocka_unit_test(test_cases_need_all_their_kids),
        cmocka_unit_test(test_clear_needs_the_sign_of_the_divisor),
        cmocka_unit_test(test_logarithms_need_positive_terms),
        cmocka_unit_test(test_squares_of_sides_keep_signs),
        cmocka_unit_test(test_period_is_that_of_the_term),
        cmocka_unit_test(test_elimination_needs_an_equation),
        cmocka_unit_test(test_a_fact_fails_where_the_goal_does),
        cmocka_unit_test(test_multipliers_are_not_negative),
        cmocka_unit_test(test_slopes_of_integers_count_between_them),
        cmocka_unit_test(test_lonely_functions_need_a_positive_factor),
        cmocka_unit_test(test_order_has_two_cases),
        cmocka_unit_test(test_half_angles_include_the_straight_one),
        cmocka_unit_test(test_clear_may_show_the_sign_of_the_divisor),
        cmocka_unit_test(test_factors_must_multiply_to_the_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
