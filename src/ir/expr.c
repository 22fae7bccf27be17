#include "ir/expr.h"

#include "base/map.h"

struct expr_pool {
    struct arena *arena;
    struct dim_pool *dims;
    struct map interned;
};

struct expr_pool *expr_pool_new(struct arena *arena)
{
    struct expr_pool *pool = arena_alloc(arena, sizeof *pool);
    pool->arena = arena;
    pool->dims = dim_pool_new(arena);
    pool->interned.arena = arena;
    return pool;
}

struct dim_pool *expr_dims(struct expr_pool *pool)
{
    return pool->dims;
}

size_t expr_count(const struct expr_pool *pool)
{
    return pool->interned.count;
}

static uint64_t hash_number(const rational_t *x)
{
    if (!x)
        return 0;
    uint64_t hash = (uint64_t)mpz_get_si(mpq_numref(x->q));
    return map_mix(hash, (uint64_t)mpz_get_si(mpq_denref(x->q)));
}

static uint64_t hash_expr(const struct expr *e)
{
    uint64_t hash = map_mix((uint64_t)e->op, (uint64_t)e->fn);
    hash = map_mix(hash, (uint64_t)e->rel * 2 + e->reversed);
    hash = map_mix(hash, (uint64_t)(uintptr_t)e->rows);
    hash = map_mix(hash, (uint64_t)(uintptr_t)e->cols);
    hash = map_mix(hash, (uint64_t)(uintptr_t)e->symbol);
    hash = map_mix(hash, e->decl);
    hash = map_mix(hash, hash_number(e->number));
    for (size_t i = 0; i < e->count; i++)
        hash = map_mix(hash, e->kids[i]->id);
    return hash;
}

static bool same_number(const rational_t *a, const rational_t *b)
{
    return a == b || (a && b && mpq_equal(a->q, b->q));
}

static bool same_expr(const struct expr *a, const struct expr *b)
{
    if (a->op != b->op || a->fn != b->fn || a->rel != b->rel ||
        a->reversed != b->reversed || a->rows != b->rows ||
        a->cols != b->cols || a->symbol != b->symbol || a->decl != b->decl ||
        a->count != b->count || !same_number(a->number, b->number))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->kids[i] != b->kids[i])
            return false;
    return true;
}

static void add_free(struct arena *arena, struct expr *e,
                     const struct symbol *s)
{
    const struct symbol *const *old = e->free;
    size_t at = 0;
    while (at < e->nfree && old[at]->id < s->id)
        at++;
    if (at < e->nfree && old[at] == s)
        return;
    const struct symbol **list = arena_array(arena, e->nfree + 1, sizeof *list);
    for (size_t i = 0; i < at; i++)
        list[i] = old[i];
    list[at] = s;
    for (size_t i = at; i < e->nfree; i++)
        list[i + 1] = old[i];
    e->free = list;
    e->nfree++;
}

/* What has kids and a symbol is a binder: it binds in its body, the last. */
static void find_free(struct arena *arena, struct expr *e)
{
    e->free = NULL;
    e->nfree = 0;
    if (e->op == EX_SYMBOL &&
        (e->symbol->kind == SYM_INDEX || e->symbol->kind == SYM_REAL))
        add_free(arena, e, e->symbol);
    for (size_t k = 0; k < e->count; k++)
        for (size_t i = 0; i < e->kids[k]->nfree; i++)
            if (k + 1 < e->count || e->kids[k]->free[i] != e->symbol)
                add_free(arena, e, e->kids[k]->free[i]);
}

const struct expr *expr_intern(struct expr_pool *pool, const struct expr *model)
{
    const uint64_t hash = hash_expr(model);
    uintptr_t known;
    for (size_t at = 0; map_next(&known, &pool->interned, hash, &at);)
        if (same_expr((const struct expr *)known, model))
            return (const struct expr *)known;
    struct expr *made = arena_alloc(pool->arena, sizeof *made);
    *made = *model;
    made->id = (unsigned)pool->interned.count;
    const struct expr **kids =
        arena_array(pool->arena, made->count, sizeof *kids);
    for (size_t i = 0; i < made->count; i++)
        kids[i] = model->kids[i];
    made->kids = kids;
    find_free(pool->arena, made);
    map_add(&pool->interned, hash, (uintptr_t)made);
    return made;
}

