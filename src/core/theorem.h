/*
 * Theorems, and the deductions that make them: the only module that does.
 *
 * A sequent is: for all values of its symbols (sizes integer), hypotheses give
 * the conclusion, in the total model (docs/core.md).  A deduction starts from
 * a sequent and collects facts.  A fact is a relation, true at every instance
 * at which the hypotheses of its context hold, for all values of the generic
 * variables that it leans on; these are the scope of the deduction at the time
 * when the fact was made, and every generic variable in it is among them.  A
 * context (an assumption, or a fixed variable) sees the facts of those around
 * it; when it is closed its facts are gone and one fact is made outside.  No
 * hypothesis mentions a generic variable, and a fixed variable is never
 * identified with a generic one.
 */
#ifndef MAJORANT_CORE_THEOREM_H
#define MAJORANT_CORE_THEOREM_H

#include "core/oracle.h"
#include "core/relation.h"

struct theory;
struct core_theorem;
struct deduction;

enum theorem_origin {
    THEOREM_AXIOM,
    THEOREM_CITED,
    THEOREM_PROVED,
    THEOREM_ORACLE /* no theorem: only in the base of others */
};

/*
 * Its relations have no other variables than symbols, defined families, and
 * what is obtained (VARIABLE_OBTAINED).  A deduction and a theorem have copies
 * of the lists.
 */
struct sequent {
    const struct atom *const *symbols; /* VARIABLE_SYMBOL, VARIABLE_FAMILY */
    size_t nsymbols;
    const struct form *const *hypotheses; /* minima of dims among them */
    size_t nhypotheses;
    const struct form *conclusion;
    /*
     * Families that clauses define, as functions of the symbols; a theorem
     * that has such is no lemma: it has no instances.
     */
    const struct atom *const *defined;
    size_t ndefined;
    const struct form *const *clauses;
    size_t nclauses;
};

struct theory *theory_new(void);
void theory_free(struct theory *theory);
struct pool *theory_pool(struct theory *theory);
/*
 * Adds what is taken without proof.  NULL: the name is taken, or the sequent
 * has other variables.  The sequent is copied.
 */
const struct core_theorem *theory_assume(struct theory *theory,
                                         const char *name,
                                         enum theorem_origin origin,
                                         const struct sequent *sequent);
const struct core_theorem *theory_find(const struct theory *theory,
                                       const char *name);

/* What hypotheses and conclusion have of VARIABLE_OBTAINED, sorted. */
struct variables sequent_obtained(struct pool *pool, const struct sequent *s);
/* One of these at the symbols; NULL: it is of others, or one is a family. */
const struct form *sequent_obtained_at(struct pool *pool,
                                       const struct sequent *s,
                                       const struct atom *head);
/*
 * Whether something is said of it: by a theorem that was assumed, or by a
 * witness that a proof had for it.
 */
bool theory_obtains(const struct theory *theory, const struct atom *head);
/* The first of that name of which this is so, or NULL. */
const struct atom *theory_obtained(const struct theory *theory,
                                   const char *name);
/* The k-th of all; NULL: there are no more. */
const struct atom *theory_obtained_number(const struct theory *theory,
                                          size_t k);

/* Deductions of the theory may ask it; at most one, copied.  NULL: none. */
void theory_trust(struct theory *theory, const struct core_oracle *oracle);
/* Or NULL. */
const struct core_oracle *theory_oracle(const struct theory *theory);

/* In the order in which they were added. */
size_t theory_theorems(const struct theory *theory);
const struct core_theorem *theory_theorem(const struct theory *theory,
                                          size_t i);

const char *theorem_name(const struct core_theorem *t);
enum theorem_origin theorem_origin(const struct core_theorem *t);
const struct sequent *theorem_sequent(const struct core_theorem *t);
/*
 * The axioms, cited theorems and oracles (THEOREM_ORACLE) that it rests on, by
 * name, sorted.
 */
size_t theorem_base(const struct core_theorem *t,
                    const struct core_theorem *const **base);

enum { FACT_NONE = -1 };
typedef long fact_t;

struct deduction *deduction_new(struct theory *theory,
                                const struct sequent *sequent);
void deduction_free(struct deduction *d);
/*
 * One line of a proof's log, majorant.proof/2: an operation of core/steps.h
 * and its arguments, with blanks between.  It makes a node (a term), numbered
 * from 0, or a fact, numbered from 0 with the hypotheses and then the clauses
 * first.  False: refused, nothing was made.
 */
bool deduction_line(struct deduction *d, const char *line);
/* Why a line, or the end, was refused. */
const char *deduction_why(const struct deduction *d);
size_t deduction_nodes(const struct deduction *d);
fact_t deduction_facts(const struct deduction *d);
/* NULL: there is no such fact, or its context is closed. */
const struct form *deduction_fact(const struct deduction *d, fact_t fact,
                                  struct variables *leans);
struct variables deduction_scope(const struct deduction *d);
/* What the equations in force make of a term in the scope. */
const struct form *deduction_reduce(struct deduction *d, const struct form *f);
/* Whether the n-th equation that was put in force (from 0) replaced a term. */
bool deduction_has_fired(const struct deduction *d, size_t n);
/*
 * |- conclusion, by a fact of the outermost context that leans on nothing.  The
 * theorem is added to the theory.  NULL: not so, or the name is taken.
 */
const struct core_theorem *deduction_end(struct deduction *d, fact_t fact,
                                         const char *name);

/*
 * The theorem of the sequent by the lines of a whole log, of which the last
 * makes the conclusion.  NULL: refused, *why says why and *line where (from 1).
 */
const struct core_theorem *deduction_replay(struct theory *theory,
                                            const struct sequent *sequent,
                                            const char *name, const char *log,
                                            const char **why, size_t *line);

#endif
