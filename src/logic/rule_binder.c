/* Rules about sums, maxima, forall and families. */
#include "logic/rule_internal.h"

static bool is_in_scope(const struct checking *k, const struct symbol *symbol)
{
    for (const struct scope_entry *s = k->line->scope; s; s = s->outer)
        if (s->symbol == symbol)
            return true;
    return false;
}

/*
 * The premise holds under this line's scope and one variable more, which runs
 * over the binder's range.  That variable is no other one of the scope, of
 * which the premise would speak instead.
 */
static bool premise_is_under(struct checking *k, size_t i,
                             const struct expr *binder)
{
    const struct scope_entry *s = rule_premise(k, i)->scope;
    if (is_in_scope(k, binder->symbol))
        return false;
    if (s && !s->hypothesis && s->symbol == binder->symbol &&
        s->lo == binder->kids[0] && s->hi == binder->kids[1] &&
        scope_extends(k->line->scope, s->outer))
        return true;
    /* or it does not need the variable at all */
    return scope_extends(k->line->scope, s);
}

static bool same_range(const struct expr *a, const struct expr *b)
{
    return a->op == b->op && a->count == 3 && b->count == 3 &&
           a->symbol == b->symbol && a->kids[0] == b->kids[0] &&
           a->kids[1] == b->kids[1] && a->reversed == b->reversed;
}

/* A product of numbers that are not seen to be negative over the range. */
static bool factors_are_nonnegative(struct checking *k, const struct expr *e)
{
    if (!expr_is_scalar(e) || !judge_open(k->judge, e))
        return false;
    const bool ok = judge_nonnegative(k->judge, e->kids[2]);
    judge_close(k->judge);
    return ok;
}

/* f(i) R g(i) for i in r |- sum(i in r, f) R sum(i in r, g); R is == or <=;
   the same for max and min, and for prod with ==, or <= where 0 <= f(i) */
bool rule_binder(struct checking *k)
{
    struct relation r, p;
    if (!relation_read(&r, k->pool, k->line->conclusion) ||
        k->line->npremises != 1 || (r.op != REL_EQ && r.op != REL_LE) ||
        !same_range(r.lhs, r.rhs) ||
        (r.lhs->op != EX_SUM && r.lhs->op != EX_MAX && r.lhs->op != EX_MIN &&
         r.lhs->op != EX_PROD))
        return rule_fail(k, "the two sides are no binders of one range");
    if (r.lhs->op == EX_PROD && r.op == REL_LE &&
        !factors_are_nonnegative(k, r.lhs))
        return rule_fail(k, "a factor is not seen to be nonnegative");
    if (!premise_is_under(k, 0, r.lhs))
        return rule_fail(k, "the premise holds in another scope");
    if (!relation_read(&p, k->pool, rule_premise(k, 0)->conclusion) ||
        p.lhs != r.lhs->kids[2] || p.rhs != r.rhs->kids[2] ||
        (p.op != r.op && (r.op != REL_LE || p.op == REL_NE)))
        return rule_fail(k, "the premise is about other terms");
    return true;
}

/* f(A + B) <= f(A) + f(B), and f(0) = 0 */
static bool is_subadditive(enum function fn)
{
    static const enum function list[] = {FN_NORM1,     FN_NORMINF,  FN_NORM2,
                                         FN_NORMFRO,   FN_NORMMAX,  FN_NORMNUC,
                                         FN_ROWNORM2,  FN_DIAMETER, FN_MINRES1,
                                         FN_MINRESINF, FN_ABS,      FN_RANK};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i] == fn)
            return true;
    return false;
}

/* |- N(sum(i in r, f)) <= sum(i in r, N(f)) for seminorms N, abs and rank */
bool rule_norm_of_sum(struct checking *k)
{
    struct relation r;
    if (!relation_read(&r, k->pool, k->line->conclusion) || r.op != REL_LE ||
        r.lhs->op != EX_CALL || !is_subadditive(r.lhs->fn) ||
        !same_range(r.lhs->kids[0], r.rhs) || r.rhs->op != EX_SUM)
        return rule_fail(k, "not the norm of a sum below the sum of norms");
    return r.rhs->kids[2] ==
               make_call(k->pool, r.lhs->fn, r.lhs->kids[0]->kids[2]) ||
           rule_fail(k, "the sums are of other terms");
}

/* lo <= t <= hi |- f(t) <= max(i in lo..hi, f), min(...) <= f(t) */
bool rule_term_of_max(struct checking *k)
{
    struct relation r;
    const struct expr *t = k->line->nterms == 1 ? k->line->terms[0] : NULL;
    if (!t || !relation_read(&r, k->pool, k->line->conclusion) ||
        r.op != REL_LE)
        return rule_fail(k, "the line is malformed");
    bool upper = r.rhs->op == EX_MAX;
    const struct expr *binder = upper ? r.rhs : r.lhs;
    if (binder->op != (upper ? EX_MAX : EX_MIN))
        return rule_fail(k, "there is no maximum or minimum");
    if (!judge_between(k->judge, binder->kids[0], t, binder->kids[1]))
        return rule_fail(k, "the index is not seen to be in the range");
    const struct expr *term =
        make_substitute(k->pool, binder->kids[2], binder->symbol, t);
    return term == (upper ? r.lhs : r.rhs) ||
           rule_fail(k, "the term is another one");
}

