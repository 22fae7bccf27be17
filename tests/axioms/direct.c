#include "direct.h"

#include "base/status.h"
#include "core/function.h"
#include "functions.h"
#include "quadrature.h"
#include "special.h"

/* Sizes. */

static struct real symbol_real(struct direct *d, const struct symbol *s)
{
    const struct theorem *t = d->statement;

    switch (s->kind) {
    case SYM_DIM:
        for (size_t i = 0; i < t->ndims; i++) {
            if (t->dims[i] == s)
                return d->x->values[i].a[0];
        }
        break;
    case SYM_INT:
        return d->x->values[t->ndims + s->given].a[0];
    case SYM_OPAQUE:
        return direct_real(d, s->value);
    case SYM_INDEX:
    case SYM_REAL:
        for (size_t i = d->nindices; i-- > 0;) {
            if (d->indices[i].symbol == s)
                return d->indices[i].value;
        }
        break;
    }
    ENSURE(false, "a symbol that has no value");
    return real_int(d->x->work, 0);
}

static struct real dim_real(struct direct *d, const struct dim *dim)
{
    struct work *w = d->x->work;
    struct real out = real_int(w, 0);

    for (size_t i = 0; i < dim_terms(dim); i++) {
        struct real term = real_rational(w, dim_coefficient(dim, i)->q);

        for (size_t j = 0; j < dim_factors(dim, i); j++) {
            unsigned power;
            const struct real s = symbol_real(d, dim_factor(dim, i, j, &power));

            for (; power > 0; power--)
                term = real_mul(w, term, s);
        }
        out = real_add(w, out, term);
    }
    return out;
}

static size_t size_of(struct direct *d, const struct dim *dim)
{
    const long size = real_floor(d->x->work, dim_real(d, dim));

    if (size > MAX_SIZE) {
        work_unclear(d->x->work, "a size that is too large");
        return 0;
    }
    return size < 0 ? 0 : (size_t)size;
}

struct matrix direct_blank(struct direct *d, const struct dim *rows,
                           const struct dim *cols)
{
    return matrix_zero(d->x->work, size_of(d, rows), size_of(d, cols));
}

static struct matrix blank(struct direct *d, const struct expr *e)
{
    return direct_blank(d, e->rows, e->cols);
}

static bool has_sizes(struct direct *d, const struct expr *e)
{
    const struct real r = dim_real(d, e->rows), c = dim_real(d, e->cols);

    return real_is_integer(r) == ANSWER_YES && real_sign(r) >= 0 &&
           real_is_integer(c) == ANSWER_YES && real_sign(c) >= 0;
}

/* Operations. */

/* A scalar beside a matrix stands for each entry. */
static struct matrix spread(struct direct *d, struct matrix m,
                            const struct expr *from, struct matrix to)
{
    struct matrix out;

    if (!expr_is_scalar(from))
        return m;
    out = matrix_zero(d->x->work, to.rows, to.cols);
    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = m.a[0];
    return out;
}

static struct matrix entrywise(struct direct *d, const struct expr *e,
                               unsigned fn)
{
    struct matrix out = blank(d, e), args[2];

    for (size_t i = 0; i < 2; i++)
        args[i] = spread(d, direct_value(d, e->kids[i]), e->kids[i], out);
    if (d->x->work->unclear != NULL)
        return out;
    if (e->op == EX_DOT_DIV) {
        const struct matrix divisor = args[1];

        args[1] = matrix_zero(d->x->work, out.rows, out.cols);
        for (size_t i = 0; i < out.rows * out.cols; i++)
            args[1].a[i] = real_recip(d->x->work, divisor.a[i]);
    }
    function_value(d->x->work, fn, out, args, 2);
    return out;
}

/* The entry, or 0 outside. */
static struct real entry_at(struct direct *d, struct matrix a, struct real i,
                            struct real j)
{
    struct work *w = d->x->work;
    long row, col;

    if (real_get_integer(w, i, &row) && real_get_integer(w, j, &col) &&
        row >= 1 && row <= (long)a.rows && col >= 1 && col <= (long)a.cols)
        return *matrix_at(a, (size_t)row - 1, (size_t)col - 1);
    work_outside(w);
    return real_int(w, 0);
}

static struct matrix slice(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;
    const struct matrix a = direct_value(d, e->kids[0]);
    struct matrix out = blank(d, e);
    struct real ends[4];
    bool whole = true;

    for (size_t k = 0; k < 4; k++) {
        ends[k] = direct_real(d, e->kids[k + 1]);
        whole = whole && real_is_integer(ends[k]) == ANSWER_YES;
    }
    if (!whole)
        work_outside(w);
    for (size_t i = 0; whole && i < out.rows; i++) {
        for (size_t j = 0; j < out.cols; j++)
            *matrix_at(out, i, j) =
                entry_at(d, a, real_add(w, ends[0], real_int(w, (long)i)),
                         real_add(w, ends[2], real_int(w, (long)j)));
    }
    return out;
}

