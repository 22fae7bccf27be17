#include "prove/leaves.h"

static bool is_transparent(const struct expr *e)
{
    switch (e->op) {
    case EX_SYMBOL:
        return e->symbol->kind != SYM_INDEX;
    case EX_NUMBER:
    case EX_PI:
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
           e->kids[1]->op == EX_CALL && e->kids[0]->fn != e->kids[1]->fn;
}

static void add_leaf(struct leaves *l, const struct expr *t)
{
    if (t->op == EX_GIVEN && t->count == 0 && expr_is_scalar(t))
        return; /* a variable of the statement already */
    for (size_t i = 0; i < l->count; i += 3)
        if (l->terms[i] == t)
            return;
    if (l->count == 3 * LEAVES_MAX_COUNT) {
        l->too_many = true;
        return;
    }
    l->terms[l->count] = t;
    l->terms[l->count + 1] = l->terms[l->count + 2] = NULL;
    l->count += 3;
}

static void find(struct leaves *l, const struct expr *e, size_t depth)
{
    if (depth > MAKE_MAX_DEPTH || is_spread(e) || !is_transparent(e)) {
        add_leaf(l, e);
        return;
    }
    if (expr_is_call(e, FN_ONES))
        return;
    for (size_t i = 0; i < e->count; i++)
        find(l, e->kids[i], depth + 1);
}

bool leaves_find(struct leaves *l, const struct expr *goal)
{
    find(l, goal->kids[0], 0);
    find(l, goal->kids[1], 0);
    return !l->too_many;
}

/* ---- what is known between them ---- */

struct relating {
    struct search *s;
    struct leaves *leaves;
    size_t depth, used; /* leaves that occur, one bit each */
    bool single;        /* what speaks of one leaf counts too */
    bool givens;        /* the statement's variables may occur */
};

static const struct expr *leaf_equal_to(struct relating *r,
                                        const struct expr *e)
{
    const struct leaves *l = r->leaves;
    for (size_t i = 0; i < l->count; i += 3) {
        const struct expr *t = l->terms[i];
        if (t != e && (t->rows != e->rows || t->cols != e->cols ||
                       !search_is_equal(r->s, t, e)))
            continue;
        r->used |= (size_t)1 << (i / 3);
        return t;
    }
    return NULL;
}

/* e with the leaves as the goal has them; NULL: it has other parts. */
static const struct expr *aligned(struct relating *r, const struct expr *e)
{
    enum { MOST_KIDS = 2 };
    const struct expr *kids[MOST_KIDS], *made = NULL;
    if (r->givens && e->op == EX_GIVEN && e->count == 0 && expr_is_scalar(e))
        return e; /* a variable of the statement */
    if (!is_transparent(e) || is_spread(e))
        return leaf_equal_to(r, e);
    if (e->count == 0 || expr_is_call(e, FN_ONES))
        return e;
    if (e->count > MOST_KIDS || ++r->depth > MAKE_MAX_DEPTH)
        return NULL;
    for (size_t i = 0; i < e->count; i++)
        if (!(kids[i] = aligned(r, e->kids[i])))
            return NULL;
    made = make_again(r->s->pool, e, kids);
    r->depth--;
    return made;
}

/* Whether there are two bits at least. */
static bool relates(size_t used)
{
    return (used & (used - 1)) != 0;
}

/* What a leaf is equal to, whatever that is. */
static bool defines_leaf(struct search *s, const struct leaves *l,
                         const struct expr *e)
{
    if (e->op != EX_REL || e->rel != REL_EQ || !expr_is_scalar(e->kids[0]))
        return false;
    for (size_t i = 0; i < 2 * (l->count / 3); i++) {
        const struct expr *t = l->terms[i / 2 * 3], *side = e->kids[i % 2];
        if (t->op == side->op && t->fn == side->fn &&
            search_is_equal(s, t, side))
            return true;
    }
    return false;
}

static void add(struct relating *r, size_t line)
{
    struct relation known;
    struct search *s = r->s;
    struct leaves *l = r->leaves;
    if (l->npremises == LEAVES_MAX_RELATIONS ||
        !relation_read(&known, s->pool, search_conclusion(s, line)) ||
        known.op == REL_NE)
        return;
    r->used = r->depth = 0;
    r->givens = r->single || defines_leaf(s, l, search_conclusion(s, line));
    const struct expr *lhs = aligned(r, known.lhs);
    const struct expr *rhs = lhs ? aligned(r, known.rhs) : NULL;
    if (!rhs || !(r->single ? r->used > 0 : relates(r->used)))
        return;
    const struct expr *said = relation_make(s->pool, known.op, lhs, rhs);
    const struct move whole = {.line = line};
    if (lhs != known.lhs || rhs != known.rhs)
        line = combine_line(s, said, &whole, 1, NULL);
    if (line != SEARCH_NONE)
        l->premises[l->npremises++] = line;
}

static void add_bounds(struct relating *r, const struct expr *leaf, bool upper)
{
    const struct bounds *known = bound_term(r->s, leaf, upper);
    for (size_t i = 0; known && i < known->count; i++)
        add(r, known->lines[i]);
}

/* Sums and multiples: other facts cost the range prover more than they tell. */
static bool is_plain(const struct expr *e, size_t depth)
{
    if (!is_transparent(e) || e->op == EX_NUMBER)
        return true;
    if (depth > MAKE_MAX_DEPTH || e->op == EX_CALL || e->op == EX_POW ||
        e->op == EX_DOT_POW)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_plain(e->kids[i], depth + 1))
            return false;
    return true;
}

static bool is_plain_relation(const struct expr *e)
{
    return e->op == EX_REL && is_plain(e->kids[0], 0) &&
           is_plain(e->kids[1], 0);
}

void leaves_know(struct search *s, struct leaves *l)
{
    struct relating r = {.s = s, .leaves = l, .single = true};
    const size_t steps = s->steps;
    s->steps = 0; /* lines that are found here do not count as tried */
    for (size_t i = 0; i < s->nfacts; i++)
        add(&r, s->facts[i]);
    s->steps = steps;
}

void leaves_relate(struct search *s, struct leaves *l, const struct expr *goal)
{
    struct relating r = {.s = s, .leaves = l};
    const size_t nfacts = s->nfacts, steps = s->steps;
    const bool later = s->later;
    s->steps = 0; /* lines that are found here do not count as tried */
    written_facts(s, goal);
    for (size_t i = 0; i < s->nfacts; i++) {
        const struct expr *e = search_conclusion(s, s->facts[i]);
        if (i >= nfacts || is_plain_relation(e) || defines_leaf(s, l, e))
            add(&r, s->facts[i]);
    }
    s->nfacts = nfacts;
    s->later = true; /* what all rules say of a term */
    for (size_t i = 0; i < l->count; i += 3) {
        add_bounds(&r, l->terms[i], true);
        add_bounds(&r, l->terms[i], false);
    }
    s->later = later;
    s->steps = steps;
}