/* f(i) <= c for i in r |- max(i in r, f) <= c; dually for min */
bool rule_least_upper(struct checking *k)
{
    struct relation r, p;
    if (!relation_read(&r, k->pool, k->line->conclusion) ||
        k->line->npremises != 1 || (r.op != REL_LE && r.op != REL_LT))
        return rule_fail(k, "the line is malformed");
    bool upper = r.lhs->op == EX_MAX;
    const struct expr *binder = upper ? r.lhs : r.rhs;
    const struct expr *c = upper ? r.rhs : r.lhs;
    if (binder->op != (upper ? EX_MAX : EX_MIN))
        return rule_fail(k, "there is no maximum or minimum");
    if (!premise_is_under(k, 0, binder))
        return rule_fail(k, "the premise holds in another scope");
    if (!relation_read(&p, k->pool, rule_premise(k, 0)->conclusion) ||
        (upper ? p.lhs : p.rhs) != binder->kids[2] ||
        (upper ? p.rhs : p.lhs) != c || p.op == REL_NE ||
        (r.op == REL_LT && p.op != REL_LT))
        return rule_fail(k, "the premise is about other terms");
    return true;
}

static bool some_premise_says(struct checking *k, const struct expr *relation)
{
    for (size_t i = 0; i < k->line->npremises; i++)
        if (rule_is_conjunct(rule_premise(k, i)->conclusion, relation))
            return true;
    return false;
}

static bool conjuncts_hold(struct checking *k, const struct expr *e)
{
    if (some_premise_says(k, e))
        return true;
    return e->op == EX_AND && conjuncts_hold(k, e->kids[0]) &&
           conjuncts_hold(k, e->kids[1]);
}

/* r_1, ..., r_k |- r_1 and ... and r_k; r_1 and ... and r_k |- r_i */
bool rule_conjunction(struct checking *k)
{
    return conjuncts_hold(k, k->line->conclusion) ||
           rule_fail(k, "a part of the conjunction is no premise");
}

/* r(i) for i in lo..hi |- forall(i in lo..hi, r(i)) */
bool rule_forall(struct checking *k)
{
    const struct expr *e = k->line->conclusion;
    if (e->op != EX_FORALL || k->line->npremises != 1 ||
        rule_premise(k, 0)->conclusion != e->kids[2])
        return rule_fail(k, "not forall of the premise");
    return premise_is_under(k, 0, e) ||
           rule_fail(k, "the premise holds in another scope");
}

/* forall(i in lo..hi, r(i)), lo <= t <= hi |- r(t) */
bool rule_specialise(struct checking *k)
{
    const struct expr *t = k->line->nterms == 1 ? k->line->terms[0] : NULL;
    if (!t || k->line->npremises != 1 ||
        rule_premise(k, 0)->conclusion->op != EX_FORALL)
        return rule_fail(k, "the line is malformed");
    const struct expr *e = rule_premise(k, 0)->conclusion;
    if (!judge_between(k->judge, e->kids[0], t, e->kids[1]))
        return rule_fail(k, "the index is not seen to be in the range");
    return make_substitute(k->pool, e->kids[2], e->symbol, t) ==
               k->line->conclusion ||
           rule_fail(k, "the instance says something else");
}

static bool step_scope_fits(struct checking *k, const struct expr *e,
                            const struct scope_entry *s)
{
    struct span nowhere = {0};
    const struct expr *before = make_substitute(
        k->pool, e->kids[2], e->symbol,
        make_shift(k->pool, expr_symbol(k->pool, e->symbol, nowhere), -1));
    if (!s || !s->hypothesis || !before || s->hypothesis != before)
        return false;
    s = s->outer;
    const struct dim *lo = s && s->symbol ? make_dim(k->pool, s->lo) : NULL;
    const struct expr *next = make_shift(k->pool, e->kids[0], 1);
    return lo && next && lo == make_dim(k->pool, next) &&
           s->symbol == e->symbol && s->hi == e->kids[1] &&
           scope_extends(k->line->scope, s->outer);
}

/*
 * r(lo); r(l) for l in lo+1..hi under the hypothesis r(l-1)
 * |- forall(l in lo..hi, r(l))
 */
bool rule_induction(struct checking *k)
{
    const struct expr *e = k->line->conclusion;
    if (e->op != EX_FORALL || k->line->npremises != 2 || e->reversed ||
        is_in_scope(k, e->symbol))
        return rule_fail(k, "the line is malformed");
    const struct line *base = rule_premise(k, 0), *step = rule_premise(k, 1);
    if (base->conclusion !=
            make_substitute(k->pool, e->kids[2], e->symbol, e->kids[0]) ||
        !scope_extends(k->line->scope, base->scope))
        return rule_fail(k, "the first premise is not the start");
    if (step->conclusion != e->kids[2] || !step_scope_fits(k, e, step->scope))
        return rule_fail(k, "the second premise is not the step");
    return true;
}