static struct matrix sizes_call(struct direct *d, const struct expr *e)
{
    struct matrix out = blank(d, e);
    struct work *w = d->x->work;
    long k;

    if (!has_sizes(d, e) || out.rows == 0 || out.cols == 0)
        work_outside(w);
    for (size_t i = 0; i < out.rows * out.cols && e->fn != FN_ZEROS; i++) {
        const bool on = e->fn == FN_ONES || i / out.cols == i % out.cols;

        if (e->fn != FN_UNIT)
            out.a[i] = real_int(w, on);
    }
    if (e->fn == FN_UNIT) {
        if (real_get_integer(w, direct_real(d, e->kids[1]), &k) && k >= 1 &&
            k <= (long)out.rows)
            out.a[k - 1] = real_int(w, 1);
        else
            work_outside(w);
    }
    return out;
}

static struct matrix call(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;
    struct matrix out = blank(d, e);
    struct matrix *args = arena_array(w->arena, e->count + 1, sizeof *args);
    bool fits = true;

    if (function_info(e->fn)->rule == SHAPE_SIZES)
        return sizes_call(d, e);
    if (e->fn == FN_MAX2 || e->fn == FN_MIN2)
        return entrywise(d, e, e->fn);
    for (size_t i = 0; i < e->count; i++) {
        args[i] = direct_value(d, e->kids[i]);
        fits = fits && has_sizes(d, e->kids[i]);
    }
    if (w->unclear != NULL)
        return out;
    if (!fits && (e->fn == FN_HCAT || e->fn == FN_VCAT || e->fn == FN_KRON)) {
        work_outside(w);
        return out;
    }
    if (!function_value(w, e->fn, out, args, e->count))
        work_unclear(w, "a function that has no definition here");
    return out;
}

static struct matrix member(struct direct *d, const struct expr *e)
{
    const size_t k = d->statement->ndims + e->decl;
    struct real *indices =
        arena_array(d->x->work->arena, e->count + 1, sizeof *indices);

    if (e->op == EX_GIVEN && e->count == 0)
        return d->x->values[k];
    for (size_t i = 0; i < e->count; i++)
        indices[i] = direct_real(d, e->kids[i]);
    return e->op == EX_LET ? direct_family(d, e->decl, indices, e->count)
                           : d->x->member(d->x->context, k, indices, e->count);
}

/* Binders. */

void direct_push(struct direct *d, const struct symbol *symbol,
                 struct real value)
{
    ENSURE(d->nindices < MAX_INDICES, "too many indices");
    d->indices[d->nindices].symbol = symbol;
    d->indices[d->nindices++].value = value;
}

void direct_pop(struct direct *d)
{
    d->nindices--;
}

bool direct_range(struct direct *d, const struct expr *e, long *first,
                  long *last)
{
    struct work *w = d->x->work;
    const struct real lo = direct_real(d, e->kids[0]);
    const struct real hi = direct_real(d, e->kids[1]);

    if (real_is_integer(lo) != ANSWER_YES || real_is_integer(hi) != ANSWER_YES)
        work_outside(w);
    *first = real_ceil(w, lo);
    *last = real_floor(w, hi);
    if (*first <= *last && *last - *first >= MAX_RANGE)
        work_unclear(w, "a range that is too long");
    return w->unclear == NULL && *first <= *last;
}

static struct matrix step(struct direct *d, const struct expr *e,
                          struct matrix so_far, struct matrix term)
{
    struct work *w = d->x->work;

    if (e->op == EX_SUM)
        return matrix_add(w, so_far, term);
    if (e->op == EX_PROD)
        return e->reversed ? matrix_mul(w, term, so_far)
                           : matrix_mul(w, so_far, term);
    return matrix_scalar(
        w, (e->op == EX_MAX ? real_max : real_min)(w, so_far.a[0], term.a[0]));
}

static struct matrix binder(struct direct *d, const struct expr *e)
{
    struct matrix out = blank(d, e);
    long first, last;

    if (e->op == EX_PROD)
        out = matrix_eye(d->x->work, out.rows);
    if (!direct_range(d, e, &first, &last)) {
        if (e->op == EX_MAX || e->op == EX_MIN)
            work_outside(d->x->work);
        return out;
    }
    for (long i = first; i <= last; i++) {
        struct matrix term;

        direct_push(d, e->symbol, real_int(d->x->work, i));
        term = direct_value(d, e->kids[2]);
        direct_pop(d);
        out = i == first ? term : step(d, e, out, term);
    }
    return out;
}

struct integrand {
    struct direct *d;
    const struct expr *e;
};

static struct real integrand_at(void *context, struct real at)
{
    const struct integrand *f = context;
    struct real out;

    direct_push(f->d, f->e->symbol, at);
    out = direct_real(f->d, f->e->kids[f->e->count - 1]);
    direct_pop(f->d);
    return out;
}

