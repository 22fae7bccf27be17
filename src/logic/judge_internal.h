/*
 * Shared by judge*.c: what is known of terms, by their ids.
 */
#ifndef MAJORANT_LOGIC_JUDGE_INTERNAL_H
#define MAJORANT_LOGIC_JUDGE_INTERNAL_H

#include "logic/judge.h"

enum known {
    KNOWN_DEFINED = 1,
    KNOWN_NONZERO = 2, /* every entry, as for those below */
    KNOWN_NONNEGATIVE = 4,
    KNOWN_POSITIVE = 8,
    KNOWN_DEFINITE = 16,   /* the matrix is positive semidefinite */
    KNOWN_INVERTIBLE = 32, /* the matrix has an inverse */
    KNOWN_MASK = 64        /* each row allows an entry */
};

/* A family under inspection, see judge_family.c. */
struct family_frame {
    struct family_frame *outer;
    size_t decl;
    unsigned what;           /* KNOWN_DEFINED, _NONNEGATIVE or _POSITIVE */
    const struct dim *first; /* the first index of the member at hand */
};

/*
 * A sign that was looked for and not seen.  Not seeing it again, no higher up
 * and in the same families, is no other answer: it saves looking.
 */
struct refusal {
    const struct expr *e; /* NULL: none */
    bool strict;
    size_t depth, unfolded;
    size_t era; /* more is seen in a later one */
    const struct family_frame *families;
};

/* An index variable in its range, until it is left. */
struct opened {
    const struct symbol *symbol;
    size_t npassing, nbinders; /* so many there were before */
    bool has_body;             /* a root is known because it has a value */
};

/* A root that is a binder over a range, met where so many were opened. */
struct kept_binder {
    const struct expr *e;
    size_t nopened;
};

/* What was known of a term before something passing was learned. */
struct passing {
    const struct expr *e;
    unsigned char before;
};

enum {
    JUDGE_REFUSALS = 128,
    JUDGE_MAX_DEFINITE = 6,
    JUDGE_MAX_EQUATIONS = 12,
    JUDGE_MAX_OPENED = NORMAL_MAX_RANGES,
    JUDGE_MAX_BINDERS = 24
};

struct judge {
    struct normalizer *n;
    const struct theorem *theorem;
    struct expr_pool *pool;
    const struct scope_entry *scope;
    size_t pushed; /* ranges on the normalizer */
    unsigned char *known;
    size_t count;
    struct opened opened[JUDGE_MAX_OPENED]; /* see judge_known.c */
    size_t nopened, nbodies;                /* of them with such roots */
    struct kept_binder binders[JUDGE_MAX_BINDERS];
    size_t nbinders;
    struct passing *passing;
    size_t npassing, passing_size;
    size_t depth, work, unfolded;
    bool is_bare; /* it knows of the assumptions alone, see judge_family.c */
    size_t cleared, level; /* of judge_clear.c: nested so often; then asked */
    struct family_frame *families;
    struct refusal refused[JUDGE_REFUSALS]; /* by the ids of terms */
    size_t era;
    /* defined and semidefinite by the facts, the first few */
    const struct expr *definite[JUDGE_MAX_DEFINITE];
    size_t ndefinite;
    /* of matrices or totals, by the facts, both sides defined: lhs - rhs */
    const struct expr *equations[JUDGE_MAX_EQUATIONS];
    size_t nequations;
};

/* To be called whenever more may be seen than before. */
void judge_forget_refusals(struct judge *j);

bool judge_knows(const struct judge *j, const struct expr *e, unsigned what);
void judge_learn(struct judge *j, const struct expr *e, unsigned what);
/*
 * The variable runs over its range until judge_leave_range; what is known of
 * an outer one of that name is not known of it.  false: the range cannot be
 * pushed, or the variable is in scope already.
 */
bool judge_enter_range(struct judge *j, const struct symbol *symbol,
                       const struct expr *lo, const struct expr *hi);
