/*
 * N(a sum) <= N(a part of it) + N(the rest), where the part is one that a
 * person would see: of two inputs, with a common factor, centred.
 */
#include "prove/estimate.h"

#include <stdio.h>

enum { ESTIMATE_MAX_NAME = 64 };

static size_t summands(struct search *s, const struct expr *e)
{
    struct parts p;
    return parts_of_sum(&p, s, e) ? p.count : SEARCH_MAX_LETTERS + 1;
}

/* The rule's claim N(a + b) <= N(a) + N(b). */
static size_t triangle(struct search *s, enum function fn, const struct expr *a,
                       const struct expr *b)
{
    char name[ESTIMATE_MAX_NAME];
    (void)snprintf(name, sizeof name, "triangle_%s", function_info(fn)->name);
    const size_t rule = catalogue_find(name);
    if (rule == catalogue_count() || !search_allows(s, rule, false))
        return SEARCH_NONE;
    const struct theorem *t = catalogue_theorem(s->catalogue, rule);
    const struct expr *terms[] = {a, b};
    const struct line model = {
        .rule = RULE_INSTANCE, .number = rule, .terms = terms, .nterms = 2};
    return goal_instance(s, &model, t, t->claims[0].links[0].relation, NULL);
}

/* N(sum) by that of the group and of the others, if the group is a part. */
static void add_group(struct bounds *out, struct search *s,
                      const struct expr *x, const struct expr *group)
{
    const struct expr *sum = x->kids[0];
    group = search_normal(s, group);
    const size_t all = summands(s, sum), some = summands(s, group);
    const struct expr *rest = search_normal(s, make_sub(s->pool, sum, group));
    if (some < 2 || some >= all || some + summands(s, rest) != all ||
        out->count == SEARCH_MAX_MATCHES)
        return;
    const size_t line = triangle(s, x->fn, group, rest);
    for (size_t i = 0; i < out->count; i++)
        if (line == SEARCH_NONE ||
            search_conclusion(s, out->lines[i]) == search_conclusion(s, line))
            return;
    if (line != SEARCH_NONE)
        out->lines[out->count++] = line;
}

/* Built alike, but for givens or members of families. */
static bool is_alike(const struct expr *a, const struct expr *b)
{
    if (a == b)
        return true;
    if (a->rows != b->rows || a->cols != b->cols)
        return false;
    const bool named[] = {a->op == EX_GIVEN || a->op == EX_LET,
                          b->op == EX_GIVEN || b->op == EX_LET};
    if (named[0] || named[1])
        return named[0] && named[1];
    if (a->op != b->op || a->fn != b->fn || a->count != b->count ||
        a->op == EX_NUMBER || a->op == EX_SYMBOL)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!is_alike(a->kids[i], b->kids[i]))
            return false;
    return true;
}

/* c t and -c u, t and u being alike. */
static bool is_twin(struct search *s, const struct expr *a,
                    const struct expr *b)
{
    return is_alike(search_normal(s, make_neg(s->pool, a)), b);
}

/* The summands that begin (end) with the factor with which `first` does. */
static const struct expr *with_factor(struct search *s, const struct parts *p,
                                      const struct expr *first, bool last)
{
    struct parts f;
    const struct expr *scale, *end = NULL, *sum = first;
    for (size_t i = 0; i < p->count; i++) {
        if (!parts_of_product(&f, &scale, s, p->items[i]) || f.count == 0)
            return NULL;
        if (p->items[i] == first)
            end = f.items[last ? f.count - 1 : 0];
    }
    for (size_t i = 0; i < p->count; i++)
        if (p->items[i] != first &&
            parts_of_product(&f, &scale, s, p->items[i]) &&
            f.items[last ? f.count - 1 : 0] == end)
            sum = make_add(s->pool, sum, p->items[i]);
    return sum;
}

/* N(a - 1 (1'a)/n), or of rows, is N(res(a)). */
static const struct expr *centred(struct search *s, const struct expr *a,
                                  bool turn)
{
    const struct expr *e = turn ? make_transpose(s->pool, a) : a;
    e = make_call(s->pool, FN_RES, e);
    return turn ? make_transpose(s->pool, e) : e;
}

bool estimate_is_distance(struct search *s, const struct expr *e)
{
    struct parts p;
    return parts_of_sum(&p, s, e) && p.count == 2 &&
           is_twin(s, p.items[0], p.items[1]);
}

void estimate_telescoped(struct bounds *out, struct search *s,
                         const struct expr *x)
{
    struct parts p, common[PARTS_MAX_WAYS];
    struct telescopes ways;
    if (x->op != EX_CALL || x->count != 1 || expr_is_scalar(x->kids[0]) ||
        !estimate_is_distance(s, x->kids[0]) ||
        !parts_of_sum(&p, s, x->kids[0]) ||
        parts_of_common(common, s, x->kids[0]) > 0)
        return;
    parts_of_difference(&ways, s, &p);
    /* a and c alike, b and d too; of powers one factor is taken off */
    for (size_t pass = 0; pass < 2 && out->count == 0; pass++)
        for (size_t i = 0; i < ways.count; i++) {
            const struct expr *const *part = ways.items[i];
            const size_t line =
                pass == 1 || (estimate_is_distance(s, part[0]) &&
                              estimate_is_distance(s, part[1]))
                    ? triangle(s, x->fn, part[0], part[1])
                    : SEARCH_NONE;
            if (line != SEARCH_NONE && out->count < SEARCH_MAX_MATCHES)
                out->lines[out->count++] = line;
        }
}

void estimate_grouped(struct bounds *out, struct search *s,
                      const struct expr *x)
{
    struct parts p;
    if (x->op != EX_CALL || x->count != 1 || expr_is_scalar(x->kids[0]) ||
        !parts_of_sum(&p, s, x->kids[0]) || p.count < 3)
        return;
    for (size_t i = 0; i < p.count && !search_is_exhausted(s); i++) {
        const struct expr *a = p.items[i];
        for (size_t k = i + 1; k < p.count; k++)
            if (is_twin(s, a, p.items[k]))
                add_group(out, s, x, make_add(s->pool, a, p.items[k]));
        for (int way = 0; way < 2; way++) {
            const struct expr *sum = with_factor(s, &p, a, way == 1);
            if (sum && sum != a)
                add_group(out, s, x, sum);
            if (s->sizes)
                add_group(out, s, x, centred(s, a, way == 1));
        }
    }
}
