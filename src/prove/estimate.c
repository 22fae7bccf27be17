/*
 * Bounds of sums and products of norms by how their arguments are built.
 *
 * Each call is bounded once, until only calls are left that the goal's other
 * side has; what is found for the calls of a term is then put together.  So
 * the ways of bounding one call do not multiply with those of the others, as
 * they do where moves follow one another.
 */
#include "prove/estimate.h"
#include "prove/spell.h"

enum {
    ESTIMATE_WAYS = 4,   /* bounds kept of one call */
    ESTIMATE_DEPTH = 7,  /* calls in bounds of calls */
    ESTIMATE_CALLS = 48, /* bounded for one goal */
    ESTIMATE_LINES = 900,
    ESTIMATE_LAST_LINES = 40, /* for what is left in the end */
    ESTIMATE_SIZE_DEPTH = 12,
    ESTIMATE_FAR = 1000 /* for a term of no difference */
};

struct estimate {
    const struct expr *x;
    size_t lines[ESTIMATE_WAYS]; /* x <= a term of leaves */
    size_t count;
};

struct estimating {
    struct search *s;
    const struct expr *goal;
    struct relation relation;         /* of the goal */
    const struct normal_form *leaves; /* of its right side */
    struct estimate known[ESTIMATE_CALLS];
    size_t nknown, depth;
    bool brief; /* the first bound of each call is enough */
};

/* What is done with x <= (conclusion of line), all of whose calls are leaves.
 */
struct estimate_use {
    bool (*take)(struct estimating *e, size_t line, void *context);
    void *context;
};

/* ---- what is to be bounded ---- */

static bool is_leaf(const struct estimating *e, const struct expr *x)
{
    for (size_t i = 0; i < e->leaves->count; i++)
        for (size_t k = 0; k < e->leaves->terms[i].nfactors; k++)
            if (e->leaves->terms[i].factors[k].atom == x)
                return true;
    return false;
}

/* A norm, a largest entry, or a sum of such over an index. */
static bool is_measure(const struct expr *x)
{
    if (make_is_binder(x))
        return true;
    return x->op == EX_CALL && x->count == 1 && !expr_is_scalar(x->kids[0]);
}

/* A measure that is no leaf, or a power of one. */
static bool is_open(const struct estimating *e, const struct expr *x)
{
    if (is_leaf(e, x))
        return false;
    return is_measure(x) || (x->op == EX_POW && is_measure(x->kids[0]) &&
                             !is_leaf(e, x->kids[0]));
}

/* The first open factor of a term with c > 0; NULL: there is none. */
static const struct expr *open_factor(const struct estimating *e,
                                      const struct normal_form *f,
                                      const struct normal_term **term,
                                      size_t *at)
{
    for (size_t i = 0; i < f->count; i++)
        for (size_t k = 0; k < f->terms[i].nfactors; k++) {
            const struct normal_factor *x = &f->terms[i].factors[k];
            if (mpq_sgn(f->terms[i].coefficient->q) < 0 || x->power < 1 ||
                !is_open(e, x->atom))
                continue;
            *term = &f->terms[i];
            *at = k;
            return x->atom;
        }
    return NULL;
}

/* Whether a leaf measures how far two inputs are apart: N(X - Y). */
static bool has_distance(const struct estimating *e)
{
    for (size_t i = 0; i < e->leaves->count; i++)
        for (size_t k = 0; k < e->leaves->terms[i].nfactors; k++) {
            const struct expr *x = e->leaves->terms[i].factors[k].atom;
            if (is_measure(x) &&
                estimate_is_distance(e->s, x->kids[x->count - 1]))
                return true;
        }
    return false;
}

/* ---- bounds of one call ---- */

static const struct estimate *estimate_of(struct estimating *e,
                                          const struct expr *x);
static bool put_in(struct estimating *e, const struct expr *x, size_t line,
                   const struct estimate_use *use);

/* What x is bounded by in the line; x itself: no line. */
static const struct expr *bound_in(const struct estimating *e,
                                   const struct expr *x, size_t line)
{
    struct relation r;
    if (line == SEARCH_NONE)
        return x;
    return relation_read(&r, e->s->pool, search_conclusion(e->s, line)) ? r.rhs
                                                                        : NULL;
}

