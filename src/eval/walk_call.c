/*
 * Functions of the language over any arithmetic: blocks, folds of rows and
 * columns (sums, extremes, norms), softmax, and what is made of these.
 */
#include "eval/walk.h"

#include <stdlib.h>

/* ---- blocks ---- */

static enum state diag(struct walk *w, const struct plan_instr *in,
                       struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line all = walk_all(z), from = walk_all(&a);
    const struct line to = walk_diagonal(z);
    walk_fill(w, &all, 0);
    w->arithmetic->copy(&to, &from);
    return STATE_DEFINED;
}

static enum state diagof(struct walk *w, const struct plan_instr *in,
                         struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line to = walk_all(z), from = walk_diagonal(&a);
    w->arithmetic->copy(&to, &from);
    return STATE_DEFINED;
}

/* A row of z is made of rows of b, each times an entry of a. */
static enum state kron(struct walk *w, const struct plan_instr *in,
                       struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0), b = walk_arg(w, in, 1);
    for (size_t k = 0; k < z->rows * a.cols; k++) {
        const size_t i = k / a.cols, j = k % a.cols;
        const struct line row = walk_row(w, z, i);
        const struct line to = walk_part(w, &row, j * b.cols, b.cols);
        const struct line from = walk_row(w, &b, i % b.rows);
        struct line factor = walk_row(w, &a, i / b.rows);
        factor = walk_part(w, &factor, j, b.cols);
        factor.step = 0;
        w->arithmetic->pair(w, PAIR_MUL, &to, &factor, &from);
    }
    return STATE_DEFINED;
}

/* Copies `a` with its first entry at [row, col] of z. */
static void place(const struct walk *w, const struct matrix *z,
                  const struct matrix *a, size_t row, size_t col)
{
    for (size_t i = 0; i < a->rows; i++) {
        const struct line to = walk_row(w, z, row + i);
        const struct line part = walk_part(w, &to, col, a->cols);
        const struct line from = walk_row(w, a, i);
        w->arithmetic->copy(&part, &from);
    }
}

static enum state blocks(struct walk *w, const struct plan_instr *in,
                         struct matrix *z)
{
    size_t row = 0, col = 0;
    for (size_t k = 0; k < in->nargs; k++) {
        const struct matrix a = walk_arg(w, in, k);
        place(w, z, &a, row, col);
        row += in->fn == FN_VCAT ? a.rows : 0;
        col += in->fn == FN_HCAT ? a.cols : 0;
    }
    return STATE_DEFINED;
}

/* ---- folds: sums, extremes, norms; docs/error-analysis.md#norms ---- */

enum axis { WHOLE, ROWS, COLUMNS, DIAGONAL };

struct fold_rule {
    enum fold fold;   /* of each line */
    enum axis axis;   /* the lines */
    enum fold across; /* of what these give; else each is an entry */
    bool is_mean;     /* divided by their length */
    bool is_partial;  /* undefined without entries */
};

