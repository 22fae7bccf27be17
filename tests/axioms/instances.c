#include "instances.h"

#include "core/binder.h"
#include "core/function.h"
#include "core/ring.h"
#include "evaluate.h"
#include "sample.h"

#include <stdio.h>

enum { MAX_FRESH = 128 };

struct making {
    struct pool *pool;
    struct work *work;
    struct sampler sampler;
    struct matrix turns[MAX_TURN];
    const struct sequent *sequent;
    struct substitution *by; /* for each symbol of the sequent */
    size_t done;             /* so many of them are made */
    /* the symbols of the terms, and the two sizes before them */
    const struct atom *fresh[MAX_FRESH];
    size_t nfresh;
    struct matrix values[MAX_FRESH], old[MAX_FRESH];
    struct sequent terms;            /* its symbols: these */
    struct instance inside, outside; /* of the terms, of the sequent */
};

static long below(struct making *m, long bound)
{
    return sample_below(&m->sampler, bound);
}

/* A symbol of that shape (NULL: a scalar), and a value for it. */
static const struct form *fresh(struct making *m, const struct form *rows,
                                const struct form *cols, bool is_integer)
{
    struct atom model = {.kind = ATOM_VARIABLE, .is_integer = is_integer};
    char name[16];
    const size_t k = m->nfresh;

    if (k == MAX_FRESH || rows == NULL || cols == NULL)
        return NULL;
    if (rows != pool_one(m->pool) || cols != pool_one(m->pool)) {
        model.rows = rows;
        model.cols = cols;
    }
    snprintf(name, sizeof name, "new%zu", k);
    model.name = arena_strdup(pool_arena(m->pool), name);
    m->fresh[k] = pool_atom(m->pool, &model);
    m->values[k] = sample_kind(&m->sampler, is_integer ? GIVEN_INT : GIVEN_REAL,
                               form_size(&m->inside, model.rows),
                               form_size(&m->inside, model.cols));
    m->terms.nsymbols = ++m->nfresh;
    return ring_atom(m->pool, m->fresh[k]);
}

static const struct form *size(struct making *m)
{
    const struct form *p = ring_atom(m->pool, m->fresh[0]);
    const struct form *q = ring_atom(m->pool, m->fresh[1]);

    switch (below(m, 6)) {
    case 0:
        return pool_one(m->pool);
    case 1:
        return ring_int(m->pool, 1 + below(m, 3));
    case 2:
        return ring_add(m->pool, p, pool_one(m->pool));
    case 3:
        return ring_add(m->pool, p, q);
    default:
        return below(m, 2) ? p : q;
    }
}

static const struct form *integer(struct making *m)
{
    const struct form *one = pool_one(m->pool);

    switch (below(m, 4)) {
    case 0:
        return ring_int(m->pool, below(m, 6) - 2);
    case 1:
        return ring_sub(m->pool, size(m), one);
    case 2:
        return ring_add(m->pool, fresh(m, one, one, true), one);
    default:
        return fresh(m, one, one, true);
    }
}

/* A term of that shape. */
static const struct form *term(struct making *m, const struct form *rows,
                               const struct form *cols, bool entrywise)
{
    struct pool *pool = m->pool;
    const struct form *one = pool_one(pool), *k, *a;

    if (entrywise && below(m, 3) == 0)
        return form_apply2(pool, CORE_DOT, fresh(m, rows, cols, false),
                           fresh(m, rows, cols, false));
    switch (below(m, 10)) {
    case 0:
        return ring_zero(pool, rows, cols);
    case 1:
        return ring_add(pool, fresh(m, rows, cols, false),
                        fresh(m, rows, cols, false));
    case 2:
        return ring_transpose(pool, fresh(m, cols, rows, false));
    case 3:
        k = size(m);
        a = fresh(m, rows, k, false);
        return ring_mul(pool, a, fresh(m, k, cols, false));
    case 4:
        return form_apply1(pool, CORE_RECIP, fresh(m, rows, cols, false));
    case 5:
        a = form_apply1(pool, FN_ONES, rows);
        return ring_mul(pool, a,
                        ring_transpose(pool, form_apply1(pool, FN_ONES, cols)));
    case 6:
        return ring_mul(pool, fresh(m, one, one, false),
                        fresh(m, rows, cols, false));
    case 7:
        return rows == cols ? ring_eye(pool, rows)
                            : ring_neg(pool, fresh(m, rows, cols, false));
    default:
        return fresh(m, rows, cols, false);
    }
}

/* A member's value, as a term in the parameters. */
static const struct form *family(struct making *m, const struct form *rows,
                                 const struct form *cols, size_t count)
{
    const struct form *out = term(m, rows, cols, false);

    for (size_t i = 0; i < count && rows != NULL; i++) {
        const struct form *index =
            ring_atom(m->pool, spare_parameter(m->pool, (unsigned)i, true));

        if (below(m, 2) == 0)
            out =
                ring_add(m->pool, out,
                         ring_mul(m->pool, index, fresh(m, rows, cols, false)));
    }
    return out;
}

