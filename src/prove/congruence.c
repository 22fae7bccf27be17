/*
 * What equations say within calls: trace(A) == trace(-A') from A == -A'.
 * Moves multiply equations alone.  And abs(A) == A, where that is seen.
 */
#include "prove/spell.h"

enum { CONGRUENCE_MAX_CALLS = 12, CONGRUENCE_DEPTH = 40 };

struct congruence {
    struct search *s;
    const struct expr *calls[CONGRUENCE_MAX_CALLS];
    size_t count;
};

/* Functions of a matrix whose normal forms are sums of such calls. */
static bool is_linear(const struct expr *e)
{
    return e->op == EX_CALL && (e->fn == FN_TRACE || e->fn == FN_DIAGOF);
}

static void find_calls(struct congruence *c, const struct expr *e, size_t depth)
{
    if (depth > CONGRUENCE_DEPTH || c->count == CONGRUENCE_MAX_CALLS ||
        make_is_binder(e))
        return;
    for (size_t i = 0; i < c->count; i++)
        if (c->calls[i] == e)
            return;
    if (is_linear(e))
        c->calls[c->count++] = e;
    for (size_t i = 0; i < e->count; i++)
        find_calls(c, e->kids[i], depth + 1);
}

size_t congruence_solve(struct search *s, size_t fact, bool flipped)
{
    struct relation r;
    size_t line = SEARCH_NONE;
    if (!search_in_scope(s, fact) ||
        !relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        r.op != REL_EQ || expr_is_scalar(r.lhs))
        return SEARCH_NONE;
    const struct expr *d = make_sub(s->pool, r.rhs, r.lhs);
    const struct normal_form *f = normal_terms(s->n, d);
    for (size_t i = 0; f && i < f->count && line == SEARCH_NONE; i++) {
        const struct normal_term *t = &f->terms[i];
        if (t->nfactors > 0 || t->nletters != 1 ||
            t->letters[0].flip != flipped ||
            (t->letters[0].atom->op != EX_GIVEN &&
             t->letters[0].atom->op != EX_LET))
            continue;
        rational_t c;
        rational_init(&c);
        mpq_inv(c.q, t->coefficient->q);
        mpq_neg(c.q, c.q);
        const struct expr *by = expr_number(s->pool, &c, (struct span){0});
        rational_clear(&c);
        const struct expr *g = spell_letter(s, t->letters[0]);
        const struct expr *e =
            search_normal(s, make_add(s->pool, g, make_mul(s->pool, by, d)));
        const struct move move = {.line = fact, .left = by};
        line = combine_line(s, relation_make(s->pool, REL_EQ, g, e), &move, 1,
                            NULL);
    }
    return line;
}

/* call == what it is with the fact's right side for its left one, as a fact */
static void replace_in(struct search *s, const struct expr *call, size_t fact)
{
    const struct expr *e = search_conclusion(s, fact);
    const struct expr *to = make_replace(s->pool, call, e->kids[0], e->kids[1]);
    if (!to || to == call)
        return;
    const struct line line = {.rule = RULE_REPLACE,
                              .conclusion =
                                  relation_make(s->pool, REL_EQ, call, to),
                              .premises = &fact,
                              .npremises = 1};
    const size_t at = search_line(s, &line);
    if (at != SEARCH_NONE)
        search_fact(s, at);
}

/* ---- words under a trace ---- */

/* An equation whose left side is a product of several factors, or G'. */
static bool is_of_word(struct search *s, size_t fact, struct parts *word)
{
    struct relation r;
    const struct expr *scale;
    return search_in_scope(s, fact) &&
           relation_read(&r, s->pool, search_conclusion(s, fact)) &&
           r.op == REL_EQ && !expr_is_scalar(r.lhs) &&
           (r.lhs->op == EX_MATMUL || r.lhs->op == EX_TRANSPOSE) &&
           parts_of_product(word, &scale, s, r.lhs) && !scale &&
           word->count > (r.lhs->op == EX_MATMUL);
}

