/*
 * Powers of matrices that equations speak of: A*X == c*X gives A^k*X ==
 * c^k*X, and A*X == X*B gives A^k*X == X*B^k, by induction on l in 0..k in
 * which each line is known beforehand.  And the step of other inductions on an
 * exponent: what r(l-1) says, times the base.
 */
#include "prove/spell.h"

enum { POWER_MAX_BASES = 4, POWER_DEPTH = 60 };

/* d = alpha * (A*X - b), or of X*A, where b is c*X, X*B or B*X. */
struct swap {
    size_t fact; /* d is its right side less its left side */
    const struct expr *a, *x;
    const struct expr *c, *b;      /* one is NULL */
    const struct expr *reciprocal; /* -1/alpha */
    bool right;                    /* X*A */
};

struct powers {
    struct search *s;
    const struct expr *items[POWER_MAX_BASES]; /* A^k */
    size_t count;
};

static void find_powers(struct powers *p, const struct expr *e, size_t depth)
{
    if (depth > POWER_DEPTH || p->count == POWER_MAX_BASES)
        return;
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i] == e)
            return;
    if (e->op == EX_MATPOW && e->kids[1]->op != EX_NUMBER && e->nfree == 0)
        p->items[p->count++] = e;
    for (size_t i = 0; i < e->count; i++)
        find_powers(p, e->kids[i], depth + 1);
}

/* ---- terms ---- */

static const struct expr *power(struct search *s, const struct expr *a,
                                const struct expr *k)
{
    const struct expr *kids[] = {a, k};
    return expr_is_scalar(a)
               ? expr_binary(s->pool, EX_POW, a, k, (struct span){0})
               : make_op(s->pool, EX_MATPOW, a->rows, a->cols, kids, 2);
}

/* A^k*X == ... as the swap has it. */
static const struct expr *stated(struct search *s, const struct swap *w,
                                 const struct expr *k)
{
    struct expr_pool *pool = s->pool;
    const struct expr *a = power(s, w->a, k), *to;
    if (w->c)
        to = make_mul(pool, power(s, w->c, k), w->x);
    else
        to = w->right ? make_mul(pool, power(s, w->b, k), w->x)
                      : make_mul(pool, w->x, power(s, w->b, k));
    a = w->right ? make_mul(pool, w->x, a) : make_mul(pool, a, w->x);
    return relation_make(pool, REL_EQ, a, to);
}

/* ---- lines ---- */

/*
 * A^l*X == X*B^l from A^(l-1)*X == X*B^(l-1), line `known`: the difference of
 * the sides is A times that of the latter and (X*B - A*X)*B^(l-1).
 */
static size_t next_line(struct search *s, const struct swap *w,
                        const struct expr *l, size_t known)
{
    const struct expr *before = make_shift(s->pool, l, -1);
    const struct expr *by = power(s, w->c ? w->c : w->b, before);
    const bool behind = !w->c && !w->right; /* B^(l-1) */
    const size_t premises[] = {known, w->fact};
    const struct expr *terms[] = {
        w->right ? NULL : w->a, w->right ? w->a : NULL,
        behind ? w->reciprocal : make_mul(s->pool, w->reciprocal, by),
        behind ? by : NULL, NULL};
    const struct line line = {.rule = RULE_LINEAR,
                              .conclusion = stated(s, w, l),
                              .premises = premises,
                              .npremises = 2,
                              .terms = terms,
                              .nterms = 5};
    return search_line(s, &line);
}

/* The same in the scope of l in 1..k, with the hypothesis for l - 1. */
static size_t step_line(struct search *s, const struct swap *w,
                        const struct symbol *symbol, const struct expr *k)
{
    const struct scope_entry *outer = s->scope;
    const struct expr *l = expr_symbol(s->pool, symbol, (struct span){0});
    const struct expr *one = make_int(s->pool, 1);
    const struct expr *before = make_shift(s->pool, l, -1);
    size_t line = SEARCH_NONE;
    if (!before || !normal_push_range(s->n, symbol, one, k))
        return SEARCH_NONE;
    s->scope = derivation_variable(s->d, outer, symbol, one, k);
    const struct expr *hypothesis = stated(s, w, before);
    s->scope = derivation_hypothesis(s->d, s->scope, hypothesis);
    const struct line known = {.rule = RULE_HYPOTHESIS,
                               .conclusion = hypothesis};
    const size_t at = search_line(s, &known);
    if (at != SEARCH_NONE)
        line = next_line(s, w, l, at);
    s->scope = outer;
    normal_pop_range(s->n);
    return line;
}

