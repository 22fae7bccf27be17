/*
 * Moves: what may be taken from a difference that is to be shown nonnegative.
 *
 * The difference is a sum of terms c * factors * letters.  In a term with
 * c < 0 an atom (a factor, or letters side by side) may be replaced by an
 * upper bound, in one with c > 0 by a lower bound; a fact may be subtracted as
 * often as it takes to cancel a term.
 */
#include "prove/search.h"

struct finding {
    struct search *s;
    struct moves *out;
    const struct normal_form *form;
    bool equations;
};

static void add(struct finding *f, size_t line, const struct expr *left,
                const struct expr *right)
{
    if (line != SEARCH_NONE && f->out->count < MOVES_MAX)
        f->out->items[f->out->count++] = (struct move){line, left, right};
}

static const struct expr *times(struct search *s, const struct expr *a,
                                const struct expr *b)
{
    return !a ? b : !b ? a : make_mul(s->pool, a, b);
}

static const struct expr *power_of(struct search *s, const struct expr *atom,
                                   long power)
{
    struct span nowhere = {0};
    if (power == 0)
        return NULL;
    if (power == 1)
        return atom;
    if (power > 0)
        return expr_binary(s->pool, EX_POW, atom, make_int(s->pool, power),
                           nowhere);
    const struct expr *below = power_of(s, atom, -power);
    return expr_binary(s->pool, EX_DIVIDE, make_int(s->pool, 1), below,
                       nowhere);
}

/* |c| times the factors but factor `but`, of which `out` powers are left out */
static const struct expr *scalar_without(struct search *s,
                                         const struct normal_term *t,
                                         size_t but, long out)
{
    struct span nowhere = {0};
    rational_t c;
    rational_init(&c);
    mpq_abs(c.q, t->coefficient->q);
    const struct expr *e =
        mpq_cmp_ui(c.q, 1, 1) == 0 ? NULL : expr_number(s->pool, &c, nowhere);
    rational_clear(&c);
    for (size_t i = 0; i < t->nfactors; i++) {
        long power = t->factors[i].power;
        if (i == but)
            power -= power > 0 ? out : -out;
        e = times(s, e, power_of(s, t->factors[i].atom, power));
    }
    return e;
}

static const struct expr *scalar_part(struct search *s,
                                      const struct normal_term *t, size_t but)
{
    return scalar_without(s, t, but, 1);
}

static const struct expr *word(struct search *s, const struct normal_letter *l,
                               size_t begin, size_t end)
{
    const struct expr *e = NULL;
    for (size_t i = begin; i < end; i++)
        e = times(s, e,
                  l[i].flip ? make_transpose(s->pool, l[i].atom) : l[i].atom);
    return e;
}

static bool is_usable(const struct finding *f, size_t line)
{
    struct relation r;
    return relation_read(&r, f->s->pool, search_conclusion(f->s, line)) &&
           r.op != REL_NE && (!f->equations || r.op == REL_EQ);
}

/*
 * Uses the bounds of `atom` in a term whose other parts are left, right.  A
 * line reads u R v; in a negative term u is the atom, in a positive one v is;
 * an equation's atom is always u, so there the factor changes sign.
 */
static void use_bounds(struct finding *f, const struct expr *atom,
                       bool negative, const struct expr *left,
                       const struct expr *right)
{
    struct search *s = f->s;
    const struct bounds *bounds = bound_term(s, atom, negative);
    for (size_t i = 0; i < bounds->count; i++) {
        struct relation r;
        size_t line = bounds->lines[i];
        if (!is_usable(f, line) ||
            !relation_read(&r, s->pool, search_conclusion(s, line)))
            continue;
        bool turn = r.op == REL_EQ && !negative;
        const struct expr *factor =
            turn ? times(s, make_int(s->pool, -1), left) : left;
        add(f, line, factor, right);
    }
}

