/*
 * Equations that make a term simpler at once: a letter and its inverse, squares
 * of roots, values of closed terms.
 */
#include "scalar/simplify_internal.h"

#include "core/ring.h"

/* Products. */

/* By that theorem at u, and v if it has two values. */
static bool by_law(const struct spot *at, struct equation *out,
                   const char *theorem, const struct form *u,
                   const struct form *v)
{
    *out = law_at(at->s->pool, theorem, u, v);
    return law_holds(at->e, out);
}

/* u * recip(u) == 1, sqrt(u) * sqrt(u) == u, abs(u) * abs(u) == u * u. */
static bool cancels(const struct spot *at, struct equation *out)
{
    const struct letter *l = &at->m->items[at->k];
    const struct form *u = l->atom->count == 1 ? l->atom->args[0] : NULL;
    const unsigned fn = l->atom->function;

    if (u == NULL || !form_scalar(u))
        return false;
    if (l->power > 1 && (fn == FN_SQRT || fn == FN_ABS))
        return by_law(at, out, fn == FN_SQRT ? "sqrt_square" : "abs_of_square",
                      u, NULL);
    return fn == CORE_RECIP && form_letter(u) != NULL &&
           monomial_divides(u->terms[0].monomial, at->m) &&
           by_law(at, out, "inverse_cancels", u, NULL);
}

static size_t degree(const struct letters *m)
{
    size_t out = 0;

    for (size_t k = 0; k < m->count; k++)
        out += m->items[k].power;
    return out;
}

/* Whether a is before b: of larger degree, then in the order of letters. */
static bool is_before(const struct letters *a, const struct letters *b)
{
    const size_t first = degree(a), second = degree(b);
    size_t i = 0;

    if (first != second)
        return first > second;
    while (i < a->count && a->items[i].atom == b->items[i].atom &&
           a->items[i].power == b->items[i].power)
        i++;
    if (i == a->count)
        return false;
    int order = hash_compare(&a->items[i].atom->hash, &b->items[i].atom->hash);
    return order != 0 ? order < 0 : a->items[i].power > b->items[i].power;
}

/* The first term of u in that order, in which division has an end. */
static const struct term *leading(const struct form *u)
{
    const struct term *out = u->terms;

    for (size_t i = 1; i < u->count; i++)
        out =
            is_before(u->terms[i].monomial, out->monomial) ? &u->terms[i] : out;
    return out;
}

/* u * recip(u) == 1 for a sum u, solved for its leading term. */
static bool divides(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *u = a->args[0], *sum;
    const struct term *t;

    /* no equation may change what another one begins with: scales go first */
    if (!at->divides || a->function != CORE_RECIP || !form_scalar(u) ||
        u->count < 2 ||
        mpz_cmpabs_ui(mpq_numref(u->terms[0].coefficient->value->q), 1) != 0 ||
        mpz_cmp_ui(mpq_denref(u->terms[0].coefficient->value->q), 1) != 0)
        return false;
    t = leading(u);
    if (t->monomial->count == 0 || !monomial_divides(t->monomial, at->m))
        return false;
    *out = law_of_inverse(at->s->pool, u, t);
    if (!law_holds(at->e, out))
        return false;
    /* what is a product may be worth more */
    sum = form_rewritten(at->s->pool, at->sum, out, 1);
    return sum != NULL && sum->count <= at->sum->count;
}

/* exp(log(u)) == u, log(exp(u)) == u. */
static bool has_inverse(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct atom *inner = form_letter(a->args[0]);
    const bool is_exp = a->function == FN_EXP;

    return (is_exp || a->function == FN_LOG) && inner != NULL &&
           inner->kind == ATOM_APPLY &&
           inner->function == (is_exp ? FN_LOG : FN_EXP) &&
           by_law(at, out, is_exp ? "exp_log" : "log_exp", inner->args[0],
                  NULL);
}

/* The log of what is positive that the term is a multiple of by an integer, as
 * *sign says; or NULL. */
static const struct form *log_of(const struct spot *at, const struct term *t,
                                 int *sign)
{
    const struct letters *m = t->monomial;
    const struct atom *a = m->count == 1 ? m->items[0].atom : NULL;

    *sign = mpq_sgn(t->coefficient->value->q);
    return a != NULL && atom_is(a, FN_LOG) && m->items[0].power == 1 &&
                   mpz_cmp_ui(mpq_denref(t->coefficient->value->q), 1) == 0 &&
                   image_is_positive(enclosure_value(at->e, a->args[0]))
               ? a->form
               : NULL;
}

