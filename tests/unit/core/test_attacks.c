/*
 * Attempts at false theorems; numbers are those of the attacks of docs/core.md.
 * Others are in test_ring (27, 30, 39), test_theorem (1, 12, 22 to 24, 33, 34,
 * 41, 43 to 47), test_log (40), test_read (2 to 7, 19 to 21, 32, 37),
 * test_oracle (17, 26, 35, 36, 46) and tests/core/digests.sh (48).
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_FACT ((fact_t)FACT_NONE)
#define assert_refused(call) assert_int_equal(call, FACT_NONE)
#define assert_learned(call) assert_true((call) != FACT_NONE)

/* A proof of the conclusion from the hypotheses, about all eight symbols. */
static struct draft *begin(struct symbols *s, const struct form **hypotheses,
                           size_t count, const struct form *conclusion)
{
    static const struct atom *all[8];
    const struct atom *symbols[] = {s->n_, s->m_, s->x_, s->y_,
                                    s->A_, s->B_, s->u_, s->v_};
    struct sequent sequent = {.symbols = all,
                              .nsymbols = 8,
                              .hypotheses = hypotheses,
                              .nhypotheses = count,
                              .conclusion = conclusion};

    memcpy(all, symbols, sizeof symbols);
    return draft_new(s->theory, &sequent);
}

static bool ends(struct draft *d, fact_t fact, const char *name)
{
    return deduction_end(draft_deduction(d), fact, name) != NULL;
}

static const struct form *none_of(struct symbols *s)
{
    return relation_false(s->pool);
}

static const struct form *half(struct symbols *s, const struct form *f)
{
    mpq_t q;
    const struct form *out;

    mpq_init(q);
    mpq_set_ui(q, 1, 2);
    out = ring_scale(s->pool, q, f);
    mpq_clear(q);
    return out;
}

static const struct form *compare(struct symbols *s, unsigned fn,
                                  const struct form *a, const struct form *b)
{
    return relation_between(s->pool, fn, a, b);
}

static const struct atom *fixed(struct symbols *s, unsigned serial,
                                const struct form *size)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = size == NULL,
                         .serial = serial,
                         .rows = size,
                         .cols = size ? pool_one(s->pool) : NULL};

    return pool_atom(s->pool, &model);
}

static const struct atom *another(struct symbols *s, const struct atom *g)
{
    return generic_new(s->pool, true, g->lo, g->hi, &g->free);
}

static bool scope(struct draft *d, size_t count, const struct atom **items)
{
    return draft_rule(d, "scope", "V", count, items) != FACT_NONE;
}

static fact_t restated(struct draft *d, fact_t fact, const struct form *r)
{
    return draft_rule(d, "restated", "ft", fact, r);
}

static fact_t sum_of(struct symbols *s, struct draft *d, const struct form *f,
                     fact_t a, fact_t b)
{
    struct product products[] = {{pool_one(s->pool), &a, 1, NULL, 0},
                                 {pool_one(s->pool), &b, 1, NULL, 0}};

    return draft_positive(d, f, false, products, 2);
}

static const struct core_theorem *axiom(struct symbols *s, const char *name,
                                        const struct atom *symbol,
                                        const struct form *hypothesis,
                                        const struct form *conclusion)
{
    struct sequent sequent = {.symbols = &symbol,
                              .nsymbols = 1,
                              .hypotheses = &hypothesis,
                              .nhypotheses = hypothesis != NULL,
                              .conclusion = conclusion};

    return theory_assume(s->theory, name, THEOREM_AXIOM, &sequent);
}

static fact_t instance(struct draft *d, const struct core_theorem *t,
                       const struct form *value, fact_t fact)
{
    return draft_instance(d, t, &value, &fact, NULL, 0);
}

static const struct form *entry(struct symbols *s, const struct form *f,
                                const struct atom *i, const struct atom *j)
{
    return form_entry(s->pool, f, ring_atom(s->pool, i), ring_atom(s->pool, j));
}

/* Semidefinite matrices. */

/* x' * (-1) * x == 0 for the empty vectors x does not make psd(-1). */
static void test_vectors_of_another_size_show_no_sign(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool), *zero = integer(s, 0);
    const struct form *minus = integer(s, -1);
    const struct form *x = ring_atom(s->pool, fixed(s, 0, zero));
    const struct atom *ij[] = {generic(s, 1, zero), generic(s, 1, one)};
    struct draft *d = begin(s, NULL, 0, none_of(s));
    fact_t fact;

    draft_rule(d, "vector", "t", zero);
    assert_true(scope(d, 2, ij));
    fact = draft_rule(d, "range", "vn", ij[0], (size_t)0);
    fact = sum_of(s, d, minus, fact,
                  draft_rule(d, "range", "vn", ij[0], (size_t)1));
    fact = restated(d, fact,
                    form_apply1(s->pool, CORE_EQ, entry(s, x, ij[0], ij[1])));
    assert_true(scope(d, 0, NULL));
    fact = draft_rule(d, "entries", "ftvv", fact,
                      form_apply1(s->pool, CORE_EQ, x), ij[0], ij[1]);
    assert_learned(draft_rule(d, "rule", "ft", fact, x));
    fact = restated(
        d, NO_FACT,
        form_apply1(
            s->pool, CORE_LE,
            ring_neg(s->pool,
                     ring_mul(s->pool, ring_transpose(s->pool, x), x))));
    assert_learned(fact);
    fact = draft_rule(d, "definite", "fft", fact, NO_FACT, minus);
    assert_refused(fact);
    fact = draft_rule(d, "form", "ft", fact, one);
    assert_false(ends(d, fact, "zero is one"));
    draft_free(d);
}

/* psd(A) at the scalar x == 1 is not 0 <= A. */
static void test_a_semidefinite_matrix_may_have_negative_entries(void **state)
{
    struct symbols *s = *state;
    const struct form *psd = form_apply1(s->pool, CORE_PSD, s->A);
    struct draft *d = begin(s, &psd, 1, form_apply1(s->pool, CORE_LE, s->A));
    fact_t fact = draft_rule(d, "form", "ft", (fact_t)0, pool_one(s->pool));

    assert_refused(fact);
    assert_false(ends(d, fact, "entries"));
    assert_refused(draft_rule(d, "form", "ft", (fact_t)0, s->A));
    assert_refused(
        draft_rule(d, "form", "ft", (fact_t)0, ring_transpose(s->pool, s->u)));
    assert_learned(draft_rule(d, "form", "ft", (fact_t)0, s->u));
    draft_free(d);
}

