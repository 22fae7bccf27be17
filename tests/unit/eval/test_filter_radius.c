/*
 * What an operation makes of its arguments' radii: inputs are given radii by
 * hand, then moved by as much, and the results must not move further than
 * theirs.  Rows are moved along random, constant and single-entry directions.
 */
#include "filter_fixture.h"

#include "base/rng.h"
#include "support/plan_maker.h"

/* Four rows at a time, and one more. */
enum { ROWS = 5, COLS = 4, MOVES = 200, ARGS = 2 };

struct probe {
    struct plan_maker *maker;
    plan_id args[ARGS], root;
    size_t nargs;
    struct filter_run *run;
    double values[ARGS][ROWS * COLS];
    size_t sizes[ARGS][2];
    bool is_still[ARGS]; /* this one is exact and not moved */
    const plan_id *cone;
    size_t count;
};

static void evaluate(struct probe *p, double radius)
{
    const struct instance *x = maker_instance(p->maker);
    filter_run_eval(p->run, &x, 1, p->args, p->nargs);
    for (size_t k = 0; k < p->nargs; k++) {
        struct filter_value *v = &p->run->values[p->args[k]];
        if (p->is_still[k])
            continue;
        v->radf[0] = radius * sqrt((double)v->rows) * FILTER_GROW;
        for (size_t i = 0; i < v->parts && v->parts > 1; i++)
            v->rad[i] = radius;
    }
    for (size_t k = 0; k < p->count; k++)
        if (p->run->steps[p->cone[k]].fn)
            p->run->steps[p->cone[k]].fn(&p->run->steps[p->cone[k]]);
}

/* One direction of length 1. */
static void direct(double *d, size_t cols, struct rng *rng)
{
    const size_t kind = (size_t)rng_below(rng, 3);
    const size_t one = (size_t)rng_below(rng, cols);
    const double sign = rng_below(rng, 2) ? 1 : -1;
    double sum = 0;
    for (size_t j = 0; j < cols; j++) {
        d[j] =
            kind == 0 ? 2 * rng_unit(rng) - 1 : sign * (kind == 1 || j == one);
        sum += d[j] * d[j];
    }
    for (size_t j = 0; j < cols; j++)
        d[j] /= sqrt(sum) * (1 + 0x1p-40);
}

static void move(struct probe *p, double radius, struct rng *rng)
{
    double moved[ROWS * COLS], d[ROWS];
    for (size_t k = 0; k < p->nargs; k++) {
        const size_t cols = p->sizes[k][1];
        for (size_t i = 0; i < p->sizes[k][0]; i++) {
            direct(d, cols, rng);
            for (size_t j = 0; j < cols; j++)
                moved[i * cols + j] = p->values[k][i * cols + j] +
                                      (p->is_still[k] ? 0 : radius * d[j]);
        }
        maker_set(p->maker, p->args[k], moved);
    }
}

static void check_moves(struct probe *p, double radius, struct rng *rng)
{
    const struct filter_value *v = &p->run->values[p->root];
    const size_t size = (size_t)v->rows * v->cols;
    double *mid = xcalloc(size, sizeof *mid), rad[ROWS * COLS];
    evaluate(p, radius);
    const double whole = v->radf[0];
    memcpy(mid, v->mid, size * sizeof *mid);
    for (size_t i = 0; i < v->rows; i++)
        rad[i] = v->rad[v->parts == 1 ? 0 : i];
    for (size_t k = 0; k < MOVES; k++) {
        move(p, radius, rng);
        evaluate(p, 0);
        double moved = 0;
        for (size_t i = 0; i < v->rows; i++) {
            double sum = 0;
            for (size_t j = i * v->cols; j < (i + 1) * v->cols; j++)
                sum += (v->mid[j] - mid[j]) * (v->mid[j] - mid[j]);
            assert_true(rad[i] < INFINITY);
            assert_true(sqrt(sum) <=
                        rad[i] + v->rad[v->parts == 1 ? 0 : i] + 1e-14);
            moved += sum;
        }
        assert_true(sqrt(moved) <= whole + v->radf[0] + 1e-14);
    }
    free(mid);
}

