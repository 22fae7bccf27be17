/*
 * The ladder: raise the precision until an instance is decided.
 *
 * The filter; balls at 128 bits, then at 256; then the exact evaluator once;
 * then balls at 512, … bits up to the cap, each time only for what is still
 * unknown.  Assumptions go first: one that is certainly false, or undefined,
 * rejects the instance; one that stays unknown leaves it unresolved.  Only
 * enclosures and exact arithmetic decide; the plain double pass is run beside,
 * for comparison.
 */
#pragma once

#include "verify/stage.h"
#include "verify/tally.h"

enum {
    LADDER_FIRST_BITS = 128,
    LADDER_DEFAULT_CAP = 4096,
    LADDER_INTEGRAL_CAP = 512, /* the default where integrals occur */
    LADDER_MAX_CAP = 1 << 20,
    LADDER_RATIO_BITS = 44,       /* accuracy wanted of a ratio */
    LADDER_RATIO_MAX_BITS = 1024, /* precision spent on it at most */
    /* Trials with the plain double pass beside: the first (of large instances
       as many as the step), then one in so many. */
    LADDER_FORWARD_ALL = 256,
    LADDER_FORWARD_STEP = 16,
    /* Plans of so many operations may take long, as may large inputs. */
    LADDER_LONG_PLAN = 1024
};

/* Asked between steps that may take long; true: give the trial up. */
typedef bool ladder_stop(void *context);

/*
 * Told between the operations of a trial that may take long: so many of all
 * that are to be done at this precision.  From several threads.
 */
typedef void ladder_pulse(void *context, uint64_t trial, long bits, size_t done,
                          size_t all);

struct ladder_options {
    bool no_filter;   /* begin with the balls */
    bool defers;      /* the caller makes extreme ratios accurate, later */
    bool every_ratio; /* accurately, for whoever keeps each of them */
    long prec_max;
    long integral_max; /* the same where integrals occur; 0: prec_max */
    ladder_stop *stop; /* NULL: never; called from several threads */
    void *context;
    ladder_pulse *pulse; /* NULL: nobody listens */
    void *pulse_context;
};

/* Whether trials begin with the filter, where it can decide anything. */
bool ladder_uses_filter(const struct ladder_options *options);
/* Why the filter cannot be used on this machine as it is set; or NULL. */
const char *ladder_filter_refusal(void);

/* The first precision of the ladder under a cap. */
long ladder_first_bits(long prec_max);

/*
 * Decides the links of the stage at its instance: `outcomes` has one for each.
 * ST_UNABLE: told to stop; nothing is to be read then.
 */
MUST_CHECK enum status ladder_decide(enum admission *admission,
                                     struct link_outcome *outcomes,
                                     struct stage *stage,
                                     const struct ladder_options *options);

/*
 * About what deciding these outcomes of the stage's links cost, in units of
 * eval/plan_price.h, from counts alone.
 */
double ladder_price(const struct stage *stage,
                    const struct link_outcome *outcomes);

/*
 * Enclosures of both sides of a link at the entry that violates it worst
 * (as doubles see it), at precision `bits`.  Links without two sides: NONE.
 */
void ladder_sides(struct enclosure *lhs, struct enclosure *rhs,
                  struct stage *stage, size_t link, long bits);
