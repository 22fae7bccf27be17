/*
 * Double sums over triangles, and sums over part of a vector.
 *
 * All pairs j < i of lo..hi are written one way, the outer variable being the
 * larger:
 *
 *     sum(i in lo..hi, sum(j in lo..i - 1, f(i, j))),
 *
 * the diagonal taken out of triangles that have it, and what stands between
 * the sums moved into the inner one.
 */
#include "logic/normal_internal.h"

enum { MAX_DIAGONALS = 4, MAX_MISSING = 4 };

static const struct expr *name_of(struct normalizer *n, const struct symbol *s)
{
    const struct span span = {0};
    return expr_symbol(n->pool, s, span);
}

static bool certain(struct normalizer *n, const struct dim *a,
                    const struct dim *b, int64_t by)
{
    return normal_certainly_nonnegative(
        n, index_plus(n, dim_sub(n->dims, b, a), by));
}

/* ---- the inner sum of a term ---- */

/* The only sum in the term whose range mentions s; NULL: none. */
static const struct expr *inner_sum(const term *t, const struct symbol *s)
{
    const struct expr *found = NULL;
    if (t->nletters > 1 || (t->nletters == 1 && t->letters[0].flip))
        return NULL;
    for (size_t i = 0; i < t->nfactors + t->nletters; i++) {
        bool scalar = i < t->nfactors;
        const struct expr *e = scalar ? t->factors[i].atom : t->letters[0].atom;
        if (e->op != EX_SUM ||
            (!expr_has_free(e->kids[0], s) && !expr_has_free(e->kids[1], s)))
            continue;
        if (found || (scalar && t->factors[i].power != 1) ||
            (scalar && t->nletters > 0))
            return NULL;
        found = e;
    }
    return found && (t->nletters == 0 || found == t->letters[0].atom) ? found
                                                                      : NULL;
}

/* A variable for the sum's body that nothing in the term mentions. */
static const struct symbol *variable_beside(struct normalizer *n, const term *t,
                                            const struct expr *sum)
{
    letter *all = arena_array(n->arena, t->nfactors + 1, sizeof *all);
    for (size_t i = 0; i < t->nfactors; i++)
        all[i] = (letter){t->factors[i].atom, false};
    return sum_symbol(n, sum, all, t->nfactors);
}

/* t without the sum, times the sum's body over j */
static const form *inner_body(struct normalizer *n, const term *t,
                              const struct expr *sum, const struct symbol *j)
{
    term rest = *t;
    factor *f = arena_array(n->arena, t->nfactors + 1, sizeof *f);
    rest.nfactors = rest.nletters = 0;
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom != sum)
            f[rest.nfactors++] = t->factors[i];
    rest.factors = f;
    const struct expr *body =
        index_substitute(n, sum->kids[2], sum->symbol, name_of(n, j));
    return form_mul(n, form_term(n, &rest, n->one, n->one),
                    normal_build(n, body));
}

/* ---- triangles ---- */

/* The pairs j < i of lo..hi; f at i, j. */
struct triangle {
    const struct dim *lo, *hi;
    const struct symbol *i, *j;
    const struct expr *f;
};

/* Two variables that stand in no term but for a moment. */
static const struct symbol *moment(struct normalizer *n, size_t which)
{
    if (!n->moments[which])
        n->moments[which] = dim_new_symbol(n->dims, SYM_INDEX, "i");
    return n->moments[which];
}

/*
 * f at i, j with the two variables that all triangles of that f have: which
 * they are depends on the height of f alone.
 */
static void name_pair(struct normalizer *n, struct triangle *t,
                      const struct symbol *i, const struct symbol *j)
{
    const struct symbol *p = moment(n, 0), *q = moment(n, 1);
    t->f = index_substitute(n, t->f, i, name_of(n, p));
    t->f = index_substitute(n, t->f, j, name_of(n, q));
    t->j = sum_variable(n, t->f, NULL);
    const struct sum_range inner = {t->j, n->one, n->one};
    t->i = sum_variable(n, sum_expr(n, t->f, &inner), NULL);
    t->f = index_substitute(n, t->f, p, name_of(n, t->i));
    t->f = index_substitute(n, t->f, q, name_of(n, t->j));
}

