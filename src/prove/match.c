/*
 * Matching a rule's pattern against a term in normal form, products and sums
 * split in all ways that keep the order of factors.
 */
#include "prove/match_internal.h"

#include <string.h>

enum { MATCH_MAX_DEPTH = 12 };

void match_add(struct matches *out, const struct binding *b)
{
    for (size_t i = 0; i < out->count; i++)
        if (memcmp(&out->items[i], b, sizeof *b) == 0)
            return;
    if (out->count < SEARCH_MAX_MATCHES)
        out->items[out->count++] = *b;
}

/* All its givens are bound. */
static bool is_settled(const struct expr *e, const struct binding *b)
{
    if (e->op == EX_GIVEN)
        return b->args[e->decl] != NULL;
    for (size_t i = 0; i < e->count; i++)
        if (!is_settled(e->kids[i], b))
            return false;
    return true;
}

static void match_given(struct matches *out, struct matching *m,
                        const struct expr *pattern, const struct expr *x,
                        const struct binding *b)
{
    const struct given *g = &m->rule->givens[pattern->decl];
    struct binding next = *b;
    const struct expr *bound = b->args[pattern->decl];
    bool scalar = dim_is_one(g->rows) && dim_is_one(g->cols);
    if (bound ? !search_is_equal(m->s, bound, x) : scalar && !expr_is_scalar(x))
        return;
    if (!bound)
        next.args[pattern->decl] = x;
    match_add(out, &next);
}

void match_two(struct matches *out, struct matching *m, const struct expr *p,
               const struct expr *x, const struct expr *q, const struct expr *y,
               const struct binding *b, size_t depth)
{
    struct matches first = {.count = 0};
    match(&first, m, p, x, b, depth + 1);
    for (size_t i = 0; i < first.count; i++)
        match(out, m, q, y, &first.items[i], depth + 1);
}

static bool is_softmax(const struct expr *e)
{
    return expr_is_call(e, FN_SOFTMAX) && e->count == 1;
}

/* normal forms write softmax(ones * r) as ones * softmax(r) */
static void match_softmax(struct matches *out, struct matching *m,
                          const struct expr *pattern, const struct expr *x,
                          const struct binding *b, size_t depth)
{
    struct expr_pool *pool = m->s->pool;
    if (x->op != EX_MATMUL || x->kids[0]->op != EX_CALL ||
        x->kids[0]->fn != FN_ONES || !is_softmax(x->kids[1]))
        return;
    const struct expr *inner = x->kids[1]->kids[0];
    match(out, m, pattern->kids[0], make_mul(pool, x->kids[0], inner), b,
          depth + 1);
}

/* The kids from number `at` on, those without givens as they come. */
static void match_each(struct matches *out, struct matching *m,
                       const struct expr *pattern, const struct expr *x,
                       const struct binding *b, size_t at, size_t depth)
{
    struct matches first = {.count = 0};
    while (at < x->count && !catalogue_has_given(pattern->kids[at]))
        at++;
    if (at == x->count) {
        match_add(out, b);
        return;
    }
    match(&first, m, pattern->kids[at], x->kids[at], b, depth + 1);
    for (size_t i = 0; i < first.count; i++)
        match_each(out, m, pattern, x, &first.items[i], at + 1, depth);
}

static const struct expr *turned(struct search *s, const struct expr *e)
{
    return search_normal(s, make_transpose(s->pool, e));
}

bool match_is_homogeneous(const struct expr *e)
{
    return e->op == EX_CALL &&
           (e->fn == FN_ABS || e->fn == FN_NORM1 || e->fn == FN_NORMINF ||
            e->fn == FN_NORM2 || e->fn == FN_NORMFRO || e->fn == FN_NORMMAX ||
            e->fn == FN_NORMNUC || e->fn == FN_NORM1INF ||
            e->fn == FN_DIAMETER);
}

