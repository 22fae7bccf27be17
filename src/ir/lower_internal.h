/*
 * Shared by the lower_*.c files: scopes, and the state of one theorem's
 * lowering.
 *
 * Lets may refer forward, so a let is lowered when it is first needed.  A
 * family's shape is that of the first of its equations whose shape can be
 * found without it; equations are tried with a scratch diag for that, and
 * lowered again, with their errors reported, once all shapes are known.
 */
#pragma once

#include "ir/lower.h"

enum {
    LOWER_MAX_DEPTH = 2000,     /* nesting of an expression, funcs expanded */
    LOWER_MAX_STEPS = 4 << 20,  /* nodes visited in one theorem */
    LOWER_MAX_LITERAL = 1 << 16 /* entries of one literal matrix */
};

enum binding_kind {
    BIND_DIM,   /* symbol */
    BIND_INDEX, /* symbol */
    BIND_GIVEN, /* index: of the theorem's givens */
    BIND_LET,   /* let */
    BIND_PARAM  /* argument of a func, seen from the call's scope */
};

enum progress { NOT_STARTED, IN_PROGRESS, DONE, BROKEN };

/* One name's equations, as written. */
struct let_source {
    const struct ast_decl **decls;
    size_t ndecls;
    const char *name;
    struct span span;
    bool is_family, is_used;
    const struct scope *scope; /* names its bodies may use */
    /* plain lets: value in an ordinary and in an index context */
    const struct expr *values[2];
    enum progress states[2];
    /* families */
    size_t let; /* index into the theorem's lets */
    enum progress shape_state;
};

struct param {
    const struct ast_expr *argument;
    const struct scope *scope; /* of the call */
    const struct expr *values[2];
};

struct binding {
    const char *name;
    enum binding_kind kind;
    struct span span;
    const struct symbol *symbol;
    size_t index;
    struct let_source *let;
    struct param *param;
};

/*
 * Names, and how many of the module's funcs may be called.  A copy is a scope
 * of its own: what is added to either is not seen in the other.
 */
struct scope {
    const struct scope_node *names;
    size_t funcs;
    /*
     * Of the body of a definition of the language: which one, and those before
     * it may be called; NULL: of what a file says, all of them.
     */
    const struct func *within;
};

struct func {
    const struct ast_item *item;
    bool is_broken; /* its own errors were reported: expansions add none */
    bool is_called; /* a definition of the language: by a file */
};

struct module_file {
    const struct source *source;
    struct ast_file *ast;
    char *real_path;
    size_t importer; /* number of the file that imports it; its own: none */
};

struct module {
    struct arena *arena;
    const char *library; /* search path of import <...>, or NULL */
    bool goes_anywhere;  /* imports may leave the folder of their file */
    bool is_value;       /* of lower_expression: not a relation */
    struct module_file *files;
    size_t nfiles;
    size_t loading; /* number of the file that is being read */
    struct func *funcs;
    size_t nfuncs;
    struct func *definitions; /* of the language, once one may be called */
    size_t ndefinitions;
    struct lowering **theorems; /* of all files */
    size_t ntheorems;
    size_t *own; /* indices of the theorems of the file itself */
    size_t nown;
    struct case_item *cases; /* of the file itself; theorem: index in own */
    size_t ncases;
    const struct source *source;
    size_t nitems; /* of the file itself */
};

struct lowering {
    struct module *module;
    struct arena *arena;
    struct expr_pool *pool;
    struct theorem *theorem;
    struct diag *diag;
    bool is_scratch; /* errors are dropped and reported again later */
    bool in_index;   /* lowering a size, an index or a range end */
    bool in_branch;  /* lowering a branch of an `if`, which may not be taken */
    bool allow_hole;
    bool takes_variables;        /* forall(x : real[n], R) may stand here */
    struct quantified variables; /* of the relation that is being lowered */
    size_t holes;
    size_t depth, steps;
    struct let_source **lets;
    size_t nlets;
    struct scope scope; /* dims, givens and lets: for claims and proofs */
    struct scope dims;  /* dims alone: for case values */
    size_t file;        /* index into the module's files */
    lower_external *external;
    void *external_context;
};

