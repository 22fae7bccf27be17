/*
 * Goals as instances of theorems: log(u) is compared with a term where u is
 * with the exponential of that term, and exp(u) where u is with a logarithm.
 */
#include "scalar/search.h"

#include "core/ring.h"

/* Whether the term is c * fn(u), for a number c. */
static bool is_multiple_of(const struct term *t, unsigned fn)
{
    const struct letters *m = t->monomial;
    const struct atom *a = m->count == 1 ? m->items[0].atom : NULL;

    return a != NULL && m->items[0].power == 1 && a->kind == ATOM_APPLY &&
           a->function == fn && a->free.count > 0;
}

/* A term c * log(u) of f, of the largest u that is certainly positive; its
 * place, or f->count. */
static size_t log_in(struct enclosure *e, const struct form *f)
{
    size_t out = f->count, most = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct form *u;

        if (!is_multiple_of(&f->terms[i], FN_LOG))
            continue;
        u = f->terms[i].monomial->items[0].atom->args[0];
        if (u->count <= most || !image_is_positive(enclosure_value(e, u)))
            continue;
        most = u->count;
        out = i;
    }
    return out;
}

static bool is_log(const struct atom *a, const void *none)
{
    (void)none;
    return a->kind == ATOM_APPLY && a->function == FN_LOG && a->free.count > 0;
}

/* A term -c * exp(u) of f, c > 0, where u has a logarithm; its place, or
 * f->count. */
static size_t exponential_in(const struct form *f)
{
    size_t i = 0;

    while (i < f->count &&
           !(is_multiple_of(&f->terms[i], FN_EXP) &&
             mpq_sgn(f->terms[i].coefficient->value->q) < 0 &&
             form_first(f->terms[i].monomial->items[0].atom->args[0], is_log,
                        NULL)))
        i++;
    return i;
}

/* What the letter of that term is compared with: f is c times what is between
 * them. */
static const struct form *other_side(struct pool *pool, const struct form *f,
                                     size_t place)
{
    const struct term *t = &f->terms[place];

    return ring_sub(
        pool, t->monomial->items[0].atom->form,
        ring_scale(pool, pool_inverse(pool, t->coefficient)->value->q, f));
}

/* The goal by the theorem of two values, where 0 < `sign`, and a kid. */
static const struct proof *by_theorem(struct search *s, const struct problem *p,
                                      const char *theorem,
                                      const struct form *const values[2],
                                      const struct form *sign,
                                      const struct form *asked, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_INSTANCE, p->goal, 2);
    struct equation *e = arena_array(pool_arena(s->pool), 1, sizeof *e);
    const struct problem kid = {p->facts, p->nfacts, asked};
    const struct wish wish = {p, search_sign(s, CORE_LT, sign)};

    *e = (struct equation){.theorem = theorem,
                           .values = {values[0], values[1]},
                           .premises = {asked},
                           .npremises = 1};
    out->equations = e;
    out->nequations = 1;
    if (asked == NULL || !search_kids(s, out, depth, &wish, 1))
        return NULL;
    out->kids[out->nkids] = prove_tangents(s, &kid, depth + 1);
    if (out->kids[out->nkids] == NULL)
        out->kids[out->nkids] = prove_expanded(s, &kid, depth + 1);
    if (out->kids[out->nkids] == NULL)
        out->kids[out->nkids] = search_prove(s, &kid, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

static const struct proof *by_exponential(struct search *s,
                                          const struct problem *p,
                                          const struct form *f, size_t place,
                                          unsigned depth)
{
    const struct term *t = &f->terms[place];
    const struct form *u = t->monomial->items[0].atom->args[0];
    const bool is_above = mpq_sgn(t->coefficient->value->q) > 0;
    const struct form *other = other_side(s->pool, f, place);
    const struct form *power = form_apply1(s->pool, FN_EXP, other);
    const struct form *const values[] = {is_above ? other : u,
                                         is_above ? u : other};
    const struct form *asked =
        is_above ? ring_sub(s->pool, u, power) : ring_sub(s->pool, power, u);

    return by_theorem(s, p, is_above ? "below_log_by_exp" : "log_by_exp",
                      values, u, search_sign(s, CORE_LE, asked), depth);
}

static const struct proof *by_logarithm(struct search *s,
                                        const struct problem *p,
                                        const struct form *f, size_t place,
                                        unsigned depth)
{
    const struct form *u = f->terms[place].monomial->items[0].atom->args[0];
    const struct form *other = other_side(s->pool, f, place);
    const struct form *log = form_apply1(s->pool, FN_LOG, other);
    const struct form *const values[] = {u, other};

    return by_theorem(s, p, "exp_by_log", values, other,
                      search_sign(s, CORE_LE, ring_sub(s->pool, log, u)),
                      depth);
}

const struct proof *prove_exponential(struct search *s, const struct problem *p,
                                      unsigned depth)
{
    struct enclosure *e =
        enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    const struct form *f = relation_kind(p->goal) == CORE_LE
                               ? relation_atom(p->goal)->args[0]
                               : NULL;
    const size_t place = f ? log_in(e, f) : 0,
                 exponential = f ? exponential_in(f) : 0;

    enclosure_free(e);
    if (f != NULL && exponential < f->count)
        return by_logarithm(s, p, f, exponential, depth);
    return f != NULL && place < f->count ? by_exponential(s, p, f, place, depth)
                                         : NULL;
}