/* exp(v + log(u)) is exp(v) * u, exp(v - log(u)) is exp(v) * recip(u). */
static bool has_log_inside(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *u = a->args[0], *log = NULL;
    struct pool *pool = at->s->pool;
    int sign = 0;

    if (a->function != FN_EXP || !form_scalar(u))
        return false;
    for (size_t i = 0; i < u->count && log == NULL; i++)
        log = log_of(at, &u->terms[i], &sign);
    if (log == NULL || log == u)
        return false;
    if (u == ring_neg(pool, log))
        *out = law_at(pool, "inverse_of_exp", log, NULL);
    else
        *out =
            law_at(pool, "exp_of_number_sum",
                   sign < 0 ? ring_add(pool, u, log) : ring_sub(pool, u, log),
                   sign < 0 ? ring_neg(pool, log) : log);
    return law_holds(at->e, out);
}

/* lambertw(k, u * exp(u)) == u on the side of -1 of that branch. */
static bool has_lambert(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *x = a->count == 2 ? a->args[1] : NULL;
    const bool is_lower = x != NULL && a->args[0] == ring_int(at->s->pool, -1);

    if (a->function != FN_LAMBERTW || (!is_lower && !form_is_nil(a->args[0])))
        return false;
    for (size_t i = 0; x->count == 1 && i < x->terms[0].monomial->count; i++) {
        const struct atom *power = x->terms[0].monomial->items[i].atom;
        const struct form *u = power->count == 1 ? power->args[0] : NULL;

        if (atom_is(power, FN_EXP) &&
            ring_mul(at->s->pool, u, power->form) == x)
            return by_law(
                at, out, is_lower ? "lambertw_lower_unique" : "lambertw_unique",
                u, NULL);
    }
    return false;
}

/* recip(c * u) is recip(c) * recip(u), for a number c. */
static bool has_scale(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *u = a->args[0], *scale;
    struct pool *pool = at->s->pool;

    if (a->function != CORE_RECIP || !form_scalar(u) || u->count == 0 ||
        form_as_number(pool, u) != NULL)
        return false;
    scale = ring_number(pool, u->terms[0].coefficient->value->q);
    if (u->count > 1 && mpq_sgn(u->terms[0].coefficient->value->q) < 0)
        scale = ring_neg(pool, scale);
    if (scale == NULL || scale == pool_one(pool))
        return false;
    const struct number *c = pool_inverse(pool, form_as_number(pool, scale));
    return by_law(at, out, "inverse_of_product", scale,
                  ring_scale(pool, c->value->q, u));
}

/* What fn(-u) is, by the theorem for matrices. */
static const struct parity {
    unsigned fn;
    const char *theorem;
} parities[] = {
    {FN_SIN, "map_of_negative_sin"},
    {FN_TANH, "map_of_negative_tanh"},
    {FN_ERF, "map_of_negative_erf"},
    {FN_COS, "cos_of_negative"},
};

/* fn(u) where the first coefficient of u is below 0. */
static bool has_sign(const struct spot *at, struct equation *out)
{
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *u = a->args[0];

    if (!form_scalar(u) || u->count == 0 ||
        mpq_sgn(u->terms[0].coefficient->value->q) > 0)
        return false;
    for (size_t i = 0; i < sizeof parities / sizeof parities[0]; i++) {
        if (parities[i].fn == a->function)
            return by_law(at, out, parities[i].theorem,
                          ring_neg(at->s->pool, u), NULL);
    }
    return false;
}

/* Powers. */

/* 0^t is 0, x^0 is 1, and x^k is x^(k - 1) * x for a number k. */
static bool has_power(const struct spot *at, struct equation *out)
{
    enum { MOST = 64 };
    struct pool *pool = at->s->pool;
    const struct atom *a = at->m->items[at->k].atom;
    const struct form *x = a->args[0], *t = a->count == 2 ? a->args[1] : NULL;
    const struct number *c = form_as_number(pool, t);

    if (a->function != CORE_POW)
        return false;
    if (form_is_nil(x) && by_law(at, out, "power_of_zero", t, NULL))
        return true;
    if (c == NULL || mpz_cmp_ui(mpq_denref(c->value->q), 1) != 0 ||
        mpq_sgn(c->value->q) < 0 || mpq_cmp_ui(c->value->q, MOST, 1) > 0)
        return false;
    return form_is_nil(t) ? by_law(at, out, "zeroth_power", x, t)
                          : by_law(at, out, "next_power", x,
                                   ring_sub(pool, t, pool_one(pool)));
}

/* Sums and products. */

/* The binder over lo..hi instead. */
static const struct form *over(struct pool *pool, const struct atom *a,
                               const struct form *hi)
{
    const struct atom *g = generic_numbered(pool, true, a->lo, hi, 0);

    return form_bind(pool, a->binder, a->lo, hi,
                     binder_open(pool, a, ring_atom(pool, g)), g);
}

