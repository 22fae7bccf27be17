/*
 * Random statements: what the filter says lies around what the balls say.
 * Every row of every value is within its radius of the row of balls, and no
 * truth contradicts theirs, one instance at a time and eight side by side.
 *
 * MAJORANT_REPEAT=K tries K times as many statements; a failure names the
 * number of the statement and prints it.
 */
#include "plan_fixture.h"

#include "expression_maker.h"
#include "filter_variants.h"

#include "case/property.h"
#include "eval/ball_internal.h"

#include <math.h>

enum { STATEMENTS = 1500, BITS = 256, VARIANTS = 2 * FILTER_VARIANTS };

struct subject {
    struct fixture f;
    struct instance x[FILTER_LANES];
    struct ball_run *balls;
    struct filter_run *filters[VARIANTS]; /* of both grains; or NULL */
    plan_id *ids;
    size_t count;
    const char *body;
    uint64_t number;
};

static uint64_t decided, values; /* by the filter, of all trials */

#define CHECK(condition, s, id, what)                                          \
    do {                                                                       \
        if (!(condition))                                                      \
            fail_msg("statement %llu: %s, instruction %u\n%s",                 \
                     (unsigned long long)(s)->number, what, (unsigned)(id),    \
                     (s)->body);                                               \
    } while (0)

/* ---- instances: of one scale each, now and then an extreme one ---- */

static double make_scale(struct rng *rng)
{
    static const double scales[] = {
        1, 1, 1, 0x1p-3, 16, 1e-3, 1e-40, 1e-80, 1e-130, 1e40, 1e130, 1e-300};
    return scales[rng_below(rng, sizeof scales / sizeof *scales)];
}

static double make_entry(struct rng *rng, double scale)
{
    static const double small[] = {0, 1, -1, 2, 0.5};
    if (rng_below(rng, 8) == 0)
        return scale * small[rng_below(rng, 5)];
    return scale * (2 * rng_unit(rng) - 1);
}

static void fill(struct value *v, size_t rows, size_t cols, struct rng *rng)
{
    const double scale = make_scale(rng);
    const double offset = rng_below(rng, 6) ? 0 : make_entry(rng, 100);
    value_set_doubles(v, rows, cols);
    for (size_t i = 0; i < rows; i++) {
        const bool same = i > 0 && rng_below(rng, 5) == 0;
        for (size_t j = 0; j < cols; j++) {
            double *x = &v->doubles[i * cols + j];
            *x = same ? x[-(ptrdiff_t)cols] : offset + make_entry(rng, scale);
        }
    }
}

static void draw(struct instance *x, struct rng *rng)
{
    const struct layout *layout = x->layout;
    struct range range;
    range_init(&range);
    for (size_t k = 0; k < layout->nslots; k++) {
        const struct slot *slot = &layout->slots[k];
        fill(&x->values[k], slot->rows, slot->cols, rng);
        property_map(&x->values[k], layout->theorem->givens[slot->given].kind,
                     0, &range);
    }
    range_clear(&range);
}

static void make_filters(struct subject *s)
{
    const struct filter_operations *ops[FILTER_VARIANTS];
    filter_variants(ops);
    for (size_t k = 0; k < VARIANTS; k++)
        if (ops[k / 2])
            s->filters[k] = filter_run_with(s->f.plan, ops[k / 2],
                                            k % 2 ? FILTER_WHOLE : FILTER_ROWS);
}

static void subject_init(struct subject *s, const char *body, uint64_t number)
{
    *s = (struct subject){.body = body, .number = number};
    fixture_build(&s->f, body, NULL);
    for (size_t l = 0; l < FILTER_LANES; l++)
        instance_init(&s->x[l], &s->f.layout);
    s->count = s->f.plan->count;
    s->ids = xcalloc(s->count, sizeof *s->ids);
    for (plan_id id = 0; id < s->count; id++)
        s->ids[id] = id;
    s->balls = ball_run_new(s->f.plan);
    make_filters(s);
}

static void subject_clear(struct subject *s)
{
    for (size_t k = 0; k < VARIANTS; k++)
        filter_run_free(s->filters[k]);
    ball_run_free(s->balls);
    free(s->ids);
    for (size_t l = 0; l < FILTER_LANES; l++)
        instance_clear(&s->x[l]);
    fixture_clear(&s->f);
}

/* ---- what is checked ---- */

/* Whether rows first .. end - 1 may be within `radius` of the midpoints. */
static bool is_within(const struct subject *s, const struct filter_run *run,
                      size_t lane, plan_id id, size_t first, size_t end,
                      double radius)
{
    const arb_mat_struct *m = s->balls->values[id].m;
    arb_t sum, t;
    double mid, same;
    arb_init(sum);
    arb_init(t);
    for (size_t i = first; i < end; i++) {
        for (slong j = 0; j < arb_mat_ncols(m); j++) {
            filter_run_entry(&mid, &same, run, lane, id, i, (size_t)j);
            arb_set_d(t, mid);
            arb_sub(t, arb_mat_entry(m, (slong)i, j), t, BITS);
            arb_addmul(sum, t, t, BITS);
        }
    }
    arb_set_d(t, radius);
    arb_mul(t, t, t, BITS);
    const bool within = !arb_gt(sum, t);
    arb_clear(sum);
    arb_clear(t);
    return within;
}

