#include "logic/instance.h"

#include "logic/make.h"

#include <stdlib.h>

struct substitution {
    struct normalizer *n;
    struct expr_pool *pool;
    const struct theorem *from;
    const struct expr *const *args;
    size_t nargs;
    const struct dim **dims; /* images of symbols, by id; NULL: open */
    const struct symbol **bound;
    size_t nsymbols;
    const struct expr **memo; /* by id in the source's pool */
    size_t nmemo, depth;
    bool failed, has_families;
};

/* The symbol if the size is just one dim, else NULL. */
static const struct symbol *lone_dim(const struct dim *a)
{
    unsigned power;
    if (dim_terms(a) != 1 || dim_factors(a, 0) != 1 ||
        mpq_cmp_ui(dim_coefficient(a, 0)->q, 1, 1) != 0)
        return NULL;
    const struct symbol *s = dim_factor(a, 0, 0, &power);
    return power == 1 && s->kind == SYM_DIM ? s : NULL;
}

static void solve(struct substitution *s, const struct dim *from,
                  const struct dim *to)
{
    const struct symbol *dim = lone_dim(from);
    if (dim && !s->dims[dim->id])
        s->dims[dim->id] = to;
}

static const struct dim *image_of_term(struct substitution *s,
                                       const struct dim *a, size_t term)
{
    struct dim_pool *dims = expr_dims(s->pool);
    const struct dim *product = dim_number(dims, dim_coefficient(a, term));
    for (size_t i = 0; i < dim_factors(a, term); i++) {
        unsigned power;
        const struct symbol *f = dim_factor(a, term, i, &power);
        const struct dim *image = s->dims[f->id];
        if (!image && s->bound[f->id])
            image = dim_of_symbol(dims, s->bound[f->id]);
        const struct dim *raised = image ? dim_pow(dims, image, power) : NULL;
        if (!raised) {
            s->failed = true;
            return product;
        }
        product = dim_mul(dims, product, raised);
    }
    return product;
}

static const struct dim *image_of_dim(struct substitution *s,
                                      const struct dim *a)
{
    struct dim_pool *dims = expr_dims(s->pool);
    const struct dim *sum = dim_constant(dims, 0);
    for (size_t i = 0; i < dim_terms(a); i++)
        sum = dim_add(dims, sum, image_of_term(s, a, i));
    return sum;
}

static bool dims_are_admitted(struct substitution *s)
{
    struct dim_pool *dims = expr_dims(s->pool);
    for (size_t i = 0; i < s->from->ndims; i++) {
        const struct symbol *dim = s->from->dims[i];
        const struct dim *to = s->dims[dim->id];
        if (!to || !make_is_whole(to) ||
            !normal_certainly_nonnegative(
                s->n, dim_sub(dims, to, dim_constant(dims, dim->minimum))))
            return false;
    }
    return true;
}

/* ---- families ---- */

/*
 * A family stands as sum(i in a..b, sum(j in c..d, member)); the member of
 * level `at`, or NULL: the term has not so many indices.
 */
static const struct expr *level_of(const struct expr *term, size_t at)
{
    for (size_t i = 0; term && i <= at; i++) {
        if (term->op != EX_SUM || term->count != 3 || term->reversed)
            return NULL;
        if (i < at)
            term = term->kids[2];
    }
    return term;
}

static const struct dim *dim_from(struct substitution *s, const struct expr *e)
{
    return make_dim(s->from->pool, e);
}

/* The dims that only the ranges of families fix. */
static void solve_ranges(struct substitution *s, size_t given)
{
    const struct given *g = &s->from->givens[given];
    for (size_t i = 0; i < g->nindices; i++) {
        const struct expr *level = level_of(s->args[given], i);
        const struct dim *to = level ? make_dim(s->pool, level->kids[1]) : NULL;
        const struct dim *from = dim_from(s, g->indices[i].hi);
        if (from && to)
            solve(s, from, to);
    }
}

