/*
 * Syntax to theorems: names, shapes, families, hygiene of funcs.
 *
 * A module is a file with what it imports.  Names are looked up in the order
 * of the files: an item may use what stands before it.
 */
#pragma once

#include "base/buffer.h"
#include "base/diag.h"
#include "ir/theorem.h"

struct module; /* theorems, funcs and cases of one file and its imports */

/* A case as written, tied to its theorem. */
struct case_item {
    const struct ast_item *item;
    size_t theorem; /* index into the module's theorems */
};

/*
 * Reads and lowers the file at `path` (`-`: standard input) with all it
 * imports.  `library` is the search path of `import <...>` (ir/library.h; may
 * be NULL).  Errors and warnings go to `diag`.  Unless `anywhere` is set
 * (--allow-outside), a file that is imported lies in the folder of the one that
 * says so or of `path`, or below, or in the library; links are followed.
 * ST_INPUT: there were errors, *out is NULL.  The module owns everything.
 */
MUST_CHECK enum status module_load(struct module **out, const char *path,
                                   const char *library, bool anywhere,
                                   struct diag *diag);
/*
 * The same for a text given in memory; imports are found beside `path`, none
 * outside its folder.
 */
MUST_CHECK enum status module_load_text(struct module **out, const char *path,
                                        const char *text, const char *library,
                                        struct diag *diag);
void module_free(struct module *module);
LOCAL_POINTER(module)

/* The theorems of the file itself, without those of imports. */
size_t module_theorems(const struct module *module);
const struct theorem *module_theorem(const struct module *module, size_t i);
/* The cases of the file itself, in order. */
size_t module_cases(const struct module *module);
const struct case_item *module_case(const struct module *module, size_t i);
/* Whether the file defines anything at all (funcs, imports, theorems). */
bool module_is_empty(const struct module *module);
const struct source *module_source(const struct module *module);
/* The paths of all that was read: the file and its imports. */
size_t module_files(const struct module *module);
const char *module_file(const struct module *module, size_t i);

/*
 * Lowers an expression in the scope of a theorem's dims (not its givens or
 * lets) and the module's funcs, for case values.  `names` are extra index
 * symbols (a case's `WV[l, h] = …`); their symbols are written to `symbols`.
 * The calls file("…") and tensor("…", "…") are given to `external`, which
 * returns the expression standing for the data (an EX_LITERAL, or an EX_GIVEN
 * whose decl is none of the theorem's), or NULL after adding an error;
 * `external` NULL makes them errors.
 */
struct lower_names {
    const char *const *names;
    size_t count;
    const struct symbol **symbols; /* out: count of them */
};
typedef const struct expr *
lower_external(void *context, const struct ast_expr *call, struct diag *diag);
MUST_CHECK enum status
lower_value(const struct expr **out, const struct module *module,
            const struct theorem *theorem, const struct ast_expr *value,
            struct lower_names *names, lower_external *external, void *context,
            struct diag *diag);

/*
 * Appends a self-contained text of a theorem of the module, imports expanded:
 * the funcs it needs in their order, the theorem, and, where `claim` is a step
 * of a proof, that proof without its methods; an observation of a case stands
 * in the theorem.
 */
void module_statement(struct buffer *out, const struct module *module,
                      const struct theorem *theorem, const struct claim *claim);

/*
 * The same with every proof of the theorem and every observation of its cases,
 * so that all its claims are there.
 */
void module_statements(struct buffer *out, const struct module *module,
                       const struct theorem *theorem);

/*
 * The same for some theorems of the module with all their proofs, without what
 * cases observe, which nobody proves: one text in
 * which what stands before what it needs is as in the module.
 */
void module_text(struct buffer *out, const struct module *module,
                 const struct theorem *const *theorems, size_t count);
/* The same with the methods of the proofs: all that a prover is told. */
void module_full_text(struct buffer *out, const struct module *module,
                      const struct theorem *const *theorems, size_t count);
/* By name, those of imports too; NULL: there is none. */
const struct theorem *module_find(const struct module *module,
                                  const char *name);

/*
 * `majorant eval`: lowers one expression with the given named values as
 * matrices of the given (constant) shapes into a theorem with a single claim
 * named "value" whose relation is `e == e`.  `values` become its givens in
 * that order, declared symmetric where the caller knows that they are.
 */
struct lower_input {
    const char *name;
    size_t rows, cols;
    bool is_symmetric;
};
MUST_CHECK enum status lower_expression(struct module **out, const char *text,
                                        const struct lower_input *values,
                                        size_t nvalues, struct diag *diag);
/* Of such a module: whether the expression is a value, not a relation. */
bool module_is_value(const struct module *module);

/*
 * `majorant trace`: scalars along an index, in the scope of a theorem (dims,
 * givens, lets).  `ast` is a value; the bare name of a family with one index is
 * its member at that of the range; where `may_be_claim`, the name of a claim
 * `forall(l in ..., a <= b)` is its larger side.  Spans point into the sources
 * of the syntax trees.  To be called before layouts of the theorem are made.
 */
struct lower_curve {
    const struct ast_expr *ast;
    bool may_be_claim;
    const struct symbol *index; /* out: that the value depends on */
    const struct expr *value;   /* out */
    const struct expr *log10;   /* out: its logarithm to base 10 */
};
MUST_CHECK enum status lower_curves(struct index_range *range,
                                    struct lower_curve *curves, size_t count,
                                    const struct module *module,
                                    const struct theorem *theorem,
                                    const struct ast_range *over,
                                    struct diag *diag);
/*
 * `majorant paths`: Y[l] = Y[l-1] + sum(h, left * Y[l-1] * right) from `start`,
 * written out as a sum over words that take one h, or none, in each layer.
 * `left` and `right` name the indices of `layers` and `heads`; `measure` is a
 * scalar in which `path` stands for a term.  To be called before layouts of the
 * theorem are made, as the functions below.
 */
struct lower_network {
    const struct module *module;
    const struct theorem *theorem;
    const struct ast_range *layers, *heads;
    const struct ast_expr *start, *left, *right, *measure;
    struct index_range layer, head;             /* out */
    const struct expr *begin, *before, *behind; /* out */
};
#define LOWER_NO_HEAD INT64_MIN
MUST_CHECK enum status lower_network(struct lower_network *network,
                                     struct diag *diag);
/*
 * The measure of one term: heads[i] is the index taken in layer first + i, or
 * LOWER_NO_HEAD.
 */
MUST_CHECK enum status lower_word(const struct expr **out,
                                  const struct lower_network *network,
                                  int64_t first, const int64_t *heads,
                                  size_t nlayers, struct diag *diag);
/*
 * The measure of the sum of all terms that take k indices: out[k], for k up to
 * nlayers; out[nlayers + 1] is that of the whole network.  The indices run from
 * `lo` to `hi`.
 */
MUST_CHECK enum status lower_word_sums(const struct expr **out,
                                       const struct lower_network *network,
                                       int64_t first, size_t nlayers,
                                       int64_t lo, int64_t hi,
                                       struct diag *diag);
/* a - b for two scalars of the theorem. */
const struct expr *lower_difference(const struct module *module,
                                    const struct theorem *theorem,
                                    const struct expr *a, const struct expr *b);
