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

bool parts_of_common(struct parts *out, struct search *s, const struct expr *x)
{
    struct parts sum, p;
    const struct expr *first = NULL, *last = NULL, *rest = NULL, *scale;
    if (!parts_of_sum(&sum, s, x) || sum.count < 2)
        return false;
    for (size_t i = 0; i < sum.count; i++) {
        if (!parts_of_product(&p, &scale, s, sum.items[i]) || p.count < 2)
            return false;
        first = i == 0 || p.items[0] == first ? p.items[0] : NULL;
        last = i == 0 || p.items[p.count - 1] == last ? p.items[p.count - 1]
                                                      : NULL;
        if (!first && !last)
            return false;
    }
    for (size_t i = 0; i < sum.count; i++) {
        (void)parts_of_product(&p, &scale, s, sum.items[i]);
        const size_t begin = first != NULL, end = p.count - (last != NULL);
        if (begin >= end)
            return false;
        const struct expr *y = parts_multiply(s, &p, begin, end);
        y = scale ? make_mul(s->pool, scale, y) : y;
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