static struct real with_density(void *context, struct real at)
{
    const struct integrand *f = context;
    struct work *w = f->d->x->work;
    const struct real half = real_recip(w, real_int(w, -2));
    const struct real square = real_mul(w, at, at);

    return real_mul(w, integrand_at(context, at),
                    real_exp(w, real_mul(w, half, square)));
}

/* Infinity is 32: what is integrated decays exponentially. */
static struct real end_of(struct direct *d, const struct expr *e)
{
    enum { FAR = 32 };

    if (e->op == EX_NEG)
        return real_neg(d->x->work, end_of(d, e->kids[0]));
    return e->op == EX_INFINITY ? real_int(d->x->work, FAR) : direct_real(d, e);
}

static struct matrix expectation(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;
    struct integrand f = {d, e};
    const struct real whole =
        real_sqrt(w, real_mul(w, real_int(w, 2), real_pi(w)));

    if (!expr_is_scalar(e))
        work_unclear(w, "an expectation of matrices");
    if (w->unclear != NULL)
        return blank(d, e);
    return matrix_scalar(w,
                         real_div(w,
                                  quadrature(w, real_int(w, -32),
                                             real_int(w, 32), with_density, &f),
                                  whole));
}

static struct matrix integral(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;
    const struct real lo = end_of(d, e->kids[0]);
    const struct real hi = end_of(d, e->kids[1]);
    struct integrand f = {d, e};

    if (!expr_is_scalar(e))
        work_unclear(w, "an integral of matrices");
    if (w->unclear != NULL)
        return blank(d, e);
    return matrix_scalar(w, quadrature(w, lo, hi, integrand_at, &f));
}

static struct matrix choice(struct direct *d, const struct expr *e)
{
    const enum answer c = direct_answer(d, e->kids[0]);

    if (c == ANSWER_UNCLEAR)
        work_unclear(d->x->work, "a condition that is not decided");
    return direct_value(d, e->kids[c == ANSWER_YES ? 1 : 2]);
}

static struct matrix two(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;
    const struct matrix a = direct_value(d, e->kids[0]);
    const struct matrix b = direct_value(d, e->kids[1]);
    struct matrix out, args[] = {a, b};

    switch ((int)e->op) {
    case EX_ADD:
        return matrix_add(w, a, b);
    case EX_SUB:
        return matrix_add(w, a, matrix_scale(w, real_int(w, -1), b));
    case EX_MATMUL:
        return matrix_mul(w, a, b);
    case EX_SCALE:
        return matrix_scale(w, a.a[0], b);
    case EX_DIVIDE:
        return matrix_scale(w, real_recip(w, b.a[0]), a);
    default:
        out = blank(d, e);
        function_value(w, e->op == EX_POW ? CORE_POW : CORE_MATPOW, out, args,
                       2);
        return out;
    }
}

static struct matrix literal(struct direct *d, const struct expr *e)
{
    struct matrix out = blank(d, e);

    for (size_t i = 0; i < out.rows * out.cols; i++)
        out.a[i] = direct_real(d, e->kids[i]);
    return out;
}

struct real direct_real(struct direct *d, const struct expr *e)
{
    return direct_value(d, e).a[0];
}

struct matrix direct_value(struct direct *d, const struct expr *e)
{
    struct work *w = d->x->work;

    switch (e->op) {
    case EX_NUMBER:
        return matrix_scalar(w, real_rational(w, e->number->q));
    case EX_PI:
        return matrix_scalar(w, real_pi(w));
    case EX_SYMBOL:
        return matrix_scalar(w, symbol_real(d, e->symbol));
    case EX_GIVEN:
    case EX_LET:
        return member(d, e);
    case EX_NEG:
        return matrix_scale(w, real_int(w, -1), direct_value(d, e->kids[0]));
    case EX_ADD:
    case EX_SUB:
    case EX_MATMUL:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_POW:
    case EX_MATPOW:
        return two(d, e);
    case EX_DOT_MUL:
    case EX_DOT_DIV:
        return entrywise(d, e, CORE_DOT);
    case EX_DOT_POW:
        return entrywise(d, e, CORE_POW);
    case EX_TRANSPOSE:
        return matrix_transpose(w, direct_value(d, e->kids[0]));
    case EX_ENTRY:
        return matrix_scalar(w, entry_at(d, direct_value(d, e->kids[0]),
                                         direct_real(d, e->kids[1]),
                                         direct_real(d, e->kids[2])));
    case EX_SLICE:
        return slice(d, e);
    case EX_LITERAL:
        return literal(d, e);
    case EX_CALL:
        return call(d, e);
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
        return binder(d, e);
    case EX_INTEGRAL:
        return integral(d, e);
    case EX_EXPECTATION:
        return expectation(d, e);
    case EX_IF:
        return choice(d, e);
    case EX_INFINITY:
    case EX_REL:
    case EX_PSD:
    case EX_AND:
    case EX_OR:
    case EX_NOT:
    case EX_FORALL:
        break;
    }
    work_unclear(w, "a term that has no value here");
    return blank(d, e);
}
