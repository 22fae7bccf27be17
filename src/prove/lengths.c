/*
 * Order of lengths, by that of their squares: what equations say is put into
 * the difference of these, until the kernel sees a sum of squares in it.  So
 * |b - A*s| <= |b - A*w| from A'*A*s == A'*b.  Weighed against it: the
 * multiples of the equations by semidefinite programming, which finds more, in
 * floating point and for numbers alone.
 */
#include "prove/move_internal.h"

enum {
    LENGTHS_MAX_FACTS = 6,  /* equations put in */
    LENGTHS_MAX_TERMS = 12, /* of one */
    LENGTHS_DEPTH = 2,      /* equations one after another */
    LENGTHS_DEPTH_LAST = 3,
    LENGTHS_MAX_LEFT = 4, /* terms of what is left, with lines tried for it */
    LENGTHS_LINES_LEFT = 12,
    LENGTHS_LINES = 300 /* tried with what is known of lengths, squared */
};

/* A length, perhaps times numbers. */
static bool is_length(const struct expr *e)
{
    bool found = expr_is_call(e, FN_NORM2) || expr_is_call(e, FN_NORMFRO);
    if (expr_is_scalar(e) && e->op == EX_SCALE)
        for (size_t i = 0; i < e->count && !found; i++)
            found = is_length(e->kids[i]);
    return found;
}

/* u'*v, or a trace, is one of the factors. */
static bool has_word(const struct normal_form *f)
{
    bool found = false;
    for (size_t i = 0; f && i < f->count && !found; i++)
        for (size_t k = 0; k < f->terms[i].nfactors && !found; k++)
            found = f->terms[i].factors[k].atom->op == EX_MATMUL ||
                    expr_is_call(f->terms[i].factors[k].atom, FN_TRACE);
    return found;
}

/*
 * What the fact says is 0, or not negative; NULL: it is no equation, and no
 * relation of numbers with words.
 */
static const struct normal_form *said(struct search *s, size_t fact,
                                      enum relop *op)
{
    struct relation r;
    if (!search_in_scope(s, fact) ||
        !relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        (r.op != REL_EQ && r.op != REL_LE))
        return NULL;
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, r.rhs, r.lhs));
    *op = r.op;
    if (!f || f->count > LENGTHS_MAX_TERMS ||
        ((r.op == REL_LE || expr_is_scalar(r.lhs)) && !has_word(f)))
        return NULL;
    return f;
}

/* A difference, and the moves by which it was reached. */
struct reached {
    const struct expr *difference;
    struct move moves[SEARCH_MAX_DEPTH];
    size_t count;
};

/*
 * The fact is taken so often that its term w cancels in each term at hand, or
 * (twice) turns its sign there.  false: in none, or too often.
 */
static bool put_in(struct reached *to, struct search *s, size_t fact,
                   enum relop op, const struct normal_term *w, bool twice)
{
    const struct normal_form *form = normal_terms(s->n, to->difference);
    struct moves found = {.count = 0};
    struct finding f = {.s = s, .out = &found, .form = form};
    for (size_t i = 0; form && i < form->count; i++) {
        const size_t before = found.count;
        if (op == REL_EQ || mpq_sgn(form->terms[i].coefficient->q) ==
                                mpq_sgn(w->coefficient->q))
            move_cancel(&f, fact, &form->terms[i], w);
        if (found.count > before)
            found.count = before + 1; /* one place of the term */
    }
    if (found.count == 0 || to->count + found.count > SEARCH_MAX_DEPTH)
        return false;
    for (size_t i = 0; i < found.count && to->difference; i++) {
        struct move *m = &to->moves[to->count++];
        *m = found.items[i];
        if (twice)
            m->left = spell_times(s, make_int(s->pool, 2), m->left);
        to->difference = move_apply(s, to->difference, m);
    }
    return to->difference != NULL;
}

/* So many lines for what follows from facts, which are taken back. */
static size_t combine_with(struct search *s, const struct expr *goal,
                           size_t nfacts, size_t lines)
{
    const size_t limit = s->limit;
    if (limit > s->steps + lines)
        s->limit = s->steps + lines;
    const size_t line = combine_prove(s, goal);
    s->limit = limit;
    s->nfacts = nfacts;
    return line;
}

/* The goal where what is left of its difference is not negative. */
static size_t end_here(struct search *s, const struct expr *goal,
                       const struct reached *at)
{
    size_t line = combine_line(s, goal, at->moves, at->count, at->difference);
    if (line != SEARCH_NONE || !s->last || at->count == SEARCH_MAX_DEPTH ||
        normal_terms(s->n, at->difference)->count > LENGTHS_MAX_LEFT)
        return line;
    struct reached to = *at;
    struct move *rest = &to.moves[to.count++];
    *rest =
        (struct move){.line = combine_with(s,
                                           relation_make(s->pool, REL_LE,
                                                         make_int(s->pool, 0),
                                                         at->difference),
                                           s->nfacts, LENGTHS_LINES_LEFT)};
    return rest->line == SEARCH_NONE
               ? rest->line
               : combine_line(s, goal, to.moves, to.count, NULL);
}

static size_t reduce(struct search *s, const struct expr *goal,
                     const struct reached *from, size_t depth);

static size_t reduce_by(struct search *s, const struct expr *goal,
                        const struct reached *from, size_t fact, size_t depth)
{
    enum relop op;
    const struct normal_form *f = said(s, fact, &op);
    size_t line = SEARCH_NONE;
    for (size_t i = 0; f && i < 2 * f->count && line == SEARCH_NONE; i++) {
        struct reached to = *from;
        if (search_is_exhausted(s) ||
            !put_in(&to, s, fact, op, &f->terms[i / 2], i % 2 != 0))
            continue;
        s->steps++;
        line = end_here(s, goal, &to);
        if (line == SEARCH_NONE)
            line = reduce(s, goal, &to, depth - 1);
    }
    return line;
}

