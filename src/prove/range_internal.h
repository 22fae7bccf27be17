/* What the parts of the range prover share; not for other modules. */
#ifndef MAJORANT_PROVE_RANGE_INTERNAL_H
#define MAJORANT_PROVE_RANGE_INTERNAL_H

#include "prove/range.h"
#include "prove/range_value.h"

enum {
    RANGE_MAX_ORDER = 8,   /* nested derivatives */
    RANGE_MAX_CASES = 8,   /* kinks taken apart on one path */
    RANGE_MAX_MARKS = 12,  /* places to cut at, for each variable */
    RANGE_MAX_STARTS = 10, /* points from which minima are sought */
    RANGE_MAX_MINIMA = 8,
    RANGE_MAX_CERTIFY = 200, /* points tried exactly in one search */
    RANGE_STEPS = 60         /* rules tried for each box, on average */
};

/* Places where a side may touch the other, by variable. */
struct range_marks {
    struct partition_number at[SCALAR_MAX_VARIABLES][RANGE_MAX_MARKS];
    double near[SCALAR_MAX_VARIABLES][RANGE_MAX_MARKS];
    size_t count[SCALAR_MAX_VARIABLES];
};

/* Values at a point, as plain doubles. */
struct range_doubles;

struct range_search {
    const struct domain *domain;
    const struct range_limits *limits;
    struct scalar_pool *pool;
    struct range_values *values;
    struct sequent_oracle oracle;
    struct range_doubles *doubles;
    struct partition *out;
    struct range_marks marks;
    size_t steps, certified; /* rules and points tried, of the limits */
    /* for a link: */
    size_t claim, link;
    size_t choice;
    struct range_point *violation; /* or NULL: none is looked for */
    bool violated;
};

/* A sequent that waits for its node; variables set by ends of the box. */
struct range_task {
    size_t node;
    struct sequent sequent;
    const struct scalar *fixed[SCALAR_MAX_VARIABLES];
    unsigned depth, cases;
    bool fresh; /* the goal is new: worth trying algebra on it */
};

/* ---- range_double.c ---- */

struct range_doubles *range_doubles_new(struct scalar_pool *pool);
void range_doubles_free(struct range_doubles *d);
/* NaN where it has no value (as doubles see it). */
double range_double(struct range_doubles *d, const struct scalar *e,
                    const double *x);
/* The ends as doubles, infinite where open. */
void range_double_box(double *lo, double *hi, struct range_search *s,
                      const struct sequent_box *box);
/* A number in the middle of [lo, hi] in whatever sense; finite. */
double range_middle(double lo, double hi);

/* ---- range_quick.c: settling without splitting ---- */

/*
 * Settles the node by leaves and by reductions that are settled likewise.
 * False: what it added to the partition is taken back.
 */
bool range_settle(struct range_search *s, size_t node,
                  const struct sequent *q, unsigned order);
/* Tries one rule; kids (SEQUENT_MAX_KIDS) and count are filled. */
bool range_try(struct range_search *s, size_t node, const struct sequent *q,
               enum partition_rule rule, size_t variable, size_t index,
               struct sequent *kids, size_t *count);
/* A rule without kids that settles the node: DIRECT, EXCLUDED, ... */
bool range_leaf(struct range_search *s, size_t node, const struct sequent *q);
/* A rule whose kids are all settled. */
bool range_reduce(struct range_search *s, size_t node, const struct sequent *q,
                  enum partition_rule rule, size_t variable, size_t index,
                  unsigned order);

/* ---- range_factor.c ---- */

/*
 * Fills the node's factors; false: none worth it, or one that needs a sign
 * changes it among the points.
 */
bool range_factor(struct range_search *s, size_t node,
                  const struct sequent *q, double (*x)[SCALAR_MAX_VARIABLES],
                  size_t points);

/* ---- range_hunt.c: minima in doubles ---- */

/*
 * Looks for points of the box at which the goal is least.  Violations are
 * certified (s->violated), touching places become marks.
 */
void range_hunt(struct range_search *s, const struct range_task *task);
void range_marks_clear(struct range_marks *marks);

/* ---- range_split.c ---- */

/* The variable and place to cut the box at; false: none is left. */
bool range_choose_split(struct range_search *s, const struct range_task *task,
                        size_t *variable, struct partition_number *at);
/* q := the rational with the smallest denominator within [lo, hi] */
void range_simplest(mpq_t q, double lo, double hi);

/* ---- range_point.c ---- */

/*
 * Whether the theorem's link is certainly violated at a rational point near x
 * (variables of the task's goal; the others are its fixed ones); then it is
 * s->violation.
 */
bool range_certify(struct range_search *s, const struct range_task *task,
                   const double *x);

#endif
