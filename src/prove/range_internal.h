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
    RANGE_STEPS = 25,        /* steps for each box, on average */
    RANGE_STEP_WORK = 250,   /* values of nodes that cost as much as a rule */
    RANGE_MAX_WEIGHT = 1500, /* of terms worth differentiating further */
    RANGE_MAX_CONTACTS = 8,
    RANGE_MAX_BARREN = 16,      /* goals remembered for their failing */
    RANGE_FORMS = 8,            /* of exact numbers that are guessed */
    RANGE_SLACKS = 4,           /* in guessing them */
    RANGE_SETTLE_STEPS = 150,   /* rules tried to settle a box */
    RANGE_ATTEMPT_STEPS = 2500, /* and a new goal */
    RANGE_CHANGES = 2,          /* changes of a relation, one after another */
    RANGE_REMAINING = 40        /* boxes spent on what is left, for people */
};

/* Places where a side may touch the other, by variable. */
struct range_marks {
    struct partition_number at[SCALAR_MAX_VARIABLES][RANGE_MAX_MARKS];
    double near[SCALAR_MAX_VARIABLES][RANGE_MAX_MARKS];
    size_t count[SCALAR_MAX_VARIABLES];
};

/* A point of contact: exact numbers for the variables of a goal. */
struct range_contact {
    unsigned variables;
    struct partition_number at[SCALAR_MAX_VARIABLES]; /* in their order */
    double near[SCALAR_MAX_VARIABLES];                /* by variable */
};

/* A goal in one variable, with the ends of its range. */
struct range_barren {
    const struct goal *goal;
    const struct scalar *lo, *hi;
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
    struct partition_number zero; /* the number 0, a place to cut at */
    struct range_contact contacts[RANGE_MAX_CONTACTS];
    size_t ncontacts;
    const struct goal *barren[RANGE_MAX_BARREN];    /* no sum of squares */
    size_t nbarren;                                 /* of them so far */
    const struct goal *unmatched[RANGE_MAX_BARREN]; /* no multiplier */
    size_t nunmatched;                              /* of them so far */
    struct range_barren ladders[RANGE_MAX_BARREN];  /* that lead nowhere */
    size_t nladders, climbed;           /* of them so far, and steps on all */
    double least[SCALAR_MAX_VARIABLES]; /* where the last hunt ended best */
    double least_value;
    size_t steps;        /* work done */
    size_t rules, spent; /* rules tried; what the pool had spent before */
    unsigned effort;     /* of the round: an index into its budgets */
    size_t attempt;      /* steps for each new goal */
    size_t until;        /* the attempt under way is given up there */
    size_t last;         /* and no more openings are tried */
    size_t share;        /* steps of the round, which no run exceeds */
    bool is_refuted;     /* the last run met a goal that is false somewhere */
    bool is_inner;       /* a goal on the way: for a share of the steps */
    bool is_plain;       /* variables keep their meaning */
    bool is_clear;       /* small boxes will do: little is tried on each */
    bool is_false;       /* the whole is, at some point, by enclosures */
    bool is_own;         /* no other relation has taken the link's place */
    size_t choice;
    const struct sequent *whole; /* of the choice, as the link states it */
};

/* A sequent that waits for its node. */
struct range_task {
    size_t node;
    struct sequent sequent;
    unsigned depth, cases;
    bool fresh;   /* the goal is new: worth trying algebra on it */
    bool was_cut; /* by PARTITION_CUT on the way here */
};

/* ---- range.c ---- */

/* Branch and bound from a task on, at most so many boxes; true: settled. */
bool range_run(struct range_search *s, const struct range_task *first,
               size_t most);

/* ---- range_opening.c ---- */

/*
 * Branch and bound, openings, and both in parts of the range: in rounds, from
 * little effort to much, until the budget is used up.  False: the node is open
 * again.
 */
bool range_rounds(struct range_search *s, const struct range_task *task);

/* ---- range_valley.c ---- */

/*
 * Cuts the box where the goal seems to be least in one variable, and settles
 * both sides; then the same again for what is left, `depth` times in all.
 * False: the node is open again.
 */
bool range_valley(struct range_search *s, const struct range_task *task,
                  unsigned depth);

/* The rule's kids as nodes, all of them hopeful; false: the node is open. */
bool range_open_node(struct range_search *s, size_t node,
                     const struct sequent *q, enum partition_rule rule,
                     size_t k, size_t index, struct sequent *kids);
/*
 * Settles a node below the task, for the goal of q, by branch and bound within
 * so many boxes; *kid is what it was as a task.  False: it is open again.
 */
