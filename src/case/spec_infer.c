/*
 * Sizes that a case leaves open, from the shapes of its values: every value
 * gives the equations declared rows = rows, declared columns = columns; one
 * that is linear in a single unknown dim settles that dim.
 */
#include "case/spec_internal.h"

#include <stdlib.h>

struct equation {
    const struct fill *fill;
    const struct dim *declared, *found, *residual; /* declared - found = 0 */
};

/* The symbols of a polynomial: how many, and one of them. */
struct symbols {
    size_t count;
    const struct symbol *one;
};

static void count_symbol(void *context, const struct symbol *s)
{
    struct symbols *found = context;
    found->count++;
    found->one = s;
}

static size_t dim_index(const struct theorem *t, const struct symbol *s)
{
    size_t i = 0;
    while (i < t->ndims && t->dims[i] != s)
        i++;
    return i;
}

static struct dim_pool *pool_of(const struct spec *spec)
{
    return expr_dims(spec->theorem->pool);
}

static const struct dim *substitute_known(const struct spec *spec,
                                          const struct dim *a)
{
    for (size_t i = 0; i < spec->theorem->ndims; i++) {
        const struct dim_choice *c = &spec->dims[i];
        if (c->lo == c->hi)
            a = dim_substitute(pool_of(spec), a, spec->theorem->dims[i],
                               dim_constant(pool_of(spec), c->lo));
    }
    return a;
}

static void note_dims(struct spec_reader *r, const struct dim *a)
{
    const struct theorem *t = r->spec->theorem;
    for (size_t i = 0; i < t->ndims; i++) {
        const struct dim_choice *c = &r->spec->dims[i];
        const char *name = t->dims[i]->name;
        if (!dim_mentions(a, t->dims[i]) || !c->is_named)
            continue;
        if (!c->span.source)
            diag_note(r->diag, r->spec->span, "%s is in %lld..%lld by --dims",
                      name, (long long)c->lo, (long long)c->hi);
        else if (c->lo == c->hi)
            diag_note(r->diag, c->span, "%s is %lld because of this", name,
                      (long long)c->lo);
        else
            diag_note(r->diag, c->span, "%s is in %lld..%lld because of this",
                      name, (long long)c->lo, (long long)c->hi);
    }
}

static bool conflict(struct spec_reader *r, const struct equation *e)
{
    const struct given *g = &r->spec->theorem->givens[e->fill->given];
    bool is_rows = e->declared == g->rows;
    LOCAL_BUFFER declared = buffer_new(), found = buffer_new();
    dim_print(&declared, e->declared);
    dim_print(&found, e->found);
    diag_error(r->diag, e->fill->value_span,
               "the value of %s has %s %s, which does not agree with %s",
               g->name, found.text, is_rows ? "rows" : "columns",
               declared.text);
    note_dims(r, e->declared);
    diag_note(r->diag, g->span, "%s is declared here", g->name);
    return false;
}

/* a x + b = 0 for the only symbol; false: it is not of that form. */
static bool solve_linear(const struct spec *spec, const struct dim *residual,
                         const struct symbol *x, const struct dim **solution)
{
    struct dim_pool *pool = pool_of(spec);
    const struct dim *zero = dim_constant(pool, 0);
    const struct dim *b = dim_substitute(pool, residual, x, zero);
    const struct dim *a = dim_sub(
        pool, dim_substitute(pool, residual, x, dim_constant(pool, 1)), b);
    const struct dim *line =
        dim_add(pool, dim_mul(pool, a, dim_of_symbol(pool, x)), b);
    if (line != residual)
        return false;
    *solution = dim_div(pool, dim_sub(pool, zero, b), a);
    return *solution != NULL;
}

static bool settle_dim(struct spec_reader *r, const struct equation *e,
                       const struct symbol *x, const struct dim *solution)
{
    struct dim_choice *c = &r->spec->dims[dim_index(r->spec->theorem, x)];
    int64_t value, least = x->minimum > 1 ? x->minimum : 1;
    if (!dim_is_constant(solution, &value) || value < least ||
        value > LAYOUT_MAX_DIM ||
        (c->is_named && (value < c->lo || value > c->hi)))
        return conflict(r, e);
    *c = (struct dim_choice){value, value, true, e->fill->value_span};
    return true;
}

/* One look at an equation; *progress: a dim was settled by it. */
static bool look_at(struct spec_reader *r, struct equation *e, bool *progress)
{
    struct spec *spec = r->spec;
    e->residual = substitute_known(spec, e->residual);
    int64_t value;
    if (dim_is_constant(e->residual, &value))
        return value == 0 || conflict(r, e);
    struct symbols found = {0};
    dim_visit(e->residual, count_symbol, &found);
    const struct dim *solution;
    if (found.count != 1 ||
        dim_index(spec->theorem, found.one) == spec->theorem->ndims ||
        !solve_linear(spec, e->residual, found.one, &solution))
        return true;
    *progress = true;
    return settle_dim(r, e, found.one, solution);
}

/* The two equations of every value. */
static struct equation *equations_of(const struct spec *spec, size_t *count)
{
    struct dim_pool *pool = pool_of(spec);
    struct equation *list = xcalloc(2 * spec->nfills, sizeof *list);
    *count = 0;
    for (size_t k = 0; k < spec->nfills; k++) {
        const struct fill *f = &spec->fills[k];
        const struct given *g = &spec->theorem->givens[f->given];
        const struct expr *e = f->value.expr;
        const struct value *v = &f->constant;
        if (f->sampler)
            continue;
        const struct dim *rows =
            e ? e->rows : dim_constant(pool, (int64_t)v->rows);
        const struct dim *cols =
            e ? e->cols : dim_constant(pool, (int64_t)v->cols);
        list[(*count)++] =
            (struct equation){f, g->rows, rows, dim_sub(pool, g->rows, rows)};
        list[(*count)++] =
            (struct equation){f, g->cols, cols, dim_sub(pool, g->cols, cols)};
    }
    return list;
}

bool spec_infer(struct spec_reader *r)
{
    size_t count;
    LOCAL_FREE struct equation *list = equations_of(r->spec, &count);
    bool ok = true, progress = true;
    while (ok && progress) {
        progress = false;
        for (size_t k = 0; k < count && ok; k++)
            ok = look_at(r, &list[k], &progress);
    }
    return ok;
}
