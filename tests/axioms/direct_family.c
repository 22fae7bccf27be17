#include "direct.h"

/* Whether the index is in the range, or is the fixed value. */
static bool is_in(struct direct *d, const struct index_range *range,
                  struct real index)
{
    struct work *w = d->x->work;
    const struct real lo = direct_real(d, range->lo);

    if (range->symbol == NULL)
        return real_sign_of(w, real_sub(w, index, lo)) == 0;
    return real_is_integer(index) == ANSWER_YES &&
           real_sign_of(w, real_sub(w, index, lo)) >= 0 &&
           real_sign_of(w, real_sub(w, direct_real(d, range->hi), index)) >= 0;
}

/* The number of indices that were pushed: all, if the clause has them. */
static size_t push(struct direct *d, const struct clause *c,
                   const struct real *indices, size_t count)
{
    size_t i = 0;

    while (i < count && is_in(d, &c->ranges[i], indices[i])) {
        direct_push(d, c->ranges[i].symbol, indices[i]);
        i++;
    }
    return i;
}

struct matrix direct_family(void *direct, size_t k, const struct real *indices,
                            size_t count)
{
    struct direct *d = direct;
    const struct let *let = &d->statement->lets[k];
    struct matrix out;
    bool found = false;

    if (d->nindices + count > MAX_INDICES)
        work_unclear(d->x->work, "a family that never ends");
    for (size_t i = 0; i < let->nclauses && !found; i++) {
        const size_t outer = d->nindices;

        if (d->x->work->unclear != NULL)
            break;
        found = push(d, &let->clauses[i], indices, count) == count;
        if (found)
            out = direct_value(d, let->clauses[i].body);
        d->nindices = outer;
    }
    if (found)
        return out;
    work_outside(d->x->work);
    return direct_blank(d, let->rows, let->cols);
}
