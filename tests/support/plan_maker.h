/*
 * Plans made by hand, for tests of evaluators that do without the front end.
 *
 * A maker owns a plan with its layout and one instance of it.  Every make_*
 * appends one instruction and returns its number.
 */
#ifndef MAJORANT_TESTS_PLAN_MAKER_H
#define MAJORANT_TESTS_PLAN_MAKER_H

#include "eval/plan.h"

enum { MAKER_MAX_INSTRS = 512, MAKER_MAX_ARGS = 16 };

struct plan_maker;

struct plan_maker *plan_maker_new(void);
void plan_maker_free(struct plan_maker *maker);
const struct plan *maker_plan(const struct plan_maker *maker);
const struct instance *maker_instance(const struct plan_maker *maker);

/* The general form; `args` is copied. */
plan_id make_instr(struct plan_maker *maker, struct plan_instr in,
                   const plan_id *args, uint32_t nargs);
/* An input with a slot of its own, and its value by rows. */
plan_id make_input(struct plan_maker *maker, uint32_t rows, uint32_t cols,
                   const double *doubles);
plan_id make_rationals(struct plan_maker *maker, uint32_t rows, uint32_t cols,
                       const char *const *texts); /* "-1/3" */
/* Gives a double input another value. */
void maker_set(struct plan_maker *maker, plan_id input, const double *doubles);
plan_id make_number(struct plan_maker *maker, const char *text);
/* One or two arguments: b may be PLAN_NONE. */
plan_id make_op(struct plan_maker *maker, enum plan_op op, uint32_t rows,
                uint32_t cols, plan_id a, plan_id b);
plan_id make_call(struct plan_maker *maker, enum function fn, uint32_t rows,
                  uint32_t cols, plan_id a, plan_id b);
plan_id make_rel(struct plan_maker *maker, plan_id a, enum relop rel,
                 plan_id b);
plan_id make_truth(struct plan_maker *maker, enum truth truth);
plan_id make_select(struct plan_maker *maker, plan_id condition, plan_id a,
                    plan_id b);
void maker_add_facts(struct plan_maker *maker, plan_id id, unsigned facts);

/* All instructions in order, as a cone. */
const plan_id *maker_cone(const struct plan_maker *maker, size_t *count);

#endif
