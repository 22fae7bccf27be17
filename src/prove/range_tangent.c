/* Variable exponents: exponentials of variables, then tangents (TANGENT). */
#include "prove/range_internal.h"

enum { PIVOTS = SEQUENT_MAX_KIDS };

/* A product of two terms with variables. */
static bool is_bilinear(const struct scalar *e)
{
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++)
        count += e->kids[i]->variables != 0;
    return e->op == SCALAR_MUL && count > 1;
}

static bool has_bilinear(const struct scalar *e)
{
    bool found = is_bilinear(e);
    for (size_t i = 0; i < e->count && !found; i++)
        found = has_bilinear(e->kids[i]);
    return found;
}

bool range_has_variable_power(const struct scalar *e)
{
    bool found =
        e->op == SCALAR_CALL && e->fn == FN_EXP && has_bilinear(e->kids[0]);
    for (size_t i = 0; i < e->count && !found && e->variables; i++)
        found = range_has_variable_power(e->kids[i]);
    return found;
}

/* The variables whose logarithms occur in e. */
static unsigned logarithms_of(const struct scalar *e)
{
    unsigned mask = 0;
    if (e->op == SCALAR_CALL && e->fn == FN_LOG &&
        e->kids[0]->op == SCALAR_VARIABLE)
        return e->kids[0]->variables;
    for (size_t i = 0; i < e->count && e->variables; i++)
        mask |= logarithms_of(e->kids[i]);
    return mask;
}

/* Tangents at one exponential after the other. */
static bool try_pivots(struct range_search *s, size_t node,
                       const struct sequent *q, unsigned changes)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count, kept = s->out->count;
    for (size_t i = 0; i < PIVOTS; i++) {
        if (!range_try(s, node, q, PARTITION_TANGENT, 0, i, kids, &count))
            return false;
        size_t first = range_add_kids(s, node, count);
        bool proved = true;
        for (size_t j = 0; j < count && proved; j++)
            proved = range_is_hopeful(s, &kids[j]);
        for (size_t j = count; j-- > 0 && proved;)
            proved = range_attempt(s, first + j, &kids[j], changes - 1);
        if (proved)
            return true;
        range_reopen(s, node, kept);
    }
    return false;
}

bool range_tangent(struct range_search *s, size_t node, const struct sequent *q,
                   unsigned changes)
{
    struct sequent kid = *q;
    size_t inner = node, kept = s->out->count;
    unsigned mask = logarithms_of(q->goal->term);
    for (size_t k = 0; k < SCALAR_MAX_VARIABLES; k++)
        if (mask >> k & 1)
            (void)range_step_into(s, &inner, &kid, PARTITION_EXPONENTIAL, k, 0);
    if (range_step_into(s, &inner, &kid, PARTITION_CLEAR, 0, 0) &&
        try_pivots(s, inner, &kid, changes))
        return true;
    range_reopen(s, node, kept);
    return false;
}
