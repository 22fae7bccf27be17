#include "ir/closed_internal.h"

#include <stdlib.h>
#include <string.h>

void rmatrix_init(struct rmatrix *m, size_t rows, size_t cols)
{
    *m = (struct rmatrix){.rows = rows, .cols = cols};
    m->entries = xcalloc(rows * cols + 1, sizeof *m->entries);
    for (size_t k = 0; k < rows * cols; k++)
        rational_init(&m->entries[k]);
}

void rmatrix_clear(struct rmatrix *m)
{
    for (size_t k = 0; m->entries && k < m->rows * m->cols; k++)
        rational_clear(&m->entries[k]);
    free(m->entries);
    *m = (struct rmatrix){0};
}

rational_t *rmatrix_at(const struct rmatrix *m, size_t i, size_t j)
{
    ENSURE(i < m->rows && j < m->cols, "rmatrix_at: outside");
    return &m->entries[i * m->cols + j];
}

void rmatrix_copy(struct rmatrix *to, const struct rmatrix *from)
{
    for (size_t k = 0; k < to->rows * to->cols; k++)
        mpq_set(to->entries[k].q, from->entries[k].q);
}

enum status closed_spend(struct closing *c, uint64_t entries)
{
    if (entries > CLOSED_MAX_WORK - c->work)
        return ST_LIMIT;
    c->work += entries;
    return ST_OK;
}

enum status closed_alloc(struct rmatrix *out, struct closing *c, size_t rows,
                         size_t cols)
{
    if (rows && cols > CLOSED_MAX_ENTRIES / rows)
        return ST_LIMIT;
    enum status st = closed_spend(c, rows * cols);
    if (st == ST_OK)
        rmatrix_init(out, rows, cols);
    return st;
}

enum status closed_integer(int64_t *out, const struct rmatrix *m)
{
    ENSURE(m->rows == 1 && m->cols == 1, "closed_integer: no scalar");
    return rational_is_int(&m->entries[0], out) ? ST_OK : ST_DOMAIN;
}

enum status closed_index(int64_t *out, struct closing *c, const struct expr *e)
{
    struct rmatrix m;
    enum status st = closed_eval(&m, c, e);
    if (st != ST_OK)
        return st;
    st = closed_integer(out, &m);
    if (st != ST_OK && !c->where)
        c->where = e;
    rmatrix_clear(&m);
    return st;
}

static enum status number(struct rmatrix *out, struct closing *c,
                          const struct expr *e)
{
    enum status st = closed_alloc(out, c, 1, 1);
    if (st == ST_OK)
        mpq_set(out->entries[0].q, e->number->q);
    return st;
}

static enum status symbol(struct rmatrix *out, struct closing *c,
                          const struct expr *e)
{
    const struct symbol *s = e->symbol;
    if (s->id < c->env.count && c->env.known[s->id]) {
        enum status st = closed_alloc(out, c, 1, 1);
        if (st == ST_OK)
            rational_set_int(&out->entries[0], c->env.values[s->id]);
        return st;
    }
    return s->kind == SYM_OPAQUE ? closed_eval(out, c, s->value) : ST_UNABLE;
}

enum status closed_check(const struct rmatrix *m)
{
    for (size_t k = 0; k < m->rows * m->cols; k++) {
        if (mpz_sizeinbase(mpq_numref(m->entries[k].q), 2) > CLOSED_MAX_BITS ||
            mpz_sizeinbase(mpq_denref(m->entries[k].q), 2) > CLOSED_MAX_BITS)
            return ST_LIMIT;
    }
    return ST_OK;
}

static enum status apply(struct rmatrix *out, struct closing *c,
                         const struct expr *e, closed_op *op)
{
    LOCAL_FREE struct rmatrix *args = xcalloc(e->count + 1, sizeof *args);
    enum status st = ST_OK;
    for (size_t k = 0; k < e->count && st == ST_OK; k++)
        st = closed_eval(&args[k], c, e->kids[k]);
    if (st == ST_OK)
        st = op(out, c, e, args);
    if (st == ST_OK && closed_check(out) != ST_OK) {
        rmatrix_clear(out);
        st = ST_LIMIT;
    }
    for (size_t k = 0; k < e->count; k++)
        rmatrix_clear(&args[k]);
    return st;
}

/* clang-format off */
static enum status dispatch(struct rmatrix *out, struct closing *c,
                            const struct expr *e)
{
    switch (e->op) {
    case EX_NUMBER: return number(out, c, e);
    case EX_SYMBOL: return symbol(out, c, e);
    case EX_NEG: return apply(out, c, e, closed_neg);
    case EX_MATMUL: return apply(out, c, e, closed_matmul);
    case EX_ADD:
    case EX_SUB:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_POW:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_DOT_POW: return apply(out, c, e, closed_entrywise);
    case EX_MATPOW: return apply(out, c, e, closed_matpow);
    case EX_TRANSPOSE: return apply(out, c, e, closed_transpose);
    case EX_ENTRY: return apply(out, c, e, closed_entry);
    case EX_SLICE: return apply(out, c, e, closed_slice);
    case EX_LITERAL: return apply(out, c, e, closed_literal);
    case EX_CALL: return apply(out, c, e, closed_call);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN: return closed_fold(out, c, e);
    case EX_IF: return closed_if(out, c, e);
    case EX_PI:
    case EX_INFINITY:
    case EX_GIVEN:
    case EX_LET:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL: return ST_UNABLE;
    }
    return ST_UNABLE;
}
/* clang-format on */

