/*
 * A partition: the proof of a scalar statement over ranges, as plain data.
 *
 * A tree of steps.  Each settles a sequent (a relation to be shown on a box
 * under facts, logic/sequent.h), or reduces it to those of its kids; which
 * they are follows from the step, so the tree holds no boxes and no terms.
 * The rules are stated and proved in docs/rules.md, "Range".
 */
#ifndef MAJORANT_LOGIC_PARTITION_H
#define MAJORANT_LOGIC_PARTITION_H

#include "base/rational.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PARTITION_OBLIGED = 64, /* above all facts' numbers */
    CLEAR_ROOTS = 3,        /* roots of products in parts */
    CASES_FACTS = 2,        /* from here on: cases of a fact */
    SQUARE_CONSTANTS = 32,  /* above all roots with variables */
    SQUARE_ODD = 64,        /* from here on: roots of odd degree */
    SQUARE_ABSOLUTE = 96,   /* from here on: absolute values */
    ELIMINATE_ROOTS = 64,   /* above all facts' numbers */
    ELIMINATE_CASES = 128,  /* above those */
    ORDER_FACTS = 64,       /* above all variables */
    INTEGRAND_SQUARES = 4,  /* less its slope as a function of a square */
    RESOLVE_OUTER = 3,      /* from here on: the outermost choice */
    RESOLVE_WAYS = 5
};

enum partition_rule {
    PARTITION_OPEN = 0, /* not settled */
    /* leaves */
    PARTITION_DIRECT,   /* the enclosure over the box has the sign */
    PARTITION_MEAN,     /* the mean value form has it */
    PARTITION_EXCLUDED, /* fact `index` is certainly false on the box */
    PARTITION_ZERO,     /* >= and formally 0 */
    PARTITION_SQUARES,  /* >= and a semidefinite form in monomials */
    PARTITION_FACT,     /* a positive multiple of fact `index` */
    /* with kids */
    PARTITION_AND,        /* both conjuncts */
    PARTITION_OR,         /* disjunct `index` (0 or 1) where the other fails */
    PARTITION_SPLIT,      /* the range of `variable`, at numbers[0]; `index` 1:
                             below, at, above */
    PARTITION_RISING,     /* an end of `variable`, and the derivative's sign:
                             `index` 0 lo, 1 hi, 2 + i that of fact i; with
                             PARTITION_OBLIGED added what f needs to be
                             analytic is shown beside */
    PARTITION_CONVEX,     /* contact at the point `numbers` of its variables */
    PARTITION_CONCAVE,    /* both ends of `variable`; `index` 2 + i: one of them
                             as fact i says */
    PARTITION_RESOLVE,    /* the first kink, of certain sign; or the outermost
                             if, from RESOLVE_OUTER on */
    PARTITION_CASES,      /* the first kink, by cases; `index` 1: each of
                             them everywhere; CASES_FACTS + i: either side of
                             fact i */
    PARTITION_CLEAR,      /* times a common denominator: `index` 0 of known
                             sign, 1 shown to be >= 0, 2 shown to be <= 0;
                             CLEAR_ROOTS: no root of a product */
    PARTITION_SCALE,      /* over the positive factors of its term `index` */
    PARTITION_EXP,        /* exp(f) against 1 */
    PARTITION_LOG,        /* the logarithms of its two terms; `index` 1 + i:
                             of its term i, and of the others together */
    PARTITION_SQUARE,     /* root `index / 2` alone on a side, squared; from
                             SQUARE_CONSTANTS on, of a number; from
                             SQUARE_ODD on, a root of odd degree to that power;
                             from SQUARE_ABSOLUTE on, an absolute value */
    PARTITION_PERIOD,     /* `variable` over one period */
    PARTITION_ELIMINATE,  /* `variable` by the equation of fact `index`; added
                             ELIMINATE_ROOTS, as either of its two roots;
                             ELIMINATE_CASES, where it has a factor, or that
                             is 0 */
    PARTITION_MULTIPLIER, /* less numbers[0] times fact `index` */
    PARTITION_FACTORS,    /* a product of `factors` */
    PARTITION_ISOLATE,    /* function `index / 2` alone on a side, its factor
                             > 0 or (odd) < 0 */
    PARTITION_ORDER,      /* `variable` and variable `index`, which is larger;
                             ORDER_FACTS + i: fact i in the place of it */
    PARTITION_HALF_ANGLE, /* sin, cos of `variable` by tan of half of it */
    PARTITION_QUADRATIC,  /* in term `index / 2`: by its discriminant, or (odd)
                             between its roots */
    PARTITION_COMPARE,    /* the arguments of two calls */
    PARTITION_TRANSLATE,  /* `variable` + numbers[0] * variable `index` as one
                             variable */
    PARTITION_RATIO,      /* `variable` over variable `index` */
    PARTITION_EXPONENTIAL, /* `variable` as an exponential; `index` 1, 2: its
                              distance from the end lo, hi */
    PARTITION_CUT,         /* `variable` on both sides of variable `index`, or
                              (`index` SCALAR_MAX_VARIABLES) of where the
                              derivative vanishes */
    PARTITION_DEFINED,     /* `variable` without its end `index` (0 lo, 1 hi) */
    PARTITION_GRAM,        /* the sum of the squares of `factors`: weights
                              (one term) and bases in turn, and perhaps what
                              the goal is multiplied by; roots of order `index`
                              of generators >= 0 */
    PARTITION_GAP,         /* weights and ratios in turn (`factors`): instances
                              of log t <= t - 1 */
    PARTITION_ODDS,        /* the variables of the mask `index` by their odds */
    PARTITION_TANGENT,     /* exponentials above tangents at that of group
                              `index` of its terms */
    PARTITION_PARTS,       /* term `index` with numbers[0] + numbers[1] times
                              `variable`, and what is left */
    PARTITION_INTEGRAND,   /* its integrals by what stands in them at
                              `variable`; `index` bit 0 less its slope at the
                              mean, bit 1 less its bend there; or
                              INTEGRAND_SQUARES */
    PARTITION_CONTRAPOSE,  /* fact `index` fails where the goal does */
    PARTITION_RULES        /* their number */
};

