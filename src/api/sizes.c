/*
 * Sizes from the shapes of the inputs.  A file may be used by several threads,
 * so the polynomials of the theorem are only evaluated, never rewritten.
 */
#include "api/api_internal.h"

#include <string.h>

struct unknowns {
    const struct env *env;
    const struct symbol *one;
    size_t count;
};

static void count_unknown(void *context, const struct symbol *s)
{
    struct unknowns *u = context;
    if (u->env->known[s->id])
        return;
    u->count++;
    u->one = s;
}

static bool value_at(int64_t *out, const struct dim *size, struct env *env,
                     const struct symbol *s, int64_t x)
{
    env_set(env, s, x);
    bool ok = dim_value(out, size, env) == ST_OK;
    env_unset(env, s);
    return ok;
}

/*
 * Settles the only unknown dim of a size that is linear in it, by its values at
 * 1 and 2; what is not linear does not come out at the size and stays open.
 */
static bool settle(const struct dim *size, size_t found, struct env *env)
{
    struct unknowns u = {.env = env};
    int64_t first, second, check, want = (int64_t)found;
    dim_visit(size, count_unknown, &u);
    if (u.count != 1 || u.one->kind != SYM_DIM ||
        !value_at(&first, size, env, u.one, 1) ||
        !value_at(&second, size, env, u.one, 2))
        return false;
    int64_t slope = second - first;
    if (slope == 0 || (want - first) % slope != 0)
        return false;
    int64_t x = 1 + (want - first) / slope;
    if (x < 1 || x > LAYOUT_MAX_DIM || !value_at(&check, size, env, u.one, x) ||
        check != want)
        return false;
    env_set(env, u.one, x);
    return true;
}

/* The first input that is the given or a member of it. */
static const struct value *input_of(const struct majorant_context *c,
                                    const struct given *given)
{
    size_t length = strlen(given->name);
    for (size_t i = 0; i < c->ninputs; i++) {
        const char *name = c->inputs[i].name;
        if (c->inputs[i].value.kind != VALUE_NONE &&
            strncmp(name, given->name, length) == 0 &&
            name[length] == (given->nindices > 0 ? '[' : '\0'))
            return &c->inputs[i].value;
    }
    return NULL;
}

static void settle_all(const struct majorant_context *c,
                       const struct theorem *t, struct env *env)
{
    bool progress = true;
    while (progress) {
        progress = false;
        for (size_t g = 0; g < t->ngivens; g++) {
            const struct value *v = input_of(c, &t->givens[g]);
            if (v && settle(t->givens[g].rows, v->rows, env))
                progress = true;
            if (v && settle(t->givens[g].cols, v->cols, env))
                progress = true;
        }
    }
}

enum majorant_status api_sizes(int64_t *dims, struct majorant_context *c,
                               const struct theorem *theorem)
{
    enum majorant_status st = MAJORANT_OK;
    LOCAL(env_clear) struct env env;
    env_init(&env, dim_symbols(expr_dims(theorem->pool)));
    for (size_t i = 0; i < c->ninputs; i++) {
        const struct symbol *s = theorem_dim(theorem, c->inputs[i].name);
        if (s && c->inputs[i].size > 0)
            env_set(&env, s, c->inputs[i].size);
    }
    settle_all(c, theorem, &env);
    for (size_t i = 0; i < theorem->ndims && st == MAJORANT_OK; i++) {
        const struct symbol *s = theorem->dims[i];
        dims[i] = env.known[s->id] ? env.values[s->id] : 0;
        if (!env.known[s->id])
            st = api_fail(c, MAJORANT_INPUT,
                          "the size %s is not known: no matrix tells it and "
                          "it was not set",
                          s->name);
    }
    return st;
}
