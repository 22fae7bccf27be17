/*
 * Derivations: proofs as lists of lines, each by one rule from earlier lines.
 *
 * What a line says: for all sizes from their minima on, all inputs with their
 * declared properties and ranges at which every assumption is true, and all
 * values of the scope's index variables in their ranges: wherever both sides
 * of the conclusion are defined, it holds.  (A conjunction or forall says so
 * of each of its parts.)  So nothing follows through a middle term that is
 * undefined where the ends are defined; rules demand definedness instead.
 *
 * Everything lives in the derivation's arena and the theorem's pool.
 */
#ifndef MAJORANT_LOGIC_DERIVATION_H
#define MAJORANT_LOGIC_DERIVATION_H

#include "ir/theorem.h"

/* X(ID, name); what each says is in docs/rules.md, how it is checked in
   rule.c.  The catalogue's own inequalities are instances. */
#define MAJORANT_RULES(X)                                                      \
    X(ALGEBRA, "algebra")                                                      \
    X(LINEAR, "linear")                                                        \
    X(REPLACE, "replace")                                                      \
    X(INSTANCE, "instance")                                                    \
    X(LEMMA, "lemma")                                                          \
    X(ASSUMPTION, "assumption")                                                \
    X(HYPOTHESIS, "hypothesis")                                                \
    X(BOUND_OF_GIVEN, "range of a given")                                      \
    X(STEP, "step")                                                            \
    X(BINDER, "binder")                                                        \
    X(NORM_OF_SUM, "norm of a sum")                                            \
    X(TERM_OF_MAX, "term of a maximum")                                        \
    X(LEAST_UPPER, "least upper bound")                                        \
    X(CONJUNCTION, "conjunction")                                              \
    X(FORALL, "forall")                                                        \
    X(SPECIALISE, "specialise")                                                \
    X(INDUCTION, "induction")                                                  \
    X(RANGE, "range")                                                          \
    X(DEFINITE, "definite")

enum rule {
#define X(id, name) RULE_##id,
    MAJORANT_RULES(X)
#undef X
        RULE_COUNT
};

const char *rule_name(enum rule rule);

/*
 * What a line may use beyond the theorem, innermost first: either a variable
 * with its range, or (symbol NULL) a hypothesis.
 */
struct scope_entry {
    const struct scope_entry *outer;
    const struct symbol *symbol;
    const struct expr *lo, *hi;
    const struct expr *hypothesis;
};

/* Whether everything of `outer` (NULL: nothing) is part of `inner`. */
bool scope_extends(const struct scope_entry *inner,
                   const struct scope_entry *outer);

struct line {
    enum rule rule;
    const struct expr *conclusion;
    const struct scope_entry *scope;
    const size_t *premises; /* indices of earlier lines */
    size_t npremises;
    const struct expr *const *terms; /* parameters; NULL where left out */
    size_t nterms;
    size_t number, link;         /* see rule.c */
    const struct theorem *lemma; /* RULE_LEMMA */
    const void *payload;         /* RULE_RANGE: a struct partition */
};

struct derivation {
    const struct theorem *theorem;
    struct arena *arena;
    struct line *lines;
    size_t count;
};

enum { DERIVATION_MAX_LINES = 100000, DERIVATION_NONE = -1 };

/* `theorem` must outlive it. */
struct derivation *derivation_new(const struct theorem *theorem);
void derivation_free(struct derivation *d);
/* Appends a copy of the line (lists included); its index. */
size_t derivation_add(struct derivation *d, const struct line *line);
/* Forgets the lines from `count` on. */
void derivation_cut(struct derivation *d, size_t count);
const struct scope_entry *derivation_variable(struct derivation *d,
                                              const struct scope_entry *outer,
                                              const struct symbol *symbol,
                                              const struct expr *lo,
                                              const struct expr *hi);
const struct scope_entry *derivation_hypothesis(struct derivation *d,
                                                const struct scope_entry *outer,
                                                const struct expr *relation);

#endif