static void probe_variant(struct probe *p, const struct filter_operations *ops,
                          enum filter_grain grain, struct rng *rng)
{
    p->run = filter_run_with(maker_plan(p->maker), ops, grain);
    assert_true(filter_run_can_decide(p->run, p->root));
    for (int k = 1; k < 4; k++) {
        for (size_t i = 0; i < p->nargs; i++)
            maker_set(p->maker, p->args[i], p->values[i]);
        check_moves(p, ldexp(1, -4 * k), rng);
    }
    filter_run_free(p->run);
}

static void probe_variants(struct probe *p, struct rng *rng)
{
    const struct filter_operations *ops[FILTER_VARIANTS];
    filter_variants(ops);
    for (size_t k = 0; k < FILTER_VARIANTS; k++) {
        if (!ops[k] || ops[k]->lanes != 1)
            continue;
        probe_variant(p, ops[k], FILTER_ROWS, rng);
        probe_variant(p, ops[k], FILTER_WHOLE, rng);
    }
}

/* No argument is still. */
enum { NONE = ARGS };

/*
 * `in` says the operation; its arguments are one or two of these sizes, of
 * which one may be still; `by`: what the result is divided by, or NULL.
 */
static void probe_quotient(struct plan_instr in, size_t nargs,
                           const size_t sizes[2][2], double least, double most,
                           size_t still, const char *by)
{
    struct probe p = {.maker = plan_maker_new(), .nargs = nargs};
    if (still < nargs)
        p.is_still[still] = true;
    struct rng rng = rng_start(rng_key_number(in.op * 100 + in.fn, 7));
    for (size_t k = 0; k < nargs; k++) {
        memcpy(p.sizes[k], sizes[k], sizeof p.sizes[k]);
        for (size_t e = 0; e < sizes[k][0] * sizes[k][1]; e++)
            p.values[k][e] = least + (most - least) * rng_unit(&rng);
        p.args[k] = make_input(p.maker, (uint32_t)sizes[k][0],
                               (uint32_t)sizes[k][1], p.values[k]);
    }
    p.root = make_instr(p.maker, in, p.args, (uint32_t)nargs);
    if (in.op == PL_POW) {
        const plan_id args[] = {p.args[0], make_number(p.maker, "3")};
        p.root = make_instr(p.maker, in, args, 2);
    } else if (by) {
        in.op = PL_DIVIDE;
        const plan_id args[] = {p.root, make_number(p.maker, by)};
        p.root = make_instr(p.maker, in, args, 2);
    }
    p.cone = maker_cone(p.maker, &p.count);
    probe_variants(&p, &rng);
    plan_maker_free(p.maker);
}

static void probe_part(struct plan_instr in, size_t nargs,
                       const size_t sizes[2][2], double least, double most,
                       size_t still)
{
    probe_quotient(in, nargs, sizes, least, most, still, NULL);
}

static void probe(struct plan_instr in, size_t nargs, const size_t sizes[2][2],
                  double least, double most)
{
    probe_part(in, nargs, sizes, least, most, NONE);
}

static void probe_call(enum function fn, uint32_t rows, uint32_t cols,
                       double least, double most)
{
    const size_t sizes[2][2] = {{ROWS, COLS}};
    const struct plan_instr in = {
        .op = PL_CALL, .fn = fn, .rows = rows, .cols = cols};
    probe(in, 1, sizes, least, most);
}

