/*
 * The operations that make terms.
 */
#include "core/internal.h"
#include "core/ring.h"
#include "core/steps.h"

#include <string.h>

/* Variables of one range, fixed or generic, that a log may number. */
enum { TERMS_MAX_INDEX = 4096 };

static const struct form *term(const struct deduction *d, size_t i)
{
    return d->args[i].node.form;
}

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

static bool term_number(struct deduction *d)
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

static bool term_symbol(struct deduction *d)
{
    return push_listed(d, d->sequent.symbols, d->sequent.nsymbols);
}

static bool term_defined(struct deduction *d)
{
    return push_listed(d, d->sequent.defined, d->sequent.ndefined);
}

static bool term_fixed(struct deduction *d)
{
    return push_listed(d, d->fixed, d->nfixed);
}

static bool term_generic(struct deduction *d)
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

static bool term_parameter(struct deduction *d)
{
    long k = d->args[0].number;

    return push_variable(d, k >= 0 && k < TERMS_MAX_INDEX
                                ? spare_parameter(d->pool, (unsigned)k, true)
                                : NULL);
}

static bool term_add(struct deduction *d)
{
    return push(d, ring_add(d->pool, term(d, 0), term(d, 1)), NULL);
}

static bool term_mul(struct deduction *d)
{
    return push(d, ring_mul(d->pool, term(d, 0), term(d, 1)), NULL);
}

static bool term_transpose(struct deduction *d)
{
    return push(d, ring_transpose(d->pool, term(d, 0)), NULL);
}

static bool term_eye(struct deduction *d)
{
    return push(d, ring_eye(d->pool, term(d, 0)), NULL);
}

static bool term_zero(struct deduction *d)
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

static bool term_apply(struct deduction *d)
{
    unsigned fn;

    if (!core_function_find(&fn, d->word, d->nargs))
        return deduction_refuse(d, "no such function");
    return push(d, form_apply(d->pool, fn, terms_from(d, 0), d->nargs), NULL);
}

static bool term_member(struct deduction *d)
{
    return push(d,
                form_member(d->pool, d->args[0].node.variable, terms_from(d, 1),
                            d->nargs - 1),
                NULL);
}

static bool term_bind(struct deduction *d)
{
    enum binder_kind kind;

    return (binder_find(&kind, d->word) &&
            push(d,
                 form_bind(d->pool, kind, term(d, 0), term(d, 1), term(d, 2),
                           d->args[3].node.variable),
                 NULL)) ||
           deduction_refuse(d, "no such binder");
}

const struct operation *term_operation(const char *name)
{
    static const struct operation operations[] = {
#define X(name, arguments) {#name, arguments, term_##name},
        MAJORANT_CORE_TERMS(X)
#undef X
    };

    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (strcmp(operations[i].name, name) == 0)
            return &operations[i];
    }
    return NULL;
}