/* NULL after an error was reported (or, in a scratch pass, would have been). */
const struct expr *lower_expr(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast);
/* The same, demanding a relation, a value, or an integer for an index. */
const struct expr *lower_relation(struct lowering *l, const struct scope *scope,
                                  const struct ast_expr *ast);
const struct expr *lower_operand(struct lowering *l, const struct scope *scope,
                                 const struct ast_expr *ast);
const struct expr *lower_index(struct lowering *l, const struct scope *scope,
                               const struct ast_expr *ast);
/* A size: an index expression and its polynomial. */
const struct dim *lower_size(struct lowering *l, const struct scope *scope,
                             const struct ast_expr *ast,
                             const struct expr **value);
/* The polynomial (or opaque symbol) of a closed expression. */
const struct dim *lower_dim_of(struct lowering *l, const struct expr *e);

/* lower_call.c, lower_index.c, lower_let.c */
const struct expr *lower_call(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast);
const struct expr *lower_binder(struct lowering *l, const struct scope *scope,
                                const struct ast_expr *ast);
/* lower_variable.c: x : real[n] of a forall, bound in the scope of its body. */
bool lower_variable(struct lowering *l, struct scope *scope,
                    const struct ast_range *range);
/*
 * What was quantified before and in both sides of a relation.  False, an error
 * at the place: it is an `or`, and its sides have a variable in common.
 */
bool lower_join_variables(struct lowering *l, const struct quantified *before,
                          const struct quantified kids[2], bool is_or,
                          struct span span);
/* The names of variables that are the theorem's already. */
bool lower_bind_variables(struct lowering *l, struct scope *scope,
                          const struct quantified *variables);
/* Whether it has values at all sizes; else an error at the place. */
bool lower_variable_has_values(struct lowering *l, struct span span,
                               const struct given *g, bool has_range);
/* The theorem's given of that name and type, new or not; false: taken. */
bool lower_add_variable(struct lowering *l, size_t *index,
                        const struct given *wanted);
/* lower_obtain.c: `obtain` of a theorem or proof, bound in its scope. */
void lower_obtain(struct lowering *l, struct scope *scope,
                  const struct ast_decl *decl);
/* The kind and shape of a given; false: an error was added. */
bool lower_given_shape(struct lowering *l, const struct ast_decl *decl,
                       const struct scope *scope, struct given *g);
/* A relation that may have variables, and these. */
const struct expr *lower_statement(struct lowering *l,
                                   const struct scope *scope,
                                   const struct ast_expr *ast,
                                   struct quantified *variables);
/* lower_matrix.c: matrix(i in 1..n, j in 1..m, e). */
const struct expr *lower_matrix(struct lowering *l, const struct scope *scope,
                                const struct ast_expr *ast);
/*
 * The entries, by rows, of a matrix that depends on the variable of an integral
 * or expectation; false: its sizes are not constant, or what depends on the
 * variable is no operation on entries (an error was added).
 */
bool lower_entries(const struct expr ***out, size_t *count, struct lowering *l,
                   const struct expr *body, const struct symbol *symbol,
                   struct span span);
const struct expr *lower_subscript(struct lowering *l,
                                   const struct scope *scope,
                                   const struct ast_expr *ast);
const struct expr *lower_name(struct lowering *l, const struct scope *scope,
                              const struct ast_expr *ast);
/* A member of a family (given or let) with the indices in `ast`. */
const struct expr *lower_member(struct lowering *l, const struct scope *scope,
                                const struct binding *binding,
                                const struct ast_expr *ast);
/* The member with those indices; NULL: the family has no shape. */
const struct expr *lower_member_at(struct lowering *l,
                                   const struct binding *binding,
                                   const struct expr *const *kids,
                                   struct span span);
/* The ranges of the let's equation i; false: they are in error. */
bool lower_let_ranges(struct lowering *l, const struct let_source *let,
                      size_t i, struct index_range *ranges);
bool lower_is_family(const struct lowering *l, const struct binding *b);
/*
 * The family as a lemma's argument, sum(i in a..b, F[i]); its equations cover
 * one range, else it is an error.
 */
