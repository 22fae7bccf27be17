/* Products and sums as written, taken apart. */
#include "prove/search.h"

static bool push(struct parts *p, const struct expr *e)
{
    if (p->count == SEARCH_MAX_LETTERS)
        return false;
    p->items[p->count++] = e;
    return true;
}

static void scale_by(struct search *s, const struct expr **scale,
                     const struct expr *by)
{
    *scale = *scale ? make_mul(s->pool, *scale, by) : by;
}

static bool product(struct parts *out, const struct expr **scale,
                    struct search *s, const struct expr *e, bool scalar)
{
    struct span nowhere = {0};
    if (e->op == EX_NEG) {
        scale_by(s, scale, make_int(s->pool, -1));
        return product(out, scale, s, e->kids[0], scalar);
    }
    if (e->op == EX_SCALE && !scalar) {
        scale_by(s, scale, e->kids[0]);
        return product(out, scale, s, e->kids[1], scalar);
    }
    if (e->op == EX_DIVIDE && !scalar) {
        scale_by(s, scale,
                 expr_binary(s->pool, EX_DIVIDE, make_int(s->pool, 1),
                             e->kids[1], nowhere));
        return product(out, scale, s, e->kids[0], scalar);
    }
    if (e->op == EX_MATMUL || e->op == EX_SCALE)
        return product(out, scale, s, e->kids[0], scalar) &&
               product(out, scale, s, e->kids[1], scalar);
    return push(out, e);
}

bool parts_of_product(struct parts *out, const struct expr **scale,
                      struct search *s, const struct expr *e)
{
    *scale = NULL;
    out->count = 0;
    return product(out, scale, s, e, expr_is_scalar(e) && e->op == EX_SCALE);
}

static bool summands(struct parts *out, struct search *s, const struct expr *e,
                     bool minus)
{
    if (e->op == EX_ADD || e->op == EX_SUB)
        return summands(out, s, e->kids[0], minus) &&
               summands(out, s, e->kids[1], minus != (e->op == EX_SUB));
    if (e->op == EX_NEG)
        return summands(out, s, e->kids[0], !minus);
    return push(out, minus ? make_neg(s->pool, e) : e);
}

bool parts_of_sum(struct parts *out, struct search *s, const struct expr *e)
{
    out->count = 0;
    return summands(out, s, e, false);
}

const struct expr *parts_multiply(struct search *s, const struct parts *p,
                                  size_t begin, size_t end)
{
    const struct expr *e = p->items[begin];
    for (size_t i = begin + 1; i < end; i++)
        e = make_mul(s->pool, e, p->items[i]);
    return e;
}

bool parts_of_multiple(const struct expr **scale, const struct expr **word,
                       struct search *s, const struct expr *e)
{
    struct parts sum, p;
    const struct expr *c;
    *scale = *word = NULL;
    if (!parts_of_sum(&sum, s, e) || sum.count < 2)
        return false;
    for (size_t i = 0; i < sum.count; i++) {
        if (!parts_of_product(&p, &c, s, sum.items[i]) || p.count == 0)
            return false;
        const struct expr *w = parts_multiply(s, &p, 0, p.count);
        if (*word && w != *word)
            return false;
        *word = w;
        c = c ? c : make_int(s->pool, 1);
        *scale = *scale ? make_add(s->pool, *scale, c) : c;
    }
    return true;
}

const struct expr *parts_but(struct search *s, const struct parts *p,
                             size_t but, bool sum)
{
    const struct expr *rest = NULL;
    for (size_t k = 0; k < p->count; k++) {
        if (k == but)
            continue;
        const struct expr *e = p->items[k];
        rest = !rest ? e
               : sum ? make_add(s->pool, rest, e)
                     : make_mul(s->pool, rest, e);
    }
    return rest;
}

/* c times the items, those from `begin` to `end`; none: the identity e. */
static const struct expr *scaled_word(struct search *s, const struct parts *p,
                                      size_t begin, size_t end,
                                      const struct expr *c,
                                      const struct expr *e)
{
    const struct expr *y = begin < end ? parts_multiply(s, p, begin, end) : e;
    return c ? make_mul(s->pool, c, y) : y;
}

/*
 * a inv(N) - b = (a - b N) inv(N), inv(N) a - b = inv(N) (a - N b): so
 * differences of inverses are products.
 */
