/*
 * Locally nameless terms by height (after McKinna, Pollack 1999; heights:
 * Sato 1983), and simultaneous substitution that rebuilds by constructors.
 */
#include "core/binder.h"

#include "core/area.h"
#include "core/relation.h"
#include "core/ring.h"

#include <string.h>

static const char *const binder_names[] = {"sum", "prod",   "prodr",    "max",
                                           "min", "forall", "integral", "ray"};

bool binder_find(enum binder_kind *kind, const char *name)
{
    for (*kind = BINDER_SUM; *kind <= BINDER_RAY; ++*kind) {
        if (strcmp(binder_names[*kind], name) == 0)
            return true;
    }
    return false;
}

const char *binder_name(enum binder_kind kind)
{
    return binder_names[kind];
}

/* One substitution: the pairs, and what became of atoms. */
struct rebuild {
    struct pool *pool;
    const struct substitution *by;
    size_t count;
    struct memo memo;
};

static const struct form *rebuild_form(void *context, const struct form *f);

static const struct atom *variable_of(struct pool *pool,
                                      enum variable_kind kind, bool is_integer,
                                      unsigned serial)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = kind,
                         .is_integer = is_integer,
                         .serial = serial};

    return pool_atom(pool, &model);
}

static bool is_over_index(enum binder_kind kind)
{
    return kind != BINDER_INTEGRAL && kind != BINDER_RAY;
}

bool binder_is_over_index(const struct atom *binder)
{
    return is_over_index(binder->binder);
}

const struct atom *spare_parameter(struct pool *pool, unsigned k,
                                   bool is_integer)
{
    return variable_of(pool, VARIABLE_SPARE, is_integer, 2 * k + 1);
}

static bool touches(const struct rebuild *r, const struct variables *free)
{
    for (size_t i = 0; i < r->count; i++) {
        if (variables_have(free, r->by[i].variable))
            return true;
    }
    return false;
}

static const struct substitution *value_of(const struct rebuild *r,
                                           const struct atom *a)
{
    for (size_t i = 0; i < r->count; i++) {
        if (r->by[i].variable == a)
            return &r->by[i];
    }
    return NULL;
}

static const struct atom *rebuild_range(struct rebuild *r, const struct atom *g)
{
    struct atom model = *g;

    model.lo = rebuild_form(r, g->lo);
    model.hi = rebuild_form(r, g->hi);
    return model.lo && model.hi ? pool_atom(r->pool, &model) : NULL;
}

static const struct form *rebuild_variable(struct rebuild *r,
                                           const struct atom *a)
{
    const struct substitution *s = value_of(r, a);

    if (s != NULL)
        return s->nindices > 0 ? pool_fail(r->pool, "a family is no value")
                               : s->value;
    if (a->variable != VARIABLE_GENERIC)
        return pool_fail(r->pool, "a symbol stays whose size changes");
    return ring_atom(r->pool, rebuild_range(r, a));
}

/* F[args] where F := value: the value with args for its parameters. */
static const struct form *value_at(struct pool *pool,
                                   const struct substitution *s,
                                   const struct form **args, size_t count)
{
    struct substitution *by =
        arena_array(pool_arena(pool), count + 1, sizeof *by);

    if (s->nindices != count)
        return pool_fail(pool, "a family of another number of indices");
    for (size_t i = 0; i < count; i++) {
        by[i] = (struct substitution){
            .variable = spare_parameter(pool, (unsigned)i, true),
            .value = args[i]};
        if (by[i].variable == NULL || !form_is_integer(args[i]))
            return pool_fail(pool, "an index that is no integer");
    }
    return form_substitute(pool, s->value, by, count);
}

static const struct form *rebuild_member(struct rebuild *r,
                                         const struct atom *a)
{
    const struct form **args = atom_args(r->pool, a, false, rebuild_form, r);
    const struct substitution *s = value_of(r, a->head);

    if (args == NULL)
        return NULL;
    if (s != NULL)
        return value_at(r->pool, s, args, a->count);
    if (touches(r, &a->head->free))
        return pool_fail(r->pool, "a family stays whose size changes");
    return form_member(r->pool, a->head, args, a->count);
}

