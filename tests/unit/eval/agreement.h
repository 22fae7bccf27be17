/*
 * One random statement on one instance: balls at two precisions, the exact
 * evaluator, the rational interpreter, the facts of the plan and the plain
 * doubles never contradict one another, in the literal and the fast form.
 * A contradiction fails the test that runs.
 */
#ifndef MAJORANT_TESTS_AGREEMENT_H
#define MAJORANT_TESTS_AGREEMENT_H

#include "plan_fixture.h"

#include "base/rng.h"
#include "case/property.h"
#include "eval/ball_internal.h"
#include "eval/exact_internal.h"
#include "eval/linalg.h"

#include <math.h>

enum { FEW_BITS = 128, MORE_BITS = 512 };

/* One statement with its evaluations. */
struct subject {
    struct fixture f;
    struct instance x;
    struct ball_run *few, *more;
    struct exact_run *exact;
    struct double_run *doubles;
    plan_id *ids; /* all instructions */
    size_t count;
    const char *body;
    uint64_t number;
};

#define CHECK(condition, s, id, what)                                          \
    do {                                                                       \
        if (!(condition))                                                      \
            fail_msg("statement %llu: %s, instruction %u\n%s",                 \
                     (unsigned long long)(s)->number, what, (unsigned)(id),    \
                     (s)->body);                                               \
    } while (0)

/* ---- instances ---- */

static inline void set_entry(rational_t *out, struct rng *rng)
{
    static const int small[] = {0, 0, 1, -1, 2, -2, 3, 1, 0, -3};
    static const unsigned over[] = {1, 1, 1, 2, 3, 4};
    mpq_set_si(out->q, small[rng_below(rng, 10)], over[rng_below(rng, 6)]);
    mpq_canonicalize(out->q);
}

static inline void fill(struct value *v, size_t rows, size_t cols,
                        struct rng *rng)
{
    value_set_rationals(v, rows, cols);
    for (size_t i = 0; i < rows; i++) {
        bool same = i > 0 && rng_below(rng, 4) == 0;
        for (size_t j = 0; j < cols; j++) {
            rational_t *x = &v->rationals[i * cols + j];
            if (same)
                mpq_set(x->q, v->rationals[(i - 1) * cols + j].q);
            else
                set_entry(x, rng);
        }
    }
    if (rng_below(rng, 2))
        value_simplify(v);
}

static inline void draw(struct instance *x, struct rng *rng)
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

static inline void subject_init(struct subject *s, const char *body,
                                uint64_t number, struct rng *rng)
{
    *s = (struct subject){.body = body, .number = number};
    fixture_build(&s->f, body, NULL);
    instance_init(&s->x, &s->f.layout);
    draw(&s->x, rng);
    s->count = s->f.plan->count;
    s->ids = xcalloc(s->count, sizeof *s->ids);
    for (plan_id id = 0; id < s->count; id++)
        s->ids[id] = id;
    s->few = ball_run_new(s->f.plan);
    s->more = ball_run_new(s->f.plan);
    s->exact = exact_run_new(s->f.plan);
    s->doubles = double_run_new(s->f.plan);
    ball_run_eval(s->few, &s->x, FEW_BITS, s->ids, s->count);
    ball_run_eval(s->more, &s->x, MORE_BITS, s->ids, s->count);
    exact_run_eval(s->exact, &s->x, s->ids, s->count);
    double_run_eval(s->doubles, &s->x, s->ids, s->count);
}

static inline void subject_clear(struct subject *s)
{
    double_run_free(s->doubles);
    exact_run_free(s->exact);
    ball_run_free(s->more);
    ball_run_free(s->few);
    free(s->ids);
    instance_clear(&s->x);
    fixture_clear(&s->f);
}

/* ---- truths and definedness ---- */

static inline bool contradict(enum truth a, enum truth b)
{
    return a != TRUTH_UNKNOWN && b != TRUTH_UNKNOWN && a != b;
}

