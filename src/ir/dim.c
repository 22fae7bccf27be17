#include "ir/dim.h"

#include "base/map.h"
#include "ir/expr.h"

#include <stdlib.h>
#include <string.h>

struct factor {
    const struct symbol *symbol;
    unsigned power;
};

/* coefficient * product of factors, sorted by symbol id */
struct term {
    size_t nfactors;
    struct factor *factors;
    rational_t *coefficient;
};

/* Terms in decreasing order of monomials, no zero coefficient. */
struct dim {
    size_t nterms;
    struct term *terms;
    bool is_one; /* asked all the time */
};

struct dim_pool {
    struct arena *arena;
    struct map interned;
    struct symbol **symbols, **opaque; /* opaque: those of that kind */
    size_t nsymbols, nopaque;
};

void env_init(struct env *env, size_t count)
{
    env->count = count;
    env->values = xcalloc(count, sizeof *env->values);
    env->known = xcalloc(count, sizeof *env->known);
}

void env_grow(struct env *env, size_t count)
{
    if (count <= env->count)
        return;
    env->values = xrealloc(env->values, count, sizeof *env->values);
    env->known = xrealloc(env->known, count, sizeof *env->known);
    for (; env->count < count; env->count++)
        env->known[env->count] = false;
}

void env_clear(struct env *env)
{
    free(env->values);
    free(env->known);
    *env = (struct env){0};
}

void env_set(struct env *env, const struct symbol *symbol, int64_t value)
{
    ENSURE(symbol->id < env->count, "env: symbol out of range");
    env->values[symbol->id] = value;
    env->known[symbol->id] = true;
}

void env_unset(struct env *env, const struct symbol *symbol)
{
    ENSURE(symbol->id < env->count, "env: symbol out of range");
    env->known[symbol->id] = false;
}

struct dim_pool *dim_pool_new(struct arena *arena)
{
    struct dim_pool *pool = arena_alloc(arena, sizeof *pool);
    pool->arena = arena;
    pool->interned.arena = arena;
    return pool;
}

struct symbol *dim_new_symbol(struct dim_pool *pool, enum symbol_kind kind,
                              const char *name)
{
    struct symbol *symbol = arena_alloc(pool->arena, sizeof *symbol);
    symbol->kind = kind;
    symbol->id = (unsigned)pool->nsymbols;
    symbol->name = name ? arena_strdup(pool->arena, name) : NULL;
    symbol->minimum = 1;
    arena_push(pool->arena, &pool->symbols, &pool->nsymbols, sizeof symbol,
               &symbol);
    if (kind == SYM_OPAQUE)
        arena_push(pool->arena, &pool->opaque, &pool->nopaque, sizeof symbol,
                   &symbol);
    return symbol;
}

const struct symbol *dim_opaque(const struct dim_pool *pool,
                                const struct expr *value)
{
    for (size_t i = 0; i < pool->nopaque; i++)
        if (pool->opaque[i]->value == value)
            return pool->opaque[i];
    return NULL;
}

size_t dim_symbols(const struct dim_pool *pool)
{
    return pool->nsymbols;
}

const struct symbol *dim_symbol_at(const struct dim_pool *pool, size_t id)
{
    return pool->symbols[id];
}

static unsigned degree(const struct term *t)
{
    unsigned sum = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        sum += t->factors[i].power;
    return sum;
}

/* Higher degree first, then by the symbols' order. */
static int compare_monomials(const struct term *a, const struct term *b)
{
    unsigned da = degree(a), db = degree(b);
    if (da != db)
        return da > db ? -1 : 1;
    for (size_t i = 0; i < a->nfactors && i < b->nfactors; i++) {
        unsigned ia = a->factors[i].symbol->id, ib = b->factors[i].symbol->id;
        if (ia != ib)
            return ia < ib ? -1 : 1;
        if (a->factors[i].power != b->factors[i].power)
            return a->factors[i].power > b->factors[i].power ? -1 : 1;
    }
    if (a->nfactors != b->nfactors)
        return a->nfactors > b->nfactors ? -1 : 1;
    return 0;
}

static bool same_polynomial(const struct dim *a, const struct dim *b)
{
    if (a->nterms != b->nterms)
        return false;
    for (size_t i = 0; i < a->nterms; i++)
        if (compare_monomials(&a->terms[i], &b->terms[i]) != 0 ||
            !mpq_equal(a->terms[i].coefficient->q, b->terms[i].coefficient->q))
            return false;
    return true;
}

