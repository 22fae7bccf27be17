/*
 * A proof that is being found: a deduction together with its log.
 *
 * Terms are given as they are; the lines that make their nodes are written
 * when they are first needed.  A rule that is refused leaves the draft as it
 * was.  Nothing here is trusted: the log is replayed by the core alone.
 */
#pragma once

#include "core/binder.h"
#include "core/theorem.h"

struct draft;

struct draft *draft_new(struct theory *theory, const struct sequent *sequent);
void draft_free(struct draft *draft);
struct deduction *draft_deduction(struct draft *draft);
struct theory *draft_theory(const struct draft *draft);
struct pool *draft_pool(const struct draft *draft);
/* All lines that were accepted; valid until the next. */
const char *draft_log(struct draft *draft);

/* Whether an operation of core/steps.h opens a context, or closes one. */
bool step_opens(const char *name);
bool step_closes(const char *name);
/* Whether it fixes a variable. */
bool step_fixes(const char *name);

/* The variable that is fixed next: a number (rows NULL), or a vector. */
const struct form *draft_next(const struct draft *draft, bool is_integer,
                              const struct form *rows);

/*
 * One rule (core/steps.h) on arguments by the letters of `format`: t a form, v
 * a variable, f a fact (fact_t; FACT_NONE is written -), n a size_t, w a text;
 * T a count (size_t) and an array of forms, V of variables, F of facts.
 * FACT_NONE: refused (deduction_why); a rule without a fact of its own gives
 * the number of facts there are.
 */
fact_t draft_rule(struct draft *draft, const char *rule, const char *format,
                  ...);

/* coefficient * the forms of the facts * the squares of scalars. */
struct product {
    const struct form *coefficient; /* a number above 0 */
    const fact_t *facts;
    size_t nfacts;
    const struct form *const *squares;
    size_t nsquares;
};
fact_t draft_positive(struct draft *draft, const struct form *f, bool strict,
                      const struct product *products, size_t count);
/* One value for each symbol, one fact or FACT_NONE for each hypothesis. */
fact_t draft_instance(struct draft *draft, const struct core_theorem *theorem,
                      const struct form *const *values, const fact_t *facts,
                      const fact_t *integers, size_t nintegers);
