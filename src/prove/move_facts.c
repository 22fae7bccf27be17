/* Moves by facts: how often a fact is to be taken to cancel a term. */
#include "prove/move_internal.h"

enum { CANCEL_MAX_FACTORS = 16 };

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
        e = spell_times(
            s, e,
            spell_power(s, t->factors[i].atom,
                        t->factors[i].power - power_in(w, t->factors[i].atom)));
    for (size_t i = 0; i < w->nfactors; i++)
        if (power_in(t, w->factors[i].atom) == 0)
            e = spell_times(
                s, e, spell_power(s, w->factors[i].atom, -w->factors[i].power));
    return e;
}

/* A size or its root: positive, so that anything may be divided by it. */
static bool is_of_size(const struct expr *e)
{
    return e->op == EX_SYMBOL ||
           (expr_is_call(e, FN_SQRT) && e->kids[0]->op == EX_SYMBOL);
}

/* Whether the scalars of w divide those of t; `sizes`: these divide any. */
static bool divides(const struct normal_term *w, const struct normal_term *t,
                    bool sizes)
{
    for (size_t i = 0; i < w->nfactors; i++)
        if (w->factors[i].power > 0 &&
            power_in(t, w->factors[i].atom) < w->factors[i].power &&
            !(sizes && is_of_size(w->factors[i].atom)))
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
        normal_terms(s->n, spell_times(s, spell_times(s, left, part), right));
    for (size_t i = 0; w && r.op == REL_EQ && i < w->count; i++) {
        if (w->terms[i].nletters > 0 || !same_factors(&w->terms[i], t))
            continue;
        rational_t c;
        rational_init(&c);
        mpq_div(c.q, t->coefficient->q, w->terms[i].coefficient->q);
        if (mpq_cmp_ui(c.q, 1, 1) != 0)
            left = spell_times(s, expr_number(s->pool, &c, (struct span){0}),
                               left);
        rational_clear(&c);
        break;
    }
    move_add(f, line, left, right);
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
        add_share(f, line, spell_times(s, others, left),
                  end < p.count ? parts_multiply(s, &p, end, p.count) : NULL,
                  t);
    }
}

/* t without one of its factor number `but`; false: it has too many. */
static bool without(struct normal_factor *left, struct normal_term *rest,
                    const struct normal_term *t, size_t but)
{
    if (t->nfactors > CANCEL_MAX_FACTORS)
        return false;
    *rest = *t;
    rest->factors = left;
    rest->nfactors = 0;
    for (size_t i = 0; i < t->nfactors; i++) {
        left[rest->nfactors] = t->factors[i];
        left[rest->nfactors].power -= i == but;
        rest->nfactors += left[rest->nfactors].power != 0;
    }
    return true;
}

/* A scalar term has words as factors: x'Ay, or the same from behind. */
static void cancel_within(struct finding *f, size_t line,
                          const struct normal_term *t,
                          const struct normal_term *w)
{
    struct search *s = f->s;
    for (size_t i = 0; i < t->nfactors; i++) {
        const struct expr *atom = t->factors[i].atom;
        struct normal_factor left[CANCEL_MAX_FACTORS];
        struct normal_term rest;
        if (atom->op != EX_MATMUL || t->factors[i].power < 1 ||
            !without(left, &rest, t, i))
            continue;
        const struct expr *others = quotient(s, &rest, w);
        cancel_in_product(f, line, atom, others, w, t);
        cancel_in_product(f, line,
                          search_normal(s, make_transpose(s->pool, atom)),
                          others, w, t);
    }
}

void move_cancel(struct finding *f, size_t line, const struct normal_term *t,
                 const struct normal_term *w)
{
    struct search *s = f->s;
    if (!divides(w, t, s->later))
        return;
    if (w->nletters > 0 && t->nletters == 0)
        cancel_within(f, line, t, w);
    if (w->nletters > t->nletters)
        return;
    if (w->nletters == 0) {
        move_add(f, line, quotient(s, t, w),
                 spell_word(s, t->letters, 0, t->nletters));
        return;
    }
    for (size_t i = 0; i + w->nletters <= t->nletters; i++)
        if (spell_same(t->letters + i, w->letters, w->nletters))
            move_add(f, line,
                     spell_times(s, quotient(s, t, w),
                                 spell_word(s, t->letters, 0, i)),
                     spell_word(s, t->letters, i + w->nletters, t->nletters));
}