static bool with_inverse(struct parts *out, struct search *s,
                         const struct parts *sum)
{
    struct parts p[2];
    const struct expr *c[2];
    for (size_t k = 0; k < 2; k++)
        if (sum->count != 2 || expr_is_scalar(sum->items[0]) ||
            !parts_of_product(&p[k], &c[k], s, sum->items[k]))
            return false;
    for (size_t way = 0; way < 4; way++) {
        const struct parts *a = &p[way % 2], *b = &p[1 - way % 2];
        const bool last = way >= 2;
        const struct expr *inverse = a->items[last ? a->count - 1 : 0];
        if (!expr_is_call(inverse, FN_INV))
            continue;
        const struct expr *n = inverse->kids[0];
        const struct expr *rest =
            scaled_word(s, a, !last, a->count - last, c[way % 2],
                        make_mul(s->pool, inverse, n));
        const struct expr *other =
            scaled_word(s, b, 0, b->count, c[1 - way % 2], NULL);
        other =
            last ? make_mul(s->pool, other, n) : make_mul(s->pool, n, other);
        rest = search_normal(s, make_add(s->pool, rest, other));
        out->count = 0;
        (void)push(out, last ? rest : inverse);
        (void)push(out, last ? inverse : rest);
        return true;
    }
    return false;
}

/* A^e = A^(e - 1) A */
static bool of_power(struct parts *out, struct search *s, const struct expr *x)
{
    const struct span nowhere = {0};
    if (x->op != EX_MATPOW)
        return false;
    const struct expr *less =
        make_sub(s->pool, x->kids[1], make_int(s->pool, 1));
    out->count = 0;
    (void)push(out, search_normal(s, expr_binary(s->pool, EX_MATPOW, x->kids[0],
                                                 less, nowhere)));
    (void)push(out, x->kids[0]);
    return true;
}

/* The word's factors, the last of a power that is written as one apart. */
static bool word_of(struct parts *out, struct search *s,
                    const struct parts *product)
{
    struct parts power;
    out->count = 0;
    for (size_t i = 0; i < product->count; i++) {
        const bool is_power = of_power(&power, s, product->items[i]);
        if ((is_power && !push(out, power.items[0])) ||
            !push(out, is_power ? power.items[1] : product->items[i]))
            return false;
    }
    return true;
}

/* The summand as such a word; false: too long. */
static bool summand_word(struct parts *out, const struct expr **scale,
                         struct search *s, const struct expr *e)
{
    struct parts product;
    return parts_of_product(&product, scale, s, e) && word_of(out, s, &product);
}

static bool common_ends(struct parts *out, struct search *s,
                        const struct parts *sum)
{
    struct parts p;
    const struct expr *first = NULL, *last = NULL, *rest = NULL, *scale;
    for (size_t i = 0; i < sum->count; i++) {
        if (!summand_word(&p, &scale, s, sum->items[i]) ||
            p.count < (s->later ? 1 : 2))
            return false;
        first = i == 0 || p.items[0] == first ? p.items[0] : NULL;
        last = i == 0 || p.items[p.count - 1] == last ? p.items[p.count - 1]
                                                      : NULL;
        if (!first && !last)
            return false;
    }
    for (size_t i = 0; i < sum->count; i++) {
        (void)summand_word(&p, &scale, s, sum->items[i]);
        const size_t begin = first != NULL, end = p.count - (last != NULL);
        const bool whole = p.count == 1 && begin == end; /* one end alone */
        if (begin >= end && !whole)
            return false;
        const struct dim *size = last ? p.items[0]->rows : p.items[0]->cols;
        const struct expr *y = scaled_word(
            s, &p, begin, end, scale, whole ? make_eye(s->pool, size) : NULL);
        rest = rest ? make_add(s->pool, rest, y) : y;
    }
    out->count = 0;
    if (first)
        out->items[out->count++] = first;
    out->items[out->count++] = rest;
    if (last)
        out->items[out->count++] = last;
    return true;
}

/* Whether P * 1 = 1. */
static bool is_average(struct search *s, const struct expr *p)
{
    const struct dim *one = dim_constant(expr_dims(s->pool), 1);
    return search_is_equal(
        s, make_mul(s->pool, p, make_ones(s->pool, p->cols, one)),
        make_ones(s->pool, p->rows, one));
}

/*
 * The P with P * 1 = 1 that the summands begin with, but those that begin with
 * ones; in a row any may begin with something else.  NULL: there is none.
 */
