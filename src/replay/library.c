#include "replay/library.h"

#include "base/buffer.h"
#include "core/read.h"
#include "ir/lower.h"
#include "replay/name.h"
#include "replay/statements.h"

#include <string.h>

static bool add_claim(struct theory *theory, struct reading *reading,
                      const struct theorem *t, const struct claim *c,
                      enum theorem_origin origin, struct memo *lefts)
{
    struct sequent sequent;
    char name[LIBRARY_NAME];

    library_name(name, t, c);
    if (!read_sequent(&sequent, reading, c->relation,
                      origin == THEOREM_AXIOM) ||
        sequent.ndefined > 0)
        return false;
    const struct core_theorem *made =
        theory_assume(theory, name, origin, &sequent);
    if (made != NULL && lefts != NULL &&
        (strcmp(c->name, "equation") == 0 || library_is_explicit(name)) &&
        c->relation->op == EX_REL && c->relation->rel == REL_EQ)
        memo_set(lefts, made, read_form(reading, c->relation->kids[0]));
    return made != NULL;
}

void library_add_theorem(struct theory *theory, const struct theorem *t,
                         enum theorem_origin origin, struct memo *lefts,
                         size_t *read, size_t *left_out)
{
    LOCAL(reading_free_local) struct reading *reading = reading_new(theory, t);

    for (size_t k = 0; k < t->nclaims; k++) {
        if (t->claims[k].is_step)
            continue;
        ++*(add_claim(theory, reading, t, &t->claims[k], origin, lefts)
                ? read
                : left_out);
    }
}

void library_add_module(struct theory *theory, const struct module *module,
                        enum theorem_origin origin, struct memo *lefts,
                        size_t *read, size_t *left_out)
{
    for (size_t i = 0; i < module_theorems(module); i++)
        library_add_theorem(theory, module_theorem(module, i), origin, lefts,
                            read, left_out);
}

enum status library_add(struct theory *theory, const char *path,
                        enum theorem_origin origin, struct memo *lefts,
                        size_t *read, size_t *left_out, struct diag *diag)
{
    struct module *module;
    enum status status = module_load(&module, path, NULL, true, diag);

    if (status != ST_OK)
        return status;
    library_add_module(theory, module, origin, lefts, read, left_out);
    module_free(module);
    return ST_OK;
}

static void add_known(struct theory *theory, enum theorem_origin origin,
                      struct memo *lefts)
{
    LOCAL_DIAG diag = diag_new();
    LOCAL(module_free_local) struct module *module = NULL;
    size_t read = 0, left_out = 0;

    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < statements_count; i++) {
        if (statements[i].is_axiom == (origin == THEOREM_AXIOM))
            buffer_add(&text, statements[i].text);
    }
    enum status status =
        module_load_text(&module, "statements", text.text, NULL, diag);
    ENSURE(status == ST_OK, "the statements of the core cannot be read");
    library_add_module(theory, module, origin, lefts, &read, &left_out);
}

void library_add_axioms(struct theory *theory, struct memo *lefts)
{
    add_known(theory, THEOREM_AXIOM, lefts);
}

void library_add_known(struct theory *theory, struct memo *lefts)
{
    library_add_axioms(theory, lefts);
    add_known(theory, THEOREM_CITED, lefts);
}
