/* Scalar statements over ranges, entry by entry. */
#include "logic/rule_internal.h"

#include <stdlib.h>

/* e's value at one entry, where t has the value x there. */
struct entrywise {
    struct expr_pool *pool;
    const struct expr *const *terms; /* t, lo, hi, t, lo, hi, ... */
    size_t nterms;
    const struct expr *values[SCALAR_MAX_VARIABLES]; /* for each t */
    size_t depth;
};

/*
 * A scalar speaks for itself; an entry of a matrix is a variable that occurs
 * nowhere else, so that no assumption is read as one about it.
 */
static const struct expr *stand_in(struct expr_pool *pool, const struct expr *t)
{
    const struct span nowhere = {0};
    if (expr_is_scalar(t))
        return t;
    return expr_symbol(pool, dim_new_symbol(expr_dims(pool), SYM_REAL, "entry"),
                       nowhere);
}

static const struct expr *entry_of(struct entrywise *w, const struct expr *e);

static bool is_ones(const struct expr *e)
{
    if (e->op == EX_TRANSPOSE)
        e = e->kids[0];
    return expr_is_call(e, FN_ONES);
}

static bool is_entrywise_call(const struct expr *e)
{
    static const enum function list[] = {FN_ABS,  FN_EXP,  FN_LOG,  FN_SQRT,
                                         FN_SIN,  FN_COS,  FN_TANH, FN_ERF,
                                         FN_RELU, FN_SIGN, FN_MAX2, FN_MIN2};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i] == e->fn)
            return true;
    return false;
}

static const struct expr *rebuilt(struct entrywise *w, const struct expr *e,
                                  enum expr_op op)
{
    const struct expr *kids[2] = {NULL, NULL};
    if (e->count == 0 || e->count > 2)
        return NULL;
    for (size_t i = 0; i < e->count; i++) {
        kids[i] = entry_of(w, e->kids[i]);
        if (!kids[i])
            return NULL;
    }
    const struct expr *one = make_int(w->pool, 1);
    struct expr model = *e;
    model.op = op;
    model.rows = one->rows;
    model.cols = one->cols;
    model.kids = kids;
    return expr_intern(w->pool, &model);
}

static const struct expr *entry_of_matrix(struct entrywise *w,
                                          const struct expr *e)
{
    if (is_ones(e) || (e->op == EX_MATMUL && is_ones(e->kids[0]) &&
                       is_ones(e->kids[1]) && dim_is_one(e->kids[0]->cols)))
        return make_int(w->pool, 1);
    if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_NEG ||
        e->op == EX_SCALE || e->op == EX_DIVIDE)
        return rebuilt(w, e, e->op);
    if (e->op == EX_DOT_MUL)
        return rebuilt(w, e, EX_SCALE);
    if (e->op == EX_DOT_DIV)
        return rebuilt(w, e, EX_DIVIDE);
    if (e->op == EX_DOT_POW)
        return rebuilt(w, e, EX_POW);
    if (e->op == EX_CALL && is_entrywise_call(e))
        return rebuilt(w, e, EX_CALL);
    return NULL;
}

static const struct expr *entry_of(struct entrywise *w, const struct expr *e)
{
    const struct expr *made = NULL;
    for (size_t i = 0; i < w->nterms; i += 3)
        if (e == w->terms[i])
            return w->values[i / 3];
    if (expr_is_scalar(e))
        return e; /* what is in it stays as it is, for every entry */
    if (++w->depth <= MAKE_MAX_DEPTH)
        made = entry_of_matrix(w, e);
    w->depth--;
    return made;
}

/*
 * What is known of the same entries.  A relation of another shape may be one
 * of no entry at all, and says nothing; nor does A != B, of a single entry.
 */
static void add_known(struct domain *out, struct entrywise *w,
                      const struct relation *wanted, const struct expr *known)
{
    struct relation r;
    if (!relation_read(&r, w->pool, known) ||
        (!expr_is_scalar(r.lhs) &&
         (r.op == REL_NE || r.lhs->rows != wanted->lhs->rows ||
          r.lhs->cols != wanted->lhs->cols)))
        return;
    const struct expr *lhs = entry_of(w, r.lhs), *rhs = entry_of(w, r.rhs);
    if (lhs && rhs)
        (void)domain_add_fact(out, relation_make(w->pool, r.op, lhs, rhs));
}