/*
 * 0 <= x' * F * x where some g lies in 1..u'x * v'x says nothing of other x: F
 * = u * v' + v * u' is not psd.
 */
static void test_no_range_mentions_the_vector(void **state)
{
    struct symbols *s = *state;
    const struct form *x = ring_atom(s->pool, fixed(s, 0, s->n));
    const struct form *xt = ring_transpose(s->pool, x);
    const struct form *f =
        ring_mul(s->pool, s->u, ring_transpose(s->pool, s->v));
    const struct form *hi = ring_mul(s->pool, ring_mul(s->pool, xt, s->u),
                                     ring_mul(s->pool, xt, s->v));
    const struct atom *g = generic(s, 1, hi);
    struct draft *d = begin(s, NULL, 0, none_of(s));
    const struct form *two = integer(s, 2);
    fact_t low, up, fact;

    f = ring_add(s->pool, f, ring_transpose(s->pool, f));
    draft_rule(d, "vector", "t", s->n);
    assert_true(scope(d, 1, &g));
    low = draft_rule(d, "range", "vn", g, (size_t)0);
    up = draft_rule(d, "range", "vn", g, (size_t)1);
    fact = draft_positive(d, ring_mul(s->pool, two, hi), false,
                          (struct product[]){{two, &low, 1, NULL, 0},
                                             {two, &up, 1, NULL, 0},
                                             {two, NULL, 0, NULL, 0}},
                          3);
    assert_learned(fact);
    assert_refused(draft_rule(d, "definite", "fft", fact, NO_FACT, f));
    assert_true(scope(d, 0, NULL));
    assert_refused(draft_rule(d, "definite", "fft", fact, NO_FACT, f));
    draft_free(d);
}

static void test_a_sign_is_of_the_fixed_vector_alone(void **state)
{
    struct symbols *s = *state;
    const struct form *x = ring_atom(s->pool, fixed(s, 0, s->n));
    const struct form *outer = ring_mul(s->pool, x, ring_transpose(s->pool, x));
    const struct form *square = ring_mul(s->pool, ring_transpose(s->pool, x),
                                         ring_mul(s->pool, outer, x));
    const struct form *form = ring_mul(s->pool, ring_transpose(s->pool, s->u),
                                       ring_mul(s->pool, s->A, s->u));
    const struct form *hypotheses[] = {
        form_apply1(s->pool, CORE_LE, form),
        compare(s, CORE_EQ, s->A, ring_transpose(s->pool, s->A))};
    struct draft *d = begin(s, hypotheses, 2, none_of(s));

    /* no context; u is one vector; x * x' has the vector */
    assert_refused(
        draft_rule(d, "definite", "fft", (fact_t)0, (fact_t)1, s->A));
    draft_rule(d, "vector", "t", s->n);
    assert_refused(
        draft_rule(d, "definite", "fft", (fact_t)0, (fact_t)1, s->A));
    const struct form *root = ring_mul(s->pool, ring_transpose(s->pool, x), x);
    fact_t fact = draft_positive(
        d, square, false,
        &(struct product){pool_one(s->pool), NULL, 0, &root, 1}, 1);

    assert_learned(fact);
    assert_refused(draft_rule(d, "definite", "fft", fact, NO_FACT, outer));
    /* not symmetric */
    assert_refused(draft_rule(d, "definite", "fft", fact, NO_FACT, s->B));
    assert_false(ends(d, fact, "open"));
    draft_free(d);
}

/* Sequents and theorems. */

static void test_a_sequent_stays_as_it_was(void **state)
{
    struct symbols *s = *state;
    const struct form *hypotheses[] = {none_of(s)};
    struct draft *d = begin(s, hypotheses, 1, none_of(s));
    const struct core_theorem *t;

    hypotheses[0] = relation_true(s->pool);
    t = deduction_end(draft_deduction(d), 0, "from nothing");
    assert_non_null(t);
    assert_ptr_equal(theorem_sequent(t)->hypotheses[0], none_of(s));
    draft_free(d);
}

/* Clauses are hypotheses that an instance would not ask for (16, 18). */
static void test_a_theorem_with_clauses_is_no_lemma(void **state)
{
    struct symbols *s = *state;
    const struct form *clause = none_of(s);
    struct sequent sequent = {
        .clauses = &clause, .nclauses = 1, .conclusion = none_of(s)};
    struct deduction *d = deduction_new(s->theory, &sequent);
    struct draft *other = begin(s, NULL, 0, none_of(s));

    deduction_end(d, 0, "by_clauses");
    assert_refused(draft_rule(other, "instance", "w", "by_clauses"));
    assert_refused(draft_rule(other, "instance", "w", "by_nobody"));
    deduction_free(d);
    draft_free(other);
}

static void test_sequents_have_no_stray_variables(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 3));
    const struct atom *strays[] = {i, fixed(s, 0, NULL),
                                   spare_parameter(s->pool, 0, true), s->y_};

    for (size_t k = 0; k < 4; k++) {
        const struct form *r =
            form_apply1(s->pool, CORE_EQ, ring_atom(s->pool, strays[k]));
        struct sequent sequent = {.symbols = &s->x_,
                                  .nsymbols = 1,
                                  .hypotheses = &r,
                                  .nhypotheses = 1,
                                  .conclusion = none_of(s)};
        struct deduction *d;

        assert_null(theory_assume(s->theory, "stray", THEOREM_AXIOM, &sequent));
        sequent.conclusion = r;
        d = deduction_new(s->theory, &sequent);
        assert_null(deduction_end(d, 0, "stray"));
        deduction_free(d);
        sequent.symbols = &strays[k];
        assert_true(k == 3 || theory_assume(s->theory, "stray", THEOREM_AXIOM,
                                            &sequent) == NULL);
        pool_forgive(s->pool);
        sequent.symbols = &form_apply1(s->pool, FN_EXP, s->x)
                               ->terms[0]
                               .monomial->items[0]
                               .atom;
        sequent.hypotheses = NULL;
        sequent.nhypotheses = 0;
        sequent.conclusion = none_of(s);
        assert_null(
            theory_assume(s->theory, "letter", THEOREM_AXIOM, &sequent));
        pool_forgive(s->pool);
    }
}

