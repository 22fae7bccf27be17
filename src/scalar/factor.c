/* Common letters of all terms, and denominators. */
#include "scalar/factor.h"

#include "core/ring.h"

static unsigned power_in(const struct letters *m, const struct atom *a)
{
    for (size_t i = 0; i < m->count; i++) {
        if (m->items[i].atom == a)
            return m->items[i].power;
    }
    return 0;
}

/* The least power of the letter in a term, or the largest. */
static unsigned power_of(const struct form *f, const struct atom *a,
                         bool is_least)
{
    unsigned out = power_in(f->terms[0].monomial, a);

    for (size_t i = 1; i < f->count; i++) {
        unsigned now = power_in(f->terms[i].monomial, a);

        if (is_least ? now < out : now > out)
            out = now;
    }
    return out;
}

/* f with a^count less in each term, times u for each that is missing. */
static const struct form *divided(struct pool *pool, const struct form *f,
                                  const struct atom *a, unsigned count,
                                  const struct form *u)
{
    const struct form *sum = ring_int(pool, 0);

    for (size_t i = 0; i < f->count; i++) {
        struct term t = f->terms[i];
        const unsigned power = power_in(t.monomial, a);
        const unsigned less = power < count ? power : count;
        const struct letter part = {a, less};

        if (less > 0)
            t.monomial =
                monomial_divide(pool, t.monomial, pool_letters(pool, 1, &part));
        const struct form *term = ring_term(pool, NULL, NULL, &t);
        if (less < count)
            term = ring_mul(pool, term, ring_power(pool, u, count - less));
        sum = ring_add(pool, sum, term);
    }
    return sum;
}

bool factor_linear(struct pool *pool, const struct form *f,
                   const struct atom *a, const struct form **factor,
                   const struct form **rest)
{
    const struct letters *letter = a->form->terms[0].monomial;

    *factor = *rest = ring_int(pool, 0);
    for (size_t i = 0; i < f->count; i++) {
        struct term t = f->terms[i];
        const struct letters *other = monomial_divide(pool, t.monomial, letter);
        const struct form **part = other ? factor : rest;

        if (other != NULL && monomial_divides(letter, other))
            return false;
        t.monomial = other ? other : t.monomial;
        *part = ring_add(pool, *part, ring_term(pool, NULL, NULL, &t));
        if (*part == NULL)
            return false;
    }
    return !form_is_nil(*factor);
}

const struct form *factor_common(struct pool *pool, struct enclosure *e,
                                 const struct form *f, const struct form **rest)
{
    const struct letters *m = f->count > 0 ? f->terms[0].monomial : NULL;
    const struct form *factor = pool_one(pool);

    *rest = f;
    for (size_t i = 0; m != NULL && f->count > 1 && i < m->count; i++) {
        const struct atom *a = m->items[i].atom;
        const struct image *r = enclosure_value(e, a->form);
        bool is_signed = interval_certainly_nonnegative(&r->x) ||
                         interval_certainly_nonpositive(&r->x);
        unsigned power = power_of(f, a, true);

        power -= is_signed ? 0 : power % 2;
        if (power == 0)
            continue;
        const struct form *part = ring_power(pool, a->form, power);
        *rest = divided(pool, *rest, a, power, NULL);
        if (power % 2 == 1 && !interval_certainly_nonnegative(&r->x)) {
            part = ring_neg(pool, part);
            *rest = ring_neg(pool, *rest);
        }
        factor = ring_mul(pool, factor, part);
    }
    return factor == pool_one(pool) || *rest == NULL ? NULL : factor;
}

const struct form *factor_divisor(struct pool *pool, struct enclosure *e,
                                  const struct form *f, unsigned *power,
                                  const struct form **rest, bool *negative)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        if (!atom_is(a, CORE_RECIP) ||
            (a->free.count == 0 && f->free.count > 0))
            continue;
        const struct image *r = enclosure_value(e, a->args[0]);
        *negative = image_is_negative(r);
        if (!*negative && !image_is_positive(r))
            continue;
        *power = power_of(f, a, false);
        *rest = divided(pool, f, a, *power, a->args[0]);
        if (*rest != NULL)
            return a->args[0];
    }
    return NULL;
}

static bool is_function(const struct atom *a)
{
    return (atom_is(a, FN_LOG) || atom_is(a, FN_ERF)) && a->free.count > 0;
}

const struct atom *factor_of_function(const struct form *f)
{
    const struct letters *common = NULL;
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        if (!is_function(l->atom))
            continue;
        if (common != NULL) /* its terms are to be one */
            return NULL;
        common = f->terms[w.term].monomial;
    }
    for (size_t k = 0; common != NULL && k < common->count; k++) {
        if (common->items[k].atom->kind == ATOM_VARIABLE)
            return common->items[k].atom;
    }
    return NULL;
}

bool factor_isolated(const struct form *f)
{
    struct walk w = walk_of(f);
    bool found = false;

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct letters *m = f->terms[w.term].monomial;

        if (!is_function(l->atom))
            continue;
        found = true;
        for (size_t i = 0; i < m->count; i++) {
            if (l->power > 1 ||
                (&m->items[i] != l && m->items[i].atom->free.count > 0))
                return false;
        }
    }
    return found;
}
