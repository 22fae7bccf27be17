/*
 * Well-typed statements and instances made from the bytes: doubles (as far as
 * they must), the filter, balls at two precisions, exact numbers and the
 * kernel's intervals never contradict one another, in the literal and in the
 * fast form.
 */
#include "fuzz.h"

#include "eval/filter.h"
#include "recheck/run.h"
#include "unit/eval/agreement.h"
#include "unit/eval/expression_maker.h"

enum { MOST_DEPTH = 3, FILTER_LANE = 0 };

/* ---- the two forms ---- */

static void check_forms(const struct subject *s)
{
    const struct plan_link *link = fixture_link(&s->f);
    const plan_id pairs[][2] = {{link->lhs, link->fast_lhs},
                                {link->rhs, link->fast_rhs}};
    CHECK(!contradict(ball_run_truth(s->more, link->truth),
                      ball_run_truth(s->more, link->fast_truth)),
          s, link->truth, "literal and fast form: truth");
    CHECK(!contradict(exact_run_truth(s->exact, link->truth),
                      ball_run_truth(s->few, link->fast_truth)),
          s, link->truth, "exact and fast form: truth");
    for (size_t k = 0; k < 2 && link->lhs != PLAN_NONE; k++)
        if (has_balls(s->more, pairs[k][0]) && has_balls(s->more, pairs[k][1]))
            check_overlaps(s, pairs[k][0], s->more->values[pairs[k][0]].m,
                           s->more->values[pairs[k][1]].m,
                           "literal and fast form: value");
}

/* ---- exact numbers inside balls ---- */

static void check_rationals(const struct subject *s, plan_id id)
{
    const struct exact_matrix *m = &s->exact->values[id];
    fmpq_t q;
    fmpq_init(q);
    for (size_t k = 0; k < m->rows * m->cols; k++)
        if (exact_get_rational(q, s->exact->ring, m->at[k]))
            CHECK(arb_contains_fmpq(arb_mat_entry(s->few->values[id].m,
                                                  (slong)(k / m->cols),
                                                  (slong)(k % m->cols)),
                                    q),
                  s, id, "a rational is outside its ball");
    fmpq_clear(q);
}

static void check_exact_inside(const struct subject *s)
{
    for (plan_id id = 0; id < s->count; id++)
        if (s->f.plan->instrs[id].rows > 0 && has_balls(s->few, id) &&
            exact_run_undefined(s->exact, id) == TRUTH_FALSE)
            check_rationals(s, id);
}

/* ---- the filter ---- */

static void check_filter_entry(const struct subject *s,
                               const struct filter_run *filter, plan_id id,
                               slong i, slong j)
{
    double mid, radius;
    filter_run_entry(&mid, &radius, filter, FILTER_LANE, id, (size_t)i,
                     (size_t)j);
    if (isinf(radius))
        return;
    CHECK(radius >= 0, s, id, "filter: a radius is negative or NaN");
    CHECK(ball_run_undefined(s->more, id) != TRUTH_TRUE, s, id,
          "filter: a value where there is none");
    if (!has_balls(s->more, id))
        return;
    arb_t x;
    arb_init(x);
    arb_set_d(x, mid);
    mag_set_d(arb_radref(x), radius);
    CHECK(arb_overlaps(x, arb_mat_entry(s->more->values[id].m, i, j)), s, id,
          "filter and balls are disjoint");
    arb_clear(x);
}

static void check_filter(const struct subject *s)
{
    const struct instance *x = &s->x;
    struct filter_run *filter = filter_run_new(s->f.plan, 1);
    filter_run_eval(filter, &x, 1, s->ids, s->count);
    for (plan_id id = 0; id < s->count; id++) {
        const struct plan_instr *in = &s->f.plan->instrs[id];
        if (in->rows == 0) {
            const enum truth t = filter_run_truth(filter, FILTER_LANE, id);
            CHECK(!contradict(t, ball_run_truth(s->more, id)), s, id,
                  "filter and balls: truth");
            CHECK(!contradict(t, exact_run_truth(s->exact, id)), s, id,
                  "filter and exact: truth");
        }
        for (slong i = 0; i < (slong)in->rows; i++)
            for (slong j = 0; j < (slong)in->cols; j++)
                check_filter_entry(s, filter, id, i, j);
    }
    filter_run_free(filter);
}

/* ---- the kernel ---- */

/* An expression's intervals beside the balls of the same instruction. */
static void check_intervals(const struct subject *s, struct run *run,
                            const struct expr *e, plan_id id)
{
    const struct kmatrix *a = run_value(run, e);
    if (!a)
        return;
    const enum truth undefined = ball_run_undefined(s->more, id);
    if (a->defined != TRUTH_UNKNOWN && undefined != TRUTH_UNKNOWN)
        CHECK((a->defined == TRUTH_TRUE) == (undefined == TRUTH_FALSE), s, id,
              "kernel and balls: definedness");
    if (a->defined != TRUTH_TRUE || !has_balls(s->more, id))
        return;
    arb_t x;
    arb_init(x);
    for (size_t i = 0; i < a->rows; i++)
        for (size_t j = 0; j < a->cols; j++) {
            const interval_t *y = kmatrix_at(a, i, j);
            arb_set_interval_mpfr(x, y->lo, y->hi, MORE_BITS);
            CHECK(arb_overlaps(x, arb_mat_entry(s->more->values[id].m, (slong)i,
                                                (slong)j)),
                  s, id, "intervals and balls are disjoint");
        }
    arb_clear(x);
}

static void check_kernel(const struct subject *s, long bits)
{
    const struct plan_link *link = fixture_link(&s->f);
    const struct expr *e = s->f.theorem->claims[0].links[0].relation;
    struct run *run = run_new(s->f.theorem, &s->x, bits);
    const enum truth truth = run_truth(run, e);
    CHECK(!contradict(truth, ball_run_truth(s->more, link->truth)), s,
          link->truth, "kernel and balls: truth");
    CHECK(!contradict(truth, ball_run_truth(s->few, link->fast_truth)), s,
          link->truth, "kernel and fast form: truth");
    CHECK(!contradict(truth, exact_run_truth(s->exact, link->truth)), s,
          link->truth, "kernel and exact: truth");
    if (link->lhs != PLAN_NONE) {
        check_intervals(s, run, e->kids[0], link->lhs);
        check_intervals(s, run, e->kids[1], link->rhs);
    }
    run_free(run);
}

/* ---- the target ---- */

static uint64_t key_of(const uint8_t *data, size_t size)
{
    uint64_t key = size;
    for (size_t i = 0; i < size; i++)
        key = rng_key_number(key, data[i]);
    return key;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A failed check outside of a cmocka test is to stop the program. */
    if (setenv("CMOCKA_TEST_ABORT", "1", 1) != 0)
        abort();
    struct maker k = {.arena = arena_new(), .choices = data, .nchoices = size};
    struct subject s;
    k.rng = rng_start(key_of(data, size));
    const char *body = make_body(&k, 1 + maker_pick(&k, MOST_DEPTH));
    subject_init(&s, body, 0, &k.rng);
    check(&s);
    check_closed(&s);
    check_forms(&s);
    check_exact_inside(&s);
    check_filter(&s);
    check_kernel(&s, FEW_BITS);
    check_kernel(&s, MORE_BITS);
    subject_clear(&s);
    arena_free(k.arena);
    return 0;
}