/* clang-format off */
static const struct fold_rule fold_rules[FN_COUNT] = {
    [FN_SUM] =       {.fold = FOLD_SUM, .axis = WHOLE},
    [FN_ROWSUM] =    {.fold = FOLD_SUM, .axis = ROWS},
    [FN_COLSUM] =    {.fold = FOLD_SUM, .axis = COLUMNS},
    [FN_TRACE] =     {.fold = FOLD_SUM, .axis = DIAGONAL},
    [FN_MEAN] =      {FOLD_SUM, WHOLE, FOLD_NONE, true, true},
    [FN_ROWMEAN] =   {FOLD_SUM, ROWS, FOLD_NONE, true, true},
    [FN_COLMEAN] =   {FOLD_SUM, COLUMNS, FOLD_NONE, true, true},
    [FN_MAX] =       {FOLD_LARGEST, WHOLE, FOLD_NONE, false, true},
    [FN_ROWMAX] =    {FOLD_LARGEST, ROWS, FOLD_NONE, false, true},
    [FN_COLMAX] =    {FOLD_LARGEST, COLUMNS, FOLD_NONE, false, true},
    [FN_MIN] =       {FOLD_LEAST, WHOLE, FOLD_NONE, false, true},
    [FN_ROWMIN] =    {FOLD_LEAST, ROWS, FOLD_NONE, false, true},
    [FN_COLMIN] =    {FOLD_LEAST, COLUMNS, FOLD_NONE, false, true},
    [FN_LOGSUMEXP] = {FOLD_LOGSUMEXP, ROWS, FOLD_NONE, false, true},
    [FN_NORM1] =     {.fold = FOLD_MODULI, COLUMNS, .across = FOLD_LARGEST},
    [FN_NORMINF] =   {.fold = FOLD_MODULI, ROWS, .across = FOLD_LARGEST},
    [FN_NORMFRO] =   {.fold = FOLD_LENGTH, .axis = WHOLE},
    [FN_ROWNORM2] =  {.fold = FOLD_LENGTH, .axis = ROWS},
    [FN_NORMMAX] =   {.fold = FOLD_LARGEST_MODULUS, .axis = WHOLE},
};
/* clang-format on */

static size_t lines_of(const struct matrix *a, enum axis axis)
{
    return axis == ROWS ? a->rows : axis == COLUMNS ? a->cols : 1;
}

static struct line line_of(const struct walk *w, const struct matrix *a,
                           enum axis axis, size_t k)
{
    switch (axis) {
    case WHOLE:
        return walk_all(a);
    case ROWS:
        return walk_row(w, a, k);
    case COLUMNS:
        return walk_column(w, a, k);
    case DIAGONAL:
        break;
    }
    return walk_diagonal(a);
}

static void divide_by(const struct walk *w, const struct line *z, size_t by)
{
    const struct line divisor = walk_take(w, 1);
    const struct line all = {divisor.at, 0, z->count, 0};
    walk_fill(w, &divisor, (int64_t)by);
    w->arithmetic->pair(w, PAIR_DIV, z, z, &all);
    walk_give(w, &divisor);
}

/* The rule's value of `a`, from z on. */
static void fold(const struct walk *w, const struct fold_rule *rule,
                 const struct matrix *a, const struct line *z)
{
    const size_t count = lines_of(a, rule->axis);
    const struct line each = rule->across ? walk_take(w, count) : *z;
    for (size_t k = 0; k < count; k++) {
        const struct line x = line_of(w, a, rule->axis, k);
        w->arithmetic->fold(w, rule->fold, walk_part(w, &each, k, 1).at, &x);
    }
    if (rule->is_mean)
        divide_by(w, &each, line_of(w, a, rule->axis, 0).count);
    if (rule->across) {
        w->arithmetic->fold(w, rule->across, z->at, &each);
        walk_give(w, &each);
    }
}

static enum state fold_call(const struct walk *w, const struct plan_instr *in,
                            const struct matrix *z)
{
    const struct fold_rule *rule = &fold_rules[in->fn];
    const struct matrix a = walk_arg(w, in, 0);
    const struct line all = walk_all(z);
    if (rule->is_partial && a.rows * a.cols == 0)
        return STATE_UNDEFINED;
    fold(w, rule, &a, &all);
    return STATE_DEFINED;
}

static enum state norm1inf(struct walk *w, const struct plan_instr *in,
                           struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line all = walk_all(z), t = walk_take(w, 3);
    const struct line x = walk_part(w, &t, 0, 1), y = walk_part(w, &t, 1, 1);
    struct line product = walk_part(w, &t, 2, 1);
    fold(w, &fold_rules[FN_NORM1], &a, &x);
    fold(w, &fold_rules[FN_NORMINF], &a, &y);
    w->arithmetic->pair(w, PAIR_MUL, &product, &x, &y);
    product.facts = PLAN_NONNEGATIVE;
    const enum state state = w->arithmetic->call(w, FN_SQRT, &all, &product);
    walk_give(w, &t);
    return state;
}

