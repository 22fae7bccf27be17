/* Statements compared as texts that ir makes of both (module_text). */
#include "recheck/against.h"

#include "cert/statement.h"
#include "ir/lower.h"

#include <stdlib.h>
#include <string.h>

static bool is_same(const struct against *against, const struct buffer *text,
                    const char *statement, const char *name, char **reason)
{
    if (strcmp(text->text ? text->text : "", statement) == 0)
        return true;
    return statement_reject(reason, "%s: the statement is not that of %s", name,
                            against->path);
}

/* The theorems of that text as the other file states them; or NULL. */
static const struct theorem **find_theorems(const struct against *against,
                                            const struct module *stated,
                                            char **reason)
{
    const size_t count = module_theorems(stated);
    const struct theorem **list = xcalloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        const char *name = module_theorem(stated, i)->name;
        list[i] = module_find(against->module, name);
        if (list[i])
            continue;
        statement_reject(reason, "%s states no theorem %s", against->path,
                         name);
        free(list);
        return NULL;
    }
    return list;
}

bool against_theorems(const struct against *against,
                      const struct module *stated, const char *statement,
                      const char *name, char **reason)
{
    LOCAL_FREE const struct theorem **theorems =
        find_theorems(against, stated, reason);
    if (!theorems)
        return false;
    LOCAL_BUFFER text = buffer_new();
    module_text(&text, against->module, theorems, module_theorems(stated));
    return is_same(against, &text, statement, name, reason);
}

bool against_claim(const struct against *against, const struct certificate *c,
                   const char *name, char **reason)
{
    const struct module *module = against->module;
    LOCAL_BUFFER text = buffer_new();
    bool found = false, same = false;
    for (size_t i = 0; i < module_theorems(module) && !found; i++) {
        const struct theorem *t = module_theorem(module, i);
        if (strcmp(t->name, c->theorem) != 0)
            continue;
        const struct claim *claim = theorem_claim(t, c->claim);
        if (!claim)
            break;
        found = true;
        module_statement(&text, module, t, claim);
        same = is_same(against, &text, c->statement, name, reason);
    }
    if (!found)
        statement_reject(reason, "%s states no claim %s.%s", against->path,
                         c->theorem, c->claim);
    return same;
}
