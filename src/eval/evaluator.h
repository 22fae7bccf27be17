/*
 * What the three evaluators of a plan have in common for their callers.
 *
 * A run belongs to one plan and one thread; its memory is reused from trial to
 * trial.  `eval` computes the instructions of a cone for one instance; then the
 * other functions read results of instructions in that cone.
 */
#pragma once

#include "base/attribute.h"
#include "eval/enclosure.h"
#include "eval/plan.h"

/* ---- ball: enclosures (Arb); docs/error-analysis.md#balls ---- */

struct ball_run;

struct ball_run *ball_run_new(const struct plan *plan);
void ball_run_free(struct ball_run *run);
/*
 * From now on only these values are readable after an eval (truths always
 * are); the others' memory is used again within it, so that a run holds what is
 * alive at one time.  PLAN_NONE is passed over.  Not for runs of integrands.
 */
void ball_run_keep(struct ball_run *run, const plan_id *ids, size_t count);
void ball_run_eval(struct ball_run *run, const struct instance *x, long prec,
                   const plan_id *cone, size_t count);
/*
 * The same in pieces: begin names the whole list, in any order in which
 * arguments come first; then steps go through it from the start.  What has
 * been computed can be read between them.
 */
void ball_run_begin(struct ball_run *run, const struct instance *x, long prec,
                    const plan_id *cone, size_t count);
void ball_run_step(struct ball_run *run, const plan_id *ids, size_t count);
enum truth ball_run_truth(const struct ball_run *run, plan_id id);
/* TRUTH_TRUE: certainly undefined; FALSE: certainly defined; else UNKNOWN. */
enum truth ball_run_undefined(const struct ball_run *run, plan_id id);
/*
 * Ratio and agreement read the sides of the link's fast form.
 *
 * The tightness of a link: smaller side over larger side as `rel` states them,
 * the largest over the entries; ENCLOSURE_NONE where a side is (or may be)
 * negative, both are 0 at every entry, or for == and !=.  With has_gap it is
 * the gap in decades: (larger - smaller) / log 10, of any sign.
 */
struct enclosure ball_run_ratio(const struct ball_run *run,
                                const struct plan_link *link);
/*
 * The number of bits to which the two sides agree: the least over the entries
 * of -log2(sup |a - b| / max(|a|, |b|)), or / 1 where both enclosures contain
 * 0; 0 where nothing is known, at most prec.
 */
long ball_run_agreement(const struct ball_run *run,
                        const struct plan_link *link);
struct enclosure ball_run_entry(const struct ball_run *run, plan_id id,
                                size_t i, size_t j);
/*
 * Correctly rounded decimal digits of an entry, if the enclosure decides them
 * (else false): "0.12499999998", and the ball's radius as text "1e-40" (rounded
 * up; "0" for an exact ball, whose text is the value wherever `digits` digits
 * hold it: "0.125").  `digits` is in 1..100000.
 */
bool ball_run_digits(struct buffer *out, struct buffer *radius,
                     const struct ball_run *run, plan_id id, size_t i, size_t j,
                     long digits);

/*
 * |x - v| / |v| for a scalar of value v: what a double is off by.  INFINITE: v
 * is 0 and x is not, or x is infinite; NONE: x is NaN, or nothing is known.
 */
struct enclosure ball_run_error(const struct ball_run *run, plan_id id,
                                double x);

/* ---- exact: rationals, square roots, formal atoms ---- */

struct exact_run;

struct exact_run *exact_run_new(const struct plan *plan);
void exact_run_free(struct exact_run *run);
/* Gives up (all unknown) on instances too large to be worth it. */
void exact_run_eval(struct exact_run *run, const struct instance *x,
                    const plan_id *cone, size_t count);
enum truth exact_run_truth(const struct exact_run *run, plan_id id);
enum truth exact_run_undefined(const struct exact_run *run, plan_id id);
/* As ball_run_digits, from exact values, which are enclosed at `prec` bits. */
bool exact_run_digits(struct buffer *out, struct buffer *radius,
                      const struct exact_run *run, plan_id id, size_t i,
                      size_t j, long digits, long prec);
/* As ball_run_ratio, from exact values; NONE where they are not known. */
struct enclosure exact_run_ratio(const struct exact_run *run,
                                 const struct plan_link *link);

/* ---- double: the plain forward pass that a user would run ---- */

struct double_run;

struct double_run *double_run_new(const struct plan *plan);
void double_run_free(struct double_run *run);
void double_run_eval(struct double_run *run, const struct instance *x,
                     const plan_id *cone, size_t count);
/* The value's memory goes; it is not read again before the next eval of it. */
void double_run_release(struct double_run *run, plan_id id);
/* Relation as doubles see it; NaN anywhere gives UNKNOWN. */
enum truth double_run_truth(const struct double_run *run, plan_id id);
/* The ratio as doubles see it; NaN where there is none. */
double double_run_ratio(const struct double_run *run,
                        const struct plan_link *link);
/* By rows; rows * cols of the instruction. */
const double *double_run_value(const struct double_run *run, plan_id id);

/*
 * Where memory ends, Arb and FLINT stop the program as xmalloc does from here
 * on.  (GLPK always does.)
 */
void eval_guard(void);
/* Whether the BLAS has started threads of its own. */
bool eval_has_threads(void);
/*
 * After a section that this thread has given up (base/ceiling.h): constants
 * that were being computed then are computed anew.
 */
void eval_forget_thread(void);
/*
 * ceiling_try for work that evaluates: what it leaves of a section that was
 * given up is forgotten.
 */
MUST_CHECK bool eval_try(void (*work)(void *context), void *context);
/* Frees what Arb and FLINT keep for this thread; for the whole process. */
void eval_finish_thread(void);
void eval_finish(void);
