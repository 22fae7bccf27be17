/*
 * Truncated Taylor series with intervals as coefficients, of terms within an
 * integral: for all parameters of a box and every point t of a piece of the
 * range, the k-th Taylor coefficient at t lies in c[k].  Where `smooth` is
 * false c[0] alone says something: the value, wherever there is one.
 * docs/error-analysis.md#parameters
 */
#ifndef MAJORANT_PROVE_RANGE_JET_H
#define MAJORANT_PROVE_RANGE_JET_H

#include "logic/scalar.h"
#include "prove/range_interval.h"

enum { RANGE_JET_ORDER = 14 }; /* even */

struct range_jet {
    bool smooth;
    int order; /* of the last coefficient */
    struct span_value c[RANGE_JET_ORDER + 1];
};

/* Who knows terms free of SCALAR_BOUND, and how precisely to work. */
struct range_quadrature {
    struct scalar_pool *pool; /* which counts the work */
    void *context;
    const struct span_value *(*value)(void *context, const struct scalar *e);
    slong prec;
};

void range_jet_init(struct range_jet *a, int order);
void range_jet_clear(struct range_jet *a);
/* Of e, SCALAR_BOUND being in x. */
void range_jet_of(struct range_jet *r, const struct range_quadrature *q,
                  const struct scalar *e, const struct span_value *x);

#endif
