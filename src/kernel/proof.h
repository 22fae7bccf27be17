/*
 * A certificate of proofs as plain data: the text of the theorems, and for
 * each claim that is proved the derivation, with its terms as a table of nodes
 * and its lines by the names of their rules (docs/certificate.md).
 *
 * Nothing in it is trusted: whoever rechecks it reads the statement again,
 * makes every term anew (logic/term.h) and lets the kernel replay the lines.
 */
#ifndef MAJORANT_KERNEL_PROOF_H
#define MAJORANT_KERNEL_PROOF_H

#include "ir/lower.h"
#include "logic/derivation.h"
#include "logic/partition.h"

#define PROOF_NONE SIZE_MAX /* no index */

enum {
    PROOF_MAX_PROOFS = 4096,
    PROOF_MAX_TERMS = 1 << 20, /* of one proof; also of each other list */
    PROOF_MAX_DEPTH = 2000,    /* of a term */
    PROOF_MAX_SIZE = 1 << 22   /* of a term written out as a tree */
};

/*
 * One node; kids are earlier nodes.  `name`: the number's digits, the given,
 * dim, function or relation sign.  `number`: the variable of a binder or
 * symbol, the family's place among the theorem's lets, the rows of a literal.
 */
struct proof_term {
    enum expr_op op;
    bool reversed;
    char *name;    /* or NULL */
    size_t number; /* or PROOF_NONE */
    size_t *kids;
    size_t count;
};

/* The statement's own bound variable number `at`, or (PROOF_NONE) a new one. */
struct proof_variable {
    char *name;
    bool is_real;
    size_t at;
};

/* A variable with its range, or (variable PROOF_NONE) a hypothesis. */
struct proof_scope {
    size_t outer; /* an earlier one, or PROOF_NONE */
    size_t variable, lo, hi, hypothesis;
};

/*
 * `of`: the catalogue's rule, "theorem:claim" of a lemma, the step, the given
 * of a bound, the number of an assumption; else NULL.  `link` counts from 1.
 */
struct proof_line {
    enum rule rule;
    size_t says, scope;
    size_t *premises, npremises;
    size_t *terms, nterms; /* PROOF_NONE where left out */
    char *of;
    size_t link;
    struct partition *range; /* owned; or NULL */
};

struct proof {
    char *theorem, *claim, *relation;
    size_t link; /* from 1 */
    struct proof_variable *variables;
    size_t nvariables;
    struct proof_term *terms;
    size_t nterms;
    struct proof_scope *scopes;
    size_t nscopes;
    struct proof_line *lines;
    size_t nlines;
};

/* Frees what a proof holds; zeroed is empty. */
void proof_clear(struct proof *proof);

/* Proofs in the order in which they are to be accepted. */
struct proof_certificate {
    char *version, *statement;
    struct proof *proofs;
    size_t count;
};

/* The word that stands for a node's op in a file; "sum" and the like. */
const char *proof_op_name(enum expr_op op);
/* false: there is none of that name. */
bool proof_op_find(enum expr_op *out, const char *name);

void proof_certificate_init(struct proof_certificate *c);
void proof_certificate_clear(struct proof_certificate *c);
/* A zeroed proof at the end. */
struct proof *proof_certificate_add(struct proof_certificate *c);

/*
 * Writes down a derivation of link `link` (from 0) of the claim; *proof is
 * zeroed.
 */
void proof_of_derivation(struct proof *proof, const struct derivation *d,
                         size_t claim, size_t link);
/* The statement of the proofs' theorems, which are of the module. */
void proof_certificate_state(struct proof_certificate *c,
                             const struct module *module,
                             const struct theorem *const *theorems,
                             size_t count);

/*
 * The statement read again.  false: *reason (to be freed) says why, in one
 * line.  The caller frees the module.
 */
bool proof_open_statement(struct module **out,
                          const struct proof_certificate *c, char **reason);
/*
 * The derivation made anew over the statement's theorems, and what it is said
 * to prove; the certificate must outlive it.  false: *reason (to be freed).
 */
struct proof_claim {
    const struct theorem *theorem;
    size_t claim, link; /* from 0 */
};
bool proof_open(struct derivation **out, struct proof_claim *of,
                const struct module *module, const struct proof *proof,
                char **reason);

#endif
