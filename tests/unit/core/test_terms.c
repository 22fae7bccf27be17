/*
 * Constructors of terms refuse what has no meaning, each condition alone.
 */
#include "support.h"

#include "core/reduce.h"

#define assert_none(pool, call)                                                \
    do {                                                                       \
        assert_null(call);                                                     \
        assert_non_null(pool_why(pool));                                       \
        pool_forgive(pool);                                                    \
    } while (0)

static void test_sums_and_products_fit(void **state)
{
    struct symbols *s = *state;
    const struct form *row = ring_transpose(s->pool, s->u);

    assert_none(s->pool, ring_add(s->pool, s->A, s->u));
    assert_none(s->pool, ring_add(s->pool, s->A, row));
    assert_none(s->pool, ring_add(s->pool, s->A, s->x));
    assert_none(s->pool, ring_mul(s->pool, s->A, row));
    assert_none(s->pool, ring_mul(s->pool, s->u, s->u));
    assert_none(s->pool, ring_power(s->pool, s->u, 2));
    assert_non_null(ring_power(s->pool, s->x, RING_MAX_POWER));
    assert_none(s->pool, ring_power(s->pool, s->x, RING_MAX_POWER + 1));
    assert_none(s->pool, ring_eye(s->pool, s->u));
    assert_none(s->pool, ring_zero(s->pool, s->u, s->n));
    assert_none(s->pool, ring_zero(s->pool, s->n, s->A));
}

static void test_nesting_ends(void **state)
{
    struct symbols *s = *state;
    const struct form *f = s->x;

    for (unsigned k = 1; k < POOL_MAX_DEPTH; k++)
        f = form_apply1(s->pool, FN_EXP, f);
    assert_non_null(f);
    assert_none(s->pool, form_apply1(s->pool, FN_EXP, f));
    assert_none(s->pool,
                ring_mul(s->pool, s->x, form_apply1(s->pool, FN_LOG, f)));
}

static void test_arguments_fit_their_function(void **state)
{
    struct symbols *s = *state;
    const struct form *row = ring_transpose(s->pool, s->u);
    const struct form *pairs[] = {s->A, s->u};
    const struct form *three[] = {s->n, s->x, s->y};

    assert_none(s->pool, form_apply2(s->pool, CORE_DOT, s->A, s->u));
    assert_none(s->pool, form_apply2(s->pool, CORE_DOT, s->A, row));
    assert_none(s->pool, form_apply2(s->pool, FN_LAMBERTW, s->x, s->u));
    assert_none(s->pool, form_apply2(s->pool, FN_HCAT, s->u, row));
    assert_none(s->pool, form_apply2(s->pool, FN_VCAT, s->u, row));
    assert_non_null(form_apply(s->pool, FN_HCAT, pairs, 2));
    assert_none(s->pool, form_apply1(s->pool, FN_DET, s->u));
    assert_none(s->pool, form_apply1(s->pool, FN_INV, s->u));
    assert_none(s->pool, form_apply1(s->pool, FN_DIAG, s->A));
    assert_none(s->pool, form_apply1(s->pool, FN_DIAGOF, s->u));
    assert_none(s->pool, form_apply2(s->pool, CORE_MATPOW, s->A, s->B));
    assert_none(s->pool, form_apply2(s->pool, CORE_RECIP, s->x, s->y));
    assert_none(s->pool, form_apply(s->pool, CORE_SEL, three, 2));
    assert_none(s->pool, form_sel(s->pool, s->u, s->x, s->y));
    assert_none(s->pool, form_sel(s->pool, s->n, s->u, s->y));
    assert_none(s->pool, form_apply1(s->pool, FN_ONES, s->u));
    /* of the language's functions of sizes the core has ones alone */
    assert_none(s->pool, form_apply1(s->pool, FN_EYE, s->n));
    assert_none(s->pool, form_apply1(s->pool, CORE_INTEGER, s->u));
    assert_none(s->pool, form_apply1(s->pool, CORE_PSD, s->u));
}

static void test_parts_of_relations_are_relations(void **state)
{
    struct symbols *s = *state;
    const struct form *r = form_apply1(s->pool, CORE_EQ, s->x);

    assert_none(s->pool, relation_and(s->pool, r, s->x));
    assert_none(s->pool, relation_or(s->pool, r, ring_add(s->pool, r, r)));
    assert_none(s->pool, relation_not(s->pool, ring_mul(s->pool, r, r)));
    assert_false(is_relation(s->pool, integer(s, 2)));
    assert_false(is_relation(s->pool, ring_zero(s->pool, s->n, s->n)));
    assert_true(is_relation(s->pool, relation_false(s->pool)));
    assert_true(is_relation(s->pool, relation_true(s->pool)));
}

