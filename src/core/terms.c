/*
 * The operations that make terms.
 */
#include "core/internal.h"
#include "core/ring.h"

/* Variables of one range, fixed or generic, that a log may number. */
enum { TERMS_MAX_INDEX = 4096 };

static bool push(struct deduction *d, const struct form *form,
                 const struct atom *variable)
{
    struct node node = {form, variable};

    if (pool_why(d->pool) != NULL || (form == NULL && variable == NULL))
        return deduction_refuse(d, "no such term can be made");
    arena_push(pool_arena(d->pool), &d->nodes, &d->nnodes, sizeof node, &node);
    return true;
}

static bool push_variable(struct deduction *d, const struct atom *v)
{
    bool is_family = v != NULL && v->variable == VARIABLE_FAMILY;

    return push(d, is_family ? NULL : ring_atom(d->pool, v), v);
}

bool derive_number(struct deduction *d)
{
    const struct form *f = NULL;
    mpq_t q;

    mpq_init(q);
    if (mpq_set_str(q, d->word, 10) == 0 && mpz_sgn(mpq_denref(q)) != 0) {
        mpq_canonicalize(q);
        f = ring_number(d->pool, q);
    }
    mpq_clear(q);
    return push(d, f, NULL);
}

/* The variable of that number in a list. */
static bool push_listed(struct deduction *d, const struct atom *const *list,
                        size_t count)
{
    size_t k = (size_t)d->args[0].number;

    return push_variable(d,
                         d->args[0].number >= 0 && k < count ? list[k] : NULL);
}

bool derive_symbol(struct deduction *d)
{
    return push_listed(d, d->sequent.symbols, d->sequent.nsymbols);
}

bool derive_defined(struct deduction *d)
{
    return push_listed(d, d->sequent.defined, d->sequent.ndefined);
}

bool derive_fixed(struct deduction *d)
{
    return push_listed(d, d->fixed, d->nfixed);
}

bool derive_generic(struct deduction *d)
{
    struct variables avoid = {0, NULL};
    const struct atom *g = NULL;

    if (d->args[2].number >= TERMS_MAX_INDEX)
        return deduction_refuse(d, "too many variables of one range");
    for (long k = 0; k <= d->args[2].number; k++) {
        g = generic_new(d->pool, true, term(d, 0), term(d, 1), &avoid);
        if (g == NULL)
            break;
        avoid = variables_join(d->pool, avoid, variables_of(d->pool, g));
    }
    return push_variable(d, g);
}

bool derive_parameter(struct deduction *d)
{
    long k = d->args[0].number;

    return push_variable(d, k >= 0 && k < TERMS_MAX_INDEX
                                ? spare_parameter(d->pool, (unsigned)k, true)
                                : NULL);
}

bool derive_add(struct deduction *d)
{
    return push(d, ring_add(d->pool, term(d, 0), term(d, 1)), NULL);
}

bool derive_mul(struct deduction *d)
{
    return push(d, ring_mul(d->pool, term(d, 0), term(d, 1)), NULL);
}

bool derive_transpose(struct deduction *d)
{
    return push(d, ring_transpose(d->pool, term(d, 0)), NULL);
}

bool derive_eye(struct deduction *d)
{
    return push(d, ring_eye(d->pool, term(d, 0)), NULL);
}

bool derive_zero(struct deduction *d)
{
    return push(d, ring_zero(d->pool, term(d, 0), term(d, 1)), NULL);
}

static const struct form **terms_from(struct deduction *d, size_t from)
{
    const struct form **out =
        arena_array(pool_arena(d->pool), d->nargs + 1, sizeof *out);

    for (size_t i = from; i < d->nargs; i++)
        out[i - from] = term(d, i);
    return out;
}

bool derive_apply(struct deduction *d)
{
    unsigned fn;

    if (!core_function_find(&fn, d->word, d->nargs))
        return deduction_refuse(d, "no such function");
    return push(d, form_apply(d->pool, fn, terms_from(d, 0), d->nargs), NULL);
}

bool derive_member(struct deduction *d)
{
    return push(
        d, form_member(d->pool, variable(d, 0), terms_from(d, 1), d->nargs - 1),
        NULL);
}

bool derive_bind(struct deduction *d)
{
    enum binder_kind kind;

    return (binder_find(&kind, d->word) &&
            push(d,
                 form_bind(d->pool, kind, term(d, 0), term(d, 1), term(d, 2),
                           variable(d, 3)),
                 NULL)) ||
           deduction_refuse(d, "no such binder");
}