static const struct expr *average_of(struct search *s, const struct parts *sum)
{
    struct parts p;
    const struct expr *average = NULL, *scale;
    const bool is_row = dim_is_one(sum->items[0]->rows);
    for (size_t i = 0; i < sum->count; i++) {
        const bool split =
            parts_of_product(&p, &scale, s, sum->items[i]) && p.count > 1;
        if (is_row && average)
            break;
        if (is_row && (!split || !is_average(s, p.items[0])))
            continue;
        if (!split || (average && p.items[0] != average &&
                       !expr_is_call(p.items[0], FN_ONES)))
            return NULL;
        if (!expr_is_call(p.items[0], FN_ONES))
            average = p.items[0];
    }
    return average && is_average(s, average) ? average : NULL;
}

/* P X - 1 y = P (X - 1 y) for P with P * 1 = 1 */
static bool with_average(struct parts *out, struct search *s,
                         const struct parts *sum)
{
    struct parts p;
    const struct expr *average = average_of(s, sum), *rest = NULL, *scale;
    for (size_t i = 0; average && i < sum->count; i++) {
        if (!parts_of_product(&p, &scale, s, sum->items[i]))
            return false;
        const bool own = p.count > 1 && p.items[0] == average;
        const size_t begin =
            p.count > 1 && (own || expr_is_call(p.items[0], FN_ONES));
        const struct expr *y = parts_multiply(s, &p, begin, p.count);
        if (!own)
            y = make_mul(s->pool, make_ones(s->pool, average->cols, y->rows),
                         y);
        y = scale ? make_mul(s->pool, scale, y) : y;
        rest = rest ? make_add(s->pool, rest, y) : y;
    }
    if (!average)
        return false;
    out->count = 0;
    (void)push(out, average);
    (void)push(out, rest);
    return true;
}

/* The summands by their last (or first) factor, with what stands before it. */
struct ends {
    const struct expr *items[SEARCH_MAX_LETTERS], *maps[SEARCH_MAX_LETTERS];
    size_t count;
};

static bool gather_ends(struct ends *out, struct search *s,
                        const struct parts *sum, bool last)
{
    struct parts p;
    const struct expr *scale, *x = sum->items[0];
    const struct dim *size = last ? x->rows : x->cols;
    out->count = 0;
    for (size_t i = 0; i < sum->count; i++) {
        if (!parts_of_product(&p, &scale, s, sum->items[i]) || p.count == 0)
            return false;
        const struct expr *end = p.items[last ? p.count - 1 : 0];
        const struct expr *map = scaled_word(s, &p, !last, p.count - last,
                                             scale, make_eye(s->pool, size));
        size_t k = 0;
        while (k < out->count && out->items[k] != end)
            k++;
        out->maps[k] =
            k < out->count ? make_add(s->pool, out->maps[k], map) : map;
        out->items[k] = end;
        out->count += k == out->count;
    }
    return true;
}

/* M x - M y = M (x - y), where M may be a sum; from behind likewise. */
static bool with_map(struct parts *out, struct search *s,
                     const struct parts *sum, bool last)
{
    struct ends e;
    if (!gather_ends(&e, s, sum, last) || e.count < 2 || e.count == sum->count)
        return false;
    const struct expr *map = search_normal(s, e.maps[0]);
    const struct expr *minus = search_normal(s, make_neg(s->pool, map));
    const struct expr *inner = e.items[0];
    for (size_t k = 1; k < e.count; k++) {
        const struct expr *other = search_normal(s, e.maps[k]);
        if ((other != map && other != minus) ||
            e.items[k]->rows != inner->rows || e.items[k]->cols != inner->cols)
            return false;
        inner = other == map ? make_add(s->pool, inner, e.items[k])
                             : make_sub(s->pool, inner, e.items[k]);
    }
    out->count = 0;
    (void)push(out, last ? map : inner);
    (void)push(out, last ? inner : map);
    return true;
}

/* The power at the end of a word: its base and exponent. */
static const struct dim *exponent_of(struct search *s, const struct expr *e,
                                     const struct expr **base)
{
    *base = e->op == EX_MATPOW ? e->kids[0] : e;
    return e->op == EX_MATPOW ? make_dim(s->pool, e->kids[1])
                              : dim_constant(expr_dims(s->pool), 1);
}

static const struct expr *power_of(struct search *s, const struct expr *base,
                                   const struct dim *e)
{
    const struct span nowhere = {0};
    return search_normal(s, expr_binary(s->pool, EX_MATPOW, base,
                                        expr_of_dim(s->pool, e, nowhere),
                                        nowhere));
}