static void test_members_fit_their_family(void **state)
{
    struct symbols *s = *state;
    const struct atom model = {.kind = ATOM_VARIABLE,
                               .variable = VARIABLE_FAMILY,
                               .name = "F",
                               .serial = 1};
    const struct atom *family = pool_atom(s->pool, &model);
    const struct form *indices[] = {s->n, s->m}, *vector = s->u;

    assert_non_null(form_member(s->pool, family, indices, 1));
    assert_none(s->pool, form_member(s->pool, family, indices, 2));
    assert_none(s->pool, form_member(s->pool, family, indices, 0));
    assert_none(s->pool, form_member(s->pool, family, &vector, 1));
    assert_none(s->pool, form_member(s->pool, s->x_, indices, 0));
    assert_none(s->pool, ring_atom(s->pool, family));
}

static void test_binders_fit_their_bodies(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *h = generic(s, 1, i->form);
    const struct form *x = s->x, *n = s->n;
    const struct {
        enum binder_kind kind;
        const struct form *lo, *hi, *body;
    } rows[] = {{BINDER_SUM, s->u, n, x},        {BINDER_SUM, x, s->u, x},
                {BINDER_SUM, i->form, n, x},     {BINDER_SUM, x, i->form, x},
                {BINDER_SUM, x, n, h->form},     {BINDER_PROD, x, n, s->u},
                {BINDER_PRODR, x, n, s->u},      {BINDER_MAX, x, n, s->A},
                {BINDER_MIN, x, n, s->A},        {BINDER_FORALL, x, n, x},
                {BINDER_INTEGRAL, x, n, i->form}};

    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        assert_none(s->pool, form_bind(s->pool, rows[k].kind, rows[k].lo,
                                       rows[k].hi, rows[k].body, i));
    assert_non_null(form_bind(s->pool, BINDER_PROD, x, n, s->A, i));
    assert_null(generic_new(s->pool, true, NULL, n, &x->free));
    assert_null(generic_new(s->pool, true, n, NULL, &x->free));
}

/* What is real under an integral is no integer. */
static void test_integers_by_syntax(void **state)
{
    struct symbols *s = *state;
    const struct atom *t = generic_new(s->pool, false, s->x, s->n, &s->x->free);

    assert_false(form_is_integer(form_bind(s->pool, BINDER_INTEGRAL, t->lo,
                                           t->hi, pool_one(s->pool), t)));
    assert_true(form_is_integer(sum_over(s, generic(s, 1, s->n), s->m)));
}

/* x^2 == y says nothing of x; x == x*y is no rule; neither is 1 == y. */
static void test_rules_have_heads(void **state)
{
    struct symbols *s = *state;
    const struct form *product = ring_mul(s->pool, s->x, s->y);
    const struct form *square = ring_mul(s->pool, s->x, s->x);
    const struct form *cube = ring_mul(s->pool, square, s->x);
    const struct variables none = {0, NULL};
    struct rules *rules = rules_new(s->pool);
    const struct form *f = ring_sub(s->pool, square, s->y);
    const size_t head =
        f->terms[0].monomial == square->terms[0].monomial ? 0 : 1;

    assert_true(rules_add(rules, f, head, none));
    assert_ptr_equal(rules_reduce(rules, none, s->x), s->x);
    assert_ptr_equal(rules_reduce(rules, none, square), s->y);
    assert_ptr_equal(rules_reduce(rules, none, cube), product);
    f = ring_sub(s->pool, s->x, product);
    for (size_t k = 0; k < 2; k++) {
        bool is_factor = f->terms[k].monomial == s->x->terms[0].monomial;

        assert_int_equal(rules_add(rules, f, k, none), !is_factor);
        pool_forgive(s->pool);
    }
    f = ring_sub(s->pool, s->y, pool_one(s->pool));
    for (size_t k = 0; k < 3; k++) {
        bool is_letter = k < 2 && f->terms[k].monomial->count > 0;

        assert_int_equal(rules_add(rules, f, k, none), is_letter);
        pool_forgive(s->pool);
    }
    rules_free(rules);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_sums_and_products_fit),
        TEST(test_nesting_ends),
        TEST(test_arguments_fit_their_function),
        TEST(test_parts_of_relations_are_relations),
        TEST(test_members_fit_their_family),
        TEST(test_binders_fit_their_bodies),
        TEST(test_integers_by_syntax),
        TEST(test_rules_have_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