/* A symbol of shape 1 x 1 is a scalar, and no number. */
static void test_a_symbol_of_one_entry_is_no_number(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool);
    const struct atom *p_ = symbol(s->pool, "p", false, one, one);
    const struct form *p = ring_atom(s->pool, p_);
    const struct form *hypothesis = form_apply1(s->pool, CORE_LE, s->x);
    const struct atom *symbols[] = {s->x_, p_};
    struct sequent sequent = {
        .symbols = symbols,
        .nsymbols = 2,
        .hypotheses = &hypothesis,
        .nhypotheses = 1,
        .conclusion =
            form_apply1(s->pool, CORE_LE, ring_mul(s->pool, p, s->x))};
    struct draft *d = draft_new(s->theory, &sequent);
    fact_t fact = 0;

    assert_null(form_as_number(s->pool, p));
    fact = draft_positive(d, ring_mul(s->pool, p, s->x), false,
                          &(struct product){p, &fact, 1, NULL, 0}, 1);
    assert_refused(fact);
    assert_false(ends(d, fact, "any sign"));
    draft_free(d);
}

/* Instances. */

/* Attacks 8, 9, 10, 13, 15. */
static void test_sizes_are_integers_above_their_minimum(void **state)
{
    struct symbols *s = *state;
    const struct form *minimum = compare(s, CORE_LE, integer(s, 1), s->n);
    const struct core_theorem *t = axiom(s, "size", s->n_, minimum, minimum);
    struct draft *d = begin(s, &minimum, 1, none_of(s));
    const struct form *less = ring_sub(s->pool, s->n, integer(s, 5));
    const struct form *k = half(s, integer(s, 3));

    assert_refused(instance(d, t, less, NO_FACT));
    assert_refused(instance(d, t, less, 0));
    assert_refused(instance(d, t, half(s, s->n), 0));
    assert_refused(instance(d, t, k, NO_FACT));
    assert_refused(instance(d, t, s->x, NO_FACT));
    assert_refused(instance(d, t, s->A, 0));
    assert_refused(instance(d, t, form_apply1(s->pool, FN_EXP, s->n), 0));
    assert_learned(instance(d, t, s->n, 0));
    assert_learned(instance(d, t, integer(s, 7), NO_FACT));
    /* fewer arguments than hypotheses, values that are no nodes */
    assert_false(deduction_line(draft_deduction(d), "instance size"));
    assert_false(deduction_line(draft_deduction(d), "instance size -"));
    assert_false(deduction_line(draft_deduction(d), "instance size 99999 0"));
    draft_free(d);
}

static void test_what_is_an_integer_by_syntax(void **state)
{
    struct symbols *s = *state;
    const struct form *fs[] = {
        half(s, s->n),
        s->x,
        s->A,
        form_apply1(s->pool, CORE_RECIP, s->n),
        form_apply1(s->pool, FN_EXP, s->n),
        form_apply1(s->pool, FN_ABS, s->x),
        form_apply2(s->pool, FN_MAX2, s->n, s->x),
        form_apply2(s->pool, CORE_POW, s->n, s->m),
        ring_mul(s->pool, s->n, s->x),
        ring_mul(s->pool, ring_transpose(s->pool, s->u), s->u),
        sum_over(s, generic(s, 1, s->n), s->x)};

    for (size_t k = 0; k < sizeof fs / sizeof fs[0]; k++)
        assert_false(form_is_integer(fs[k]));
    assert_true(form_is_integer(form_apply1(s->pool, FN_SIGN, s->x)));
    assert_true(form_is_integer(ring_mul(s->pool, s->n, s->m)));
}

/* Attacks 16 to 18, 39: families as values. */
static void test_values_of_families_keep_to_their_indices(void **state)
{
    struct symbols *s = *state;
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FAMILY,
                         .name = "F",
                         .serial = 1};
    const struct atom *family = pool_atom(s->pool, &model);
    const struct form *p =
        ring_atom(s->pool, spare_parameter(s->pool, 0, true));
    const struct form *q =
        ring_atom(s->pool, spare_parameter(s->pool, 1, true));
    const struct form *two = integer(s, 2), *middle = half(s, integer(s, 1));
    const struct form *at = form_member(s->pool, family, &two, 1);
    const struct form *between = form_member(s->pool, family, &middle, 1);
    const struct core_theorem *t =
        axiom(s, "member", family, NULL, form_apply1(s->pool, CORE_LE, at));
    const struct core_theorem *outside = axiom(
        s, "outside", family, NULL, form_apply1(s->pool, CORE_LE, between));
    const struct core_theorem *plain =
        axiom(s, "plain", s->x_, NULL, form_apply1(s->pool, CORE_LE, s->x));
    struct draft *d = begin(s, NULL, 0, none_of(s));
    fact_t fact = instance(d, t, ring_mul(s->pool, p, s->x), NO_FACT);
    const struct atom *i = generic(s, 1, integer(s, 3));

    assert_ptr_equal(deduction_fact(draft_deduction(d), fact, NULL),
                     form_apply1(s->pool, CORE_LE, s->x));
    assert_refused(instance(d, t, q, NO_FACT));
    assert_refused(instance(d, t, ring_mul(s->pool, p, q), NO_FACT));
    assert_refused(instance(d, t, ring_atom(s->pool, i), NO_FACT));
    assert_refused(instance(d, t, form_apply1(s->pool, FN_ONES, p), NO_FACT));
    assert_refused(instance(d, outside, p, NO_FACT));
    /* a parameter is no value of a scalar, nor in a fact */
    assert_refused(instance(d, plain, p, NO_FACT));
    assert_refused(
        restated(d, NO_FACT,
                 form_apply2(s->pool, CORE_OR, relation_false(s->pool),
                             form_apply1(s->pool, CORE_EQ, p))));
    assert_refused(
        draft_rule(d, "assume", "t", form_apply1(s->pool, CORE_EQ, p)));
    assert_refused(draft_rule(d, "fix", "tt", two, p));
    draft_free(d);
}