static size_t by_induction(struct search *s, const struct swap *w,
                           const struct expr *k)
{
    const struct symbol *symbol =
        dim_new_symbol(expr_dims(s->pool), SYM_INDEX, "l");
    const struct expr *zero = make_int(s->pool, 0);
    const struct expr *body =
        stated(s, w, expr_symbol(s->pool, symbol, (struct span){0}));
    const struct expr *kids[] = {zero, k, body};
    const struct expr model = {.op = EX_FORALL,
                               .symbol = symbol,
                               .is_relation = true,
                               .kids = kids,
                               .count = 3};
    const struct expr *all = expr_intern(s->pool, &model);
    const struct expr *first = make_substitute(s->pool, body, symbol, zero);
    size_t parts[2] = {SEARCH_NONE, SEARCH_NONE};
    if (first)
        parts[0] = search_algebra(s, first);
    if (parts[0] != SEARCH_NONE)
        parts[1] = step_line(s, w, symbol, k);
    const struct line line = {.rule = RULE_INDUCTION,
                              .conclusion = all,
                              .premises = parts,
                              .npremises = 2};
    return parts[1] == SEARCH_NONE ? SEARCH_NONE : search_line(s, &line);
}

/* The equation for k as a fact. */
static void add(struct search *s, const struct swap *w, const struct expr *k)
{
    const size_t all = by_induction(s, w, k);
    const struct line line = {.rule = RULE_SPECIALISE,
                              .conclusion = stated(s, w, k),
                              .premises = &all,
                              .npremises = 1,
                              .terms = &k,
                              .nterms = 1};
    const size_t at = all == SEARCH_NONE ? all : search_line(s, &line);
    if (at != SEARCH_NONE)
        search_fact(s, at);
}

/* ---- equations ---- */

/* The term's scalars over -alpha. */
static const struct expr *scalars(struct search *s, const struct normal_term *t,
                                  const rational_t *alpha)
{
    rational_t c;
    rational_init(&c);
    mpq_div(c.q, t->coefficient->q, alpha->q);
    mpq_neg(c.q, c.q);
    const struct expr *e = spell_scalars(s, &c, t, SIZE_MAX, 0);
    rational_clear(&c);
    return spell_or_one(s, e);
}

static bool is_opposite(const rational_t *a, const rational_t *b)
{
    rational_t sum;
    rational_init(&sum);
    mpq_add(sum.q, a->q, b->q);
    const bool zero = mpq_sgn(sum.q) == 0;
    rational_clear(&sum);
    return zero;
}

/* Whether t = alpha * A*X and u is -alpha times c*X, or X*B. */
static bool read_swap(struct swap *w, struct search *s,
                      const struct normal_term *t, const struct normal_term *u)
{
    const size_t n = t->nletters - 1; /* of X */
    const struct normal_letter *x = t->letters + !w->right, *rest = u->letters;
    const struct normal_letter a = t->letters[w->right ? n : 0];
    if (a.atom != w->a || a.flip || n == 0 || t->nfactors > 0)
        return false;
    w->x = spell_word(s, x, 0, n);
    w->c = w->b = NULL;
    if (u->nletters == n && spell_same(x, rest, n)) {
        w->c = scalars(s, u, t->coefficient);
        return expr_is_scalar(w->c);
    }
    if (u->nletters != n + 1 || u->nfactors > 0 ||
        !spell_same(x, rest + w->right, n) ||
        !is_opposite(t->coefficient, u->coefficient))
        return false;
    w->b = spell_letter(s, rest[w->right ? 0 : n]);
    return w->b->rows == w->b->cols;
}

/* What the fact says of the power. */
static void use_fact(struct search *s, size_t fact, const struct expr *p)
{
    struct relation r;
    rational_t c;
    if (!search_in_scope(s, fact) ||
        !relation_read(&r, s->pool, search_conclusion(s, fact)) ||
        r.op != REL_EQ || expr_is_scalar(r.lhs))
        return;
    const struct normal_form *f =
        normal_terms(s->n, make_sub(s->pool, r.rhs, r.lhs));
    struct swap w = {.fact = fact, .a = search_normal(s, p->kids[0])};
    for (size_t i = 0; f && f->count == 2 && i < 4; i++) {
        const struct normal_term *t = &f->terms[i % 2];
        w.right = i >= 2;
        if (t->nletters < 2 || !read_swap(&w, s, t, &f->terms[1 - i % 2]))
            continue;
        rational_init(&c);
        mpq_inv(c.q, t->coefficient->q);
        mpq_neg(c.q, c.q);
        w.reciprocal = expr_number(s->pool, &c, (struct span){0});
        rational_clear(&c);
        add(s, &w, p->kids[1]);
    }
}