void judge_leave_range(struct judge *j);
/* Binders that are evaluated at each value of an index range. */
bool judge_is_range_binder(const struct expr *e);
/* The binder, which is such a one, is defined. */
void judge_keep_binder(struct judge *j, const struct expr *binder);
/*
 * The binder's body at the variable's value, where that is certainly in the
 * range; else NULL.
 */
const struct expr *judge_body_at(struct judge *j, const struct expr *binder,
                                 const struct symbol *variable);
/* judge_root within a question. */
void judge_root_within(struct judge *j, const struct expr *e);
/* One level down; false: a limit was reached.  Pair with judge_leave. */
bool judge_enter(struct judge *j);
void judge_leave(struct judge *j);
/* Whether a size, or a difference of closed integers, is certainly >= k. */
bool judge_at_least(struct judge *j, const struct dim *a, int64_t k);
bool judge_has_entries(struct judge *j, const struct expr *e);
/* An integer, certainly from 0 on. */
bool judge_is_count(struct judge *j, const struct expr *e);
/*
 * Whether each member of the family has `what` and this is one for certain;
 * or, while the family is under inspection, whether it is an earlier one.
 */
bool judge_family(struct judge *j, const struct expr *member, unsigned what);
/* The same by the assumptions alone; cheap, once asked. */
bool judge_always(struct judge *j, const struct expr *member, unsigned what);
/* Whether the member's family is under inspection: then it is not unfolded. */
bool judge_is_under_way(const struct judge *j, const struct expr *member,
                        unsigned what);
/* high(A) and low(A) for max and min, of rows, of columns, or of all. */
bool judge_is_spread(const struct expr *high, const struct expr *low);
/* Whether the sum of the two terms is a spread times what is nonnegative. */
bool judge_terms_spread(struct judge *j, const struct normal_term *high,
                        const struct normal_term *low);
/*
 * Whether the scalar is at least 0 (more than 0, if `strict`) by the least
 * values of its terms: powers of numbers, sizes, indices.
 */
bool judge_exceeds(struct judge *j, const struct expr *e, bool strict);
/*
 * The same by the sign of the scalar's multiple by a divisor, or of the
 * difference of the squares of its terms, see judge_clear.c.
 */
bool judge_cleared(struct judge *j, const struct expr *e, bool strict);
/* Whether the factor, to that very power, is one of the term's. */
bool judge_has_factor(const struct normal_term *t,
                      const struct normal_factor *f);
/* Whether the coefficient and the factors, letters apart, are >= 0. */
bool judge_term_is_nonnegative(struct judge *j, const struct normal_term *t);
/* Whether the product of the factors is >= 0. */
bool judge_product_is_nonnegative(struct judge *j,
                                  const struct normal_factor *factors,
                                  size_t count);
/* Whether they are > 0. */
bool judge_term_is_positive(struct judge *j, const struct normal_term *t);
void judge_learn_definite(struct judge *j, const struct expr *e);
/* Whether e is written W' C W, C definite or not there at all; a scalar too. */
bool judge_is_congruence(struct judge *j, const struct expr *e);
/* Whether e equals its transpose, by algebra. */
bool judge_is_symmetric(struct judge *j, const struct expr *e);
/* Whether the square matrix is a sum of squares, see judge_gram.c. */
bool judge_is_square_sum(struct judge *j, const struct expr *e);
/*
 * Whether the scalar is >= 0 (> 0) as its words u'*v and traces are sums of
 * squares, times what is not negative, and its other terms are of that sign.
 */
bool judge_by_gram(struct judge *j, const struct normal_form *form,
                   bool strict);
/* Whether the scalar is >= 0 by such squares, see judge_monomials.c. */
bool judge_by_monomials(struct judge *j, const struct normal_form *form);
/* Whether it is diag(v) + R with rowsum(abs(R)) <= v, see judge_dominant.c. */
bool judge_is_dominant(struct judge *j, const struct expr *e);
/* Whether the binder's range certainly holds a value. */
bool judge_range_has_values(struct judge *j, const struct expr *binder);

#endif