static uint64_t hash_of(const struct dim *a)
{
    uint64_t hash = a->nterms;
    for (size_t i = 0; i < a->nterms; i++) {
        const struct term *t = &a->terms[i];
        hash = map_mix(hash, mpz_get_ui(mpq_numref(t->coefficient->q)));
        hash = map_mix(hash, mpz_get_ui(mpq_denref(t->coefficient->q)));
        for (size_t k = 0; k < t->nfactors; k++)
            hash = map_mix(map_mix(hash, t->factors[k].symbol->id),
                           t->factors[k].power);
    }
    return hash;
}

static bool is_number(const struct dim *a)
{
    return a->nterms == 0 || (a->nterms == 1 && a->terms[0].nfactors == 0);
}

/* `before`: where the arena stood before a was made, which may be known. */
static const struct dim *intern(struct dim_pool *pool, struct dim *a,
                                struct arena_mark before)
{
    const uint64_t hash = hash_of(a);
    uintptr_t known;
    for (size_t at = 0; map_next(&known, &pool->interned, hash, &at);)
        if (same_polynomial(a, (const struct dim *)known)) {
            arena_back(pool->arena, before);
            return (const struct dim *)known;
        }
    a->is_one = is_number(a) && a->nterms == 1 &&
                mpq_cmp_ui(a->terms[0].coefficient->q, 1, 1) == 0;
    map_add(&pool->interned, hash, (uintptr_t)a);
    return a;
}

static struct dim *new_dim(struct dim_pool *pool, size_t capacity)
{
    struct dim *a = arena_alloc(pool->arena, sizeof *a);
    a->terms = arena_array(pool->arena, capacity, sizeof *a->terms);
    return a;
}

/* Adds c * t to the sorted polynomial; room must be there. */
static void add_term(struct dim_pool *pool, struct dim *a, const struct term *t,
                     const mpq_t c)
{
    size_t at = 0;
    while (at < a->nterms && compare_monomials(&a->terms[at], t) < 0)
        at++;
    if (at == a->nterms || compare_monomials(&a->terms[at], t) != 0) {
        memmove(a->terms + at + 1, a->terms + at,
                (a->nterms - at) * sizeof *a->terms);
        a->terms[at] = *t;
        a->terms[at].coefficient = rational_new(pool->arena);
        a->nterms++;
    }
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, c, t->coefficient->q);
    mpq_t *sum = &a->terms[at].coefficient->q;
    mpq_add(*sum, *sum, product);
    mpq_clear(product);
    if (mpq_sgn(*sum) != 0)
        return;
    a->nterms--;
    memmove(a->terms + at, a->terms + at + 1,
            (a->nterms - at) * sizeof *a->terms);
}

const struct dim *dim_number(struct dim_pool *pool, const rational_t *value)
{
    const struct arena_mark before = arena_mark(pool->arena);
    struct dim *a = new_dim(pool, 1);
    struct term t = {.coefficient = rational_new(pool->arena)};
    mpq_set(t.coefficient->q, value->q);
    if (mpq_sgn(value->q) != 0)
        a->terms[a->nterms++] = t;
    return intern(pool, a, before);
}

const struct dim *dim_constant(struct dim_pool *pool, int64_t value)
{
    LOCAL_RATIONAL number = rational_zero();
    rational_set_int(&number, value);
    return dim_number(pool, &number);
}

const struct dim *dim_of_symbol(struct dim_pool *pool, const struct symbol *s)
{
    const struct arena_mark before = arena_mark(pool->arena);
    struct dim *a = new_dim(pool, 1);
    struct term *t = &a->terms[0];
    t->nfactors = 1;
    t->factors = arena_alloc(pool->arena, sizeof *t->factors);
    t->factors[0] = (struct factor){s, 1};
    t->coefficient = rational_new(pool->arena);
    rational_set_int(t->coefficient, 1);
    a->nterms = 1;
    return intern(pool, a, before);
}

