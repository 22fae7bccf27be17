/*
 * The integral of a function of one variable over a finite range, by Taylor
 * coefficients on pieces.  Internal to the checker and the kernel.
 */
#ifndef MAJORANT_RECHECK_PIECES_H
#define MAJORANT_RECHECK_PIECES_H

#include "recheck/jet.h"

enum { PIECES_ACCURACY = 60 /* bits wanted of an integral of moderate size */ };

struct pieces_task {
    /* The Taylor coefficients on x, to r's order. */
    void (*jet)(struct jet *r, const void *context, const interval_t *x);
    bool (*is_stopped)(const void *context); /* or NULL */
    const void *context;
    mpfr_prec_t bits;
    int order; /* even, at most JET_ORDER */
    size_t most;
    /*
     * The coefficients contain those of many functions, their c[0] the values
     * of each where it is defined: the result holds the integrals of those that
     * have one, and is no narrower than makes sense.
     */
    bool is_family;
};

/*
 * From lo to hi > lo, both numbers; false: stopped, or (but for families) the
 * function may be undefined somewhere.
 */
bool pieces_integrate(interval_t *r, const struct pieces_task *task,
                      mpfr_srcptr lo, mpfr_srcptr hi);

#endif