/* Whether the term's members are just those that the given has. */
static bool ranges_fit(struct substitution *s, size_t given)
{
    const struct given *g = &s->from->givens[given];
    for (size_t i = 0; i < g->nindices; i++) {
        const struct expr *level = level_of(s->args[given], i);
        const struct dim *lo = dim_from(s, g->indices[i].lo);
        const struct dim *hi = dim_from(s, g->indices[i].hi);
        if (!level || !lo || !hi ||
            image_of_dim(s, lo) != make_dim(s->pool, level->kids[0]) ||
            image_of_dim(s, hi) != make_dim(s->pool, level->kids[1]) ||
            s->failed)
            return false;
    }
    return true;
}

static bool shapes_fit(struct substitution *s)
{
    for (size_t i = 0; i < s->nargs; i++) {
        if (!ranges_fit(s, i))
            return false;
        const struct given *g = &s->from->givens[i];
        if (image_of_dim(s, g->rows) != s->args[i]->rows ||
            image_of_dim(s, g->cols) != s->args[i]->cols || s->failed)
            return false;
    }
    return true;
}

static bool givens_are_plain(struct substitution *s)
{
    for (size_t i = 0; i < s->nargs; i++) {
        if (s->from->givens[i].symbol || !s->args[i] || s->args[i]->is_relation)
            return false;
        s->has_families = s->has_families || s->from->givens[i].nindices > 0;
    }
    return true;
}

/*
 * What stands behind the terms for the givens are the sizes that these leave
 * open, in the order of the declarations.  false: there are more of them.
 */
static bool take_sizes(struct substitution *s, size_t nargs)
{
    size_t at = s->from->ngivens;
    for (size_t i = 0; i < s->from->ndims && at < nargs; i++) {
        const struct dim **to = &s->dims[s->from->dims[i]->id];
        if (*to)
            continue;
        if (!s->args[at] || s->args[at]->is_relation)
            return false;
        *to = make_dim(s->pool, s->args[at++]);
    }
    return at == nargs;
}

struct substitution *substitution_new(struct normalizer *n,
                                      struct expr_pool *pool,
                                      const struct theorem *from,
                                      const struct expr *const *args,
                                      size_t nargs)
{
    struct substitution *s = xcalloc(1, sizeof *s);
    *s =
        (struct substitution){.n = n, .pool = pool, .from = from, .args = args};
    s->nargs = nargs < from->ngivens ? nargs : from->ngivens;
    s->nsymbols = dim_symbols(expr_dims(from->pool));
    s->dims = xcalloc(s->nsymbols + 1, sizeof *s->dims);
    s->bound = xcalloc(s->nsymbols + 1, sizeof *s->bound);
    s->nmemo = expr_count(from->pool);
    s->memo = xcalloc(s->nmemo + 1, sizeof *s->memo);
    bool ok = nargs >= from->ngivens && givens_are_plain(s);
    for (size_t i = 0; ok && i < from->ngivens; i++) {
        solve(s, from->givens[i].rows, args[i]->rows);
        solve(s, from->givens[i].cols, args[i]->cols);
        solve_ranges(s, i);
    }
    if (ok && take_sizes(s, nargs) && dims_are_admitted(s) && shapes_fit(s))
        return s;
    substitution_free(s);
    return NULL;
}

void substitution_free(struct substitution *s)
{
    if (!s)
        return;
    free(s->dims);
    free(s->bound);
    free(s->memo);
    free(s);
}

/* ---- terms ---- */

static const struct expr *image(struct substitution *s, const struct expr *e);

static const struct expr *image_of_symbol(struct substitution *s,
                                          const struct expr *e)
{
    struct span nowhere = {0};
    const struct symbol *symbol = e->symbol;
    if (s->dims[symbol->id])
        return expr_of_dim(s->pool, s->dims[symbol->id], nowhere);
    if (s->bound[symbol->id])
        return expr_symbol(s->pool, s->bound[symbol->id], nowhere);
    s->failed = true;
    return e;
}

static const struct symbol *bind(struct substitution *s,
                                 const struct symbol *symbol)
{
    if (!s->bound[symbol->id])
        s->bound[symbol->id] =
            dim_new_symbol(expr_dims(s->pool), symbol->kind, symbol->name);
    return s->bound[symbol->id];
}

static bool has_symbol(const struct expr *e)
{
    return make_is_binder(e);
}