const struct expr *lower_whole_family(struct lowering *l,
                                      const struct binding *b,
                                      const struct ast_expr *ast);
const struct binding *lower_resolve(const struct scope *scope,
                                    const struct ast_expr *ast);

/* Declares the lets among `decls`; then lowers all equations of families. */
bool lower_declare_lets(struct lowering *l, struct scope *scope,
                        const struct ast_decl *decls, size_t ndecls);
void lower_finish_lets(struct lowering *l);
/*
 * Errors for the lets from `first` on whose equations may overlap, or whose
 * members may need themselves; all of them are lowered without errors.
 */
void lower_check_families(struct lowering *l, size_t first);
/* What of the obtained each claim mentions, once all lets are lowered. */
void lower_note_obtained(struct lowering *l);
/* Warnings for what is declared and never used. */
void lower_warn_unused(struct lowering *l);

/* What a name stands for, or NULL. */
const struct binding *lower_find(const struct scope *scope, const char *name);
/* A name that is not in the scope; the binding may still be filled in. */
void lower_scope_add(struct lowering *l, struct scope *scope,
                     const struct binding *binding);
/* One new name in a scope; an error if the name is taken or reserved. */
struct binding *lower_bind(struct lowering *l, struct scope *scope,
                           const char *name, struct span span,
                           enum binding_kind kind);
const struct symbol *lower_bind_index(struct lowering *l, struct scope *scope,
                                      const char *name, struct span span);

/* Builders that check shapes; `ast` gives the places for messages. */
const struct expr *lower_make(struct lowering *l, enum expr_op op,
                              const struct dim *rows, const struct dim *cols,
                              const struct expr *const *kids, size_t count,
                              struct span span);
/* sum(symbol in lo..hi, body) */
const struct expr *lower_sum(struct lowering *l, const struct symbol *symbol,
                             const struct expr *lo, const struct expr *hi,
                             const struct expr *body, struct span span);
/* A product or multiple; NULL: the shapes do not fit. */
const struct expr *lower_product(struct lowering *l, const struct expr *a,
                                 const struct expr *b, struct span span);
void lower_error_shapes(struct lowering *l, struct span span,
                        const char *operator_text, const struct expr *a,
                        const struct expr *b);
/* "2 x n", or "scalar". */
void lower_print_shape(struct buffer *out, const struct expr *e);

/* A theorem item (added to the module), a proof item, a func's body check. */
void lower_theorem(struct module *module, const struct ast_item *item,
                   struct diag *diag);
void lower_proof(struct module *module, const struct ast_item *item,
                 struct diag *diag);
bool lower_func_check(struct module *module, const struct ast_item *item,
                      struct diag *diag);
/*
 * The definition of the language of that name, of those that stand before
 * `within` (NULL: of all); NULL: there is none.
 */
struct func *lower_definition(struct module *module, const struct func *within,
                              const char *name);
/* An empty theorem of the module with its lowering state. */
struct lowering *lower_begin(struct module *module, const char *name,
                             struct span span, struct diag *diag);
/* What a case of the theorem observes; the case's item is kept. */
void lower_observations(struct lowering *l, const struct ast_item *item,
                        struct diag *diag);
/* A claim of a theorem (proof NULL), or a step of a proof (lower_claim.c). */
void lower_claim(struct lowering *l, const struct scope *scope,
                 const struct ast_decl *decl, const char *name,
                 const struct ast_item *proof);
/* The theorem and its arguments, theorem.claim(args); NULL after an error. */
const struct lemma_use *lower_lemma(struct lowering *l,
                                    const struct scope *scope,
                                    const struct ast_method *m);
/*
 * Checks the method of one link with that relation; what it uses where it is a
 * lemma, else NULL (lower_method.c).
 */
const struct lemma_use *lower_method(struct lowering *l,
                                     const struct scope *scope,
                                     const struct ast_method *m,
                                     const struct expr *relation,
                                     const char *proof);
/* The last theorem with that name, or (name NULL) with that claim, or NULL. */
struct lowering *lower_find_theorem(const struct module *module,
                                    const char *name, const char *claim);