/* 1/u <= 1/v from v <= u; the inverses of a factor in a negative term. */
static void use_inverse(struct finding *f, const struct expr *atom,
                        bool negative, const struct expr *left)
{
    struct search *s = f->s;
    if (f->equations || !method_allows(s->method, "decreasing_", false))
        return;
    const struct bounds *bounds = bound_term(s, atom, !negative);
    size_t rule = catalogue_find("decreasing_inverse");
    for (size_t i = 0; i < bounds->count && s->nfacts < SEARCH_MAX_FACTS; i++) {
        struct relation r;
        if (!relation_read(&r, s->pool, search_conclusion(s, bounds->lines[i])))
            continue;
        const struct expr *args[] = {r.lhs, r.rhs};
        const struct theorem *t = catalogue_theorem(s->catalogue, rule);
        const struct line model = {
            .rule = RULE_INSTANCE, .number = rule, .terms = args, .nterms = 2};
        s->facts[s->nfacts++] = bounds->lines[i];
        add(f,
            goal_instance(s, &model, t, t->claims[0].links[0].relation, NULL),
            left, NULL);
        s->nfacts--;
    }
}

static void scan_term(struct finding *f, const struct normal_term *t)
{
    struct search *s = f->s;
    bool negative = mpq_sgn(t->coefficient->q) < 0;
    const struct expr *all = word(s, t->letters, 0, t->nletters);
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *left = scalar_part(s, t, i);
        if (t->factors[i].power > 0)
            use_bounds(f, t->factors[i].atom, negative, left, all);
        else if (!all)
            use_inverse(f, t->factors[i].atom, negative, left);
        /* (x'y)^2 has bounds of its own */
        if (t->factors[i].power > 1 && (negative || s->later))
            use_bounds(f, power_of(s, t->factors[i].atom, 2), negative,
                       scalar_without(s, t, i, 2), all);
    }
    for (size_t i = 0; i < t->nletters; i++)
        for (size_t k = i + 1; k <= t->nletters && k <= i + 4; k++) {
            const struct expr *left = times(s, scalar_part(s, t, SIZE_MAX),
                                            word(s, t->letters, 0, i));
            const struct expr *atom = word(s, t->letters, i, k);
            use_bounds(f, atom, negative, left,
                       word(s, t->letters, k, t->nletters));
        }
}

/* ---- facts ---- */

static long power_in(const struct normal_term *t, const struct expr *atom)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom == atom)
            return t->factors[i].power;
    return 0;
}

/* The scalars of t over those of w, signs included; NULL: 1. */
static const struct expr *quotient(struct search *s,
                                   const struct normal_term *t,
                                   const struct normal_term *w)
{
    struct span nowhere = {0};
    rational_t c;
    rational_init(&c);
    mpq_div(c.q, t->coefficient->q, w->coefficient->q);
    const struct expr *e =
        mpq_cmp_ui(c.q, 1, 1) == 0 ? NULL : expr_number(s->pool, &c, nowhere);
    rational_clear(&c);
    for (size_t i = 0; i < t->nfactors; i++)
        e = times(
            s, e,
            power_of(s, t->factors[i].atom,
                     t->factors[i].power - power_in(w, t->factors[i].atom)));
    for (size_t i = 0; i < w->nfactors; i++)
        if (power_in(t, w->factors[i].atom) == 0)
            e = times(s, e,
                      power_of(s, w->factors[i].atom, -w->factors[i].power));
    return e;
}

static bool same_letters(const struct normal_letter *a,
                         const struct normal_letter *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].atom != b[i].atom || a[i].flip != b[i].flip)
            return false;
    return true;
}

/* Whether the scalars of w divide those of t. */
static bool divides(const struct normal_term *w, const struct normal_term *t)
{
    for (size_t i = 0; i < w->nfactors; i++)
        if (w->factors[i].power > 0 &&
            power_in(t, w->factors[i].atom) < w->factors[i].power)
            return false;
    return true;
}

static bool same_parts(struct search *s, const struct expr *const *items,
                       const struct normal_letter *letters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct expr *e = letters[i].flip
                                   ? make_transpose(s->pool, letters[i].atom)
                                   : letters[i].atom;
        if (items[i] != e)
            return false;
    }
    return true;
}

static bool same_factors(const struct normal_term *a,
                         const struct normal_term *b)
{
    for (size_t i = 0; i < a->nfactors; i++)
        if (power_in(b, a->factors[i].atom) != a->factors[i].power)
            return false;
    return a->nfactors == b->nfactors;
}

/*
 * The same where several terms of the fact become t: x'*(A + A')*x is
 * 2*x'*A*x, so half of it is taken.
 */