/* The root of the largest square; docs/error-analysis.md#diameter */
static enum state diameter(struct walk *w, const struct plan_instr *in,
                           struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line all = walk_all(z), t = walk_take(w, a.cols + 2);
    const struct line d = walk_part(w, &t, 2, a.cols);
    const struct line square = walk_part(w, &t, 1, 1);
    struct line most = walk_part(w, &t, 0, 1);
    walk_fill(w, &most, 0);
    for (size_t i = 0; i < a.rows; i++)
        for (size_t k = 0; k <= i; k++) { /* k = i: an entry that is none */
            const struct line x = walk_row(w, &a, i), y = walk_row(w, &a, k);
            w->arithmetic->pair(w, PAIR_SUB, &d, &x, &y);
            w->arithmetic->fold(w, FOLD_SQUARES, square.at, &d);
            w->arithmetic->pair(w, PAIR_MAX, &most, &most, &square);
        }
    most.facts = PLAN_NONNEGATIVE;
    const enum state state = w->arithmetic->call(w, FN_SQRT, &all, &most);
    walk_give(w, &t);
    return state;
}

/* ---- rows that sum to 1: undefined with a negative entry or sum 0 ---- */

static enum state nonnegative(const struct walk *w, const struct line *x)
{
    const struct line zero = walk_take(w, 1);
    enum state state = STATE_DEFINED;
    walk_fill(w, &zero, 0);
    for (size_t k = 0; k < x->count; k++) {
        const struct line one = walk_part(w, x, k, 1);
        const unsigned signs = w->arithmetic->order(w, &one, &zero);
        if (signs == MAY_BE_NEGATIVE)
            state = STATE_UNDEFINED;
        else if (signs & MAY_BE_NEGATIVE)
            state = state_join(state, STATE_UNKNOWN);
    }
    walk_give(w, &zero);
    return state;
}

static enum state normalise(struct walk *w, const struct plan_instr *in,
                            struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0);
    const struct line all = walk_all(&a), sum = walk_take(w, 1);
    const bool known = a.facts & (PLAN_NONNEGATIVE | PLAN_STOCHASTIC);
    enum state state = known ? STATE_DEFINED : nonnegative(w, &all);
    for (size_t i = 0; i < z->rows && state == STATE_DEFINED; i++) {
        const struct line x = walk_row(w, &a, i), to = walk_row(w, z, i);
        const struct line by = {sum.at, 0, a.cols, PLAN_NONNEGATIVE};
        w->arithmetic->fold(w, FOLD_SUM, sum.at, &x);
        state = w->arithmetic->pair(w, PAIR_DIV, &to, &x, &by);
    }
    walk_give(w, &sum);
    return state;
}

/* ---- softmax; docs/error-analysis.md#softmax ---- */

/* Entries 0 and 1 forbid and allow; nothing else is a mask. */
static enum state read_mask(const struct walk *w, bool *allowed,
                            const struct line *mask)
{
    const struct line t = walk_take(w, 2);
    const struct line zero = walk_part(w, &t, 0, 1),
                      one = walk_part(w, &t, 1, 1);
    enum state state = STATE_DEFINED;
    walk_fill(w, &zero, 0);
    walk_fill(w, &one, 1);
    for (size_t k = 0; k < mask->count; k++) {
        const struct line x = walk_part(w, mask, k, 1);
        const unsigned of_0 = w->arithmetic->order(w, &x, &zero);
        const unsigned of_1 = w->arithmetic->order(w, &x, &one);
        allowed[k] = of_1 == MAY_BE_ZERO;
        if (!allowed[k] && of_0 != MAY_BE_ZERO)
            state = state_join(state, (of_0 | of_1) & MAY_BE_ZERO
                                          ? STATE_UNKNOWN
                                          : STATE_UNDEFINED);
    }
    walk_give(w, &t);
    return state;
}

