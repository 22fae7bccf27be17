/*
 * Signs of letters: from facts, or by theorems of which the conclusion is a
 * sign of one term.
 */
#include "algebra/find_internal.h"

#include "base/status.h"
#include "core/ring.h"

#include <stdint.h>
#include <stdlib.h>

/* The letter of f if it is one, once, with the coefficient 1. */
static const struct atom *letter_of(const struct form *f, bool *is_transposed)
{
    const struct term *t = f->count == 1 ? &f->terms[0] : NULL;

    *is_transposed = false;
    if (t == NULL || mpq_cmp_ui(t->coefficient->value->q, 1, 1) != 0 ||
        t->monomial->count + t->word->count != 1)
        return NULL;
    if (t->monomial->count == 1)
        return t->monomial->items[0].power == 1 ? t->monomial->items[0].atom
                                                : NULL;
    *is_transposed = t->word->items[0].power != 0;
    return t->word->items[0].atom;
}

/* Facts are kept in memos as addresses into nothing: 1 + the number. */
static void remember(struct find *s, const struct atom *a, bool is_transposed,
                     fact_t fact)
{
    bool is_strict =
        relation_kind(deduction_fact(s->deduction, fact, NULL)) == CORE_LT;

    memo_set(&s->view->signs[2 * is_strict + is_transposed], a,
             (const void *)(uintptr_t)(fact + 1));
}

/* The strict one first. */
static fact_t known(struct find *s, const struct atom *a, bool is_transposed)
{
    const void *value = memo_get(&s->view->signs[2 + is_transposed], a);

    if (value == NULL)
        value = memo_get(&s->view->signs[is_transposed], a);
    return value ? (fact_t)(uintptr_t)value - 1 : FACT_NONE;
}

/* Facts since the last time that are signs of letters. */
static void look(struct find *s)
{
    fact_t end = deduction_facts(s->deduction);

    for (; s->view->nsigned < end; s->view->nsigned++) {
        const struct form *r = find_seen(s, s->view->nsigned);
        unsigned fn = r ? relation_kind(r) : 0;
        const struct atom *a;
        bool turned;

        if (fn != CORE_LE && fn != CORE_LT)
            continue;
        a = letter_of(relation_atom(r)->args[0], &turned);
        if (a != NULL)
            remember(s, a, turned, s->view->nsigned);
    }
}

/* The fact of the letter turned round. */
static fact_t turned(struct find *s, const struct atom *a, fact_t fact,
                     bool is_transposed)
{
    const struct form *f = ring_atom(s->pool, a);

    if (is_transposed)
        f = ring_transpose(s->pool, f);
    fact =
        find_rule(s, "restated", "ft", fact, form_apply1(s->pool, CORE_LE, f));
    if (fact != FACT_NONE)
        remember(s, a, is_transposed, fact);
    return fact;
}

/* 0 <= a scalar word, by the signs of its letters; it is remembered. */
static void sign_of_word(struct find *s, const struct atom *a)
{
    const struct form *f = ring_atom(s->pool, a);
    struct product product = {pool_one(s->pool), NULL, 0, NULL, 0};
    LOCAL_FREE fact_t *facts = xcalloc(a->word->count + 1, sizeof *facts);

    while (product.nfacts < a->word->count) {
        const struct letter l = a->word->items[product.nfacts];

        facts[product.nfacts] = find_sign(s, l.atom, l.power != 0);
        if (facts[product.nfacts++] == FACT_NONE)
            break;
    }
    product.facts = facts;
    if (facts[product.nfacts - 1] != FACT_NONE)
        draft_positive(s->draft, f, false, &product, 1);
}

fact_t find_sign(struct find *s, const struct atom *a, bool is_transposed)
{
    fact_t fact;

    look(s);
    fact = known(s, a, is_transposed);
    if (fact != FACT_NONE)
        return fact;
    fact = known(s, a, !is_transposed);
    if (fact != FACT_NONE)
        return turned(s, a, fact, is_transposed);
    if (memo_get(&s->view->signless, a) != NULL || s->depth == FIND_MAX_DEPTH)
        return FACT_NONE;
    memo_set(&s->view->signless, a, a);
    s->depth++;
    find_sign_theorems(s, a);
    look(s);
    if (a->kind == ATOM_WORD && known(s, a, false) == FACT_NONE)
        sign_of_word(s, a);
    s->depth--;
    look(s);
    fact = known(s, a, false);
    return fact != FACT_NONE && is_transposed ? turned(s, a, fact, true) : fact;
}
