/*
 * The integrand of an integral: its values on real intervals (any operation),
 * on complex balls (scalar analytic operations, with the branches of abs, max,
 * relu, sign and if chosen beforehand), and a bound of its tail.
 *
 * Internal to the ball evaluator.
 */
#pragma once

#include "eval/ball_internal.h"

/*
 * Which way an instruction goes on a range: branches[k] for the k-th dependent
 * one.
 */
enum branch {
    BRANCH_IDLE = 0, /* the value is not needed */
    BRANCH_FIRST,    /* its only way; the first argument, +x, +1 */
    BRANCH_SECOND,   /* the second argument, -x, -1 */
    BRANCH_ZERO      /* 0 */
};

struct ball_integrand {
    const struct plan_integral *integral;
    const struct plan *body;
    struct ball_run *run; /* of the body */
    slong prec;
    plan_id *constants, *dependent; /* of the variable; the root's cone */
    size_t nconstants, ndependent;
    uint32_t *position; /* 1 + place in `dependent`, or 0; by instruction */
    acb_ptr complex;    /* by place in `dependent` */
    bool is_constant;   /* the root does not depend on the variable */
    bool has_branches;  /* a dependent instruction has more than one */
};

struct ball_integrand *ball_integrand_new(const struct plan_integral *integral);
void ball_integrand_free(struct ball_integrand *f);
/* Evaluates what does not depend on the variable. */
void ball_integrand_prepare(struct ball_integrand *f, const struct instance *x,
                            slong prec);
/*
 * Encloses the values on the ball x of reals.  DEFINED: at every point of it;
 * UNDEFINED: at none.
 */
enum state ball_integrand_real(arb_t out, struct ball_integrand *f,
                               const arb_t x);
/*
 * After ball_integrand_real: the branches that hold on all of x (ndependent
 * bytes); false: one is open.
 */
bool ball_integrand_branches(unsigned char *branches,
                             const struct ball_integrand *f);

/*
 * ball_analytic.c: whether all operations have complex forms, without which
 * there is nothing to try; and the values on the complex ball z of the analytic
 * function that equals the integrand where it takes these branches; not finite
 * unless it is analytic on all of z.
 */
bool ball_integrand_is_analytic(const struct ball_integrand *f,
                                const unsigned char *branches);
void ball_integrand_complex(acb_t out, struct ball_integrand *f,
                            const unsigned char *branches, const acb_t z);

/*
 * ball_pole.c: whether at a point of [lo, hi], which lies in the range, the
 * integrand certainly has a pole, and therefore no integral.
 */
bool ball_integrand_has_pole(struct ball_integrand *f, const arf_t lo,
                             const arf_t hi);

/*
 * ball_tail.c: an upper bound of the integral of |integrand(sign * t)|, times
 * exp(-t^2/2) for an expectation, over t >= start >= 1 (exact).  False: none is
 * derived, or the integrand may be undefined there.
 * docs/error-analysis.md#tails
 */
bool ball_integrand_tail(arb_t bound, const struct ball_integrand *f,
                         const arb_t start, int sign);
/* Whether there the integrand certainly has no integral. */
bool ball_integrand_diverges(const struct ball_integrand *f, const arb_t start,
                             int sign);
