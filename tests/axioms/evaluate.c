#include "evaluate.h"

#include "base/status.h"
#include "core/ring.h"
#include "functions.h"
#include "quadrature.h"

struct remembered {
    const struct atom *atom;
    struct matrix value;
};

/* Open addressing; in the arena of the work. */
struct memory {
    struct remembered *items;
    size_t count, capacity;
};

void instance_forget(struct instance *x)
{
    x->memory = NULL;
}

static struct remembered *slot(struct memory *m, const struct atom *a)
{
    size_t i = (size_t)a->hash.lo & (m->capacity - 1);

    while (m->items[i].atom != NULL && m->items[i].atom != a)
        i = (i + 1) & (m->capacity - 1);
    return &m->items[i];
}

static void remember(struct instance *x, const struct atom *a,
                     struct matrix value)
{
    struct memory *m = x->memory, old;

    if (m == NULL)
        m = x->memory = arena_alloc(x->work->arena, sizeof *m);
    if (2 * m->count >= m->capacity) {
        old = *m;
        m->capacity = old.capacity ? 2 * old.capacity : 64;
        m->items = arena_array(x->work->arena, m->capacity, sizeof *m->items);
        for (size_t i = 0; i < old.capacity; i++) {
            if (old.items[i].atom != NULL)
                *slot(m, old.items[i].atom) = old.items[i];
        }
    }
    *slot(m, a) = (struct remembered){a, value};
    m->count++;
}

struct real form_real(struct instance *x, const struct form *f)
{
    ENSURE(form_scalar(f), "a matrix in the place of a number");
    return form_value(x, f).a[0];
}

size_t form_size(struct instance *x, const struct form *f)
{
    long size;

    if (f == NULL)
        return 1;
    size = real_floor(x->work, form_real(x, f));
    if (size > MAX_SIZE) {
        work_unclear(x->work, "a size that is too large");
        return 0;
    }
    return size < 0 ? 0 : (size_t)size;
}

static bool is_a_size(struct instance *x, const struct form *f)
{
    struct real s;

    if (f == NULL)
        return true;
    s = form_real(x, f);
    return real_is_integer(s) == ANSWER_YES && real_sign(s) >= 0;
}

/* Variables and members. */

static size_t symbol_index(struct instance *x, const struct atom *a)
{
    size_t k = 0;

    while (k < x->sequent->nsymbols && x->sequent->symbols[k] != a)
        k++;
    return k;
}

static struct matrix variable_value(struct instance *x, const struct atom *a)
{
    const size_t k = symbol_index(x, a);

    if (k < x->sequent->nsymbols)
        return x->values[k];
    if (a->variable == VARIABLE_BOUND) {
        ENSURE(a->serial < MAX_BOUND, "binders are too deep");
        return matrix_scalar(x->work, x->bound[a->serial]);
    }
    ENSURE(false, "a variable that has no value");
    return matrix_zero(x->work, 0, 0);
}

static struct matrix member_value(struct instance *x, const struct atom *a)
{
    const struct sequent *s = x->sequent;
    const size_t k = symbol_index(x, a->head);
    struct real *indices =
        arena_array(x->work->arena, a->count + 1, sizeof *indices);

    for (size_t i = 0; i < a->count; i++)
        indices[i] = form_real(x, a->args[i]);
    if (k < s->nsymbols)
        return x->member(x->context, k, indices, a->count);
    for (size_t i = 0; i < s->ndefined; i++) {
        if (s->defined[i] == a->head)
            return x->defined(x->definer, i, indices, a->count);
    }
    ENSURE(false, "a family that has no values");
    return matrix_zero(x->work, 0, 0);
}

static struct matrix applied_value(struct instance *x, const struct atom *a)
{
    struct work *w = x->work;
    struct matrix *args = arena_array(w->arena, a->count + 1, sizeof *args);
    struct matrix out =
        matrix_zero(w, form_size(x, a->rows), form_size(x, a->cols));
    bool fits = true;

