/*
 * An expectation is compared with moments: what is beside the integrals of f is
 * the integral of that times the density, or times the density and y^2.
 */
#include "scalar/search.h"

#include "core/area.h"
#include "core/function.h"
#include "core/ring.h"

enum { AREA_MOST = 3 };

static bool is_ray(const struct atom *a)
{
    return a->kind == ATOM_BINDER && a->binder == BINDER_RAY &&
           form_is_nil(a->lo);
}

/* The integral that is a factor of the term, or NULL: none, or more. */
static const struct atom *ray_of(const struct term *t)
{
    const struct atom *found = NULL;

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        if (is_ray(l->atom) && (found != NULL || l->power > 1))
            return NULL;
        if (is_ray(l->atom))
            found = l->atom;
    }
    return found;
}

/* The term without that letter. */
static const struct form *front_of(struct pool *pool, const struct term *t,
                                   const struct atom *ray)
{
    const struct form *out = ring_number(pool, t->coefficient->value->q);

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        if (l->atom != ray)
            out =
                ring_mul(pool, out, ring_power(pool, l->atom->form, l->power));
    }
    return out;
}

/* Whether that letter is in each term. */
static bool have_all(const struct form *f, const struct atom *letter)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;
        bool found = false;

        for (size_t k = 0; k < m->count; k++)
            found = found || m->items[k].atom == letter;
        if (!found)
            return false;
    }
    return true;
}

/* f in parts: integrals by their bodies at y, numbers, and the rest. */
struct parts {
    const struct form *bodies, *numbers, *rest;
};

static struct parts take_apart(struct pool *pool, const struct form *f,
                               const struct atom *y)
{
    const struct form *zero = ring_int(pool, 0);
    struct parts out = {zero, zero, zero};

    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];
        const struct atom *ray = ray_of(t);
        const struct form *front = front_of(pool, t, ray);

        if (ray != NULL)
            out.bodies = ring_add(
                pool, out.bodies,
                ring_mul(pool, front, binder_open(pool, ray, y->form)));
        else if (t->monomial->count == 0)
            out.numbers = ring_add(pool, out.numbers, front);
        else
            out.rest = ring_add(pool, out.rest, front);
    }
    return out;
}

/*
 * e for y > 0 such that f is the integral of e from 0 to infinity: so many, of
 * AREA_MOST or less.
 */
static size_t area_bodies(struct pool *pool, const struct form *f,
                          const struct atom *y,
                          const struct form *out[AREA_MOST])
{
    const struct form *density =
        form_apply1(pool, FN_EXP, area_log_density(pool, y->form));
    const struct form *twice = ring_mul(pool, ring_int(pool, 2), density);
    const struct form *square =
        ring_mul(pool, twice, ring_power(pool, y->form, 2));
    const struct parts p = take_apart(pool, f, y);
    size_t count = 0;

    if (p.bodies == NULL || p.bodies->count == 0 || density->count != 1 ||
        !have_all(p.bodies, density->terms[0].monomial->items[0].atom))
        return 0;
    for (int k = 0; k < AREA_MOST; k++) {
        const struct form *e = ring_add(
            pool, p.bodies,
            ring_add(pool, ring_mul(pool, p.numbers, k < 2 ? twice : square),
                     ring_mul(pool, p.rest, k == 0 ? twice : square)));
        const struct form *zero = ring_int(pool, 0);

        if (e != NULL && form_bind(pool, BINDER_RAY, zero, zero, e, y) == f)
            out[count++] = e;
    }
    return count;
}

const struct proof *prove_area(struct search *s, const struct node *n,
                               const struct form *f)
{
    const struct atom *y = search_name(s);
    const struct form *bodies[AREA_MOST], *zero = ring_int(s->pool, 0);
    size_t count = relation_kind(n->p->goal) == CORE_LE
                       ? area_bodies(s->pool, f, y, bodies)
                       : 0;
    const struct problem q = problem_with(
        s->pool, n->p, relation_between(s->pool, CORE_LT, zero, y->form));

    pool_forgive(s->pool);
    for (size_t i = 0; i < count; i++) {
        struct proof *out = search_proof(s, PROOF_AREA, n->p->goal, 1);
        const struct wish wish = {&q, search_sign(s, CORE_LE, bodies[i])};

        out->t = bodies[i];
        out->lo = zero;
        out->y = y;
        if (search_kids(s, out, n->depth, &wish, 1))
            return out;
    }
    return NULL;
}