static void add_share(struct finding *f, size_t line, const struct expr *left,
                      const struct expr *right, const struct normal_term *t)
{
    struct relation r;
    struct search *s = f->s;
    if (!relation_read(&r, s->pool, search_conclusion(s, line)))
        return;
    const struct expr *part = make_sub(s->pool, r.rhs, r.lhs);
    const struct normal_form *w =
        normal_terms(s->n, times(s, times(s, left, part), right));
    for (size_t i = 0; w && r.op == REL_EQ && i < w->count; i++) {
        if (w->terms[i].nletters > 0 || !same_factors(&w->terms[i], t))
            continue;
        rational_t c;
        rational_init(&c);
        mpq_div(c.q, t->coefficient->q, w->terms[i].coefficient->q);
        if (mpq_cmp_ui(c.q, 1, 1) != 0)
            left = times(s, expr_number(s->pool, &c, (struct span){0}), left);
        rational_clear(&c);
        break;
    }
    add(f, line, left, right);
}

/* The letters of w within the 1 x 1 product e, one factor of t. */
static void cancel_in_product(struct finding *f, size_t line,
                              const struct expr *e, const struct expr *others,
                              const struct normal_term *w,
                              const struct normal_term *t)
{
    struct parts p;
    const struct expr *scale;
    struct search *s = f->s;
    if (!parts_of_product(&p, &scale, s, e) || scale)
        return;
    for (size_t i = 0; i + w->nletters <= p.count; i++) {
        size_t end = i + w->nletters;
        if (!same_parts(s, p.items + i, w->letters, w->nletters))
            continue;
        const struct expr *left = i ? parts_multiply(s, &p, 0, i) : NULL;
        add_share(f, line, times(s, others, left),
                  end < p.count ? parts_multiply(s, &p, end, p.count) : NULL,
                  t);
    }
}

/* A scalar term has words as factors: x'Ay, or the same from behind. */
static void cancel_within(struct finding *f, size_t line,
                          const struct normal_term *t,
                          const struct normal_term *w)
{
    struct search *s = f->s;
    struct span nowhere = {0};
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *atom = t->factors[i].atom;
        if (atom->op != EX_MATMUL || t->factors[i].power < 1)
            continue;
        struct normal_term rest = *t;
        rational_t c;
        rational_init(&c);
        mpq_div(c.q, t->coefficient->q, w->coefficient->q);
        rest.coefficient = &c;
        const struct expr *others = scalar_part(s, &rest, i);
        if (mpq_sgn(c.q) < 0)
            others = others ? make_neg(s->pool, others)
                            : expr_int(s->pool, -1, nowhere);
        rational_clear(&c);
        cancel_in_product(f, line, atom, others, w, t);
        cancel_in_product(f, line,
                          search_normal(s, make_transpose(s->pool, atom)),
                          others, w, t);
    }
}

static void cancel(struct finding *f, size_t line, const struct normal_term *t,
                   const struct normal_term *w, bool equation)
{
    struct search *s = f->s;
    int sign = mpq_sgn(t->coefficient->q) * mpq_sgn(w->coefficient->q);
    if ((sign < 0 && !equation) || !divides(w, t))
        return;
    if (w->nletters > 0 && t->nletters == 0 && w->nfactors == 0)
        cancel_within(f, line, t, w);
    if (w->nletters > t->nletters)
        return;
    if (w->nletters == 0) {
        add(f, line, quotient(s, t, w), word(s, t->letters, 0, t->nletters));
        return;
    }
    for (size_t i = 0; i + w->nletters <= t->nletters; i++)
        if (same_letters(t->letters + i, w->letters, w->nletters))
            add(f, line, times(s, quotient(s, t, w), word(s, t->letters, 0, i)),
                word(s, t->letters, i + w->nletters, t->nletters));
}

static void use_fact(struct finding *f, size_t line,
                     const struct normal_term *t)
{
    struct relation r;
    struct search *s = f->s;
    if (!is_usable(f, line) ||
        !relation_read(&r, s->pool, search_conclusion(s, line)))
        return;
    const struct normal_form *w =
        normal_terms(s->n, make_sub(s->pool, r.rhs, r.lhs));
    for (size_t i = 0; w && i < w->count; i++)
        cancel(f, line, t, &w->terms[i], r.op == REL_EQ);
}