    for (size_t i = 0; i < a->count; i++) {
        args[i] = form_value(x, a->args[i]);
        fits = fits && is_a_size(x, a->args[i]->rows) &&
               is_a_size(x, a->args[i]->cols);
    }
    if (w->unclear != NULL)
        return out;
    if (!fits && (a->function == FN_HCAT || a->function == FN_VCAT ||
                  a->function == FN_KRON)) {
        work_outside(w);
        return out;
    }
    if (!function_value(w, a->function, out, args, a->count))
        work_unclear(w, "a function that has no definition here");
    return out;
}

/* Binders. */

bool instance_range(struct instance *x, const struct form *lo,
                    const struct form *hi, long *first, long *last)
{
    *first = real_ceil(x->work, form_real(x, lo));
    *last = real_floor(x->work, form_real(x, hi));
    if (*first <= *last && *last - *first >= MAX_RANGE)
        work_unclear(x->work, "a range that is too long");
    return x->work->unclear == NULL && *first <= *last;
}

static struct matrix joined(struct work *w, enum binder_kind kind,
                            struct matrix so_far, struct matrix term)
{
    switch (kind) {
    case BINDER_SUM:
        return matrix_add(w, so_far, term);
    case BINDER_PROD:
        return matrix_mul(w, so_far, term);
    case BINDER_PRODR:
        return matrix_mul(w, term, so_far);
    case BINDER_MAX:
        return matrix_scalar(w, real_max(w, so_far.a[0], term.a[0]));
    case BINDER_MIN:
        return matrix_scalar(w, real_min(w, so_far.a[0], term.a[0]));
    case BINDER_FORALL:
    case BINDER_INTEGRAL:
    case BINDER_RAY:
        break;
    }
    return so_far;
}

/* Of an empty range; its shape does not depend on the index. */
static struct matrix nothing(struct instance *x, const struct atom *a)
{
    struct work *w = x->work;

    if (a->binder == BINDER_PROD || a->binder == BINDER_PRODR)
        return matrix_eye(w, form_size(x, a->rows));
    if (a->binder != BINDER_SUM)
        work_outside(w);
    return matrix_zero(w, form_size(x, a->rows), form_size(x, a->cols));
}

/* The body of an integral from lo on, at one point. */
struct integrand {
    struct instance *x;
    const struct atom *binder;
    struct real lo;
};

static struct real integrand_at(void *context, struct real at)
{
    const struct integrand *f = context;

    f->x->bound[f->binder->serial] = at;
    return form_real(f->x, f->binder->body);
}

/* To infinity: at t = lo + u/(1 - u), times dt/du. */
static struct real integrand_beyond(void *context, struct real u)
{
    const struct integrand *f = context;
    struct work *w = f->x->work;
    const struct real scale = real_recip(w, real_sub(w, real_int(w, 1), u));
    const struct real at = real_add(w, f->lo, real_mul(w, u, scale));

    return real_mul(w, integrand_at(context, at), real_mul(w, scale, scale));
}

/* t = lo + 63: what decays exponentially is 0 beyond. */
static struct real near_one(struct work *w)
{
    return real_div(w, real_int(w, 63), real_int(w, 64));
}

static struct matrix integral_value(struct instance *x, const struct atom *a)
{
    const struct real lo = form_real(x, a->lo), hi = form_real(x, a->hi);
    const struct real outer = x->bound[a->serial];
    struct integrand f = {x, a, lo};
    struct real out = real_int(x->work, 0);

    if (a->rows != NULL)
        work_unclear(x->work, "an integral of matrices");
    else if (a->binder == BINDER_RAY)
        out = quadrature(x->work, real_int(x->work, 0), near_one(x->work),
                         integrand_beyond, &f);
    else
        out = quadrature(x->work, lo, hi, integrand_at, &f);
    x->bound[a->serial] = outer;
    return matrix_scalar(x->work, out);
}