static inline void check_states(const struct subject *s, plan_id id)
{
    const enum truth few = ball_run_undefined(s->few, id);
    const enum truth more = ball_run_undefined(s->more, id);
    const enum truth exact = exact_run_undefined(s->exact, id);
    if (s->f.plan->instrs[id].facts & PLAN_TOTAL)
        CHECK(few != TRUTH_TRUE && more != TRUTH_TRUE && exact != TRUTH_TRUE, s,
              id, "the fact that it has a value is wrong");
    CHECK(!contradict(few, more), s, id, "balls disagree on definedness");
    CHECK(!contradict(few, exact), s, id, "few bits and exact: definedness");
    CHECK(!contradict(more, exact), s, id, "more bits and exact: definedness");
}

static inline void check_truths(const struct subject *s, plan_id id)
{
    const enum truth few = ball_run_truth(s->few, id);
    const enum truth more = ball_run_truth(s->more, id);
    const enum truth exact = exact_run_truth(s->exact, id);
    CHECK(!contradict(few, more), s, id, "balls disagree on a truth");
    CHECK(!contradict(few, exact), s, id, "few bits and exact: truth");
    CHECK(!contradict(more, exact), s, id, "more bits and exact: truth");
}

/* ---- values ---- */

static inline bool has_balls(const struct ball_run *run, plan_id id)
{
    return ball_run_undefined(run, id) == TRUTH_FALSE;
}

static inline void check_overlaps(const struct subject *s, plan_id id,
                                  const arb_mat_t a, const arb_mat_t b,
                                  const char *what)
{
    for (slong i = 0; i < arb_mat_nrows(a); i++)
        for (slong j = 0; j < arb_mat_ncols(a); j++)
            CHECK(arb_overlaps(arb_mat_entry(a, i, j), arb_mat_entry(b, i, j)),
                  s, id, what);
}

/* What the facts say of a value known by balls to which none was applied. */
static inline void check_facts(const struct subject *s, plan_id id,
                               const arb_mat_t a)
{
    const unsigned facts = s->f.plan->instrs[id].facts;
    arb_mat_t t;
    arb_t sum;
    arb_init(sum);
    arb_mat_init(t, arb_mat_ncols(a), arb_mat_nrows(a));
    arb_mat_transpose(t, a);
    if (facts & PLAN_SYMMETRIC)
        check_overlaps(s, id, a, t, "the fact of symmetry is wrong");
    if (facts & PLAN_SEMIDEFINITE)
        CHECK(linalg_is_psd(a, MORE_BITS) != TRUTH_FALSE, s, id,
              "the fact of semidefiniteness is wrong");
    for (slong i = 0; i < arb_mat_nrows(a); i++) {
        arb_zero(sum);
        for (slong j = 0; j < arb_mat_ncols(a); j++) {
            if (facts & PLAN_NONZERO)
                CHECK(!arb_is_zero(arb_mat_entry(a, i, j)), s, id,
                      "the fact that no entry is 0 is wrong");
            arb_add(sum, sum, arb_mat_entry(a, i, j), MORE_BITS);
            if (facts & PLAN_NONNEGATIVE)
                CHECK(!arb_is_negative(arb_mat_entry(a, i, j)), s, id,
                      "the fact of nonnegativity is wrong");
        }
        if (facts & PLAN_STOCHASTIC)
            CHECK(arb_contains_si(sum, 1), s, id, "the row sums are not 1");
    }
    arb_mat_clear(t);
    arb_clear(sum);
}

static inline void check_exact_value(const struct subject *s, plan_id id)
{
    const struct exact_matrix *m = &s->exact->values[id];
    if (exact_run_undefined(s->exact, id) != TRUTH_FALSE)
        return;
    arb_mat_t a;
    arb_mat_init(a, (slong)m->rows, (slong)m->cols);
    for (size_t k = 0; k < m->rows * m->cols; k++)
        exact_ball(arb_mat_entry(a, (slong)(k / m->cols), (slong)(k % m->cols)),
                   s->exact->ring, m->at[k], MORE_BITS);
    check_facts(s, id, a);
    if (has_balls(s->few, id))
        check_overlaps(s, id, a, s->few->values[id].m,
                       "few bits and exact: value");
    if (has_balls(s->more, id))
        check_overlaps(s, id, a, s->more->values[id].m,
                       "more bits and exact: value");
    arb_mat_clear(a);
}

/*
 * ---- doubles: one operation on values that doubles hold exactly ----
 * Inverses may be ill conditioned even so.
 */

