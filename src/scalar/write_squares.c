/* Certificates by sums of squares as lines: facts, then one sum of products. */
#include "scalar/write_internal.h"

#include "base/status.h"
#include "core/ring.h"
#include "scalar/squares.h"

/* Facts of a certificate as facts of the draft, once each. */
struct lines {
    struct writer *writer;
    const struct squares *squares;
    fact_t *facts, *turned;
};

/* The fact from `first` on that gives the hypothesis, or FACT_NONE. */
static fact_t hypothesis(struct writer *w, const struct form *relation,
                         size_t first)
{
    for (size_t i = first; i < w->count; i++) {
        if (relation_gives(w->pool, writer_said(w, w->facts[i]), relation))
            return w->facts[i];
    }
    return FACT_NONE;
}

/* What a theorem says of values, its hypotheses by the kids. */
static fact_t write_instance(struct writer *w, const struct squares_fact *fact)
{
    const struct core_theorem *t =
        theory_find(draft_theory(w->draft), fact->theorem);
    const struct sequent *s = t ? theorem_sequent(t) : NULL;
    const size_t count = w->count;
    const struct form *values[4];
    struct substitution by[4];
    fact_t hypotheses[4], out;

    if (s == NULL || s->nsymbols != fact->nvalues || s->nhypotheses > 4)
        return FACT_NONE;
    for (size_t i = 0; i < fact->nvalues; i++) {
        values[i] = writer_unnamed(w, fact->values[i]);
        by[i] = (struct substitution){.variable = s->symbols[i],
                                      .value = values[i]};
    }
    for (size_t i = 0; i < fact->nkids; i++) {
        out = writer_write(w, fact->kids[i]);
        if (out == FACT_NONE)
            break;
        writer_push(w, fact->kids[i]->goal, out);
    }
    for (size_t i = 0; i < s->nhypotheses; i++)
        hypotheses[i] = hypothesis(
            w, form_substitute(w->pool, s->hypotheses[i], by, s->nsymbols),
            count);
    out = w->count < count + fact->nkids
              ? FACT_NONE
              : writer_settled(
                    w, draft_instance(w->draft, t, values, hypotheses, NULL, 0),
                    relation_kind(fact->relation));
    w->count = count;
    return out;
}

static fact_t write_fact(struct writer *w, const struct squares_fact *fact)
{
    const struct proof enclosed = {.kind = PROOF_ENCLOSED,
                                   .goal = fact->relation};

    if (fact->theorem != NULL)
        return write_instance(w, fact);
    for (size_t i = w->count; i-- > 0;) {
        if (w->relations[i] == fact->relation)
            return w->facts[i];
    }
    return writer_write(w, &enclosed);
}

/* The fact, or for an equation 0 == f: 0 <= -f. */
static fact_t fact_of(struct lines *l, size_t i, bool is_turned)
{
    struct writer *w = l->writer;
    const struct form *r;

    if (l->facts[i] == FACT_NONE)
        l->facts[i] = write_fact(w, &l->squares->facts[i]);
    if (!is_turned || l->facts[i] == FACT_NONE)
        return l->facts[i];
    if (l->turned[i] == FACT_NONE) {
        r = writer_said(w, l->facts[i]);
        if (r == NULL || relation_kind(r) != CORE_EQ)
            return FACT_NONE;
        l->turned[i] = draft_rule(
            w->draft, "restated", "ft", l->facts[i],
            form_apply1(w->pool, CORE_LE,
                        ring_neg(w->pool, relation_atom(r)->args[0])));
    }
    return l->turned[i];
}

/* c such that what the fact compares with 0 is c * f. */
static const struct number *scale_of(struct writer *w, fact_t fact,
                                     const struct form *f)
{
    const struct atom *a = relation_atom(writer_said(w, fact));
    const struct form *g = a ? a->args[0] : NULL;

    if (g == NULL || f == NULL || f->count == 0 || g->count != f->count)
        return NULL;
    const struct number *c = pool_number_of(
        w->pool, mpq_div, g->terms[0].coefficient, f->terms[0].coefficient);
    return ring_scale(w->pool, c->value->q, f) == g ? c : NULL;
}

