/* Problems with a fact more, and names for numbers. */
#include "scalar/problem.h"

#include "core/function.h"
#include "core/ring.h"

#include <math.h>

/* Whether a says no more than b: it compares the same, but for a number that
 * is no smaller. */
static bool is_weaker(struct pool *pool, const struct form *a,
                      const struct form *b)
{
    const unsigned fn = relation_kind(a);
    const struct form *f, *g;

    if (a == b)
        return true;
    if (fn != relation_kind(b) || (fn != CORE_LE && fn != CORE_LT))
        return false;
    f = relation_atom(a)->args[0];
    g = relation_atom(b)->args[0];
    const struct number *d = form_same_shape(f, g) &&
                                     f->count + 1 >= g->count &&
                                     g->count + 1 >= f->count
                                 ? form_as_number(pool, ring_sub(pool, f, g))
                                 : NULL;
    return d != NULL && mpq_sgn(d->value->q) >= 0;
}

struct problem problem_with(struct pool *pool, const struct problem *p,
                            const struct form *fact)
{
    const struct form **facts =
        arena_array(pool_arena(pool), p->nfacts + 1, sizeof *facts);
    size_t count = 0;

    for (size_t i = 0; i < p->nfacts; i++) {
        if (!is_weaker(pool, p->facts[i], fact))
            facts[count++] = p->facts[i];
    }
    facts[count++] = fact;
    return (struct problem){facts, count, p->goal};
}

bool form_is_linear(const struct form *f, bool of_variables)
{
    bool out = f->count <= LINEAR_TERMS;

    for (size_t i = 0; i < f->count && out; i++) {
        const struct letters *m = f->terms[i].monomial;

        out = m->count == 0 ||
              (m->count == 1 && m->items[0].power == 1 &&
               (!of_variables || m->items[0].atom->kind == ATOM_VARIABLE));
    }
    return out;
}

bool fact_is_box(const struct form *fact)
{
    const unsigned fn = relation_kind(fact);

    return fn >= CORE_EQ && fn <= CORE_LT && fact->free.count <= 1 &&
           form_is_linear(relation_atom(fact)->args[0], true);
}

struct problem problem_without(struct pool *pool, const struct problem *p,
                               const struct form *fact)
{
    const struct form **facts =
        arena_array(pool_arena(pool), p->nfacts + 1, sizeof *facts);
    size_t count = 0;

    for (size_t i = 0; i < p->nfacts; i++) {
        if (p->facts[i] != fact)
            facts[count++] = p->facts[i];
    }
    return (struct problem){facts, count, p->goal};
}

const struct atom *problem_name(struct pool *pool, unsigned n, bool is_integer)
{
    enum { FIRST = 1 << 24 };
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = is_integer,
                         .serial = FIRST + n};

    return pool_atom(pool, &model);
}

const struct form *number_fraction(struct pool *pool, long p, unsigned long q)
{
    LOCAL_MPQ(x);
    mpq_set_si(x, p, q);
    mpq_canonicalize(x);
    return ring_number(pool, x);
}

const struct form *number_exactly(struct pool *pool, double value)
{
    LOCAL_MPQ(x);
    mpq_set_d(x, value);
    return ring_number(pool, x);
}

const struct form *number_ratio(struct pool *pool, const struct form *f,
                                const struct form *g)
{
    return ring_number(pool,
                       pool_number_of(pool, mpq_div, f->terms[0].coefficient,
                                      g->terms[0].coefficient)
                           ->value->q);
}

void number_convergent(double x, double distance, double *p, double *q)
{
    enum { MOST = 20 };
    double rest = x, p0 = 1, q0 = 0;

    *q = 1;
    for (int k = 0; k < MOST && fabs(*p / *q - x) > distance; k++) {
        double digit, next;

        rest = 1 / (rest - floor(rest));
        digit = floor(rest);
        next = digit * *p + p0;
        p0 = *p;
        *p = next;
        next = digit * *q + q0;
        q0 = *q;
        *q = next;
    }
}

struct walk walk_of(const struct form *f)
{
    return (struct walk){f, 0, 0};
}

const struct letter *walk_next(struct walk *w)
{
    for (; w->term < w->f->count; w->term++, w->place = 0) {
        const struct letters *m = w->f->terms[w->term].monomial;

        if (w->place < m->count)
            return &m->items[w->place++];
    }
    return NULL;
}

bool atom_is(const struct atom *a, unsigned fn)
{
    return a->kind == ATOM_APPLY && a->function == fn;
}