/* What the source of leaves has for this node; ST_UNABLE: nothing. */
static enum status from_source(struct rmatrix *out, struct closing *c,
                               const struct expr *e)
{
    bool may = e->op == EX_GIVEN || e->op == EX_TRANSPOSE ||
               e->op == EX_SLICE || e->op == EX_ENTRY;
    if (!may || !c->source)
        return ST_UNABLE;
    enum status st = c->source->read(out, c->source->context, e, &c->env);
    if (st != ST_OK)
        return st;
    st = closed_spend(c, out->rows * out->cols);
    if (st != ST_OK)
        rmatrix_clear(out);
    return st;
}

enum status closed_eval(struct rmatrix *out, struct closing *c,
                        const struct expr *e)
{
    enum status st = c->depth < CLOSED_MAX_DEPTH
                         ? closed_spend(c, CLOSED_NODE_WORK)
                         : ST_LIMIT;
    c->depth++;
    if (st == ST_OK) {
        st = from_source(out, c, e);
        if (st == ST_UNABLE)
            st = dispatch(out, c, e);
        if (st == ST_UNABLE && c->source && c->source->other)
            st = c->source->other(out, c->source->context, e, &c->env);
    }
    c->depth--;
    if (st != ST_OK && !c->where)
        c->where = e;
    return st;
}

static void start(struct closing *c, const struct env *env)
{
    *c = (struct closing){0};
    env_init(&c->env, env->count);
    if (env->count) {
        memcpy(c->env.values, env->values, env->count * sizeof *c->env.values);
        memcpy(c->env.known, env->known, env->count * sizeof *c->env.known);
    }
}

enum status closed_matrix(struct rmatrix *out, const struct expr *e,
                          const struct env *env, const struct expr **where)
{
    return closed_matrix_from(out, e, env, NULL, where);
}

enum status closed_matrix_from(struct rmatrix *out, const struct expr *e,
                               const struct env *env,
                               const struct closed_source *source,
                               const struct expr **where)
{
    struct closing c;
    start(&c, env);
    c.source = source;
    enum status st = closed_eval(out, &c, e);
    if (where)
        *where = c.where;
    env_clear(&c.env);
    return st;
}

enum status closed_truth(bool *out, const struct expr *e, const struct env *env)
{
    /* conditions are many, and few of those are about sizes and indices */
    enum { MOST_PARTS = 1 << 16 };
    struct closing c;
    if (!expr_is_within(e, MOST_PARTS))
        return ST_UNABLE;
    start(&c, env);
    enum status st = closed_decide(out, &c, e);
    env_clear(&c.env);
    return st;
}

/*
 * Sizes and indices are mostly sums and products of small integers: those are
 * computed in machine words, far from overflow.  False: use the general way.
 */
static bool quick(int64_t *out, const struct expr *e, const struct env *env,
                  int depth)
{
    enum { MOST_DEPTH = 16 };
    const int64_t most = INT64_C(1) << 30;
    int64_t a = 0, b = 0;
    if (e->op == EX_NUMBER)
        return rational_is_int(e->number, out);
    if (e->op == EX_SYMBOL) {
        unsigned id = e->symbol->id;
        if (id >= env->count || !env->known[id])
            return false;
        *out = env->values[id];
        return true;
    }
    if ((e->op != EX_ADD && e->op != EX_SUB && e->op != EX_SCALE) ||
        depth == MOST_DEPTH || !quick(&a, e->kids[0], env, depth + 1) ||
        !quick(&b, e->kids[1], env, depth + 1) || a < -most || a > most ||
        b < -most || b > most)
        return false;
    *out = e->op == EX_ADD ? a + b : e->op == EX_SUB ? a - b : a * b;
    return true;
}

enum status closed_int(int64_t *out, const struct expr *e,
                       const struct env *env)
{
    if (quick(out, e, env, 0))
        return ST_OK;
    struct closing c;
    start(&c, env);
    enum status st = closed_index(out, &c, e);
    env_clear(&c.env);
    return st;
}

struct opaques {
    struct env env;
    enum status status;
};

static void resolve_opaque(void *context, const struct symbol *s)
{
    struct opaques *o = context;
    int64_t value;
    if (s->kind != SYM_OPAQUE || s->id >= o->env.count || o->env.known[s->id] ||
        o->status != ST_OK)
        return;
    o->status = closed_int(&value, s->value, &o->env);
    if (o->status == ST_OK)
        env_set(&o->env, s, value);
}

enum status closed_dim(int64_t *out, const struct dim *a, const struct env *env)
{
    enum status st = dim_value(out, a, env);
    if (st != ST_UNABLE)
        return st;
    struct closing c;
    start(&c, env);
    struct opaques o = {.env = c.env, .status = ST_OK};
    dim_visit(a, resolve_opaque, &o);
    st = o.status == ST_OK ? dim_value(out, a, &o.env) : o.status;
    env_clear(&c.env);
    return st;
}
