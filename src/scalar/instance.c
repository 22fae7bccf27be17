/*
 * Goals as instances of theorems: log(u) is compared with a term where u is
 * with the exponential of that term.
 */
#include "scalar/search.h"

#include "core/ring.h"

/* A term c * log(u) of f, of the largest u that is certainly positive; its
 * place, or f->count. */
static size_t log_in(struct enclosure *e, const struct form *f)
{
    size_t out = f->count, most = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;
        const struct atom *a = m->count == 1 ? m->items[0].atom : NULL;

        if (a == NULL || m->items[0].power != 1 || a->kind != ATOM_APPLY ||
            a->function != FN_LOG || a->args[0]->count <= most ||
            !image_is_positive(enclosure_value(e, a->args[0])))
            continue;
        most = a->args[0]->count;
        out = i;
    }
    return out;
}

static const struct proof *by_exponential(struct search *s,
                                          const struct problem *p,
                                          const struct form *f, size_t place,
                                          unsigned depth)
{
    const struct term *t = &f->terms[place];
    const struct form *u = t->monomial->items[0].atom->args[0];
    const bool is_above = mpq_sgn(t->coefficient->value->q) > 0;
    struct proof *out = search_proof(s, PROOF_INSTANCE, p->goal, 2);
    struct equation *e = arena_array(pool_arena(s->pool), 1, sizeof *e);
    const struct form *other, *power;
    struct problem kid = *p;
    const struct wish wish = {p, search_sign(s, CORE_LT, u)};

    /* log(u) - other, or its negative, is a multiple of f */
    other = ring_sub(s->pool, t->monomial->items[0].atom->form,
                     ring_scale(s->pool,
                                pool_inverse(s->pool, t->coefficient)->value->q,
                                f));
    power = form_apply1(s->pool, FN_EXP, other);
    *e = (struct equation){
        .theorem = is_above ? "below_log_by_exp" : "log_by_exp",
        .values = {is_above ? other : u, is_above ? u : other},
        .npremises = 1};
    out->equations = e;
    out->nequations = 1;
    kid.goal = search_sign(s, CORE_LE,
                           is_above ? ring_sub(s->pool, u, power)
                                    : ring_sub(s->pool, power, u));
    e->premises[0] = kid.goal;
    if (kid.goal == NULL || !search_kids(s, out, depth, &wish, 1))
        return NULL;
    out->kids[out->nkids] = prove_expanded(s, &kid, depth + 1);
    if (out->kids[out->nkids] == NULL)
        out->kids[out->nkids] = search_prove(s, &kid, depth + 1);
    return out->kids[out->nkids++] ? out : NULL;
}

const struct proof *prove_exponential(struct search *s, const struct problem *p,
                                      unsigned depth)
{
    struct enclosure *e =
        enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
    const struct form *f = relation_kind(p->goal) == CORE_LE
                               ? relation_atom(p->goal)->args[0]
                               : NULL;
    const size_t place = f ? log_in(e, f) : 0;

    enclosure_free(e);
    return f != NULL && place < f->count ? by_exponential(s, p, f, place, depth)
                                         : NULL;
}
