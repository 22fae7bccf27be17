/*
 * A table of functions, and a walk over the bodies of integrals.
 */
#include "scalar/known.h"

#include "core/binder.h"
#include "core/function.h"

static bool is_function(const struct atom *a)
{
    static const unsigned known[] = {
        CORE_PI, CORE_RECIP, CORE_POW, FN_EXP,   FN_LOG,      FN_SQRT,
        FN_SIN,  FN_COS,     FN_TANH,  FN_ERF,   FN_ABS,      FN_RELU,
        FN_SIGN, FN_MAX2,    FN_MIN2,  CORE_EQ,  CORE_NE,     CORE_LE,
        CORE_LT, CORE_AND,   CORE_OR,  CORE_NOT, CORE_INTEGER};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (a->kind == ATOM_APPLY && a->function == known[i])
            return a->count == 0 || form_scalar(a->args[0]);
    }
    return false;
}

static bool is_made_of_known(const struct form *f);

static bool is_integral(const struct atom *a)
{
    return a->kind == ATOM_BINDER && !binder_is_over_index(a) &&
           is_made_of_known(a->lo) && is_made_of_known(a->hi) &&
           is_made_of_known(a->body);
}

/* Whether it has scalar variables, functions and integrals alone. */
static bool is_made_of_known(const struct form *f)
{
    bool fine = form_scalar(f);

    for (size_t i = 0; i < f->count && fine; i++) {
        const struct letters *m = f->terms[i].monomial;

        for (size_t k = 0; k < m->count && fine; k++) {
            const struct atom *a = m->items[k].atom;

            fine = a->kind == ATOM_VARIABLE || is_integral(a) || is_function(a);
            for (size_t j = 0; j < a->count && fine; j++)
                fine = is_made_of_known(a->args[j]);
        }
    }
    return fine;
}

bool atom_is_known(const struct atom *a)
{
    return is_function(a) || is_integral(a);
}

bool condition_is_of_body(const struct form *r)
{
    for (size_t i = 0; r != NULL && i < r->free.count; i++) {
        const struct atom *v = r->free.items[i];

        if (!v->is_integer &&
            (v->variable == VARIABLE_GENERIC || v->variable == VARIABLE_SPARE))
            return true;
    }
    return false;
}
