/* A theorem given as text, laid out at sizes, and its plan. */
#ifndef MAJORANT_TESTS_PLAN_FIXTURE_H
#define MAJORANT_TESTS_PLAN_FIXTURE_H

#include "eval/evaluator.h"
#include "ir/lower.h"

#include "support/cmocka_all.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct diag *diag;
    struct module *module;
    const struct theorem *theorem;
    struct layout layout;
    struct plan *plan;
    struct span where;
    char *reason;
};

/* Builds the plan of "theorem t { body }" and returns the builder's status. */
static inline enum status fixture_try(struct fixture *f, const char *body,
                                      const int64_t *dims,
                                      const struct value *values)
{
    struct buffer text;
    *f = (struct fixture){.diag = diag_new()};
    buffer_init(&text);
    buffer_printf(&text, "theorem t {\n%s\n}\n", body);
    if (module_load_text(&f->module, "t.bound", text.text, NULL, f->diag) !=
        ST_OK) {
        struct buffer messages;
        buffer_init(&messages);
        diag_print(f->diag, &messages);
        fail_msg("%s", messages.text);
    }
    buffer_clear(&text);
    f->theorem = module_theorem(f->module, 0);
    assert_int_equal(layout_init(&f->layout, f->theorem, dims, &f->reason),
                     ST_OK);
    return plan_build(&f->plan, &f->layout, NULL, values, &f->where,
                      &f->reason);
}

static inline void fixture_build(struct fixture *f, const char *body,
                                 const int64_t *dims)
{
    assert_int_equal(fixture_try(f, body, dims, NULL), ST_OK);
}

static inline void fixture_clear(struct fixture *f)
{
    plan_free(f->plan);
    layout_clear(&f->layout);
    module_free(f->module);
    diag_free(f->diag);
    free(f->reason);
}

static inline const struct plan_link *fixture_link(const struct fixture *f)
{
    return &f->plan->claims[0].links[0];
}

/* The instruction of the first claim's left side. */
static inline const struct plan_instr *fixture_lhs(const struct fixture *f)
{
    return &f->plan->instrs[fixture_link(f)->lhs];
}

static inline const struct plan_instr *fixture_rhs(const struct fixture *f)
{
    return &f->plan->instrs[fixture_link(f)->rhs];
}

static inline size_t fixture_count(const struct fixture *f, enum plan_op op)
{
    size_t n = 0;
    for (uint32_t k = 0; k < f->plan->count; k++)
        n += f->plan->instrs[k].op == op;
    return n;
}

#endif
