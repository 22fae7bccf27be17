/*
 * Calls whose arguments have sums and products, with the last terms of these
 * taken off: norm(prod(i in 1..l, A[i])) is norm(prod(i in 1..l-1, A[i]) *
 * A[l]). Normal forms of the calls do not say so, being different atoms.
 */
#include "prove/search.h"

enum { UNROLL_DEPTH = 60, UNROLL_MAX = 4 };

struct unrolling {
    struct search *s;
    size_t lines[UNROLL_MAX]; /* binder == the same with its last term off */
    size_t count, depth;
};

const struct expr *unroll_last(struct search *s, const struct expr *e)
{
    const struct expr *before = make_shift(s->pool, e->kids[1], -1);
    const struct expr *last =
        make_substitute(s->pool, e->kids[2], e->symbol, e->kids[1]);
    const struct expr *kids[] = {e->kids[0], before, e->kids[2]};
    if (!before || !last)
        return NULL;
    const struct expr *rest = make_again(s->pool, e, kids);
    if (e->op == EX_SUM)
        return make_add(s->pool, rest, last);
    return e->reversed ? make_mul(s->pool, last, rest)
                       : make_mul(s->pool, rest, last);
}

/* Lines for the outermost sums and products of e that have a last term. */
static void find_binders(struct unrolling *u, const struct expr *e)
{
    if (u->count == UNROLL_MAX || u->depth == UNROLL_DEPTH)
        return;
    if (e->op == EX_SUM || e->op == EX_PROD) {
        const struct expr *apart = unroll_last(u->s, e);
        if (!apart)
            return;
        size_t at =
            search_algebra(u->s, relation_make(u->s->pool, REL_EQ, e, apart));
        if (at != SEARCH_NONE)
            u->lines[u->count++] = at;
        return;
    }
    if (make_is_binder(e))
        return;
    u->depth++;
    for (size_t i = 0; i < e->count; i++)
        find_binders(u, e->kids[i]);
    u->depth--;
}

static const struct expr *replaced(const struct unrolling *u,
                                   const struct expr *e)
{
    for (size_t i = 0; i < u->count && e; i++) {
        const struct expr *line = search_conclusion(u->s, u->lines[i]);
        e = make_replace(u->s->pool, e, line->kids[0], line->kids[1]);
    }
    return e;
}

static void add_call(struct search *s, const struct expr *e)
{
    struct unrolling u = {.s = s};
    find_binders(&u, e);
    const struct expr *apart = u.count > 0 ? replaced(&u, e) : NULL;
    if (!apart || apart == e)
        return;
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion =
                                  relation_make(s->pool, REL_EQ, e, apart),
                              .premises = u.lines,
                              .npremises = u.count};
    size_t at = search_line(s, &line);
    if (at != SEARCH_NONE)
        search_fact(s, at);
}

static void look(struct search *s, const struct expr *e, size_t depth)
{
    if (depth > UNROLL_DEPTH || make_is_binder(e))
        return;
    if (e->op == EX_CALL) {
        add_call(s, e);
        return;
    }
    for (size_t i = 0; i < e->count; i++)
        look(s, e->kids[i], depth + 1);
}

const struct expr *unroll_calls(struct search *s, const struct expr *goal)
{
    const size_t first = s->nfacts;
    look(s, goal, 0);
    for (size_t i = first; i < s->nfacts; i++) {
        const struct expr *fact = search_conclusion(s, s->facts[i]);
        const struct expr *next =
            make_replace(s->pool, goal, fact->kids[0], fact->kids[1]);
        goal = next ? next : goal;
    }
    return goal;
}

/* ---- members ---- */

static const struct expr *member_within(struct search *s, const struct expr *e,
                                        size_t depth, const struct expr **body)
{
    const struct expr *found = NULL;
    if (e->op == EX_LET && (*body = normal_unfold(s->n, e)))
        return e;
    if (make_is_binder(e))
        return NULL;
    for (size_t i = 0; i < e->count && !found && depth < UNROLL_DEPTH; i++)
        found = member_within(s, e->kids[i], depth + 1, body);
    return found;
}

const struct expr *unroll_members(struct search *s, const struct expr *goal)
{
    for (size_t i = 0; i < UNROLL_MAX; i++) {
        const struct expr *body = NULL;
        const struct expr *member = member_within(s, goal, 0, &body);
        const struct expr *next =
            member ? make_replace(s->pool, goal, member, body) : NULL;
        if (!next || next == goal)
            break;
        goal = next;
    }
    return goal;
}
