/*
 * What a search maximises: how far doubles see a link of a claim from true,
 * and how far the assumptions from admitting the instance.
 *
 * The degree of a relation is positive where it fails.  `a <= b` has the
 * degree log(a / b) at its worst entry where both sides have one sign, and a
 * number beyond every logarithm where they have not; equalities have the
 * logarithm of their relative gap, shifted so that rounding noise is below 0;
 * `and` takes the largest degree, `or` the least, `not` the negative.
 */
#pragma once

#include "search/gradient.h"
#include "verify/stage.h"

struct merit {
    double score;  /* degree of the link; -infinity where it has none */
    double breach; /* of the assumptions; 0: they all hold, to doubles */
};

struct objective;

/* For a link of the stage (by its place in stage->links). */
struct objective *objective_new(struct stage *stage, size_t link);
void objective_free(struct objective *o);

/* At the stage's instance as it is now. */
struct merit objective_eval(struct objective *o);
/*
 * The gradient of the score (or of the breach) at the instance evaluated
 * last; then that of a slot, by rows, or NULL where it does not matter.
 */
void objective_differentiate(struct objective *o, bool of_breach);
const double *objective_gradient(const struct objective *o, size_t slot);

/*
 * Junctions: conditions, and entries of max(a, b), min(a, b), relu and sign,
 * at which values take one of two ways.  Beyond one the score may be flat;
 * under a focus (k < junctions) it tells how nearly that junction goes the
 * other way than at the instance evaluated last, and is > 0 once it does.
 * OBJECTIVE_NO_FOCUS: the link counts again.
 */
#define OBJECTIVE_NO_FOCUS SIZE_MAX
size_t objective_junctions(const struct objective *o);
void objective_focus(struct objective *o, size_t k);
/*
 * Of the worst assumption at the last evaluation: which it is (under `and`,
 * which part); and the step in its degree, as objective_differentiate sees it
 * there, after which it would about hold.
 */
plan_id objective_breached(const struct objective *o);
double objective_shortfall(const struct objective *o);

/*
 * Equations among the assumptions (alone or under `and`), entry by entry: the
 * strict ones first, then those of norms that are at most a tiny number.
 * Their number, lhs - rhs at the instance evaluated last, and the gradient of
 * one of these, for objective_gradient.
 */
size_t objective_equations(const struct objective *o, size_t *strict);
void objective_residuals(const struct objective *o, double *residuals);
void objective_differentiate_equation(struct objective *o, size_t k);

/*
 * Terms: sums, differences and relations of numbers.  The k-th of them, and the
 * relation that settles the link at the last evaluation (PLAN_NONE: there is
 * none, or it compares no numbers); the value then, of a relation lhs - rhs,
 * with the size of its larger part, at least 1; and the gradient of that value,
 * for objective_gradient.
 */
plan_id objective_term(const struct objective *o, size_t k);
plan_id objective_relation(const struct objective *o);
double objective_term_value(const struct objective *o, plan_id id,
                            double *size);
void objective_differentiate_term(struct objective *o, plan_id id);

/* Whether `a` is to be preferred: fewer breaches first, then the score. */
bool merit_is_better(const struct merit *a, const struct merit *b);