static void match_kids(struct matches *out, struct matching *m,
                       const struct expr *pattern, const struct expr *x,
                       const struct binding *b, size_t depth)
{
    /* normal forms write norminf(A) as norm1(A') */
    if (expr_is_call(pattern, FN_NORMINF) && expr_is_call(x, FN_NORM1))
        match(out, m, pattern->kids[0], turned(m->s, x->kids[0]), b, depth + 1);
    if (is_softmax(pattern))
        match_softmax(out, m, pattern, x, b, depth);
    if (x->op == pattern->op && x->fn == pattern->fn &&
        x->count == pattern->count && x->count > 0)
        match_each(out, m, pattern, x, b, 0, depth);
    /* normal forms choose the sign of what such a function is of */
    if (out->count == 0 && match_is_homogeneous(pattern) &&
        match_is_homogeneous(x) && x->fn == pattern->fn &&
        pattern->kids[0]->op == EX_SUB)
        match(out, m, pattern->kids[0],
              search_normal(m->s, make_neg(m->s->pool, x->kids[0])), b,
              depth + 1);
}

static bool is_ones(const struct expr *e)
{
    return expr_is_call(e, FN_ONES);
}

/* y where x = ones * y, also where x is a sum of such terms; or NULL */
static const struct expr *after_ones(struct search *s, const struct expr *x)
{
    struct parts sum, factors;
    const struct expr *rest = NULL, *scale;
    if (!parts_of_sum(&sum, s, x))
        return NULL;
    for (size_t i = 0; i < sum.count; i++) {
        if (!parts_of_product(&factors, &scale, s, sum.items[i]) ||
            factors.count < 2 || !is_ones(factors.items[0]))
            return NULL;
        const struct expr *y = parts_multiply(s, &factors, 1, factors.count);
        if (scale)
            y = make_mul(s->pool, scale, y);
        rest = rest ? make_add(s->pool, rest, y) : y;
    }
    return rest;
}

/* The factors of the transpose. */
static void reverse(struct parts *p, struct search *s)
{
    const struct parts old = *p;
    for (size_t i = 0; i < p->count; i++)
        p->items[i] = turned(s, old.items[p->count - 1 - i]);
}

/* p[0] * p[1] against the factors in two parts, the scale with either. */
static void match_split(struct matches *out, struct matching *m,
                        const struct expr *const pattern[2],
                        const struct parts *p, const struct expr *scale,
                        const struct binding *b, size_t depth)
{
    for (size_t i = 1; i < p->count; i++) {
        const struct expr *left = parts_multiply(m->s, p, 0, i);
        const struct expr *right = parts_multiply(m->s, p, i, p->count);
        if (!scale) {
            match_two(out, m, pattern[0], left, pattern[1], right, b, depth);
            continue;
        }
        match_two(out, m, pattern[0], make_mul(m->s->pool, scale, left),
                  pattern[1], right, b, depth);
        match_two(out, m, pattern[0], left, pattern[1],
                  make_mul(m->s->pool, scale, right), b, depth);
    }
}

/* The same for x, which is their product. */
static void match_word(struct matches *out, struct matching *m,
                       const struct expr *pattern, const struct expr *x,
                       struct parts *p, const struct expr *scale,
                       const struct binding *b, size_t depth)
{
    match_split(out, m, pattern->kids, p, scale, b, depth);
    if (!expr_is_scalar(x) || !m->s->later)
        return;
    reverse(p, m->s); /* x'*A*y is y'*A'*x */
    match_split(out, m, pattern->kids, p, scale, b, depth);
}

static void match_product(struct matches *out, struct matching *m,
                          const struct expr *pattern, const struct expr *x,
                          const struct binding *b, size_t depth)
{
    struct parts ways[PARTS_MAX_WAYS];
    const struct expr *scale;
    if (is_ones(pattern->kids[0])) {
        const struct expr *rest = after_ones(m->s, x);
        if (rest)
            match(out, m, pattern->kids[1], rest, b, depth + 1);
        return;
    }
    size_t count = parts_of_product(ways, &scale, m->s, x);
    if (count > 0 && ways->count < 2)
        count = m->s->later ? parts_of_common(ways, m->s, x) : 0;
    for (size_t i = 0; i < count; i++)
        match_word(out, m, pattern, x, &ways[i], scale, b, depth);
}

