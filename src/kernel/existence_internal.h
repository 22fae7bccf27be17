/* What existence*.c share; not for other modules. */
#ifndef MAJORANT_KERNEL_EXISTENCE_INTERNAL_H
#define MAJORANT_KERNEL_EXISTENCE_INTERNAL_H

#include "kernel/existence.h"
#include "logic/normal.h"

/* A bound variable in its range, whichever end is the lower one. */
struct bound {
    const struct symbol *symbol;
    const struct expr *lo, *hi; /* NULL: infinite */
};

/* What is known of all families, or all assumptions, of the theorem. */
enum existence_state {
    EXISTENCE_NEW,
    EXISTENCE_ASKED, /* taken to be so while it is being shown */
    EXISTENCE_SHOWN,
    EXISTENCE_REFUSED
};

struct existence {
    const struct theorem *theorem;
    struct expr_pool *pool;
    struct normalizer *n;
    struct bound bound[EXISTENCE_MAX_BOUND]; /* outermost first */
    size_t nbound;
    size_t asked; /* signs */
    size_t depth;
    unsigned char *seen; /* by expression id, see existence.c */
    size_t nseen;
    bool families_speak; /* some equation of a family has an integral */
    enum existence_state families, assumptions;
};

/*
 * One more bound variable, the innermost; x->nbound - 1 takes it away again.
 * False: there are EXISTENCE_MAX_BOUND already.
 */
bool existence_bind(struct existence *x, const struct symbol *symbol,
                    const struct expr *lo, const struct expr *hi);

/* Whether there is an integral or expectation in it. */
bool existence_speaks(struct existence *x, const struct expr *e);

/* One integral: the body over the innermost bound variable. */
struct integrand_of {
    struct existence *x;
    const struct expr *body;
    const struct symbol *t;
    const struct expr *ends[2]; /* NULL: -inf, inf */
    bool is_normal;             /* with the normal density */
    bool is_singular;           /* a partial operation fails at an end */
    int far; /* -1, 1: only t far out on that side counts; 0: all t */
};

/*
 * Whether every partial operation of the body that depends on t is defined
 * for all t but perhaps at finite ends (then `is_singular` is set), and the
 * body is bounded wherever it stays away from these.
 */
bool existence_defined(struct integrand_of *f);

/* Whether the power, of no number, is defined and bounded where base is. */
bool existence_is_root(const struct integrand_of *f, const struct expr *e);

/*
 * 0 < e (`strict`) or 0 <= e for all admitted inputs and all values of the
 * bound variables, wherever e has a value.  false: not seen.
 */
bool existence_sign(struct existence *x, const struct expr *e, bool strict);
/* Whether one of e and -e is seen to be positive. */
bool existence_nonzero(struct existence *x, const struct expr *e);

/* e = c[0] + c[1] t + ..., the c free of t; false: it is none as written. */
struct existence_poly {
    const struct expr *c[EXISTENCE_MAX_DEGREE + 1]; /* NULL: 0 */
    size_t degree;
};
bool existence_poly_read(struct existence_poly *p, const struct integrand_of *f,
                         const struct expr *e);

/* The number that e, free of bound variables, is by algebra; NULL: none. */
const struct expr *existence_number(const struct integrand_of *f,
                                    const struct expr *e);
/* The base and exponent of a power or root; false: it is none of a number. */
bool existence_power(const struct expr **base, rational_t *exponent,
                     const struct integrand_of *f, const struct expr *e);

/*
 * e = c[0] + c[1] t with c[1] certainly not 0, and e = 0 where t is the end
 * `side` (0 or 1).
 */
bool existence_vanishes(const struct integrand_of *f, const struct expr *e,
                        int side);
/*
 * |body| <= C |t - end|^r near the finite end for some r > -1, C depending on
 * the other inputs; every partial operation of it is known to be defined but
 * at the ends.
 */
bool existence_near(const struct integrand_of *f, int side);
/*
 * |body|, with the density, is below a function with an integral for t far out
 * on that side (0: -inf, 1: inf).
 */
bool existence_far(const struct integrand_of *f, int side);

#endif