/* All rows together. */
static void check_whole(const struct subject *s, const struct filter_run *run,
                        size_t lane, plan_id id)
{
    const struct filter_value *v = &run->values[id];
    double mid, radius;
    filter_run_entry(&mid, &radius, run, lane, id, 0, 0);
    if (isinf(radius) || isinf(v->radf[lane]))
        return;
    CHECK(is_within(s, run, lane, id, 0, v->rows, v->radf[lane]), s, id,
          "all rows together are outside their radius");
}

static void check_value(const struct subject *s, const struct filter_run *run,
                        size_t lane, plan_id id)
{
    const struct plan_instr *in = &s->f.plan->instrs[id];
    for (size_t i = 0; i < in->rows && in->cols > 0; i++) {
        double mid, radius;
        filter_run_entry(&mid, &radius, run, lane, id, i, 0);
        if (isinf(radius))
            continue;
        CHECK(radius >= 0, s, id, "a radius is negative or NaN");
        CHECK(ball_run_undefined(s->balls, id) != TRUTH_TRUE, s, id,
              "the filter has a value where there is none");
        if (ball_run_undefined(s->balls, id) != TRUTH_FALSE)
            continue;
        CHECK(is_within(s, run, lane, id, i, i + 1, radius), s, id,
              "a row is outside its radius");
        values++;
    }
    if (in->cols > 0 && ball_run_undefined(s->balls, id) == TRUTH_FALSE)
        check_whole(s, run, lane, id);
}

static void check_truth(const struct subject *s, const struct filter_run *run,
                        size_t lane, plan_id id)
{
    const enum truth own = filter_run_truth(run, lane, id);
    const enum truth ball = ball_run_truth(s->balls, id);
    if (own == TRUTH_UNKNOWN)
        return;
    CHECK(ball == TRUTH_UNKNOWN || ball == own, s, id, "truths disagree");
    decided++;
}

static void check_ratio(const struct subject *s, const struct filter_run *run,
                        size_t lane)
{
    const struct plan_link *link = fixture_link(&s->f);
    const struct enclosure own = filter_run_ratio(run, lane, link);
    const struct enclosure ball = ball_run_ratio(s->balls, link);
    if (own.kind == ENCLOSURE_NONE || ball.kind == ENCLOSURE_NONE)
        return;
    CHECK(own.kind == ball.kind && enclosure_compare(&own, &ball) == 0, s,
          link->truth, "ratios are disjoint");
}

static void check_lane(const struct subject *s, const struct filter_run *run,
                       size_t lane)
{
    for (plan_id id = 0; id < s->count; id++) {
        if (s->f.plan->instrs[id].rows > 0)
            check_value(s, run, lane, id);
        else
            check_truth(s, run, lane, id);
    }
    check_ratio(s, run, lane);
}

static void check_instances(struct subject *s, struct rng *rng)
{
    const struct instance *side[FILTER_LANES];
    for (size_t l = 0; l < FILTER_LANES; l++) {
        draw(&s->x[l], rng);
        side[l] = &s->x[l];
    }
    for (size_t k = 0; k < VARIANTS; k++)
        if (s->filters[k] && s->filters[k]->lanes > 1)
            filter_run_eval(s->filters[k], side, FILTER_LANES, s->ids,
                            s->count);
    for (size_t l = 0; l < FILTER_LANES; l++) {
        ball_run_eval(s->balls, &s->x[l], BITS, s->ids, s->count);
        for (size_t k = 0; k < VARIANTS; k++) {
            if (!s->filters[k])
                continue;
            const bool single = s->filters[k]->lanes == 1;
            if (single)
                filter_run_eval(s->filters[k], &side[l], 1, s->ids, s->count);
            check_lane(s, s->filters[k], single ? 0 : l);
        }
    }
}

static void try_statement(uint64_t number)
{
    struct maker k = {.arena = arena_new()};
    struct subject s;
    k.rng = rng_start(rng_key_number(2, number));
    const char *body = make_body(&k, 1 + maker_pick(&k, 3));
    subject_init(&s, body, number);
    check_instances(&s, &k.rng);
    subject_clear(&s);
    arena_free(k.arena);
}

static void test_filter_agrees_with_balls(void **state)
{
    (void)state;
    const char *repeat = getenv("MAJORANT_REPEAT");
    const uint64_t times = repeat ? strtoull(repeat, NULL, 10) : 1;
    decided = values = 0;
    for (uint64_t k = 0; k < STATEMENTS * times; k++)
        try_statement(k);
    assert_true(decided > STATEMENTS);
    assert_true(values > 100 * STATEMENTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_filter_agrees_with_balls),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    eval_finish();
    return failed;
}
