/*
 * The operations that make terms, by a table of what each makes.
 */
#include "core/internal.h"
#include "core/ring.h"

#include <string.h>

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

static const struct form *number(struct deduction *d, const char *word)
{
    const struct form *f = NULL;

    LOCAL_MPQ(q);
    if (mpq_set_str(q, word, 10) == 0 && mpz_sgn(mpq_denref(q)) != 0) {
        mpq_canonicalize(q);
        f = ring_number(d->pool, q);
    }
    return f;
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

static const struct form *applied(struct deduction *d, const char *name)
{
    unsigned fn;

    return core_function_find(&fn, name, d->nargs - 1)
               ? form_apply(d->pool, fn, terms_behind(d), d->nargs - 1)
               : pool_fail(d->pool, "no such function");
}

static const struct form *bound(struct deduction *d, const struct argument *a)
{
    enum binder_kind kind;

    return binder_find(&kind, a->word)
               ? form_bind(d->pool, kind, a[1].term, a[2].term, a[3].term,
                           a[4].variable)
               : pool_fail(d->pool, "no such binder");
}

/* The variable of that number in a list. */
static const struct atom *listed(long k, const struct atom *const *list,
                                 size_t count)
{
    return k >= 0 && (size_t)k < count ? list[k] : NULL;
}

static bool is_index(long k)
{
    return k >= 0 && k < TERMS_MAX_INDEX;
}

static const struct atom *generic(struct deduction *d, bool is_integer,
                                  const struct argument *a)
{
    return is_index(a[2].number)
               ? generic_numbered(d->pool, is_integer, a[0].term, a[1].term,
                                  (unsigned)a[2].number)
               : NULL;
}

static const struct atom *obtained(struct deduction *d, const char *name)
{
    const struct variables own = sequent_obtained(d->pool, &d->sequent);

    for (size_t i = 0; i < own.count; i++) {
        if (strcmp(own.items[i]->name, name) == 0)
            return own.items[i];
    }
    return theory_obtained(d->theory, name);
}

#define TERMS(X)                                                               \
    X(number, number(d, a->word))                                              \
    X(add, ring_add(d->pool, a[0].term, a[1].term))                            \
    X(mul, ring_mul(d->pool, a[0].term, a[1].term))                            \
    X(transpose, ring_transpose(d->pool, a->term))                             \
    X(eye, ring_eye(d->pool, a->term))                                         \
    X(zero, ring_zero(d->pool, a[0].term, a[1].term))                          \
    X(apply, applied(d, a->word))                                              \
    X(member,                                                                  \
      form_member(d->pool, a->variable, terms_behind(d), d->nargs - 1))        \
    X(bind, bound(d, a))

#define X(name, made)                                                          \
    bool derive_##name(struct deduction *d, const struct argument *a)          \
    {                                                                          \
        return push(d, made, NULL);                                            \
    }
TERMS(X)
#undef X

#define VARIABLES(X)                                                           \
    X(symbol, listed(a->number, d->sequent.symbols, d->sequent.nsymbols))      \
    X(defined, listed(a->number, d->sequent.defined, d->sequent.ndefined))     \
    X(obtained, obtained(d, a->word))                                          \
    X(fixed, listed(a->number, d->fixed, d->nfixed))                           \
    X(generic, generic(d, true, a))                                            \
    X(real, generic(d, false, a))                                              \
    X(parameter, is_index(a->number)                                           \
                     ? spare_parameter(d->pool, (unsigned)a->number, true)     \
                     : NULL)

/* A family is a variable without a value. */
#define X(name, made)                                                          \
    bool derive_##name(struct deduction *d, const struct argument *a)          \
    {                                                                          \
        const struct atom *v = made;                                           \
                                                                               \
        return push(d, v && variable_is_value(v) ? v->form : NULL, v);         \
    }
VARIABLES(X)
#undef X