static struct matrix binder_value(struct instance *x, const struct atom *a)
{
    struct matrix out = {0, 0, NULL};
    struct real outer;
    long first, last;

    ENSURE(a->serial < MAX_BOUND, "binders are too deep");
    if (a->binder == BINDER_INTEGRAL || a->binder == BINDER_RAY)
        return integral_value(x, a);
    if (!instance_range(x, a->lo, a->hi, &first, &last))
        return nothing(x, a);
    outer = x->bound[a->serial];
    for (long i = first; i <= last; i++) {
        struct matrix term;

        x->bound[a->serial] = real_int(x->work, i);
        term = form_value(x, a->body);
        out = i == first ? term : joined(x->work, a->binder, out, term);
    }
    x->bound[a->serial] = outer;
    return out;
}

/* Words, atoms, forms. */

static struct matrix atom_value(struct instance *x, const struct atom *a);

static struct matrix word_value(struct instance *x, const struct letters *word)
{
    struct matrix out = {0, 0, NULL};

    for (size_t i = 0; i < word->count; i++) {
        struct matrix m = atom_value(x, word->items[i].atom);

        if (word->items[i].power)
            m = matrix_transpose(x->work, m);
        out = i == 0 ? m : matrix_mul(x->work, out, m);
    }
    return out;
}

/* A relation as the number 1 or 0. */
static struct matrix truth_value(struct instance *x, const struct atom *a)
{
    const enum answer is = relation_answer(x, ring_atom(x->pool, a));

    if (is == ANSWER_UNCLEAR)
        work_unclear(x->work, "a condition that is not decided");
    return matrix_scalar(x->work, real_int(x->work, is == ANSWER_YES));
}

static bool is_truth(const struct atom *a)
{
    return (a->kind == ATOM_APPLY && a->function >= CORE_EQ) ||
           (a->kind == ATOM_BINDER && a->binder == BINDER_FORALL);
}

static struct matrix new_value(struct instance *x, const struct atom *a)
{
    if (is_truth(a))
        return truth_value(x, a);
    switch (a->kind) {
    case ATOM_VARIABLE:
        return variable_value(x, a);
    case ATOM_APPLY:
        return applied_value(x, a);
    case ATOM_MEMBER:
        return member_value(x, a);
    case ATOM_BINDER:
        return binder_value(x, a);
    case ATOM_WORD:
        return word_value(x, a->word);
    }
    return matrix_zero(x->work, 0, 0);
}

/* A closed term leaves its domain each time anew, and is computed once. */
static struct matrix atom_value(struct instance *x, const struct atom *a)
{
    const bool closed = !variables_stray(&a->free, &a->free);
    struct matrix out;

    if (closed && x->memory != NULL && slot(x->memory, a)->atom == a)
        return slot(x->memory, a)->value;
    out = new_value(x, a);
    if (closed)
        remember(x, a, out);
    return out;
}

static struct real monomial_value(struct instance *x, const struct term *t)
{
    struct real out = real_rational(x->work, t->coefficient->value->q);

    for (size_t i = 0; i < t->monomial->count; i++) {
        const struct letter *p = &t->monomial->items[i];
        const struct real base = atom_value(x, p->atom).a[0];

        for (unsigned k = 0; k < p->power; k++)
            out = real_mul(x->work, out, base);
    }
    return out;
}

struct matrix form_value(struct instance *x, const struct form *f)
{
    struct work *w = x->work;
    struct matrix out =
        matrix_zero(w, form_size(x, f->rows), form_size(x, f->cols));

    for (size_t i = 0; i < f->count && w->unclear == NULL; i++) {
        const struct term *t = &f->terms[i];
        const struct real c = monomial_value(x, t);
        struct matrix m;

        if (w->unclear != NULL)
            break;
        m = t->word->count > 0 ? word_value(x, t->word)
                               : matrix_eye(w, out.rows);
        if (w->unclear == NULL)
            out = matrix_add(w, out, matrix_scale(w, c, m));
    }
    return out;
}
