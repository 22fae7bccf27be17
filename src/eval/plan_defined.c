/*
 * Which instructions surely have a value, and which surely are nowhere 0.
 * Each rule is the language's own convention on undefinedness.
 */
#include "eval/plan_internal.h"

enum { TOTAL = PLAN_TOTAL, NONZERO = PLAN_NONZERO, NON = PLAN_NONNEGATIVE };

/* A constant integer exponent that is not negative. */
static bool is_natural(const struct plan_instr *y)
{
    return (y->op == PL_NUMBER || y->op == PL_FILL) &&
           mpq_sgn(y->number->q) >= 0 &&
           mpz_cmp_ui(mpq_denref(y->number->q), 1) == 0;
}

/* Functions that have a value at every argument of their shape. */
static bool is_total_function(enum function fn, uint32_t nargs)
{
    static const bool partial[FN_COUNT] = {
        [FN_LOG] = true,      [FN_SQRT] = true,     [FN_INV] = true,
        [FN_RANK] = true,     [FN_EIGMIN] = true,   [FN_EIGMAX] = true,
        [FN_LAMBERTW] = true, [FN_NORMALISE] = true};
    if (fn == FN_SOFTMAX)
        return nargs == 1; /* a mask may be none, or allow nothing */
    return !partial[fn];
}

static bool is_number(const struct plan_instr *i, unsigned long x)
{
    return i->op == PL_NUMBER && mpq_cmp_ui(i->number->q, x, 1) == 0;
}

/* Whether row `row` of a literal holds 0 and 1 alone, and a 1. */
static bool allows_some(const struct plan_instr *instrs,
                        const struct plan_instr *mask, uint32_t row)
{
    bool some = false;
    for (uint32_t j = 0; j < mask->cols; j++) {
        const struct plan_instr *x = &instrs[mask->args[row * mask->cols + j]];
        if (!is_number(x, 0) && !is_number(x, 1))
            return false;
        some = some || is_number(x, 1);
    }
    return some;
}

/* A mask that is written out, or is all ones, and allows something. */
static bool is_sure_mask(const struct plan_instr *instrs,
                         const struct plan_instr *mask)
{
    if (mask->op == PL_FILL)
        return mpq_cmp_ui(mask->number->q, 1, 1) == 0;
    if (mask->op == PL_EYE)
        return true;
    for (uint32_t i = 0; mask->op == PL_LITERAL && i < mask->rows; i++)
        if (!allows_some(instrs, mask, i))
            return false;
    return mask->op == PL_LITERAL;
}

static unsigned call_facts(const struct plan_instr *instrs,
                           const struct plan_instr *i, const unsigned *args,
                           unsigned all)
{
    bool has_value =
        is_total_function(i->fn, i->nargs) ||
        (i->fn == FN_SOFTMAX && i->nargs == 2 &&
         is_sure_mask(instrs, &instrs[i->args[1]])) ||
        (i->fn == FN_SQRT && (args[0] & NON)) ||
        (i->fn == FN_LOG && (args[0] & NON) && (args[0] & NONZERO));
    unsigned facts = has_value ? all & TOTAL : 0u;
    if (i->fn == FN_EXP)
        facts |= NONZERO;
    if (i->fn == FN_SQRT || i->fn == FN_ABS)
        facts |= args[0] & NONZERO;
    return facts;
}

/* x^y: a natural exponent, or a positive one over a nonnegative base. */
static unsigned power_facts(const unsigned *args, unsigned all,
                            const struct plan_instr *y)
{
    bool has_value = is_natural(y) || ((args[0] & NON) && (args[1] & NON)) ||
                     ((args[0] & NON) && (args[0] & NONZERO));
    return (has_value ? all & TOTAL : 0u) | (args[0] & NONZERO);
}

/* clang-format off */
static unsigned facts_of(const struct plan_instr *instrs,
                         const struct plan_instr *i, const unsigned *args,
                         unsigned all)
{
    switch (i->op) {
    case PL_NUMBER:
    case PL_FILL: return TOTAL | (mpq_sgn(i->number->q) ? NONZERO : 0u);
    case PL_PI: return TOTAL | NONZERO;
    case PL_INPUT:
    case PL_VARIABLE:
    case PL_EYE:
    case PL_UNIT:
    case PL_TRUTH: return TOTAL;
    case PL_NEG:
    case PL_TRANSPOSE:
    case PL_SLICE:
    case PL_LITERAL:
    case PL_SCALE:
    case PL_DOT_MUL: return all & (TOTAL | NONZERO);
    case PL_DIVIDE:
    case PL_DOT_DIV:
        return (args[1] & NONZERO ? all & TOTAL : 0u) | (args[0] & NONZERO);
    case PL_POW:
    case PL_DOT_POW: return power_facts(args, all, &instrs[i->args[1]]);
    case PL_MATPOW: return i->power >= 0 ? all & TOTAL : 0u;
    case PL_CALL: return call_facts(instrs, i, args, all);
    case PL_ADD:
    case PL_SUB:
    case PL_MATMUL:
    case PL_SPREAD:
    case PL_SELECT:
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT: return all & TOTAL;
    case PL_UNDEFINED:
    case PL_INTEGRAL: return 0;
    }
    return 0;
}
/* clang-format on */

unsigned plan_derive_defined(const struct plan_instr *instrs,
                             const struct plan_instr *i)
{
    unsigned args[2] = {0, 0}, all = ~0u;
    for (uint32_t k = 0; k < i->nargs; k++) {
        unsigned facts = instrs[i->args[k]].facts;
        all &= facts;
        if (k < 2)
            args[k] = facts;
    }
    return facts_of(instrs, i, args, all);
}
