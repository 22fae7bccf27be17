/*
 * The walk through a plan, instruction by instruction: leaves, shapes, choice,
 * truths, and whether each has a value (language.md, 7).
 */
#include "eval/walk.h"

#include <stdlib.h>

void walk_init(struct walk *w, const struct arithmetic *arithmetic,
               const struct plan *plan)
{
    *w = (struct walk){.arithmetic = arithmetic, .plan = plan};
    w->results = xcalloc(plan->count + 1UL, sizeof *w->results);
}

void walk_clear(struct walk *w)
{
    free(w->results);
}

void walk_begin(struct walk *w, const struct instance *x)
{
    w->x = x;
    w->stamp++;
}

/* ---- leaves ---- */

static bool is_constant(enum plan_op op)
{
    return op == PL_NUMBER || op == PL_PI || op == PL_FILL || op == PL_EYE ||
           op == PL_UNIT;
}

static enum state constant(const struct walk *w, const struct plan_instr *in,
                           const struct matrix *z)
{
    const struct line all = walk_all(z);
    const struct line ones =
        in->op == PL_EYE ? walk_diagonal(z) : walk_part(w, &all, in->row, 1);
    if (in->op == PL_PI) {
        w->arithmetic->pi(w, z->at);
    } else if (in->op == PL_NUMBER || in->op == PL_FILL) {
        walk_fill_rational(w, &all, in->number);
    } else {
        walk_fill(w, &all, 0);
        walk_fill(w, &ones, 1);
    }
    return STATE_DEFINED;
}

/* ---- shapes ---- */

static enum state transpose(const struct walk *w, const struct plan_instr *in,
                            const struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    for (size_t i = 0; i < z->rows; i++) {
        const struct line row = walk_row(w, z, i);
        const struct line column = walk_column(w, &a, i);
        w->arithmetic->copy(&row, &column);
    }
    return STATE_DEFINED;
}

static enum state slice(const struct walk *w, const struct plan_instr *in,
                        const struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    for (size_t i = 0; i < z->rows; i++) {
        const struct line row = walk_row(w, z, i);
        const struct line from = walk_row(w, &a, in->row + i);
        const struct line part = walk_part(w, &from, in->col, z->cols);
        w->arithmetic->copy(&row, &part);
    }
    return STATE_DEFINED;
}

static enum state literal(const struct walk *w, const struct plan_instr *in,
                          const struct matrix *z)
{
    const struct line all = walk_all(z);
    for (size_t k = 0; k < all.count; k++) {
        const struct matrix a = walk_arg(w, in, k);
        const struct line from = walk_all(&a), to = walk_part(w, &all, k, 1);
        w->arithmetic->copy(&to, &from);
    }
    return STATE_DEFINED;
}

static enum state negate(const struct walk *w, const struct plan_instr *in,
                         const struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line from = walk_all(&a), to = walk_all(z);
    w->arithmetic->negate(w, &to, &from);
    return STATE_DEFINED;
}

/* ---- choice; docs/error-analysis.md#selection ---- */

/* Which branch is taken is open, and perhaps whether one is at all. */
static enum state either(const struct walk *w, const struct plan_instr *in,
                         const struct matrix *z)
{
    const enum state b = w->results[in->args[1]].state;
    const enum state c = w->results[in->args[2]].state;
    const enum state condition = w->results[in->args[0]].state;
    if (b == STATE_UNDEFINED && c == STATE_UNDEFINED)
        return STATE_UNDEFINED;
    if (condition != STATE_DEFINED || b != STATE_DEFINED || c != STATE_DEFINED)
        return STATE_UNKNOWN;
    const struct matrix x = walk_arg(w, in, 1), y = walk_arg(w, in, 2);
    const struct line all = walk_all(z), one = walk_all(&x),
                      other = walk_all(&y);
    return w->arithmetic->pair(w, PAIR_HULL, &all, &one, &other);
}

