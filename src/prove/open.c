/*
 * Givens of a rule that its claim does not fix, from what its assumptions say:
 * a fact of the same form names them, P >= e * ones * q the row q.
 */
#include "prove/search.h"

#include "logic/instance.h"

static bool has_open(const struct expr *e, const struct binding *b)
{
    bool found = e->op == EX_GIVEN && !b->args[e->decl];
    for (size_t i = 0; i < e->count && !found; i++)
        found = has_open(e->kids[i], b);
    return found;
}

/* An open given alone, or a number that stands for a matrix of such entries. */
static bool is_open(const struct expr *e, const struct binding *b)
{
    if (e->op == EX_SCALE)
        return is_open(e->kids[0], b) && !has_open(e->kids[1], b) &&
               e->kids[1]->op == EX_CALL;
    return e->op == EX_GIVEN && !b->args[e->decl];
}

static bool is_unbound(const struct theorem *rule, const struct binding *b)
{
    for (size_t i = 0; i < rule->ngivens; i++)
        if (b->args[i])
            return false;
    return true;
}

static bool is_bound(const struct theorem *rule, const struct binding *b)
{
    for (size_t i = 0; i < rule->ngivens; i++)
        if (!b->args[i])
            return false;
    return true;
}

/* The assumption's sides against those of the fact. */
static void match_fact(struct matches *out, struct search *s,
                       const struct theorem *rule, const struct binding *b,
                       const struct relation *wanted,
                       const struct relation *fact)
{
    struct matches some, all;
    match_term(&some, s, rule, wanted->lhs, fact->lhs, b);
    for (size_t i = 0; i < some.count; i++) {
        match_term(&all, s, rule, wanted->rhs, fact->rhs, &some.items[i]);
        for (size_t k = 0; k < all.count; k++)
            if (is_bound(rule, &all.items[k]) &&
                out->count < SEARCH_MAX_MATCHES)
                out->items[out->count++] = all.items[k];
    }
}

void open_by_facts(struct matches *out, struct search *s,
                   const struct theorem *rule, const struct binding *b)
{
    struct relation wanted, fact;
    out->count = 0;
    if (is_unbound(rule, b))
        return;
    for (size_t i = 0; i < rule->nassumptions; i++) {
        const struct expr *assumption = rule->assumptions[i].relation;
        if (!has_open(assumption, b) ||
            !relation_read(&wanted, rule->pool, assumption))
            continue;
        const bool fixed = wanted.op == REL_EQ && has_open(wanted.lhs, b) &&
                           has_open(wanted.rhs, b);
        if (!fixed && (is_open(wanted.lhs, b) || is_open(wanted.rhs, b)))
            return; /* any bound of the other side would do */
        for (size_t k = 0; k < s->nfacts && !search_is_exhausted(s); k++)
            if (search_in_scope(s, s->facts[k]) &&
                relation_read(&fact, s->pool,
                              search_conclusion(s, s->facts[k])) &&
                fact.op == wanted.op && fact.lhs->rows && fact.rhs->rows)
                match_fact(out, s, rule, b, &wanted, &fact);
        return; /* the first of them alone */
    }
}

/* The image of a number f(A), A being known. */
static const struct expr *image_of(struct search *s, const struct theorem *rule,
                                   const struct binding *b,
                                   const struct expr *known)
{
    const struct expr *terms[SEARCH_MAX_ARGS + 1];
    if (!expr_is_scalar(known) || known->op != EX_CALL || has_open(known, b))
        return NULL;
    for (size_t i = 0; i < rule->ngivens; i++) /* open ones do not occur */
        terms[i] = b->args[i] ? b->args[i] : make_int(s->pool, 0);
    terms[rule->ngivens] = make_int(s->pool, 1); /* nor does a size */
    struct substitution *image = substitution_new(
        s->n, s->pool, rule, terms, rule->ngivens + theorem_open_dims(rule));
    const struct expr *term = image ? substitution_apply(image, known) : NULL;
    substitution_free(image);
    return term;
}

const struct expr *open_known_term(struct search *s, const struct theorem *rule,
                                   const struct binding *b,
                                   const struct expr *known)
{
    bool absolute = expr_is_call(known, FN_ABS);
    const struct expr *given = absolute ? known->kids[0] : known;
    if (given->op != EX_GIVEN)
        return image_of(s, rule, b, known);
    const struct expr *term = b->args[given->decl];
    return term && absolute ? make_call(s->pool, FN_ABS, term) : term;
}