/* A product with a side that became scalar is a scaling. */
static const struct expr *rebuild(struct substitution *s, const struct expr *e,
                                  const struct expr *const *kids)
{
    if (e->op == EX_MATMUL || e->op == EX_SCALE)
        return make_mul(s->pool, kids[0], kids[1]);
    struct expr model = *e;
    model.kids = kids;
    model.symbol = has_symbol(e) ? bind(s, e->symbol) : NULL;
    if (!e->is_relation) {
        model.rows = image_of_dim(s, e->rows);
        model.cols = image_of_dim(s, e->cols);
    }
    return s->failed ? e : expr_intern(s->pool, &model);
}

static bool is_between(struct substitution *s, const struct expr *e,
                       const struct expr *lo, const struct expr *hi)
{
    struct dim_pool *dims = expr_dims(s->pool);
    const struct dim *x = make_dim(s->pool, e);
    const struct dim *a = make_dim(s->pool, lo), *b = make_dim(s->pool, hi);
    return x && a && b &&
           normal_certainly_nonnegative(s->n, dim_sub(dims, x, a)) &&
           normal_certainly_nonnegative(s->n, dim_sub(dims, b, x));
}

/*
 * A member beyond the given's range has no value, but the term might have one
 * there: such an index has no image.
 */
static const struct expr *image_of_member(struct substitution *s,
                                          const struct expr *e)
{
    const struct expr *term = s->args[e->decl];
    for (size_t i = 0; i < e->count && !s->failed; i++) {
        const struct expr *index = image(s, e->kids[i]);
        const struct expr *made =
            !s->failed && is_between(s, index, term->kids[0], term->kids[1])
                ? make_substitute(s->pool, term->kids[2], term->symbol, index)
                : NULL;
        s->failed = !made;
        term = made;
    }
    return s->failed ? e : term;
}

/* The images of the kids; in a binder's body its variable is in its range. */
static void image_of_kids(struct substitution *s, const struct expr *e,
                          const struct expr **kids)
{
    bool binds =
        make_is_binder(e) && e->count == 3 && e->symbol->kind == SYM_INDEX;
    for (size_t i = 0; i < e->count && !s->failed; i++) {
        bool body = binds && i + 1 == e->count;
        if (body &&
            !normal_push_range(s->n, s->bound[e->symbol->id], kids[0], kids[1]))
            s->failed = true;
        else
            kids[i] = image(s, e->kids[i]);
        if (body && kids[i])
            normal_pop_range(s->n);
    }
}

static const struct expr *image_of_op(struct substitution *s,
                                      const struct expr *e)
{
    if (e->op == EX_SYMBOL)
        return image_of_symbol(s, e);
    if (e->op == EX_GIVEN && e->count == 0)
        return s->args[e->decl];
    if (e->op == EX_NUMBER)
        return expr_number(s->pool, e->number, e->span);
    if (e->op == EX_GIVEN)
        return image_of_member(s, e);
    if (e->op == EX_LET) {
        s->failed = true;
        return e;
    }
    if (has_symbol(e))
        (void)bind(s, e->symbol);
    const struct expr **kids = xcalloc(e->count + 1, sizeof *kids);
    image_of_kids(s, e, kids);
    const struct expr *made = s->failed ? e : rebuild(s, e, kids);
    free(kids);
    return made;
}

static const struct expr *image(struct substitution *s, const struct expr *e)
{
    /* what is in range depends on the binder that a term stands under */
    bool kept = e->id < s->nmemo && !(s->has_families && e->nfree > 0);
    if (kept && s->memo[e->id])
        return s->memo[e->id];
    if (++s->depth > MAKE_MAX_DEPTH)
        s->failed = true;
    const struct expr *made = s->failed ? e : image_of_op(s, e);
    s->depth--;
    if (!s->failed && kept)
        s->memo[e->id] = made;
    return made;
}

const struct expr *substitution_apply(struct substitution *s,
                                      const struct expr *e)
{
    s->failed = false;
    s->depth = 0;
    const struct expr *made = image(s, e);
    return s->failed ? NULL : made;
}

/* ---- properties ---- */