/* Attack 42: sum(k in 1..3, x) == 3 * x at x := k is not sum(k, k) == 3 * k. */
static void test_an_instance_at_an_index_is_not_captured(void **state)
{
    struct symbols *s = *state;
    const struct form *three = integer(s, 3);
    const struct atom *k = generic(s, 1, three);
    const struct form *x = ring_atom(s->pool, k);
    const struct core_theorem *t =
        axiom(s, "constant", s->x_, NULL,
              compare(s, CORE_EQ, sum_over(s, k, s->x),
                      ring_mul(s->pool, three, s->x)));
    struct draft *d = begin(s, NULL, 0, none_of(s));
    fact_t fact;

    assert_refused(instance(d, t, x, NO_FACT)); /* not in the scope */
    assert_true(scope(d, 1, &k));
    fact = instance(d, t, x, NO_FACT);
    assert_ptr_not_equal(
        deduction_fact(draft_deduction(d), fact, NULL),
        compare(s, CORE_EQ, sum_over(s, k, x), ring_mul(s->pool, three, x)));
    assert_true(variables_have(
        &deduction_fact(draft_deduction(d), fact, NULL)->free, k));
    assert_refused(
        restated(d, fact, compare(s, CORE_EQ, sum_over(s, k, x), three)));
    draft_free(d);
}

/* Generic variables. */

static void test_scopes_hold_what_their_ranges_mention(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct atom *h = generic(s, 1, ring_atom(s->pool, i));
    const struct atom *both[] = {h, i};
    struct draft *d = begin(s, NULL, 0, none_of(s));

    assert_false(scope(d, 1, &h));
    assert_false(scope(d, 1, &s->n_));
    assert_true(scope(d, 2, both));
    assert_refused(draft_rule(d, "range", "vn", another(s, i), (size_t)0));
    assert_refused(draft_rule(d, "range", "vn", s->n_, (size_t)0));
    draft_free(d);
}

/* 1 <= h <= i leans on both; at i := n it leans on an index of 1..n. */
static void test_a_special_value_moves_the_ranges(void **state)
{
    struct symbols *s = *state;
    const struct form *minimum = compare(s, CORE_LE, integer(s, 1), s->n);
    const struct atom *i = generic(s, 1, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct atom *h = generic(s, 1, iform), *both[] = {i, h};
    struct substitution by = {.variable = i, .value = s->n};
    const struct atom *moved = generic_substitute(s->pool, h, &by, 1);
    struct draft *d = begin(s, &minimum, 1, minimum);
    fact_t low, up, fact;

    assert_true(scope(d, 2, both));
    low = draft_rule(d, "range", "vn", h, (size_t)0);
    up = draft_rule(d, "range", "vn", h, (size_t)1);
    fact = sum_of(s, d, ring_sub(s->pool, iform, integer(s, 1)), low, up);
    assert_learned(fact);
    assert_true(scope(d, 0, NULL));
    /* neither without the other index, nor out of the range */
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, s->n, (fact_t)0,
                              NO_FACT, NO_FACT));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, h, integer(s, 1),
                              NO_FACT, NO_FACT, NO_FACT));
    assert_true(scope(d, 1, &moved));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i,
                              ring_add(s->pool, s->n, integer(s, 1)), NO_FACT,
                              NO_FACT, NO_FACT));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, s->n, NO_FACT,
                              NO_FACT, NO_FACT));
    fact = draft_rule(d, "special", "fvtfff", fact, i, s->n, (fact_t)0, NO_FACT,
                      NO_FACT);
    assert_learned(fact);
    assert_true(scope(d, 0, NULL));
    assert_refused(restated(d, fact, minimum));
    draft_free(d);
}

/* Attack 45: a range that is empty gives what is false, but only inside. */
static void test_an_empty_range_keeps_its_nonsense(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, integer(s, 0));
    const struct form *sum = sum_over(s, i, s->x);
    struct draft *d = begin(s, NULL, 0, none_of(s));
    fact_t fact, same;

    assert_true(scope(d, 1, &i));
    fact = draft_rule(d, "range", "vn", i, (size_t)0);
    fact = sum_of(s, d, integer(s, -1), fact,
                  draft_rule(d, "range", "vn", i, (size_t)1));
    assert_learned(fact);
    same = restated(d, fact, compare(s, CORE_EQ, s->x, s->y));
    assert_learned(draft_rule(d, "rule", "ft", same, s->x));
    assert_true(scope(d, 0, NULL));
    assert_refused(restated(d, fact, none_of(s)));
    assert_refused(draft_rule(d, "both", "F", (size_t)1, &fact));
    assert_refused(draft_rule(d, "implied", "f", fact));
    /* below its binder and nowhere else */
    assert_ptr_equal(deduction_reduce(draft_deduction(d), s->x), s->x);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), sum),
                     sum_over(s, i, s->y));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, integer(s, 1),
                              NO_FACT, NO_FACT, NO_FACT));
    assert_false(ends(d, fact, "nonsense"));
    draft_free(d);
}

/* Attack 28: what holds for integers is not used under an integral. */
static void test_an_integral_is_no_sum(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n);
    const struct atom *t =
        generic_new(s->pool, false, i->lo, i->hi, &(struct variables){0, NULL});
    const struct form *f = form_apply1(s->pool, FN_COS, s->x);
    const struct form *same = compare(s, CORE_EQ, f, s->y);
    const struct form *integral =
        form_bind(s->pool, BINDER_INTEGRAL, t->lo, t->hi,
                  ring_mul(s->pool, f, ring_atom(s->pool, t)), t);
    struct draft *d = begin(s, &same, 1, none_of(s));
    fact_t fact;

    assert_null(form_bind(s->pool, BINDER_INTEGRAL, i->lo, i->hi, f, i));
    pool_forgive(s->pool);
    assert_null(form_bind(s->pool, BINDER_SUM, t->lo, t->hi, f, t));
    pool_forgive(s->pool);
    assert_true(scope(d, 1, &i));
    fact = restated(d, 0, same);
    assert_learned(draft_rule(d, "rule", "ft", fact, f));
    assert_true(scope(d, 0, NULL));
    assert_ptr_equal(deduction_reduce(draft_deduction(d), integral), integral);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), sum_over(s, i, f)),
                     sum_over(s, i, s->y));
    draft_free(d);
}