static size_t reduce(struct search *s, const struct expr *goal,
                     const struct reached *from, size_t depth)
{
    size_t line = SEARCH_NONE, tried = 0;
    enum relop op;
    for (size_t i = 0; depth > 0 && i < s->nfacts && line == SEARCH_NONE &&
                       tried < LENGTHS_MAX_FACTS;
         i++) {
        tried += said(s, s->facts[i], &op) != NULL;
        line = reduce_by(s, goal, from, s->facts[i], depth);
    }
    return line;
}

static const struct expr *squared(struct search *s, const struct expr *e)
{
    return spell_power(s, e, 2);
}

/* What is known of lengths becomes facts of their squares too. */
static void square_facts(struct search *s)
{
    const size_t count = s->nfacts;
    for (size_t i = 0; i < count; i++) {
        struct relation r;
        if (!search_in_scope(s, s->facts[i]) ||
            !relation_read(&r, s->pool, search_conclusion(s, s->facts[i])) ||
            r.op != REL_LE || !is_length(r.lhs))
            continue;
        const size_t line =
            goal_named(s, "increasing_square", NULL, r.lhs, r.rhs);
        if (line != SEARCH_NONE)
            search_fact(s, line);
    }
}

/* u <= v where the rule `name` says that from the order of w and z. */
static size_t from_order(struct search *s, const char *name,
                         const struct expr *goal, const struct relation *r,
                         size_t order)
{
    const size_t nfacts = s->nfacts;
    if (order == SEARCH_NONE)
        return order;
    search_fact(s, order);
    const size_t line = goal_named(s, name, goal, r->lhs, r->rhs);
    s->nfacts = nfacts;
    return line;
}

static size_t by_squares(struct search *s, const struct expr *goal,
                         const struct relation *r)
{
    const struct expr *order =
        relation_make(s->pool, REL_LE, squared(s, r->lhs), squared(s, r->rhs));
    size_t line = lengths_prove(s, order);
    if (line == SEARCH_NONE)
        line = combine_with(s, order, s->nfacts, LENGTHS_LINES);
    return from_order(s, "order_of_squares", goal, r, line);
}

/* Some inequality is known of a product u'*v. */
static bool knows_product(struct search *s)
{
    bool found = false;
    for (size_t i = 0; i < s->nfacts && !found; i++) {
        struct relation r;
        found = search_in_scope(s, s->facts[i]) &&
                relation_read(&r, s->pool, search_conclusion(s, s->facts[i])) &&
                r.op == REL_LE && expr_is_scalar(r.lhs) &&
                (has_word(normal_terms(s->n, r.lhs)) ||
                 has_word(normal_terms(s->n, r.rhs)));
    }
    return found;
}

/* u <= v by u^2 <= u*v: from the length squared below a product. */
static size_t by_multiples(struct search *s, const struct expr *goal,
                           const struct relation *r)
{
    if (!knows_product(s))
        return SEARCH_NONE;
    const struct expr *order = relation_make(
        s->pool, REL_LE, squared(s, r->lhs), make_mul(s->pool, r->lhs, r->rhs));
    return from_order(s, "order_of_multiples", goal, r,
                      combine_with(s, order, s->nfacts, LENGTHS_LINES));
}

/* u == v by u <= v and v <= u. */
static size_t by_both(struct search *s, const struct expr *goal,
                      const struct relation *r)
{
    const struct relation turned = {.op = REL_LE, .lhs = r->rhs, .rhs = r->lhs};
    const size_t nfacts = s->nfacts;
    size_t line =
        by_squares(s, relation_make(s->pool, REL_LE, r->lhs, r->rhs), r);
    if (line == SEARCH_NONE)
        return line;
    search_fact(s, line);
    line =
        by_squares(s, relation_make(s->pool, REL_LE, r->rhs, r->lhs), &turned);
    if (line != SEARCH_NONE) {
        search_fact(s, line);
        line = goal_named(s, "equal_by_order", goal, r->lhs, r->rhs);
    }
    s->nfacts = nfacts;
    return line;
}

size_t lengths_prove(struct search *s, const struct expr *goal)
{
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || !method_is_free(s->method) ||
        !expr_is_scalar(r.lhs))
        return SEARCH_NONE;
    if (r.op == REL_EQ && is_length(r.lhs) && is_length(r.rhs))
        return by_both(s, goal, &r);
    if (r.op != REL_LE)
        return SEARCH_NONE;
    if (is_length(r.lhs)) {
        const size_t line = by_squares(s, goal, &r);
        return line == SEARCH_NONE ? by_multiples(s, goal, &r) : line;
    }
    const struct reached start = {
        .difference = search_normal(s, make_sub(s->pool, r.rhs, r.lhs))};
    if (!has_word(normal_terms(s->n, start.difference)))
        return SEARCH_NONE;
    const size_t nfacts = s->nfacts;
    congruence_facts(s, relation_make(s->pool, REL_LE, make_int(s->pool, 0),
                                      start.difference));
    size_t line = end_here(s, goal, &start);
    if (line == SEARCH_NONE)
        line = reduce(s, goal, &start,
                      s->last ? LENGTHS_DEPTH_LAST : LENGTHS_DEPTH);
    const size_t known = s->nfacts;
    if (line == SEARCH_NONE)
        square_facts(s);
    if (s->nfacts > known)
        line = combine_with(s, goal, nfacts, LENGTHS_LINES);
    s->nfacts = nfacts;
    return line;
}