/* A sum or a product over few numbers by its last term. */
static bool has_last(struct search *s, const struct atom *a,
                     struct equation *out)
{
    enum { MOST = 64 };
    const bool is_sum = a->binder == BINDER_SUM;
    struct pool *pool = s->pool;
    const struct form *one = pool_one(pool), *family, *before, *term;
    size_t count = 0;

    if (a->kind != ATOM_BINDER || a->binder > BINDER_PROD ||
        form_as_number(pool, a->lo) == NULL ||
        form_as_number(pool, a->hi) == NULL)
        return false;
    const struct number *n = form_as_number(pool, ring_sub(pool, a->hi, a->lo));
    if (mpz_cmp_ui(mpq_denref(n->value->q), 1) != 0 ||
        mpq_cmp_ui(n->value->q, MOST, 1) > 0)
        return false;
    family =
        binder_open(pool, a, ring_atom(pool, spare_parameter(pool, 0, true)));
    *out = (struct equation){.head = a->form};
    out->values[count++] = one;
    if (is_sum)
        out->values[count++] = one;
    out->values[count++] = a->lo;
    if (mpq_sgn(n->value->q) < 0) {
        out->values[count++] = a->hi;
        out->values[count++] = family;
        out->theorem = is_sum ? "sum_of_none" : "prod_of_none";
        out->by = ring_int(pool, is_sum ? 0 : 1);
        return true;
    }
    out->theorem = is_sum ? "sum_last" : "prod_last";
    out->values[count++] = ring_sub(pool, a->hi, one);
    out->values[count++] = family;
    before = over(pool, a, ring_sub(pool, a->hi, one));
    term = binder_open(pool, a, a->hi);
    out->by =
        is_sum ? ring_add(pool, before, term) : ring_mul(pool, before, term);
    return out->by != NULL;
}

/* All of it. */

/* The first equation for a term of f, or for a term within. */
static bool find_simpler(const struct spot *in, const struct form *f,
                         struct equation *out)
{
    static finder *const finders[] = {
        has_lambert,    cancels,   divides,       has_inverse,
        has_log_inside, has_scale, has_sign,      closed_value,
        closed_angle,   has_power, closed_primes, closed_exponential,
        closed_root};
    const struct letter *l;

    if (f == NULL)
        return false;
    for (struct walk w = walk_of(f); (l = walk_next(&w)) != NULL;) {
        const struct spot at = {in->s,       in->e, in->whole,
                                in->divides, f,     f->terms[w.term].monomial,
                                w.place - 1};
        const struct atom *a = l->atom;

        if (has_last(in->s, a, out))
            return true;
        if (a->kind != ATOM_APPLY)
            continue;
        for (size_t j = 0; j < a->count; j++) {
            if (find_simpler(in, a->args[j], out))
                return true;
        }
        for (size_t j = 0;
             a->count > 0 && j < sizeof finders / sizeof finders[0]; j++) {
            if (finders[j](&at, out))
                return true;
        }
    }
    return false;
}

/* Equations, one after another; f by them. */
static const struct form *simplified(struct search *s, struct enclosure *e,
                                     const struct form *f, bool divides,
                                     struct equation *list, size_t *count)
{
    for (*count = 0;
         f != NULL && *count < SIMPLIFY_MOST &&
         find_simpler(
             &(struct spot){.s = s, .e = e, .whole = f, .divides = divides}, f,
             &list[*count]);
         ++*count)
        f = form_rewritten(s->pool, f, &list[*count], 1);
    return f;
}

const struct form *form_simplified(struct search *s, struct enclosure *e,
                                   const struct form *f)
{
    struct equation list[SIMPLIFY_MOST];
    size_t count;

    return simplified(s, e, f, false, list, &count);
}

const struct proof *prove_simplified(struct search *s, const struct node *n,
                                     const struct form *f)
{
    struct equation list[SIMPLIFY_MOST];
    size_t count;

    simplified(s, n->e, f, true, list, &count);
    return count > 0
               ? prove_rewritten(s, n->p, list, count, n->depth, search_prove)
               : NULL;
}

bool simplifies_to_zero(struct search *s, const struct problem *p,
                        const struct form *f)
{
    struct equation list[SIMPLIFY_MOST];
    size_t count;

    if (f == NULL)
        return false;
    LOCAL_ENCLOSURE e = search_enclosure(s, p);
    f = simplified(s, e, f, true, list, &count);
    bool out = f != NULL && interval_is_zero(&enclosure_value(e, f)->x);
    pool_forgive(s->pool);
    return out;
}