void power_facts(struct search *s, const struct expr *goal)
{
    struct powers p = {.s = s};
    const size_t steps = s->steps, nfacts = s->nfacts;
    find_powers(&p, goal, 0);
    for (size_t i = 0; i < p.count; i++)
        for (size_t k = 0; k < nfacts; k++)
            use_fact(s, s->facts[k], p.items[i]);
    s->steps = steps; /* facts do not count as tried */
}

/* ---- powers that grow with an index ---- */

/* What the power e has more at l than at l - 1, A^k; NULL: nothing known. */
static const struct expr *growth_of(struct search *s, const struct expr *e,
                                    const struct symbol *l)
{
    enum { MOST = 4 };
    struct expr_pool *pool = s->pool;
    struct dim_pool *dims = expr_dims(pool);
    int64_t more;
    if (e->op != EX_MATPOW)
        return NULL;
    const struct dim *at = make_dim(pool, e->kids[1]);
    if (!at || !dim_mentions(at, l))
        return NULL;
    const struct dim *before =
        dim_sub(dims, dim_of_symbol(dims, l), dim_constant(dims, 1));
    const struct dim *by =
        dim_sub(dims, at, dim_substitute(dims, at, l, before));
    if (!dim_is_constant(by, &more) || more < 1 || more > MOST)
        return NULL;
    return more == 1 ? e->kids[0] : power(s, e->kids[0], make_int(pool, more));
}

/* The growths of the powers in e. */
static void find_growths(struct powers *out, const struct expr *e,
                         const struct symbol *l, size_t depth)
{
    const struct expr *more = growth_of(out->s, e, l);
    bool is_new = more && out->count < POWER_MAX_BASES;
    for (size_t i = 0; i < out->count; i++)
        is_new = is_new && out->items[i] != more;
    if (is_new)
        out->items[out->count++] = more;
    for (size_t i = 0; i < e->count && depth < POWER_DEPTH; i++)
        find_growths(out, e->kids[i], l, depth + 1);
}

/* The goal from left*u*right == left*v*right, u == v being known; or a fact. */
static size_t multiplied(struct search *s, const struct expr *goal,
                         size_t known, const struct expr *left,
                         const struct expr *right)
{
    struct relation r;
    const struct expr *terms[] = {left, right, NULL};
    struct line line = {.rule = RULE_LINEAR,
                        .conclusion = goal,
                        .premises = &known,
                        .npremises = 1,
                        .terms = terms,
                        .nterms = 3};
    if (!relation_read(&r, s->pool, search_conclusion(s, known)) ||
        (left && left->cols != r.lhs->rows) ||
        (right && right->rows != r.lhs->cols))
        return SEARCH_NONE;
    const size_t at = search_line(s, &line);
    if (at != SEARCH_NONE)
        return at;
    for (size_t k = 0; k < 2; k++) {
        const struct expr **side = k == 0 ? &r.lhs : &r.rhs;
        *side = spell_times(s, spell_times(s, left, *side), right);
        *side = search_normal(s, *side);
    }
    line.conclusion = relation_make(s->pool, REL_EQ, r.lhs, r.rhs);
    const size_t fact = search_line(s, &line);
    if (fact != SEARCH_NONE)
        search_fact(s, fact);
    return SEARCH_NONE;
}

size_t power_step(struct search *s, const struct expr *goal, size_t known,
                  const struct symbol *l)
{
    struct powers more = {.s = s};
    size_t line = SEARCH_NONE;
    if (goal->op != EX_REL || goal->rel != REL_EQ ||
        search_conclusion(s, known)->op != EX_REL)
        return SEARCH_NONE;
    find_growths(&more, goal, l, 0);
    for (size_t i = 0; i < more.count && line == SEARCH_NONE; i++) {
        const struct expr *a = more.items[i];
        const struct expr *turned = make_transpose(s->pool, a);
        line = multiplied(s, goal, known, NULL, a);
        if (line == SEARCH_NONE)
            line = multiplied(s, goal, known, a, NULL);
        if (line == SEARCH_NONE)
            line = multiplied(s, goal, known, turned, a);
    }
    return line;
}