bool expr_has_free(const struct expr *e, const struct symbol *symbol)
{
    for (size_t i = 0; i < e->nfree; i++)
        if (e->free[i] == symbol)
            return true;
    return false;
}

bool expr_is_scalar(const struct expr *e)
{
    return !e->is_relation && dim_is_one(e->rows) && dim_is_one(e->cols);
}

bool expr_is_call(const struct expr *e, enum function fn)
{
    return e->op == EX_CALL && e->fn == fn;
}

/* No expression of a theorem is deeper (LOWER_MAX_DEPTH). */
enum { WITHIN_MAX_DEPTH = 4000 };

static bool take(const struct expr *e, size_t *left, size_t depth)
{
    if (*left == 0 || depth > WITHIN_MAX_DEPTH)
        return false;
    --*left;
    for (size_t k = 0; k < e->count; k++)
        if (!take(e->kids[k], left, depth + 1))
            return false;
    return true;
}

bool expr_is_within(const struct expr *e, size_t most)
{
    return take(e, &most, 0);
}

static struct expr scalar_model(struct expr_pool *pool, enum expr_op op,
                                struct span span)
{
    const struct dim *one = dim_constant(pool->dims, 1);
    return (struct expr){.op = op, .span = span, .rows = one, .cols = one};
}

const struct expr *expr_number(struct expr_pool *pool, const rational_t *value,
                               struct span span)
{
    struct expr model = scalar_model(pool, EX_NUMBER, span);
    rational_t *copy = rational_new(pool->arena);
    mpq_set(copy->q, value->q);
    model.number = copy;
    return expr_intern(pool, &model);
}

const struct expr *expr_int(struct expr_pool *pool, int64_t value,
                            struct span span)
{
    LOCAL_RATIONAL number = rational_zero();
    rational_set_int(&number, value);
    return expr_number(pool, &number, span);
}

const struct expr *expr_symbol(struct expr_pool *pool, const struct symbol *s,
                               struct span span)
{
    if (s->kind == SYM_OPAQUE)
        return s->value;
    struct expr model = scalar_model(pool, EX_SYMBOL, span);
    model.symbol = s;
    return expr_intern(pool, &model);
}

const struct expr *expr_binary(struct expr_pool *pool, enum expr_op op,
                               const struct expr *a, const struct expr *b,
                               struct span span)
{
    const struct expr *kids[] = {a, b};
    struct expr model = scalar_model(pool, op, span);
    model.kids = kids;
    model.count = 2;
    return expr_intern(pool, &model);
}

static const struct expr *of_term(struct expr_pool *pool, const struct dim *a,
                                  size_t term, struct span span)
{
    const struct expr *product = NULL;
    const rational_t *c = dim_coefficient(a, term);
    if (dim_factors(a, term) == 0 || mpq_cmp_ui(c->q, 1, 1) != 0)
        product = expr_number(pool, c, span);
    for (size_t j = 0; j < dim_factors(a, term); j++) {
        unsigned power;
        const struct symbol *s = dim_factor(a, term, j, &power);
        const struct expr *f = expr_symbol(pool, s, span);
        if (power > 1)
            f = expr_binary(pool, EX_POW, f, expr_int(pool, power, span), span);
        product = product ? expr_binary(pool, EX_SCALE, product, f, span) : f;
    }
    return product;
}

const struct expr *expr_of_dim(struct expr_pool *pool, const struct dim *a,
                               struct span span)
{
    if (dim_terms(a) == 0)
        return expr_int(pool, 0, span);
    const struct expr *sum = of_term(pool, a, 0, span);
    for (size_t i = 1; i < dim_terms(a); i++)
        sum = expr_binary(pool, EX_ADD, sum, of_term(pool, a, i, span), span);
    return sum;
}