bool range_run_kid(struct range_search *s, const struct range_task *task,
                   size_t node, const struct sequent *q, size_t boxes,
                   struct range_task *kid);

/* ---- range_erf.c ---- */

/*
 * Settles a goal with erf in it by way of goals without.  False: the node is
 * open again.
 */
bool range_erf(struct range_search *s, const struct range_task *task);

/* ---- range_translate.c ---- */

/*
 * For PARTITION_TRANSLATE: the number c for which the goal is a function of
 * x_k + c x_j, as doubles see it.  False: there is none.
 */
bool range_translation(struct range_search *s, const struct sequent *q,
                       size_t k, size_t j, struct partition_number *c);
/* The first pair x_k, x_j for which there is one. */
bool range_find_translation(struct range_search *s, const struct sequent *q,
                            size_t *k, size_t *j, struct partition_number *c);
/* A fact speaks of variable k, and may fail on a face of it. */
bool range_is_bound(const struct sequent *q, size_t k);

/* ---- range_parts.c ---- */

/*
 * For a goal in one variable without end on one side, far out: a term that
 * comes close to a line, and the rest.  False: nothing of the kind is seen.
 */
bool range_parts(struct range_search *s, size_t node, const struct sequent *q,
                 struct sequent *kids, size_t *count);

/*
 * A goal in one variable at most holds on its range, as far as doubles tell.
 */
bool range_is_right(struct range_search *s, const struct sequent *q);

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
 * Settles the node by leaves and by reductions that are settled likewise, as
 * long as s->steps is below s->until.  False: what it added to the partition
 * is taken back.
 */
bool range_settle(struct range_search *s, size_t node, const struct sequent *q,
                  unsigned order);
/*
 * The end of x_k to which the goal's term falls, as far as doubles see: 0 lo,
 * 1 hi, -1 neither.
 */
int range_falling_end(struct range_search *s, const struct sequent *q,
                      size_t k);
/* Brings s->steps up to date. */
void range_tick(struct range_search *s);
/* Tries one rule; kids (SEQUENT_MAX_KIDS) and count are filled. */
bool range_try(struct range_search *s, size_t node, const struct sequent *q,
               enum partition_rule rule, size_t variable, size_t index,
               struct sequent *kids, size_t *count);
/* So many kids of the rule become nodes, the first of which is returned. */
size_t range_add_kids(struct range_search *s, size_t node, size_t count);
/* The rule, whose only kid takes the place of node and q; false: neither. */
bool range_step_into(struct range_search *s, size_t *node, struct sequent *q,
                     enum partition_rule rule, size_t variable, size_t index);
/* A rule without kids that settles the node: DIRECT, EXCLUDED, ... */
bool range_leaf(struct range_search *s, size_t node, const struct sequent *q);
/* A rule whose kids are all settled. */
bool range_reduce(struct range_search *s, size_t node, const struct sequent *q,
                  enum partition_rule rule, size_t variable, size_t index,
                  unsigned order);

/* ---- range_change.c ---- */

/*
 * Settles the node by algebra, or by another relation (logarithms, squares,
 * without denominators) that is settled; at most `changes` of these.
 */
bool range_attempt(struct range_search *s, size_t node, const struct sequent *q,
                   unsigned changes);
/* Cuts the product into factors: kids and count; false: not worth it. */
bool range_split_factors(struct range_search *s, size_t node,
                         const struct sequent *q, struct sequent *kids,
                         size_t *count);
/* The same without denominators, as a kid of the node. */
bool range_cleared(struct range_search *s, size_t node, const struct sequent *q,
                   struct sequent *kid, size_t *kid_node);
/* Whether doubles see no point of the box at which the goal fails. */
bool range_is_hopeful(struct range_search *s, const struct sequent *q);
/* Takes back what was added to the node. */
void range_reopen(struct range_search *s, size_t node, size_t kept);
/* Settles the node by convexity around a point of contact in its box. */
bool range_contact_settle(struct range_search *s, size_t node,
                          const struct sequent *q);

/* ---- range_occurs.c ---- */

/* A logarithm of something with variables occurs in it. */
bool range_has_logarithm(const struct scalar *e);
/* A square root of something with variables occurs in it. */
bool range_has_root(const struct scalar *e);
/* A root of an algebraic expression that is more than a product. */
bool range_has_plain_root(const struct scalar *e);
/* The same, of odd degree. */
bool range_has_odd_root(const struct scalar *e);

/* ---- range_tangent.c ---- */