const struct atom *form_letter(const struct form *f)
{
    const struct letters *m =
        f != NULL && f->count == 1 ? f->terms[0].monomial : NULL;

    return m != NULL && m->count == 1 && m->items[0].atom->form == f
               ? m->items[0].atom
               : NULL;
}

const struct atom *form_first(const struct form *f, atom_test *is,
                              const void *context)
{
    struct walk w = walk_of(f);
    const struct atom *inner = NULL;

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        for (size_t j = 0;
             a->kind == ATOM_APPLY && inner == NULL && j < a->count; j++)
            inner = form_first(a->args[j], is, context);
        if (inner != NULL || is(a, context))
            return inner ? inner : a;
    }
    return NULL;
}

struct mapping {
    struct pool *pool;
    atom_map *map;
    void *context;
    const struct equation *equations; /* for products */
    size_t count;
};

/* The term by the first equation of a product that divides it, or NULL. */
static const struct form *divided(const struct mapping *m, const struct term *t)
{
    for (size_t i = 0; i < m->count; i++) {
        const struct letters *head = m->equations[i].head->terms[0].monomial;
        const struct letters *rest =
            head->count > 1 || head->items[0].power > 1
                ? monomial_divide(m->pool, t->monomial, head)
                : NULL;
        const struct term other = {t->coefficient, rest, t->word};

        if (rest != NULL)
            return ring_mul(m->pool, m->equations[i].by,
                            ring_term(m->pool, NULL, NULL, &other));
    }
    return NULL;
}

/* NULL: there is no end to it, too. */
static const struct form *reduced(const struct mapping *m, const struct form *f,
                                  unsigned depth)
{
    enum { MOST = 200 };
    const struct form *sum = ring_int(m->pool, 0);

    if (depth == MOST)
        return NULL;
    for (size_t i = 0; f != NULL && i < f->count; i++) {
        const struct form *by = divided(m, &f->terms[i]);

        by = by ? reduced(m, by, depth + 1)
                : ring_term(m->pool, NULL, NULL, &f->terms[i]);
        sum = ring_add(m->pool, sum, by);
    }
    return f ? sum : NULL;
}

static const struct form *mapped(void *context, const struct form *f);

static const struct form *mapped_atom(void *context, const struct atom *a)
{
    const struct mapping *m = context;
    const struct form *by = m->map(m->context, a), **args;

    if (by != NULL || a->kind != ATOM_APPLY)
        return by ? by : a->form;
    args = atom_args(m->pool, a, false, mapped, context);
    return args ? form_apply(m->pool, a->function, args, a->count) : NULL;
}

static const struct form *mapped(void *context, const struct form *f)
{
    const struct mapping *m = context;
    const struct form *sum = ring_int(m->pool, 0);

    if (!form_scalar(f))
        return NULL;
    for (size_t i = 0; i < f->count; i++)
        sum = ring_add(m->pool, sum,
                       ring_mapped_term(m->pool, &f->terms[i], NULL,
                                        mapped_atom, context));
    return m->count > 0 ? reduced(m, sum, 0) : sum;
}

const struct form *form_mapped(struct pool *pool, const struct form *f,
                               atom_map *map, void *context)
{
    struct mapping m = {pool, map, context, NULL, 0};

    return mapped(&m, f);
}

static const struct form *by_equation(void *context, const struct atom *a)
{
    const struct mapping *m = context;

    for (size_t i = m->count; i > 0; i--) {
        if (m->equations[i - 1].head == a->form)
            return m->equations[i - 1].by;
    }
    return NULL;
}

const struct form *form_rewritten(struct pool *pool, const struct form *f,
                                  const struct equation *equations,
                                  size_t count)
{
    struct mapping m = {pool, by_equation, NULL, equations, count};

    m.context = &m;
    for (size_t i = 0; i < count; i++) {
        const struct atom *a =
            equations[i].head->terms[0].monomial->items[0].atom;

        if (a->kind == ATOM_VARIABLE && a->form == equations[i].head)
            f = form_at(pool, f, a, equations[i].by); /* in ranges, too */
    }
    return f ? mapped(&m, f) : NULL;
}

const struct form *form_by_all(struct pool *pool, const struct form *f,
                               const struct equation *equations, size_t count)
{
    enum { ROUNDS = 80 };
    const struct form *before = NULL;

    for (int i = 0; i < ROUNDS && f != NULL && f != before; i++) {
        before = f;
        f = form_rewritten(pool, f, equations, count);
    }
    return f;
}