static bool is_in_scope(const struct search *s, size_t line)
{
    return scope_extends(s->scope, s->d->lines[line].scope);
}

static void use_facts(struct finding *f, const struct normal_term *t)
{
    for (size_t i = 0; i < f->s->nfacts; i++)
        if (is_in_scope(f->s, f->s->facts[i]))
            use_fact(f, f->s->facts[i], t);
}

/* The first negative term, or (equations) the first one. */
static const struct normal_term *first_bad(const struct finding *f)
{
    for (size_t i = 0; i < f->form->count; i++)
        if (f->equations || mpq_sgn(f->form->terms[i].coefficient->q) < 0)
            return &f->form->terms[i];
    return NULL;
}

static size_t size_of(const struct expr *e, size_t depth)
{
    size_t size = 1;
    for (size_t i = 0; i < e->count && depth < 12; i++)
        size += size_of(e->kids[i], depth + 1);
    return size;
}

/* An equation that makes the difference shorter needs no alternative. */
static void commit(struct finding *f, const struct expr *difference)
{
    size_t best = size_of(difference, 0), at = SIZE_MAX;
    for (size_t i = 0; i < f->out->count; i++) {
        struct relation r;
        const struct move *m = &f->out->items[i];
        if (!relation_read(&r, f->s->pool, search_conclusion(f->s, m->line)) ||
            r.op != REL_EQ || f->s->d->lines[m->line].rule != RULE_INSTANCE)
            continue;
        const struct expr *next = move_apply(f->s, difference, m);
        size_t size = next ? size_of(next, 0) : best;
        if (size >= best)
            continue;
        best = size;
        at = i;
    }
    if (at == SIZE_MAX)
        return;
    f->out->items[0] = f->out->items[at];
    f->out->count = 1;
}

void move_find(struct moves *out, struct search *s,
               const struct expr *difference, bool equations, bool facts)
{
    struct finding f = {.s = s,
                        .out = out,
                        .form = normal_terms(s->n, difference),
                        .equations = equations};
    out->count = 0;
    const struct normal_term *bad = f.form ? first_bad(&f) : NULL;
    for (size_t i = 0; bad && facts && i < f.form->count; i++)
        if (f.equations || mpq_sgn(f.form->terms[i].coefficient->q) < 0)
            use_facts(&f, &f.form->terms[i]);
    if (!f.form || facts)
        return;
    if (bad)
        scan_term(&f, bad);
    /* without a negative term the sign of another is what is not known */
    for (size_t i = 0; (!bad || s->wide) && i < f.form->count; i++)
        if (&f.form->terms[i] != bad)
            scan_term(&f, &f.form->terms[i]);
    if (!equations)
        commit(&f, difference);
}

const struct expr *move_apply(struct search *s, const struct expr *difference,
                              const struct move *m)
{
    struct relation r;
    if (!relation_read(&r, s->pool, search_conclusion(s, m->line)))
        return NULL;
    const struct expr *part = make_sub(s->pool, r.rhs, r.lhs);
    part = times(s, times(s, m->left, part), m->right);
    if (part->rows != difference->rows || part->cols != difference->cols)
        return NULL;
    return normal_expr(s->n, make_sub(s->pool, difference, part));
}

void move_term(struct bounds *out, struct search *s, const struct expr *x,
               bool upper)
{
    struct moves moves = {.count = 0};
    const struct expr *zero = upper ? make_neg(s->pool, x) : x;
    struct finding f = {
        .s = s, .out = &moves, .form = normal_terms(s->n, zero)};
    for (size_t i = 0; f.form && i < f.form->count; i++) {
        use_facts(&f, &f.form->terms[i]);
        scan_term(&f, &f.form->terms[i]);
    }
    for (size_t i = 0; i < moves.count && out->count < SEARCH_MAX_MATCHES;
         i++) {
        const struct expr *left = move_apply(s, zero, &moves.items[i]);
        if (!left)
            continue;
        const struct expr *to =
            upper ? search_normal(s, make_neg(s->pool, left)) : left;
        size_t line =
            combine_line(s,
                         upper ? relation_make(s->pool, REL_LE, x, to)
                               : relation_make(s->pool, REL_LE, to, x),
                         &moves.items[i], 1, NULL);
        if (line != SEARCH_NONE)
            out->lines[out->count++] = line;
    }
}