/* What the fact says is not negative; NULL: it is of no use. */
static const struct normal_form *said_by(struct finding *f, size_t line,
                                         struct relation *r)
{
    struct search *s = f->s;
    if (!move_is_usable(f, line) ||
        !relation_read(r, s->pool, search_conclusion(s, line)))
        return NULL;
    return normal_terms(s->n, make_sub(s->pool, r->rhs, r->lhs));
}

static void use_fact(struct finding *f, size_t line,
                     const struct normal_term *t)
{
    struct relation r;
    const struct normal_form *w = said_by(f, line, &r);
    for (size_t i = 0; w && i < w->count; i++)
        if (r.op == REL_EQ ||
            mpq_sgn(t->coefficient->q) == mpq_sgn(w->terms[i].coefficient->q))
            move_cancel(f, line, t, &w->terms[i]);
}

bool move_is_multiple(const struct normal_term *w, const struct normal_term *t)
{
    return w->nletters + w->nfactors > 0 && w->nletters <= t->nletters &&
           divides(w, t, false);
}

/* The sum as a product with what divides all its terms: t*(1 - t) for t - t^2.
 */
static const struct expr *factored(struct search *s, const struct expr *sum)
{
    const struct normal_form *f = normal_terms(s->n, sum);
    const struct expr *common = NULL, *rest = sum;
    if (!f || f->count < 2)
        return sum;
    for (size_t i = 0; i < f->terms[0].nfactors; i++) {
        const struct normal_factor *x = &f->terms[0].factors[i];
        long least = x->power;
        for (size_t k = 1; k < f->count; k++) {
            const long power = power_in(&f->terms[k], x->atom);
            least = power < least ? power : least;
        }
        if (least < 1)
            continue;
        common = spell_times(s, common, spell_power(s, x->atom, least));
        rest = make_mul(s->pool, spell_power(s, x->atom, -least), rest);
    }
    return common ? make_mul(s->pool, common, search_normal(s, rest)) : sum;
}

const struct expr *move_over(struct finding *f, const struct normal_term *t,
                             const struct normal_term *w)
{
    struct search *s = f->s;
    const struct expr *sum = NULL;
    bool differ = false;
    for (size_t i = 0; i < f->form->count; i++) {
        const struct normal_term *x = &f->form->terms[i];
        if (!move_is_multiple(w, x) || x->nletters != t->nletters ||
            !spell_same(x->letters, t->letters, x->nletters))
            continue;
        if (!sum && x != t)
            return NULL;
        const struct expr *part = quotient(s, x, w);
        part = part ? part : make_int(s->pool, 1);
        sum = sum ? make_add(s->pool, sum, part) : part;
        differ =
            differ || mpq_sgn(x->coefficient->q) != mpq_sgn(t->coefficient->q);
    }
    return differ ? factored(s, sum) : NULL;
}

static void add_over(struct finding *f, size_t line,
                     const struct normal_term *t, const struct normal_term *w)
{
    struct search *s = f->s;
    const struct expr *left = move_over(f, t, w);
    if (left && w->nletters == 0) { /* beside any letter is the same */
        move_add(f, line, left, spell_word(s, t->letters, 0, t->nletters));
        return;
    }
    for (size_t i = 0; left && i + w->nletters <= t->nletters; i++)
        if (spell_same(t->letters + i, w->letters, w->nletters))
            move_add(f, line,
                     spell_times(s, left, spell_word(s, t->letters, 0, i)),
                     spell_word(s, t->letters, i + w->nletters, t->nletters));
}

/* A fact X <= 1 is taken 1 - a times from 1 - a - X + a*X. */
static void use_fact_at_once(struct finding *f, size_t line)
{
    struct relation r;
    const struct normal_form *w = said_by(f, line, &r);
    for (size_t i = 0; w && i < w->count; i++)
        for (size_t k = 0; k < f->form->count; k++)
            if (move_is_multiple(&w->terms[i], &f->form->terms[k]))
                add_over(f, line, &f->form->terms[k], &w->terms[i]);
}

void move_use_facts(struct finding *f, const struct normal_term *t)
{
    for (size_t i = 0; i < f->s->nfacts; i++)
        if (search_in_scope(f->s, f->s->facts[i]))
            use_fact(f, f->s->facts[i], t);
}

void move_use_facts_at_once(struct finding *f)
{
    for (size_t i = 0; i < f->s->nfacts; i++)
        if (search_in_scope(f->s, f->s->facts[i]))
            use_fact_at_once(f, f->s->facts[i]);
}
