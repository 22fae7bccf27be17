/*
 * One walk through a plan for every arithmetic: shapes, definedness, truths,
 * choice, comparison, folds of rows and columns.  An arithmetic says what an
 * entry is and computes with lines of entries; what it does in a way of its own
 * (products of matrices, spectra, integrals) it owns.
 * docs/decisions/plans.md says why.
 */
#pragma once

#include "eval/plan.h"

/* Whether an instruction has a value.  0 is "not known". */
enum state { STATE_UNKNOWN = 0, STATE_DEFINED, STATE_UNDEFINED };

/* Signs that a number may have, all that are not excluded. */
enum { MAY_BE_NEGATIVE = 1, MAY_BE_ZERO = 2, MAY_BE_POSITIVE = 4 };

enum pair {
    PAIR_ADD,
    PAIR_SUB,
    PAIR_MUL,
    PAIR_DIV,
    PAIR_POW,
    PAIR_MAX,
    PAIR_MIN,
    PAIR_HULL
};

enum fold {
    FOLD_NONE = 0,
    FOLD_SUM,
    FOLD_MODULI,  /* sum of |x| */
    FOLD_SQUARES, /* sum of x^2 */
    FOLD_LENGTH,  /* root of that */
    FOLD_LARGEST,
    FOLD_LEAST,
    FOLD_LARGEST_MODULUS,
    FOLD_LOGSUMEXP
};

/* `count` entries of an arithmetic, the next one `step` further. */
struct line {
    void *at;
    size_t step, count;
    unsigned facts; /* plan_fact bits of what they are from */
};

/* Entries by rows. */
struct matrix {
    void *at;
    size_t rows, cols;
    unsigned facts;
};

struct walk;

/*
 * A state says whether all entries have values; unless it is STATE_DEFINED they
 * are not read.  A result z may lie where the first operand does, else it
 * overlaps none, and a line is as long as its operands.
 */
struct arithmetic {
    size_t size; /* of an entry, in bytes */
    /*
     * An entry says itself that it has no value, and so every instruction has
     * one; constants are the same in every run.
     */
    bool is_plain;
    /* Where the value of an instruction goes, and what is done after it. */
    void *(*room)(struct walk *w, plan_id id);
    void (*after)(struct walk *w, const struct plan_instr *in); /* or NULL */
    /*
     * `count` entries for a while: take says where, give takes them back; NULL
     * where all that an entry needs is memory of zeros.
     */
    void *(*take)(size_t count);
    void (*give)(void *at, size_t count);

    void (*number)(const struct walk *w, void *z, const rational_t *x);
    void (*pi)(const struct walk *w, void *z);
    enum state (*input)(const struct walk *w, const struct matrix *z,
                        const struct value *value);
    void (*copy)(const struct line *z, const struct line *x);
    void (*negate)(const struct walk *w, const struct line *z,
                   const struct line *x);
    enum state (*pair)(const struct walk *w, enum pair op, const struct line *z,
                       const struct line *x, const struct line *y);
    /* A function of single entries (SHAPE_SAME). */
    enum state (*call)(const struct walk *w, enum function fn,
                       const struct line *z, const struct line *x);
    /* The signs of x - y, first entries; none where one is no number. */
    unsigned (*order)(const struct walk *w, const struct line *x,
                      const struct line *y);
    /* One entry from a line; 0 from none. */
    void (*fold)(const struct walk *w, enum fold fold, void *z,
                 const struct line *x);
    /* In place, of at least one entry, step 1. */
    void (*softmax)(const struct walk *w, const struct line *z);
    /* Last look at a value; or NULL. */
    enum state (*tidy)(const struct walk *w, const struct plan_instr *in,
                       const struct matrix *z);

    /* What it owns: such functions, and VARIABLE MATMUL MATPOW SPREAD INTEGRAL
       of plan_op. */
    bool (*owns)(enum function fn);
    enum state (*own)(struct walk *w, const struct plan_instr *in,
                      struct matrix *z);
    enum truth (*psd)(struct walk *w, const struct plan_instr *in);
    /* Makes of z what has no value; where is_plain. */
    void (*nothing)(const struct matrix *z);
};

/* What has been computed of an instruction. */
struct walk_result {
    void *at;         /* its entries */
    enum state state; /* of a truth: whether its sides have values */
    enum truth truth;
    uint64_t stamp; /* of the run that computed it */
};

/* The first member of the arithmetics' runs. */
struct walk {
    const struct arithmetic *arithmetic;
    const struct plan *plan;
    const struct instance *x;
    struct walk_result *results; /* by instruction */
    uint64_t stamp;
};

void walk_init(struct walk *w, const struct arithmetic *arithmetic,
               const struct plan *plan);
void walk_clear(struct walk *w);
/* Starts over: no result counts until it is computed anew. */
void walk_begin(struct walk *w, const struct instance *x);
/* Computes these, whose arguments have been computed. */
void walk_run(struct walk *w, const plan_id *ids, size_t count);
/* What is not of this run is unknown. */
enum truth walk_truth(const struct walk *w, plan_id id);
enum truth walk_undefined(const struct walk *w, plan_id id);
/* Their sides (walk_sides); false: one is none, or not known to have a value.
 */
bool walk_known_sides(const struct walk *w, struct line sides[2], plan_id x,
                      plan_id y);

/* ---- matrices and lines (walk_line.c) ---- */

/* Undefined if one is; defined only if both are. */
enum state state_join(enum state a, enum state b);
/* The value of an instruction, and of argument k of one. */
struct matrix walk_value(const struct walk *w, plan_id id);
struct matrix walk_arg(const struct walk *w, const struct plan_instr *in,
                       size_t k);
struct line walk_all(const struct matrix *a);
struct line walk_row(const struct walk *w, const struct matrix *a, size_t i);
struct line walk_column(const struct walk *w, const struct matrix *a, size_t j);
struct line walk_diagonal(const struct matrix *a); /* of a square */
/* Two values entry by entry, a 1 x 1 one spread over the other. */
void walk_sides(const struct walk *w, struct line sides[2], plan_id x,
                plan_id y);
/* From entry k on, `count` of them. */
struct line walk_part(const struct walk *w, const struct line *x, size_t k,
                      size_t count);
/* The number at every entry. */
void walk_fill(const struct walk *w, const struct line *z, int64_t x);
void walk_fill_rational(const struct walk *w, const struct line *z,
                        const rational_t *x);
/* `count` entries for a while. */
struct line walk_take(const struct walk *w, size_t count);
void walk_give(const struct walk *w, const struct line *x);

/* ---- functions: PL_CALL (walk_call.c) ---- */

enum state walk_call(struct walk *w, const struct plan_instr *in,
                     struct matrix *z);
/* Entry by entry, a 1 x 1 side spread over the other (walk_line.c). */
enum state walk_pairs(const struct walk *w, enum pair op,
                      const struct plan_instr *in, const struct matrix *z);
