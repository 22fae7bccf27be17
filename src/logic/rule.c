/* The table of rules, what all lines must be, and the simplest rules. */
#include "logic/rule.h"

#include "logic/rule_internal.h"

#include <stdlib.h>

bool rule_fail(struct checking *k, const char *why)
{
    if (!k->fault)
        k->fault = why;
    return false;
}

const struct line *rule_premise(const struct checking *k, size_t i)
{
    return &k->d->lines[k->line->premises[i]];
}

bool rule_same(struct checking *k, const struct expr *a, const struct expr *b)
{
    return a == b || normal_equal(k->c->normalizer, a, b) == TRUTH_TRUE;
}

static bool op_implies(enum relop known, enum relop wanted)
{
    return known == wanted ||
           (wanted == REL_LE && (known == REL_EQ || known == REL_LT));
}

static bool sides_agree(struct checking *k, const struct relation *known,
                        const struct relation *wanted)
{
    return rule_same(k, known->lhs, wanted->lhs) &&
           rule_same(k, known->rhs, wanted->rhs) &&
           judge_defined(k->judge, known->lhs) &&
           judge_defined(k->judge, known->rhs);
}

bool rule_implies(struct checking *k, const struct expr *known,
                  const struct expr *wanted)
{
    struct relation a, b;
    if (known == wanted)
        return true;
    if (!relation_read(&a, k->pool, known) ||
        !relation_read(&b, k->pool, wanted) || a.lhs->rows != b.lhs->rows ||
        a.lhs->cols != b.lhs->cols)
        return false;
    struct relation turned = {a.op, a.rhs, a.lhs};
    return (op_implies(a.op, b.op) && sides_agree(k, &a, &b)) ||
           (a.op == REL_EQ && op_implies(REL_EQ, b.op) &&
            sides_agree(k, &turned, &b));
}

static bool holds_by_signs(struct checking *k, const struct expr *relation)
{
    struct relation r;
    if (!relation_read(&r, k->pool, relation) ||
        !judge_defined(k->judge, r.lhs) || !judge_defined(k->judge, r.rhs))
        return false;
    const struct expr *difference = make_sub(k->pool, r.rhs, r.lhs);
    switch (r.op) {
    case REL_EQ:
        return rule_same(k, r.lhs, r.rhs);
    case REL_LE:
        return rule_same(k, r.lhs, r.rhs) ||
               judge_nonnegative(k->judge, difference);
    case REL_LT:
        return judge_positive(k->judge, difference);
    case REL_NE:
        return expr_is_scalar(difference) &&
               judge_nonzero(k->judge, difference);
    case REL_GE:
    case REL_GT:
        break;
    }
    return false;
}

/*
 * Whether `known` says `wanted`, which is true and not only where it is
 * defined: relations, and the same under one more forall.
 */
static bool says_truly(struct checking *k, const struct expr *known,
                       const struct expr *wanted)
{
    struct span nowhere = {0};
    if (wanted->op == EX_REL) {
        struct relation r;
        return relation_read(&r, k->pool, wanted) &&
               judge_defined(k->judge, r.lhs) &&
               judge_defined(k->judge, r.rhs) && rule_implies(k, known, wanted);
    }
    if (wanted->op != EX_FORALL || known->op != EX_FORALL ||
        wanted->count != 3 || known->count != 3 ||
        wanted->kids[0] != known->kids[0] ||
        wanted->kids[1] != known->kids[1] ||
        !make_dim(k->pool, wanted->kids[0]) ||
        !make_dim(k->pool, wanted->kids[1]))
        return false;
    const struct expr *body =
        make_substitute(k->pool, known->kids[2], known->symbol,
                        expr_symbol(k->pool, wanted->symbol, nowhere));
    if (!body || !judge_open(k->judge, wanted))
        return false;
    bool ok = says_truly(k, body, wanted->kids[2]);
    judge_close(k->judge);
    return ok;
}

static bool covers_forall(struct checking *k, const struct expr *relation)
{
    for (size_t i = 0; i < k->line->npremises; i++)
        if (says_truly(k, rule_premise(k, i)->conclusion, relation))
            return true;
    return false;
}

bool rule_covers(struct checking *k, const struct expr *relation)
{
    if (relation->op == EX_AND)
        return rule_covers(k, relation->kids[0]) &&
               rule_covers(k, relation->kids[1]);
    if (relation->op == EX_FORALL)
        return covers_forall(k, relation);
    if (relation->op == EX_PSD)
        return judge_defined(k->judge, relation->kids[0]) &&
               judge_definite(k->judge, relation->kids[0]);
    if (holds_by_signs(k, relation))
        return true;
    struct relation r;
    if (!relation_read(&r, k->pool, relation) ||
        !judge_defined(k->judge, r.lhs) || !judge_defined(k->judge, r.rhs))
        return false;
    for (size_t i = 0; i < k->line->npremises; i++)
        if (rule_implies(k, rule_premise(k, i)->conclusion, relation))
            return true;
    return false;
}