/*
 * An exact number: value * f(argument), f constant 1 (PLAIN), pi, exp, log,
 * sqrt or the cube root.
 */
enum partition_kind {
    CONSTANT_PLAIN,
    CONSTANT_PI,
    CONSTANT_EXP,
    CONSTANT_LOG,
    CONSTANT_SQRT,
    CONSTANT_CBRT
};

struct partition_number {
    enum partition_kind kind;
    rational_t value, argument;
};

/*
 * A polynomial in the generators of the term (logic/expansion.h), in their
 * order: coefficient[i] * product of generator[k] ^ exponents[i * width + k].
 */
struct partition_factor {
    long exponent; /* of the whole factor in the product, > 0 */
    int sign;      /* the factor is shown to have it; 0: an even power */
    size_t terms, width;
    rational_t *coefficients;
    long *exponents;
};

struct partition_node {
    enum partition_rule rule;
    size_t variable, index;
    struct partition_number *numbers; /* SPLIT, CONVEX, ... */
    size_t nnumbers;
    struct partition_factor *factors;
    size_t nfactors;
    size_t first, count; /* kids: nodes first .. first + count - 1 */
};

/* One tree for each choice of the listed integers (logic/domain.h). */
struct partition {
    struct partition_node *nodes;
    size_t count, capacity;
    size_t *roots;
    size_t nroots;
};

void partition_init(struct partition *p);
void partition_clear(struct partition *p);
/* Adds `count` open nodes; the first one's number. */
size_t partition_add(struct partition *p, size_t count);
void partition_add_root(struct partition *p, size_t node);
/* Drops the nodes from number `count` on. */
void partition_truncate(struct partition *p, size_t count);
void partition_set_rule(struct partition *p, size_t node,
                        enum partition_rule rule, size_t variable,
                        size_t index);
/* Gives a node `count` numbers, all 0. */
void partition_set_numbers(struct partition *p, size_t node, size_t count);
/* Room for `terms` terms in `width` generators, all zero. */
void partition_factor_init(struct partition_factor *f, size_t terms,
                           size_t width);
void partition_factor_clear(struct partition_factor *f);
/* Without the factors it may have. */
void partition_drop_factors(struct partition_node *node);
const char *partition_rule_name(enum partition_rule rule);

#endif
