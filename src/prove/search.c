#include "prove/search.h"

#include <stdlib.h>

bool search_is_exhausted(struct search *s)
{
    enum { EVERY = 16 };
    if (!s->is_stopped && s->stop && s->asked++ % EVERY == 0)
        s->is_stopped = s->stop(s->stop_context);
    return s->is_stopped || s->steps >= s->limit ||
           normal_effort(s->n) > s->effort;
}

bool search_allows(const struct search *s, size_t rule, bool is_equation)
{
    return (s->later || !catalogue_is_later(rule)) &&
           method_allows(s->method, catalogue_name(rule), is_equation);
}

size_t search_line(struct search *s, const struct line *line)
{
    struct line model = *line;
    char *reason = NULL;
    model.scope = s->scope;
    if (search_is_exhausted(s))
        return SEARCH_NONE;
    s->steps++;
    size_t at = derivation_add(s->d, &model);
    if (rule_check(&s->rules, at, &reason)) {
        return at;
    }
    free(reason);
    derivation_cut(s->d, at);
    return SEARCH_NONE;
}

const struct expr *search_conclusion(const struct search *s, size_t line)
{
    return s->d->lines[line].conclusion;
}

size_t search_algebra(struct search *s, const struct expr *goal)
{
    const struct line line = {.rule = RULE_ALGEBRA, .conclusion = goal};
    return search_line(s, &line);
}

void search_fact(struct search *s, size_t line)
{
    if (s->nfacts < SEARCH_MAX_FACTS)
        s->facts[s->nfacts++] = line;
}

bool search_in_scope(const struct search *s, size_t line)
{
    return scope_extends(s->scope, s->d->lines[line].scope);
}

size_t search_size(const struct expr *e, size_t depth)
{
    size_t size = 1;
    for (size_t i = 0; i < e->count && depth > 0; i++)
        size += search_size(e->kids[i], depth - 1);
    return size;
}

const struct expr *search_normal(struct search *s, const struct expr *e)
{
    const struct expr *made = normal_expr(s->n, e);
    return made ? made : e;
}

bool search_is_equal(struct search *s, const struct expr *a,
                     const struct expr *b)
{
    return a == b || normal_equal(s->n, a, b) == TRUTH_TRUE;
}

/* The kids that say how large e is, or over what it runs: no numbers of it. */
static size_t kids_for_size(const struct expr *e)
{
    if (make_is_binder(e))
        return e->count - 1;
    const bool is_built =
        e->op == EX_CALL && (e->fn == FN_ONES || e->fn == FN_ZEROS ||
                             e->fn == FN_EYE || e->fn == FN_UNIT);
    return is_built ? e->count : 0;
}

static bool is_mean(const struct expr *e)
{
    return e->op == EX_CALL && (e->fn == FN_MEAN || e->fn == FN_ROWMEAN ||
                                e->fn == FN_COLMEAN || e->fn == FN_RES);
}

static void mark(struct search *s, const struct expr *e, bool *seen,
                 size_t count, size_t depth)
{
    if (depth > MAKE_MAX_DEPTH || e->id >= count || seen[e->id])
        return;
    seen[e->id] = true;
    if (e->op == EX_CALL)
        s->functions[e->fn] = true;
    /* the square of normfro(A) is trace(A'A) */
    if (e->op == EX_POW && expr_is_call(e->kids[0], FN_NORMFRO))
        s->functions[FN_TRACE] = true;
    s->sizes = s->sizes || e->op == EX_SYMBOL || is_mean(e);
    for (size_t i = kids_for_size(e); i < e->count; i++)
        mark(s, e->kids[i], seen, count, depth + 1);
    if (e->op != EX_LET)
        return;
    const struct let *family = &s->theorem->lets[e->decl];
    for (size_t i = 0; i < family->nclauses; i++)
        mark(s, family->clauses[i].body, seen, count, depth + 1);
}

/* One of a kind makes the others relevant. */
static void mark_kin(struct search *s)
{
    static const enum function kin[][3] = {{FN_MAX, FN_ROWMAX, FN_COLMAX},
                                           {FN_MIN, FN_ROWMIN, FN_COLMIN},
                                           {FN_SUM, FN_ROWSUM, FN_COLSUM},
                                           {FN_NORM1, FN_NORMINF, FN_NORMINF}};
    for (size_t i = 0; i < sizeof kin / sizeof *kin; i++) {
        bool any = s->functions[kin[i][0]] || s->functions[kin[i][1]] ||
                   s->functions[kin[i][2]];
        for (size_t k = 0; k < 3; k++)
            s->functions[kin[i][k]] = any;
    }
    /* log(softmax(A)) is A less logsumexp(A) in every row */
    if (s->functions[FN_LOG] && s->functions[FN_SOFTMAX])
        s->functions[FN_LOGSUMEXP] = true;
    /* norms of diagonal matrices are those of their entries */
    if (s->functions[FN_DIAG])
        s->functions[FN_NORMMAX] = true;
    /* what stands under a root is likely the square of a length */
    if (s->functions[FN_SQRT])
        s->functions[FN_NORMFRO] = true;
}

void search_relevant(struct search *s, const struct expr *e)
{
    size_t count = expr_count(s->pool);
    bool *seen = xcalloc(count + 1, sizeof *seen);
    mark(s, e, seen, count, 0);
    mark_kin(s);
    free(seen);
}

bool search_is_feasible(const struct theorem *t, const struct expr *goal)
{
    bool ok = expr_is_within(goal, SEARCH_MAX_WRITTEN);
    for (size_t i = 0; i < t->nassumptions && ok; i++)
        ok = expr_is_within(t->assumptions[i].relation, SEARCH_MAX_WRITTEN);
    for (size_t i = 0; i < t->nlets; i++)
        for (size_t k = 0; k < t->lets[i].nclauses && ok; k++)
            ok = expr_is_within(t->lets[i].clauses[k].body, SEARCH_MAX_WRITTEN);
    return ok;
}
