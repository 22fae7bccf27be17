/* Slopes and bends, as lines of a log. */
#include "scalar/write_internal.h"

#include "base/status.h"
#include "core/ring.h"

/* Slopes. */

/* Opens the context in which y is between lo and hi, or above lo. */
static bool open_between(struct writer *w, const struct proof *p)
{
    const struct substitution by = {.variable = p->y,
                                    .value = draft_next(w->draft, false, NULL)};
    const struct form *lo = writer_unnamed(w, p->lo);
    fact_t fact = p->hi ? draft_rule(w->draft, "between", "tt", lo,
                                     writer_unnamed(w, p->hi))
                        : draft_rule(w->draft, "beyond", "t", lo);

    if (fact == FACT_NONE)
        return false;
    arena_push(pool_arena(w->pool), &w->names.items, &w->names.count, sizeof by,
               &by);
    writer_push(w, relation_between(w->pool, CORE_LT, p->lo, p->y->form), fact);
    if (p->hi != NULL)
        writer_push(w, relation_between(w->pool, CORE_LT, p->y->form, p->hi),
                    fact + 1);
    return true;
}

/* What the rule makes of the slope and conditions, kids from `first` on, and of
 * the last so many facts in sight: they enclose bodies of integrals. */
static fact_t slope_rule(struct writer *w, const struct proof *p, size_t first,
                         const fact_t *facts, size_t nsight)
{
    const size_t count = p->nkids - first - 1, most = count + nsight;
    LOCAL_FREE fact_t *all = xcalloc(most + 1, sizeof *all);

    for (size_t i = 0; i < most; i++)
        all[i] = i < count ? facts[first + 1 + i]
                           : w->facts[w->count - nsight + i - count];
    if (p->kind == PROOF_RISE)
        return draft_rule(w->draft, "rise", "tnfF", writer_unnamed(w, p->t),
                          (size_t)p->strict, facts[first], most, all);
    return draft_rule(w->draft, "bend", "ttfF", writer_unnamed(w, p->t),
                      writer_unnamed(w, p->at), facts[first], most, all);
}

/* Closes the context; all facts in sight may be more than a step can take. */
static fact_t close_between(struct writer *w, const struct proof *p,
                            size_t first, fact_t *facts)
{
    const size_t ends = p->hi ? 2 : 1;
    fact_t out = FACT_NONE;

    if (writer_kids(w, p, first, facts)) {
        out = slope_rule(w, p, first, facts, p->has_bodies ? ends : 0);
        if (out == FACT_NONE && p->has_bodies) {
            pool_forgive(w->pool);
            out = slope_rule(w, p, first, facts, w->count);
        }
    }
    if (out == FACT_NONE) /* 0 rises, and tends to 0 */
        draft_rule(w->draft, "rise", "tnf", ring_int(w->pool, 0), (size_t)0,
                   (fact_t)FACT_NONE);
    w->count -= ends;
    return out;
}

/* Without `hi < lo or`, which stands before it where there is an upper end. */
static fact_t in_order(struct writer *w, const struct proof *p, fact_t fact,
                       fact_t order)
{
    return fact == FACT_NONE || p->hi == NULL
               ? fact
               : writer_resolve(
                     w, fact,
                     relation_not(w->pool, writer_unnamed(w, p->kids[1]->goal)),
                     order);
}

fact_t write_area(struct writer *w, const struct proof *p, fact_t *facts)
{
    fact_t out, order = FACT_NONE;

    if (p->hi != NULL) {
        order = writer_write(w, p->kids[1]);
        if (order == FACT_NONE)
            return FACT_NONE;
    }
    if (!open_between(w, p))
        return FACT_NONE;
    facts[0] = writer_write(w, p->kids[0]);
    out = facts[0] != FACT_NONE ? draft_rule(w->draft, "area", "tf",
                                             writer_unnamed(w, p->t), facts[0])
                                : FACT_NONE;
    if (out == FACT_NONE) /* 0 has the integral 0 */
        draft_rule(w->draft, "area", "tf", ring_int(w->pool, 0),
                   (fact_t)FACT_NONE);
    w->count -= p->hi ? 2 : 1;
    return in_order(w, p, out, order);
}

