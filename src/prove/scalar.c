/* Lines whose proof is a partition of a range. */
#include "prove/search.h"

enum { SCALAR_MAX_LEAVES = 3 };

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

struct leaves {
    const struct expr *terms[3 * SCALAR_MAX_LEAVES]; /* t, lo, hi, ... */
    size_t count;                                    /* of terms */
    size_t premises[2 * SCALAR_MAX_LEAVES], npremises;
    bool too_many;
};

/* ---- what becomes a variable ---- */

static bool is_transparent(const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER:
    case EX_PI:
    case EX_SYMBOL:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_DOT_POW:
    case EX_POW:
        return true;
    case EX_CALL:
        break;
    case EX_INFINITY:
    case EX_GIVEN:
    case EX_LET:
    case EX_MATMUL:
    case EX_MATPOW:
    case EX_TRANSPOSE:
    case EX_ENTRY:
    case EX_SLICE:
    case EX_LITERAL:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_IF:
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        return false;
    }
    enum shape_rule rule = function_info(e->fn)->rule;
    return e->fn == FN_ONES || ((rule == SHAPE_SAME || rule == SHAPE_PAIR) &&
                                e->fn != FN_RES && e->fn != FN_NORMALISE);
}

/* A difference of two calls (rowmax - rowmin) is one quantity. */
static bool is_spread(const struct expr *e)
{
    return e->op == EX_SUB && !is_transparent(e->kids[0]) &&
           !is_transparent(e->kids[1]) && e->kids[0]->op == EX_CALL &&
           e->kids[1]->op == EX_CALL;
}

static void add_leaf(struct leaves *l, const struct expr *t)
{
    if (t->op == EX_GIVEN && t->count == 0 && expr_is_scalar(t))
        return; /* a variable of the statement already */
    for (size_t i = 0; i < l->count; i += 3)
        if (l->terms[i] == t)
            return;
    if (l->count == 3 * SCALAR_MAX_LEAVES) {
        l->too_many = true;
        return;
    }
    l->terms[l->count] = t;
    l->terms[l->count + 1] = l->terms[l->count + 2] = NULL;
    l->count += 3;
}

static void find_leaves(struct leaves *l, const struct expr *e, size_t depth)
{
    if (depth > MAKE_MAX_DEPTH || is_spread(e) || !is_transparent(e)) {
        add_leaf(l, e);
        return;
    }
    if (e->op == EX_CALL && e->fn == FN_ONES)
        return;
    for (size_t i = 0; i < e->count; i++)
        find_leaves(l, e->kids[i], depth + 1);
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

static void use_bound(struct search *s, struct leaves *l, size_t at,
                      const struct expr *end, bool upper)
{
    if (end->op != EX_NUMBER || l->terms[at + 1 + upper])
        return;
    size_t line = prove_bound(s, l->terms[at], end, upper);
    if (line == SEARCH_NONE)
        return;
    l->terms[at + 1 + upper] = end;
    l->premises[l->npremises++] = line;
}

/* Numbers that facts compare something with may bound the leaf as well. */
static void find_bounds(struct search *s, struct leaves *l, size_t at)
{
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
                              bool thorough, struct range_point *violation)
{
    const struct range_limits limits = limits_of(s, thorough);
    struct partition *p = new_partition(s);
    *found = p;
    enum range_answer answer =
        range_prove(p, violation, s->theorem, claim, link, &limits);
    const struct line proof = {
        .rule = RULE_RANGE,
        .conclusion = s->theorem->claims[claim].links[link].relation,
        .payload = p};
    *line = answer == RANGE_PROVED ? search_line(s, &proof) : SEARCH_NONE;
    return answer;
}

size_t scalar_prove(struct search *s, const struct expr *goal, bool thorough)
{
    struct domain domain;
    struct relation r;
    struct leaves leaves = {.count = 0};
    const struct range_limits limits = limits_of(s, thorough);
    if (search_is_exhausted(s) || !relation_read(&r, s->pool, goal))
        return SEARCH_NONE;
    find_leaves(&leaves, goal->kids[0], 0);
    find_leaves(&leaves, goal->kids[1], 0);
    if (leaves.too_many)
        return SEARCH_NONE;
    for (size_t i = 0; i < leaves.count; i += 3)
        find_bounds(s, &leaves, i);
    if (!rule_range_domain(&domain, s->theorem, goal, leaves.terms,
                           leaves.count))
        return SEARCH_NONE;
    struct partition *p = new_partition(s);
    if (range_prove_domain(p, &domain, &limits) != RANGE_PROVED)
        return SEARCH_NONE;
    const struct line line = {.rule = RULE_RANGE,
                              .conclusion = goal,
                              .premises = leaves.premises,
                              .npremises = leaves.npremises,
                              .terms = leaves.terms,
                              .nterms = leaves.count,
                              .payload = p};
    return search_line(s, &line);
}
