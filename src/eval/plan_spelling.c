/*
 * One spelling of what papers write in several ways, so that the fast form need
 * know it in one alone.  Every rule is an identity of matrices whose sides have
 * values at the same instances; docs/error-analysis.md#spellings
 */
#include "eval/plan_fast.h"

static const struct plan_instr *instr(const struct fast *f, plan_id id)
{
    return &f->b->instrs[id];
}

static plan_id call(struct fast *f, enum function fn, plan_id x)
{
    return plan_make_call(f->b, fn, &x, 1);
}

static bool is_call(const struct fast *f, plan_id id, enum function fn)
{
    const struct plan_instr *i = instr(f, id);
    return i->op == PL_CALL && i->fn == fn && i->nargs == 1;
}

static bool is_one(const struct plan_instr *i)
{
    return i->number && mpq_cmp_ui(i->number->q, 1, 1) == 0;
}

/* ---- transposes ---- */

/*
 * Another instruction is in the way of turning it: then it would be computed
 * twice.  What was made here is read by what it was made for.
 */
static bool may_turn(const struct fast *f, plan_id id)
{
    return id >= f->nliteral || f->uses[id] == 1;
}

static bool is_product(const struct fast *f, plan_id id)
{
    return instr(f, id)->op == PL_MATMUL;
}

static bool is_sum_of_products(const struct fast *f, const struct plan_instr *i)
{
    return (i->op == PL_ADD || i->op == PL_SUB) && is_product(f, i->args[0]) &&
           is_product(f, i->args[1]);
}

/*
 * The transpose of a product is that of its factors in reverse order; what is
 * left are transposes of inputs at most, which products read as they lie.  At
 * most *steps operations are turned, since those that are shared come up again
 * and again.
 */
static plan_id turned(struct fast *f, plan_id m, int *steps)
{
    enum plan_op op;
    plan_id matrix, scalar;
    if (f->b->status != ST_OK)
        return PLAN_NONE;
    const struct plan_instr i = *instr(f, m); /* the list may move */
    if (*steps == 0 || !may_turn(f, m) || (i.rows == 1 && i.cols == 1))
        return plan_make_unary(f->b, PL_TRANSPOSE, m);
    --*steps;
    if (i.op == PL_MATMUL) {
        const plan_id left = turned(f, i.args[1], steps);
        const plan_id right = turned(f, i.args[0], steps);
        return plan_make_binary(f->b, PL_MATMUL, left, right);
    }
    if (is_sum_of_products(f, &i)) {
        const plan_id left = turned(f, i.args[0], steps);
        const plan_id right = turned(f, i.args[1], steps);
        return plan_make_binary(f->b, i.op, left, right);
    }
    if (!fast_is_scaled(f->b, m, &op, &matrix, &scalar))
        return plan_make_unary(f->b, PL_TRANSPOSE, m);
    return fast_scale(f, op, scalar, turned(f, matrix, steps));
}

/* (ABC)' = C'B'A' */
static plan_id transpose(struct fast *f, const struct plan_instr *i)
{
    int steps = 32; /* products within products are not longer */
    const struct plan_instr m = *instr(f, i->args[0]);
    const bool gains = m.op == PL_MATMUL || m.op == PL_DIVIDE ||
                       m.op == PL_SCALE || m.op == PL_NEG ||
                       is_sum_of_products(f, &m);
    return gains ? turned(f, i->args[0], &steps) : (plan_id)PLAN_NONE;
}

/* ---- matrices of equal entries ---- */

/* PLAN_NONE: the number is too long; it is left to run time. */
static plan_id fill(struct fast *f, uint32_t rows, uint32_t cols,
                    const rational_t *number)
{
    if (mpz_sizeinbase(mpq_numref(number->q), 2) +
            mpz_sizeinbase(mpq_denref(number->q), 2) >
        PLAN_MAX_BITS)
        return PLAN_NONE;
    if (rows == 1 && cols == 1)
        return plan_make_number(f->b, number);
    return plan_emit(
        f->b, &(struct plan_instr){
                  .op = PL_FILL, .rows = rows, .cols = cols, .number = number});
}

/* A matrix of equal entries times or over a number is another. */
static plan_id fill_multiple(struct fast *f, const struct plan_instr *i,
                             plan_id matrix, plan_id scalar)
{
    const struct plan_instr m = *instr(f, matrix);
    const rational_t *s = plan_number(f->b, scalar);
    const bool is_over = i->op == PL_DIVIDE || i->op == PL_DOT_DIV;
    if (m.op != PL_FILL || !s || (is_over && mpq_sgn(s->q) == 0))
        return PLAN_NONE;
    LOCAL_RATIONAL number = rational_zero();
    if (is_over)
        mpq_div(number.q, m.number->q, s->q);
    else
        mpq_mul(number.q, m.number->q, s->q);
    return fill(f, m.rows, m.cols, &number);
}