/* ---- facts ---- */

bool rule_is_conjunct(const struct expr *whole, const struct expr *part)
{
    for (; whole->op == EX_AND; whole = whole->kids[0])
        if (whole == part || rule_is_conjunct(whole->kids[1], part))
            return true;
    return whole == part;
}

/* an assumption |- a conjunct of it */
static bool rule_assumption(struct checking *k)
{
    const struct theorem *t = k->d->theorem;
    if (k->line->number >= t->nassumptions)
        return rule_fail(k, "there is no such assumption");
    if (!rule_is_conjunct(t->assumptions[k->line->number].relation,
                          k->line->conclusion))
        return rule_fail(k, "the assumption does not say this");
    return true;
}

/* a hypothesis of the scope |- itself */
static bool rule_hypothesis(struct checking *k)
{
    for (const struct scope_entry *s = k->line->scope; s; s = s->outer)
        if (s->hypothesis && s->hypothesis == k->line->conclusion)
            return true;
    return rule_fail(k, "no hypothesis in scope says this");
}

static bool is_given(const struct expr *e, size_t number)
{
    if (e->op == EX_GIVEN)
        return e->decl == number;
    return e->op == EX_SYMBOL && e->symbol->kind == SYM_INT &&
           e->symbol->given == number;
}

static bool is_infinite(const struct expr *e)
{
    return e->op == EX_INFINITY ||
           (e->op == EX_NEG && e->kids[0]->op == EX_INFINITY);
}

/* given G : ... in [lo, hi] |- lo <= G (link 0), G <= hi (link 1) */
static bool rule_bound_of_given(struct checking *k)
{
    const struct theorem *t = k->d->theorem;
    struct relation r;
    if (k->line->number >= t->ngivens ||
        !relation_read(&r, k->pool, k->line->conclusion) || r.op != REL_LE)
        return rule_fail(k, "no bound of a given");
    const struct given *g = &t->givens[k->line->number];
    bool upper = k->line->link == 1;
    const struct expr *value = upper ? r.lhs : r.rhs;
    const struct expr *bound = upper ? r.rhs : r.lhs;
    const struct expr *end = upper ? g->hi : g->lo;
    if (!end || is_infinite(end) || !is_given(value, k->line->number))
        return rule_fail(k, "the given has no such bound");
    const struct expr *all =
        make_mul(k->pool, end, make_ones(k->pool, value->rows, value->cols));
    return rule_same(k, bound, all) ||
           rule_fail(k, "the given has another bound");
}

/* an earlier step, already proved |- it */
static bool rule_step(struct checking *k)
{
    const struct theorem *t = k->d->theorem;
    const struct line *l = k->line;
    if (l->number >= t->nclaims || l->link >= t->claims[l->number].nlinks ||
        t->claims[l->number].has_hole)
        return rule_fail(k, "there is no such step");
    if (!k->c->is_proved ||
        !k->c->is_proved(k->c->context, t, l->number, l->link))
        return rule_fail(k, "the step is not proved yet");
    if (t->claims[l->number].links[l->link].relation != l->conclusion)
        return rule_fail(k, "the step says something else");
    return true;
}

/* A premise A == C, where C is seen to be so and is defined where A is. */
static bool equals_definite(struct checking *k, const struct expr *a)
{
    struct relation r;
    for (size_t i = 0; i < k->line->npremises; i++)
        if (relation_read(&r, k->pool, rule_premise(k, i)->conclusion) &&
            r.op == REL_EQ && r.lhs == a && judge_defined(k->judge, r.rhs) &&
            judge_definite(k->judge, r.rhs))
            return true;
    return false;
}

/* |- psd(A), premises among what is known; A == C |- psd(A) */
static bool rule_definite(struct checking *k)
{
    const struct expr *e = k->line->conclusion;
    return (e->op == EX_PSD && (judge_definite(k->judge, e->kids[0]) ||
                                equals_definite(k, e->kids[0]))) ||
           rule_fail(k, "not seen to be positive semidefinite");
}

/* ---- all rules ---- */

