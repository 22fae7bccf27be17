#include "search/slices.h"

#include "instance/range.h"

#include <stdlib.h>

/* Which of `was` indices the k-th of `now` was, with a gap at `at`. */
static size_t before(size_t k, size_t was, size_t now, size_t at)
{
    size_t gap = was - now;
    size_t start = at * gap < now ? at * gap : now;
    return k < start ? k : k + gap;
}

/* The slot of `from` that goes over into `slot` of `to`; false: none. */
static bool find_source(size_t *out, const struct layout *to,
                        const struct layout *from, size_t slot, size_t at)
{
    size_t given = to->slots[slot].given;
    const struct given *g = &to->theorem->givens[given];
    size_t member = slot - to->first[given], source = 0, stride = 1;
    for (size_t k = g->nindices; k-- > 0;) {
        size_t now = (size_t)to->bounds[given].count[k];
        size_t was = (size_t)from->bounds[given].count[k];
        if (was < now)
            return false;
        source += stride * before(member % now, was, now, at);
        stride *= was;
        member /= now;
    }
    *out = from->first[given] + source;
    return true;
}

static bool copy_part(struct value *to, const struct value *from, size_t rows,
                      size_t cols, size_t at)
{
    if (from->kind == VALUE_EXPR || from->kind == VALUE_NONE ||
        rows > from->rows || cols > from->cols)
        return false;
    value_set_rationals(to, rows, cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            value_entry(&to->rationals[i * cols + j], from,
                        before(i, from->rows, rows, at),
                        before(j, from->cols, cols, at));
    return true;
}

static void copy_integers(struct stage *to, const struct stage *from)
{
    const struct theorem *t = from->layout.theorem;
    for (size_t g = 0; g < t->ngivens; g++)
        if (t->givens[g].symbol)
            env_set(&to->layout.env, t->givens[g].symbol,
                    from->layout.env.values[t->givens[g].symbol->id]);
}

static bool fill(struct stage *to, const struct stage *from,
                 const struct spec *spec, size_t at)
{
    struct span where;
    LOCAL_FREE char *reason = NULL;
    bool ok = spec_draw(spec, 0, &to->x, &where, &reason) == ST_OK;
    for (size_t s = 0; s < to->layout.nslots && ok; s++) {
        size_t source;
        if (spec_is_fixed(spec, &to->layout, s))
            continue;
        ok = find_source(&source, &to->layout, &from->layout, s, at) &&
             copy_part(&to->x.values[s], &from->x.values[source],
                       to->layout.slots[s].rows, to->layout.slots[s].cols, at);
    }
    return ok;
}

/* A stage of the sizes of `from`, less `less` in one, with its integers. */
static struct stage *open_like(const struct stage *from, size_t dim,
                               int64_t less)
{
    const struct theorem *t = from->layout.theorem;
    LOCAL_FREE int64_t *dims = xcalloc(t->ndims + 1, sizeof *dims);
    struct stage *to = NULL;
    LOCAL_FREE char *reason = NULL;
    for (size_t i = 0; i < t->ndims; i++)
        dims[i] = from->layout.env.values[t->dims[i]->id];
    dims[dim] -= less;
    if (stage_open(&to, t, dims, &reason) == ST_OK)
        copy_integers(to, from);
    return to;
}

/* The stage, or NULL where it cannot be filled. */
static struct stage *filled(struct stage *to, const struct stage *from,
                            const struct spec *spec, size_t at)
{
    if (to && !fill(to, from, spec, at)) {
        stage_free(to);
        return NULL;
    }
    return to;
}

struct stage *slices_drop(const struct stage *from, const struct spec *spec,
                          size_t dim, int64_t less, size_t at)
{
    return filled(open_like(from, dim, less), from, spec, at);
}

/* Whether every integer that the plan depends on is in its range. */
static bool are_in_range(const struct layout *layout)
{
    const struct theorem *t = layout->theorem;
    struct buffer reason = buffer_new();
    bool ok = true;
    for (size_t g = 0; g < t->ngivens && ok; g++) {
        if (!t->givens[g].symbol)
            continue;
        LOCAL_MADE(range, range);
        LOCAL_MADE(bracket, x);
        int64_t value = layout->env.values[t->givens[g].symbol->id];
        rational_set_int(&x.lo, value);
        rational_set_int(&x.hi, value);
        ok = range_of_given(&range, &t->givens[g], &layout->env, &reason) ==
                 ST_OK &&
             range_holds(&range, &x);
    }
    buffer_clear(&reason);
    return ok;
}

struct stage *slices_integer(const struct stage *from, const struct spec *spec,
                             size_t given, int64_t value)
{
    struct stage *to = open_like(from, 0, 0);
    if (!to)
        return NULL;
    env_set(&to->layout.env, from->layout.theorem->givens[given].symbol, value);
    if (!are_in_range(&to->layout)) {
        stage_free(to);
        return NULL;
    }
    to = filled(to, from, spec, 0);
    if (to)
        rational_set_int(&to->x.values[to->layout.first[given]].rationals[0],
                         value);
    return to;
}

static void set_form(struct value *v, const struct expr *form)
{
    value_clear(v);
    value_init(v);
    if (form->op == EX_NUMBER) {
        value_set_rationals(v, 1, 1);
        mpq_set(v->rationals[0].q, form->number->q);
        value_simplify(v);
        return;
    }
    v->kind = VALUE_EXPR;
    v->rows = v->cols = 1;
    v->expr = form;
}

struct stage *slices_numbers(const struct stage *from, const struct spec *spec,
                             const size_t *slots,
                             const struct expr *const *forms, size_t count)
{
    struct stage *to = filled(open_like(from, 0, 0), from, spec, 0);
    for (size_t k = 0; k < count && to; k++)
        set_form(&to->x.values[slots[k]], forms[k]);
    return to;
}