/* Such a matrix times another one is a third. */
static plan_id fill_product(struct fast *f, const struct plan_instr *x,
                            const struct plan_instr *y)
{
    LOCAL_RATIONAL number = rational_zero();
    rational_set_int(&number, x->cols);
    mpq_mul(number.q, number.q, x->number->q);
    mpq_mul(number.q, number.q, y->number->q);
    return fill(f, x->rows, y->cols, &number);
}

/* Whether the number is 1 over that size. */
static bool is_share(const rational_t *number, uint32_t size)
{
    return mpz_cmp_ui(mpq_numref(number->q), 1) == 0 &&
           mpz_cmp_ui(mpq_denref(number->q), size) == 0;
}

/* Products within products whose sums are those of a factor. */
enum { MAX_NESTED = 12 };

static plan_id times(struct fast *f, const rational_t *c, plan_id m)
{
    const plan_id number = plan_make_number(f->b, c);
    return f->b->status == ST_OK ? plan_make_binary(f->b, PL_SCALE, number, m)
                                 : (plan_id)PLAN_NONE;
}

/*
 * A row of c times M: c colsum(M), or colmean(M); where M = AB is needed for
 * this alone, that of A times B.
 */
static plan_id column_sums(struct fast *f, const rational_t *c, plan_id m,
                           int depth)
{
    const struct plan_instr i = *instr(f, m); /* the list may move */
    if (depth > 0 && i.op == PL_MATMUL && may_turn(f, m)) {
        const plan_id left = column_sums(f, c, i.args[0], depth - 1);
        return f->b->status == ST_OK
                   ? plan_make_binary(f->b, PL_MATMUL, left, i.args[1])
                   : (plan_id)PLAN_NONE;
    }
    if (is_share(c, i.rows))
        return call(f, FN_COLMEAN, m);
    return times(f, c, call(f, FN_COLSUM, m));
}

/* M times a column of c, likewise. */
static plan_id row_sums(struct fast *f, plan_id m, const rational_t *c,
                        int depth)
{
    const struct plan_instr i = *instr(f, m); /* the list may move */
    if (depth > 0 && i.op == PL_MATMUL && may_turn(f, m)) {
        const plan_id right = row_sums(f, i.args[1], c, depth - 1);
        return f->b->status == ST_OK
                   ? plan_make_binary(f->b, PL_MATMUL, i.args[0], right)
                   : (plan_id)PLAN_NONE;
    }
    if (is_share(c, i.cols))
        return call(f, FN_ROWMEAN, m);
    return times(f, c, call(f, FN_ROWSUM, m));
}

static plan_id ones(struct fast *f, uint32_t rows, uint32_t cols)
{
    return plan_make_fill(f->b, rows, cols, 1);
}

/* C M with all entries of C equal: ones times the row that all rows are. */
static plan_id filled_left(struct fast *f, const struct plan_instr *c,
                           plan_id m)
{
    const uint32_t rows = c->rows;
    plan_id row = column_sums(f, c->number, m, MAX_NESTED);
    if (rows == 1 || f->b->status != ST_OK)
        return row;
    return plan_make_binary(f->b, PL_MATMUL, ones(f, rows, 1), row);
}

static plan_id filled_right(struct fast *f, plan_id m,
                            const struct plan_instr *c)
{
    const uint32_t cols = c->cols;
    plan_id column = row_sums(f, m, c->number, MAX_NESTED);
    if (cols == 1 || f->b->status != ST_OK)
        return column;
    return plan_make_binary(f->b, PL_MATMUL, column, ones(f, 1, cols));
}

/* I - C with all entries of C equal to 1/n: it takes the mean of all rows. */
static bool is_centring(const struct fast *f, plan_id id)
{
    const struct plan_instr *i = instr(f, id);
    if (i->op != PL_SUB || instr(f, i->args[0])->op != PL_EYE)
        return false;
    const struct plan_instr *c = instr(f, i->args[1]);
    return c->op == PL_FILL && is_share(c->number, c->rows);
}