static inline bool is_held_exactly(const struct subject *s, plan_id id)
{
    const struct plan_instr *in = &s->f.plan->instrs[id];
    const double *d = double_run_value(s->doubles, id);
    if (in->rows == 0 || !has_balls(s->more, id))
        return false;
    for (uint32_t k = 0; k < in->rows * in->cols; k++) {
        arb_srcptr x =
            arb_mat_entry(s->more->values[id].m, (slong)(k / in->cols),
                          (slong)(k % in->cols));
        if (!arb_is_exact(x) || !arf_equal_d(arb_midref(x), d[k]) ||
            fabs(d[k]) > 1e6)
            return false;
    }
    return true;
}

static inline void check_double(const struct subject *s, plan_id id)
{
    const struct plan_instr *in = &s->f.plan->instrs[id];
    const double *d = double_run_value(s->doubles, id);
    bool exact_args = has_balls(s->more, id) && in->op != PL_SELECT &&
                      in->fn != FN_LAMBERTW && in->fn != FN_INV;
    for (uint32_t k = 0; k < in->nargs && exact_args; k++)
        exact_args = is_held_exactly(s, in->args[k]);
    for (uint32_t k = 0; exact_args && k < in->rows * in->cols; k++) {
        arb_srcptr x =
            arb_mat_entry(s->more->values[id].m, (slong)(k / in->cols),
                          (slong)(k % in->cols));
        const double mid = arf_get_d(arb_midref(x), ARF_RND_NEAR);
        const double size = fabs(mid);
        if (!(mag_get_d(arb_radref(x)) < 1e-9 * (1 + size)) || size > 1e200)
            continue;
        CHECK(fabs(d[k] - mid) <= 1e-6 * (1 + size), s, id,
              "doubles are far away");
    }
}

/* ---- the rational interpreter, on what is closed ---- */

static inline void check_closed_value(const struct subject *s, plan_id id,
                                      const struct expr *e)
{
    struct rmatrix m;
    const enum status st = closed_matrix(&m, e, &s->f.layout.env, NULL);
    if (st == ST_DOMAIN)
        CHECK(!has_balls(s->more, id), s, id, "closed says it is undefined");
    if (st != ST_OK)
        return;
    const bool is_undefined = ball_run_undefined(s->more, id) == TRUTH_TRUE;
    arb_mat_t a;
    arb_mat_init(a, (slong)m.rows, (slong)m.cols);
    for (size_t k = 0; k < m.rows * m.cols; k++)
        ball_set_rational(
            arb_mat_entry(a, (slong)(k / m.cols), (slong)(k % m.cols)),
            &m.entries[k], MORE_BITS);
    rmatrix_clear(&m);
    CHECK(!is_undefined, s, id, "closed says it is defined");
    if (has_balls(s->more, id))
        check_overlaps(s, id, a, s->more->values[id].m, "closed: value");
    arb_mat_clear(a);
}

static inline void check_closed(const struct subject *s)
{
    const struct plan_link *link = fixture_link(&s->f);
    const struct expr *e = s->f.theorem->claims[0].links[0].relation;
    const enum truth truth = ball_run_truth(s->more, link->truth);
    bool holds;
    if (closed_truth(&holds, e, &s->f.layout.env) == ST_OK)
        CHECK(!contradict(truth, holds ? TRUTH_TRUE : TRUTH_FALSE), s,
              link->truth, "closed: truth");
    if (link->lhs == PLAN_NONE)
        return;
    check_closed_value(s, link->lhs, e->kids[0]);
    check_closed_value(s, link->rhs, e->kids[1]);
}

/* ---- all of it ---- */

static inline void check(const struct subject *s)
{
    for (plan_id id = 0; id < s->count; id++) {
        const struct plan_instr *in = &s->f.plan->instrs[id];
        check_states(s, id);
        if (in->rows == 0) {
            check_truths(s, id);
            continue;
        }
        if (has_balls(s->few, id) && has_balls(s->more, id))
            check_overlaps(s, id, s->few->values[id].m, s->more->values[id].m,
                           "balls are disjoint");
        check_exact_value(s, id);
        check_double(s, id);
    }
}

#endif