static const struct expr *unit_rows(struct substitution *s,
                                    const struct expr *a)
{
    const struct dim *one = dim_constant(expr_dims(s->pool), 1);
    return make_mul(s->pool, a, make_ones(s->pool, a->cols, one));
}

/* Rows of products, and of powers, of such matrices add up to 1 too. */
static bool has_unit_rows(struct substitution *s, struct judge *j,
                          const struct expr *a, size_t depth)
{
    enum { MOST = 16 };
    const struct dim *one = dim_constant(expr_dims(s->pool), 1);
    if (judge_equal(j, unit_rows(s, a), make_ones(s->pool, a->rows, one)))
        return true;
    if (depth == MOST || (a->op != EX_MATMUL && a->op != EX_MATPOW))
        return false;
    return has_unit_rows(s, j, a->kids[0], depth + 1) &&
           (a->op == EX_MATPOW || has_unit_rows(s, j, a->kids[1], depth + 1));
}

static bool is_stochastic(struct substitution *s, struct judge *j,
                          const struct expr *a)
{
    return judge_nonnegative(j, a) && has_unit_rows(s, j, a, 0);
}

static bool is_orthogonal(struct substitution *s, struct judge *j,
                          const struct expr *a)
{
    return a->rows == a->cols &&
           judge_equal(j, make_mul(s->pool, make_transpose(s->pool, a), a),
                       make_eye(s->pool, a->rows));
}

static bool is_of_kind(struct substitution *s, struct judge *j,
                       const struct theorem *target, enum given_kind kind,
                       const struct expr *a)
{
    if (a->op == EX_GIVEN && target->givens[a->decl].kind == kind)
        return true;
    switch ((int)kind) {
    case GIVEN_REAL:
        return true;
    case GIVEN_STOCHASTIC:
        return is_stochastic(s, j, a);
    case GIVEN_SYMMETRIC:
        return judge_equal(j, make_transpose(s->pool, a), a);
    case GIVEN_NONNEG:
        return judge_nonnegative(j, a);
    case GIVEN_ORTHOGONAL:
        return is_orthogonal(s, j, a);
    case GIVEN_PSD:
        return judge_definite(j, a);
    }
    return false;
}

/* 0 <= (hi - a) and 0 <= (a - lo), entry by entry; an infinite end is none. */
static bool is_within(struct substitution *s, struct judge *j,
                      const struct expr *lo, const struct expr *hi,
                      const struct expr *a)
{
    const struct expr *ones = make_ones(s->pool, a->rows, a->cols);
    const struct expr *ends[2] = {lo, hi};
    for (size_t i = 0; i < 2; i++) {
        const struct expr *end = ends[i];
        bool open = end->op == EX_INFINITY ||
                    (end->op == EX_NEG && end->kids[0]->op == EX_INFINITY);
        /* [inf, inf] is nobody's range */
        if (open && (end->op == EX_INFINITY) == (i == 1))
            continue;
        const struct expr *to = substitution_apply(s, end);
        if (!to || open)
            return false;
        to = make_mul(s->pool, to, ones);
        if (!judge_nonnegative(j, i == 0 ? make_sub(s->pool, a, to)
                                         : make_sub(s->pool, to, a)))
            return false;
    }
    return true;
}

/* Every member, from level `at` of the term on. */
static bool members_are_admitted(struct substitution *s, struct judge *j,
                                 const struct theorem *target,
                                 const struct given *g, const struct expr *a,
                                 size_t at)
{
    if (at == g->nindices)
        return is_of_kind(s, j, target, g->kind, a) &&
               (!g->lo || is_within(s, j, g->lo, g->hi, a));
    if (!judge_open(j, a))
        return false;
    bool ok = members_are_admitted(s, j, target, g, a->kids[2], at + 1);
    judge_close(j);
    return ok;
}

bool substitution_is_admitted(struct substitution *s, struct judge *j,
                              const struct theorem *target)
{
    for (size_t i = 0; i < s->nargs; i++)
        if (!judge_defined(j, s->args[i]) ||
            !members_are_admitted(s, j, target, &s->from->givens[i], s->args[i],
                                  0))
            return false;
    return true;
}
