/*
 * Enclosures of terms by a walk over them, with what facts say.
 */
#include "core/enclose.h"

#include "base/status.h"
#include "core/integral.h"
#include "core/ring.h"

#include <stdlib.h>

/* What facts say of a form: of a letter, or of what is compared with 0. */
struct bound {
    const struct form *form;
    struct image *image;
};

struct enclosure {
    struct enclosure *outer;     /* or NULL */
    const struct atom *variable; /* of which the outer one knows nothing */
    struct pool *pool;
    mpfr_prec_t bits;
    struct memo values; /* of forms */
    struct memo signs;  /* of relations: addresses into nothing, 2 + the sign */
    struct bound *bounds;
    size_t nbounds;
    struct image **images;
    size_t count;
    bool is_empty;
};

/* The whole line, which lives as long as the enclosure. */
static struct image *image_new(struct enclosure *e)
{
    struct image *r = xcalloc(1, sizeof *r);

    image_init(r, e->bits);
    e->images = xrealloc(e->images, e->count + 1, sizeof(struct image *));
    e->images[e->count++] = r;
    return r;
}

/* What was found before facts said more. */
static void forget(struct enclosure *e)
{
    memo_clear(&e->values);
    memo_clear(&e->signs);
}

static void drop_images(struct enclosure *e)
{
    for (size_t i = 0; i < e->count; i++) {
        image_clear(e->images[i]);
        free(e->images[i]);
    }
    e->count = 0;
}

void enclosure_free(struct enclosure *e)
{
    if (e == NULL)
        return;
    drop_images(e);
    forget(e);
    free(e->bounds);
    free(e->images);
    free(e);
}

/* What facts say of it so far, at first the whole line. */
static struct image *bound_of(struct enclosure *e, const struct form *f)
{
    struct bound bound = {.form = f};

    for (size_t i = 0; i < e->nbounds; i++) {
        if (e->bounds[i].form == f)
            return e->bounds[i].image;
    }
    bound.image = image_new(e);
    e->bounds = xrealloc(e->bounds, e->nbounds + 1, sizeof bound);
    e->bounds[e->nbounds++] = bound;
    return bound.image;
}

/* The values that facts about multiples of f leave to it. */
static void meet_bounds(struct enclosure *e, struct image *r,
                        const struct form *f)
{
    for (size_t i = 0; i < e->nbounds; i++) {
        const struct number *c = ring_multiple(e->pool, f, e->bounds[i].form);

        if (c == NULL)
            continue;
        LOCAL_MADE_OF(image, bound, e->bits);
        image_number(&bound, c->value);
        image_mul(&bound, &bound, e->bounds[i].image);
        image_meet(r, r, &bound);
    }
    e->is_empty = e->is_empty || image_is_empty(r);
}

bool enclosure_is_empty(const struct enclosure *e)
{
    return e->is_empty;
}

/* Terms. */

static void apply(struct enclosure *e, struct image *r, const struct atom *a)
{
    const struct image *x, *y;

    if (a->function == CORE_PI) {
        image_pi(r);
        return;
    }
    if (a->count == 0 || a->count > 2 || !form_scalar(a->args[0]) ||
        !form_scalar(a->args[a->count - 1]))
        return;
    x = enclosure_value(e, a->args[0]);
    y = enclosure_value(e, a->args[a->count - 1]);
    if (a->function == CORE_POW) {
        const struct number *q = form_as_number(e->pool, a->args[1]);

        image_pow(r, x, y, q ? q->value : NULL);
    } else if (a->function == CORE_RECIP) {
        image_recip(r, x);
    } else if (a->function == FN_MAX2) {
        image_max(r, x, y);
    } else if (a->function == FN_MIN2) {
        image_min(r, x, y);
    } else if (a->count == 1 && a->function < FN_COUNT) {
        image_call(r, (enum function)a->function, x);
    }
}

/* A relation as a number is 1 or 0. */
static void indicate(struct enclosure *e, struct image *r, const struct atom *a)
{
    int sign = enclosure_sign(e, a->form);

    interval_set_si(&r->x, sign < 0 ? 0 : 1);
    if (sign == 0)
        mpfr_set_zero(r->x.lo, 1);
    r->nonzero = sign > 0;
}

/* A generic number is between its ends, in either order. */
static void take_range(struct enclosure *e, struct image *r,
                       const struct atom *g)
{
    LOCAL_MADE_OF(image, found, e->bits);
    interval_hull(&found.x, &enclosure_value(e, g->lo)->x,
                  &enclosure_value(e, g->hi)->x);
    image_meet(r, r, &found);
}

static void atom_image(struct enclosure *e, struct image *r,
                       const struct atom *a)
{
    image_whole(r);
    if (a->kind == ATOM_VARIABLE && a->variable == VARIABLE_GENERIC &&
        !a->is_integer)
        take_range(e, r, a);
    if (a->kind == ATOM_BINDER && !binder_is_over_index(a))
        integral_image(e, r, a);
    if (a->kind == ATOM_APPLY && a->function >= CORE_EQ)
        indicate(e, r, a);
    else if (a->kind == ATOM_APPLY)
        apply(e, r, a);
}

