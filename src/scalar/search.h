/*
 * The parts of the search for proofs of problems about numbers.  Each strategy
 * makes a proof whose kids are proofs, or NULL: it found none.
 */
#ifndef MAJORANT_SCALAR_SEARCH_H
#define MAJORANT_SCALAR_SEARCH_H

#include "scalar/box.h"
#include "scalar/problem.h"
#include "scalar/sample.h"

/*
 * A first goal is tried by boxes alone (STAGE_PLAIN), then by its kinks, then
 * in several forms (STAGE_FRAMED), one after another.
 */
struct search {
    const struct theory *theory;
    struct pool *pool;
    size_t fuel;     /* problems that may still be tried */
    size_t end;      /* as much work of the pool, and the search is over */
    unsigned names;  /* given so far */
    bool has_sums;   /* sums of variables may have names */
    unsigned slopes; /* whose sign is not certain and that are being proved */
    enum stage { STAGE_BEGIN, STAGE_PLAIN, STAGE_CASES, STAGE_FRAMED } stage;
    struct memo met; /* terms that were asked for by search_is_new */
    struct memo contacts;
    unsigned sums; /* terms that were looked at as sums of squares */
    struct memo summed;
    struct memo failures; /* scalar/failure.h */
};

/* What the facts of p say of terms. */
struct enclosure *search_enclosure(const struct search *s,
                                   const struct problem *p);

/* What a strategy leaves of the budget, whatever it takes. */
struct share {
    size_t fuel, end;
};
/* Leaves no more than 1/parts of the budget until the share is given back. */
struct share share_take(struct search *s, unsigned parts);
/* Leaves 1/parts of the budget for later. */
struct share share_leave(struct search *s, unsigned parts);
void share_give(struct search *s, struct share kept);

/* What is known of a problem while it is taken apart. */
struct node {
    const struct problem *p;
    struct enclosure *e;
    struct samples *samples;
    unsigned depth;
};

/* A goal from facts: what a kid is to prove. */
struct wish {
    const struct problem *from;
    const struct form *goal;
};

typedef const struct proof *prover(struct search *s, const struct problem *p,
                                   unsigned depth);

/* search.c */
prover search_prove;
struct proof *search_proof(struct search *s, enum proof_kind kind,
                           const struct form *goal, size_t most);
/* The goal from the facts of the problem; a goal that is NULL has no proof. */
const struct proof *search_goal(struct search *s, const struct problem *p,
                                const struct form *goal, unsigned depth);
/* Kids for these wishes; false: one was not found. */
bool search_kids(struct search *s, struct proof *out, unsigned depth,
                 const struct wish *wishes, size_t count);
/* Of a goal that a form of another led to: again in several forms. */
const struct proof *search_anew(struct search *s, const struct problem *p,
                                const struct form *goal, unsigned depth);
/* A name for a real number that the proof fixes. */
const struct atom *search_name(struct search *s);
/* Whether nobody asked before: for what is tried once for a term. */
bool search_is_new(struct search *s, const struct form *f);
/* 0 (fn) f */
const struct form *search_sign(struct search *s, unsigned fn,
                               const struct form *f);

/* logic.c: goals by their form, and cases. */
const struct proof *prove_cases(struct search *s, const struct problem *p,
                                const struct form *assumed, unsigned depth);
const struct proof *prove_and(struct search *s, const struct problem *p,
                              unsigned depth);
const struct proof *prove_or(struct search *s, const struct problem *p,
                             unsigned depth);
const struct proof *prove_unequal(struct search *s, const struct problem *p,
                                  const struct form *f, unsigned depth);
const struct proof *prove_equal(struct search *s, const struct problem *p,
                                const struct form *f, unsigned depth);

/* certificate.c: a linear f by facts that are linear. */
const struct proof *prove_linear(struct search *s, const struct node *n,
                                 const struct form *f);

/* With the sign that a denominator of f seems to have; NULL: all have certain
 * ones, too. */
const struct proof *prove_signed(struct search *s, const struct node *n,
                                 const struct form *f);
/* Less a multiple of a fact that has a sum, or a letter of infinite range, as f
 * has it. */
const struct proof *prove_eliminated(struct search *s, const struct node *n,
                                     const struct form *f);
/* By the part of a fact that is a disjunction. */
const struct proof *prove_choice(struct search *s, const struct node *n);
/* By the other facts, one is false. */
prover prove_contradiction;
/* Whether a fact compares functions. */
bool facts_say_more(const struct problem *p);
/* By such facts: one is false where the goal is. */
const struct proof *prove_by_facts(struct search *s, const struct node *n);
/* 0 < f for a fact that f, a sum of variables, is not 0, where it is not known
 * on which side it is; or NULL. */
const struct form *open_side(struct search *s, const struct node *n);
/* On that side, and on the other one. */
const struct proof *prove_apart(struct search *s, const struct node *n,
                                const struct form *above);

/* calculus.c: 0 (fn) f by slopes. */

/* What a derivative along x says where the facts hold and x is no end. */
struct slope {
    const struct form *value;   /* NULL: there is none, or it is not certain */
    const struct form *missing; /* the condition that is not */
    int sign;                   /* 1: not below 0 certainly, -1: not above */
};
struct slope slope_of(struct search *s, const struct node *n,
                      const struct form *f, const struct atom *x);
/* By certain signs of the slope, or of its slope; *decided: nothing else. */
const struct proof *prove_along(struct search *s, const struct node *n,
                                const struct form *f, const struct atom *x,
                                const struct slope *slope, bool *decided);
