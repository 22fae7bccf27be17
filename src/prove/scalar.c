/* Lines whose proof is a partition of a range. */
#include "prove/leaves.h"

bool scalar_trust(void *context, const struct domain *domain,
                  const void *payload)
{
    (void)context;
    (void)domain;
    return payload != NULL;
}

static void clear(void *partition)
{
    partition_clear(partition);
}

/* ---- its bounds ---- */

static size_t prove_bound(struct search *s, const struct expr *t,
                          const struct expr *end, bool upper)
{
    size_t limit = s->limit;
    const struct expr *all =
        make_mul(s->pool, end, make_ones(s->pool, t->rows, t->cols));
    if (limit > s->steps + SEARCH_SIDE_GOAL)
        s->limit = s->steps + SEARCH_SIDE_GOAL;
    size_t line = goal_prove(s, upper ? relation_make(s->pool, REL_LE, t, all)
                                      : relation_make(s->pool, REL_LE, all, t));
    s->limit = limit;
    return line;
}

/* The number that all entries of e are; NULL: it is no such. */
static const struct expr *number_of(struct search *s, const struct expr *e)
{
    const struct normal_form *f = normal_terms(s->n, e);
    if (!f || f->count > 1 || (f->count == 1 && f->terms[0].nfactors > 0))
        return NULL;
    if (f->count == 0)
        return make_int(s->pool, 0);
    for (size_t i = 0; i < f->terms[0].nletters; i++)
        if (!expr_is_call(f->terms[0].letters[i].atom, FN_ONES))
            return NULL;
    return expr_number(s->pool, f->terms[0].coefficient, (struct span){0});
}

static void use_bound(struct search *s, struct leaves *l, size_t at,
                      const struct expr *end, bool upper)
{
    end = l->terms[at + 1 + upper] ? NULL : number_of(s, end);
    if (!end)
        return;
    size_t line = prove_bound(s, l->terms[at], end, upper);
    if (line == SEARCH_NONE)
        return;
    l->terms[at + 1 + upper] = end;
    l->premises[l->npremises++] = line;
}

/* The ends of an index's range, where they are numbers. */
static void find_ends(struct search *s, struct leaves *l, size_t at)
{
    const struct expr *t = l->terms[at];
    for (const struct scope_entry *e = s->scope; e; e = e->outer)
        if (e->symbol == t->symbol) {
            use_bound(s, l, at, e->lo, false);
            use_bound(s, l, at, e->hi, true);
        }
}

/* Numbers that facts compare something with may bound the leaf as well. */
static void find_bounds(struct search *s, struct leaves *l, size_t at)
{
    if (l->terms[at]->op == EX_SYMBOL) {
        find_ends(s, l, at);
        return;
    }
    for (size_t i = 0; i < s->nfacts; i++) {
        const struct expr *e = search_conclusion(s, s->facts[i]);
        if (e->op != EX_REL || (e->rel != REL_LE && e->rel != REL_GE &&
                                e->rel != REL_LT && e->rel != REL_GT))
            continue;
        bool turned = e->rel == REL_GE || e->rel == REL_GT;
        use_bound(s, l, at, e->kids[!turned], true);
        use_bound(s, l, at, e->kids[turned], false);
    }
    use_bound(s, l, at, make_int(s->pool, 0), false);
}

static struct range_limits limits_of(const struct search *s, bool thorough)
{
    struct range_limits limits = !thorough       ? range_limits_quick()
                                 : s->is_patient ? range_limits_patient()
                                                 : range_limits_default();
    limits.stop = s->stop;
    limits.stop_context = s->stop_context;
    return limits;
}

enum { MAX_PARTS = 4096 };

/* Whether an integral or expectation occurs: each value of it takes long. */
static bool has_quadrature(const struct expr *e)
{
    bool has = e->op == EX_INTEGRAL || e->op == EX_EXPECTATION;
    for (size_t i = 0; i < e->count && !has; i++)
        has = has_quadrature(e->kids[i]);
    return has;
}

