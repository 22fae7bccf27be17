/*
 * Matrices that are walked row by row: their sums, norms, residuals and
 * products with a row hold what balls find, in every variant; and products of
 * matrices of any width.
 */
#include "filter_fixture.h"

#include "base/rng.h"
#include "eval/ball_internal.h"

/* Neither size is a multiple of what is taken at a time. */
static const char body[] =
    "given A : real[99, 101]; given x : real[1, 99]; given y : real[101];"
    "claim c: norm1(A) + norm1inf(A) + normmax(colsum(A)) + normmax(colmean(A))"
    " + normmax(x * A) + normmax(x * A / 3) + norm1inf(res(A))"
    " + normmax(A * y) <= 0;";

_Static_assert(99 * 101 >= FILTER_STREAM, "large enough to be streamed");

static void draw(struct subject *s, uint64_t seed)
{
    struct rng rng = rng_start(seed);
    for (size_t k = 0; k < s->f.layout.nslots; k++) {
        const struct slot *slot = &s->f.layout.slots[k];
        for (size_t i = 0; i < slot->rows * slot->cols; i++)
            subject_slot(s, k)[i] = ldexp(2 * rng_unit(&rng) - 1, (int)(i % 7));
    }
}

/* Row i of the value of `id`: no further from the balls than its radius. */
static void check_row(const struct filter_run *run, size_t lane,
                      const struct ball_run *ball, plan_id id, slong i)
{
    const arb_mat_struct *exact = ball->values[id].m;
    double mid, radius = 0, sum = 0, size = 0;
    arb_t off;
    arb_init(off);
    for (slong j = 0; j < arb_mat_ncols(exact); j++) {
        filter_run_entry(&mid, &radius, run, lane, id, (size_t)i, (size_t)j);
        arb_set_d(off, mid);
        arb_sub(off, off, arb_mat_entry(exact, i, j), 128);
        const double d = arf_get_d(arb_midref(off), ARF_RND_NEAR);
        sum += d * d;
        size += fabs(mid);
    }
    arb_clear(off);
    assert_true(sqrt(sum) <= radius * (1 + 1e-9));
    assert_true(radius <= 1e-9 * (1 + 100 * size)); /* and it says something */
}

static void check_values(struct subject *s, const struct filter_run *run,
                         size_t lane)
{
    struct ball_run *ball = ball_run_new(s->f.plan);
    ball_run_eval(ball, &s->x, 128, s->ids, s->count);
    for (plan_id id = 0; id < s->count; id++) {
        const struct filter_value *v = &run->values[id];
        /* products that another step took over have no value */
        for (uint32_t i = 0; i < v->rows && v->mid; i++)
            check_row(run, lane, ball, id, (slong)i);
    }
    ball_run_free(ball);
}

static void check_variant(const char *text, const struct filter_operations *ops,
                          enum filter_grain grain)
{
    struct subject s;
    const struct instance *x[FILTER_LANES];
    subject_init(&s, text, NULL);
    draw(&s, 3);
    for (size_t l = 0; l < FILTER_LANES; l++)
        x[l] = &s.x;
    struct filter_run *run = filter_run_with(s.f.plan, ops, grain);
    filter_run_eval(run, x, ops->lanes, s.ids, s.count);
    check_values(&s, run, ops->lanes - 1);
    filter_run_free(run);
    subject_clear(&s);
}

static void test_rows_of_large_matrices_are_within_their_radii(void **state)
{
    (void)state;
    const struct filter_operations *ops[FILTER_VARIANTS];
    filter_variants(ops);
    for (size_t k = 0; k < FILTER_VARIANTS && ops[k]; k++) {
        check_variant(body, ops[k], FILTER_ROWS);
        check_variant(body, ops[k], FILTER_WHOLE);
    }
}

/* Columns are taken eight and four at a time, and what is left. */
static void test_products_of_any_width_are_within_their_radii(void **state)
{
    (void)state;
    const struct filter_operations *ops[FILTER_VARIANTS];
    filter_variants(ops);
    for (int cols = 1; cols <= 20; cols++) {
        struct buffer text;
        buffer_init(&text);
        buffer_printf(&text,
                      "given A : real[5, 3]; given B : real[3, %d]; "
                      "claim c: normmax(A * B) <= 0;",
                      cols);
        for (size_t k = 0; k < FILTER_VARIANTS && ops[k]; k++)
            check_variant(text.text, ops[k], FILTER_ROWS);
        buffer_clear(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_large_matrices_are_within_their_radii),
        cmocka_unit_test(test_products_of_any_width_are_within_their_radii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