/* A rule about one index is not one about another, in the scope or below. */
static void test_a_rule_keeps_to_its_index(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *j = another(s, i);
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *jform = ring_atom(s->pool, j);
    const struct atom *both[] = {i, j};
    struct draft *d = begin(s, NULL, 0, none_of(s));
    const struct form *f = form_apply1(s->pool, FN_EXP, iform);
    const struct core_theorem *t =
        axiom(s, "one", s->n_, NULL,
              compare(s, CORE_EQ, form_apply1(s->pool, FN_EXP, s->n), s->n));
    fact_t fact;

    assert_true(scope(d, 2, both));
    fact = instance(d, t, iform, NO_FACT);
    assert_learned(draft_rule(d, "rule", "ft", fact, f));
    assert_ptr_equal(deduction_reduce(draft_deduction(d), f), iform);
    f = form_apply1(s->pool, FN_EXP, jform);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), f), f);
    assert_true(scope(d, 1, &i));
    /* i is free beside a sum over the same range */
    f = form_apply1(s->pool, FN_EXP, ring_add(s->pool, iform, jform));
    f = sum_over(s, j, f);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), f), f);
    draft_free(d);
}

/* Entries. */

static void test_entries_are_all_entries(void **state)
{
    struct symbols *s = *state;
    const struct atom *i = generic(s, 1, s->n), *j = another(s, i);
    const struct form *last = ring_sub(s->pool, s->n, integer(s, 1));
    const struct atom *few = generic(s, 1, last);
    const struct form *claim = form_apply1(s->pool, CORE_LE, s->A);
    const struct form *hypotheses[] = {
        form_apply1(s->pool, CORE_LE, s->x),
        form_apply1(s->pool, CORE_LE,
                    form_entry(s->pool, s->A, integer(s, 1), integer(s, 1)))};
    struct draft *d = begin(s, hypotheses, 2, claim);
    const struct atom *both[] = {i, j}, *diagonal[] = {i};
    fact_t fact;

    assert_refused(draft_rule(d, "entries", "ftvv", (fact_t)1, claim, i, j));
    assert_true(scope(d, 2, both));
    assert_refused(draft_rule(d, "entries", "ftvv", (fact_t)0, claim, i, j));
    assert_true(scope(d, 1, diagonal));
    fact = restated(d, 0, hypotheses[0]);
    assert_true(scope(d, 0, NULL));
    assert_refused(draft_rule(d, "entries", "ftvv", fact, claim, i, i));
    assert_refused(draft_rule(d, "entries", "ftvv", fact, claim, few, j));
    assert_refused(draft_rule(d, "entries", "ftvv", fact, claim, i, s->n_));
    assert_refused(draft_rule(d, "entries", "ftvv", fact,
                              form_apply1(s->pool, CORE_NE, s->A), i, j));
    assert_refused(draft_rule(d, "entries", "ftvv", fact,
                              form_apply1(s->pool, CORE_PSD, s->A), i, j));
    assert_refused(
        draft_rule(d, "entries", "ftvv", fact,
                   form_apply1(s->pool, CORE_LE,
                               ring_mul(s->pool, ring_atom(s->pool, i), s->A)),
                   i, j));
    draft_free(d);
}

/* Attacks 11, 33: matrices are not ordered, and may have no entries. */
static void test_relations_of_matrices_are_not_of_scalars(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = ring_zero(s->pool, s->n, s->n);
    const struct form *below = form_apply1(s->pool, CORE_LT, s->A);
    const struct form *le = form_apply1(s->pool, CORE_LE, s->A);
    const struct form *ne = form_apply1(s->pool, CORE_NE, s->A);
    const struct form *turned = ring_transpose(s->pool, s->A);

    assert_null(compare(s, CORE_LE, s->A, s->x));
    pool_forgive(s->pool);
    assert_null(compare(s, CORE_EQ, s->A, integer(s, 1)));
    pool_forgive(s->pool);
    assert_null(compare(s, CORE_LE, s->u, s->A));
    pool_forgive(s->pool);
    assert_int_equal(relation_kind(relation_not(s->pool, le)), CORE_NOT);
    assert_int_equal(relation_kind(relation_not(s->pool, below)), CORE_NOT);
    assert_ptr_not_equal(form_apply1(s->pool, CORE_LT, zero),
                         relation_false(s->pool));
    assert_true(relation_gives(s->pool, below, le));
    assert_false(relation_gives(s->pool, below, ne));
    assert_false(relation_gives(s->pool, le, below));
    assert_false(relation_gives(s->pool, ne, le));
    assert_true(
        relation_gives(s->pool, le, form_apply1(s->pool, CORE_LE, turned)));
    assert_false(relation_gives(s->pool, form_apply1(s->pool, CORE_PSD, s->A),
                                form_apply1(s->pool, CORE_PSD, turned)));
    assert_false(
        relation_gives(s->pool, form_apply1(s->pool, CORE_LE, s->x),
                       form_apply1(s->pool, CORE_LE, ring_neg(s->pool, s->x))));
}

/* Products. */

static void test_products_take_only_what_is_not_negative(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool);
    const struct form *hypotheses[] = {form_apply1(s->pool, CORE_NE, s->x),
                                       form_apply1(s->pool, CORE_PSD, s->A),
                                       form_apply1(s->pool, CORE_LT, s->B),
                                       form_apply1(s->pool, CORE_LE, s->y)};
    struct draft *d = begin(s, hypotheses, 4, none_of(s));
    struct product p = {one, (const fact_t[]){0}, 1, NULL, 0};
    const struct form *minus = integer(s, -1), *zero = integer(s, 0);

    assert_refused(draft_positive(d, s->x, false, &p, 1));
    p.facts = (const fact_t[]){1};
    assert_refused(draft_positive(d, s->A, false, &p, 1));
    p.facts = (const fact_t[]){2};
    assert_refused(draft_positive(d, s->B, true, &p, 1));
    assert_learned(draft_positive(d, s->B, false, &p, 1));
    p = (struct product){minus, (const fact_t[]){3}, 1, NULL, 0};
    assert_refused(draft_positive(d, ring_neg(s->pool, s->y), false, &p, 1));
    p.coefficient = zero;
    assert_refused(draft_positive(d, zero, false, &p, 1));
    p.coefficient = s->x;
    assert_refused(
        draft_positive(d, ring_mul(s->pool, s->x, s->y), false, &p, 1));
    p = (struct product){one, NULL, 0, NULL, 0};
    assert_refused(draft_positive(d, zero, true, NULL, 0));
    assert_refused(draft_positive(d, s->A, false, &p, 1));
    /* counts that the line does not have: 3 facts, then no squares */
    assert_false(deduction_line(draft_deduction(d), "positive 0 0 0 3 3"));
    assert_false(deduction_line(draft_deduction(d), "positive 0 1 0"));
    assert_false(deduction_line(draft_deduction(d), "positive 0 1 0 -"));
    draft_free(d);
}