/* Adds scale * the term. */
static void add_term(struct enclosure *e, struct image *sum,
                     const struct term *t, mpz_srcptr scale)
{
    if (!pool_burn(e->pool)) {
        image_whole(sum);
        return;
    }
    LOCAL_RATIONAL c = rational_zero();
    mpq_set_z(c.q, scale);
    mpq_mul(c.q, c.q, t->coefficient->value->q);
    LOCAL_MADE_OF(image, product, e->bits);
    LOCAL_MADE_OF(image, x, e->bits);
    image_number(&product, &c);
    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *l = &t->monomial->items[i];

        image_set(&x, enclosure_value(e, l->atom->form));
        image_power(&x, &x, l->power);
        image_mul(&product, &product, &x);
    }
    image_add(sum, sum, &product);
}

/*
 * The terms of f but that one, divided by c: added as multiples by integers,
 * which do not round, and divided once.
 */
static void add_terms(struct enclosure *e, struct image *sum,
                      const struct form *f, size_t but, mpq_srcptr c)
{
    LOCAL_MPZ(scale);
    mpz_set_ui(scale, 1);
    LOCAL_RATIONAL divisor = rational_zero();
    LOCAL_MADE_OF(image, factor, e->bits);
    interval_set_si(&sum->x, 0);
    for (size_t i = 0; i < f->count; i++)
        mpz_lcm(scale, scale, mpq_denref(f->terms[i].coefficient->value->q));
    for (size_t i = 0; i < f->count; i++) {
        if (i != but)
            add_term(e, sum, &f->terms[i], scale);
    }
    mpq_set_z(divisor.q, scale);
    mpq_mul(divisor.q, divisor.q, c);
    mpq_inv(divisor.q, divisor.q);
    image_number(&factor, &divisor);
    image_mul(sum, sum, &factor);
}

/* Whether the outer enclosure says all that is known of it. */
static bool is_outer(const struct enclosure *e, const struct form *f)
{
    return e->outer != NULL && !variables_have(&f->free, e->variable);
}

/* The letter that a form is, or NULL. */
static const struct atom *letter_of(const struct form *f)
{
    return f->count == 1 && f->terms[0].monomial->count == 1 &&
                   f->terms[0].monomial->items[0].atom->form == f
               ? f->terms[0].monomial->items[0].atom
               : NULL;
}

const struct image *enclosure_value(struct enclosure *e, const struct form *f)
{
    const struct image *known = memo_get(&e->values, f);
    struct image *r;

    if (known != NULL)
        return known;
    if (is_outer(e, f))
        return enclosure_value(e->outer, f);
    r = image_new(e);
    if (!form_scalar(f))
        return r;
    if (letter_of(f) != NULL) {
        atom_image(e, r, letter_of(f));
    } else {
        add_terms(e, r, f, f->count, pool_integer(e->pool, 1)->value->q);
    }
    meet_bounds(e, r, f);
    if (form_is_integer(f))
        image_integers(r);
    memo_set(&e->values, f, r);
    return r;
}

/* Relations. */

static int sign_of_parts(struct enclosure *e, const struct form *r, unsigned fn)
{
    int decisive = fn == CORE_AND ? -1 : 1;
    bool all = true;

    for (size_t i = 0; i < relation_parts(r, fn); i++) {
        int sign = enclosure_sign(e, relation_part(r, fn, i));

        if (sign == decisive)
            return decisive;
        all = all && sign != 0;
    }
    return all ? -decisive : 0;
}

/* 0 (fn) a value */
static int sign_of(const struct image *x, unsigned fn)
{
    bool is_zero = interval_is_zero(&x->x);

    switch (fn) {
    case CORE_EQ:
        return is_zero ? 1 : x->nonzero ? -1 : 0;
    case CORE_NE:
        return x->nonzero ? 1 : is_zero ? -1 : 0;
    case CORE_LE:
        return interval_certainly_nonnegative(&x->x) ? 1
               : image_is_negative(x)                ? -1
                                                     : 0;
    default:
        return image_is_positive(x)                    ? 1
               : interval_certainly_nonpositive(&x->x) ? -1
                                                       : 0;
    }
}

static int sign_by_form(struct enclosure *e, const struct form *relation)
{
    unsigned fn = relation_kind(relation);
    const struct form *f;

    if (fn == CORE_AND || fn == CORE_OR)
        return sign_of_parts(e, relation, fn);
    if (fn == CORE_NOT)
        return -enclosure_sign(e, relation_atom(relation)->args[0]);
    if (fn < CORE_EQ || fn > CORE_INTEGER)
        return 0;
    f = relation_atom(relation)->args[0];
    if (fn == CORE_INTEGER)
        return form_is_integer(f) ? 1 : form_as_number(e->pool, f) ? -1 : 0;
    return form_scalar(f) ? sign_of(enclosure_value(e, f), fn) : 0;
}