static rule_checker *const checkers[] = {
    [RULE_ALGEBRA] = rule_algebra,
    [RULE_LINEAR] = rule_linear,
    [RULE_REPLACE] = rule_replace,
    [RULE_INSTANCE] = rule_instance,
    [RULE_LEMMA] = rule_lemma,
    [RULE_ASSUMPTION] = rule_assumption,
    [RULE_HYPOTHESIS] = rule_hypothesis,
    [RULE_BOUND_OF_GIVEN] = rule_bound_of_given,
    [RULE_STEP] = rule_step,
    [RULE_BINDER] = rule_binder,
    [RULE_NORM_OF_SUM] = rule_norm_of_sum,
    [RULE_TERM_OF_MAX] = rule_term_of_max,
    [RULE_LEAST_UPPER] = rule_least_upper,
    [RULE_CONJUNCTION] = rule_conjunction,
    [RULE_FORALL] = rule_forall,
    [RULE_SPECIALISE] = rule_specialise,
    [RULE_INDUCTION] = rule_induction,
    [RULE_RANGE] = rule_range,
    [RULE_DEFINITE] = rule_definite,
};
_Static_assert(sizeof checkers / sizeof *checkers == RULE_COUNT,
               "a checker for each rule");

/* Rules that close a scope check their premises' scopes themselves. */
static bool opens_scope(enum rule rule)
{
    return rule == RULE_BINDER || rule == RULE_LEAST_UPPER ||
           rule == RULE_FORALL || rule == RULE_INDUCTION;
}

static bool symbol_in_scope(const struct scope_entry *scope,
                            const struct symbol *s)
{
    for (; scope; scope = scope->outer)
        if (scope->symbol == s)
            return true;
    return false;
}

static bool is_closed_in(const struct expr *e, const struct scope_entry *scope)
{
    for (size_t i = 0; i < e->nfree; i++)
        if (!symbol_in_scope(scope, e->free[i]))
            return false;
    return true;
}

/* Variables differ, and their ranges use earlier ones only. */
static bool scope_is_plain(struct checking *k)
{
    size_t depth = 0;
    for (const struct scope_entry *s = k->line->scope; s; s = s->outer) {
        if (++depth > RULE_MAX_SCOPE)
            return rule_fail(k, "too many variables in scope");
        if (s->hypothesis
                ? s->symbol != NULL || !is_closed_in(s->hypothesis, s->outer)
                : !s->symbol || s->symbol->kind != SYM_INDEX || !s->lo ||
                      !s->hi || !is_closed_in(s->lo, s->outer) ||
                      !is_closed_in(s->hi, s->outer) ||
                      symbol_in_scope(s->outer, s->symbol))
            return rule_fail(k, "the scope is malformed");
    }
    return true;
}

static bool premises_are_fine(struct checking *k)
{
    size_t index = (size_t)(k->line - k->d->lines);
    for (size_t i = 0; i < k->line->npremises; i++) {
        if (k->line->premises[i] >= index)
            return rule_fail(k, "a premise is no earlier line");
        if (!opens_scope(k->line->rule) &&
            !scope_extends(k->line->scope, rule_premise(k, i)->scope))
            return rule_fail(k, "a premise holds in another scope");
    }
    return true;
}

/* Assumptions are true, hence defined, wherever a line speaks. */
static void assume(struct checking *k)
{
    struct relation r;
    if (relation_read(&r, k->pool, k->line->conclusion)) {
        judge_root(k->judge, r.lhs);
        judge_root(k->judge, r.rhs);
    }
    if (k->line->conclusion->op == EX_PSD)
        judge_root(k->judge, k->line->conclusion->kids[0]);
    judge_assume(k->judge);
    if (!opens_scope(k->line->rule))
        for (size_t i = 0; i < k->line->npremises; i++)
            judge_fact(k->judge, rule_premise(k, i)->conclusion);
}

/* Terms that the conclusion does not show are terms of the scope. */
static bool terms_are_closed(const struct checking *k)
{
    const struct line *l = k->line;
    bool asks = l->rule == RULE_RANGE || l->rule == RULE_REPLACE;
    for (size_t i = 0; asks && i < l->nterms; i++)
        if (l->terms[i] && !is_closed_in(l->terms[i], l->scope))
            return false;
    return true;
}

static bool check(struct checking *k)
{
    if (k->line->rule >= RULE_COUNT || !k->line->conclusion ||
        !k->line->conclusion->is_relation)
        return rule_fail(k, "the line is malformed");
    if (!premises_are_fine(k) || !scope_is_plain(k))
        return false;
    if (!is_closed_in(k->line->conclusion, k->line->scope) ||
        !terms_are_closed(k))
        return rule_fail(k, "a variable is out of scope");
    k->judge = judge_new(k->c->normalizer, k->d->theorem, k->line->scope);
    assume(k);
    bool ok = checkers[k->line->rule](k);
    judge_free(k->judge);
    return ok;
}

bool rule_check(const struct rule_context *c, size_t line, char **reason)
{
    struct checking k = {.c = c,
                         .d = c->derivation,
                         .line = &c->derivation->lines[line],
                         .pool = c->derivation->theorem->pool};
    *reason = NULL;
    if (check(&k))
        return true;
    *reason = xstrdup(k.fault ? k.fault : "the rule does not apply");
    return false;
}
