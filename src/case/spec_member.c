/* The value of one member of a given: evaluated, or drawn. */
#include "case/spec_internal.h"

#include "case/property.h"
#include "case/tensor.h"

#include <stdlib.h>

void spec_env(struct env *env, const struct spec *spec)
{
    env_init(env, dim_symbols(expr_dims(spec->theorem->pool)));
    for (size_t i = 0; i < spec->theorem->ndims; i++)
        if (spec->dims[i].lo == spec->dims[i].hi)
            env_set(env, spec->theorem->dims[i], spec->dims[i].lo);
}

void spec_set_names(struct env *env, const struct fill *fill,
                    const struct case_expr *e, const int64_t *indices)
{
    for (size_t k = 0; k < fill->nnames; k++)
        env_set(env, e->symbols[k], indices[fill->positions[k]]);
}

/* ---- values ---- */

static enum status check_shape(size_t found_rows, size_t found_cols,
                               size_t rows, size_t cols, const char *name,
                               struct buffer *reason)
{
    if (found_rows == rows && found_cols == cols)
        return ST_OK;
    buffer_printf(reason, "the value is %zu x %zu, but %s is %zu x %zu here",
                  found_rows, found_cols, name, rows, cols);
    return ST_INPUT;
}

static enum status check_value(const struct value *v, const struct given *given,
                               const struct env *env, const char *name,
                               struct buffer *reason)
{
    LOCAL_MADE(range, range);
    enum status st = range_of_given(&range, given, env, reason);
    if (st == ST_OK)
        st = property_check(v, given->kind, &range, name, reason);
    return st;
}

/* A scalar that is not rational, in its given's range. */
static enum status check_bracket(const struct expr *e,
                                 const struct given *given,
                                 const struct env *env, const char *name,
                                 struct buffer *reason)
{
    LOCAL_MADE(range, range);
    LOCAL_MADE(bracket, b);
    enum status st = range_of_given(&range, given, env, reason);
    if (st == ST_OK && given->kind == GIVEN_NONNEG &&
        (!range.has_lo || mpq_sgn(range.lo.hi.q) < 0)) {
        range.has_lo = true;
        rational_set_int(&range.lo.lo, 0);
        rational_set_int(&range.lo.hi, 0);
    }
    bool has_range = range.has_lo || range.has_hi;
    if (st == ST_OK && has_range && bracket_expr(&b, e, env) != ST_OK) {
        buffer_printf(reason,
                      "the value of %s is not rational and cannot be "
                      "compared with its range",
                      name);
        st = ST_INPUT;
    } else if (st == ST_OK && has_range && !range_holds(&range, &b)) {
        buffer_printf(reason, "the value of %s is %s its range", name,
                      range_excludes(&range, &b) ? "outside"
                                                 : "too near an end of");
        st = ST_INPUT;
    }
    return st;
}

/* A value that stays an expression, since it is not rational. */
static enum status set_expr(struct value *out, const struct fill *fill,
                            const struct given *given, const struct env *env,
                            size_t rows, size_t cols, const char *name,
                            struct buffer *reason)
{
    const struct expr *e = fill->value.expr;
    int64_t r, c;
    enum status st = ST_OK;
    if (e->nfree > 0) {
        buffer_printf(reason,
                      "the value of %s is not rational and depends on "
                      "an index; give each member a value",
                      name);
        return ST_INPUT;
    }
    if (closed_dim(&r, e->rows, env) != ST_OK ||
        closed_dim(&c, e->cols, env) != ST_OK || r < 0 || c < 0) {
        buffer_printf(reason, "the value of %s has no shape here", name);
        return ST_INPUT;
    }
    st = check_shape((size_t)r, (size_t)c, rows, cols, name, reason);
    bool is_free = given->kind == GIVEN_REAL && !given->lo && !given->hi;
    bool may_compare =
        (given->kind == GIVEN_REAL || given->kind == GIVEN_NONNEG) &&
        rows * cols == 1;
    if (st == ST_OK && !is_free && may_compare) {
        st = check_bracket(e, given, env, name, reason);
    } else if (st == ST_OK && !is_free) {
        buffer_printf(reason,
                      "the value of %s is not rational, so it cannot "
                      "be checked to be %s%s",
                      name, property_name(given->kind),
                      given->kind == GIVEN_REAL ? " and in its range" : "");
        st = ST_INPUT;
    }
    if (st == ST_OK) {
        value_clear(out);
        *out = (struct value){
            .kind = VALUE_EXPR, .rows = rows, .cols = cols, .expr = e};
    }
    return st;
}

static void say_failure(struct buffer *reason, enum status st, const char *name)
{
    const char *what = st == ST_DOMAIN  ? "is undefined here"
                       : st == ST_INPUT ? "has an impossible size or slice here"
                       : st == ST_LIMIT ? "is too large"
                                        : "cannot be evaluated";
    buffer_printf(reason, "the value of %s %s", name, what);
}