static const struct dim *add_scaled(struct dim_pool *pool, const struct dim *a,
                                    const struct dim *b, long scale)
{
    const struct arena_mark before = arena_mark(pool->arena);
    struct dim *sum = new_dim(pool, a->nterms + b->nterms + 1);
    LOCAL_MPQ(c);
    mpq_set_si(c, 1, 1);
    for (size_t i = 0; i < a->nterms; i++)
        add_term(pool, sum, &a->terms[i], c);
    mpq_set_si(c, scale, 1);
    for (size_t i = 0; i < b->nterms; i++)
        add_term(pool, sum, &b->terms[i], c);
    return intern(pool, sum, before);
}

const struct dim *dim_add(struct dim_pool *pool, const struct dim *a,
                          const struct dim *b)
{
    return add_scaled(pool, a, b, 1);
}

const struct dim *dim_sub(struct dim_pool *pool, const struct dim *a,
                          const struct dim *b)
{
    return add_scaled(pool, a, b, -1);
}

static struct term multiply_terms(struct dim_pool *pool, const struct term *a,
                                  const struct term *b)
{
    struct term t = {.coefficient = b->coefficient};
    t.factors = arena_array(pool->arena, a->nfactors + b->nfactors + 1,
                            sizeof *t.factors);
    size_t i = 0, j = 0;
    while (i < a->nfactors || j < b->nfactors) {
        const struct factor *fa = i < a->nfactors ? &a->factors[i] : NULL;
        const struct factor *fb = j < b->nfactors ? &b->factors[j] : NULL;
        struct factor *f = &t.factors[t.nfactors++];
        if (!fb || (fa && fa->symbol->id < fb->symbol->id)) {
            *f = *fa;
            i++;
        } else if (!fa || fb->symbol->id < fa->symbol->id) {
            *f = *fb;
            j++;
        } else {
            *f = (struct factor){fa->symbol, fa->power + fb->power};
            i++;
            j++;
        }
    }
    return t;
}

const struct dim *dim_mul(struct dim_pool *pool, const struct dim *a,
                          const struct dim *b)
{
    const struct arena_mark before = arena_mark(pool->arena);
    struct dim *product = new_dim(pool, a->nterms * b->nterms + 1);
    for (size_t i = 0; i < a->nterms; i++)
        for (size_t j = 0; j < b->nterms; j++) {
            struct term t = multiply_terms(pool, &a->terms[i], &b->terms[j]);
            add_term(pool, product, &t, a->terms[i].coefficient->q);
        }
    return intern(pool, product, before);
}

static bool is_long(const struct term *t)
{
    mpq_srcptr q = t->coefficient->q;
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].power > DIM_MAX_DEGREE)
            return true;
    return mpz_sizeinbase(mpq_numref(q), 2) > DIM_MAX_BITS ||
           mpz_sizeinbase(mpq_denref(q), 2) > DIM_MAX_BITS;
}

bool dim_is_too_large(const struct dim *a)
{
    for (size_t i = 0; i < a->nterms; i++)
        if (is_long(&a->terms[i]))
            return true;
    return a->nterms > DIM_MAX_TERMS;
}

const struct dim *dim_pow(struct dim_pool *pool, const struct dim *a, int64_t k)
{
    if (k < 0 || k > DIM_MAX_POWER)
        return NULL;
    const struct dim *power = dim_constant(pool, 1);
    for (int64_t i = 0; i < k && power; i++) {
        power = dim_mul(pool, power, a);
        if (dim_is_too_large(power))
            power = NULL;
    }
    return power;
}

const struct dim *dim_div(struct dim_pool *pool, const struct dim *a,
                          const struct dim *b)
{
    if (b->nterms != 1 || !is_number(b))
        return NULL;
    LOCAL_RATIONAL inverse = rational_zero();
    mpq_inv(inverse.q, b->terms[0].coefficient->q);
    return dim_mul(pool, a, dim_number(pool, &inverse));
}

bool dim_is_one(const struct dim *a)
{
    return a->is_one;
}

bool dim_is_constant(const struct dim *a, int64_t *value)
{
    *value = 0;
    return a->nterms == 0 ||
           (is_number(a) && rational_is_int(a->terms[0].coefficient, value));
}

