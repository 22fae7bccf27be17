/*
 * Sums, extremes and norms; docs/error-analysis.md#norms and the sections
 * before it.
 *
 * Most are folds: a term of every entry (itself, its modulus, its square), put
 * together along a line (row or column), and the lines put together again.
 * Sums of moduli are dot products with the signs.
 */
#include "eval/ball_internal.h"
#include "eval/linalg.h"

#include <stdlib.h>

typedef void term(arb_t z, const arb_t x, slong prec);    /* z = term of x */
typedef void combine(arb_t z, const arb_t x, slong prec); /* z = z with x */

struct folding {
    term *first;
    combine *along;  /* a line; takes in the term of x */
    combine *across; /* the lines */
    bool by_columns;
};

static void term_itself(arb_t z, const arb_t x, slong prec)
{
    (void)prec;
    arb_set(z, x);
}

static void term_modulus(arb_t z, const arb_t x, slong prec)
{
    (void)prec;
    arb_abs(z, x);
    ball_clip_nonnegative(z);
}

static void combine_add(arb_t z, const arb_t x, slong prec)
{
    arb_add(z, z, x, prec);
}

static void combine_term(arb_t z, const arb_t x, term *fn, combine *with,
                         slong prec)
{
    arb_t t;
    arb_init(t);
    fn(t, x, prec);
    with(z, t, prec);
    arb_clear(t);
}

static void add_square(arb_t z, const arb_t x, slong prec)
{
    combine_term(z, x, ball_square, combine_add, prec);
}

static void add_modulus(arb_t z, const arb_t x, slong prec)
{
    combine_term(z, x, term_modulus, combine_add, prec);
}

static void raise_modulus(arb_t z, const arb_t x, slong prec)
{
    combine_term(z, x, term_modulus, ball_raise, prec);
}

/* The fold of line k; 0 if it is empty. */
static void fold_line(arb_t out, const arb_mat_t a, slong k,
                      const struct folding *f, slong prec)
{
    const slong count = f->by_columns ? arb_mat_nrows(a) : arb_mat_ncols(a);
    arb_zero(out);
    for (slong l = 0; l < count; l++) {
        arb_srcptr x =
            f->by_columns ? arb_mat_entry(a, l, k) : arb_mat_entry(a, k, l);
        if (l == 0)
            f->first(out, x, prec);
        else
            f->along(out, x, prec);
    }
}

static void fold_all(arb_t out, const arb_mat_t a, const struct folding *f,
                     slong prec)
{
    const slong lines = f->by_columns ? arb_mat_ncols(a) : arb_mat_nrows(a);
    arb_t t;
    arb_init(t);
    arb_zero(out);
    for (slong k = 0; k < lines; k++) {
        fold_line(k == 0 ? out : t, a, k, f, prec);
        if (k > 0)
            f->across(out, t, prec);
    }
    arb_clear(t);
}

static const struct folding sum_of_rows = {term_itself, combine_add,
                                           combine_add, false};
static const struct folding sum_of_columns = {term_itself, combine_add,
                                              combine_add, true};
static const struct folding sum_of_squares = {ball_square, add_square,
                                              combine_add, false};
static const struct folding max_of_rows = {term_itself, ball_raise, ball_raise,
                                           false};
static const struct folding max_of_columns = {term_itself, ball_raise,
                                              ball_raise, true};
static const struct folding min_of_rows = {term_itself, ball_reduce,
                                           ball_reduce, false};
static const struct folding min_of_columns = {term_itself, ball_reduce,
                                              ball_reduce, true};
static const struct folding largest_modulus = {term_modulus, raise_modulus,
                                               ball_raise, false};

static enum state whole(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in, const struct folding *f)
{
    fold_all(arb_mat_entry(out, 0, 0), ball_arg(run, in, 0), f, run->prec);
    return STATE_DEFINED;
}

static enum state lines(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in, const struct folding *f)
{
    const slong count = f->by_columns ? arb_mat_ncols(out) : arb_mat_nrows(out);
    for (slong k = 0; k < count; k++) {
        arb_ptr z =
            f->by_columns ? arb_mat_entry(out, 0, k) : arb_mat_entry(out, k, 0);
        fold_line(z, ball_arg(run, in, 0), k, f, run->prec);
    }
    return STATE_DEFINED;
}

