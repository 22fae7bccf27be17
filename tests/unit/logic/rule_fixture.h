/*
 * One line of a derivation under test.  The premises are links of the claims
 * of a little theorem, taken as proved; the line states link 0 of a claim.
 */
#ifndef MAJORANT_TESTS_RULE_FIXTURE_H
#define MAJORANT_TESTS_RULE_FIXTURE_H

#include "ir/lower.h"
#include "logic/make.h"
#include "logic/rule.h"

#include "support/cmocka_all.h"

#include <stdlib.h>

struct rule_fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct derivation *d;
    struct rule_context context;
    struct catalogue *catalogue; /* its own; or NULL */
};

static bool all_proved(void *context, const struct theorem *theorem,
                       size_t claim, size_t link)
{
    (void)context;
    (void)theorem;
    (void)claim;
    (void)link;
    return true;
}

/* With the caller's catalogue, which takes longer to read than a text. */
static inline void fixture_open_with(struct rule_fixture *f, const char *text,
                                     size_t theorem,
                                     const struct catalogue *catalogue)
{
    *f = (struct rule_fixture){.diag = diag_new()};
    assert_int_equal(
        module_load_text(&f->module, "t.bound", text, NULL, f->diag), ST_OK);
    f->theorem = module_theorem(f->module, theorem);
    f->d = derivation_new(f->theorem);
    f->context = (struct rule_context){.derivation = f->d,
                                       .normalizer = normal_new(f->theorem),
                                       .catalogue = catalogue,
                                       .is_proved = all_proved};
}

static inline void fixture_open(struct rule_fixture *f, const char *text,
                                size_t theorem)
{
    struct catalogue *own = catalogue_new();
    fixture_open_with(f, text, theorem, own);
    f->catalogue = own;
}

static void fixture_close(struct rule_fixture *f)
{
    normal_free(f->context.normalizer);
    derivation_free(f->d);
    module_free(f->module);
    catalogue_free(f->catalogue);
    diag_free(f->diag);
}

static const struct expr *fixture_claim(const struct rule_fixture *f,
                                        const char *name)
{
    const struct claim *c = theorem_claim(f->theorem, name);
    assert_non_null(c);
    return c->links[0].relation;
}

/* The sides of a claim: terms of the test. */
static inline const struct expr *fixture_side(const struct rule_fixture *f,
                                              const char *name, size_t side)
{
    return fixture_claim(f, name)->kids[side];
}

static bool fixture_add(struct rule_fixture *f, const struct line *line)
{
    char *reason = NULL;
    bool ok = rule_check(&f->context, derivation_add(f->d, line), &reason);
    assert_true(ok == (reason == NULL));
    free(reason);
    return ok;
}

/* The claim as a line that needs no proof here; its index. */
static inline size_t fixture_premise(struct rule_fixture *f, const char *name)
{
    const struct claim *c = theorem_claim(f->theorem, name);
    assert_non_null(c);
    const struct line line = {.rule = RULE_STEP,
                              .conclusion = c->links[0].relation,
                              .number = (size_t)(c - f->theorem->claims)};
    assert_true(fixture_add(f, &line));
    return f->d->count - 1;
}

/* A line that is taken for granted, in any scope. */
static inline size_t fixture_granted(struct rule_fixture *f,
                                     const struct expr *conclusion,
                                     const struct scope_entry *scope)
{
    const struct line line = {
        .rule = RULE_ALGEBRA, .conclusion = conclusion, .scope = scope};
    return derivation_add(f->d, &line);
}

/* Whoever checks a partition says yes. */
static inline bool fixture_any_range(void *context, const struct domain *domain,
                                     const void *payload)
{
    (void)context;
    (void)domain;
    (void)payload;
    return true;
}

#endif
