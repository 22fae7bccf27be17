/*
 * What the parts of the filter share; not for other modules.
 * docs/error-analysis.md#filter
 *
 * The operations are compiled once for every number of lanes (1: rows lie
 * together; FILTER_LANES: that many instances side by side, [entry][lane]) and
 * every machine (plain, AVX2): a variant.  A run picks one when it is made.
 */
#pragma once

#include "eval/filter.h"

#include <stdbool.h>
#include <stddef.h>

/* u, half a unit in the last place of 1. */
#define FILTER_U 0x1p-53
/*
 * Sums of nonnegative terms are raised by this factor, which covers the
 * rounding of up to 2^30 additions and of the operations around them.
 */
#define FILTER_GROW (1 + 0x1p-20)
/* Added where a product or quotient may have vanished or lost digits. */
#define FILTER_ETA 0x1p-960
/* Lengths and radii above this are out of range. */
#define FILTER_HUGE 0x1p460

/*
 * A part is a row, or all rows (a run has one grain for all its values, but
 * what has one row has one part).  In every lane: rad[i] bounds the Euclidean
 * length of the exact part i minus the midpoints; norm[i] that of the
 * midpoints, and is 0 exactly where they are zero; radf and normf bound the
 * same for all parts together.  Bounds are not NaN, and infinite where nothing
 * is known; finite ones mean finite midpoints.
 */
struct filter_value {
    uint32_t rows, cols, parts;
    const double *mid; /* [rows * cols][lanes]: own, or the instance's */
    double *own;
    double *rad, *norm;   /* [parts][lanes] */
    double *radf, *normf; /* [lanes]; those of the only part, if it is one */
};

struct filter_truth {
    enum truth truth[FILTER_LANES];
    bool defined[FILTER_LANES]; /* it certainly has a truth */
};

struct filter_step;
typedef void filter_fn(const struct filter_step *s);

/* One instruction, ready to be run. */
struct filter_step {
    filter_fn *fn; /* NULL: nothing to do, it was done once */
    const struct plan_instr *in;
    struct filter_value *out, *a, *b, *c;
    struct filter_truth *truth; /* of a truth; else of PL_SELECT's condition */
    const struct filter_step *all; /* steps by id */
    double *work;                  /* room of the size that the step asked */
    int64_t power;                 /* power */
    double scale, scale_error;     /* product: times that number, known up to
                                      that part of it */
    bool left, right;    /* product: a, b is that transposed factor's source */
    bool is_nonnegative; /* a is, by a fact of the plan */
    bool is_reflexive;   /* relation: both sides are one instruction */
    bool is_hopeless;    /* unknown at every instance */
    bool is_constant;    /* the same at every instance: computed once */
    uint64_t stamp;      /* the evaluation that computed it */
};

/* The operations of a variant. */
#define FILTER_OPERATIONS(X)                                                   \
    X(add)                                                                     \
    X(subtract)                                                                \
    X(negate)                                                                  \
    X(absolute)                                                                \
    X(relu)                                                                    \
    X(sign)                                                                    \
    X(larger)                                                                  \
    X(smaller)                                                                 \
    X(multiply)                                                                \
    X(divide)                                                                  \
    X(power)                                                                   \
    X(root)                                                                    \
    X(exponential)                                                             \
    X(logarithm)                                                               \
    X(tangent)                                                                 \
    X(softmax)                                                                 \
    X(softmax_masked)                                                          \
    X(spread)                                                                  \
    X(logsumexp)                                                               \
    X(normalise)                                                               \
    X(product)                                                                 \
    X(product_four)                                                            \
    X(transpose)                                                               \
    X(kron)                                                                    \
    X(res)                                                                     \
    X(sum)                                                                     \
    X(mean)                                                                    \
    X(trace)                                                                   \
    X(max)                                                                     \
    X(min)                                                                     \
    X(norm1)                                                                   \
    X(norminf)                                                                 \
    X(norm1inf)                                                                \
    X(normfro)                                                                 \
    X(normmax)                                                                 \
    X(rownorm2)                                                                \
    X(rowsum)                                                                  \
    X(rowmean)                                                                 \
    X(rowmax)                                                                  \
    X(rowmin)                                                                  \
    X(colsum)                                                                  \
    X(colmean)                                                                 \
    X(colmax)                                                                  \
    X(colmin)                                                                  \
    X(diameter)                                                                \
    X(diag)                                                                    \
    X(diagof)                                                                  \
    X(slice)                                                                   \
    X(literal)                                                                 \
    X(hcat)                                                                    \
    X(vcat)                                                                    \
    X(select)                                                                  \
    X(relation)                                                                \
    X(settle)

struct filter_operations {
    const char *name; /* of the variant: l1, l8_avx2, ... */
    size_t lanes;
    /* out[k][lane] = from[lane][k] for k < count; NULL with one lane */
    void (*interleave)(double *out, const double *const *from, size_t count);
#define X(name) filter_fn *name;
    FILTER_OPERATIONS(X)
#undef X
};

extern const struct filter_operations filter_operations_l1;
extern const struct filter_operations filter_operations_l8;
#ifdef MAJORANT_AVX2
extern const struct filter_operations filter_operations_l1_avx2;
extern const struct filter_operations filter_operations_l8_avx2;
#endif
#ifdef MAJORANT_AVX512
extern const struct filter_operations filter_operations_l1_avx512;
extern const struct filter_operations filter_operations_l8_avx512;
#endif
/*
 * Variant k of those that this machine has, later ones being faster; NULL: it
 * has no more (filter_dispatch.c).
 */
const struct filter_operations *filter_operations_at(size_t k);
/* The best of this machine. */
const struct filter_operations *filter_operations_of(size_t lanes);

/* What has a bound of its own. */
enum filter_grain { FILTER_ROWS, FILTER_WHOLE };

struct filter_run {
    const struct plan *plan;
    const struct filter_operations *ops;
    size_t lanes;
    enum filter_grain grain;
    bool is_refused;             /* filter_refusal() said something */
    struct filter_value *values; /* by id, as all of these */
    struct filter_truth *truths;
    struct filter_step *steps;
    double *memory; /* of all values and workrooms */
    size_t count;   /* lanes in use by the last evaluation */
    uint64_t stamp; /* of the last evaluation */
};

/* A run of the given variant (which this machine must have). */
struct filter_run *filter_run_with(const struct plan *plan,
                                   const struct filter_operations *ops,
                                   enum filter_grain grain);
/* Whether the arithmetic still rounds as filter_refusal saw it; quickly. */
bool filter_mode_is_kept(void);
/*
 * Fills in run->steps and run->values and computes the constants
 * (filter_make.c).
 */
void filter_make(struct filter_run *run);
/* Makes fewer and cheaper steps of those in place (filter_fuse.c). */
void filter_fuse(struct filter_run *run);

/* Products of at most this many multiplications are not given to BLAS. */
enum { FILTER_SMALL_PRODUCT = 4096 };
/* Matrices of as many entries are walked row by row (filter_stream.h). */
enum { FILTER_STREAM = 8192 };