/* The branch taken, whatever the other one is. */
static enum state choose(const struct walk *w, const struct plan_instr *in,
                         const struct matrix *z)
{
    const enum truth condition = w->results[in->args[0]].truth;
    if (condition == TRUTH_UNKNOWN)
        return either(w, in, z);
    if (condition == TRUTH_UNDEFINED)
        return STATE_UNDEFINED;
    const size_t taken = condition == TRUTH_TRUE ? 1 : 2;
    const struct matrix a = walk_arg(w, in, taken);
    const struct line from = walk_all(&a), to = walk_all(z);
    const enum state state = w->results[in->args[taken]].state;
    if (state == STATE_DEFINED)
        w->arithmetic->copy(&to, &from);
    return state;
}

/* ---- values ---- */

/* clang-format off */
static enum state value_of(struct walk *w, const struct plan_instr *in,
                           struct matrix *z)
{
    switch (in->op) {
    case PL_INPUT:
        return w->arithmetic->input(w, z, &w->x->values[in->slot]);
    case PL_UNDEFINED: return STATE_UNDEFINED;
    case PL_NUMBER:
    case PL_PI:
    case PL_FILL:
    case PL_EYE:
    case PL_UNIT: return constant(w, in, z);
    case PL_ADD: return walk_pairs(w, PAIR_ADD, in, z);
    case PL_SUB: return walk_pairs(w, PAIR_SUB, in, z);
    case PL_SCALE:
    case PL_DOT_MUL: return walk_pairs(w, PAIR_MUL, in, z);
    case PL_DIVIDE:
    case PL_DOT_DIV: return walk_pairs(w, PAIR_DIV, in, z);
    case PL_POW:
    case PL_DOT_POW: return walk_pairs(w, PAIR_POW, in, z);
    case PL_NEG: return negate(w, in, z);
    case PL_TRANSPOSE: return transpose(w, in, z);
    case PL_SLICE: return slice(w, in, z);
    case PL_LITERAL: return literal(w, in, z);
    case PL_SELECT: return choose(w, in, z);
    case PL_CALL: return walk_call(w, in, z);
    case PL_VARIABLE:
    case PL_MATMUL:
    case PL_MATPOW:
    case PL_SPREAD:
    case PL_INTEGRAL: return w->arithmetic->own(w, in, z);
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT:
    case PL_TRUTH: break;
    }
    ENSURE(false, "a truth has no value");
    return STATE_UNKNOWN;
}
/* clang-format on */

static enum state args_state(const struct walk *w, const struct plan_instr *in)
{
    enum state state = STATE_DEFINED;
    for (uint32_t k = 0; k < in->nargs; k++)
        state = state_join(state, w->results[in->args[k]].state);
    return state;
}

static void step_value(struct walk *w, plan_id id)
{
    const struct plan_instr *in = &w->plan->instrs[id];
    const struct arithmetic *a = w->arithmetic;
    struct walk_result *result = &w->results[id];
    if (a->is_plain && is_constant(in->op) && result->at)
        return;
    struct matrix z = {a->room(w, id), in->rows, in->cols, in->facts};
    /* PL_SELECT looks at its branches itself. */
    enum state state = in->op == PL_SELECT ? STATE_DEFINED : args_state(w, in);
    if (state == STATE_DEFINED)
        state = value_of(w, in, &z);
    if (state != STATE_DEFINED && a->is_plain) {
        a->nothing(&z);
        state = STATE_DEFINED;
    }
    if (state == STATE_DEFINED && a->tidy)
        state = a->tidy(w, in, &z);
    result->at = z.at;
    result->state = state;
}

/* ---- truths ---- */

/* What is known of a relation where x - y has these signs. */
static enum truth sign_truth(unsigned signs, enum relop rel)
{
    static const unsigned holds[] = {[REL_EQ] = MAY_BE_ZERO,
                                     [REL_NE] =
                                         MAY_BE_ZERO, /* negated as a whole */
                                     [REL_LE] = MAY_BE_NEGATIVE | MAY_BE_ZERO,
                                     [REL_GE] = MAY_BE_POSITIVE | MAY_BE_ZERO,
                                     [REL_LT] = MAY_BE_NEGATIVE,
                                     [REL_GT] = MAY_BE_POSITIVE};
    if ((signs & ~holds[rel]) == 0)
        return TRUTH_TRUE;
    return signs & holds[rel] ? TRUTH_UNKNOWN : TRUTH_FALSE;
}