/* By signs that slopes seem to have: from an end at which f is 0, or the
 * finite end of a range that is not. */
const struct proof *prove_guessed(struct search *s, const struct node *n,
                                  const struct form *f, const struct atom *x,
                                  const struct slope *slope);
/* By bounds of slopes on a small box. */
const struct proof *prove_bounded(struct search *s, const struct node *n,
                                  const struct form *f,
                                  const struct slope *slopes);

/* area.c: integrals by their bodies. */
const struct proof *prove_area(struct search *s, const struct node *n,
                               const struct form *f);
/* By t(y) for each y between the ends of the integral: the goal is about that
 * of t. */
const struct proof *area_between(struct search *s, const struct problem *p,
                                 const struct atom *area, const struct form *t,
                                 const struct atom *y, unsigned depth);

/* pieces.c: an integral whose body has a kink, by parts that have none. */
const struct proof *prove_pieces(struct search *s, const struct node *n,
                                 const struct form *f);

/* rewrite.c: by equations of functions. */

/* What a kink of a number is at 0 of: a, or a - b; NULL: it is none. */
const struct form *kink_difference(struct pool *pool, const struct atom *a);
/* What it is where that is above 0 (side 1), or below (-1). */
const struct form *kink_branch(struct pool *pool, const struct atom *a,
                               int side);

/* With the heads of the equations replaced in goal and facts, then by `next`.
 */
const struct proof *prove_rewritten(struct search *s, const struct problem *p,
                                    const struct equation *equations,
                                    size_t count, unsigned depth, prover *next);

/* Where a function is another on each side of a kink, and the side is certain
 * or, if `guess`, by cases. */
const struct proof *prove_kink(struct search *s, const struct node *n,
                               bool guess);
/* simplify.c: f without products of a letter and its inverse, squares of roots,
 * and values of closed terms that are known. */
const struct form *form_simplified(struct search *s, struct enclosure *e,
                                   const struct form *f);
const struct proof *prove_simplified(struct search *s, const struct node *n,
                                     const struct form *f);
/* Whether f is exactly 0 where the facts hold. */
bool simplifies_to_zero(struct search *s, const struct problem *p,
                        const struct form *f);

/* contact.c */

/* Where to cut f's range because it is 0 there; or NULL. */
const struct form *contact_first(struct search *s, const struct node *n,
                                 const struct form *f);
/* Of a strict goal, where to cut it because a slope is 0 there. */
const struct form *contact_level(struct search *s, const struct node *n,
                                 const struct form *f,
                                 const struct slope *slopes);

/* With variables that have one value replaced. */
const struct proof *prove_points(struct search *s, const struct node *n);

/* divide.c: 0 (fn) factor and 0 (fn) rest, whose product is f. */
const struct proof *prove_scaled(struct search *s, const struct problem *p,
                                 const struct form *factor,
                                 const struct form *rest, unsigned depth);
/* f is recip(u)^k * rest, where the sign of u is certain. */
const struct proof *prove_cleared(struct search *s, const struct node *n,
                                  const struct form *f);
/* Whether it is. */
bool has_divisor(struct search *s, const struct node *n, const struct form *f);
/* A polynomial by the signs of two factors. */
const struct proof *prove_factors(struct search *s, const struct node *n,
                                  const struct form *f);
/*
 * f over the distance of x from an end at which it is 0 is
 * certainly positive: logarithms and roots have no slopes there.
 */
const struct proof *prove_divided(struct search *s, const struct node *n,
                                  const struct form *f, const struct atom *x);
/* Over a factor of the only logarithm, or erf; NULL: it has none, too. */
const struct proof *prove_freed(struct search *s, const struct node *n,
                                const struct form *f);
/* substitute.c: a half line from infinity: by u = 1/x, or by u = exp(c * x) and
 * then 1/u; NULL: there is none, too. */
prover prove_substituted, prove_from_infinity;
/* By u = exp(c * x + r) where x stands elsewhere, too, then by tangents. */
prover prove_exponents_named;
/* By y = x + c * t for variables x, t that functions have such sums of; NULL:
 * no goal would have fewer variables in its functions, too. */
prover prove_sums_named;
/* Powers of variable exponents by exponentials of logarithms; NULL: there are
 * none, too. */
prover prove_powers;

/* instance.c: by the exponential of what a logarithm is compared with; NULL:
 * there is none, too. */
prover prove_exponential;
/* Lambert's function of a variable x by x = u * exp(u), and its lower branch at
 * -exp(c * x + r); NULL: there is none, too. */
prover prove_lambert;

/* isolate.c: by the squares of both sides of a root. */
prover prove_isolated;

/* tangents.c: by what logarithms and exponentials are compared with. */
prover prove_tangents;

/* expand.c: with exponentials of sums and logarithms of products taken apart;
 * NULL: there are none, too. */
prover prove_expanded;
/* With sines and cosines of sums and multiples taken apart. */
prover prove_turned;
/* With products taken apart once, then by `next`; *changed: there were some. */
const struct proof *prove_products_once(struct search *s,
                                        const struct problem *p, unsigned depth,
                                        prover *next, bool *changed);
/* With exponentials taken apart, if there are such, then by `next`. */
const struct proof *prove_exponentials(struct search *s,
                                       const struct problem *p, unsigned depth,
                                       prover *next);

#endif
