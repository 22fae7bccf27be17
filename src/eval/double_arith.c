/* Doubles as an arithmetic of the walk: what a user's forward pass sees. */
#include "eval/double_internal.h"

/* ---- memory ---- */

/* An input of doubles is used where it lies. */
static void *room(struct walk *w, plan_id id)
{
    const struct plan_instr *in = &w->plan->instrs[id];
    double **own = &((struct double_run *)w)->own[id];
    if (in->op == PL_INPUT && w->x->values[in->slot].kind == VALUE_DOUBLES)
        return w->x->values[in->slot].doubles;
    if (!*own)
        *own = xcalloc(double_size(in) + 1, sizeof **own);
    return *own;
}

/* ---- leaves and copies ---- */

static void number(const struct walk *w, void *z, const rational_t *x)
{
    (void)w;
    *(double *)z = rational_to_double(x);
}

static void pi(const struct walk *w, void *z)
{
    (void)w;
    *(double *)z = 3.14159265358979323846;
}

/* Rationals are rounded to nearest. */
static enum state input(const struct walk *w, const struct matrix *z,
                        const struct value *value)
{
    double *out = z->at;
    const bool rational = value->kind == VALUE_RATIONALS;
    (void)w;
    for (size_t k = 0; rational && k < z->rows * z->cols; k++)
        out[k] = rational_to_double(&value->rationals[k]);
    return rational || value->kind == VALUE_DOUBLES ? STATE_DEFINED
                                                    : STATE_UNKNOWN;
}

static void copy(const struct line *z, const struct line *x)
{
    double *out = z->at;
    const double *a = x->at;
    for (size_t k = 0; k < z->count; k++)
        out[k * z->step] = a[k * x->step];
}

static void nothing(const struct matrix *z)
{
    double *out = z->at;
    for (size_t k = 0; k < z->rows * z->cols; k++)
        out[k] = NAN;
}

/* ---- two entries ---- */

static double quotient(double x, double y)
{
    return y == 0 ? NAN : x / y;
}

/* Unlike pow, NaN spreads and zero to a negative power is undefined. */
static double power(double x, double y)
{
    if (isnan(x) || isnan(y) || (x == 0 && y < 0))
        return NAN;
    return pow(x, y);
}

/* clang-format off */
static double apply(enum pair op, double x, double y)
{
    switch (op) {
    case PAIR_ADD: return x + y;
    case PAIR_SUB: return x - y;
    case PAIR_MUL: return x * y;
    case PAIR_DIV: return quotient(x, y);
    case PAIR_POW: return power(x, y);
    case PAIR_MAX: return double_max(x, y);
    case PAIR_MIN: return double_min(x, y);
    case PAIR_HULL: break;
    }
    return NAN;
}
/* clang-format on */

static enum state pair(const struct walk *w, enum pair op, const struct line *z,
                       const struct line *x, const struct line *y)
{
    double *out = z->at;
    const double *a = x->at, *b = y->at;
    (void)w;
    for (size_t k = 0; k < z->count; k++)
        out[k * z->step] = apply(op, a[k * x->step], b[k * y->step]);
    return STATE_DEFINED;
}

static unsigned order(const struct walk *w, const struct line *x,
                      const struct line *y)
{
    const double a = *(const double *)x->at, b = *(const double *)y->at;
    (void)w;
    if (isnan(a) || isnan(b))
        return 0;
    return a < b ? MAY_BE_NEGATIVE : a > b ? MAY_BE_POSITIVE : MAY_BE_ZERO;
}

/* ---- one entry ---- */

static double logarithm(double x)
{
    return x > 0 ? log(x) : NAN;
}

static double root(double x)
{
    return x >= 0 ? sqrt(x) : NAN;
}

static double relu(double x)
{
    return double_max(x, 0);
}

static double sign(double x)
{
    return isnan(x) ? NAN : (double)((x > 0) - (x < 0));
}