void dim_visit(const struct dim *a,
               void (*visit)(void *context, const struct symbol *),
               void *context)
{
    for (size_t i = 0; i < a->nterms; i++)
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            const struct symbol *s = a->terms[i].factors[j].symbol;
            bool seen = false;
            for (size_t k = 0; k < i && !seen; k++)
                for (size_t m = 0; m < a->terms[k].nfactors && !seen; m++)
                    seen = a->terms[k].factors[m].symbol == s;
            if (!seen)
                visit(context, s);
        }
}

bool dim_mentions(const struct dim *a, const struct symbol *s)
{
    for (size_t i = 0; i < a->nterms; i++)
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            const struct symbol *f = a->terms[i].factors[j].symbol;
            if (f == s || (f->kind == SYM_OPAQUE && expr_has_free(f->value, s)))
                return true;
        }
    return false;
}

const struct dim *dim_substitute(struct dim_pool *pool, const struct dim *a,
                                 const struct symbol *s, const struct dim *by)
{
    const struct dim *sum = dim_constant(pool, 0);
    for (size_t i = 0; i < a->nterms; i++) {
        const struct dim *product = dim_number(pool, a->terms[i].coefficient);
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            const struct factor *f = &a->terms[i].factors[j];
            const struct dim *base =
                f->symbol == s ? by : dim_of_symbol(pool, f->symbol);
            for (unsigned k = 0; k < f->power; k++)
                product = dim_mul(pool, product, base);
        }
        sum = dim_add(pool, sum, product);
    }
    return sum;
}

size_t dim_terms(const struct dim *a)
{
    return a->nterms;
}

const rational_t *dim_coefficient(const struct dim *a, size_t term)
{
    return a->terms[term].coefficient;
}

size_t dim_factors(const struct dim *a, size_t term)
{
    return a->terms[term].nfactors;
}

const struct symbol *dim_factor(const struct dim *a, size_t term, size_t factor,
                                unsigned *power)
{
    *power = a->terms[term].factors[factor].power;
    return a->terms[term].factors[factor].symbol;
}

/* product = coefficient * values of the factors; false: a symbol is unknown */
static bool term_value(mpq_t product, const struct term *t,
                       const struct env *env)
{
    LOCAL_MPZ(power);
    mpq_set(product, t->coefficient->q);
    bool known = true;
    for (size_t j = 0; j < t->nfactors && known; j++) {
        const struct factor *f = &t->factors[j];
        known = f->symbol->id < env->count && env->known[f->symbol->id];
        if (!known)
            break;
        mpz_set_si(power, env->values[f->symbol->id]);
        mpz_pow_ui(power, power, f->power);
        mpz_mul(mpq_numref(product), mpq_numref(product), power);
        mpq_canonicalize(product);
    }
    return known;
}

enum status dim_value(int64_t *out, const struct dim *a, const struct env *env)
{
    static const int64_t limit = INT64_C(1) << 62;
    LOCAL_RATIONAL sum = rational_zero();
    LOCAL_MPQ(product);
    enum status st = ST_OK;
    for (size_t i = 0; i < a->nterms && st == ST_OK; i++) {
        if (term_value(product, &a->terms[i], env))
            mpq_add(sum.q, sum.q, product);
        else
            st = ST_UNABLE;
    }
    if (st == ST_OK &&
        (!rational_is_int(&sum, out) || *out > limit || *out < -limit))
        st = ST_DOMAIN;
    return st;
}

static void print_term(struct buffer *out, const struct term *t, bool first)
{
    LOCAL_RATIONAL size = rational_zero();
    mpq_abs(size.q, t->coefficient->q);
    bool negative = mpq_sgn(t->coefficient->q) < 0;
    buffer_add(out, first ? (negative ? "-" : "") : (negative ? " - " : " + "));
    bool plain = mpq_cmp_ui(size.q, 1, 1) == 0 && t->nfactors > 0;
    if (!plain)
        rational_print(out, &size);
    for (size_t j = 0; j < t->nfactors; j++) {
        if (j > 0 || !plain)
            buffer_add_char(out, '*');
        buffer_add(out, t->factors[j].symbol->name);
        if (t->factors[j].power > 1)
            buffer_printf(out, "^%u", t->factors[j].power);
    }
}

void dim_print(struct buffer *out, const struct dim *a)
{
    if (a->nterms == 0)
        buffer_add_char(out, '0');
    for (size_t i = 0; i < a->nterms; i++)
        print_term(out, &a->terms[i], i == 0);
}
