/* Folds of lines of exact numbers: sums, extremes, lengths. */
#include "eval/exact_internal.h"

static exact_id dot(struct exact_ring *ring, const struct line *x,
                    const exact_id *y, size_t step)
{
    return exact_dot(ring, x->at, x->step, y, step, x->count);
}

/* The terms one after another, the first one as it is. */
static exact_id
joined(struct exact_ring *ring, const struct line *x, bool of_moduli,
       exact_id (*with)(struct exact_ring *, exact_id, exact_id))
{
    const exact_id *at = x->at;
    exact_id z = EXACT_ZERO;
    for (size_t k = 0; k < x->count; k++) {
        exact_id y = at[k * x->step];
        if (of_moduli)
            y = exact_abs(ring, y);
        z = k == 0 ? y : with(ring, z, y);
    }
    return z;
}

exact_id exact_fold(enum fold fold, struct exact_ring *ring,
                    const struct line *x)
{
    const exact_id one = EXACT_ONE;
    switch (fold) {
    case FOLD_SUM:
        return dot(ring, x, &one, 0);
    case FOLD_MODULI:
        return joined(ring, x, true, exact_add);
    case FOLD_SQUARES:
        return dot(ring, x, x->at, x->step);
    case FOLD_LENGTH:
        return exact_sqrt(ring, dot(ring, x, x->at, x->step));
    case FOLD_LARGEST:
        return joined(ring, x, false, exact_max);
    case FOLD_LEAST:
        return joined(ring, x, false, exact_min);
    case FOLD_LARGEST_MODULUS:
        return joined(ring, x, true, exact_max);
    case FOLD_LOGSUMEXP:
        return exact_logsumexp(ring, x->at, x->count);
    case FOLD_NONE:
        break;
    }
    return EXACT_NONE;
}

exact_id exact_frobenius(struct exact_ring *ring, const struct exact_matrix *a)
{
    const struct line all = {a->at, 1, a->rows * a->cols, 0};
    return exact_fold(FOLD_LENGTH, ring, &all);
}