static const struct atom *bound_of(struct pool *pool, const struct atom *binder)
{
    return variable_of(pool, VARIABLE_BOUND, binder_is_over_index(binder),
                       binder->serial);
}

/* The variable that stands for the bound one while that binder is open. */
static const struct atom *spare_inside(struct pool *pool,
                                       const struct atom *binder)
{
    return variable_of(pool, VARIABLE_SPARE, binder_is_over_index(binder),
                       2 * pool_enter(pool));
}

/* The body with a spare variable for the bound one, bound again. */
static const struct form *rebuild_binder(struct rebuild *r,
                                         const struct atom *a)
{
    struct substitution *by =
        arena_array(pool_arena(r->pool), r->count + 1, sizeof *by);
    const struct atom *inside = spare_inside(r->pool, a);
    const struct form *out = NULL;

    if (r->count > 0)
        memcpy(by, r->by, r->count * sizeof *by);
    by[r->count] = (struct substitution){.variable = bound_of(r->pool, a),
                                         .value = ring_atom(r->pool, inside)};
    if (by[r->count].variable != NULL && by[r->count].value != NULL)
        out = form_bind(
            r->pool, a->binder, rebuild_form(r, a->lo), rebuild_form(r, a->hi),
            form_substitute(r->pool, a->body, by, r->count + 1), inside);
    pool_leave(r->pool);
    return out;
}

static const struct form *rebuild_atom(void *context, const struct atom *a)
{
    struct rebuild *r = context;
    const struct form *out = NULL;
    const struct form **args;

    if (!touches(r, &a->free))
        return ring_atom(r->pool, a);
    out = memo_get(&r->memo, a);
    if (out != NULL)
        return out;
    switch (a->kind) {
    case ATOM_VARIABLE:
        out = rebuild_variable(r, a);
        break;
    case ATOM_APPLY:
        args = atom_args(r->pool, a, false, rebuild_form, r);
        out = args ? form_apply(r->pool, a->function, args, a->count) : NULL;
        break;
    case ATOM_MEMBER:
        out = rebuild_member(r, a);
        break;
    case ATOM_BINDER:
        out = rebuild_binder(r, a);
        break;
    case ATOM_WORD:
        out = ring_mapped_word(r->pool, a->word, rebuild_atom, r);
        break;
    }
    if (out != NULL)
        memo_set(&r->memo, a, out);
    return out;
}

static const struct form *rebuild_form(void *context, const struct form *f)
{
    struct rebuild *r = context;
    const struct form *rows, *cols, *out;

    if (f == NULL || !touches(r, &f->free))
        return f;
    rows = f->rows ? rebuild_form(r, f->rows) : pool_one(r->pool);
    cols = f->cols ? rebuild_form(r, f->cols) : pool_one(r->pool);
    out = ring_zero(r->pool, rows, cols);
    for (size_t i = 0; out != NULL && i < f->count; i++)
        out =
            ring_add(r->pool, out,
                     ring_mapped_term(r->pool, &f->terms[i],
                                      f->rows ? rows : NULL, rebuild_atom, r));
    return out;
}

const struct form *form_substitute(struct pool *pool, const struct form *f,
                                   const struct substitution *by, size_t count)
{
    struct rebuild r = {.pool = pool, .by = by, .count = count};
    const struct form *out = rebuild_form(&r, f);

    memo_clear(&r.memo);
    return out;
}

const struct form *form_at(struct pool *pool, const struct form *f,
                           const struct atom *variable,
                           const struct form *value)
{
    const struct substitution by = {.variable = variable, .value = value};

    return form_substitute(pool, f, &by, 1);
}

const struct atom *generic_substitute(struct pool *pool, const struct atom *g,
                                      const struct substitution *by,
                                      size_t count)
{
    struct rebuild r = {.pool = pool, .by = by, .count = count};
    const struct atom *out = rebuild_range(&r, g);

    memo_clear(&r.memo);
    return out;
}