fact_t write_rise(struct writer *w, const struct proof *p, fact_t *facts)
{
    const size_t slope = p->hi ? 2 : 1; /* the kid */
    const struct form *low, *high, *end;

    for (size_t i = 0; i < slope; i++) {
        facts[i] = writer_write(w, p->kids[i]);
        if (facts[i] == FACT_NONE)
            return FACT_NONE;
    }
    fact_t rise =
        open_between(w, p) ? close_between(w, p, slope, facts) : FACT_NONE;
    rise = in_order(w, p, rise, facts[1]);
    if (rise == FACT_NONE)
        return FACT_NONE;
    low = writer_unnamed(w, form_at(w->pool, p->t, p->y, p->lo));
    high = p->hi ? form_at(w->pool, p->t, p->y, p->hi) : p->at;
    high = ring_sub(w->pool, writer_unnamed(w, high), low);
    end = ring_sub(w->pool, writer_compared(w, p), high);
    return rise == FACT_NONE || end == NULL
               ? FACT_NONE
               : write_sum(w, relation_kind(p->goal) == CORE_LT,
                           &(struct summand){high, rise},
                           &(struct summand){end, facts[0]}, NULL, NULL);
}

/* x less the middle of lo and hi */
static const struct form *from_middle(struct writer *w, const struct proof *p)
{
    const struct form *half = number_fraction(w->pool, 1, 2);
    const struct form *middle =
        ring_mul(w->pool, half, ring_add(w->pool, p->lo, p->hi));

    return writer_unnamed(w, ring_sub(w->pool, p->at, middle));
}

/* The goal by 0 <= rise, t(x) less the value at an end, and that value. */
static fact_t above_parabola(struct writer *w, const struct proof *p,
                             const struct form *rise, fact_t fact, fact_t known)
{
    const struct form *root = from_middle(w, p);
    const struct form *rest =
        ring_sub(w->pool, ring_sub(w->pool, writer_compared(w, p), rise),
                 ring_mul(w->pool, p->curve, ring_power(w->pool, root, 2)));

    return rest == NULL
               ? FACT_NONE
               : write_sum(w, relation_kind(p->goal) == CORE_LT,
                           &(struct summand){rise, fact},
                           &(struct summand){rest, known}, p->curve, root);
}

/* t(x) is at least t(end): not that, or the goal. */
static fact_t by_end(struct writer *w, const struct proof *p,
                     const struct form *end, fact_t known,
                     const struct form **assumed)
{
    const struct form *low =
        writer_unnamed(w, form_at(w->pool, p->t, p->y, end));
    const struct form *high =
        writer_unnamed(w, form_at(w->pool, p->t, p->y, p->at));
    const struct form *rise = ring_sub(w->pool, high, low);
    fact_t fact, out;

    *assumed = rise ? form_apply1(w->pool, CORE_LE, rise) : NULL;
    if (*assumed == NULL || *assumed == relation_true(w->pool))
        return FACT_NONE;
    fact = draft_rule(w->draft, "assume", "t", *assumed);
    if (fact == FACT_NONE)
        return FACT_NONE;
    out = above_parabola(w, p, rise, fact, known);
    fact = draft_rule(w->draft, "implied", "f", out == FACT_NONE ? fact : out);
    return out == FACT_NONE ? FACT_NONE : fact;
}

fact_t write_bend(struct writer *w, const struct proof *p, fact_t *facts)
{
    const struct form *const ends[] = {p->lo, p->hi};
    fact_t out, fact;

    for (size_t i = 0; i < 4; i++) {
        facts[i] = writer_write(w, p->kids[i]);
        if (facts[i] == FACT_NONE)
            return FACT_NONE;
    }
    if (!variables_have(&p->t->free, p->y)) /* f is the parabola */
        return above_parabola(w, p, ring_int(w->pool, 0), FACT_NONE, facts[0]);
    if (!open_between(w, p))
        return FACT_NONE;
    out = close_between(w, p, 4, facts);
    for (size_t i = 2; i < 4 && out != FACT_NONE; i++)
        out = writer_resolve(
            w, out, relation_not(w->pool, writer_unnamed(w, p->kids[i]->goal)),
            facts[i]);
    for (size_t i = 0; i < 2 && out != FACT_NONE; i++) {
        const struct form *assumed;

        fact = by_end(w, p, ends[i], facts[i], &assumed);
        out = fact == FACT_NONE ? FACT_NONE
                                : writer_resolve(w, out, assumed, fact);
    }
    return out;
}