/* An extreme or a mean of nothing is undefined. */
static bool is_empty(const struct ball_run *run, const struct plan_instr *in)
{
    return arb_mat_is_empty(ball_arg(run, in, 0));
}

static void divide_entries(arb_mat_t a, slong by, slong prec)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        for (slong j = 0; j < arb_mat_ncols(a); j++)
            arb_div_si(arb_mat_entry(a, i, j), arb_mat_entry(a, i, j), by,
                       prec);
    }
}

/* ---- sums and means ---- */

enum state ball_sum(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    return whole(out, run, in, &sum_of_rows);
}

enum state ball_rowsum(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return lines(out, run, in, &sum_of_rows);
}

enum state ball_colsum(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return lines(out, run, in, &sum_of_columns);
}

enum state ball_mean(arb_mat_t out, const struct ball_run *run,
                     const struct plan_instr *in)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    if (is_empty(run, in))
        return STATE_UNDEFINED;
    whole(out, run, in, &sum_of_rows);
    divide_entries(out, arb_mat_nrows(a) * arb_mat_ncols(a), run->prec);
    return STATE_DEFINED;
}

enum state ball_rowmean(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    if (is_empty(run, in))
        return STATE_UNDEFINED;
    lines(out, run, in, &sum_of_rows);
    divide_entries(out, arb_mat_ncols(ball_arg(run, in, 0)), run->prec);
    return STATE_DEFINED;
}

enum state ball_colmean(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    if (is_empty(run, in))
        return STATE_UNDEFINED;
    lines(out, run, in, &sum_of_columns);
    divide_entries(out, arb_mat_nrows(ball_arg(run, in, 0)), run->prec);
    return STATE_DEFINED;
}

enum state ball_trace(arb_mat_t out, const struct ball_run *run,
                      const struct plan_instr *in)
{
    arb_mat_trace(arb_mat_entry(out, 0, 0), ball_arg(run, in, 0), run->prec);
    return STATE_DEFINED;
}

/* ---- extremes ---- */

enum state ball_max(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : whole(out, run, in, &max_of_rows);
}

enum state ball_min(arb_mat_t out, const struct ball_run *run,
                    const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : whole(out, run, in, &min_of_rows);
}

enum state ball_rowmax(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : lines(out, run, in, &max_of_rows);
}

enum state ball_rowmin(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : lines(out, run, in, &min_of_rows);
}

enum state ball_colmax(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : lines(out, run, in, &max_of_columns);
}

enum state ball_colmin(arb_mat_t out, const struct ball_run *run,
                       const struct plan_instr *in)
{
    return is_empty(run, in) ? STATE_UNDEFINED
                             : lines(out, run, in, &min_of_columns);
}

/* ---- sums of moduli; docs/error-analysis.md#norms ---- */

struct moduli {
    const arb_mat_struct *a;
    slong *signs; /* by rows: 1, -1, or 0 where the sign is not certain */
    bool open;    /* the sign of an entry other than 0 is not certain */
};

static slong certain_sign(const arb_t x)
{
    if (arf_cmpabs_mag(arb_midref(x), arb_radref(x)) < 0)
        return 0;
    return arf_sgn(arb_midref(x));
}

static void moduli_init(struct moduli *m, const arb_mat_t a)
{
    const slong rows = arb_mat_nrows(a), cols = arb_mat_ncols(a);
    *m = (struct moduli){.a = a};
    m->signs = xcalloc((unsigned long)(rows * cols) + 1, sizeof *m->signs);
    for (slong i = 0; i < rows; i++) {
        for (slong j = 0; j < cols; j++) {
            arb_srcptr x = arb_mat_entry(a, i, j);
            const slong sign = certain_sign(x);
            m->signs[i * cols + j] = sign;
            m->open = m->open || (sign == 0 && !arb_is_zero(x));
        }
    }
}

static void moduli_clear(struct moduli *m)
{
    free(m->signs);
}

/*
 * The sum of the moduli of line k: |x| = sign * x where the sign is certain,
 * in one dot product; then the other entries.
 */