/* What was evaluated before the first trial, or a value of no kind. */
static const struct value *known_value(const struct fill *fill,
                                       const int64_t *indices, bool *is_checked)
{
    const struct value *v =
        fill->loaded ? tensor_loaded(fill->loaded, indices) : &fill->constant;
    *is_checked = fill->loaded ? fill->loaded->is_checked : fill->is_checked;
    return v;
}

enum status spec_evaluate(struct value *out, const struct spec *spec,
                          const struct fill *fill, const struct given *given,
                          struct env *env, const int64_t *indices, size_t rows,
                          size_t cols, const char *name, struct buffer *reason)
{
    bool is_checked;
    const struct value *constant = known_value(fill, indices, &is_checked);
    enum status st;
    if (constant->kind == VALUE_NONE && fill->ntensors) {
        st = tensor_evaluate(out, spec, fill, env, indices, reason);
        if (st != ST_OK)
            return ST_INPUT;
    } else if (constant->kind == VALUE_NONE) {
        struct rmatrix m;
        spec_set_names(env, fill, &fill->value, indices);
        st = closed_matrix(&m, fill->value.expr, env, NULL);
        if (st == ST_UNABLE)
            return set_expr(out, fill, given, env, rows, cols, name, reason);
        if (st != ST_OK) {
            say_failure(reason, st, name);
            return ST_INPUT;
        }
        value_take(out, &m);
        value_simplify(out);
    } else {
        value_copy(out, constant);
    }
    st = check_shape(out->rows, out->cols, rows, cols, name, reason);
    if (st == ST_OK && !is_checked)
        st = check_value(out, given, env, name, reason);
    return st;
}

/* ---- samplers ---- */

static void recipe_free(const struct recipe *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        recipe_free(list[k].subs, list[k].nsubs);
    free((void *)list); /* made by make_recipe; const for static recipes */
}

static enum status parameter(double *out, const struct expr *e,
                             const struct env *env)
{
    LOCAL_MADE(bracket, b);
    enum status st = bracket_expr(&b, e, env);
    if (st == ST_OK) {
        mpq_add(b.lo.q, b.lo.q, b.hi.q);
        mpq_div_2exp(b.lo.q, b.lo.q, 1);
        *out = rational_to_double(&b.lo) + 0.0;
    }
    return st;
}

/* The recipe of a sampler here; free it with recipe_free on any status. */
static enum status make_recipe(struct recipe *out, const struct case_sampler *s,
                               const struct fill *fill, struct env *env,
                               const int64_t *indices, struct buffer *reason)
{
    *out = (struct recipe){.id = s->id};
    for (size_t k = 0; k < s->nnumbers; k++) {
        spec_set_names(env, fill, &s->numbers[k], indices);
        if (parameter(&out->numbers[k], s->numbers[k].expr, env) == ST_OK)
            continue;
        buffer_printf(reason, "argument %zu of %s has no known value here",
                      k + 1, sampler_info(s->id)->name);
        return ST_INPUT;
    }
    if (!sampler_check(out, reason))
        return ST_INPUT;
    if (s->nsubs == 0)
        return ST_OK;
    struct recipe *subs = xcalloc(s->nsubs, sizeof *subs);
    out->subs = subs;
    out->nsubs = s->nsubs;
    enum status st = ST_OK;
    for (size_t k = 0; k < s->nsubs && st == ST_OK; k++)
        st = make_recipe(&subs[k], &s->subs[k], fill, env, indices, reason);
    return st;
}

enum status spec_check_drawn(const struct value *v, const struct given *given,
                             const struct range *range, struct buffer *reason)
{
    bool no_map_keeps_both =
        (given->lo || given->hi) && kind_has(given->kind, KIND_RIGID);
    return no_map_keeps_both
               ? property_check(v, given->kind, range, given->name, reason)
               : ST_OK;
}

enum status spec_recipe(struct recipe *out, const struct fill *fill,
                        struct env *env, const int64_t *indices,
                        struct buffer *reason)
{
    return make_recipe(out, fill->sampler, fill, env, indices, reason);
}

void spec_recipe_clear(struct recipe *recipe)
{
    recipe_free(recipe->subs, recipe->nsubs);
    *recipe = (struct recipe){0};
}

enum status spec_sample(struct value *out, const struct recipe *recipe,
                        const struct given *given, const struct range *range,
                        size_t rows, size_t cols, struct rng *rng,
                        struct buffer *reason)
{
    unsigned facts;
    const bool as_row = property_draws_rows(given->kind);
    enum status st = sampler_draw(out, &facts, as_row ? cols : rows,
                                  as_row ? rows : cols, recipe, rng, reason);
    if (st != ST_OK)
        return st;
    value_reshape(out, rows, cols);
    property_map(out, given->kind, facts, range);
    return spec_check_drawn(out, given, range, reason);
}
