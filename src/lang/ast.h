/*
 * The abstract syntax of a `.bound` file, as written: no names resolved, no
 * shapes.  All nodes live in the arena of the file and carry their span.
 */
#pragma once

#include "base/rational.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>

enum ast_kind {
    AST_NUMBER,  /* number, text as written */
    AST_STRING,  /* text, unescaped */
    AST_NAME,    /* text: a name, `pi` or `inf` */
    AST_HOLE,    /* ? */
    AST_CALL,    /* text(kids...) */
    AST_BINDER,  /* text(ranges..., kids[0]): sum prod max min forall integral
                    matrix;  expectation(z, e) is a binder whose range has no
                    ends
                  */
    AST_INDEX,   /* kids[0][kids[1], ...]: each a value, AST_RANGE or AST_ALL */
    AST_RANGE,   /* kids[0]..kids[1] as an index */
    AST_ALL,     /* : as an index */
    AST_LITERAL, /* [a, b; c, d]: rows * cols kids, by rows */
    AST_NEGATE,  /* -kids[0] */
    AST_TRANSPOSE, /* kids[0]' */
    AST_BINARY,    /* kids[0] op kids[1] */
    AST_CHAIN, /* kids[0] rels[0] kids[1] rels[1] ... : count - 1 relations */
    AST_NOT,
    AST_AND,
    AST_OR
};

enum ast_op {
    AST_ADD,
    AST_SUB,
    AST_MUL,
    AST_DIV,
    AST_DOT_MUL,
    AST_DOT_DIV,
    AST_POW,
    AST_DOT_POW
};

struct ast_decl;

enum relop { REL_EQ, REL_NE, REL_LE, REL_GE, REL_LT, REL_GT };

/* How tightly an expression binds, loosest first; as in docs/language.md. */
enum ast_level {
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_RELATION,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_MINUS,
    LEVEL_POWER,
    LEVEL_POSTFIX /* takes a script on its right side */
};

/*
 * `name in lo..hi` or `name in reversed(lo..hi)`; lo is NULL for a bare name,
 * and for `name : real[n]` of forall, whose type is that of a DECL_GIVEN.
 */
struct ast_range {
    const char *name;
    struct span span;
    struct ast_expr *lo, *hi;
    bool reversed;
    const struct ast_decl *type;
};

struct ast_expr {
    enum ast_kind kind;
    enum ast_op op;
    struct span span;
    const char *text;
    const rational_t *number;
    struct ast_expr **kids;
    size_t count;
    size_t rows, cols;        /* AST_LITERAL */
    const enum relop *rels;   /* AST_CHAIN */
    struct ast_range *ranges; /* AST_BINDER */
    size_t nranges;
};

/* A declared name with the index patterns of a family: `Y[0, l in 1..L]`. */
struct ast_target {
    const char *name;
    struct span span; /* of the name with its patterns */
    struct ast_pattern *patterns;
    size_t npatterns;
};

/* Either `name in lo..hi`, or a fixed value, or (cases) a bare name. */
struct ast_pattern {
    struct span span;
    struct ast_range range; /* range.name is NULL for a fixed value */
    struct ast_expr *value;
};

enum verdict_word { /* 0: none was written */
                    WORD_NONE,
                    WORD_HOLDS,
                    WORD_VIOLATED,
                    WORD_PROVED,
                    WORD_CONSISTENT,
                    WORD_UNDECIDED,
                    WORD_VACUOUS,
                    WORD_NOT_REACHED /* "not reached": files cannot say it */
};

/* `by name`, `by name(args)`, `by lemma theorem[.claim](args)` */
struct ast_method {
    struct span span;
    const char *name;            /* NULL: none was written */
    const char *theorem, *claim; /* lemma; claim may be NULL */
    struct ast_expr **args;
    size_t nargs;
};