/* At every entry, a 1 x 1 side spread over the other. */
static enum truth relation(const struct walk *w, const struct plan_instr *in)
{
    struct line sides[2];
    enum truth truth = TRUTH_TRUE;
    walk_sides(w, sides, in->args[0], in->args[1]);
    for (size_t k = 0; k < sides[0].count; k++) {
        const struct line p = walk_part(w, &sides[0], k, 1);
        const struct line q = walk_part(w, &sides[1], k, 1);
        const unsigned signs = w->arithmetic->order(w, &p, &q);
        if (!signs)
            return TRUTH_UNKNOWN;
        truth = truth_and(truth, sign_truth(signs, in->rel));
        if (truth == TRUTH_FALSE && !w->arithmetic->is_plain)
            break;
    }
    return in->rel == REL_NE ? truth_not(truth) : truth;
}

static enum truth connective(const struct walk *w, const struct plan_instr *in)
{
    enum truth truth = in->op == PL_AND ? TRUTH_TRUE : TRUTH_FALSE;
    for (uint32_t k = 0; k < in->nargs; k++) {
        const enum truth t = w->results[in->args[k]].truth;
        truth = in->op == PL_AND ? truth_and(truth, t) : truth_or(truth, t);
    }
    return truth;
}

static enum truth truth_of(struct walk *w, const struct plan_instr *in)
{
    if (in->op == PL_TRUTH)
        return in->truth;
    if (in->op == PL_NOT)
        return truth_not(w->results[in->args[0]].truth);
    if (in->op == PL_AND || in->op == PL_OR)
        return connective(w, in);
    const enum state state = args_state(w, in);
    if (state != STATE_DEFINED)
        return state == STATE_UNDEFINED ? TRUTH_UNDEFINED : TRUTH_UNKNOWN;
    return in->op == PL_REL ? relation(w, in) : w->arithmetic->psd(w, in);
}

/* Defined where it is TRUE or FALSE, or what it is said of has values. */
static enum state truth_state(const struct walk *w, const struct plan_instr *in,
                              enum truth truth)
{
    if (truth == TRUTH_UNDEFINED)
        return STATE_UNDEFINED;
    if (truth == TRUTH_UNKNOWN &&
        (in->op == PL_TRUTH || args_state(w, in) != STATE_DEFINED))
        return STATE_UNKNOWN;
    return STATE_DEFINED;
}

/* ---- the walk, and what it found ---- */

void walk_run(struct walk *w, const plan_id *ids, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const struct plan_instr *in = &w->plan->instrs[ids[k]];
        struct walk_result *result = &w->results[ids[k]];
        result->stamp = w->stamp;
        if (plan_is_truth(in->op)) {
            result->truth = truth_of(w, in);
            result->state = truth_state(w, in, result->truth);
        } else {
            step_value(w, ids[k]);
        }
        if (w->arithmetic->after)
            w->arithmetic->after(w, in);
    }
}

enum truth walk_truth(const struct walk *w, plan_id id)
{
    const struct walk_result *result = &w->results[id];
    return result->stamp == w->stamp ? result->truth : TRUTH_UNKNOWN;
}

enum truth walk_undefined(const struct walk *w, plan_id id)
{
    static const enum truth undefined[] = {[STATE_UNKNOWN] = TRUTH_UNKNOWN,
                                           [STATE_DEFINED] = TRUTH_FALSE,
                                           [STATE_UNDEFINED] = TRUTH_TRUE};
    const struct walk_result *result = &w->results[id];
    return result->stamp == w->stamp ? undefined[result->state] : TRUTH_UNKNOWN;
}

bool walk_known_sides(const struct walk *w, struct line sides[2], plan_id x,
                      plan_id y)
{
    if (x == PLAN_NONE || y == PLAN_NONE ||
        walk_undefined(w, x) != TRUTH_FALSE ||
        walk_undefined(w, y) != TRUTH_FALSE)
        return false;
    walk_sides(w, sides, x, y);
    return true;
}