static const struct expr *triangle_expr(struct normalizer *n,
                                        const struct triangle *t)
{
    const struct sum_range outer = {t->i, t->lo, t->hi};
    const struct sum_range inner = {
        t->j, t->lo, index_plus(n, dim_of_symbol(n->dims, t->i), -1)};
    scope_enter(n, outer.s, outer.lo, outer.hi);
    scope_enter(n, inner.s, inner.lo, inner.hi);
    const struct expr *f = normal_part(n, t->f);
    scope_leave(n);
    scope_leave(n);
    return sum_expr(n, sum_expr(n, f, &inner), &outer);
}

/* f at j = i + c, summed over i */
static const form *diagonal(struct normalizer *n, const form *f,
                            const struct sum_range *r, const struct symbol *j,
                            int64_t c)
{
    const struct dim *at = index_plus(n, dim_of_symbol(n->dims, r->s), c);
    scope_enter(n, r->s, r->lo, r->hi);
    const form *a = normal_build(
        n, index_substitute(n, print_form(n, f), j, print_dim(n, at)));
    scope_leave(n);
    return sum_over(n, a, r->s, r->lo, r->hi);
}

/* How an inner range depends on s; c: its end, or start, is s + c. */
struct side {
    bool below;
    int64_t c;
    const struct dim *other;
};

static bool read_side(struct normalizer *n, const struct expr *sum,
                      const struct sum_range *r, struct side *out)
{
    const struct dim *s = dim_of_symbol(n->dims, r->s);
    bool low = expr_has_free(sum->kids[0], r->s);
    bool high = expr_has_free(sum->kids[1], r->s);
    const struct dim *lo = index_dim(n, sum->kids[0]);
    const struct dim *hi = index_dim(n, sum->kids[1]);
    out->below = high;
    out->other = high ? lo : hi;
    return low != high &&
           dim_is_constant(dim_sub(n->dims, high ? hi : lo, s), &out->c) &&
           out->c <= MAX_DIAGONALS && out->c >= -MAX_DIAGONALS;
}

/*
 * Whether the sum has its diagonal, if any, at every i of the range, and for
 * other i nothing else: the triangle's ends.
 */
static bool triangle_ends(struct normalizer *n, const struct side *side,
                          const struct sum_range *r, struct triangle *out)
{
    out->lo = side->below ? side->other : r->lo;
    out->hi = side->below ? r->hi : side->other;
    if (side->below)
        return (side->c == -1 && certain(n, r->lo, out->lo, 1)) ||
               (side->c >= 0 && r->lo == out->lo);
    return (side->c == 1 && certain(n, out->hi, r->hi, 1)) ||
           (side->c <= 0 && r->hi == out->hi);
}

/*
 * The pairs j < i of lo..hi, summed over the variable that f does not have:
 * j occurs hi - j times, i occurs i - lo times.  false: f has both.
 */
static bool single_index(struct normalizer *n, const form *f,
                         const struct triangle *t, const struct symbol *i,
                         const struct symbol *j, const form **out)
{
    bool inner = !expr_has_free(t->f, i);
    if (!inner && expr_has_free(t->f, j))
        return false;
    const struct sum_range r =
        inner ? (struct sum_range){j, t->lo, index_plus(n, t->hi, -1)}
              : (struct sum_range){i, index_plus(n, t->lo, 1), t->hi};
    const struct dim *at = dim_of_symbol(n->dims, r.s);
    const struct dim *times =
        inner ? dim_sub(n->dims, t->hi, at) : dim_sub(n->dims, at, t->lo);
    scope_enter(n, r.s, r.lo, r.hi);
    f = form_mul(n, form_dim(n, times), f);
    scope_leave(n);
    *out = sum_over(n, f, r.s, r.lo, r.hi);
    return true;
}

bool sum_triangle(struct normalizer *n, const term *t,
                  const struct sum_range *r, const form **out)
{
    struct side side;
    struct triangle all;
    const struct expr *sum = n->failed ? NULL : inner_sum(t, r->s);
    if (!sum || !read_side(n, sum, r, &side) ||
        !triangle_ends(n, &side, r, &all))
        return false;
    const struct symbol *j = variable_beside(n, t, sum);
    scope_enter(n, r->s, r->lo, r->hi);
    scope_enter(n, j, index_dim(n, sum->kids[0]), index_dim(n, sum->kids[1]));
    const form *f = inner_body(n, t, sum, j);
    scope_leave(n);
    scope_leave(n);
    all.f = print_form(n, f);
    const struct symbol *larger = side.below ? r->s : j;
    const struct symbol *smaller = side.below ? j : r->s;
    if (!single_index(n, f, &all, larger, smaller, out)) {
        name_pair(n, &all, larger, smaller);
        *out = form_atom(n, triangle_expr(n, &all));
    }
    for (int64_t c = side.below ? 0 : side.c;
         c <= (side.below ? side.c : 0) && !n->failed; c++)
        *out = form_add(n, *out, diagonal(n, f, r, j, c));
    return true;
}