/* Whether it is the same number at every instance; not looked for far. */
static bool is_fixed(const struct fast *f, plan_id id, int depth)
{
    const struct plan_instr *i = instr(f, id);
    if (i->op == PL_NUMBER || i->op == PL_PI)
        return true;
    bool fixed = depth > 0 && i->nargs > 0 && i->rows == 1 && i->cols == 1;
    for (uint32_t k = 0; fixed && k < i->nargs; k++)
        fixed = is_fixed(f, i->args[k], depth - 1);
    return fixed;
}

/*
 * (cA)B and A(cB) as c(AB), where c is fixed and nothing else needs cA or cB:
 * then products can be bracketed as they should.
 */
static plan_id scaled_factor(struct fast *f, const struct plan_instr *i,
                             uint32_t side)
{
    enum { DEPTH = 4 };
    enum plan_op op;
    plan_id matrix, scalar;
    if (!fast_is_scaled(f->b, i->args[side], &op, &matrix, &scalar) ||
        !may_turn(f, i->args[side]) ||
        (scalar != PLAN_NONE && !is_fixed(f, scalar, DEPTH)))
        return PLAN_NONE;
    const plan_id product =
        plan_make_binary(f->b, PL_MATMUL, side == 0 ? matrix : i->args[0],
                         side == 0 ? i->args[1] : matrix);
    return f->b->status == ST_OK ? fast_scale(f, op, scalar, product)
                                 : (plan_id)PLAN_NONE;
}

static plan_id product(struct fast *f, const struct plan_instr *i)
{
    const plan_id x = i->args[0], y = i->args[1];
    const struct plan_instr a = *instr(f, x), b = *instr(f, y);
    if (a.op == PL_FILL && b.op == PL_FILL)
        return fill_product(f, &a, &b);
    if (is_centring(f, x))
        return call(f, FN_RES, y);
    /* a column of ones times a row is what those below make */
    if (a.op == PL_FILL && b.rows > 1)
        return filled_left(f, &a, y);
    if (b.op == PL_FILL && a.cols > 1)
        return filled_right(f, x, &b);
    const plan_id made = scaled_factor(f, i, 0);
    return made == PLAN_NONE && f->b->status == ST_OK ? scaled_factor(f, i, 1)
                                                      : made;
}

/* ---- multiples ---- */

/* Whether the multiple is that of 1 over the size. */
static bool is_average(const struct plan_instr *i, const rational_t *s,
                       uint32_t size)
{
    return i->op == PL_DIVIDE || i->op == PL_DOT_DIV
               ? mpq_cmp_ui(s->q, size, 1) == 0
               : is_share(s, size);
}

/* A sum over all rows or columns over their number is a mean. */
static plan_id mean_of(struct fast *f, const struct plan_instr *i, plan_id sum,
                       plan_id scalar)
{
    const struct plan_instr m = *instr(f, sum);
    const rational_t *s = plan_number(f->b, scalar);
    if (m.op != PL_CALL || !s)
        return PLAN_NONE;
    const struct plan_instr *x = instr(f, m.args[0]);
    if (m.fn == FN_COLSUM && is_average(i, s, x->rows))
        return call(f, FN_COLMEAN, m.args[0]);
    if (m.fn == FN_ROWSUM && is_average(i, s, x->cols))
        return call(f, FN_ROWMEAN, m.args[0]);
    return PLAN_NONE;
}

static plan_id multiple(struct fast *f, const struct plan_instr *i, plan_id id)
{
    enum plan_op op;
    plan_id matrix, scalar;
    if (!fast_is_scaled(f->b, id, &op, &matrix, &scalar) || op == PL_NEG)
        return PLAN_NONE;
    const plan_id filled = fill_multiple(f, i, matrix, scalar);
    if (filled != PLAN_NONE)
        return filled;
    /* a multiple of ones times a row is ones times that of the row */
    const struct plan_instr m = *instr(f, matrix);
    if (m.op == PL_MATMUL && instr(f, m.args[0])->op == PL_FILL &&
        instr(f, m.args[1])->rows == 1) {
        plan_id row = fast_scale(f, op, scalar, m.args[1]);
        if (f->b->status != ST_OK)
            return PLAN_NONE;
        const struct plan_instr made = *instr(f, row);
        const plan_id mean = multiple(f, &made, row);
        return plan_make_binary(f->b, PL_MATMUL, m.args[0],
                                mean == PLAN_NONE ? row : mean);
    }
    return mean_of(f, i, matrix, scalar);
}

/* ---- differences, quotients, roots ---- */

