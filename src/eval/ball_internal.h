/*
 * What the parts of the ball evaluator share; not for other modules.
 *
 * Inclusion statement, docs/error-analysis.md#balls: where an instruction's
 * state is STATE_DEFINED its exact value exists and lies entry by entry in the
 * matrix of balls, whatever the precision.
 */
#pragma once

#include "eval/evaluator.h"
#include "eval/flint_compat.h"
#include "eval/walk.h"

enum {
    BALL_MAX_POWER_BITS = 64,      /* integer exponents raised by squaring */
    BALL_EXACT_MAX_BITS = 4400,    /* span of an entry taken as a rational */
    BALL_EXACT_MAX_ORDER = 24,     /* of a matrix inverted over the rationals */
    BALL_EXACT_MAX_ENTRIES = 1024, /* of a matrix ranked so */
    BALL_MAX_DIGITS = 100000       /* of a printed number */
};

struct ball_value {
    arb_mat_t m; /* meaningful where the state is STATE_DEFINED */
    bool ready;  /* m is initialised */
};

struct ball_integrand;

struct ball_run {
    struct walk walk;
    const arb_struct *variable; /* value of the PL_VARIABLE `slot`, or NULL */
    size_t variable_slot;
    struct ball_integrand **integrands; /* by instruction, made when needed;
                                           NULL: no integrals */
    struct ball_value *values;          /* by instruction */
    struct ball_pool *pool;             /* NULL: every value is kept */
    slong prec;
};

extern const struct arithmetic ball_arithmetic; /* ball_arith.c */

/*
 * Memory that values hand on when nothing of an eval needs them any more
 * (ball_pool.c); by instruction, and by shape.
 */
struct ball_pool {
    bool *kept;        /* by id: readable after an eval */
    uint32_t *uses;    /* by id: of this eval, still to come */
    uint32_t *shape;   /* by id: index into free */
    struct ball_free { /* matrices of one shape */
        arb_mat_struct *items;
        size_t count, capacity;
        uint32_t rows, cols;
    } * free;
    size_t nshapes;
};

/* Entry k of a line. */
static inline arb_ptr ball_entry(const struct line *x, size_t k)
{
    return (arb_ptr)x->at + k * x->step;
}

/* An entry with the facts known of its instruction. */
struct ball_operand {
    arb_srcptr x;
    unsigned facts;
};

static inline struct ball_operand ball_operand_of(const struct line *x,
                                                  size_t k)
{
    return (struct ball_operand){ball_entry(x, k), x->facts};
}

/* ---- arguments ---- */

/* The value of argument k and what is known of it. */
static inline const arb_mat_struct *
ball_arg(const struct ball_run *run, const struct plan_instr *in, size_t k)
{
    return run->values[in->args[k]].m;
}

static inline unsigned ball_arg_facts(const struct ball_run *run,
                                      const struct plan_instr *in, size_t k)
{
    return run->walk.plan->instrs[in->args[k]].facts;
}

/* The number that has been computed; NULL: none, or it has no value. */
static inline arb_srcptr ball_scalar(const struct ball_run *run, plan_id id)
{
    const struct plan_instr *in = &run->walk.plan->instrs[id];
    return in->rows == 1 && in->cols == 1 &&
                   run->walk.results[id].state == STATE_DEFINED
               ? arb_mat_entry(run->values[id].m, 0, 0)
               : NULL;
}

/* ---- memory (ball_pool.c); where there is no pool these do nothing ---- */

/* Counts the uses of the values of a cone. */
void ball_pool_begin(struct ball_run *run, const plan_id *cone, size_t count);
/* Gives instruction `id` a matrix, its own or one that is free. */
void ball_pool_take(struct ball_run *run, plan_id id);
/* After an instruction: its arguments' matrices, where it was the last use. */
void ball_pool_end(struct ball_run *run, const struct plan_instr *in);
void ball_pool_free(struct ball_run *run);

/* ---- single balls (ball_point.c) ---- */

