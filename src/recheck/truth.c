/*
 * The truth of a relation on the instance: certain, or not known.  Kleene's
 * tables, undefined kept apart (base/truth.h).
 */
#include "recheck/run.h"

/* X below Y throughout |- x < y; X above or at Y throughout |- not x < y */
static enum truth less(const interval_t *x, const interval_t *y, bool strict)
{
    if (mpfr_less_p(x->hi, y->lo))
        return TRUTH_TRUE;
    if (!strict && mpfr_lessequal_p(x->hi, y->lo))
        return TRUTH_TRUE;
    if (mpfr_greater_p(x->lo, y->hi))
        return TRUTH_FALSE;
    if (strict && mpfr_greaterequal_p(x->lo, y->hi))
        return TRUTH_FALSE;
    return TRUTH_UNKNOWN;
}

static enum truth equal(const interval_t *x, const interval_t *y)
{
    if (mpfr_less_p(x->hi, y->lo) || mpfr_greater_p(x->lo, y->hi))
        return TRUTH_FALSE;
    if (interval_is_point(x) && interval_is_point(y))
        return TRUTH_TRUE; /* points that are not apart */
    return TRUTH_UNKNOWN;
}

enum truth interval_relation(enum relop rel, const interval_t *x,
                             const interval_t *y)
{
    switch (rel) {
    case REL_EQ:
        return equal(x, y);
    case REL_NE:
        return truth_not(equal(x, y));
    case REL_LE:
        return less(x, y, false);
    case REL_GE:
        return less(y, x, false);
    case REL_LT:
        return less(x, y, true);
    case REL_GT:
        return less(y, x, true);
    }
    return TRUTH_UNKNOWN;
}

/* Every entry; != is the negation of ==. */
enum truth run_relation(enum relop rel, const struct kmatrix *a,
                        const struct kmatrix *b)
{
    enum truth defined = truth_and(a->defined, b->defined);
    if (defined != TRUTH_TRUE)
        return defined == TRUTH_FALSE ? TRUTH_UNDEFINED : TRUTH_UNKNOWN;
    const struct kmatrix *shape = kmatrix_is_single(a) ? b : a;
    enum relop each = rel == REL_NE ? REL_EQ : rel;
    enum truth all = TRUTH_TRUE;
    for (size_t i = 0; i < shape->rows; i++)
        for (size_t j = 0; j < shape->cols; j++)
            all =
                truth_and(all, interval_relation(each, kmatrix_spread(a, i, j),
                                                 kmatrix_spread(b, i, j)));
    return rel == REL_NE ? truth_not(all) : all;
}

