#include "algebra/library.h"

#include "core/read.h"
#include "ir/lower.h"

#include <stdio.h>
#include <string.h>

static bool add_claim(struct theory *theory, struct reading *reading,
                      const struct theorem *t, const struct claim *c,
                      enum theorem_origin origin)
{
    struct sequent sequent;
    char name[256];

    snprintf(name, sizeof name, strcmp(c->name, "rule") == 0 ? "%s" : "%s.%s",
             t->name, c->name);
    if (!read_sequent(&sequent, reading, c->relation,
                      origin == THEOREM_AXIOM) ||
        sequent.ndefined > 0)
        return false;
    return theory_assume(theory, name, origin, &sequent) != NULL;
}

enum status library_add(struct theory *theory, const char *path,
                        enum theorem_origin origin, size_t *read,
                        size_t *left_out, struct diag *diag)
{
    struct module *module;
    enum status status = module_load(&module, path, NULL, true, diag);

    if (status != ST_OK)
        return status;
    for (size_t i = 0; i < module_theorems(module); i++) {
        const struct theorem *t = module_theorem(module, i);
        struct reading *reading = reading_new(theory, t);

        for (size_t k = 0; k < t->nclaims; k++) {
            if (t->claims[k].is_step)
                continue;
            ++*(add_claim(theory, reading, t, &t->claims[k], origin)
                    ? read
                    : left_out);
        }
        reading_free(reading);
    }
    module_free(module);
    return ST_OK;
}
