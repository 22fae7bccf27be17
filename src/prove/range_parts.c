/*
 * Far out: a sum whose terms cancel, each along a line of its own.  Term after
 * term is compared with its line alone (PARTITION_PARTS).
 */
#include "prove/range_internal.h"
#include "prove/range_profile.h"

#include <math.h>

enum { FAR = 1 << 12 };

/* c + d x, which a term comes close to far out. */
struct asymptote {
    double c, d;
};

static double value_at(struct range_search *s, const struct scalar *e, size_t k,
                       double x)
{
    double point[SCALAR_MAX_VARIABLES] = {0};
    point[k] = x;
    return range_double(s->doubles, e, point);
}

/* False: doubles see no line. */
static bool find_asymptote(struct asymptote *line, struct range_search *s,
                           const struct scalar *e, size_t k, double side)
{
    double a = value_at(s, e, k, side * FAR);
    double b = value_at(s, e, k, side * 2 * FAR);
    double c = value_at(s, e, k, side * 4 * FAR);
    line->d = side * (b - a) / FAR;
    line->c = a - line->d * side * FAR;
    double next = line->c + 4 * line->d * side * FAR;
    return fabs(next - c) <= 1e-9 * (1 + fabs(c));
}

/* A line, as it is written. */
static bool is_line(const struct scalar *e, size_t k, struct scalar_pool *pool)
{
    const struct scalar *slope = scalar_derivative(pool, e, k);
    return slope && slope->variables == 0;
}

/*
 * The first term that is no line and what it comes close to, if there is
 * another such; *limit is what is left of all lines.
 */
static bool find_part(size_t *part, struct asymptote *line, double *limit,
                      struct range_search *s, const struct scalar *f, size_t k,
                      double side)
{
    struct asymptote sum = {0}, one = {0};
    size_t curved = 0;
    for (size_t i = 0; i < f->count; i++) {
        if (!find_asymptote(&one, s, f->kids[i], k, side))
            return false;
        sum.c += one.c;
        sum.d += one.d;
        if (is_line(f->kids[i], k, s->pool))
            continue;
        if (curved++ == 0) {
            *part = i;
            *line = one;
        }
    }
    *limit = sum.c / (double)(curved + 1);
    return curved > 1 && fabs(sum.d) < 1e-9 && *limit > 0;
}

static void set_number(struct partition_number *x, double from, double to)
{
    x->kind = CONSTANT_PLAIN;
    range_simplest(x->value.q, from, to);
}

bool range_is_right(struct range_search *s, const struct sequent *q)
{
    struct range_profile p;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++) {
        if (q->goal->variables != 1u << k || !q->goal->term)
            continue;
        range_profile(&p, s, q, k, q->goal->term);
        return range_profile_is_right_all(&p);
    }
    return q->goal->variables == 0;
}

static bool split_parts(struct range_search *s, size_t node,
                        const struct sequent *q, size_t k, double side,
                        struct sequent *kids, size_t *count)
{
    struct asymptote line = {0};
    size_t part = 0;
    double limit;
    if (!find_part(&part, &line, &limit, s, q->goal->term, k, side))
        return false;
    partition_set_numbers(s->out, node, 2);
    struct partition_number *numbers = s->out->nodes[node].numbers;
    double slack = 1e-9 * fabs(line.d);
    set_number(&numbers[0], limit / 2 - line.c, 3 * limit / 2 - line.c);
    set_number(&numbers[1], -line.d - slack, -line.d + slack);
    if (range_try(s, node, q, PARTITION_PARTS, k, part, kids, count) &&
        range_is_right(s, &kids[0]) && range_is_right(s, &kids[1]))
        return true;
    partition_set_rule(s->out, node, PARTITION_OPEN, 0, 0);
    partition_set_numbers(s->out, node, 0);
    return false;
}

bool range_parts(struct range_search *s, size_t node, const struct sequent *q,
                 struct sequent *kids, size_t *count)
{
    const struct scalar *f = q->goal->term;
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (f->op == SCALAR_ADD && f->variables == 1u << k &&
            !q->box.lo[k] != !q->box.hi[k])
            return split_parts(s, node, q, k, q->box.hi[k] ? -1 : 1, kids,
                               count);
    return false;
}