/* As draft_positive takes it, with the factors that normal forms bring. */
static bool product_of(struct lines *l, struct product *out,
                       const struct squares_product *p)
{
    struct writer *w = l->writer;
    struct arena *arena = pool_arena(w->pool);
    const struct number *c = form_as_number(w->pool, p->coefficient);
    fact_t *facts = arena_array(arena, p->nfacts + 1, sizeof *facts);
    const struct form **square = arena_array(arena, 1, sizeof *square);

    for (size_t i = 0; i < p->nfacts && c != NULL; i++) {
        const struct squares_fact *fact = &l->squares->facts[p->facts[i]];
        const struct form *f =
            writer_unnamed(w, relation_atom(fact->relation)->args[0]);
        bool is_turned = p->is_turned;

        facts[i] = fact_of(l, p->facts[i], false);
        const struct number *scale =
            facts[i] == FACT_NONE ? NULL : scale_of(w, facts[i], f);
        if (scale == NULL)
            return false;
        if (mpq_sgn(scale->value->q) < 0) {
            is_turned = !is_turned;
            scale = form_as_number(
                w->pool,
                ring_neg(w->pool, ring_number(w->pool, scale->value->q)));
        }
        if (is_turned) {
            facts[i] = fact_of(l, p->facts[i], true);
            if (facts[i] == FACT_NONE)
                return false;
        }
        c = pool_number_of(w->pool, mpq_div, c, scale);
    }
    *square = p->square ? writer_unnamed(w, p->square) : NULL;
    *out = (struct product){.coefficient =
                                c ? ring_number(w->pool, c->value->q) : NULL,
                            .facts = facts,
                            .nfacts = p->nfacts,
                            .squares = square,
                            .nsquares = *square != NULL};
    return c != NULL;
}

static fact_t write_products(struct lines *l, const struct form *f,
                             bool is_strict)
{
    const struct squares *s = l->squares;
    LOCAL_FREE struct product *products =
        xcalloc(s->nproducts + 1, sizeof *products);
    bool fine = true;
    fact_t out = FACT_NONE;

    for (size_t i = 0; i < s->nproducts && fine; i++)
        fine = product_of(l, &products[i], &s->products[i]);
    if (fine)
        out = draft_positive(l->writer->draft, f, is_strict, products,
                             s->nproducts);
    return out;
}

/* 0 < 0 by the denied goal. */
static fact_t write_contradiction(struct lines *l)
{
    struct writer *w = l->writer;
    const struct form *denied = l->squares->denied;
    fact_t fact =
        draft_rule(w->draft, "assume", "t", writer_unnamed(w, denied));

    if (fact == FACT_NONE)
        return FACT_NONE;
    writer_push(w, denied, fact);
    fact_t out = write_products(l, ring_int(w->pool, 0), true);
    w->count--;
    fact = draft_rule(w->draft, "implied", "f", out == FACT_NONE ? fact : out);
    return out == FACT_NONE ? FACT_NONE : fact;
}

fact_t write_squares(struct writer *w, const struct proof *p, fact_t *kids)
{
    const struct squares *s = p->squares;
    LOCAL_FREE fact_t *facts = xcalloc(s->nfacts + 1, sizeof *facts);
    LOCAL_FREE fact_t *turned = xcalloc(s->nfacts + 1, sizeof *turned);
    struct lines l = {
        .writer = w, .squares = s, .facts = facts, .turned = turned};
    const struct form *f = relation_atom(p->goal)->args[0];

    (void)kids;
    for (size_t i = 0; i < s->nfacts; i++)
        facts[i] = turned[i] = FACT_NONE;
    return s->denied ? write_contradiction(&l)
                     : write_products(&l, writer_unnamed(w, f),
                                      relation_kind(p->goal) == CORE_LT);
}
