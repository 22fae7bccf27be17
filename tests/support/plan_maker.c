#include "support/plan_maker.h"

#include <stdlib.h>
#include <string.h>

struct plan_maker {
    struct arena *arena;
    struct plan plan;
    struct layout layout;
    struct instance instance;
    struct plan_instr instrs[MAKER_MAX_INSTRS];
    plan_id args[MAKER_MAX_INSTRS][MAKER_MAX_ARGS];
    plan_id cone[MAKER_MAX_INSTRS];
    struct slot slots[MAKER_MAX_INSTRS];
    struct value values[MAKER_MAX_INSTRS];
};

struct plan_maker *plan_maker_new(void)
{
    struct plan_maker *m = xcalloc(1, sizeof *m);
    m->arena = arena_new();
    m->layout.slots = m->slots;
    m->instance.layout = &m->layout;
    m->instance.values = m->values;
    m->plan.layout = &m->layout;
    m->plan.arena = m->arena;
    m->plan.instrs = m->instrs;
    for (plan_id id = 0; id < MAKER_MAX_INSTRS; id++)
        m->cone[id] = id;
    return m;
}

void plan_maker_free(struct plan_maker *m)
{
    arena_free(m->arena);
    free(m);
}

const struct plan *maker_plan(const struct plan_maker *m)
{
    return &m->plan;
}

const struct instance *maker_instance(const struct plan_maker *m)
{
    return &m->instance;
}

const plan_id *maker_cone(const struct plan_maker *m, size_t *count)
{
    *count = m->plan.count;
    return m->cone;
}

plan_id make_instr(struct plan_maker *m, struct plan_instr in,
                   const plan_id *args, uint32_t nargs)
{
    const plan_id id = m->plan.count++;
    ENSURE(id < MAKER_MAX_INSTRS && nargs <= MAKER_MAX_ARGS,
           "a plan made by hand is small");
    for (uint32_t k = 0; k < nargs; k++)
        m->args[id][k] = args[k];
    in.args = m->args[id];
    in.nargs = nargs;
    m->instrs[id] = in;
    return id;
}

static plan_id add_slot(struct plan_maker *m, enum value_kind kind,
                        uint32_t rows, uint32_t cols)
{
    const size_t slot = m->layout.nslots++;
    m->slots[slot] = (struct slot){.given = slot, .rows = rows, .cols = cols};
    m->values[slot] = (struct value){.kind = kind, .rows = rows, .cols = cols};
    return make_instr(
        m,
        (struct plan_instr){
            .op = PL_INPUT, .rows = rows, .cols = cols, .slot = slot},
        NULL, 0);
}

plan_id make_input(struct plan_maker *m, uint32_t rows, uint32_t cols,
                   const double *doubles)
{
    const plan_id id = add_slot(m, VALUE_DOUBLES, rows, cols);
    m->values[m->instrs[id].slot].doubles =
        arena_array(m->arena, (size_t)rows * cols, sizeof(double));
    maker_set(m, id, doubles);
    return id;
}

void maker_set(struct plan_maker *m, plan_id input, const double *doubles)
{
    struct value *v = &m->values[m->instrs[input].slot];
    memcpy(v->doubles, doubles, v->rows * v->cols * sizeof *doubles);
}

/* A rational "p" or "p/q", cleared with the arena. */
static rational_t *parse(struct plan_maker *m, const char *text)
{
    rational_t *x = rational_new(m->arena);
    ENSURE(mpq_set_str(x->q, text, 10) == 0, "a rational of a test is p/q");
    mpq_canonicalize(x->q);
    return x;
}

static void clear_rationals(void *object)
{
    struct value *v = object;
    for (size_t k = 0; k < v->rows * v->cols; k++)
        rational_clear(&v->rationals[k]);
}

plan_id make_rationals(struct plan_maker *m, uint32_t rows, uint32_t cols,
                       const char *const *texts)
{
    const plan_id id = add_slot(m, VALUE_RATIONALS, rows, cols);
    struct value *v = &m->values[m->instrs[id].slot];
    v->rationals =
        arena_array(m->arena, (size_t)rows * cols, sizeof *v->rationals);
    for (size_t k = 0; k < v->rows * v->cols; k++) {
        rational_init(&v->rationals[k]);
        mpq_set(v->rationals[k].q, parse(m, texts[k])->q);
    }
    arena_register(m->arena, clear_rationals, v);
    return id;
}

plan_id make_number(struct plan_maker *m, const char *text)
{
    return make_instr(
        m,
        (struct plan_instr){
            .op = PL_NUMBER, .rows = 1, .cols = 1, .number = parse(m, text)},
        NULL, 0);
}

plan_id make_op(struct plan_maker *m, enum plan_op op, uint32_t rows,
                uint32_t cols, plan_id a, plan_id b)
{
    return make_instr(m,
                      (struct plan_instr){.op = op, .rows = rows, .cols = cols},
                      (plan_id[]){a, b}, b == PLAN_NONE ? 1 : 2);
}

plan_id make_call(struct plan_maker *m, enum function fn, uint32_t rows,
                  uint32_t cols, plan_id a, plan_id b)
{
    const plan_id id = make_op(m, PL_CALL, rows, cols, a, b);
    m->instrs[id].fn = fn;
    return id;
}

plan_id make_rel(struct plan_maker *m, plan_id a, enum relop rel, plan_id b)
{
    const plan_id id = make_op(m, PL_REL, 0, 0, a, b);
    m->instrs[id].rel = rel;
    return id;
}

plan_id make_truth(struct plan_maker *m, enum truth truth)
{
    return make_instr(m, (struct plan_instr){.op = PL_TRUTH, .truth = truth},
                      NULL, 0);
}

plan_id make_select(struct plan_maker *m, plan_id condition, plan_id a,
                    plan_id b)
{
    return make_instr(m,
                      (struct plan_instr){.op = PL_SELECT,
                                          .rows = m->instrs[a].rows,
                                          .cols = m->instrs[a].cols},
                      (plan_id[]){condition, a, b}, 3);
}

void maker_add_facts(struct plan_maker *m, plan_id id, unsigned facts)
{
    m->instrs[id].facts |= facts;
}
