/* Indices and sizes: polynomials, what is certain of them, substitution. */
#include "logic/make.h"
#include "logic/normal_internal.h"

/* ---- expression to polynomial ---- */

static const struct dim *opaque_dim(struct normalizer *n, const struct expr *e)
{
    const struct symbol *known = dim_opaque(n->dims, e);
    if (known)
        return dim_of_symbol(n->dims, known);
    struct symbol *s = dim_new_symbol(n->dims, SYM_OPAQUE, "(size)");
    s->value = e;
    return dim_of_symbol(n->dims, s);
}

/* The constant term of a, if it is a small integer; else 0. */
static int64_t offset_of(const struct dim *a)
{
    for (size_t t = 0; t < dim_terms(a); t++) {
        const rational_t *c = dim_coefficient(a, t);
        if (dim_factors(a, t) == 0 && mpz_cmp_ui(mpq_denref(c->q), 1) == 0 &&
            mpz_cmpabs_ui(mpq_numref(c->q), NORMAL_MAX_POWER) <= 0)
            return mpz_get_si(mpq_numref(c->q));
    }
    return 0;
}

/* c^(b + k) = c^k * c^b for a number c > 0; else NULL */
static const struct dim *power_dim(struct normalizer *n, const struct expr *e,
                                   const struct dim *c, const struct dim *b)
{
    int64_t k = offset_of(b), base;
    if (e->op != EX_POW || !dim_is_constant(c, &base) || base < 2)
        return NULL;
    const struct expr *kids[] = {print_dim(n, c),
                                 print_dim(n, index_plus(n, b, -k))};
    const struct dim *power =
        opaque_dim(n, print_op(n, EX_POW, n->one, n->one, kids, 2));
    const struct dim *scale = dim_pow(n->dims, c, k < 0 ? -k : k);
    return k < 0 ? dim_div(n->dims, power, scale)
                 : dim_mul(n->dims, scale, power);
}

static const struct dim *binary_dim(struct normalizer *n, const struct expr *e)
{
    const struct dim *a = index_dim(n, e->kids[0]);
    const struct dim *b = index_dim(n, e->kids[1]);
    int64_t k;
    switch ((int)e->op) {
    case EX_ADD:
        return dim_add(n->dims, a, b);
    case EX_SUB:
        return dim_sub(n->dims, a, b);
    case EX_SCALE:
        return dim_mul(n->dims, a, b);
    case EX_DIVIDE:
        return dim_div(n->dims, a, b);
    default:
        return dim_is_constant(b, &k) ? dim_pow(n->dims, a, k)
                                      : power_dim(n, e, a, b);
    }
}

/* The symbol of an int given that sizes use, else NULL. */
static const struct symbol *int_symbol(struct normalizer *n,
                                       const struct expr *e)
{
    if (e->op == EX_SYMBOL)
        return e->symbol;
    if (e->op != EX_GIVEN || e->count > 0)
        return NULL;
    return n->theorem->givens[e->decl].symbol;
}

/* Depth: as deep as the expression; indices are small. */
const struct dim *index_dim(struct normalizer *n, const struct expr *e)
{
    const struct dim *a = NULL;
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    if (n->failed)
        a = n->one;
    else if (e->op == EX_NUMBER)
        a = dim_number(n->dims, e->number);
    else if (int_symbol(n, e))
        a = dim_of_symbol(n->dims, int_symbol(n, e));
    else if (e->op == EX_NEG)
        a = dim_sub(n->dims, dim_constant(n->dims, 0),
                    index_dim(n, e->kids[0]));
    else if (e->op == EX_ADD || e->op == EX_SUB || e->op == EX_SCALE ||
             e->op == EX_DIVIDE || e->op == EX_POW)
        a = binary_dim(n, e);
    n->depth--;
    return a ? a : opaque_dim(n, e);
}

const struct dim *index_plus(struct normalizer *n, const struct dim *a,
                             int64_t c)
{
    return dim_add(n->dims, a, dim_constant(n->dims, c));
}

/* ---- certainty ---- */

bool index_is_whole(const struct dim *a)
{
    for (size_t t = 0; t < dim_terms(a); t++)
        for (size_t j = 0; j < dim_factors(a, t); j++) {
            unsigned power;
            const enum symbol_kind kind = dim_factor(a, t, j, &power)->kind;
            if (kind == SYM_OPAQUE || kind == SYM_REAL)
                return false;
        }
    return make_is_whole(a);
}

/* 1, -1: a grows, falls with s (others positive); 0: not seen. */
static int direction(const struct dim *a, const struct symbol *s)
{
    int sign = 0;
    for (size_t t = 0; t < dim_terms(a); t++) {
        bool has = false, clear = true;
        for (size_t j = 0; j < dim_factors(a, t); j++) {
            unsigned power;
            const struct symbol *f = dim_factor(a, t, j, &power);
            has = has || f == s;
            clear = clear && (f == s ? power == 1 : f->kind == SYM_DIM);
        }
        if (!has)
            continue;
        int now = mpq_sgn(dim_coefficient(a, t)->q);
        if (!clear || (sign != 0 && now != sign))
            return 0;
        sign = now;
    }
    return sign;
}

/* An end of the integer's range is known. */
static bool is_counted(const struct normalizer *n, const struct symbol *s)
{
    for (size_t i = 0; i < n->nintegers; i++)
        if (n->integers[i].symbol == s)
            return n->integers[i].lo || n->integers[i].hi;
    return false;
}

/*
 * The same with k for each integer lo + k, or hi - k, k = 0, 1, ...; false: an
 * end that is needed is not known.
 */