/* Contexts. */

static void test_contexts_close_as_they_opened(void **state)
{
    struct symbols *s = *state;
    const struct form *claim = form_apply1(s->pool, CORE_LE, s->x);
    struct draft *d = begin(s, NULL, 0, claim);
    fact_t range, assumed, inner;

    assert_refused(draft_rule(d, "implied", "f", (fact_t)0));
    range = draft_rule(d, "fix", "tt", integer(s, 1), integer(s, 3));
    assert_refused(draft_rule(d, "implied", "f", range));
    assumed = draft_rule(d, "assume", "t", claim);
    assert_refused(draft_rule(d, "forall", "f", assumed));
    assert_false(ends(d, assumed, "assumed"));
    inner = draft_rule(d, "assume", "t", relation_not(s->pool, claim));
    assert_learned(draft_rule(d, "implied", "f", inner));
    assert_refused(restated(d, inner, relation_not(s->pool, claim)));
    assert_refused(draft_rule(d, "implied", "f", inner));
    assert_refused(draft_rule(d, "both", "F", (size_t)1, &inner));
    assert_learned(draft_rule(d, "implied", "f", assumed));
    assert_refused(restated(d, assumed, claim));
    assert_refused(draft_rule(d, "rule", "ft", assumed, s->x));
    assert_learned(
        draft_rule(d, "forall", "f", deduction_facts(draft_deduction(d)) - 1));
    assert_refused(restated(d, range, claim));
    assert_false(ends(d, deduction_facts(draft_deduction(d)) - 1, "tautology"));
    draft_free(d);
}

/* A variable that is not fixed yet is in no hypothesis, nor in a range. */
static void test_a_variable_is_fixed_before_it_is_used(void **state)
{
    struct symbols *s = *state;
    const struct form *later = ring_atom(s->pool, fixed(s, 1, NULL));
    struct draft *d = begin(s, NULL, 0, none_of(s)), *other;

    other = begin(s, NULL, 0, none_of(s));
    draft_rule(other, "fix", "tt", integer(s, 1), integer(s, 3));
    draft_rule(other, "fix", "tt", integer(s, 1), integer(s, 3));
    assert_refused(draft_rule(d, "fix", "tt", later, later));
    assert_refused(draft_rule(d, "assume", "t",
                              compare(s, CORE_EQ, later, integer(s, 1))));
    draft_free(other);
    draft_free(d);
}

/* An index that was fixed, in a scope that outlives its context. */
static void test_a_scope_may_outlive_its_context(void **state)
{
    struct symbols *s = *state;
    const struct form *x = ring_atom(s->pool, fixed(s, 0, NULL));
    const struct atom *h = generic(s, 1, x);
    const struct form *claim = compare(s, CORE_LE, integer(s, 1), s->m);
    struct draft *d = begin(s, NULL, 0, claim);
    fact_t low, up, fact;

    draft_rule(d, "fix", "tt", integer(s, 0), s->m);
    assert_true(scope(d, 1, &h));
    low = draft_rule(d, "range", "vn", h, (size_t)0);
    up = draft_rule(d, "range", "vn", h, (size_t)1);
    fact = sum_of(s, d, ring_sub(s->pool, x, integer(s, 1)), low, up);
    fact = draft_rule(d, "forall", "f", fact);
    assert_learned(fact);
    assert_refused(restated(d, fact, claim));
    assert_refused(restated(d, up, claim));
    assert_false(ends(d, fact, "outlived"));
    draft_free(d);
}

/* Logic. */

static void test_parts_are_there_and_contradict(void **state)
{
    struct symbols *s = *state;
    const struct form *p = form_apply1(s->pool, CORE_LE, s->x);
    const struct form *q = form_apply1(s->pool, CORE_LE, s->y);
    const struct form *le = form_apply1(s->pool, CORE_LE, s->A);
    const struct form *turned =
        form_apply1(s->pool, CORE_LE, ring_neg(s->pool, s->A));
    const struct form *hypotheses[] = {
        relation_and(s->pool, p, q), relation_or(s->pool, le, p),
        relation_or(s->pool, turned, q), relation_or(s->pool, p, q)};
    struct draft *d = begin(s, hypotheses, 4, p);

    assert_refused(draft_rule(d, "part", "fn", (fact_t)0, (size_t)2));
    assert_refused(draft_rule(d, "part", "fn", (fact_t)1, (size_t)0));
    assert_refused(restated(d, 3, p));
    assert_refused(restated(d, 1, relation_and(s->pool, le, p)));
    for (size_t k = 0; k < 9; k++)
        assert_refused(draft_rule(d, "resolved", "fnfn", (fact_t)1, k / 3,
                                  (fact_t)2, k % 3));
    assert_refused(draft_rule(d, "equal", "ff", (fact_t)1, (fact_t)2));
    /* numbers of facts and terms that are not there */
    assert_false(deduction_line(draft_deduction(d), "part 99 0"));
    assert_false(deduction_line(draft_deduction(d), "part - 0"));
    assert_false(deduction_line(draft_deduction(d), "part 4294967296 0"));
    assert_false(deduction_line(draft_deduction(d), "part 0"));
    assert_false(deduction_line(draft_deduction(d), ""));
    assert_false(ends(d, 99, "p"));
    assert_false(ends(d, NO_FACT, "p"));
    draft_free(d);
}

