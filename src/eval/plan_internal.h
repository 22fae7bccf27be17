/*
 * How the parts of the plan builder work together.  Internal to eval/plan*.c.
 *
 * An item is an expression with values for its free symbols; items become
 * instructions without recursion: an item on top of the stack is visited, and
 * either all that it needs is done (then it is emitted), or what is missing is
 * pushed and it is visited again later.
 *
 * Errors are sticky: after plan_fail every function returns PLAN_NONE.
 */
#pragma once

#include "base/map.h"
#include "eval/plan.h"

enum {
    PLAN_MAX_SIZE = 1 << 20,  /* rows or columns */
    PLAN_MAX_ITEMS = 8 << 20, /* expressions with values of free symbols */
    PLAN_MAX_STEPS = 1 << 27, /* uses of an item */
    PLAN_MAX_BITS = 1 << 14   /* of a folded constant; else left to run time */
};

enum item_state { ITEM_NEW, ITEM_OPEN, ITEM_DONE };

struct item {
    const struct expr *expr;
    size_t values; /* of expr->free, from items.values[values] */
    enum item_state state;
    plan_id id; /* ITEM_DONE */
};

struct items {
    struct item *list;
    size_t count, capacity;
    struct map table; /* indices into list */
    int64_t *values;
    size_t nvalues, values_capacity;
    size_t *stack;
    size_t depth, stack_capacity;
};

struct builder {
    struct arena *arena; /* of the plan */
    const struct layout *layout;
    const struct theorem *theorem;
    const struct value *values; /* by slot, or NULL */
    const struct env *base;     /* the layout's, or that around an integral */
    struct env env;             /* of the item being visited */
    struct items items;
    size_t missing; /* items pushed in this visit */
    size_t open;    /* items waiting for others */
    uint64_t steps;
    size_t nested;      /* integrals around what is built */
    bool has_integrals; /* so far, also in integrands */
    struct plan_instr *instrs;
    uint32_t count, capacity;
    uint64_t entries;
    bool in_passes;   /* of plan_build_values: entries are counted at the end */
    struct map table; /* ids */
    plan_id *scratch; /* ids of a long argument list */
    size_t scratch_capacity;
    struct span span; /* of the expression being visited */
    enum status status;
    char *reason;
};

/* Stops the building; the first failure counts.  Returns PLAN_NONE. */
plan_id plan_fail(struct builder *b, enum status st, const char *format, ...)
    PRINTF_LIKE(3, 4);

/* plan_item.c: the items and their stack */
void plan_items_clear(struct items *items);
/*
 * The instruction of `e` under b->env; PLAN_NONE: it is pushed and counted in
 * b->missing (or the building failed).
 */
plan_id plan_request(struct builder *b, const struct expr *e);
/* Works off the stack until `e` is done, under the layout's env. */
plan_id plan_instantiate(struct builder *b, const struct expr *e);
/* Room for `count` ids in b->scratch. */
plan_id *plan_scratch(struct builder *b, size_t count);

/* plan_expr.c, plan_index.c: one visit of an expression */
plan_id plan_visit(struct builder *b, const struct expr *e);
plan_id plan_visit_given(struct builder *b, const struct expr *e);
plan_id plan_visit_let(struct builder *b, const struct expr *e);
plan_id plan_visit_binder(struct builder *b, const struct expr *e);
plan_id plan_visit_if(struct builder *b, const struct expr *e);
/* plan_integral.c: integral and expectation */
plan_id plan_visit_integral(struct builder *b, const struct expr *e);
/*
 * plan_build.c: a plan of `e` alone under b->env, in b's arena; NULL: failed.
 */
const struct plan *plan_build_body(struct builder *b, plan_id *root,
                                   const struct expr *e);
/* All kids requested; true when they are done: ids[k] is kid k's. */
bool plan_kids(struct builder *b, const struct expr *e, plan_id *ids,
               size_t count);
/* A closed integer under b->env; false: failed. */
bool plan_index(struct builder *b, int64_t *out, const struct expr *e);
bool plan_dim(struct builder *b, uint32_t *out, const struct dim *a);

/*
 * plan_emit.c: the instruction equal to `model` (its span, facts and args
 * aside), made if there is none.  args are copied, facts derived.
 */
plan_id plan_emit(struct builder *b, const struct plan_instr *model);
/* Takes back the instructions from number `count` on; none before needs them.
 */
void plan_forget(struct builder *b, uint32_t count);

/* plan_make.c: instructions, simplified where that changes nothing */
plan_id plan_make_number(struct builder *b, const rational_t *value);
plan_id plan_make_int(struct builder *b, int64_t value);
plan_id plan_make_fill(struct builder *b, uint32_t rows, uint32_t cols,
                       int value);
plan_id plan_make_eye(struct builder *b, uint32_t n);
plan_id plan_make_unit(struct builder *b, uint32_t n, uint32_t row);
plan_id plan_make_undefined(struct builder *b, uint32_t rows, uint32_t cols,
                            const char *reason);
plan_id plan_make_truth(struct builder *b, enum truth truth);
plan_id plan_make_unary(struct builder *b, enum plan_op op, plan_id x);
plan_id plan_make_binary(struct builder *b, enum plan_op op, plan_id x,
                         plan_id y);
plan_id plan_make_matpow(struct builder *b, plan_id x, int64_t power);
plan_id plan_make_slice(struct builder *b, plan_id x, uint32_t row,
                        uint32_t col, uint32_t rows, uint32_t cols);
plan_id plan_make_literal(struct builder *b, uint32_t rows, uint32_t cols,
                          const plan_id *args);
plan_id plan_make_select(struct builder *b, plan_id truth, plan_id x,
                         plan_id y);
plan_id plan_make_rel(struct builder *b, enum relop rel, plan_id x, plan_id y);
plan_id plan_make_logic(struct builder *b, enum plan_op op, const plan_id *args,
                        size_t nargs);
/* plan_call.c */
plan_id plan_make_call(struct builder *b, enum function fn, const plan_id *args,
                       size_t nargs);

/* plan_facts.c: the facts of a new instruction, from those of its args */
unsigned plan_derive_facts(const struct plan_instr *instrs,
                           const struct plan_instr *i);

/* plan_defined.c: of these, PLAN_TOTAL and PLAN_NONZERO */
unsigned plan_derive_defined(const struct plan_instr *instrs,
                             const struct plan_instr *i);

const rational_t *plan_number(const struct builder *b,
                              plan_id id); /* or NULL */

/*
 * plan_scale.c: what a number would be without the subtraction in it that may
 * cancel: norm(res(Y)) gives norm(Y).  PLAN_NONE: it is made otherwise.
 */
plan_id plan_scale(struct builder *b, plan_id id);
