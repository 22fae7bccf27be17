/* A theorem given as text, for tests of the normal form. */
#ifndef MAJORANT_TESTS_NORMAL_FIXTURE_H
#define MAJORANT_TESTS_NORMAL_FIXTURE_H

#include "ir/lower.h"
#include "logic/normal.h"

#include "support/cmocka_all.h"

/* Declarations, then a claim lhs == rhs. */
struct identity {
    const char *prelude, *lhs, *rhs;
};

struct loaded {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    const struct expr *lhs, *rhs;
};

static inline void load_text(struct loaded *l, const char *text)
{
    *l = (struct loaded){.diag = diag_new()};
    if (module_load_text(&l->module, "t.bound", text, NULL, l->diag) != ST_OK) {
        struct buffer messages;
        buffer_init(&messages);
        diag_print(l->diag, &messages);
        fail_msg("%s\n%s", text, messages.text);
    }
    l->theorem = module_theorem(l->module, 0);
    const struct expr *relation = l->theorem->claims[0].links[0].relation;
    l->lhs = relation->kids[0];
    l->rhs = relation->kids[1];
}

static inline void load_identity(struct loaded *l, const struct identity *id)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "theorem t {\n%s\nclaim c: %s == %s;\n}\n",
                  id->prelude, id->lhs, id->rhs);
    load_text(l, text.text);
    buffer_clear(&text);
}

static inline void unload(struct loaded *l)
{
    module_free(l->module);
    diag_free(l->diag);
}

static inline enum truth identity_truth(const struct identity *id)
{
    struct loaded l;
    load_identity(&l, id);
    struct normalizer *n = normal_new(l.theorem);
    enum truth t = normal_equal(n, l.lhs, l.rhs);
    normal_free(n);
    unload(&l);
    return t;
}

static inline void expect_all(const struct identity *list, size_t count,
                              enum truth expected)
{
    struct buffer missed;
    buffer_init(&missed);
    for (size_t i = 0; i < count; i++)
        if (identity_truth(&list[i]) != expected)
            buffer_printf(&missed, "\n%s == %s", list[i].lhs, list[i].rhs);
    if (missed.length > 0)
        fail_msg("%s", missed.text);
    buffer_clear(&missed);
}

#endif