int enclosure_sign(struct enclosure *e, const struct form *relation)
{
    const void *known;
    int sign;

    if (relation == relation_true(e->pool))
        return 1;
    if (relation == relation_false(e->pool))
        return -1;
    if (relation == NULL)
        return 0;
    known = memo_get(&e->signs, relation);
    if (known != NULL)
        return (int)(intptr_t)known - 2;
    if (is_outer(e, relation))
        return enclosure_sign(e->outer, relation);
    sign = sign_by_form(e, relation);
    memo_set(&e->signs, relation, (const void *)(intptr_t)(sign + 2));
    return sign;
}

/* Facts. */

/* What 0 (fn) c * a + r says of a. */
static void bound_letter(struct enclosure *e, const struct form *f, size_t term,
                         unsigned fn)
{
    const struct atom *a = f->terms[term].monomial->items[0].atom;
    bool is_lower = mpq_sgn(f->terms[term].coefficient->value->q) > 0;
    struct image *known = bound_of(e, a->form);

    LOCAL_MADE_OF(image, at, e->bits);
    LOCAL_MADE_OF(image, bound, e->bits);
    add_terms(e, &at, f, term, f->terms[term].coefficient->value->q);
    image_neg(&at, &at);
    if (fn == CORE_EQ) {
        image_set(&bound, &at);
    } else if (fn == CORE_NE) {
        bound.nonzero = interval_is_zero(&at.x);
    } else if (is_lower) {
        mpfr_set(bound.x.lo, at.x.lo, MPFR_RNDD);
        bound.above = fn == CORE_LT || at.above;
    } else {
        mpfr_set(bound.x.hi, at.x.hi, MPFR_RNDU);
        bound.below = fn == CORE_LT || at.below;
    }
    image_meet(known, known, &bound);
}

/* What 0 (fn) f says of f. */
static void bound_form(struct enclosure *e, const struct form *f, unsigned fn)
{
    struct image *known = bound_of(e, f);

    LOCAL_MADE_OF(image, bound, e->bits);
    if (fn != CORE_NE)
        mpfr_set_zero(bound.x.lo, 1);
    if (fn == CORE_EQ)
        mpfr_set_zero(bound.x.hi, 1);
    bound.above = fn == CORE_LT;
    bound.nonzero = fn == CORE_NE;
    image_meet(known, known, &bound);
}

static void take_fact(struct enclosure *e, const struct form *r)
{
    unsigned fn = relation_kind(r);
    const struct form *f;

    for (size_t i = 0; fn == CORE_AND && i < relation_parts(r, fn); i++)
        take_fact(e, relation_part(r, fn, i));
    if (fn < CORE_EQ || fn > CORE_LT)
        return;
    f = relation_atom(r)->args[0];
    if (!form_scalar(f))
        return;
    bound_form(e, f, fn);
    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;

        if (m->count == 1 && m->items[0].power == 1)
            bound_letter(e, f, i, fn);
    }
    forget(e);
}

struct enclosure *enclosure_new(struct pool *pool,
                                const struct form *const *facts, size_t count,
                                unsigned bits)
{
    enum { PASSES = 2 }; /* a bound may be that of another letter */
    struct enclosure *e = xcalloc(1, sizeof *e);

    e->pool = pool;
    e->bits = bits;
    for (size_t i = 0; i < PASSES * count; i++)
        take_fact(e, facts[i % count]);
    for (size_t i = 0; i < count; i++) {
        if (enclosure_sign(e, facts[i]) < 0)
            e->is_empty = true;
    }
    return e;
}

struct pool *enclosure_pool(const struct enclosure *e)
{
    return e->pool;
}

mpfr_prec_t enclosure_bits(const struct enclosure *e)
{
    return e->bits;
}

struct enclosure *enclosure_inside(struct enclosure *outer,
                                   const struct atom *variable)
{
    struct enclosure *e = xcalloc(1, sizeof *e);

    e->outer = outer;
    e->variable = variable;
    e->pool = outer->pool;
    e->bits = outer->bits;
    return e;
}

void enclosure_move(struct enclosure *e, const interval_t *x, bool open)
{
    forget(e);
    drop_images(e);
    e->nbounds = 0;
    struct image *bound = bound_of(e, e->variable->form);
    LOCAL_MADE_OF(image, in, e->bits);
    interval_set(&in.x, x);
    in.above = in.below = open;
    image_meet(bound, bound, &in);
}

bool enclosure_gives(struct pool *pool, const struct form *const *facts,
                     size_t count, unsigned bits, const struct form *relation)
{
    LOCAL_ENCLOSURE e = enclosure_new(pool, facts, count, bits);
    return enclosure_sign(e, relation) > 0 || e->is_empty;
}
