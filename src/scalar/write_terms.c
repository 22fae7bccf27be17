/* Signs of sums and products, as lines of a log. */
#include "scalar/write_internal.h"

#include "core/ring.h"

/* Sums. */

/* c > 0 such that f is c * what the fact compares with 0, or NULL. */
static const struct form *multiple_of(struct writer *w, const struct form *f,
                                      fact_t fact)
{
    const struct atom *a = relation_atom(writer_said(w, fact));
    const struct form *c = pool_one(w->pool), *g = a ? a->args[0] : NULL;

    if (g == NULL || f->count == 0 || g->count == 0)
        return g ? c : NULL;
    c = number_ratio(w->pool, f, g);
    return ring_mul(w->pool, c, g) == f ? c : NULL;
}

/* Pushes what the form is as a product; false: the fact is about another. */
static bool push_summand(struct writer *w, struct product *products,
                         size_t *count, const struct summand *s)
{
    struct product *line = &products[*count];

    if (s->form == NULL)
        return false;
    if (form_is_nil(s->form))
        return true;
    *line = (struct product){.coefficient = s->form};
    if (form_as_number(w->pool, s->form) == NULL)
        *line =
            (struct product){.coefficient = multiple_of(w, s->form, s->fact),
                             .facts = &s->fact,
                             .nfacts = 1};
    ++*count;
    return line->coefficient != NULL;
}

fact_t write_sum(struct writer *w, bool strict, const struct summand *first,
                 const struct summand *second, const struct form *c,
                 const struct form *root)
{
    struct product products[3];
    const struct form *sum = NULL;
    size_t count = 0;

    if (!push_summand(w, products, &count, first) ||
        !push_summand(w, products, &count, second))
        return FACT_NONE;
    sum = ring_add(w->pool, first->form, second->form);
    if (c != NULL && !form_is_nil(c)) {
        products[count++] =
            (struct product){.coefficient = c, .squares = &root, .nsquares = 1};
        sum = ring_add(w->pool, sum,
                       ring_mul(w->pool, c, ring_power(w->pool, root, 2)));
    }
    return draft_positive(w->draft, sum, strict, products, count);
}

/* Factors. */

/* The product of what the facts are about, but for those that are true of
 * numbers, which go from the list. */
static const struct form *product_of(struct writer *w, fact_t *facts,
                                     size_t *count)
{
    const struct form *product = pool_one(w->pool);
    size_t kept = 0;

    for (size_t i = 0; i < *count; i++) {
        const struct atom *a = relation_atom(writer_said(w, facts[i]));

        if (a == NULL)
            continue;
        product = ring_mul(w->pool, product, a->args[0]);
        facts[kept++] = facts[i];
    }
    *count = kept;
    return deduction_reduce(draft_deduction(w->draft), product);
}

/* 0 (fn) f, which is a multiple of the product of what the facts are about. */
static fact_t multiply(struct writer *w, const struct form *goal, fact_t *facts,
                       size_t count)
{
    const struct form *f = relation_atom(goal)->args[0];
    const struct form *product = product_of(w, facts, &count);
    struct product line = {.facts = facts, .nfacts = count};
    const struct form *reduced = deduction_reduce(draft_deduction(w->draft), f);

    if (product == NULL || reduced == NULL || product->count == 0)
        return FACT_NONE;
    if (form_is_nil(reduced))
        return draft_positive(w->draft, f, false, NULL, 0);
    line.coefficient = number_ratio(w->pool, reduced, product);
    return draft_positive(w->draft, f, relation_kind(goal) == CORE_LT, &line,
                          1);
}

/* u * recip(u) == 1 in force, under 0 < u. */
static bool put_inverse(struct writer *w, const struct form *u, fact_t positive)
{
    const struct core_theorem *t =
        theory_find(draft_theory(w->draft), "inverse_cancels");
    fact_t nonzero = draft_rule(w->draft, "restated", "ft", positive,
                                form_apply1(w->pool, CORE_NE, u));
    fact_t made = t == NULL || nonzero == FACT_NONE
                      ? FACT_NONE
                      : draft_instance(w->draft, t, &u, &nonzero, NULL, 0);
    const struct form *r = made == FACT_NONE ? NULL : writer_said(w, made), *f;

    if (r == NULL || relation_kind(r) != CORE_EQ)
        return false;
    f = relation_atom(r)->args[0];
    for (size_t i = 0; i < f->count; i++) {
        const struct term *term = &f->terms[i];

        if (term->monomial->count > 0 &&
            draft_rule(w->draft, "rule", "ft", made,
                       ring_term(w->pool, NULL, NULL, term)) != FACT_NONE)
            return true;
    }
    return false;
}

/* The goal by the product of the facts, where u * recip(u) is 1 in a context of
 * its own; the first fact says that u has a sign. */
static fact_t multiply_by_inverse(struct writer *w, const struct proof *p,
                                  fact_t sign, fact_t *product, size_t count)
{
    const struct form *said = writer_said(w, sign);
    fact_t out = FACT_NONE, assumed = draft_rule(w->draft, "assume", "t", said);

    if (assumed == FACT_NONE)
        return FACT_NONE;
    if (put_inverse(w, writer_unnamed(w, p->t), assumed))
        out = multiply(w, writer_unnamed(w, p->goal), product, count);
    assumed =
        draft_rule(w->draft, "implied", "f", out == FACT_NONE ? assumed : out);
    return out == FACT_NONE
               ? FACT_NONE
               : writer_resolve(w, assumed, relation_not(w->pool, said), sign);
}

fact_t write_product(struct writer *w, const struct proof *p, fact_t *facts)
{
    enum { MOST = 16 };
    fact_t product[MOST];

    if (!writer_kids(w, p, 0, facts) || p->power + 1 >= MOST)
        return FACT_NONE;
    for (unsigned i = 0; i < p->power; i++)
        product[i] = facts[p->nkids - 2];
    product[p->power] = facts[p->nkids - 1];
    return p->t != NULL
               ? multiply_by_inverse(w, p, facts[0], product, p->power + 1)
               : multiply(w, writer_unnamed(w, p->goal), product, p->power + 1);
}

const struct form *writer_compared(struct writer *w, const struct proof *p)
{
    return writer_unnamed(w, relation_atom(p->goal)->args[0]);
}