/* x <= ..., the line with the factor's bound in one place. */
static size_t replaced(struct estimating *e, const struct expr *x, size_t line,
                       const struct expr *left, size_t bound)
{
    struct relation r;
    struct search *s = e->s;
    const struct expr *old = bound_in(e, x, line);
    if (!relation_read(&r, s->pool, search_conclusion(s, bound)))
        return SEARCH_NONE;
    const struct expr *change =
        spell_times(s, left, make_sub(s->pool, r.rhs, r.lhs));
    const struct expr *to = search_normal(s, make_add(s->pool, old, change));
    const struct move moves[] = {{bound, left, NULL}, {line, NULL, NULL}};
    return combine_line(s, relation_make(s->pool, REL_LE, x, to), moves,
                        line == SEARCH_NONE ? 1 : 2, NULL);
}

/* Puts bounds in for all calls that are no leaves; true: taken. */
static bool put_in(struct estimating *e, const struct expr *x, size_t line,
                   const struct estimate_use *use)
{
    const struct normal_term *term = NULL;
    size_t at = 0;
    const struct expr *to = bound_in(e, x, line);
    const struct normal_form *f = to ? normal_terms(e->s->n, to) : NULL;
    if (!f || search_is_exhausted(e->s))
        return false;
    const struct expr *open = open_factor(e, f, &term, &at);
    if (!open)
        return use->take(e, line, use->context);
    if (term->nletters > 0)
        return false;
    const struct expr *left =
        spell_scalars(e->s, term->coefficient, term, at, 1);
    const struct estimate *found = estimate_of(e, open);
    for (size_t i = 0; found && i < found->count; i++) {
        const size_t next = replaced(e, x, line, left, found->lines[i]);
        if (next != SEARCH_NONE && put_in(e, x, next, use))
            return true;
    }
    return false;
}

/* Keeps the line for its call; true: there is no more room. */
static bool keep(struct estimating *e, size_t line, void *context)
{
    struct estimate *own = context;
    for (size_t i = 0; i < own->count; i++)
        if (search_conclusion(e->s, own->lines[i]) ==
            search_conclusion(e->s, line))
            return false;
    own->lines[own->count++] = line;
    return e->brief || own->count == ESTIMATE_WAYS;
}

/* Facts that say x <= v, or x == v. */
static void by_facts(struct bounds *out, struct search *s, const struct expr *x)
{
    struct relation r;
    for (size_t i = 0; i < s->nfacts && out->count < SEARCH_MAX_MATCHES; i++)
        if (search_in_scope(s, s->facts[i]) &&
            relation_read(&r, s->pool, search_conclusion(s, s->facts[i])) &&
            r.op != REL_NE && expr_is_scalar(r.lhs) &&
            search_normal(s, r.lhs) == x)
            out->lines[out->count++] = s->facts[i];
}

static bool is_of_sum(const struct expr *x)
{
    return x->op == EX_CALL && x->count == 1 && x->kids[0]->op == EX_ADD;
}

/* How large the factors are that the term leaves open. */
static size_t size_of_term(const struct estimating *e,
                           const struct normal_term *t, bool near)
{
    size_t size = 0;
    for (size_t k = 0; k < t->nfactors; k++) {
        const struct expr *a = t->factors[k].atom;
        size += is_open(e, a) ? search_size(a, ESTIMATE_SIZE_DEPTH) : 0;
        near = near && !is_of_sum(a);
    }
    return near ? size + ESTIMATE_FAR : size;
}

/*
 * The less the better: what the line leaves open.  Where distances are asked
 * for, a bound of a difference should be made of differences.
 */
static size_t score_of(const struct estimating *e, const struct expr *x,
                       size_t line)
{
    const struct expr *to = bound_in(e, x, line);
    const struct normal_form *f = to ? normal_terms(e->s->n, to) : NULL;
    const bool near = is_of_sum(x) && has_distance(e);
    size_t score = 0;
    for (size_t i = 0; f && i < f->count; i++)
        score += size_of_term(e, &f->terms[i], near);
    return score;
}