/* e is defined |- e == e, e <= e, e >= e; not e != e, e < e, e > e */
static enum truth reflexive(enum relop rel)
{
    bool holds = rel == REL_EQ || rel == REL_LE || rel == REL_GE;
    return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

/* a > b (order 1) or a < b (order -1) |- a rel b */
static enum truth apart(enum relop rel, int order)
{
    bool above = rel == REL_GE || rel == REL_GT;
    bool below = rel == REL_LE || rel == REL_LT;
    if (order == 0)
        return TRUTH_UNKNOWN;
    bool holds = rel == REL_NE || (order > 0 ? above : below);
    return holds ? TRUTH_TRUE : TRUTH_FALSE;
}

/* What is known, but not from intervals, is counted. */
static enum truth exactly(struct run *run, enum truth truth)
{
    run->ties += truth != TRUTH_UNKNOWN;
    return truth;
}

static enum truth relation(struct run *run, const struct expr *e)
{
    const struct kmatrix *args[2];
    if (!value_kids(run, e, args, 2))
        return TRUTH_UNKNOWN;
    const struct kmatrix *a = args[0], *b = args[1];
    if (!kmatrix_is_single(a) && !kmatrix_is_single(b) &&
        (a->rows != b->rows || a->cols != b->cols)) {
        run_fail(run, "sizes do not agree");
        return TRUTH_UNKNOWN;
    }
    if (e->kids[0] == e->kids[1] && a->defined == TRUTH_TRUE)
        return exactly(run, reflexive(e->rel));
    enum truth truth = run_relation(e->rel, a, b);
    if (truth != TRUTH_UNKNOWN)
        return truth;
    truth = exactly(run, exact_truth(run, e));
    bool defined = a->defined == TRUTH_TRUE && b->defined == TRUTH_TRUE;
    if (truth != TRUTH_UNKNOWN || !defined)
        return truth;
    if (exact_is_tie(run, e->kids[0], e->kids[1]))
        return exactly(run, reflexive(e->rel));
    return exactly(
        run, apart(e->rel, exact_sign_by_form(run, e->kids[0], e->kids[1])));
}

static enum truth psd(struct run *run, const struct expr *e)
{
    const struct kmatrix *a = run_value(run, e->kids[0]);
    if (!a)
        return TRUTH_UNKNOWN;
    if (a->defined != TRUTH_TRUE)
        return a->defined == TRUTH_FALSE ? TRUTH_UNDEFINED : TRUTH_UNKNOWN;
    enum truth truth =
        definite_psd(run, a, symmetric_by_form(run->theorem, e->kids[0]));
    return truth == TRUTH_UNKNOWN ? exactly(run, exact_truth(run, e)) : truth;
}

static enum truth forall(struct run *run, const struct expr *e)
{
    int64_t lo, hi;
    enum truth all = TRUTH_TRUE;
    if (!run_index(run, &lo, e->kids[0]) || !run_index(run, &hi, e->kids[1]))
        return TRUTH_UNKNOWN;
    if (lo > hi)
        return TRUTH_TRUE;
    if (!run_range(run, lo, hi))
        return TRUTH_UNKNOWN;
    struct binding old = binding_save(run, e->symbol);
    for (int64_t k = lo; k <= hi && !run->failed && all != TRUTH_FALSE; k++) {
        env_set(&run->env, e->symbol, k);
        all = truth_and(all, run_truth(run, e->kids[2]));
    }
    binding_restore(run, &old);
    return all;
}

static enum truth connective(struct run *run, const struct expr *e)
{
    enum truth all = e->op == EX_AND ? TRUTH_TRUE : TRUTH_FALSE;
    for (size_t k = 0; k < e->count; k++) {
        enum truth t = run_truth(run, e->kids[k]);
        all = e->op == EX_AND ? truth_and(all, t) : truth_or(all, t);
    }
    return all;
}

/* clang-format off */
static enum truth dispatch(struct run *run, const struct expr *e)
{
    switch (e->op) {
    case EX_REL: return relation(run, e);
    case EX_PSD: return psd(run, e);
    case EX_AND: return connective(run, e);
    case EX_OR: return connective(run, e);
    case EX_NOT: return truth_not(run_truth(run, e->kids[0]));
    case EX_FORALL: return forall(run, e);
    case EX_NUMBER:
    case EX_PI:
    case EX_INFINITY:
    case EX_SYMBOL:
    case EX_GIVEN:
    case EX_LET:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_MATMUL:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_POW:
    case EX_DOT_POW:
    case EX_MATPOW:
    case EX_TRANSPOSE:
    case EX_ENTRY:
    case EX_SLICE:
    case EX_LITERAL:
    case EX_CALL:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_IF: run_fail(run, "not a relation");
    }
    return TRUTH_UNKNOWN;
}
/* clang-format on */

enum truth run_truth(struct run *run, const struct expr *e)
{
    if (run->failed || !run_spend(run, 1))
        return TRUTH_UNKNOWN;
    if (run->depth >= RUN_MAX_DEPTH) {
        run_fail(run, "definitions nest too deep");
        return TRUTH_UNKNOWN;
    }
    run->depth++;
    enum truth truth = dispatch(run, e);
    run->depth--;
    return run->failed ? TRUTH_UNKNOWN : truth;
}