static void sum_moduli(arb_t out, const struct moduli *m, slong k,
                       bool by_columns, slong prec)
{
    const slong rows = arb_mat_nrows(m->a), cols = arb_mat_ncols(m->a);
    const slong count = by_columns ? rows : cols;
    const slong *signs = m->signs + (by_columns ? k : k * cols);
    const slong step = by_columns ? cols : 1;
    arb_srcptr x =
        by_columns ? arb_mat_entry(m->a, 0, k) : arb_mat_entry(m->a, k, 0);
    arb_srcptr next =
        by_columns && rows > 1 ? arb_mat_entry(m->a, 1, k) : x + 1;
    arb_dot_si(out, NULL, 0, x, next - x, signs, step, count, prec);
    for (slong l = 0; m->open && l < count; l++) {
        if (signs[l * step] == 0)
            add_modulus(out, x + l * (next - x), prec);
    }
}

/* The largest sum of moduli of a line; 0 if there is none. */
static void largest_line(arb_t out, const struct moduli *m, bool by_columns,
                         slong prec)
{
    const slong lines = by_columns ? arb_mat_ncols(m->a) : arb_mat_nrows(m->a);
    arb_t t;
    arb_init(t);
    arb_zero(out);
    for (slong k = 0; k < lines && !arb_mat_is_empty(m->a); k++) {
        sum_moduli(k == 0 ? out : t, m, k, by_columns, prec);
        if (k > 0)
            ball_raise(out, t, prec);
    }
    arb_clear(t);
}

static enum state line_norm(arb_mat_t out, const struct ball_run *run,
                            const struct plan_instr *in, bool by_columns)
{
    struct moduli m;
    moduli_init(&m, ball_arg(run, in, 0));
    largest_line(arb_mat_entry(out, 0, 0), &m, by_columns, run->prec);
    moduli_clear(&m);
    return STATE_DEFINED;
}

/* ---- norms ---- */

enum state ball_norm1(arb_mat_t out, const struct ball_run *run,
                      const struct plan_instr *in)
{
    return line_norm(out, run, in, true);
}

enum state ball_norminf(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    return line_norm(out, run, in, false);
}

enum state ball_norm1inf(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    arb_ptr z = arb_mat_entry(out, 0, 0);
    struct moduli m;
    arb_t t;
    arb_init(t);
    moduli_init(&m, ball_arg(run, in, 0));
    largest_line(z, &m, true, run->prec);
    largest_line(t, &m, false, run->prec);
    arb_mul(z, z, t, run->prec);
    arb_sqrtpos(z, z, run->prec);
    moduli_clear(&m);
    arb_clear(t);
    return STATE_DEFINED;
}

enum state ball_normmax(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    return whole(out, run, in, &largest_modulus);
}

enum state ball_normfro(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    arb_ptr z = arb_mat_entry(out, 0, 0);
    whole(out, run, in, &sum_of_squares);
    arb_sqrtpos(z, z, run->prec);
    return STATE_DEFINED;
}

enum state ball_rownorm2(arb_mat_t out, const struct ball_run *run,
                         const struct plan_instr *in)
{
    lines(out, run, in, &sum_of_squares);
    for (slong i = 0; i < arb_mat_nrows(out); i++)
        arb_sqrtpos(arb_mat_entry(out, i, 0), arb_mat_entry(out, i, 0),
                    run->prec);
    return STATE_DEFINED;
}

typedef void spectral(arb_t out, const arb_mat_t a, slong prec);

/* A row or column has one singular value: its Euclidean norm. */
static enum state spectral_norm(arb_mat_t out, const struct ball_run *run,
                                const struct plan_instr *in, spectral *fn)
{
    const arb_mat_struct *a = ball_arg(run, in, 0);
    if (arb_mat_nrows(a) <= 1 || arb_mat_ncols(a) <= 1)
        return ball_normfro(out, run, in);
    if (arb_mat_is_finite(a))
        fn(arb_mat_entry(out, 0, 0), a, run->prec);
    else
        arb_zero_pm_inf(arb_mat_entry(out, 0, 0));
    return STATE_DEFINED;
}

enum state ball_norm2(arb_mat_t out, const struct ball_run *run,
                      const struct plan_instr *in)
{
    return spectral_norm(out, run, in, linalg_norm2);
}

enum state ball_normnuc(arb_mat_t out, const struct ball_run *run,
                        const struct plan_instr *in)
{
    return spectral_norm(out, run, in, linalg_normnuc);
}