/* B^e u + B^f v = B^f (B^(e - f) u + v) for a number e - f; u B^e + v B^f. */
static bool with_power(struct parts *out, struct search *s,
                       const struct parts *sum, bool last)
{
    struct parts p[2];
    const struct expr *scale[2], *base[2], *rest[2];
    const struct dim *e[2];
    struct dim_pool *dims = expr_dims(s->pool);
    for (size_t k = 0; k < 2; k++) {
        if (sum->count != 2 ||
            !parts_of_product(&p[k], &scale[k], s, sum->items[k]) ||
            p[k].count == 0)
            return false;
        e[k] = exponent_of(s, p[k].items[last ? p[k].count - 1 : 0], &base[k]);
    }
    const struct dim *by = e[0] && e[1] ? dim_sub(dims, e[0], e[1]) : NULL;
    int64_t more;
    if (base[0] != base[1] || !by || !dim_is_constant(by, &more) || more == 0)
        return false;
    const size_t low = more > 0;
    for (size_t k = 0; k < 2; k++) {
        const struct expr *left =
            power_of(s, base[k], dim_sub(dims, e[k], e[low]));
        p[k].items[last ? p[k].count - 1 : 0] = left;
        rest[k] = scaled_word(s, &p[k], 0, p[k].count, scale[k], NULL);
    }
    const struct expr *inner =
        search_normal(s, make_add(s->pool, rest[0], rest[1]));
    const struct expr *common = power_of(s, base[0], e[low]);
    out->count = 0;
    (void)push(out, last ? inner : common);
    (void)push(out, last ? common : inner);
    return true;
}

size_t parts_of_common(struct parts out[PARTS_MAX_WAYS], struct search *s,
                       const struct expr *x)
{
    struct parts sum;
    size_t count = 0;
    if (of_power(&out[0], s, x))
        return 1;
    if (!parts_of_sum(&sum, s, x) || sum.count < 2)
        return 0;
    count += common_ends(&out[count], s, &sum);
    count += with_inverse(&out[count], s, &sum);
    count += with_average(&out[count], s, &sum);
    count += with_power(&out[count], s, &sum, false);
    count += with_power(&out[count], s, &sum, true);
    if (s->last) {
        count += with_map(&out[count], s, &sum, false);
        count += with_map(&out[count], s, &sum, true);
    }
    return count;
}

/* ---- differences of two products ---- */

/* c (a - d) b and c d (b - e), then c a (b - e) and c (a - d) e */
static void add_ways(struct telescopes *out, struct search *s,
                     const struct expr *scale, const struct expr *const left[2],
                     const struct expr *const right[2])
{
    struct expr_pool *pool = s->pool;
    const struct expr *l = make_sub(pool, left[0], left[1]);
    const struct expr *r = make_sub(pool, right[0], right[1]);
    for (size_t way = 0; way < 2 && out->count < TELESCOPES_MAX; way++) {
        const struct expr *part[2] = {make_mul(pool, l, right[way]),
                                      make_mul(pool, left[!way], r)};
        for (size_t k = 0; k < 2; k++)
            out->items[out->count][k] = search_normal(
                s, scale ? make_mul(pool, scale, part[k]) : part[k]);
        out->count++;
    }
}

void parts_of_difference(struct telescopes *out, struct search *s,
                         const struct parts *sum)
{
    struct parts word[2];
    const struct expr *scale[2];
    out->count = 0;
    for (size_t k = 0; k < 2; k++)
        if (sum->count != 2 ||
            !summand_word(&word[k], &scale[k], s, sum->items[k]))
            return;
    const struct expr *one = make_int(s->pool, 1);
    if (!search_is_equal(s, scale[0] ? scale[0] : one,
                         make_neg(s->pool, scale[1] ? scale[1] : one)))
        return;
    for (size_t i = 1; i < word[0].count; i++)
        for (size_t k = 1; k < word[1].count; k++) {
            const struct expr *left[2] = {parts_multiply(s, &word[0], 0, i),
                                          parts_multiply(s, &word[1], 0, k)};
            const struct expr *right[2] = {
                parts_multiply(s, &word[0], i, word[0].count),
                parts_multiply(s, &word[1], k, word[1].count)};
            if (left[0]->cols == left[1]->cols && left[0] != left[1] &&
                right[0] != right[1])
                add_ways(out, s, scale[0], left, right);
        }
}