/* The letters of the trace turned by `by`, or (flipped) of its transpose. */
static void rotate(struct parts *out, struct search *s, const struct parts *p,
                   size_t by, bool flipped)
{
    out->count = p->count;
    for (size_t i = 0; i < p->count; i++) {
        const size_t at = (i + by) % p->count;
        out->items[i] =
            flipped
                ? search_normal(
                      s, make_transpose(s->pool, p->items[p->count - 1 - at]))
                : p->items[at];
    }
}

static bool begins_with(struct search *s, const struct parts *p,
                        const struct parts *word)
{
    for (size_t i = 0; i < word->count; i++)
        if (i >= p->count || search_normal(s, word->items[i]) != p->items[i])
            return false;
    return true;
}

/* trace(A W B) == trace(e B A) by the fact W == e */
static void use_word(struct search *s, const struct expr *trace, size_t fact,
                     const struct parts *word)
{
    struct parts p, turned;
    const struct expr *scale;
    if (trace->op != EX_CALL || trace->fn != FN_TRACE ||
        !parts_of_product(&p, &scale, s, trace->kids[0]) || scale)
        return;
    for (size_t i = 0; i < 2 * p.count; i++) {
        rotate(&turned, s, &p, i / 2, i % 2 != 0);
        if (!begins_with(s, &turned, word))
            continue;
        const struct expr *e = search_conclusion(s, fact)->kids[0];
        for (size_t k = word->count; k < turned.count; k++)
            e = make_mul(s->pool, e, turned.items[k]);
        replace_in(s, make_call(s->pool, FN_TRACE, e), fact);
        return;
    }
}

/* The traces of the difference, then those that come of them. */
static void use_words(struct search *s, const struct expr *goal,
                      const size_t *facts, size_t nfacts)
{
    struct congruence c = {.s = s};
    struct relation r;
    if (!relation_read(&r, s->pool, goal) || r.op == REL_NE ||
        r.lhs->rows != r.rhs->rows || r.lhs->cols != r.rhs->cols)
        return;
    find_calls(&c, search_normal(s, make_sub(s->pool, r.lhs, r.rhs)), 0);
    for (size_t i = 0; i < c.count; i++)
        for (size_t k = 0; k < nfacts; k++) {
            struct parts word;
            const size_t before = s->nfacts;
            if (!is_of_word(s, facts[k], &word))
                continue;
            use_word(s, c.calls[i], facts[k], &word);
            if (s->nfacts > before)
                find_calls(
                    &c,
                    search_normal(
                        s, search_conclusion(s, s->facts[before])->kids[1]),
                    0);
        }
}

/* abs(A) == A as facts, for products and sums A that are nonnegative. */
static void absolute_facts(struct search *s, const struct expr *e, size_t depth)
{
    if (depth > CONGRUENCE_DEPTH || make_is_binder(e))
        return;
    for (size_t i = 0; i < e->count; i++)
        absolute_facts(s, e->kids[i], depth + 1);
    if (e->op != EX_CALL || e->fn != FN_ABS || expr_is_scalar(e))
        return;
    const size_t rule = catalogue_find("abs_of_nonneg");
    const struct line line = {.rule = RULE_INSTANCE,
                              .number = rule,
                              .conclusion =
                                  relation_make(s->pool, REL_EQ, e, e->kids[0]),
                              .terms = e->kids,
                              .nterms = 1};
    const size_t at =
        search_allows(s, rule, true) ? search_line(s, &line) : SEARCH_NONE;
    if (at != SEARCH_NONE)
        search_fact(s, at);
}

void congruence_facts(struct search *s, const struct expr *goal)
{
    struct congruence c = {.s = s};
    const size_t steps = s->steps, nfacts = s->nfacts;
    find_calls(&c, goal, 0);
    absolute_facts(s, goal, 0);
    for (size_t k = 0; c.count > 0 && k < nfacts; k++) {
        const size_t equation = congruence_solve(s, s->facts[k], false);
        for (size_t i = 0; equation != SEARCH_NONE && i < c.count; i++)
            replace_in(s, c.calls[i], equation);
    }
    size_t words[SEARCH_MAX_FACTS];
    for (size_t k = 0; k < nfacts; k++) {
        const size_t turned = congruence_solve(s, s->facts[k], true);
        words[k] = turned == SEARCH_NONE ? s->facts[k] : turned;
    }
    use_words(s, goal, words, nfacts);
    s->steps = steps; /* facts do not count as tried */
}