static void test_functions_move_no_further_than_their_radii(void **state)
{
    (void)state;
    const enum function scalars[] = {
        FN_SUM,     FN_MEAN,     FN_MAX,     FN_MIN,     FN_NORM1,
        FN_NORMINF, FN_NORM1INF, FN_NORMFRO, FN_NORMMAX, FN_DIAMETER};
    const enum function columns[] = {FN_ROWNORM2, FN_ROWSUM, FN_ROWMEAN,
                                     FN_ROWMAX,   FN_ROWMIN, FN_LOGSUMEXP};
    const enum function rows[] = {FN_COLSUM, FN_COLMEAN, FN_COLMAX, FN_COLMIN};
    const enum function same[] = {FN_ABS,  FN_EXP, FN_TANH,
                                  FN_RELU, FN_RES, FN_SOFTMAX};
    for (size_t k = 0; k < sizeof scalars / sizeof *scalars; k++)
        probe_call(scalars[k], 1, 1, -1, 1);
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        probe_call(columns[k], ROWS, 1, -1, 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        probe_call(rows[k], 1, COLS, -1, 1);
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        probe_call(same[k], ROWS, COLS, -1, 1);
    probe_call(FN_SQRT, ROWS, COLS, 0.2, 1);
    probe_call(FN_LOG, ROWS, COLS, 0.2, 1);
    probe_call(FN_NORMALISE, ROWS, COLS, 0.2, 1);
}

static void test_pairs_move_no_further_than_their_radii(void **state)
{
    (void)state;
    const size_t equal[2][2] = {{ROWS, COLS}, {ROWS, COLS}};
    const size_t left[2][2] = {{1, 1}, {ROWS, COLS}};
    const size_t right[2][2] = {{ROWS, COLS}, {1, 1}};
    const enum plan_op ops[] = {PL_ADD, PL_SUB, PL_DOT_MUL, PL_DOT_DIV};
    struct plan_instr in = {.rows = ROWS, .cols = COLS};
    for (size_t k = 0; k < 4; k++) {
        in.op = ops[k];
        probe(in, 2, equal, 0.3, 1);
        if (k >= 2) {
            probe(in, 2, left, 0.3, 1);
            probe(in, 2, right, 0.3, 1);
        }
    }
    in.op = PL_CALL;
    in.fn = FN_MAX2;
    probe(in, 2, left, -1, 1);
    probe(in, 2, equal, -1, 1);
    in.fn = FN_KRON;
    in.rows = in.cols = 4;
    const size_t two[2][2] = {{2, 2}, {2, 2}};
    probe(in, 2, two, -1, 1);
}

static void test_products_move_no_further_than_their_radii(void **state)
{
    (void)state;
    const size_t sizes[2][2] = {{ROWS, COLS}, {COLS, ROWS}};
    const struct plan_instr in = {.op = PL_MATMUL, .rows = ROWS, .cols = ROWS};
    probe(in, 2, sizes, -1, 1);
    const size_t scalar[2][2] = {{1, 1}};
    const struct plan_instr cube = {.op = PL_POW, .rows = 1, .cols = 1};
    probe(cube, 1, scalar, 0.9, 1);
}

/* A quotient of a product is one step; 4 x 4 matrices have one of their own. */
static void test_scaled_products_move_no_further_than_their_radii(void **state)
{
    (void)state;
    const char *const by[] = {NULL, "3", "1/7"};
    for (size_t k = 0; k < 3; k++) {
        const size_t sizes[2][2] = {{ROWS, 3}, {3, ROWS}};
        const size_t four[2][2] = {{ROWS, 4}, {4, 4}};
        const size_t column[2][2] = {{4, 4}, {4, 1}};
        struct plan_instr in = {.op = PL_MATMUL, .rows = ROWS, .cols = ROWS};
        probe_quotient(in, 2, sizes, -1, 1, NONE, by[k]);
        in.cols = 4;
        probe_quotient(in, 2, four, -1, 1, NONE, by[k]);
        in.rows = 4;
        in.cols = 1;
        probe_quotient(in, 2, column, -1, 1, NONE, by[k]);
    }
}

/* Small and large E: the careful way and the plain one. */
static void test_spread_moves_no_further_than_its_radii(void **state)
{
    (void)state;
    const size_t sizes[2][2] = {{ROWS, COLS}, {1, COLS}};
    const struct plan_instr in = {.op = PL_SPREAD, .rows = ROWS, .cols = COLS};
    probe(in, 2, sizes, -0.2, 0.2);
    probe_part(in, 2, sizes, -0.2, 0.2, 0);
    probe_part(in, 2, sizes, -0.2, 0.2, 1);
    probe_part(in, 2, sizes, -1e-4, 1e-4, 1);
    probe(in, 2, sizes, -3, 3);
    probe(in, 2, sizes, -400, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions_move_no_further_than_their_radii),
        cmocka_unit_test(test_pairs_move_no_further_than_their_radii),
        cmocka_unit_test(test_products_move_no_further_than_their_radii),
        cmocka_unit_test(test_scaled_products_move_no_further_than_their_radii),
        cmocka_unit_test(test_spread_moves_no_further_than_its_radii),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