/* M - ones*colmean(M) */
static plan_id residual(struct fast *f, const struct plan_instr *i)
{
    const struct plan_instr *y = instr(f, i->args[1]);
    if (y->op != PL_MATMUL)
        return PLAN_NONE;
    const struct plan_instr *column = instr(f, y->args[0]);
    const bool is_mean = column->op == PL_FILL && column->cols == 1 &&
                         is_one(column) && is_call(f, y->args[1], FN_COLMEAN) &&
                         instr(f, y->args[1])->args[0] == i->args[0];
    return is_mean ? call(f, FN_RES, i->args[0]) : (plan_id)PLAN_NONE;
}

/* exp(S) over its row sums, which are never 0. */
static plan_id quotient(struct fast *f, const struct plan_instr *i)
{
    const struct plan_instr *y = instr(f, i->args[1]);
    if (!is_call(f, i->args[0], FN_EXP) || y->op != PL_MATMUL)
        return PLAN_NONE;
    const struct plan_instr *row = instr(f, y->args[1]);
    const bool is_softmax = row->op == PL_FILL && row->rows == 1 &&
                            is_one(row) && is_call(f, y->args[0], FN_ROWSUM) &&
                            instr(f, y->args[0])->args[0] == i->args[0];
    return is_softmax ? call(f, FN_SOFTMAX, instr(f, i->args[0])->args[0])
                      : (plan_id)PLAN_NONE;
}

/* The matrix of which one argument is norm1 and the other norminf. */
static plan_id both_norms(const struct fast *f, plan_id x, plan_id y)
{
    if (!is_call(f, x, FN_NORM1) && !is_call(f, y, FN_NORM1))
        return PLAN_NONE;
    if (!is_call(f, x, FN_NORMINF) && !is_call(f, y, FN_NORMINF))
        return PLAN_NONE;
    const plan_id m = instr(f, x)->args[0];
    return m == instr(f, y)->args[0] ? m : (plan_id)PLAN_NONE;
}

static bool is_number_product(const struct plan_instr *i)
{
    return (i->op == PL_SCALE || i->op == PL_DOT_MUL || i->op == PL_MATMUL) &&
           i->rows == 1 && i->cols == 1;
}

/* sqrt(norm1(M) norminf(M)) */
static plan_id root(struct fast *f, const struct plan_instr *i)
{
    const struct plan_instr *x = instr(f, i->args[0]);
    if (!is_number_product(x))
        return PLAN_NONE;
    const plan_id m = both_norms(f, x->args[0], x->args[1]);
    return m == PLAN_NONE ? m : call(f, FN_NORM1INF, m);
}

/* sqrt(norm1(M)) sqrt(norminf(M)) */
static plan_id root_product(struct fast *f, const struct plan_instr *i)
{
    if (!is_number_product(i) || !is_call(f, i->args[0], FN_SQRT) ||
        !is_call(f, i->args[1], FN_SQRT))
        return PLAN_NONE;
    const plan_id m = both_norms(f, instr(f, i->args[0])->args[0],
                                 instr(f, i->args[1])->args[0]);
    return m == PLAN_NONE ? m : call(f, FN_NORM1INF, m);
}

/* ---- all rules ---- */

/* PLAN_NONE: it is spelled as it should be. */
static plan_id respelled(struct fast *f, plan_id id)
{
    const struct plan_instr i = *instr(f, id); /* the list may move */
    plan_id made = PLAN_NONE;
    if (i.op == PL_TRANSPOSE)
        return transpose(f, &i);
    if (i.op == PL_MATMUL)
        made = product(f, &i);
    else if (i.op == PL_SUB)
        made = residual(f, &i);
    else if (i.op == PL_DOT_DIV)
        made = quotient(f, &i);
    else if (i.op == PL_CALL && i.fn == FN_SQRT)
        made = root(f, &i);
    if (made == PLAN_NONE && f->b->status == ST_OK)
        made = root_product(f, &i);
    return made == PLAN_NONE && f->b->status == ST_OK ? multiple(f, &i, id)
                                                      : made;
}

plan_id fast_spell(struct fast *f, plan_id id)
{
    const struct plan_instr i = *instr(f, id);
    plan_id made = fast_remake(f, id, f->spelling);
    if (f->b->status != ST_OK)
        return PLAN_NONE;
    if (i.op == PL_TRANSPOSE && f->uses[i.args[0]] > 1)
        return made; /* turned, its argument would be computed twice */
    const plan_id other = respelled(f, made);
    if (f->b->status != ST_OK)
        return PLAN_NONE;
    made = other == PLAN_NONE ? made : other;
    fast_keep_facts(f, made, id);
    return made;
}
