/*
 * Integrals and expectations: infinite ends are in the kind of the binder, and
 * nowhere else is infinity a term.  Over the whole line an integral is that of
 * f(x) + f(-x) from 0 on, wherever it has a value.
 */
#include "core/area.h"
#include "core/function.h"
#include "core/read_internal.h"

/* Above 0: inf, below: -inf, 0: anything else. */
static int infinite(const struct expr *e)
{
    int sign = 1;

    for (; e->op == EX_NEG; e = e->kids[0])
        sign = -sign;
    return e->op == EX_INFINITY ? sign : 0;
}

static const struct form *ray(struct reading *r, const struct form *from,
                              const struct form *body, const struct atom *x)
{
    return form_bind(r->pool, BINDER_RAY, from, ring_int(r->pool, 0), body, x);
}

/* The body at -x, where odd and even functions are those of x. */
struct mirror {
    struct pool *pool;
    const struct atom *x;
};

static const struct form *mirrored_form(void *context, const struct form *f);

static const struct form *mirrored_call(struct mirror *m, const struct atom *a)
{
    const struct form **args = atom_args(m->pool, a, true, mirrored_form, m);

    if (args == NULL)
        return NULL;
    if (a->count == 1 && args[0] == ring_neg(m->pool, a->args[0])) {
        switch (a->function) {
        case FN_SIN:
        case FN_TANH:
        case FN_ERF:
        case FN_SIGN:
        case CORE_RECIP:
            return ring_neg(m->pool, a->form);
        case FN_COS:
        case FN_ABS:
            return a->form;
        }
    }
    return form_apply(m->pool, a->function, args, a->count);
}

static const struct form *mirrored_atom(void *context, const struct atom *a)
{
    struct mirror *m = context;

    if (!variables_have(&a->free, m->x))
        return a->form;
    return a->kind == ATOM_APPLY && a->rows == NULL
               ? mirrored_call(m, a)
               : form_at(m->pool, a->form, m->x, ring_neg(m->pool, m->x->form));
}

static const struct form *mirrored_form(void *context, const struct form *f)
{
    struct mirror *m = context;
    const struct form *sum = ring_int(m->pool, 0);

    if (!pool_burn(m->pool))
        return NULL;
    if (!form_scalar(f))
        return form_at(m->pool, f, m->x, ring_neg(m->pool, m->x->form));
    for (size_t i = 0; sum != NULL && i < f->count; i++)
        sum = ring_add(
            m->pool, sum,
            ring_mapped_term(m->pool, &f->terms[i], NULL, mirrored_atom, m));
    return sum;
}

static const struct form *mirrored(struct reading *r, const struct form *body,
                                   const struct atom *x)
{
    struct mirror m = {r->pool, x};

    return mirrored_form(&m, body);
}

static const struct form *line(struct reading *r, const struct form *body,
                               const struct atom *x)
{
    return ray(r, ring_int(r->pool, 0),
               ring_add(r->pool, body, mirrored(r, body, x)), x);
}

/* Of a standard normal x. */
static const struct form *
expectation(struct reading *r, const struct form *body, const struct atom *x)
{
    const struct form *density = form_apply1(
        r->pool, FN_EXP, area_log_density(r->pool, ring_atom(r->pool, x)));

    return line(r, ring_mul(r->pool, density, body), x);
}

const struct form *read_integral(struct reading *r, const struct expr *e)
{
    const struct form *body = read_form(r, e->kids[e->count - 1]);
    const struct atom *x = read_index(r, e->symbol);
    int lo, hi;

    if (body == NULL || x == NULL)
        return NULL;
    if (e->op == EX_EXPECTATION)
        return expectation(r, body, x);
    lo = infinite(e->kids[0]);
    hi = infinite(e->kids[1]);
    if (lo == 0 && hi == 0)
        return read_binder(r, e, BINDER_INTEGRAL, body);
    if (lo == hi)
        return reading_fail(r, "an integral from an infinite end to itself");
    if (lo == 0)
        return hi > 0 ? ray(r, read_form(r, e->kids[0]), body, x)
                      : ring_neg(
                            r->pool,
                            ray(r, ring_neg(r->pool, read_form(r, e->kids[0])),
                                mirrored(r, body, x), x));
    if (hi == 0)
        return lo > 0 ? ring_neg(r->pool,
                                 ray(r, read_form(r, e->kids[1]), body, x))
                      : ray(r, ring_neg(r->pool, read_form(r, e->kids[1])),
                            mirrored(r, body, x), x);
    return hi > 0 ? line(r, body, x) : ring_neg(r->pool, line(r, body, x));
}
