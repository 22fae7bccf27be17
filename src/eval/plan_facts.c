/*
 * What is known of a value from the way it is made.  Every rule is a theorem,
 * named at its line; facts speak of the value where it is defined.
 */
#include "eval/plan_internal.h"

enum {
    SYM = PLAN_SYMMETRIC,
    PSD = PLAN_SEMIDEFINITE,
    NON = PLAN_NONNEGATIVE,
    STO = PLAN_STOCHASTIC,
    RAT = PLAN_RATIONAL
};

/* An instruction with its arguments' facts at hand. */
struct view {
    const struct plan_instr *instrs, *i;
    unsigned any, all;    /* facts of some and of all arguments */
    unsigned first, last; /* of args[0] and of the last argument */
};

static const struct plan_instr *arg(const struct view *v, uint32_t k)
{
    return &v->instrs[v->i->args[k]];
}

/* x is the transpose of y. */
static bool are_transposes(const struct plan_instr *instrs, plan_id x,
                           plan_id y)
{
    const struct plan_instr *p = &instrs[x], *q = &instrs[y];
    return (p->op == PL_TRANSPOSE && p->args[0] == y) ||
           (q->op == PL_TRANSPOSE && q->args[0] == x) ||
           (x == y && (p->facts & SYM));
}

/* An integer constant exponent, and whether it is even. */
static bool integer_exponent(const struct plan_instr *y, bool *even)
{
    bool constant = (y->op == PL_NUMBER || y->op == PL_FILL) &&
                    mpz_cmp_ui(mpq_denref(y->number->q), 1) == 0;
    *even = constant && mpz_even_p(mpq_numref(y->number->q));
    return constant;
}

static unsigned constant_facts(const struct plan_instr *i)
{
    int sign = mpq_sgn(i->number->q);
    unsigned facts = RAT | (sign >= 0 ? NON : 0u);
    if (i->rows == i->cols) /* c * ones * ones' is symmetric; c >= 0: PSD */
        facts |= SYM | (sign >= 0 ? PSD : 0u);
    rational_t sum; /* of a row */
    rational_init(&sum);
    rational_set_int(&sum, i->cols);
    mpq_mul(sum.q, sum.q, i->number->q);
    if (mpq_cmp_ui(sum.q, 1, 1) == 0)
        facts |= STO;
    rational_clear(&sum);
    return facts;
}

static unsigned matmul_facts(const struct view *v)
{
    const struct plan_instr *i = v->i, *x = arg(v, 0), *y = arg(v, 1);
    /* nonnegative times nonnegative; PQ1 = P1 = 1 for stochastic P, Q */
    unsigned facts = v->all & (NON | STO | RAT);
    /* A'A is symmetric PSD: x'A'Ax = |Ax|^2 */
    if (are_transposes(v->instrs, i->args[0], i->args[1]))
        facts |= SYM | PSD;
    /* (BS)B' with S symmetric is symmetric, with S PSD is PSD (congruence) */
    if (x->op == PL_MATMUL && are_transposes(v->instrs, x->args[0], i->args[1]))
        facts |= v->instrs[x->args[1]].facts & (SYM | PSD);
    /* the same, bracketed as B(SB') */
    if (y->op == PL_MATMUL && are_transposes(v->instrs, i->args[0], y->args[1]))
        facts |= v->instrs[y->args[0]].facts & (SYM | PSD);
    return facts;
}

/* The same product whichever side is the scalar: c*X and X/c. */
static unsigned scaling_facts(unsigned scalar, unsigned matrix)
{
    unsigned facts = (matrix & SYM) | (scalar & matrix & (NON | RAT));
    if (scalar & NON) /* a nonnegative multiple of a PSD matrix */
        facts |= matrix & PSD;
    return facts;
}

static unsigned power_facts(const struct view *v)
{
    bool even;
    bool integer = integer_exponent(arg(v, 1), &even);
    unsigned facts = v->all & SYM;
    /* x^y >= 0 for x >= 0; x^(2k) >= 0 */
    if ((v->first & NON) || even)
        facts |= NON;
    return facts | (integer ? v->first & RAT : 0u);
}

static unsigned matpow_facts(const struct view *v)
{
    /* powers of symmetric, PSD, nonnegative, stochastic matrices are such
       (the builder leaves no negative power); A^(2k) = (A^k)'A^k */
    unsigned facts = v->first & (SYM | PSD | RAT | NON | STO);
    if ((v->first & SYM) && v->i->power % 2 == 0)
        facts |= PSD;
    return v->i->power >= 0 ? facts : facts & (SYM | PSD | RAT);
}

