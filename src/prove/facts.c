/* What a theorem assumes, and has proved, as facts; whether they can be true.
 */
#include "prove/prover.h"
#include "prove/search.h"

size_t facts_add(struct search *s, const struct line *line)
{
    size_t at = search_line(s, line);
    if (at != SEARCH_NONE)
        search_fact(s, at);
    return at;
}

/* u == v as u' == v': normal forms of symmetric matrices have one way alone. */
static void add_flipped(struct search *s, size_t fact)
{
    struct relation r;
    if (!relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        r.op != REL_EQ || expr_is_scalar(r.lhs))
        return;
    const struct expr *flipped =
        relation_make(s->pool, REL_EQ, make_transpose(s->pool, r.lhs),
                      make_transpose(s->pool, r.rhs));
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion = flipped,
                              .premises = &fact,
                              .npremises = 1};
    (void)facts_add(s, &line);
}

/* x'x == c as normfro(x) == sqrt(c), which is what bounds speak of. */
static void add_length(struct search *s, size_t fact)
{
    struct relation r;
    if (!relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        r.op != REL_EQ || !expr_is_scalar(r.lhs))
        return;
    const struct expr *terms[] = {make_call(s->pool, FN_SQRT, r.lhs),
                                  make_call(s->pool, FN_SQRT, r.rhs)};
    const struct expr *length = search_normal(s, terms[0]);
    if (length->op != EX_CALL || length->fn != FN_NORMFRO)
        return;
    const struct line line = {
        .rule = RULE_REPLACE,
        .conclusion =
            relation_make(s->pool, REL_EQ, length, search_normal(s, terms[1])),
        .premises = &fact,
        .npremises = 1,
        .terms = terms,
        .nterms = 2};
    (void)facts_add(s, &line);
}

static void add_assumption(struct search *s, size_t number,
                           const struct expr *e)
{
    if (e->op == EX_AND) {
        add_assumption(s, number, e->kids[0]);
        add_assumption(s, number, e->kids[1]);
        return;
    }
    const struct line line = {
        .rule = RULE_ASSUMPTION, .conclusion = e, .number = number};
    size_t at = facts_add(s, &line);
    if (at == SEARCH_NONE)
        return;
    add_flipped(s, at);
    add_length(s, at);
}

struct line facts_end(struct search *s, const struct expr *value, bool upper)
{
    const struct given *g = &s->theorem->givens[value->decl];
    const struct expr *end = upper ? g->hi : g->lo;
    struct line line = {
        .rule = RULE_BOUND_OF_GIVEN, .number = value->decl, .link = upper};
    if (!end)
        return line;
    end = make_mul(s->pool, end, make_ones(s->pool, value->rows, value->cols));
    line.conclusion = upper ? relation_make(s->pool, REL_LE, value, end)
                            : relation_make(s->pool, REL_LE, end, value);
    return line;
}

/* The ends of givens that are no families. */
static void add_bounds(struct search *s, size_t number)
{
    const struct given *g = &s->theorem->givens[number];
    struct expr model = {.op = EX_GIVEN,
                         .rows = g->rows,
                         .cols = g->cols,
                         .decl = number,
                         .name = g->name};
    if (!g->lo || g->nindices > 0 || g->symbol)
        return;
    const struct expr *value = expr_intern(s->pool, &model);
    for (size_t i = 0; i < 2; i++) {
        const struct line line = facts_end(s, value, i == 1);
        (void)facts_add(s, &line);
    }
}

void facts_assumed(struct search *s)
{
    const struct theorem *t = s->theorem;
    for (size_t i = 0; i < t->nassumptions; i++)
        add_assumption(s, i, t->assumptions[i].relation);
    for (size_t i = 0; i < t->ngivens; i++)
        add_bounds(s, i);
}

/* What is true where u R v is not; NULL: u == v, a conjunction, ... */
static const struct expr *negation(struct search *s, const struct expr *e)
{
    struct relation r;
    if (!relation_read(&r, s->pool, e) || !expr_is_scalar(r.lhs) ||
        r.op == REL_EQ)
        return NULL;
    if (r.op == REL_NE)
        return relation_make(s->pool, REL_EQ, r.lhs, r.rhs);
    return relation_make(s->pool, r.op == REL_LE ? REL_LT : REL_LE, r.rhs,
                         r.lhs);
}

bool contradiction_find(struct search *s)
{
    size_t nfacts = s->nfacts, limit = s->limit;
    bool found = false;
    for (size_t i = 0; i < nfacts && !found; i++) {
        const struct expr *goal =
            negation(s, search_conclusion(s, s->facts[i]));
        if (!goal)
            continue;
        search_relevant(s, goal);
        s->other = goal;
        s->limit = s->steps + limit / nfacts + 1;
        found = goal_prove(s, goal) != SEARCH_NONE;
    }
    return found;
}

/* ---- what is proved ---- */

/*
 * An equation of sums that are the same once they are split: as a fact it
 * would only move terms from one sum to the other and back.
 */
static bool is_only_splitting(struct search *s, const struct expr *e)
{
    if (e->op != EX_REL || e->rel != REL_EQ ||
        e->kids[0]->rows != e->kids[1]->rows ||
        e->kids[0]->cols != e->kids[1]->cols)
        return false;
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, e->kids[0], e->kids[1]));
    return f && combine_may_cancel(f) &&
           search_is_equal(s, e->kids[0], e->kids[1]);
}

/* The links of a claim that are proved; all of a chain: its ends as well. */
static void add_links(struct search *s, const struct prover_kernel *kernel,
                      size_t claim)
{
    const struct claim *c = &s->theorem->claims[claim];
    size_t lines[SEARCH_MAX_CHAIN], count = 0;
    for (size_t k = 0; k < c->nlinks; k++) {
        if (!kernel->has(kernel->context, s->theorem, claim, k))
            continue;
        const struct line line = {.rule = RULE_STEP,
                                  .conclusion = c->links[k].relation,
                                  .number = claim,
                                  .link = k};
        size_t at = is_only_splitting(s, line.conclusion)
                        ? search_line(s, &line)
                        : facts_add(s, &line);
        if (at != SEARCH_NONE && count < SEARCH_MAX_CHAIN)
            lines[count++] = at;
    }
    size_t whole =
        count == c->nlinks ? chain_line(s, lines, count) : SEARCH_NONE;
    if (whole != SEARCH_NONE)
        search_fact(s, whole);
}

/* Steps come before claims, and are tried in their order. */
static bool stands_behind(const struct theorem *t, size_t c, size_t claim)
{
    const bool is_step = t->claims[c].is_step;
    return is_step == t->claims[claim].is_step ? c > claim : !is_step;
}

void facts_proved(struct search *s, const struct prover_kernel *kernel,
                  size_t claim)
{
    const struct theorem *t = s->theorem;
    for (size_t c = 0; c < t->nclaims; c++)
        if (claim >= t->nclaims || !stands_behind(t, c, claim))
            add_links(s, kernel, c);
}