/* Sums of rows, columns and all entries are products with ones. */
static bool is_summation(const struct expr *e)
{
    return e->op == EX_CALL &&
           (e->fn == FN_SUM || e->fn == FN_ROWSUM || e->fn == FN_COLSUM);
}

static bool is_ones_or_flipped(const struct expr *e)
{
    return is_ones(e) || (e->op == EX_TRANSPOSE && is_ones(e->kids[0]));
}

/* sum(a .* b) of rows is a*b' or b*a', of columns a'*b or b'*a. */
static void match_dot_sum(struct matches *out, struct matching *m,
                          const struct expr *dot, const struct parts *p,
                          const struct binding *b, size_t depth)
{
    bool row = dim_is_one(dot->rows);
    for (size_t i = 1; i < p->count; i++) {
        const struct expr *x = parts_multiply(m->s, p, 0, i);
        const struct expr *y = parts_multiply(m->s, p, i, p->count);
        x = row ? x : turned(m->s, x);
        y = row ? turned(m->s, y) : y;
        match_two(out, m, dot->kids[0], x, dot->kids[1], y, b, depth);
        match_two(out, m, dot->kids[0], y, dot->kids[1], x, b, depth);
    }
}

/* A row or column of products of entries, neither side a number. */
static bool is_dot_of_vectors(const struct expr *e)
{
    return e->op == EX_DOT_MUL && !expr_is_scalar(e->kids[0]) &&
           !expr_is_scalar(e->kids[1]) &&
           (dim_is_one(e->rows) || dim_is_one(e->cols));
}

static void match_summation(struct matches *out, struct matching *m,
                            const struct expr *pattern, const struct expr *x,
                            const struct binding *b, size_t depth)
{
    struct parts p;
    const struct expr *scale;
    if (x->op == EX_CALL && x->fn == pattern->fn) /* as it is written */
        match(out, m, pattern->kids[0], x->kids[0], b, depth + 1);
    if (!parts_of_product(&p, &scale, m->s, x) || scale || p.count < 2)
        return;
    if (pattern->fn == FN_SUM && expr_is_scalar(x) &&
        is_dot_of_vectors(pattern->kids[0]))
        match_dot_sum(out, m, pattern->kids[0], &p, b, depth);
    size_t begin = pattern->fn != FN_ROWSUM && is_ones_or_flipped(p.items[0]);
    size_t end = p.count;
    if (pattern->fn != FN_COLSUM && is_ones_or_flipped(p.items[end - 1]))
        end--;
    if (begin >= end)
        return;
    const struct expr *inner = parts_multiply(m->s, &p, begin, end);
    if (search_is_equal(m->s, make_call(m->s->pool, pattern->fn, inner), x))
        match(out, m, pattern->kids[0], inner, b, depth + 1);
}

static void match_scale(struct matches *out, struct matching *m,
                        const struct expr *pattern, const struct expr *x,
                        const struct binding *b, size_t depth)
{
    struct parts p;
    const struct expr *scale, *word;
    if (x->op == EX_SCALE) /* as it is written */
        match_two(out, m, pattern->kids[0], x->kids[0], pattern->kids[1],
                  x->kids[1], b, depth);
    if (m->s->later && parts_of_multiple(&scale, &word, m->s, x))
        match_two(out, m, pattern->kids[0], scale, pattern->kids[1], word, b,
                  depth);
    if (!parts_of_product(&p, &scale, m->s, x))
        return;
    if (scale) {
        match_two(out, m, pattern->kids[0], search_normal(m->s, scale),
                  pattern->kids[1], parts_multiply(m->s, &p, 0, p.count), b,
                  depth);
        return;
    }
    for (size_t i = 0; expr_is_scalar(x) && p.count > 1 && i < p.count; i++)
        match_two(out, m, pattern->kids[0], p.items[i], pattern->kids[1],
                  parts_but(m->s, &p, i, false), b, depth);
}