static unsigned slice_facts(const struct view *v)
{
    const struct plan_instr *i = v->i;
    unsigned facts = v->first & (NON | RAT);
    if (i->row == i->col && i->rows == i->cols) /* principal submatrix */
        facts |= v->first & (SYM | PSD);
    if (i->cols == arg(v, 0)->cols) /* whole rows */
        facts |= v->first & STO;
    return facts;
}

static unsigned literal_facts(const struct view *v)
{
    const struct plan_instr *i = v->i;
    unsigned facts = v->all & (NON | RAT);
    if (i->rows != i->cols)
        return facts;
    for (uint32_t r = 0; r < i->rows; r++) {
        for (uint32_t c = 0; c < r; c++) {
            if (i->args[r * i->cols + c] != i->args[c * i->cols + r])
                return facts;
        }
    }
    return facts | SYM;
}

/*
 * What a call always has, and what it keeps when all its arguments have it.
 * A function without a row promises nothing.
 */
/* clang-format off */
static const struct {
    unsigned always, kept;
} rules[FN_COUNT] = {
    [FN_DIAG] = {SYM, NON | RAT},
    [FN_DIAGOF] = {0, NON | RAT},
    /* eigenvalues, entries and row sums are products */
    [FN_KRON] = {0, SYM | PSD | NON | STO | RAT},
    [FN_HCAT] = {0, NON | RAT},
    [FN_VCAT] = {0, NON | STO | RAT}, /* rows stay rows */
    /* entry by entry: symmetry stays */
    [FN_ABS] = {NON, SYM | RAT},
    [FN_RELU] = {NON, SYM | RAT},
    [FN_EXP] = {NON, SYM},
    [FN_SQRT] = {NON, SYM},
    [FN_LOG] = {0, SYM},
    [FN_SIN] = {0, SYM},
    [FN_COS] = {0, SYM},
    [FN_TANH] = {0, SYM | NON}, /* odd and increasing */
    [FN_ERF] = {0, SYM | NON},
    [FN_SIGN] = {0, SYM | NON | RAT},
    [FN_MAX2] = {0, SYM | RAT},
    [FN_MIN2] = {0, SYM | NON | RAT},
    /* sums, means and extremes of entries */
    [FN_SUM] = {0, NON | RAT},
    [FN_MEAN] = {0, NON | RAT},
    [FN_MAX] = {0, NON | RAT},
    [FN_MIN] = {0, NON | RAT},
    [FN_TRACE] = {0, NON | RAT},
    [FN_ROWSUM] = {0, NON | RAT},
    [FN_ROWMEAN] = {0, NON | RAT},
    [FN_ROWMAX] = {0, NON | RAT},
    [FN_ROWMIN] = {0, NON | RAT},
    [FN_COLSUM] = {0, NON | RAT},
    [FN_COLMEAN] = {0, NON | RAT},
    [FN_COLMAX] = {0, NON | RAT},
    [FN_COLMIN] = {0, NON | RAT},
    /* norms, distances, and least values of norms */
    [FN_NORM1] = {NON, RAT},
    [FN_NORMINF] = {NON, RAT},
    [FN_NORMMAX] = {NON, RAT},
    [FN_NORM1INF] = {NON, 0},
    [FN_NORM2] = {NON, 0},
    [FN_NORMFRO] = {NON, 0},
    [FN_NORMNUC] = {NON, 0},
    [FN_ROWNORM2] = {NON, 0},
    [FN_DIAMETER] = {NON, 0},
    [FN_MINRES1] = {NON, 0},
    [FN_MINRESINF] = {NON, 0},
    [FN_MINRES1INF] = {NON, 0},
    [FN_SOFTMAX] = {STO, 0},
    [FN_RES] = {0, RAT},
    [FN_DET] = {0, RAT},
    /* (A^-1)' = (A')^-1; eigenvalues are reciprocals */
    [FN_INV] = {0, SYM | PSD | RAT},
    [FN_RANK] = {NON, RAT},
    [FN_NORMALISE] = {0, NON | RAT},
};
/* clang-format on */

