/*
 * Goals as instances of theorems: log(u) is compared with a term where u is
 * with the exponential of that term; x = u exp(u) for Lambert's function.
 */
#include "scalar/certificate.h"
#include "scalar/laws.h"
#include "scalar/substitute_internal.h"

#include "core/ring.h"

/* A term c * log(u) of f, of the largest u that is certainly positive; its
 * place, or f->count. */
static size_t log_in(struct enclosure *e, const struct form *f)
{
    size_t out = f->count, most = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;
        const struct atom *a = m->count == 1 ? m->items[0].atom : NULL;

        if (a == NULL || m->items[0].power > 1 || !atom_is(a, FN_LOG) ||
            a->free.count == 0 || a->args[0]->count <= most ||
            !image_is_positive(enclosure_value(e, a->args[0])))
            continue;
        most = a->args[0]->count;
        out = i;
    }
    return out;
}

/* c * log(u) + rest by u and the exponential of what log(u) is compared with,
 * where 0 < u. */
static const struct proof *by_exponential(struct search *s,
                                          const struct problem *p,
                                          const struct form *f, size_t place,
                                          unsigned depth)
{
    const struct term *t = &f->terms[place];
    const struct atom *log = t->monomial->items[0].atom;
    const struct form *u = log->args[0];
    const bool is_above = mpq_sgn(t->coefficient->value->q) > 0;
    const struct form *other = ring_sub(
        s->pool, log->form,
        ring_scale(s->pool, pool_inverse(s->pool, t->coefficient)->value->q,
                   f));
    const struct form *power = form_apply1(s->pool, FN_EXP, other);
    struct equation *e = arena_array(pool_arena(s->pool), 1, sizeof *e);
    struct proof *out = search_proof(s, PROOF_INSTANCE, p->goal, 2);
    const struct wish wish = {p, search_sign(s, CORE_LT, u)};
    const struct problem kid = {p->facts, p->nfacts,
                                relation_between(s->pool, CORE_LE,
                                                 is_above ? power : u,
                                                 is_above ? u : power)};

    *e = (struct equation){
        .theorem = is_above ? "below_log_by_exp" : "log_by_exp",
        .values = {is_above ? other : u, is_above ? u : other},
        .premises = {kid.goal},
        .npremises = 1};
    out->equations = e;
    out->nequations = 1;
    if (kid.goal == NULL || !search_kids(s, out, depth, &wish, 1))
        return NULL;
    out->kids[out->nkids] = prove_tangents(s, &kid, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

const struct proof *prove_exponential(struct search *s, const struct problem *p,
                                      unsigned depth)
{
    const struct form *f = relation_atom(p->goal)->args[0];
    LOCAL_ENCLOSURE e = search_enclosure(s, p);
    const size_t place =
        relation_kind(p->goal) == CORE_LE ? log_in(e, f) : f->count;

    return place < f->count ? by_exponential(s, p, f, place, depth) : NULL;
}

/* Lambert's function. */

static bool is_lambert(const struct atom *a, const void *none)
{
    const struct atom *x =
        atom_is(a, FN_LAMBERTW) ? form_letter(a->args[1]) : NULL;

    (void)none;
    return x != NULL && x->kind == ATOM_VARIABLE && form_is_nil(a->args[0]);
}

/* The exponential of which it is the lower branch at the negative; or NULL. */
static const struct atom *lower_lambert_of(const struct atom *a)
{
    const struct form *x = atom_is(a, FN_LAMBERTW) ? a->args[1] : NULL;
    const struct term *branch =
        x && a->args[0]->count == 1 ? a->args[0]->terms : NULL;

    if (branch == NULL || branch->monomial->count > 0 || x->count != 1 ||
        mpq_sgn(branch->coefficient->value->q) > 0 ||
        mpq_cmp_si(x->terms[0].coefficient->value->q, -1, 1) != 0 ||
        x->terms[0].monomial->count != 1 ||
        x->terms[0].monomial->items[0].power != 1)
        return NULL;
    const struct atom *out = x->terms[0].monomial->items[0].atom;
    return exchange_exponential(out, NULL) ? out : NULL;
}

static bool is_lower_lambert(const struct atom *a, const void *none)
{
    (void)none;
    return lower_lambert_of(a) != NULL;
}

/* u = lambertw(-1, -exp(t)), at most -1, and log(-u) + u == t. */
static const struct proof *
prove_lower_lambert(struct search *s, const struct problem *p, unsigned depth)
{
    const struct atom *a = form_first(p->goal, is_lower_lambert, NULL);
    const struct form *t, *below, *domain;
    struct certificate sum = {.nfacts = 0};
    const struct proof *first, *rest;
    struct multiple known;
    struct exchange c;
    struct problem q;

    if (a == NULL)
        return NULL;
    t = lower_lambert_of(a)->args[0];
    below = ring_sub(s->pool, ring_int(s->pool, -1), a->form);
    known = (struct multiple){
        law_fact(s->pool, "lambertw_lower_at_exponential", t, NULL, &domain),
        below};
    known.fact.kids[known.fact.nkids++] = search_goal(s, p, domain, depth);
    sum.failed = known.fact.kids[0] == NULL;
    certificate_add(s, &sum, &known, 1, NULL);
    first = certificate_proof(s, &sum, below, NULL, known.fact.relation);
    c = exchange_at(s, t, a->form);
    c.back = exchange_solved(
        s, t,
        ring_add(s->pool, c.u->form,
                 form_apply1(s->pool, FN_LOG, ring_neg(s->pool, c.u->form))));
    c.known = law_at(s->pool, "log_of_lambertw_lower", t, NULL);
    q = problem_with(s->pool, p, known.fact.relation);
    rest = first ? prove_exchanged(s, &q, &c, depth, search_prove) : NULL;
    return rest ? proof_having(s, first, rest) : NULL;
}

/* With 0 <= u by the first fact, 0 <= u * exp(u). */
static const struct proof *with_sign(struct search *s, const struct problem *p,
                                     unsigned depth)
{
    const struct variables u = p->facts[0]->free;
    const struct form *sign =
        u.count == 1 ? search_sign(s, CORE_LE, u.items[0]->form) : NULL;
    const struct problem kid = {p->facts, 1, sign};
    const struct proof *first =
        sign ? squares_proof(s->theory, s->pool, &kid, SQUARES_DENIED) : NULL;
    const struct problem with =
        problem_with(s->pool, p, first ? sign : p->facts[0]);
    const struct proof *rest = search_prove(s, &with, depth);

    return first && rest ? proof_having(s, first, rest) : rest;
}

/* x = u * exp(u) */
const struct proof *prove_lambert(struct search *s, const struct problem *p,
                                  unsigned depth)
{
    const struct atom *a = form_first(p->goal, is_lambert, NULL);
    struct exchange c = {.pool = s->pool};

    if (a == NULL)
        return prove_lower_lambert(s, p, depth);
    c.x = form_letter(a->args[1]);
    c.u = search_name(s);
    c.forward = a->form;
    c.back =
        ring_mul(s->pool, c.u->form, form_apply1(s->pool, FN_EXP, c.u->form));
    c.known = law_at(s->pool, "lambertw_inverse", c.x->form, NULL);
    c.sides[0] = c.known.premises[0];
    return prove_exchanged(s, p, &c, depth, with_sign);
}
