/* Plans as numbered lines in the notation of the language. */
#include "eval/plan_print.h"

#include <inttypes.h>
#include <stdio.h>

enum { MAX_SHOWN_ARGS = 12 }; /* of a long list */

static void print_arg(struct buffer *out, const struct plan *plan, plan_id id)
{
    const struct plan_instr *i = &plan->instrs[id];
    if (i->op == PL_NUMBER)
        rational_print(out, i->number);
    else if (i->op == PL_INPUT)
        layout_print_slot(out, plan->layout, i->slot);
    else
        buffer_printf(out, "#%u", (unsigned)id);
}

static void print_args(struct buffer *out, const struct plan *plan,
                       const struct plan_instr *i, const char *between)
{
    for (uint32_t k = 0; k < i->nargs; k++) {
        if (k == MAX_SHOWN_ARGS) {
            buffer_printf(out, "%s... (%u)", between, (unsigned)i->nargs);
            return;
        }
        buffer_add(out, k ? between : "");
        print_arg(out, plan, i->args[k]);
    }
}

static void print_call(struct buffer *out, const struct plan *plan,
                       const struct plan_instr *i, const char *name)
{
    buffer_printf(out, "%s(", name);
    print_args(out, plan, i, ", ");
    buffer_add_char(out, ')');
}

static void print_slice(struct buffer *out, const struct plan *plan,
                        const struct plan_instr *i)
{
    print_arg(out, plan, i->args[0]);
    buffer_printf(out, "[%u..%u, %u..%u]", i->row + 1U, i->row + i->rows,
                  i->col + 1U, i->col + i->cols);
}

static void print_fill(struct buffer *out, const struct plan_instr *i)
{
    if (mpq_cmp_ui(i->number->q, 1, 1) != 0) {
        rational_print(out, i->number);
        buffer_add(out, " * ");
    }
    buffer_printf(out, "ones(%u, %u)", (unsigned)i->rows, (unsigned)i->cols);
}

/* What stands between the arguments, or the name that they are put to. */
static const struct {
    const char *sign, *call;
} forms[] = {
    [PL_ADD] = {" + ", NULL},       [PL_SUB] = {" - ", NULL},
    [PL_MATMUL] = {" * ", NULL},    [PL_SCALE] = {" * ", NULL},
    [PL_DIVIDE] = {" / ", NULL},    [PL_DOT_MUL] = {" .* ", NULL},
    [PL_DOT_DIV] = {" ./ ", NULL},  [PL_POW] = {"^", NULL},
    [PL_DOT_POW] = {" .^ ", NULL},  [PL_AND] = {" and ", NULL},
    [PL_OR] = {" or ", NULL},       [PL_LITERAL] = {NULL, "literal"},
    [PL_SPREAD] = {NULL, "spread"}, [PL_SELECT] = {NULL, "if"},
    [PL_PSD] = {NULL, "psd"},       [PL_INTEGRAL] = {NULL, "integral"},
    [PL_NOT] = {NULL, "not "},      [PL_TRUTH] = {NULL, NULL},
};

static const char *const relations[] = {
    [REL_EQ] = " == ", [REL_NE] = " != ", [REL_LE] = " <= ",
    [REL_GE] = " >= ", [REL_LT] = " < ",  [REL_GT] = " > ",
};

static void print_other(struct buffer *out, const struct plan *plan,
                        const struct plan_instr *i)
{
    switch ((int)i->op) {
    case PL_PI:
        buffer_add(out, "pi");
        break;
    case PL_VARIABLE:
        buffer_add(out, "the variable");
        break;
    case PL_UNDEFINED:
        buffer_printf(out, "undefined: %s", i->reason);
        break;
    case PL_NEG:
        buffer_add_char(out, '-');
        print_args(out, plan, i, "");
        break;
    case PL_MATPOW:
        print_args(out, plan, i, "");
        buffer_printf(out, "^%" PRId64, i->power);
        break;
    case PL_TRANSPOSE:
        print_args(out, plan, i, "");
        buffer_add_char(out, '\'');
        break;
    case PL_SLICE:
        print_slice(out, plan, i);
        break;
    case PL_FILL:
        print_fill(out, i);
        break;
    case PL_EYE:
        buffer_printf(out, "eye(%u)", (unsigned)i->rows);
        break;
    case PL_UNIT:
        buffer_printf(out, "unit(%u, %u)", (unsigned)i->rows, i->row + 1U);
        break;
    case PL_CALL:
        print_call(out, plan, i, function_info(i->fn)->name);
        break;
    case PL_TRUTH:
        buffer_add(out, truth_name(i->truth));
        break;
    }
}

void plan_print_instr(struct buffer *out, const struct plan *plan, plan_id id)
{
    const struct plan_instr *i = &plan->instrs[id];
    const char *sign = i->op == PL_REL ? relations[i->rel] : forms[i->op].sign;
    if (i->op == PL_NUMBER || i->op == PL_INPUT)
        print_arg(out, plan, id);
    else if (sign)
        print_args(out, plan, i, sign);
    else if (forms[i->op].call)
        print_call(out, plan, i, forms[i->op].call);
    else
        print_other(out, plan, i);
}

static void print_line(struct buffer *out, const struct plan *plan, plan_id id)
{
    const struct plan_instr *i = &plan->instrs[id];
    char number[16], shape[32] = "truth";
    snprintf(number, sizeof number, "#%u", (unsigned)id);
    if (i->rows > 0)
        snprintf(shape, sizeof shape, "%u x %u", (unsigned)i->rows,
                 (unsigned)i->cols);
    buffer_printf(out, "  %6s  %-11s  ", number, shape);
    plan_print_instr(out, plan, id);
    buffer_add_char(out, '\n');
}

void plan_print(struct buffer *out, const struct plan *plan, const plan_id *ids,
                size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const enum plan_op op = plan->instrs[ids[k]].op;
        if (op != PL_NUMBER && op != PL_INPUT) /* shown where they are used */
            print_line(out, plan, ids[k]);
    }
}