/* With terms in the place of variables. */
static bool domain_of_terms(struct domain *out, const struct theorem *theorem,
                            const struct range_parts *p)
{
    struct domain_variable variables[SCALAR_MAX_VARIABLES] = {{0}};
    struct entrywise w = {
        .pool = theorem->pool, .terms = p->terms, .nterms = p->nterms};
    struct relation r;
    if (p->nterms % 3 != 0 || p->nterms / 3 > SCALAR_MAX_VARIABLES ||
        !relation_read(&r, w.pool, p->conclusion))
        return false;
    for (size_t i = 0; i < p->nterms; i += 3)
        w.values[i / 3] = stand_in(w.pool, p->terms[i]);
    const struct expr *lhs = entry_of(&w, r.lhs), *rhs = entry_of(&w, r.rhs);
    for (size_t i = 0; i < p->nterms; i += 3)
        variables[i / 3] = (struct domain_variable){.kind = DOMAIN_TERM,
                                                    .term = w.values[i / 3],
                                                    .lo = p->terms[i + 1],
                                                    .hi = p->terms[i + 2]};
    if (!lhs || !rhs ||
        !domain_of_relation(out, theorem, relation_make(w.pool, r.op, lhs, rhs),
                            variables, p->nterms / 3, true))
        return false;
    for (size_t i = 0; i < p->nknown; i++)
        add_known(out, &w, &r, p->known[i]);
    return true;
}

bool rule_range_domain(struct domain *out, const struct theorem *theorem,
                       const struct range_parts *p)
{
    return (p->nterms == 0 &&
            domain_of_relation(out, theorem, p->conclusion, NULL, 0, true)) ||
           domain_of_terms(out, theorem, p);
}

/* lo <= t and t <= hi, by signs, assumptions and premises. */
static bool is_within(struct checking *k, const struct expr *t,
                      const struct expr *lo, const struct expr *hi)
{
    const struct expr *ones = make_ones(k->pool, t->rows, t->cols);
    if (!judge_defined(k->judge, t) || (lo && lo->nfree > 0) ||
        (hi && hi->nfree > 0))
        return false;
    return (!lo ||
            rule_covers(k, relation_make(k->pool, REL_LE,
                                         make_mul(k->pool, lo, ones), t))) &&
           (!hi || rule_covers(k, relation_make(k->pool, REL_LE, t,
                                                make_mul(k->pool, hi, ones))));
}

/* The conclusions of the premises, whose sides have values. */
static bool read_premises(struct checking *k, const struct expr **known)
{
    if (k->line->npremises > DOMAIN_MAX_FACTS)
        return rule_fail(k, "too many premises");
    for (size_t i = 0; i < k->line->npremises; i++) {
        struct relation r;
        known[i] = rule_premise(k, i)->conclusion;
        if (!relation_read(&r, k->pool, known[i]) ||
            !judge_defined(k->judge, r.lhs) || !judge_defined(k->judge, r.rhs))
            return rule_fail(k, "a premise may have no value");
    }
    return true;
}

/*
 * lo <= t <= hi and relations between the t |- a relation between functions of
 * t, entry by entry, which holds for all such numbers (and at which it is
 * defined) by the partition in the payload.
 */
bool rule_range(struct checking *k)
{
    struct domain domain;
    const struct line *l = k->line;
    const struct expr *known[DOMAIN_MAX_FACTS];
    const struct range_parts parts = {l->conclusion, l->terms, l->nterms, known,
                                      l->npremises};
    if (!read_premises(k, known))
        return false;
    if (!rule_range_domain(&domain, k->d->theorem, &parts))
        return rule_fail(k, "no scalar statement over a range");
    for (size_t i = 0; i < l->nterms; i += 3)
        if (!is_within(k, l->terms[i], l->terms[i + 1], l->terms[i + 2]))
            return rule_fail(k, "a term is not seen to be in its range");
    return (l->payload && k->c->check_range &&
            k->c->check_range(k->c->context, &domain, l->payload)) ||
           rule_fail(k, "the certificate over the range was not accepted");
}