/* ---- closing ---- */

static bool read_triangle(struct normalizer *n, const struct expr *e,
                          struct triangle *out)
{
    const struct expr *inner = e->kids[2];
    if (e->op != EX_SUM || inner->op != EX_SUM)
        return false;
    *out = (struct triangle){index_dim(n, e->kids[0]), index_dim(n, e->kids[1]),
                             e->symbol, inner->symbol, inner->kids[2]};
    return index_dim(n, inner->kids[0]) == out->lo &&
           index_dim(n, inner->kids[1]) ==
               index_plus(n, dim_of_symbol(n->dims, e->symbol), -1);
}

/*
 * All pairs i, j: f summed over the square without its diagonal is that over
 * j < i plus that over i < j.
 */
static bool closed_triangle(struct normalizer *n, const struct expr *e,
                            const form **out)
{
    struct triangle t;
    if (!read_triangle(n, e, &t))
        return false;
    scope_enter(n, t.i, t.lo, t.hi);
    scope_enter(n, t.j, t.lo, t.hi);
    bool total = sum_is_total(n, t.f);
    const form *f = normal_build(n, t.f);
    scope_leave(n);
    scope_leave(n);
    struct triangle turned = t;
    name_pair(n, &turned, t.j, t.i);
    const struct expr *other = triangle_expr(n, &turned);
    if (!total || n->failed || other->id > e->id)
        return false;
    const struct sum_range r = {t.i, t.lo, t.hi};
    scope_enter(n, t.i, t.lo, t.hi);
    const form *row = sum_over(n, f, t.j, t.lo, t.hi);
    scope_leave(n);
    *out = form_sub(n, sum_over(n, row, t.i, t.lo, t.hi),
                    diagonal(n, f, &r, t.j, 0));
    *out = other == e ? form_mul(n, form_number(n, 1, 2), *out)
                      : form_sub(n, *out, form_atom(n, other));
    return true;
}

/* The size of the unit vectors with the index s; NULL: there are none. */
static const struct dim *size_of_units(const struct expr *e,
                                       const struct symbol *s)
{
    const struct dim *size = NULL;
    if (!expr_has_free(e, s))
        return NULL;
    if (expr_is_call(e, FN_UNIT))
        return e->rows;
    for (size_t i = 0; i < e->count && !size; i++)
        size = size_of_units(e->kids[i], s);
    return size;
}

/* The sum over the whole of 1..size without a few terms at its ends. */
static bool closed_part(struct normalizer *n, const struct expr *e,
                        const form **out)
{
    int64_t before, after;
    const struct dim *size = size_of_units(e->kids[2], e->symbol);
    const struct dim *lo = index_dim(n, e->kids[0]);
    const struct dim *hi = index_dim(n, e->kids[1]);
    if (!size || !dim_is_constant(index_plus(n, lo, -1), &before) ||
        !dim_is_constant(dim_sub(n->dims, size, hi), &after) || before < 0 ||
        after < 0 || before + after > MAX_MISSING || before + after == 0 ||
        !certain(n, lo, hi, 1))
        return false;
    const struct sum_range whole = {e->symbol, n->one, size};
    scope_enter(n, whole.s, whole.lo, whole.hi);
    bool total = sum_is_total(n, e->kids[2]);
    const form *body = normal_build(n, e->kids[2]);
    scope_leave(n);
    if (!total || body->count != 1 ||
        !sum_units(n, &body->terms[0], &whole, out))
        return false;
    for (int64_t k = 1; k <= before + after && !n->failed; k++) {
        const struct dim *at = k <= before ? dim_constant(n->dims, k)
                                           : index_plus(n, hi, k - before);
        *out =
            form_sub(n, *out,
                     normal_build(n, index_substitute(n, e->kids[2], e->symbol,
                                                      print_dim(n, at))));
    }
    return true;
}

bool sum_closed(struct normalizer *n, const struct expr *e, const form **out)
{
    return e->op == EX_SUM && !n->failed &&
           (closed_triangle(n, e, out) || closed_part(n, e, out));
}
