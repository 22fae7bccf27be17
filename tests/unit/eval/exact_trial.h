/* Statements about given doubles, decided by the exact evaluator. */
#ifndef MAJORANT_TESTS_EXACT_TRIAL_H
#define MAJORANT_TESTS_EXACT_TRIAL_H

#include "eval/exact_internal.h"
#include "plan_fixture.h"

struct trial {
    struct fixture f;
    struct instance x;
    struct exact_run *run;
};

/* All givens' entries, in the order of the slots. */
static inline void fill(struct instance *x, const double *entries)
{
    for (size_t s = 0; s < x->layout->nslots; s++) {
        const struct slot *slot = &x->layout->slots[s];
        value_set_doubles(&x->values[s], slot->rows, slot->cols);
        for (size_t k = 0; k < slot->rows * slot->cols; k++)
            x->values[s].doubles[k] = *entries++;
    }
}

static inline void trial_init(struct trial *t, const char *body,
                              const double *entries)
{
    plan_id *cone;
    size_t count;
    struct plan_link *link;
    fixture_build(&t->f, body, NULL);
    link = &t->f.plan->claims[0].links[0];
    const plan_id roots[] = {link->truth, link->lhs, link->rhs};
    instance_init(&t->x, &t->f.layout);
    fill(&t->x, entries);
    t->run = exact_run_new(t->f.plan);
    plan_cone(&cone, &count, t->f.plan, roots, link->lhs == PLAN_NONE ? 1 : 3);
    exact_run_eval(t->run, &t->x, cone, count);
    free(cone);
}

static inline void trial_clear(struct trial *t)
{
    exact_run_free(t->run);
    instance_clear(&t->x);
    fixture_clear(&t->f);
}

static inline enum truth decide(const char *body, const double *entries)
{
    struct trial t;
    trial_init(&t, body, entries);
    enum truth truth = exact_run_truth(t.run, fixture_link(&t.f)->truth);
    trial_clear(&t);
    return truth;
}

static inline struct enclosure ratio(const char *body, const double *entries)
{
    struct trial t;
    trial_init(&t, body, entries);
    struct enclosure e = exact_run_ratio(t.run, fixture_link(&t.f));
    trial_clear(&t);
    return e;
}

/* Claims about X : real[3, 2], whose entries follow. */
static inline enum truth about(const char *claim, const double *entries)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given X : real[3, 2]; claim c: %s;", claim);
    enum truth truth = decide(body.text, entries);
    buffer_clear(&body);
    return truth;
}

/* Claims about S : real[3, 3]. */
static inline enum truth about_square(const char *claim, const double *entries)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given S : real[3, 3]; claim c: %s;", claim);
    enum truth truth = decide(body.text, entries);
    buffer_clear(&body);
    return truth;
}

/* Claims about x, y : real. */
static inline enum truth about_scalars(const char *claim, double x, double y)
{
    struct buffer body;
    buffer_init(&body);
    buffer_printf(&body, "given x, y : real; claim c: %s;", claim);
    enum truth truth = decide(body.text, (const double[]){x, y});
    buffer_clear(&body);
    return truth;
}

static inline int finish(void **state)
{
    (void)state;
    eval_finish();
    return 0;
}

#endif
