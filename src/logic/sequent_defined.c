/* Ends of ranges at which the goal has no value. */
#include "logic/expansion.h"
#include "logic/sequent_internal.h"

/*
 * The step from the parts of e to e has no value where x_k = end, whatever the
 * other variables are.
 */
static bool fails_at(const struct scalar *e, size_t k, const struct scalar *end,
                     const struct region *r)
{
    bool log = e->op == SCALAR_CALL && e->fn == FN_LOG;
    bool inverse = e->op == SCALAR_POWER && mpq_sgn(e->number->q) < 0;
    if (!log && !inverse)
        return false;
    const struct scalar *value = scalar_substitute(r->pool, e->kids[0], k, end);
    return value &&
           (scalar_is_zero_node(value) || expansion_is_zero(r->pool, value, 0));
}

/* A part of e, which has no kinks, fails there, and so does e. */
static bool is_undefined_at(const struct scalar *e, size_t k,
                            const struct scalar *end, const struct region *r)
{
    if (!(e->variables >> k & 1))
        return false;
    /* over an empty range an integral has a value though its body has none */
    for (size_t i = e->op == SCALAR_INTEGRAL; i < e->count; i++)
        if (is_undefined_at(e->kids[i], k, end, r))
            return true;
    return fails_at(e, k, end, r);
}

/* f has no value at an end of x_k, f where that end is left out |- f */
bool sequent_defined(struct sequent *kids, size_t *count,
                     const struct sequent *s, const struct partition_node *node,
                     const struct region *r)
{
    size_t k = node->variable;
    if (k >= SCALAR_MAX_VARIABLES || node->index > 1 ||
        !sequent_is_compare(s->goal) || s->goal->has_kink)
        return false;
    const struct scalar *end = node->index ? s->box.hi[k] : s->box.lo[k];
    unsigned flags = node->index ? s->box.open_hi : s->box.open_lo;
    if (!end || (flags >> k & 1) ||
        !is_undefined_at(s->goal->term, k, end, r) ||
        !sequent_push(kids, count, s, s->goal))
        return false;
    if (node->index)
        kids[*count - 1].box.open_hi |= 1u << k;
    else
        kids[*count - 1].box.open_lo |= 1u << k;
    return true;
}