/* Attack 25, and steps that are too few. */
static void test_induction_steps_through_the_whole_range(void **state)
{
    struct symbols *s = *state;
    const struct form *zero = integer(s, 0), *one = pool_one(s->pool);
    const struct atom *i = generic(s, 0, s->n);
    const struct form *iform = ring_atom(s->pool, i);
    const struct form *body = compare(s, CORE_LE, iform, s->x);
    const struct form *claim =
        form_bind(s->pool, BINDER_FORALL, i->lo, i->hi, body, i);
    const struct form *hypotheses[] = {none_of(s),
                                       form_apply1(s->pool, CORE_LE, s->x)};
    const struct form *step[2];
    const struct form *ends_at[] = {s->n,
                                    ring_sub(s->pool, s->n, integer(s, 2)),
                                    ring_sub(s->pool, s->n, one)};
    fact_t facts[3];
    struct draft *d = begin(s, hypotheses, 2, claim);

    for (size_t k = 0; k < 3; k++) {
        const struct atom *g = generic(s, 0, ends_at[k]);
        const struct form *x = ring_atom(s->pool, g);

        step[0] = compare(s, CORE_LE, x, s->x);
        step[1] = compare(s, CORE_LE, ring_add(s->pool, x, one), s->x);
        assert_true(scope(d, 1, &g));
        facts[k] = restated(
            d, 0,
            relation_or(s->pool, relation_not(s->pool, step[0]), step[1]));
        assert_true(scope(d, 0, NULL));
        assert_int_equal(draft_rule(d, "induction", "tfff", claim, (fact_t)1,
                                    facts[k], NO_FACT) == FACT_NONE,
                         k < 2);
    }
    /* no first case; a step that is no step; in the scope of its own index */
    assert_refused(
        draft_rule(d, "induction", "tfff", claim, NO_FACT, facts[2], NO_FACT));
    assert_refused(draft_rule(d, "induction", "tfff", claim, (fact_t)1,
                              (fact_t)0, NO_FACT));
    assert_refused(
        draft_rule(d, "induction", "tfff", body, (fact_t)1, facts[2], NO_FACT));
    /* from a start that is no integer */
    i = generic_new(s->pool, true, half(s, one), s->n,
                    &(struct variables){0, NULL});
    claim = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                      compare(s, CORE_LE, zero, ring_atom(s->pool, i)), i);
    assert_refused(
        draft_rule(d, "induction", "tfff", claim, NO_FACT, facts[2], NO_FACT));
    draft_free(d);
}

/*
 * Attack 14: f(3/2) is not below the maximum of f(1) and f(2), which is -1 for
 * f(i) = -(2*i - 3)^2.
 */
static void test_a_maximum_is_over_the_integers(void **state)
{
    struct symbols *s = *state;
    const struct form *three = integer(s, 3), *two = integer(s, 2);
    const struct form *middle = half(s, three), *one = pool_one(s->pool);
    const struct atom *i = generic(s, 1, two);
    const struct form *odd =
        ring_sub(s->pool, ring_mul(s->pool, two, i->form), three);
    const struct form *f = ring_neg(s->pool, ring_mul(s->pool, odd, odd));
    const struct form *most =
        form_bind(s->pool, BINDER_MAX, i->lo, i->hi, f, i);
    const struct form *above = form_bind(s->pool, BINDER_FORALL, i->lo, i->hi,
                                         compare(s, CORE_LE, f, most), i);
    const struct form *hypotheses[] = {above};
    const struct form *claim = compare(s, CORE_LE, integer(s, 0), most);
    /* the same as a lemma: 1 <= k, k <= 2 |- f(k) <= max, k an integer */
    const struct form *bounds[] = {compare(s, CORE_LE, one, s->n),
                                   compare(s, CORE_LE, s->n, two)};
    const struct substitution at = {.variable = i, .value = s->n};
    struct sequent lemma = {.symbols = &s->n_,
                            .nsymbols = 1,
                            .hypotheses = bounds,
                            .nhypotheses = 2,
                            .conclusion = form_substitute(
                                s->pool, compare(s, CORE_LE, f, most), &at, 1)};
    const struct core_theorem *t =
        theory_assume(s->theory, "most", THEOREM_AXIOM, &lemma);
    struct draft *d = begin(s, hypotheses, 1, claim);
    const fact_t none[] = {NO_FACT, NO_FACT};
    fact_t fact;

    assert_non_null(t);
    assert_true(scope(d, 1, &i));
    fact = draft_rule(d, "open", "fv", (fact_t)0, i);
    assert_learned(fact);
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, middle, NO_FACT,
                              NO_FACT, NO_FACT));
    assert_refused(draft_rule(d, "special", "fvtfff", fact, i, middle, NO_FACT,
                              NO_FACT, fact));
    assert_refused(draft_instance(d, t, &middle, none, NULL, 0));
    assert_refused(draft_instance(d, t, &middle, none, &fact, 1));
    assert_refused(draft_instance(d, t, &three, none, NULL, 0));
    assert_true(scope(d, 0, NULL));
    assert_learned(draft_rule(d, "special", "fvtfff", fact, i, two, NO_FACT,
                              NO_FACT, NO_FACT));
    assert_learned(draft_instance(d, t, &one, none, NULL, 0));
    assert_refused(restated(d, deduction_facts(draft_deduction(d)) - 1, claim));
    draft_free(d);
}

/* A forall is met by its body in exactly its range. */
static void test_for_all_is_of_the_whole_range(void **state)
{
    struct symbols *s = *state;
    const struct atom *few = generic(s, 1, ring_sub(s->pool, s->n, s->m));
    const struct atom *i = generic(s, 1, s->n);
    const struct form *r = form_apply1(s->pool, CORE_LE, s->x);
    const struct form *at = compare(s, CORE_LE, ring_atom(s->pool, i), s->x);
    const struct form *claim =
        form_bind(s->pool, BINDER_FORALL, i->lo, i->hi, at, i);
    const struct form *hypotheses[] = {none_of(s), r};
    struct draft *d = begin(s, hypotheses, 2, claim);
    const struct atom *both[] = {i, few};
    fact_t fact;

    assert_true(scope(d, 1, &few));
    fact = restated(d, 0, compare(s, CORE_LE, ring_atom(s->pool, few), s->x));
    assert_true(scope(d, 0, NULL));
    assert_learned(fact);
    assert_refused(restated(d, fact, claim));
    assert_true(scope(d, 2, both));
    fact = restated(d, 0, at);
    assert_true(scope(d, 0, NULL));
    assert_refused(restated(d, fact, claim)); /* leans on another too */
    assert_true(scope(d, 1, &few));
    assert_learned(restated(d, fact, claim));
    assert_true(scope(d, 0, NULL));
    assert_false(ends(d, fact, "all"));
    draft_free(d);
}

/* Values. */

