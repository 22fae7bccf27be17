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

static bool push_term(struct deduction *d, const struct form *f)
{
    return push(d, f, NULL);
}

static bool push_variable(struct deduction *d, const struct atom *v)
{
    bool is_family = v != NULL && v->variable == VARIABLE_FAMILY;

    return push(d, is_family ? NULL : ring_atom(d->pool, v), v);
}

bool derive_number(struct deduction *d, const struct argument *a)
{
    const struct form *f = NULL;
    mpq_t q;

    mpq_init(q);
    if (mpq_set_str(q, a->word, 10) == 0 && mpz_sgn(mpq_denref(q)) != 0) {
        mpq_canonicalize(q);
        f = ring_number(d->pool, q);
    }
    mpq_clear(q);
    return push_term(d, f);
}

/* The variable of that number in a list. */
static bool push_listed(struct deduction *d, long k,
                        const struct atom *const *list, size_t count)
{
    return push_variable(d, k >= 0 && (size_t)k < count ? list[k] : NULL);
}

bool derive_symbol(struct deduction *d, const struct argument *a)
{
    return push_listed(d, a->number, d->sequent.symbols, d->sequent.nsymbols);
}

bool derive_defined(struct deduction *d, const struct argument *a)
{
    return push_listed(d, a->number, d->sequent.defined, d->sequent.ndefined);
}

bool derive_fixed(struct deduction *d, const struct argument *a)
{
    return push_listed(d, a->number, d->fixed, d->nfixed);
}

bool derive_generic(struct deduction *d, const struct argument *a)
{
    struct variables avoid = {0, NULL};
    const struct atom *g = NULL;

    if (a[2].number >= TERMS_MAX_INDEX)
        return deduction_refuse(d, "too many variables of one range");
    for (long k = 0; k <= a[2].number; k++) {
        g = generic_new(d->pool, true, a[0].term, a[1].term, &avoid);
        if (g == NULL)
            break;
        avoid = variables_join(d->pool, avoid, variables_of(d->pool, g));
    }
    return push_variable(d, g);
}

bool derive_parameter(struct deduction *d, const struct argument *a)
{
    bool is_one = a->number >= 0 && a->number < TERMS_MAX_INDEX;

    return push_variable(
        d, is_one ? spare_parameter(d->pool, (unsigned)a->number, true) : NULL);
}

bool derive_add(struct deduction *d, const struct argument *a)
{
    return push_term(d, ring_add(d->pool, a[0].term, a[1].term));
}

bool derive_mul(struct deduction *d, const struct argument *a)
{
    return push_term(d, ring_mul(d->pool, a[0].term, a[1].term));
}

bool derive_transpose(struct deduction *d, const struct argument *a)
{
    return push_term(d, ring_transpose(d->pool, a->term));
}

bool derive_eye(struct deduction *d, const struct argument *a)
{
    return push_term(d, ring_eye(d->pool, a->term));
}

bool derive_zero(struct deduction *d, const struct argument *a)
{
    return push_term(d, ring_zero(d->pool, a[0].term, a[1].term));
}

/* The terms of the line behind its first argument. */
static const struct form **terms_behind(struct deduction *d)
{
    const struct form **out =
        arena_array(pool_arena(d->pool), d->nargs, sizeof *out);

    for (size_t i = 1; i < d->nargs; i++)
        out[i - 1] = d->args[i].term;
    return out;
}

bool derive_apply(struct deduction *d, const struct argument *a)
{
    unsigned fn;

    if (!core_function_find(&fn, a->word, d->nargs - 1))
        return deduction_refuse(d, "no such function");
    return push_term(d, form_apply(d->pool, fn, terms_behind(d), d->nargs - 1));
}

bool derive_member(struct deduction *d, const struct argument *a)
{
    return push_term(
        d, form_member(d->pool, a->variable, terms_behind(d), d->nargs - 1));
}

bool derive_bind(struct deduction *d, const struct argument *a)
{
    enum binder_kind kind;

    if (!binder_find(&kind, a->word))
        return deduction_refuse(d, "no such binder");
    return push_term(d, form_bind(d->pool, kind, a[1].term, a[2].term,
                                  a[3].term, a[4].variable));
}