/* Puts bounds in for the calls of each line, what is simplest first. */
static bool put_in_all(struct estimating *e, const struct expr *x,
                       const struct bounds *lines,
                       const struct estimate_use *use)
{
    size_t score[SEARCH_MAX_MATCHES];
    for (size_t i = 0; i < lines->count; i++)
        score[i] = score_of(e, x, lines->lines[i]);
    for (size_t k = 0; k < lines->count; k++) {
        size_t best = 0;
        for (size_t i = 1; i < lines->count; i++)
            if (score[i] < score[best])
                best = i;
        score[best] = SIZE_MAX;
        if (put_in(e, x, lines->lines[best], use))
            return true;
    }
    return false;
}

static const struct estimate *estimate_of(struct estimating *e,
                                          const struct expr *x)
{
    struct bounds first = {.count = 0};
    for (size_t i = 0; i < e->nknown; i++)
        if (e->known[i].x == x)
            return &e->known[i];
    if (e->nknown == ESTIMATE_CALLS || e->depth == ESTIMATE_DEPTH)
        return NULL;
    struct estimate *own = &e->known[e->nknown++];
    *own = (struct estimate){.x = x};
    struct estimate found = {.x = x};
    const struct estimate_use use = {keep, &found};
    e->depth++;
    by_facts(&first, e->s, x);
    if (has_distance(e))
        estimate_telescoped(&first, e->s, x);
    estimate_grouped(&first, e->s, x);
    if (!put_in_all(e, x, &first, &use) && (!e->brief || found.count == 0))
        (void)put_in_all(e, x, bound_term(e->s, x, true), &use);
    e->depth--;
    *own = found;
    return own;
}

/* ---- the goal ---- */

/* From u <= w the goal u <= v; true: *context is its line. */
static bool finish(struct estimating *e, size_t line, void *context)
{
    size_t *found = context;
    struct search *s = e->s;
    const size_t limit = s->limit, nfacts = s->nfacts;
    const struct expr *to = bound_in(e, e->relation.lhs, line);
    if (line == SEARCH_NONE || !to)
        return false;
    const struct expr *rest =
        search_normal(s, make_sub(s->pool, e->relation.rhs, to));
    const struct normal_form *f = normal_terms(s->n, rest);
    const struct move move = {line, NULL, NULL};
    *found =
        combine_line(s, e->goal, &move, 1, f && f->count == 0 ? NULL : rest);
    if (*found == SEARCH_NONE && nfacts < SEARCH_MAX_FACTS) {
        if (limit > s->steps + ESTIMATE_LAST_LINES)
            s->limit = s->steps + ESTIMATE_LAST_LINES;
        s->facts[s->nfacts++] = line;
        *found = combine_prove(s, e->goal);
        s->nfacts = nfacts;
        s->limit = limit;
    }
    return *found != SEARCH_NONE;
}

static size_t estimate(struct search *s, const struct expr *goal,
                       const struct relation *r, bool brief)
{
    struct estimating e = {
        .s = s, .goal = goal, .relation = *r, .brief = brief};
    size_t line = SEARCH_NONE, limit = s->limit;
    const struct estimate_use use = {finish, &line};
    e.leaves = normal_terms(s->n, r->rhs);
    if (!e.leaves)
        return SEARCH_NONE;
    if (limit > s->steps + ESTIMATE_LINES)
        s->limit = s->steps + ESTIMATE_LINES;
    (void)put_in(&e, r->lhs, SEARCH_NONE, &use);
    s->limit = limit;
    return line;
}

size_t estimate_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    const bool wide = s->wide;
    struct bounds *known = s->known;
    size_t line = SEARCH_NONE;
    if (!relation_read(&r, s->pool, goal) || r.op != REL_LE ||
        !expr_is_scalar(r.lhs))
        return SEARCH_NONE;
    s->known = NULL; /* with less for side goals than is due elsewhere */
    s->brief = true;
    for (int pass = wide; pass < 2 && line == SEARCH_NONE; pass++) {
        s->wide = pass == 1;
        line = estimate(s, goal, &r, pass == 0);
    }
    s->brief = false;
    s->known = known;
    s->wide = wide;
    return line;
}
