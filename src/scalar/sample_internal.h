/* What the files about points share. */
#ifndef MAJORANT_SCALAR_SAMPLE_INTERNAL_H
#define MAJORANT_SCALAR_SAMPLE_INTERNAL_H

#include "scalar/sample.h"

/* A value, and how far rounding may have moved it. */
struct sample {
    double value, error;
};

struct samples {
    struct pool *pool;
    struct memo known; /* of forms: SAMPLE_POINTS values */
    const struct atom *variables[SAMPLE_VARIABLES];
    size_t nvariables;
    double points[SAMPLE_POINTS][SAMPLE_VARIABLES];
    bool admitted[SAMPLE_POINTS];
};

enum sample_truth { SEEMS_FALSE = -1, SEEMS_OPEN, SEEMS_TRUE };

/* ---- sample.c ---- */

/* At each of the SAMPLE_POINTS; NAN where there is no value. */
const struct sample *samples_values(struct samples *s, const struct form *f);
/* Whether the relation holds at point i. */
enum sample_truth samples_truth(struct samples *s, const struct form *r,
                                size_t i);

#endif
