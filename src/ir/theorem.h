/*
 * A theorem with names resolved and shapes checked for all sizes at once.
 */
#pragma once

#include "base/map.h"
#include "ir/expr.h"
#include "ir/kind.h"

struct lemma_use;

/* One index of a family: symbol in lo..hi; the ends are closed in the dims. */
struct index_range {
    const struct symbol *symbol;
    const struct expr *lo, *hi;
};

enum given_role {
    GIVEN_DECLARED,
    GIVEN_VARIABLE, /* of forall(x : real[n], R): the theorem's like a given */
    GIVEN_OBTAINED  /* some value, not all */
};

/* Numbers of givens. */
struct quantified {
    size_t *givens;
    size_t count;
};

struct given {
    const char *name;
    struct span span;
    enum given_role role;
    bool is_of_proof; /* obtained in a proof, not in the theorem */
    /*
     * Obtained from a theorem at its values: its given of that number; the
     * values of its dims (NULL: no argument tells).  Else NULL.
     */
    const struct lemma_use *from;
    size_t obtained;
    const struct dim **dims;
    enum given_kind kind;
    const struct dim *rows, *cols;
    const struct index_range *indices; /* rectangular; NULL if no family */
    size_t nindices;
    const struct expr *lo, *hi;  /* closed ends of the range, or NULL */
    const struct symbol *symbol; /* GIVEN_INT used in a size or index */
    bool is_used;
};

/* One defining equation of a family; patterns are symbols or fixed values. */
struct clause {
    const struct index_range *ranges; /* symbol NULL: fixed at value lo */
    const struct expr *body;
    struct span span;
};

struct let {
    const char *name;
    struct span span;
    size_t nindices; /* > 0: plain lets are inlined and not listed */
    const struct dim *rows, *cols;
    struct clause *clauses;
    size_t nclauses;
};

/* A plain let, for showing: expressions have its value in place of its name. */
struct definition {
    const char *name;
    const struct expr *value;
};

struct assumption {
    const char *name; /* or NULL */
    struct span span;
    const struct expr *relation;
    /*
     * If there are any, the relation is assumed for all of their values.  At
     * an instance it may be certainly false; it is never certainly true.
     */
    struct quantified variables;
};

/*
 * `by lemma theorem.claim(args)`, for the givens in order; then, perhaps, the
 * values of the dims that these leave open.
 */
struct lemma_use {
    const struct theorem *theorem;
    const char *claim;        /* or NULL: any */
    const struct expr **args; /* a family F as sum(i in a..b, F[i]) */
    size_t nargs;
};

struct link {
    const struct expr *relation;     /* EX_REL if it has two sides */
    const struct ast_method *method; /* of a chain's step, or NULL */
    const struct lemma_use *lemma;   /* where the method is one, or NULL */
};

/* A claim, or a step or chain of a proof (named "proof/step"). */
struct claim {
    const char *name;
    struct span span;
    const struct expr *relation; /* the conjunction of its links */
    struct link *links;          /* at least one */
    size_t nlinks;
    struct quantified variables; /* of the foralls in it */
    /* It is about some values of these: true at one is, false says nothing. */
    struct quantified obtained;
    bool has_hole; /* lhs <= ? * ...: links[0]'s rhs has 1 for the ? */
    bool is_step;
    const struct ast_item *proof; /* in which a step stands; else NULL */
    bool is_observation;          /* a measured fact: nobody is to prove it */
    const char *of_case;      /* an observation of that case alone; or NULL */
    enum verdict_word expect; /* WORD_HOLDS where nothing was written */
    const struct ast_method *method; /* steps; or NULL */
    bool is_in_cases;                /* `cases` itself, or below it */
};

/* `drop assumption expect claim word;` */
struct drop {
    size_t assumption, claim;
    enum verdict_word expect;
    struct span span;
};

struct theorem {
    const char *name, *title; /* title may be NULL */
    const struct source *source;
    struct span span;
    const struct ast_item *item; /* NULL: of no file */
    const char **cites;
    size_t ncites;
    const struct symbol **dims;
    size_t ndims;
    struct given *givens;
    size_t ngivens;
    struct let *lets;
    size_t nlets;
    struct definition *definitions; /* in the order of the text */
    size_t ndefinitions;
    struct assumption *assumptions;
    size_t nassumptions;
    struct claim *claims; /* added by theorem_add_claim */
    size_t nclaims;
    struct map claims_by_name; /* the first of each name */
    struct drop *drops;
    size_t ndrops;
    struct expr_pool *pool;
};

/* By name, or NULL. */
const struct symbol *theorem_dim(const struct theorem *t, const char *name);
const struct given *theorem_given(const struct theorem *t, const char *name);
const struct claim *theorem_claim(const struct theorem *t, const char *name);
/* A copy of `claim`, in the arena; of several of one name the first is found.
 */
void theorem_add_claim(struct theorem *t, struct arena *arena,
                       const struct claim *claim);
/* `by entries`, `by linear`: only the core can do it. */
bool method_is_of_core(const struct ast_method *method);
/*
 * Whether an instance may refute a claim: not where something is assumed for
 * all values of a variable, the assumption `dropped` (or a larger number)
 * aside.
 */
bool theorem_is_refutable(const struct theorem *t, size_t dropped);
/* `before`, "x, y", their names, and `behind`; nothing if there are none. */
void theorem_print_quantified(struct buffer *out, const struct theorem *t,
                              const char *before,
                              const struct quantified *variables,
                              const char *behind);
/*
 * Whether dim i follows neither from the shapes of givens (n, not n + 1) nor
 * from the ranges of families: a lemma's givens do not tell it.
 */
bool theorem_dim_is_open(const struct theorem *t, size_t i);
/* How many there are: a lemma may have them as arguments behind its givens. */
size_t theorem_open_dims(const struct theorem *t);
/* How many givens are declared: a lemma has an argument for each of them. */
size_t theorem_declared(const struct theorem *t);
