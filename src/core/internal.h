/*
 * What the modules that make facts share; nobody else includes it.
 */
#ifndef MAJORANT_CORE_INTERNAL_H
#define MAJORANT_CORE_INTERNAL_H

#include "core/binder.h"
#include "core/reduce.h"
#include "core/steps.h"
#include "core/theorem.h"

struct fact {
    const struct form *relation;
    struct variables leans;
    bool is_closed; /* its context is */
};

/* An assumption, or a fixed variable. */
struct context {
    const struct form *assumed; /* or NULL */
    const struct atom *fixed;   /* or NULL */
    const struct form *lo, *hi; /* of a fixed number */
    size_t facts, rules;        /* how many there were outside */
};

struct node {
    const struct form *form;     /* NULL: a family */
    const struct atom *variable; /* or NULL */
};

/* An argument of a line: what its letter stands for. */
struct argument {
    const char *word;            /* w */
    long number;                 /* of n and all that follow; -: FACT_NONE */
    const struct form *term;     /* t */
    const struct atom *variable; /* v */
    struct fact fact;            /* f, m, o */
};

struct core_theorem {
    const char *name;
    enum theorem_origin origin;
    struct sequent sequent;
    const struct core_theorem **base;
    size_t nbase;
};

/*
 * What is obtained, as a term of the symbols of a sequent in their order; NULL:
 * nobody may say so.
 */
struct witness {
    const struct atom *head;
    const struct form *value;
    const struct atom *const *symbols;
    size_t nsymbols;
};

struct deduction {
    struct theory *theory;
    struct pool *pool;
    struct rules *rules;
    struct sequent sequent;
    struct fact *facts;
    size_t nfacts;
    struct node *nodes;
    size_t nnodes;
    struct context *contexts;
    size_t ncontexts;
    const struct atom **fixed;
    size_t nfixed;
    struct variables scope;
    const struct core_theorem **used;
    size_t nused;
    struct witness *witnesses;
    size_t nwitnesses;
    const char *why;
    struct argument *args; /* of the line at hand */
    size_t nargs;
};

/* False, for this reason, or for the pool's, whichever was first. */
bool deduction_refuse(struct deduction *d, const char *why);
/*
 * A new fact of the innermost context that leans on `leans`.  False: there is
 * no relation, or it has a generic variable that is not among them.
 */
bool deduction_learn_at(struct deduction *d, const struct form *r,
                        struct variables leans);
/* The same leaning on the scope. */
bool deduction_learn(struct deduction *d, const struct form *r);
/* Whether the fact, or no fact (FACT_NONE), meets the relation. */
bool deduction_meets(struct deduction *d, fact_t fact, const struct form *r);
/* The same, that two terms of one shape compare so. */
bool deduction_meets_between(struct deduction *d, fact_t fact, unsigned fn,
                             const struct form *a, const struct form *b);
/* Node k as a term, or NULL: there is none, or it is a family. */
const struct form *deduction_term(const struct deduction *d, long k);
/*
 * Whether the scalar is an integer, by syntax or by one of the facts that the
 * arguments from `from` on number.
 */
bool deduction_is_integer(struct deduction *d, const struct form *f,
                          size_t from);
void deduction_used(struct deduction *d, const struct core_theorem *t);
/* The theory's oracle was used. */
void deduction_trusted(struct deduction *d);
/*
 * Opens a context in which these relations (or NULL) hold.  No hypothesis
 * mentions a generic variable; what is refused opens nothing.
 */
bool context_open(struct deduction *d, struct context c,
                  const struct form *const *facts, size_t count);
/* Closes the innermost: its facts and rules are gone. */
void context_close(struct deduction *d);
/* The innermost, or one that has nothing: none is open. */
struct context context_innermost(const struct deduction *d);
/* Whether the scope has a range that mentions the variable it fixes. */
bool context_is_in_scope(const struct deduction *d, const struct context *c);
/* The next variable to be fixed: a number (size NULL), or a vector. */
const struct atom *fixed_new(struct deduction *d, bool is_integer,
                             const struct form *size);
/*
 * Whether the theory can take it: what is obtained is nobody's yet, or has that
 * very witness, which is made of what is obtained already.
 */
bool theory_takes(const struct theory *theory, const struct witness *w);
/* With lists of its own. */
struct sequent sequent_copy(struct pool *pool, const struct sequent *s);
/* The theorem of the deduction, with its witnesses. */
const struct core_theorem *theory_prove(struct theory *theory, const char *name,
                                        const struct deduction *d);

/* The operations of core/steps.h, on these arguments.  False: refused. */
#define X(name, arguments)                                                     \
    bool derive_##name(struct deduction *d, const struct argument *a);
MAJORANT_CORE_STEPS(X)
#undef X

#endif
