/*
 * A plan: the theorem at concrete sizes, as a straight list of matrix
 * operations in order of dependence (static single assignment).  Built once
 * per size and run for every trial by each evaluator.
 *
 * Index forms are unrolled, families and conditions on sizes resolved, equal
 * subexpressions shared.  An instruction is known by its number (plan_id); its
 * arguments have smaller numbers.
 */
#pragma once

#include "base/diag.h"
#include "base/truth.h"
#include "instance/instance.h"
#include "ir/theorem.h"

typedef uint32_t plan_id;
enum { PLAN_NONE = 0x7FFFFFFF }; /* no instruction */

enum plan_op {
    /* values; a, b, c are args[0], args[1], args[2] */
    PL_NUMBER, /* 1 x 1: number */
    PL_PI,
    PL_INPUT,     /* slot of the instance */
    PL_VARIABLE,  /* of the integral whose integrand this plan is: slot */
    PL_UNDEFINED, /* certainly undefined: reason */
    PL_ADD,       /* equal shapes */
    PL_SUB,
    PL_NEG,
    PL_MATMUL,  /* a (r x k) times b (k x c); all sizes may be 1 */
    PL_SCALE,   /* scalar a times b */
    PL_DIVIDE,  /* a by scalar b */
    PL_DOT_MUL, /* equal shapes, or one side 1 x 1 (spread); as do */
    PL_DOT_DIV, /* DOT_DIV, DOT_POW, MAX2, MIN2 and REL */
    PL_POW,     /* scalars */
    PL_DOT_POW,
    PL_MATPOW, /* a ^ integer `power`, a square */
    PL_TRANSPOSE,
    PL_SLICE,   /* rows row..row+rows-1, columns col..col+cols-1 of a */
    PL_LITERAL, /* rows * cols scalar args by rows */
    PL_FILL,    /* every entry is number (ones, zeros) */
    PL_EYE,
    PL_UNIT,     /* column with 1 at `row` (from 0) */
    PL_CALL,     /* fn(args...): not ONES ZEROS EYE UNIT */
    PL_SPREAD,   /* E (n x m), r (1 x m): softmax(E + ones*r) -
                    ones*softmax(r); fast forms only */
    PL_SELECT,   /* truth a, then b or c; hull where a is unknown */
    PL_INTEGRAL, /* `integral`; args: its finite ends, lower one first */
    /* truths */
    PL_REL, /* a rel b: at every entry */
    PL_PSD, /* a is symmetric and positive semidefinite */
    PL_AND, /* any number of args; true when there are none */
    PL_OR,  /* any number of args; false when there are none */
    PL_NOT,
    PL_TRUTH /* the constant `truth` */
};

/* What is known of an instruction's value from the way it is made. */
enum plan_fact {
    PLAN_SYMMETRIC = 1, /* equal to its transpose */
    PLAN_SEMIDEFINITE = 2,
    PLAN_NONNEGATIVE = 4,
    PLAN_STOCHASTIC = 8, /* rows nonnegative, sums exactly 1 */
    PLAN_RATIONAL = 16,  /* rational operations on rational inputs only */
    PLAN_TOTAL = 32,     /* has a value at every instance */
    PLAN_NONZERO = 64    /* no entry is 0 */
};

/*
 * An integral of a scalar.  The integrand is a plan of its own, without
 * claims, in the arena of the plan that it belongs to.
 */
struct plan_integral {
    const struct plan *body;
    plan_id root;
    size_t variable; /* slot of the PL_VARIABLE that is integrated over */
    int infinite[2]; /* lower and upper end: 0, or the sign of infinity */
    bool is_normal;  /* expectation: weighted by the normal density */
};

struct plan_instr {
    enum plan_op op;
    enum function fn;    /* PL_CALL */
    enum relop rel;      /* PL_REL */
    enum truth truth;    /* PL_TRUTH */
    unsigned facts;      /* plan_fact bits */
    uint32_t rows, cols; /* of the value; 0 for truths */
    uint32_t row, col;   /* PL_SLICE, PL_UNIT */
    int64_t power;       /* PL_MATPOW */
    size_t slot;         /* PL_INPUT, PL_VARIABLE: the symbol's id */
    const struct plan_integral *integral; /* PL_INTEGRAL */
    const rational_t *number;
    const char *reason; /* PL_UNDEFINED */
    const plan_id *args;
    uint32_t nargs;
    struct span span; /* where the expression was written */
};