static const struct form *shape_of(struct making *m, const struct form *f)
{
    return f == NULL ? pool_one(m->pool)
                     : form_substitute(m->pool, f, m->by, m->done);
}

static const struct form *value_for(struct making *m, const struct atom *a)
{
    const struct form *rows = shape_of(m, a->rows);
    const struct form *cols = shape_of(m, a->cols);

    if (a->variable == VARIABLE_FAMILY)
        return a->is_integer ? integer(m) : family(m, rows, cols, a->serial);
    if (a->is_integer)
        return below(m, 2) ? size(m) : integer(m);
    return term(m, rows, cols, rows != pool_one(m->pool));
}

/* A member of a family of the sequent: its term, at these numbers. */
static struct matrix member_of(void *context, size_t k,
                               const struct real *indices, size_t count)
{
    struct making *m = context;
    struct substitution *by =
        arena_array(pool_arena(m->pool), count + 1, sizeof *by);
    const struct form *f = m->by[k].value;

    for (size_t i = 0; i < count; i++) {
        if (indices[i].q == NULL) {
            work_unclear(m->work, "an inexact index");
            continue;
        }
        by[i].variable = spare_parameter(m->pool, (unsigned)i, true);
        by[i].value = ring_number(m->pool, indices[i].q);
    }
    if (m->work->unclear != NULL)
        return form_value(&m->inside, ring_zero(m->pool, f->rows, f->cols));
    return form_value(&m->inside, form_substitute(m->pool, f, by, count));
}

static bool make(struct making *m)
{
    const struct form *one = pool_one(m->pool);

    /* two sizes, at least 1 */
    for (size_t i = 0; i < 2; i++) {
        fresh(m, one, one, true);
        m->values[i] =
            matrix_scalar(m->work, real_int(m->work, 1 + below(m, 3)));
    }
    for (size_t k = 0; k < m->sequent->nsymbols; k++) {
        const struct atom *a = m->sequent->symbols[k];
        struct substitution *s = &m->by[k];

        *s = (struct substitution){.variable = a, .value = value_for(m, a)};
        if (s->value == NULL)
            return false;
        if (a->variable == VARIABLE_FAMILY)
            s->nindices = a->serial;
        m->done = k + 1;
    }
    for (size_t k = 0; k < m->sequent->nsymbols; k++) {
        instance_forget(&m->inside);
        if (m->by[k].nindices == 0)
            m->old[k] = form_value(&m->inside, m->by[k].value);
    }
    return m->work->unclear == NULL;
}

static bool agrees(struct making *m, struct instances *out,
                   const struct form *relation)
{
    const struct form *f = form_substitute(m->pool, relation, m->by, m->done);
    enum answer a, b;

    if (f == NULL) {
        pool_forgive(m->pool);
        out->refused++;
        return true;
    }
    m->work->unclear = NULL;
    instance_forget(&m->inside);
    instance_forget(&m->outside);
    a = relation_answer(&m->outside, relation);
    b = relation_answer(&m->inside, f);
    if (m->work->unclear != NULL || a == ANSWER_UNCLEAR ||
        b == ANSWER_UNCLEAR) {
        out->unclear++;
        return true;
    }
    out->compared++;
    return a == b;
}

static void making_init(struct making *m, struct work *w, struct rng *rng,
                        struct pool *pool, const struct sequent *sequent)
{
    *m = (struct making){.pool = pool, .work = w, .sequent = sequent};
    m->sampler = (struct sampler){.work = w, .rng = rng, .turns = m->turns};
    m->by = arena_array(w->arena, sequent->nsymbols + 1, sizeof *m->by);
    m->terms.symbols = m->fresh;
    m->inside = (struct instance){
        .work = w, .pool = pool, .sequent = &m->terms, .values = m->values};
    m->outside = (struct instance){.work = w,
                                   .pool = pool,
                                   .sequent = sequent,
                                   .values = m->old,
                                   .member = member_of,
                                   .context = m};
}

bool instances_agree(struct instances *out, struct work *w, struct rng *rng,
                     struct pool *pool, const struct sequent *sequent)
{
    struct making m;
    bool good = true;

    if (sequent->nsymbols > MAX_FRESH)
        return true;
    work_restart(w);
    pool_forgive(pool);
    making_init(&m, w, rng, pool, sequent);
    if (!make(&m)) {
        out->refused++;
        pool_forgive(pool);
        return true;
    }
    for (size_t i = 0; i < sequent->nhypotheses; i++)
        good = agrees(&m, out, sequent->hypotheses[i]) && good;
    return agrees(&m, out, sequent->conclusion) && good;
}