enum ast_decl_kind {
    DECL_CITE,   /* text */
    DECL_DIM,    /* targets >= value */
    DECL_GIVEN,  /* targets : text[sizes] in interval */
    DECL_OBTAIN, /* the same; in proofs also: targets from methods[0] */
    DECL_LET,    /* target = value */
    DECL_ASSUME, /* name: value */
    DECL_CLAIM,  /* name [expect]: value */
    DECL_DROP,   /* drop text expect name word */
    DECL_STEP,   /* proofs: name [expect]: value by method */
    DECL_CHAIN,  /* proofs: name: value (a chain), methods[i] for relation i */
    DECL_CASES   /* proofs: name: cases { decls }; value is that one holds */
};

struct ast_decl {
    enum ast_decl_kind kind;
    struct span span, name_span;
    const char *name; /* NULL where it may be left out and was */
    const char *text; /* cite text; type word of a given; dropped assumption */
    struct ast_target *targets;
    size_t ntargets;
    struct ast_expr *value;
    struct ast_expr **sizes; /* given: real[r, c] */
    size_t nsizes;
    struct ast_expr *lo, *hi; /* given: in [lo, hi], or NULL */
    enum verdict_word expect;
    bool is_observation; /* claim: written `observe` */
    struct ast_method *methods;
    size_t nmethods;
    struct ast_expr **cases; /* relations */
    size_t ncases;
    struct ast_decl *decls; /* steps, chains and cases under them */
    size_t ndecls;
    struct span open_span; /* the brace before these */
};

enum ast_line_kind {
    LINE_DIM,     /* targets in lo..hi */
    LINE_VALUE,   /* target = value (a dim or a given) */
    LINE_SAMPLER, /* targets ~ value (an AST_CALL) */
    LINE_TRIALS,  /* number */
    LINE_SEED,    /* number */
    LINE_EXPECT,  /* expect name[#link] word */
    LINE_REUSE,   /* reuse targets number */
    LINE_OBSERVE  /* decl */
};

struct ast_line {
    enum ast_line_kind kind;
    struct span span;
    struct ast_target *targets;
    size_t ntargets;
    struct ast_expr *value, *lo, *hi;
    const char *name;
    size_t link; /* 0: the whole claim */
    enum verdict_word expect;
    const struct ast_decl *decl; /* what is observed */
};

enum ast_item_kind {
    ITEM_IMPORT,
    ITEM_FUNC,
    ITEM_THEOREM,
    ITEM_PROOF,
    ITEM_CASE
};

struct ast_item {
    enum ast_item_kind kind;
    struct span span, name_span;
    const char *name;  /* func, theorem, case; a proof's claim */
    const char *title; /* theorem's string, or NULL */
    const char *text;  /* import path */
    bool installed;    /* import <...> */
    const char *of; /* case: its theorem; proof: `of theorem.claim`'s theorem,
                       or NULL: the last theorem before it that has the claim */
    struct span of_span;
    const char **params; /* func */
    size_t nparams;
    struct ast_expr *body;  /* func */
    struct ast_decl *decls; /* theorem, proof */
    size_t ndecls;
    struct ast_line *lines; /* case */
    size_t nlines;
    struct span open_span;       /* theorem, proof, case: the opening brace */
    const struct ast_loop *loop; /* the `for` before it, or NULL */
    size_t turn;                 /* of the loop */
};

/*
 * `for M, N in a b, c d`: a theorem, with the proofs and cases of it behind it,
 * once for each group of words.  A file holds the items of all turns.
 */
struct ast_loop {
    struct span span; /* up to the last word */
    const char **names;
    size_t nnames;
    const char **words; /* nnames of each turn */
    size_t nturns;
    struct ast_item
        *written; /* one turn, with its names as the file has them */
    size_t nwritten;
};

struct ast_file {
    const struct source *source;
    struct ast_item *items;
    size_t nitems;
    struct span *comments; /* in order; each from # to before the \n */
    size_t ncomments;
};

/* The words of the verdict table; WORD_NONE if `text` is none of them. */
enum verdict_word ast_verdict_word(const char *text);
const char *ast_verdict_name(enum verdict_word word);
const char *ast_relop_text(enum relop op); /* "==", "<=", ... */