static unsigned call_facts(const struct view *v)
{
    enum function fn = v->i->fn;
    unsigned facts = rules[fn].always | (v->all & rules[fn].kept);
    bool psd = v->first & PSD, nonnegative = v->first & NON;
    /* of a PSD A: e_i'Ae_i, their sum, 1'A1, and the eigenvalues and their
       product are nonnegative */
    if (psd &&
        (fn == FN_DIAGOF || fn == FN_TRACE || fn == FN_SUM || fn == FN_MEAN ||
         fn == FN_DET || fn == FN_EIGMIN || fn == FN_EIGMAX))
        facts |= NON;
    if (fn == FN_DIAG && nonnegative) /* its entries are its eigenvalues */
        facts |= PSD;
    if (fn == FN_MAX2 && (v->any & NON)) /* at least either argument */
        facts |= NON;
    if (fn == FN_NORMALISE && nonnegative) /* defined where no sum is 0 */
        facts |= STO;
    return facts;
}

/* The mean of what is nonnegative is so; an integral may run downwards. */
static unsigned integral_facts(const struct plan_integral *integral)
{
    return integral->is_normal
               ? integral->body->instrs[integral->root].facts & NON
               : 0u;
}

/* clang-format off */
static unsigned facts_of(const struct view *v)
{
    const struct plan_instr *i = v->i;
    switch (i->op) {
    case PL_NUMBER:
    case PL_FILL: return constant_facts(i);
    case PL_PI: return SYM | NON;
    case PL_EYE: return SYM | PSD | NON | STO | RAT;
    case PL_UNIT: return NON | RAT;
    case PL_ADD: /* sums; A + A' is symmetric */
        return (v->all & (SYM | PSD | NON | RAT)) |
               (are_transposes(v->instrs, i->args[0], i->args[1]) ? SYM : 0u);
    case PL_SUB: return v->all & (SYM | RAT);
    case PL_NEG: return v->first & (SYM | RAT);
    case PL_MATMUL: return matmul_facts(v);
    case PL_SCALE: return scaling_facts(v->first, v->last);
    case PL_DIVIDE: return scaling_facts(v->last, v->first);
    case PL_DOT_MUL: /* Schur product theorem; a scalar acts as a scale */
        return (v->all & (SYM | PSD | NON | RAT)) |
               (i->args[0] == i->args[1] ? NON : 0u); /* squares */
    case PL_DOT_DIV: return v->all & (SYM | NON | RAT);
    case PL_POW:
    case PL_DOT_POW: return power_facts(v);
    case PL_MATPOW: return matpow_facts(v);
    case PL_TRANSPOSE: return v->first & (SYM | PSD | NON | RAT);
    case PL_SLICE: return slice_facts(v);
    case PL_LITERAL: return literal_facts(v);
    case PL_CALL: return call_facts(v);
    case PL_SELECT: /* one of the branches; the condition decides rationally */
        return arg(v, 1)->facts & arg(v, 2)->facts &
               (SYM | PSD | NON | STO | (arg(v, 0)->facts & RAT));
    case PL_REL:
    case PL_PSD:
    case PL_AND:
    case PL_OR:
    case PL_NOT: return v->all & RAT;
    case PL_TRUTH: return RAT;
    case PL_INPUT: return RAT;
    case PL_SPREAD: /* differences of rows that each sum to 1 */
    case PL_VARIABLE: return 0;
    case PL_INTEGRAL: return integral_facts(i->integral);
    case PL_UNDEFINED: return 0;
    }
    return 0;
}
/* clang-format on */

unsigned plan_derive_facts(const struct plan_instr *instrs,
                           const struct plan_instr *i)
{
    struct view v = {.instrs = instrs, .i = i, .all = ~0u};
    for (uint32_t k = 0; k < i->nargs; k++) {
        unsigned facts =
            instrs[i->args[k]].facts & ~(unsigned)(PLAN_TOTAL | PLAN_NONZERO);
        v.any |= facts;
        v.all &= facts;
        v.first = k == 0 ? facts : v.first;
        v.last = facts;
    }
    unsigned facts = i->facts | facts_of(&v) | plan_derive_defined(instrs, i);
    if (i->rows == 1 && i->cols == 1) { /* a number x: y'xy = x |y|^2 */
        facts |= SYM;
        facts |= facts & NON ? PSD : 0u;
        facts |= facts & PSD ? NON : 0u;
    }
    facts |= facts & PSD ? SYM : 0u; /* semidefinite means symmetric here */
    facts |= facts & STO ? NON : 0u;
    return facts;
}