/* An exponential of a product of terms with variables occurs in it. */
bool range_has_variable_power(const struct scalar *e);
/*
 * Settles the node with variables as exponentials, without denominators, and
 * by tangents at one of the exponentials (PARTITION_TANGENT).
 */
bool range_tangent(struct range_search *s, size_t node, const struct sequent *q,
                   unsigned changes);

/* ---- range_ladder.c ---- */

/*
 * Settles a goal in one variable that meets 0 at ends of its range, slope
 * after slope.  False: the node is open again.
 */
bool range_ladder(struct range_search *s, const struct range_task *task);

/* ---- range_factor.c ---- */

/* Points of a box at which factors are looked at. */
struct range_samples {
    double (*x)[SCALAR_MAX_VARIABLES];
    size_t count;
    bool admitted; /* the facts hold there */
    bool strict;   /* the goal is > 0 */
};
/*
 * Fills the node's factors; false: none worth it, or one that needs a sign
 * changes it among the points (two, where these are not admitted).
 */
bool range_factor(struct range_search *s, size_t node, const struct sequent *q,
                  const struct range_samples *samples);

/* ---- range_gram.c ---- */

/*
 * Fills the node's factors with a sum of squares, in doubles at first and then
 * exact; false: none is found, or the goal's term is no small polynomial.
 */
bool range_gram(struct range_search *s, size_t node, const struct sequent *q);

/* ---- range_hunt.c: minima in doubles ---- */

/*
 * Looks for points of the box at which the goal is least: touching places
 * become marks; s->is_refuted: at one of them it is certainly false.
 */
void range_hunt(struct range_search *s, const struct range_task *task);
/*
 * Whether the goal, a comparison, is certainly false at x, by enclosures, and x
 * is a point that counts.
 */
bool range_is_false_at(struct range_search *s, const struct sequent *q,
                       const double *x);

/* ---- range_hunt.c: multipliers ---- */

/*
 * For PARTITION_MULTIPLIER: a fact that holds with equality where the goal was
 * least in the last hunt, and the multiplier there.  False: none is seen.
 */
bool range_multiplier(struct range_search *s, const struct range_task *task,
                      size_t *fact, struct partition_number *c);

/* ---- range_equation.c ---- */

/* The fact -g >= 0 after fact i, g >= 0: then g = 0.  False: there is none. */
bool range_find_opposite(size_t *other, struct range_search *s,
                         const struct sequent *q, size_t i);

/*
 * The c >= 0 for which the goal less c times the fact, the first of a pair that
 * says g = 0 (or the other, which *fact becomes), is least where g is 0, if the
 * goal is about 0 there (s->least).
 */
bool range_equation_multiplier(struct range_search *s,
                               const struct range_task *task, size_t *fact,
                               double *c);
/*
 * x, near the curved edge of a fact, moved to where the goal is least on it
 * (the SCALAR_MAX_VARIABLES coordinates).  False: x is as it was.
 */
bool range_on_edge(struct range_search *s, const struct sequent *q,
                   const struct goal *fact, double *x);

/* ---- range_contact.c ---- */

void range_marks_init(struct range_search *s);
void range_marks_clear(struct range_search *s);
void range_number_set(struct partition_number *x,
                      const struct partition_number *y);
/* x, on the box with these ends, is a place where the goal is about 0. */
void range_mark_contact(struct range_search *s, const struct goal *goal,
                        unsigned mask, const double *lo, const double *hi,
                        const double *x);
/*
 * The exact number of the given form (below RANGE_FORMS) that is the simplest
 * within `slack` of x; *near is its value.  False: there is none.
 */
bool range_guess_number(struct partition_number *out, double *near, double x,
                        size_t form, double slack);
/* Slacks to try, from wide to narrow; i < RANGE_SLACKS. */
double range_slack(size_t i);

/* ---- range_split.c ---- */

/* The variable and place to cut the box at; false: none is left. */
bool range_choose_split(struct range_search *s, const struct range_task *task,
                        size_t *variable, struct partition_number *at);
/* q := the rational with the smallest denominator within [lo, hi] */
void range_simplest(mpq_t q, double lo, double hi);

/* ---- range_search.c ---- */
typedef bool range_searcher(struct range_search *s,
                            const struct range_task *task);
/*
 * Both cases of PARTITION_CASES (`index` 0: of the goal's first kink), the last
 * first, by `then`.
 */
bool range_cases(struct range_search *s, const struct range_task *task,
                 size_t index, range_searcher *then);

/* ---- range_integrand.c ---- */

/*
 * Settles a goal with integrals by way of their integrands.  False: the node
 * is open again.
 */
bool range_integrand(struct range_search *s, const struct range_task *task);

#endif