/* Of the entries that are allowed, the others 0; undefined where none is. */
static enum state masked_row(const struct walk *w, const struct line *z,
                             const struct line *x, const bool *allowed)
{
    const struct line room = walk_take(w, x->count);
    size_t count = 0;
    for (size_t j = 0; j < x->count; j++) {
        const struct line from = walk_part(w, x, j, 1);
        const struct line to = walk_part(w, &room, count, 1);
        if (allowed[j])
            w->arithmetic->copy(&to, &from);
        count += allowed[j];
    }
    const struct line row = walk_part(w, &room, 0, count);
    if (count > 0)
        w->arithmetic->softmax(w, &row);
    walk_fill(w, z, 0);
    count = 0;
    for (size_t j = 0; j < x->count; j++) {
        const struct line from = walk_part(w, &room, count, 1);
        const struct line to = walk_part(w, z, j, 1);
        if (allowed[j])
            w->arithmetic->copy(&to, &from);
        count += allowed[j];
    }
    walk_give(w, &room);
    return count > 0 ? STATE_DEFINED : STATE_UNDEFINED;
}

static enum state masked_softmax(const struct walk *w,
                                 const struct plan_instr *in,
                                 const struct matrix *z)
{
    const struct matrix a = walk_arg(w, in, 0), mask = walk_arg(w, in, 1);
    const struct line all = walk_all(&mask);
    LOCAL_FREE bool *allowed = xcalloc(all.count + 1, sizeof *allowed);
    enum state state = read_mask(w, allowed, &all);
    for (size_t i = 0; i < z->rows && state == STATE_DEFINED; i++) {
        const struct line x = walk_row(w, &a, i), to = walk_row(w, z, i);
        state = masked_row(w, &to, &x, &allowed[i * a.cols]);
    }
    return state;
}

static enum state softmax(struct walk *w, const struct plan_instr *in,
                          struct matrix *z)
{
    if (in->nargs > 1)
        return masked_softmax(w, in, z);
    const struct matrix a = walk_arg(w, in, 0);
    const struct line from = walk_all(&a), to = walk_all(z);
    w->arithmetic->copy(&to, &from);
    for (size_t i = 0; i < z->rows && z->cols > 0; i++) {
        const struct line row = walk_row(w, z, i);
        w->arithmetic->softmax(w, &row);
    }
    return z->cols > 0 ? STATE_DEFINED : STATE_UNDEFINED; /* 0/0 */
}

/* ---- the table ---- */

static enum state extreme(struct walk *w, const struct plan_instr *in,
                          struct matrix *z)
{
    return walk_pairs(w, in->fn == FN_MAX2 ? PAIR_MAX : PAIR_MIN, in, z);
}

enum state walk_call(struct walk *w, const struct plan_instr *in,
                     struct matrix *z)
{
    typedef enum state call(struct walk *, const struct plan_instr *,
                            struct matrix *);
    static call *const table[FN_COUNT] = {
        [FN_DIAG] = diag,         [FN_DIAGOF] = diagof,
        [FN_KRON] = kron,         [FN_HCAT] = blocks,
        [FN_VCAT] = blocks,       [FN_MAX2] = extreme,
        [FN_MIN2] = extreme,      [FN_NORM1INF] = norm1inf,
        [FN_DIAMETER] = diameter, [FN_NORMALISE] = normalise,
        [FN_SOFTMAX] = softmax,
    };
    if (w->arithmetic->owns(in->fn))
        return w->arithmetic->own(w, in, z);
    if (table[in->fn])
        return table[in->fn](w, in, z);
    if (fold_rules[in->fn].fold)
        return fold_call(w, in, z);
    const struct matrix a = walk_arg(w, in, 0);
    const struct line from = walk_all(&a), to = walk_all(z);
    return w->arithmetic->call(w, in->fn, &to, &from);
}