/* Whether a variable's own range mentions that variable. */
static bool reaches(const struct variables *free, const struct atom *variable)
{
    for (size_t i = 0; i < free->count; i++) {
        if (free->items[i] != variable &&
            variables_have(&free->items[i]->free, variable))
            return true;
    }
    return false;
}

/* Whether a binder of that kind takes such a body and range. */
static bool fits(struct pool *pool, enum binder_kind kind,
                 const struct form *lo, const struct form *hi,
                 const struct form *body, const struct atom *variable)
{
    bool square_alone = kind == BINDER_PROD || kind == BINDER_PRODR;
    bool scalar_alone = kind == BINDER_MAX || kind == BINDER_MIN;

    if (!form_scalar(lo) || !form_scalar(hi) ||
        (square_alone && body->rows != body->cols) ||
        (scalar_alone && !form_scalar(body)) ||
        (kind == BINDER_FORALL && !is_relation(pool, body)) ||
        (kind == BINDER_RAY && !form_is_nil(hi)))
        pool_fail(pool, "a binder whose parts do not fit");
    else if (body->rows != NULL &&
             (variables_have(&body->rows->free, variable) ||
              variables_have(&body->cols->free, variable)))
        pool_fail(pool, "a size that depends on the index");
    else if (variables_have(&lo->free, variable) ||
             variables_have(&hi->free, variable))
        pool_fail(pool, "a range that depends on its own index");
    else if (reaches(&body->free, variable))
        pool_fail(pool, "a variable whose range depends on the index");
    return pool_why(pool) == NULL;
}

/* As it is. */
static const struct form *bind(struct pool *pool, struct atom model,
                               const struct form *body,
                               const struct atom *variable)
{
    struct substitution rename = {.variable = variable};

    model.serial = body->height + 1;
    rename.value =
        ring_atom(pool, variable_of(pool, VARIABLE_BOUND, variable->is_integer,
                                    model.serial));
    model.body = form_substitute(pool, body, &rename, 1);
    if (model.body == NULL)
        return NULL;
    if (model.binder == BINDER_FORALL && model.body == relation_true(pool))
        return model.body;
    model.rows = model.body->rows;
    model.cols = model.body->cols;
    return ring_atom(pool, pool_atom(pool, &model));
}

const struct form *form_bind(struct pool *pool, enum binder_kind kind,
                             const struct form *lo, const struct form *hi,
                             const struct form *body,
                             const struct atom *variable)
{
    const struct atom model = {
        .kind = ATOM_BINDER, .binder = kind, .lo = lo, .hi = hi};

    if (lo == NULL || hi == NULL || body == NULL || variable == NULL ||
        !fits(pool, kind, lo, hi, body, variable))
        return NULL;
    if (variable->is_integer != is_over_index(kind))
        return pool_fail(pool, "an index under an integral");
    return is_over_index(kind) || !form_scalar(body)
               ? bind(pool, model, body, variable)
               : area_bind(pool, model, body, variable, bind);
}

const struct form *binder_open(struct pool *pool, const struct atom *binder,
                               const struct form *value)
{
    struct substitution rename = {.variable = bound_of(pool, binder),
                                  .value = value};

    return form_substitute(pool, binder->body, &rename, 1);
}

const struct form *binder_enter(struct pool *pool, const struct atom *binder,
                                const struct atom **variable)
{
    *variable = spare_inside(pool, binder);
    return *variable ? binder_open(pool, binder, (*variable)->form) : NULL;
}

const struct atom *generic_numbered(struct pool *pool, bool is_integer,
                                    const struct form *lo,
                                    const struct form *hi, unsigned number)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_GENERIC,
                         .is_integer = is_integer,
                         .serial = number,
                         .lo = lo,
                         .hi = hi};

    return lo && hi ? pool_atom(pool, &model) : NULL;
}

const struct atom *generic_new(struct pool *pool, bool is_integer,
                               const struct form *lo, const struct form *hi,
                               const struct variables *avoid)
{
    const struct atom *out;
    unsigned number = 0;

    do {
        out = generic_numbered(pool, is_integer, lo, hi, number++);
    } while (out != NULL && variables_have(avoid, out));
    return out;
}