/* res(A) is written out in normal forms: A less ones * (its mean). */
static void match_res(struct matches *out, struct matching *m,
                      const struct expr *pattern, const struct expr *x,
                      const struct binding *b, size_t depth)
{
    struct parts sum, factors;
    const struct expr *a = NULL, *scale;
    if (expr_is_call(x, FN_RES))
        match(out, m, pattern->kids[0], x->kids[0], b, depth + 1);
    if (!parts_of_sum(&sum, m->s, x))
        return;
    for (size_t i = 0; i < sum.count; i++) {
        bool mean = parts_of_product(&factors, &scale, m->s, sum.items[i]) &&
                    factors.count > 1 && is_ones(factors.items[0]);
        if (!mean)
            a = a ? make_add(m->s->pool, a, sum.items[i]) : sum.items[i];
    }
    if (a && search_is_equal(m->s, make_call(m->s->pool, FN_RES, a), x))
        match(out, m, pattern->kids[0], a, b, depth + 1);
}

/* Whether the pattern is a given declared as a row. */
static bool is_row(const struct matching *m, const struct expr *pattern)
{
    return pattern->op == EX_GIVEN &&
           dim_is_one(m->rule->givens[pattern->decl].rows);
}

static void match_transpose(struct matches *out, struct matching *m,
                            const struct expr *pattern, const struct expr *x,
                            const struct binding *b, size_t depth)
{
    bool shorter = x->op == EX_TRANSPOSE || dim_is_one(x->rows) || depth > 2 ||
                   (dim_is_one(x->cols) && is_row(m, pattern->kids[0])) ||
                   (x->op == EX_MATMUL && x->kids[1]->op == EX_TRANSPOSE);
    if (shorter)
        match(out, m, pattern->kids[0], turned(m->s, x), b, depth + 1);
}

void match(struct matches *out, struct matching *m, const struct expr *pattern,
           const struct expr *x, const struct binding *b, size_t depth)
{
    if (depth > MATCH_MAX_DEPTH)
        return;
    if (pattern->op == EX_GIVEN)
        match_given(out, m, pattern, x, b);
    else if (!catalogue_has_given(pattern) ||
             (m->s->later && is_settled(pattern, b)))
        match_add(out, b); /* compared when the instance is made */
    else if (x->op == EX_SLICE && pattern->op == EX_MATMUL && m->s->later)
        match(out, m, pattern, search_normal(m->s, x), b, depth + 1);
    else if (pattern->op == EX_MATMUL)
        match_product(out, m, pattern, x, b, depth);
    else if (pattern->op == EX_SCALE)
        match_scale(out, m, pattern, x, b, depth);
    else if (pattern->op == EX_ADD || pattern->op == EX_SUB)
        match_sum(out, m, pattern, x, b, depth);
    else if (pattern->op == EX_TRANSPOSE)
        match_transpose(out, m, pattern, x, b, depth);
    else if (pattern->op == EX_NEG)
        match(out, m, pattern->kids[0],
              m->s->later && x->op == EX_NEG
                  ? x->kids[0]
                  : search_normal(m->s, make_neg(m->s->pool, x)),
              b, depth + 1);
    else if (expr_is_call(pattern, FN_RES))
        match_res(out, m, pattern, x, b, depth);
    else if (is_summation(pattern))
        match_summation(out, m, pattern, x, b, depth);
    else
        match_kids(out, m, pattern, x, b, depth);
}

void match_term(struct matches *out, struct search *s,
                const struct theorem *rule, const struct expr *pattern,
                const struct expr *x, const struct binding *start)
{
    struct matching m = {.s = s, .rule = rule};
    out->count = 0;
    match(out, &m, pattern, x, start, 0);
}