static bool count_integers(struct normalizer *n, const struct dim **a)
{
    for (size_t i = 0; i < n->nintegers; i++) {
        const struct integer_bounds *b = &n->integers[i];
        if (!dim_mentions(*a, b->symbol))
            continue;
        const struct dim *k = dim_of_symbol(n->dims, b->symbol);
        const bool down = direction(*a, b->symbol) < 0 && b->hi;
        if (!down && !b->lo)
            return false;
        k = down ? dim_sub(n->dims, b->hi, k) : dim_add(n->dims, b->lo, k);
        *a = dim_substitute(n->dims, *a, b->symbol, k);
    }
    return true;
}

struct raised {
    struct normalizer *n;
    const struct dim *a;
    bool only_dims;
};

/* d becomes d + minimum, a size from 0 on. */
static void raise(void *context, const struct symbol *s)
{
    struct raised *r = context;
    if (s->kind == SYM_INT && is_counted(r->n, s))
        return;
    if (s->kind != SYM_DIM) {
        r->only_dims = false;
        return;
    }
    const struct dim *by =
        index_plus(r->n, dim_of_symbol(r->n->dims, s), s->minimum);
    r->a = dim_substitute(r->n->dims, r->a, s, by);
}

static bool nonnegative_in_dims(struct normalizer *n, const struct dim *a)
{
    struct raised r = {n, a, true};
    dim_visit(a, raise, &r);
    bool fine = r.only_dims;
    for (size_t t = 0; t < dim_terms(r.a) && fine; t++)
        fine = mpq_sgn(dim_coefficient(r.a, t)->q) > 0;
    return fine;
}

/*
 * Replaces bound variables by the end that makes `a` least, inside out.  That a
 * range whose variable `a` does not mention has a member is not made use of:
 * what the judge keeps of terms without variables rests on that.
 */
static bool nonnegative_in_ranges(struct normalizer *n, const struct dim *a)
{
    for (const struct range_fact *f = n->scope; f; f = f->outer) {
        if (!dim_mentions(a, f->symbol))
            continue;
        int way = direction(a, f->symbol);
        if (way == 0)
            return false;
        a = dim_substitute(n->dims, a, f->symbol, way > 0 ? f->lo : f->hi);
    }
    return count_integers(n, &a) && nonnegative_in_dims(n, a);
}

bool normal_certainly_nonnegative(struct normalizer *n, const struct dim *a)
{
    struct normal_answer answer = {0};
    if (normal_recall(n, NORMAL_IS_AT_LEAST_0, a, &answer))
        return answer.yes;
    answer.yes = nonnegative_in_ranges(n, a);
    normal_retain(n, NORMAL_IS_AT_LEAST_0, a, answer);
    return answer.yes;
}

/* ---- substitution ---- */

static bool is_binder(const struct expr *e)
{
    return e->op == EX_SUM || e->op == EX_PROD || e->op == EX_MAX ||
           e->op == EX_MIN || e->op == EX_INTEGRAL || e->op == EX_EXPECTATION ||
           e->op == EX_FORALL;
}

struct opaque_use {
    const struct symbol *s;
    bool found;
};

static void look_opaque(void *context, const struct symbol *s)
{
    struct opaque_use *use = context;
    if (s->kind == SYM_OPAQUE && expr_has_free(s->value, use->s))
        use->found = true;
}

static const struct dim *substitute_dim(struct normalizer *n,
                                        const struct dim *a,
                                        const struct symbol *s,
                                        const struct expr *by)
{
    struct opaque_use use = {s, false};
    if (!a)
        return NULL;
    dim_visit(a, look_opaque, &use);
    if (use.found)
        n->failed = true;
    return dim_mentions(a, s) ? dim_substitute(n->dims, a, s, index_dim(n, by))
                              : a;
}

/* The bound variable gets a new name where `by` would be caught by it. */
static struct expr freed(struct normalizer *n, const struct expr *e,
                         const struct expr **kids)
{
    struct expr model = *e;
    const struct symbol *fresh =
        dim_new_symbol(n->dims, e->symbol->kind, e->symbol->name);
    const struct expr *name = expr_symbol(n->pool, fresh, e->span);
    kids[e->count - 1] =
        index_substitute(n, e->kids[e->count - 1], e->symbol, name);
    model.symbol = fresh;
    return model;
}

static const struct expr *substitute_kids(struct normalizer *n,
                                          const struct expr *e,
                                          const struct symbol *s,
                                          const struct expr *by)
{
    const struct expr **kids = arena_array(n->arena, e->count, sizeof *kids);
    for (size_t i = 0; i < e->count; i++)
        kids[i] = e->kids[i];
    struct expr model = *e;
    if (is_binder(e) && expr_has_free(by, e->symbol))
        model = freed(n, e, kids);
    for (size_t i = 0; i < e->count; i++) {
        bool bound = is_binder(e) && i + 1 == e->count && e->symbol == s;
        if (!bound)
            kids[i] = index_substitute(n, kids[i], s, by);
    }
    model.kids = kids;
    model.rows = substitute_dim(n, e->rows, s, by);
    model.cols = substitute_dim(n, e->cols, s, by);
    return expr_intern(n->pool, &model);
}

const struct expr *index_substitute(struct normalizer *n, const struct expr *e,
                                    const struct symbol *s,
                                    const struct expr *by)
{
    if (!expr_has_free(e, s))
        return e;
    if (e->op == EX_SYMBOL)
        return by;
    if (++n->depth > NORMAL_MAX_DEPTH)
        n->failed = true;
    const struct expr *result = e;
    if (normal_spend(n))
        result = substitute_kids(n, e, s, by);
    n->depth--;
    return result;
}