/* A partition that lives as long as the derivation. */
static struct partition *new_partition(struct search *s)
{
    struct partition *p = arena_alloc(s->d->arena, sizeof *p);
    partition_init(p);
    arena_register(s->d->arena, clear, p);
    return p;
}

enum range_answer scalar_link(size_t *line, const struct partition **found,
                              struct search *s, size_t claim, size_t link,
                              bool thorough)
{
    struct range_limits limits = limits_of(s, thorough);
    const struct expr *e = s->theorem->claims[claim].links[link].relation;
    if (!thorough && expr_is_within(e, MAX_PARTS) && !has_quadrature(e))
        range_limits_lengthen(&limits);
    limits.describes = true;
    struct partition *p = new_partition(s);
    *found = p;
    enum range_answer answer = range_prove(p, s->theorem, claim, link, &limits);
    const struct line proof = {
        .rule = RULE_RANGE,
        .conclusion = s->theorem->claims[claim].links[link].relation,
        .payload = p};
    *line = answer == RANGE_PROVED ? search_line(s, &proof) : SEARCH_NONE;
    return answer;
}

/* The goal over the ranges of its leaves, with what is known of them. */
static size_t prove_over(struct search *s, const struct leaves *l,
                         const struct expr *goal, struct range_limits limits)
{
    struct domain domain;
    const struct expr *known[LEAVES_MAX_PREMISES];
    const struct range_parts parts = {goal, l->terms, l->count, known,
                                      l->npremises};
    for (size_t i = 0; i < l->npremises; i++)
        known[i] = search_conclusion(s, l->premises[i]);
    if (!rule_range_domain(&domain, s->theorem, &parts))
        return SEARCH_NONE;
    struct partition *p = new_partition(s);
    if (range_prove_domain(p, &domain, &limits) != RANGE_PROVED)
        return SEARCH_NONE;
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = goal,
                              .premises = l->premises,
                              .npremises = l->npremises,
                              .terms = l->terms,
                              .nterms = l->count,
                              .payload = p};
    return search_line(s, &line);
}

/*
 * An equation for all numbers, by algebra: facts about its leaves, which may
 * have no value, are not asked.
 */
static size_t prove_identity(struct search *s, const struct leaves *l,
                             const struct expr *goal)
{
    struct range_limits limits = limits_of(s, false);
    limits.boxes = 1;
    limits.points = limits.settle = limits.changes = 0;
    limits.attempt = 20;
    return prove_over(s, l, goal, limits);
}

bool scalar_is_of_numbers(const struct expr *goal)
{
    struct leaves l = {.count = 0};
    if (goal->op != EX_REL || !expr_is_scalar(goal->kids[0]) ||
        !leaves_find(&l, goal))
        return false;
    for (size_t i = 0; i < l.count; i += 3)
        if (l.terms[i]->op != EX_SYMBOL)
            return false;
    return true;
}

size_t scalar_prove_knowing(struct search *s, const struct expr *goal)
{
    struct relation r;
    struct leaves leaves = {.count = 0};
    if (search_is_exhausted(s) || !relation_read(&r, s->pool, goal) ||
        !leaves_find(&leaves, goal))
        return SEARCH_NONE;
    leaves_know(s, &leaves);
    for (size_t i = 0; i < leaves.count; i += 3)
        if (leaves.terms[i]->op == EX_SYMBOL)
            find_bounds(s, &leaves, i);
    return prove_over(s, &leaves, goal,
                      limits_of(s, leaves.count == 0 || leaves.npremises > 0));
}

size_t scalar_prove(struct search *s, const struct expr *goal, bool thorough)
{
    struct relation r;
    struct leaves leaves = {.count = 0};
    if (search_is_exhausted(s) || !relation_read(&r, s->pool, goal) ||
        !leaves_find(&leaves, goal))
        return SEARCH_NONE;
    const size_t line =
        r.op == REL_EQ ? prove_identity(s, &leaves, goal) : SEARCH_NONE;
    if (line != SEARCH_NONE)
        return line;
    leaves_relate(s, &leaves, goal);
    for (size_t i = 0; i < leaves.count; i += 3)
        find_bounds(s, &leaves, i);
    return prove_over(s, &leaves, goal, limits_of(s, thorough));
}