/* Attacks 29, 31, 38. */
static void test_nothing_is_counted_or_cancelled(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool), *zero = integer(s, 0);
    const struct atom *i = generic(s, 1, integer(s, 2));
    const struct atom *e = generic(s, 1, zero);
    const struct form *x = ring_atom(s->pool, i);
    const struct form *odd =
        ring_sub(s->pool, ring_mul(s->pool, integer(s, 2), x), integer(s, 3));
    const struct form *pairs[][2] = {
        {sum_over(s, i,
                  ring_mul(s->pool, odd, form_apply1(s->pool, FN_EXP, x))),
         zero},
        {ring_mul(s->pool, s->x, form_apply1(s->pool, CORE_RECIP, s->x)), one},
        {form_bind(s->pool, BINDER_MAX, e->lo, e->hi, one, e),
         form_bind(s->pool, BINDER_MAX, e->lo, e->hi, integer(s, 2), e)},
        {form_apply2(s->pool, CORE_POW, s->x, zero), one},
        {ring_mul(s->pool, s->A, s->B), ring_mul(s->pool, s->B, s->A)},
        {ring_mul(s->pool, s->u, ring_transpose(s->pool, s->v)),
         ring_mul(s->pool, s->v, ring_transpose(s->pool, s->u))},
        {s->A, ring_transpose(s->pool, s->A)},
        {form_apply1(s->pool, FN_DIAG, s->u),
         ring_mul(s->pool, s->u, ring_transpose(s->pool, s->u))},
        {form_apply1(s->pool, FN_ABS, s->x), s->x}};
    struct draft *d = begin(s, NULL, 0, none_of(s));

    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        assert_refused(restated(d, NO_FACT,
                                compare(s, CORE_EQ, pairs[k][0], pairs[k][1])));
    assert_true(form_is_nil(
        form_apply1(s->pool, CORE_RECIP, ring_sub(s->pool, s->x, s->x))));
    draft_free(d);
}

/* The rows 1..n of eye(n) are the identity; other rows are not. */
static void test_rows_of_the_identity(void **state)
{
    struct symbols *s = *state;
    const struct form *one = pool_one(s->pool);
    const struct form *eye = ring_eye(s->pool, s->n);
    const struct form *same = compare(s, CORE_EQ, s->m, s->n);
    const struct form *rows = form_sel(s->pool, s->n, one, s->m);
    struct draft *d = begin(s, &same, 1, none_of(s));

    assert_ptr_equal(form_sel(s->pool, s->n, one, s->n), eye);
    assert_ptr_not_equal(rows, eye);
    assert_learned(draft_rule(d, "rule", "ft", (fact_t)0, s->m));
    assert_ptr_equal(deduction_reduce(draft_deduction(d), rows), rows);
    assert_ptr_not_equal(
        form_sel(s->pool, s->n, s->x, ring_add(s->pool, s->x, integer(s, 1))),
        eye);
    draft_free(d);
}

/* Equations of transposes end: A == A' has one direction. */
static void test_a_symmetric_matrix_reduces(void **state)
{
    struct symbols *s = *state;
    const struct form *turned = ring_transpose(s->pool, s->A);
    const struct form *same = compare(s, CORE_EQ, s->A, turned);
    struct draft *d = begin(s, &same, 1, none_of(s));

    assert_learned(draft_rule(d, "rule", "ft", (fact_t)0, s->A));
    assert_ptr_equal(deduction_reduce(draft_deduction(d), s->A), turned);
    assert_ptr_equal(deduction_reduce(draft_deduction(d), turned), turned);
    draft_free(d);
}

/* A line that uses up the budget makes nothing, and hurts no other. */
static void test_the_budget_proves_nothing(void **state)
{
    struct symbols *s = *state;
    const struct form *loop[] = {
        compare(s, CORE_EQ, form_apply1(s->pool, FN_EXP, s->x),
                form_apply1(s->pool, FN_SIN, s->x)),
        compare(s, CORE_EQ, s->x, ring_mul(s->pool, s->y, s->y)),
        compare(s, CORE_EQ, s->y, ring_mul(s->pool, s->x, s->x))};
    struct draft *d = begin(s, loop, 3, none_of(s));
    const struct form *claim = compare(s, CORE_EQ, s->x, integer(s, 7));

    assert_learned(draft_rule(d, "rule", "ft", (fact_t)1, s->x));
    assert_learned(draft_rule(d, "rule", "ft", (fact_t)2, s->y));
    assert_refused(restated(d, NO_FACT, claim));
    assert_refused(restated(d, 0, claim));
    assert_refused(draft_positive(
        d, ring_neg(s->pool, s->x), false,
        &(struct product){pool_one(s->pool), NULL, 0, &s->y, 1}, 1));
    assert_refused(
        draft_rule(d, "both", "F", (size_t)2, (const fact_t[]){0, 99}));
    assert_learned(restated(d, 1, loop[1]));
    assert_false(ends(d, 0, "exhausted"));
    draft_free(d);
}

int main(void)
{
#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, symbols_set, symbols_end)
    const struct CMUnitTest tests[] = {
        TEST(test_vectors_of_another_size_show_no_sign),
        TEST(test_a_semidefinite_matrix_may_have_negative_entries),
        TEST(test_no_range_mentions_the_vector),
        TEST(test_a_sign_is_of_the_fixed_vector_alone),
        TEST(test_a_sequent_stays_as_it_was),
        TEST(test_a_theorem_with_clauses_is_no_lemma),
        TEST(test_sequents_have_no_stray_variables),
        TEST(test_a_symbol_of_one_entry_is_no_number),
        TEST(test_sizes_are_integers_above_their_minimum),
        TEST(test_what_is_an_integer_by_syntax),
        TEST(test_values_of_families_keep_to_their_indices),
        TEST(test_an_instance_at_an_index_is_not_captured),
        TEST(test_scopes_hold_what_their_ranges_mention),
        TEST(test_a_special_value_moves_the_ranges),
        TEST(test_an_empty_range_keeps_its_nonsense),
        TEST(test_an_integral_is_no_sum),
        TEST(test_a_rule_keeps_to_its_index),
        TEST(test_entries_are_all_entries),
        TEST(test_relations_of_matrices_are_not_of_scalars),
        TEST(test_products_take_only_what_is_not_negative),
        TEST(test_contexts_close_as_they_opened),
        TEST(test_a_variable_is_fixed_before_it_is_used),
        TEST(test_a_scope_may_outlive_its_context),
        TEST(test_parts_are_there_and_contradict),
        TEST(test_induction_steps_through_the_whole_range),
        TEST(test_a_maximum_is_over_the_integers),
        TEST(test_for_all_is_of_the_whole_range),
        TEST(test_nothing_is_counted_or_cancelled),
        TEST(test_rows_of_the_identity),
        TEST(test_a_symmetric_matrix_reduces),
        TEST(test_the_budget_proves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