/*
 * One link of a claim: its truth, and its sides where it is one relation.
 *
 * The fast ids are the fast form (eval/plan_fast.h): at every instance their
 * instructions have the same value as the literal ones, and a value exactly
 * where those have one.  They may be the literal ones themselves, and are
 * PLAN_NONE where those are.  Filter and balls evaluate the fast form; the
 * exact evaluator and the plain double pass the literal one.
 */
struct plan_link {
    plan_id truth;
    plan_id lhs, rhs; /* PLAN_NONE where the link is no EX_REL */
    plan_id fast_truth, fast_lhs, fast_rhs;
    enum relop rel;
    bool has_hole;
    bool has_gap; /* both sides are logarithms: a gap stands for the ratio */
};

struct plan_claim {
    struct plan_link *links;
    size_t nlinks;
};

struct plan {
    const struct layout *layout;
    struct arena *arena;
    struct plan_instr *instrs;
    uint32_t count;
    uint32_t nliteral;         /* the first ones make up the literal forms */
    bool has_integrals;        /* anywhere */
    plan_id *assumptions;      /* truths, one for each of the theorem's */
    plan_id *fast_assumptions; /* their fast forms, as of links */
    /* of plan_build_values; else there are none */
    plan_id *roots, *fast_roots; /* nroots */
    plan_id *scales;             /* plan_scale of each, or PLAN_NONE */
    size_t nroots;
    struct plan_claim *claims; /* one for each of the theorem's; nlinks 0 where
                                  it was not asked for */
};

enum {
    PLAN_MAX_INSTRS = 4 << 20,
    PLAN_MAX_ENTRIES = 1 << 28, /* of all values together; of
                                   plan_build_values: alive at one time */
    PLAN_MAX_DEPTH = 20000,
    PLAN_MAX_NESTED = 8 /* integrals within integrals */
};

/*
 * Builds the plan for the sizes of `layout` (which must outlive it), with the
 * claims whose flag in `wanted` is set (NULL: all).  `values` (may be NULL)
 * gives, by slot, values fixed by expressions (VALUE_EXPR): such an input is
 * replaced by the expression.
 *
 * ST_INPUT: a size, slice or index pattern is impossible at these sizes, or
 * members of families form a cycle; ST_LIMIT: over a limit above.  `where` and
 * `reason` (to be freed) then say what.
 */
MUST_CHECK enum status
plan_build(struct plan **out, const struct layout *layout, const bool *wanted,
           const struct value *values, struct span *where, char **reason);
/*
 * The same, but a claim for which these sizes are impossible has links that
 * are undefined, so that it is not in the way of the others; ST_INPUT where no
 * wanted claim is left.
 */
MUST_CHECK enum status plan_build_possible(struct plan **out,
                                           const struct layout *layout,
                                           const bool *wanted,
                                           const struct value *values,
                                           struct span *where, char **reason);
/* A plan whose only claim is empty but which computes `e`; *root is its id. */
MUST_CHECK enum status plan_build_value(struct plan **out, plan_id *root,
                                        const struct layout *layout,
                                        const struct expr *e,
                                        const struct value *values,
                                        struct span *where, char **reason);
/*
 * A plan of scalars along an index, with empty claims: of each expression for
 * each index value from lo to hi, where all of `symbols` have that value.
 * Expression e at lo + k has roots[e * (hi - lo + 1) + k], and so in fast_roots
 * and scales.
 */
struct plan_curves {
    const struct expr *const *exprs;
    size_t nexprs;
    const struct symbol *const *symbols;
    size_t nsymbols;
    int64_t lo, hi; /* lo <= hi */
};
MUST_CHECK enum status plan_build_values(struct plan **out,
                                         const struct layout *layout,
                                         const struct plan_curves *curves,
                                         const struct value *values,
                                         struct span *where, char **reason);
void plan_free(struct plan *plan);
/* Whether it gives a truth, not a value. */
bool plan_is_truth(enum plan_op op);
bool plan_is_scalar(const struct plan *plan, plan_id id);

/*
 * The instructions that `roots` depend on, in order: *ids holds *count of them
 * (free it).  Evaluators run exactly these.
 */
void plan_cone(plan_id **ids, size_t *count, const struct plan *plan,
               const plan_id *roots, size_t nroots);

/*
 * The same in another order: what the first root depends on, then what the
 * second needs besides, and so on, each value as late as that allows, so that
 * little is alive at one time.  ends[k] ids make up the first k + 1 roots.
 */
void plan_order(plan_id **ids, size_t *ends, const struct plan *plan,
                const plan_id *roots, size_t nroots);
/*
 * The most entries alive at one time in that order, where a value goes with its
 * last use and a root stays.
 */
uint64_t plan_alive(const struct plan *plan, const plan_id *roots,
                    size_t nroots);