/* Bounds of the value, using the facts; exact for exact balls. */
void ball_lower(arf_t out, const struct ball_operand *a, slong prec);
void ball_upper(arf_t out, const struct ball_operand *a, slong prec);
/* Certainly, by the ball or by a fact. */
bool ball_is_nonnegative(const struct ball_operand *a);
/* Replaces a ball by one for its part in [0, inf), [0, 1] or [-1, 1]. */
void ball_clip_nonnegative(arb_t x);
void ball_clip_unit(arb_t x, slong prec);
void ball_clip_symmetric_unit(arb_t x, slong prec);
/* The part of a finite ball from `least` on, where the value lies. */
void ball_clip_below(arb_t x, const arf_t least, slong prec);
/* As ball_run_digits, of any ball (ball_digits.c). */
bool ball_digits(struct buffer *out, struct buffer *radius,
                 const struct ball_operand *a, slong prec, long digits);
/*
 * A ball for [lo, hi], or the point lo if hi is not above it.  Where the sum of
 * lo and a 29-bit radius is a number of moderate length, the lower end is
 * met exactly, the upper one too if hi - lo has at most 29 bits.
 */
void ball_set_ends(arb_t z, const arf_t lo, const arf_t hi, slong prec);
/* The square, nonnegative throughout. */
void ball_square(arb_t z, const arb_t x, slong prec);
/* z = max(z, x), z = min(z, x); one of the two itself where that is certain. */
void ball_raise(arb_t z, const arb_t x, slong prec);
void ball_reduce(arb_t z, const arb_t x, slong prec);
/* Exact where the denominator is a power of two. */
void ball_set_rational(arb_t z, const rational_t *x, slong prec);
/* [lo, hi] rounded outward; NONE if not finite or beyond 2^±(2^62). */
struct enclosure ball_enclosure(const arf_t lo, const arf_t hi);

/* ---- tightness (ball_ratio.c); docs/error-analysis.md#ratios ---- */

/* The largest ratio of entries. */
struct ball_ratio {
    arf_t lo, hi; /* so far */
    bool any;     /* an entry had a ratio */
    bool infinite;
    arf_t small[2], large[2]; /* bounds of the sides of one entry */
};

void ball_ratio_init(struct ball_ratio *r);
void ball_ratio_clear(struct ball_ratio *r);
/* Takes in one entry; false: nothing can be said of the whole. */
bool ball_ratio_take(struct ball_ratio *r, const struct ball_operand *small,
                     const struct ball_operand *large, slong prec);
struct enclosure ball_ratio_largest(const struct ball_ratio *r);

/* ---- entries and lines ---- */

/* ball_pow.c: z may alias no operand */
enum state ball_pair_power(arb_t z, const struct ball_operand *x,
                           const struct ball_operand *y, slong prec);
/* ball_func.c: a function of single entries */
enum state ball_function(enum function fn, arb_t z,
                         const struct ball_operand *x, slong prec);
/* ball_norm.c: the fold of a line; docs/error-analysis.md#norms */
void ball_fold(enum fold fold, arb_t z, const struct line *x, slong prec);
/* ball_attention.c: in place, of at least one entry; of all of them */
void ball_softmax_entries(arb_ptr x, slong count, slong prec);
void ball_logsumexp(arb_t z, arb_srcptr x, slong count, slong prec);

/* ---- what balls own ---- */

/*
 * Each is called with all arguments defined and `out` of the right shape and
 * aliasing none of them.
 */
typedef enum state ball_op(arb_mat_t out, const struct ball_run *run,
                           const struct plan_instr *in);

/* ball_norm.c */
ball_op ball_norm2, ball_normnuc;

/* ball_spread.c: PL_SPREAD */
ball_op ball_spread_rows;

/* ball_attention.c */
ball_op ball_res;

/* ball_matrix.c: products, determinants, inverses, spectra, minimal residuals
 */
ball_op ball_multiply, ball_matrix_power, ball_det, ball_inverse, ball_rank,
    ball_eigmin, ball_eigmax, ball_minres1, ball_minresinf, ball_minres1inf;
enum truth ball_psd(const struct ball_run *run, const struct plan_instr *in);

/* ball_integral.c: PL_INTEGRAL */
ball_op ball_integral;

/* ball_lambert.c */
ball_op ball_lambertw;
