/*
 * Whether the finder proves a claim of a text from a few axioms; what it finds
 * is replayed in a theory of its own.
 */
#ifndef MAJORANT_SUPPORT_FOUND_H
#define MAJORANT_SUPPORT_FOUND_H

#include "algebra/find.h"
#include "base/diag.h"
#include "core/read.h"
#include "ir/lower.h"
#include "support/cmocka_all.h"

#include <stdlib.h>

static inline struct module *found_module(const char *text)
{
    struct diag *diag = diag_new();
    struct module *module;

    assert_int_equal(module_load_text(&module, "t.bound", text, NULL, diag),
                     ST_OK);
    diag_free(diag);
    return module;
}

/* Total, or as claims of the language: where they are defined. */
static inline struct theory *found_theory(const char *axioms, bool total)
{
    struct theory *theory = theory_new();
    struct module *module = found_module(axioms);

    for (size_t i = 0; i < module_theorems(module); i++) {
        const struct theorem *t = module_theorem(module, i);
        struct reading *reading = reading_new(theory, t);
        struct sequent sequent;

        assert_true(
            read_sequent(&sequent, reading, t->claims[0].relation, total));
        assert_non_null(
            theory_assume(theory, t->name, THEOREM_AXIOM, &sequent));
        reading_free(reading);
    }
    module_free(module);
    return theory;
}

/*
 * The last claim or step of the last theorem of the text, with so many
 * instances of axioms that nobody asks for by name; oracle: one that is
 * trusted, or NULL.
 */
static inline bool is_found_from(const char *axioms, bool total,
                                 const char *text, unsigned steps,
                                 const struct core_oracle *oracle)
{
    struct module *module = found_module(text);
    const struct theorem *t =
        module_theorem(module, module_theorems(module) - 1);
    const bool none[4] = {false};
    char *log = NULL;

    for (int round = 0; round < 2; round++) {
        struct theory *theory = found_theory(axioms, total);
        struct reading *reading = reading_new(theory, t);
        struct finder *finder = finder_new(theory, NULL);
        struct goal goal;
        const char *why;
        size_t line;

        if (oracle != NULL)
            theory_trust(theory, oracle);
        assert_true(
            goal_read(&goal, theory, reading, t, t->nclaims - 1, 0, none));
        if (round == 0)
            log = finder_prove(finder, &goal, steps);
        else if (log != NULL)
            assert_non_null(deduction_replay(theory, &goal.sequent, "goal", log,
                                             &why, &line));
        finder_free(finder);
        reading_free(reading);
        theory_free(theory);
    }
    module_free(module);
    free(log);
    return log != NULL;
}

#endif
