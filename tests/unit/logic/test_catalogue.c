/*
 * Every rule of the catalogue, instantiated at its own givens: accepted as it
 * stands; rejected turned round, without a hypothesis, or with terms that lack
 * a given's kind.
 */
#include "rule_fixture.h"

#include <string.h>

/* The rule's text as a theorem of its own, with one part replaced. */
static char *variant(size_t rule, const char *old, const char *now)
{
    struct buffer text;
    buffer_init(&text);
    buffer_add(&text, catalogue_text(rule));
    char *at = old ? strstr(text.text, old) : NULL;
    if (!at)
        return text.text;
    struct buffer changed;
    buffer_init(&changed);
    buffer_add_bytes(&changed, text.text, (size_t)(at - text.text));
    buffer_add(&changed, now);
    buffer_add(&changed, at + strlen(old));
    buffer_clear(&text);
    return changed.text;
}

static const struct expr *given_term(const struct theorem *t, size_t i)
{
    struct expr model = {.op = EX_GIVEN,
                         .rows = t->givens[i].rows,
                         .cols = t->givens[i].cols,
                         .decl = i,
                         .name = t->givens[i].name};
    return expr_intern(t->pool, &model);
}

/* Whether the shape of no given fixes the size. */
static bool is_open(const struct theorem *t, const struct symbol *dim)
{
    const struct dim *size = dim_of_symbol(expr_dims(t->pool), dim);
    for (size_t i = 0; i < t->ngivens; i++)
        if (t->givens[i].rows == size || t->givens[i].cols == size)
            return false;
    return true;
}

/* The givens and the sizes that these leave open; their number. */
static size_t own_terms(const struct theorem *t, const struct expr **terms)
{
    size_t count = 0;
    for (size_t i = 0; i < t->ngivens; i++)
        terms[count++] = given_term(t, i);
    for (size_t i = 0; theorem_open_dims(t) > 0 && i < t->ndims; i++)
        if (is_open(t, t->dims[i]))
            terms[count++] = expr_symbol(t->pool, t->dims[i], (struct span){0});
    return count;
}

/* Whether the claim of the text follows from the rule at the text's givens. */
static bool follows(const struct catalogue *all, const char *text, size_t rule,
                    bool turned)
{
    struct rule_fixture f;
    fixture_open_with(&f, text, 0, all);
    const struct expr *terms[8];
    size_t premises[4], count = 0;
    for (size_t i = 0; i < f.theorem->nassumptions; i++) {
        const struct line line = {.rule = RULE_ASSUMPTION,
                                  .conclusion =
                                      f.theorem->assumptions[i].relation,
                                  .number = i};
        assert_true(fixture_add(&f, &line));
        premises[count++] = f.d->count - 1;
    }
    const size_t nterms = own_terms(f.theorem, terms);
    const struct expr *claim = fixture_claim(&f, "rule");
    if (turned)
        claim = relation_make(f.theorem->pool, claim->rel, claim->kids[1],
                              claim->kids[0]);
    const struct line line = {.rule = RULE_INSTANCE,
                              .conclusion = claim,
                              .number = rule,
                              .premises = premises,
                              .npremises = count,
                              .terms = terms,
                              .nterms = nterms};
    bool ok = fixture_add(&f, &line);
    fixture_close(&f);
    return ok;
}

static void test_rules_apply_to_themselves(void **state)
{
    for (size_t i = 0; i < catalogue_count(); i++) {
        char *text = variant(i, NULL, NULL);
        assert_true(follows(*state, text, i, false));
        free(text);
    }
}

static void test_turned_rules_are_rejected(void **state)
{
    for (size_t i = 0; i < catalogue_count(); i++) {
        char *text = variant(i, NULL, NULL);
        if (strstr(text, " <= ") || strstr(text, " < "))
            assert_false(strstr(strstr(text, "claim rule"), "==") == NULL &&
                         follows(*state, text, i, true));
        free(text);
    }
}

/* There a term being defined says as much as the hypothesis does. */
static bool is_implied(const char *text)
{
    return strstr(text, "sqrt(") || strstr(text, "log(A) <=");
}

/* Whether the rule with that part of its text changed is still accepted. */
static bool survives(const struct catalogue *all, size_t rule, const char *old,
                     const char *now)
{
    char *text = variant(rule, old, now);
    bool ok = follows(all, text, rule, false);
    free(text);
    return ok;
}

static void test_hypotheses_are_needed(void **state)
{
    size_t tried = 0;
    for (size_t i = 0; i < catalogue_count(); i++) {
        char *text = variant(i, NULL, NULL);
        const char *at = strstr(text, "assume ");
        while (at) {
            size_t length = strcspn(at, ";") + 1;
            char old[200];
            assert_true(length < sizeof old);
            memcpy(old, at, length);
            old[length] = '\0';
            if (!is_implied(text))
                assert_false(survives(*state, i, old, ""));
            tried++;
            at = strstr(at + length, "assume ");
        }
        free(text);
    }
    assert_true(tried > 15);
}

static void test_kinds_are_needed(void **state)
{
    static const char *const kinds[][2] = {{": nonneg", ": real"},
                                           {": stochastic", ": real"},
                                           {": symmetric[n]", ": real[n, n]"},
                                           {": psd[n]", ": real[n, n]"},
                                           {": orthogonal[n]", ": real[n, n]"}};
    size_t tried = 0;
    for (size_t i = 0; i < catalogue_count(); i++)
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            char *text = variant(i, NULL, NULL);
            if (strstr(text, kinds[k][0]) && !is_implied(text)) {
                assert_false(survives(*state, i, kinds[k][0], kinds[k][1]));
                tried++;
            }
            free(text);
        }
    assert_true(tried > 25);
}

static int open_catalogue(void **state)
{
    *state = catalogue_new();
    return 0;
}

static int close_catalogue(void **state)
{
    catalogue_free(*state);
    return 0;
}

/* Rules are read one by one, so nothing else sees two of one name. */
static void test_names_differ(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalogue_count(); i++)
        assert_int_equal(catalogue_find(catalogue_name(i)), i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_differ),
        cmocka_unit_test(test_rules_apply_to_themselves),
        cmocka_unit_test(test_turned_rules_are_rejected),
        cmocka_unit_test(test_hypotheses_are_needed),
        cmocka_unit_test(test_kinds_are_needed),
    };
    return cmocka_run_group_tests(tests, open_catalogue, close_catalogue);
}
