/*
 * The rule that trusts an oracle.
 *
 * It knows truth where defined, so its answer counts only under the conditions
 * for values: at x = 0 it must not give x * recip(x) == 1.
 */
#include "core/internal.h"
#include "core/question.h"

#include <stdlib.h>
#include <string.h>

/* The facts, then the relation; false: they are no question. */
static bool put(struct deduction *d, struct question *q,
                const struct argument *a)
{
    for (size_t i = 2; i < d->nargs; i++) {
        if (!question_assume(q, a[i].fact.relation))
            return false;
    }
    return question_claim(q, a[1].term);
}

/* Whether reduction or one of the facts meets each condition. */
static bool all_met(struct deduction *d, const struct argument *a,
                    const struct question *q)
{
    bool met = true;

    for (size_t k = 0; k < q->nconditions && met; k++) {
        met = deduction_meets(d, FACT_NONE, q->conditions[k]);
        for (size_t i = 2; i < d->nargs && !met; i++)
            met = deduction_meets(d, a[i].number, q->conditions[k]);
    }
    return met;
}

static bool holds(const struct core_oracle *oracle, const struct question *q)
{
    LOCAL_FREE char *statement = question_statement(q);
    return oracle->holds(oracle->context, statement);
}

bool derive_oracle(struct deduction *d, const struct argument *a)
{
    const struct core_oracle *oracle = theory_oracle(d->theory);
    struct question q;
    const char *why;

    if (oracle == NULL || strcmp(oracle->name, a[0].word) != 0)
        return deduction_refuse(d, "no such oracle is trusted");
    if (variables_stray(&a[1].term->free, &d->scope))
        return deduction_refuse(d, "a variable outside of its scope");
    question_init(&q, d->pool);
    why = !put(d, &q, a)       ? "no relations of numbers"
          : !all_met(d, a, &q) ? "a value that may not exist"
          : !holds(oracle, &q) ? "the oracle denies it"
                               : pool_why(d->pool);
    question_clear(&q);
    if (why != NULL)
        return deduction_refuse(d, why);
    deduction_trusted(d);
    return deduction_learn(d, a[1].term);
}