static enum state call(const struct walk *w, enum function fn,
                       const struct line *z, const struct line *x)
{
    static double (*const table[FN_COUNT])(double) = {
        [FN_ABS] = fabs,  [FN_EXP] = exp, [FN_LOG] = logarithm,
        [FN_SQRT] = root, [FN_SIN] = sin, [FN_COS] = cos,
        [FN_TANH] = tanh, [FN_ERF] = erf, [FN_RELU] = relu,
        [FN_SIGN] = sign,
    };
    double *out = z->at;
    const double *a = x->at;
    (void)w;
    ENSURE(table[fn], "doubles know every function of entries");
    for (size_t k = 0; k < z->count; k++)
        out[k * z->step] = table[fn](a[k * x->step]);
    return STATE_DEFINED;
}

static void negate(const struct walk *w, const struct line *z,
                   const struct line *x)
{
    double *out = z->at;
    const double *a = x->at;
    (void)w;
    for (size_t k = 0; k < z->count; k++)
        out[k * z->step] = -a[k * x->step];
}

/* ---- lines ---- */

static double largest_modulus(const double *a, const struct line *x)
{
    double most = 0;
    for (size_t k = 0; k < x->count; k++)
        most = double_max(most, fabs(a[k * x->step]));
    return most;
}

/* Scaled, so that squares neither overflow nor vanish. */
static double length(const double *a, const struct line *x)
{
    double scale = largest_modulus(a, x), sum = 0;
    if (!(scale > 0) || isinf(scale))
        return scale;
    for (size_t k = 0; k < x->count; k++)
        sum += (a[k * x->step] / scale) * (a[k * x->step] / scale);
    return scale * sqrt(sum);
}

/* clang-format off */
static double taken_in(enum fold fold, double s, double x)
{
    switch (fold) {
    case FOLD_SUM: return s + x;
    case FOLD_MODULI: return s + fabs(x);
    case FOLD_SQUARES: return s + x * x;
    case FOLD_LARGEST: return double_max(s, x);
    case FOLD_LEAST: return double_min(s, x);
    case FOLD_LENGTH:
    case FOLD_LARGEST_MODULUS:
    case FOLD_LOGSUMEXP:
    case FOLD_NONE: break;
    }
    return NAN;
}
/* clang-format on */

static void fold_line(const struct walk *w, enum fold fold, void *z,
                      const struct line *x)
{
    const double *a = x->at;
    const bool extreme = fold == FOLD_LARGEST || fold == FOLD_LEAST;
    double s = extreme && x->count > 0 ? a[0] : 0;
    (void)w;
    if (fold == FOLD_LENGTH)
        s = length(a, x);
    else if (fold == FOLD_LARGEST_MODULUS)
        s = largest_modulus(a, x);
    else if (fold == FOLD_LOGSUMEXP)
        s = double_logsumexp(a, x->count);
    else
        for (size_t k = 0; k < x->count; k++)
            s = taken_in(fold, s, a[k * x->step]);
    *(double *)z = s;
}

static void softmax(const struct walk *w, const struct line *z)
{
    (void)w;
    double_softmax(z->at, z->count);
}

/* ---- what is its own ---- */

static enum state own(struct walk *w, const struct plan_instr *in,
                      struct matrix *z)
{
    double_own(z->at, (const struct double_run *)w, in);
    return STATE_DEFINED;
}

static enum truth psd(struct walk *w, const struct plan_instr *in)
{
    return double_psd((const struct double_run *)w, in);
}

const struct arithmetic double_arithmetic = {
    .size = sizeof(double),
    .is_plain = true,
    .room = room,
    .number = number,
    .pi = pi,
    .input = input,
    .copy = copy,
    .negate = negate,
    .pair = pair,
    .call = call,
    .order = order,
    .fold = fold_line,
    .softmax = softmax,
    .owns = double_owns,
    .own = own,
    .psd = psd,
    .nothing = nothing,
};
