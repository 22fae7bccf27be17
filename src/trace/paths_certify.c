/* The values of all terms: balls, at rising precision; or plain doubles. */
#include "trace/paths_internal.h"
#include "trace/trace_internal.h"

#include <stdlib.h>

struct pass {
    const struct paths_job *job;
    struct ball_run *run;
    plan_id *ids;
    size_t *ends; /* by root */
};

static void order(struct pass *p)
{
    const struct plan *plan = p->job->setup.plan;
    setup_order(&p->ids, &p->ends, &p->job->setup, plan->fast_roots, 1,
                plan->nroots);
    ball_run_keep(p->run, plan->fast_roots, plan->nroots);
}

/* ORDER: the roots of paths_job */
static struct trace_number *number_at(struct paths *paths, size_t root)
{
    size_t words = paths->words.count;
    if (root < words)
        return &paths->values[root];
    if (root < words + paths->nrows)
        return &paths->rows[root - words].sum;
    return &paths->whole;
}

void paths_forward(struct paths *paths, const struct paths_job *job)
{
    const struct plan *plan = job->setup.plan;
    const size_t count = plan->nroots;
    struct forward *f = forward_new(&job->setup, plan->roots, 1, count);
    for (size_t k = 0; k < count && !paths->is_stopped; k++) {
        paths->is_stopped =
            !forward_point(f, k, count, &job->question->watch, (int64_t)k + 1);
        if (!paths->is_stopped)
            trace_take_double(number_at(paths, k),
                              forward_value(f, plan->roots[k]), 0);
    }
    paths->is_settled = !paths->is_stopped;
    forward_free(f);
}

static void run_pass(struct paths *paths, const struct pass *p)
{
    const struct plan *plan = p->job->setup.plan;
    const struct trace_watch *watch = &p->job->question->watch;
    const size_t all = p->ends[plan->nroots - 1];
    size_t done = 0;
    ball_run_begin(p->run, &p->job->setup.x, paths->bits, p->ids, all);
    for (size_t k = 0; k < plan->nroots; k++) {
        for (; done < p->ends[k]; done++) {
            paths->is_stopped = trace_is_told_to_stop(watch);
            if (paths->is_stopped)
                return;
            trace_tell(watch, "path", (int64_t)k + 1, done, all);
            ball_run_step(p->run, &p->ids[done], 1);
        }
        trace_read(number_at(paths, k), p->run, plan->fast_roots[k]);
    }
}

/* Values beyond the exponents that are printed have no digits at any bits. */
static bool is_settled(struct paths *paths)
{
    for (size_t k = 0; k < paths->words.count + paths->nrows + 1; k++) {
        const struct trace_number *n = number_at(paths, k);
        if (!n->is_settled)
            return false;
    }
    return true;
}

void paths_certify(struct paths *paths, const struct paths_job *job)
{
    struct pass p = {.job = job, .run = ball_run_new(job->setup.plan)};
    const long cap = setup_cap(&job->setup, job->question->prec_max);
    order(&p);
    paths->bits = cap < TRACE_FIRST_BITS ? cap : TRACE_FIRST_BITS;
    for (;;) {
        run_pass(paths, &p);
        paths->is_settled = !paths->is_stopped && is_settled(paths);
        if (paths->is_settled || paths->is_stopped || paths->bits == cap)
            break;
        paths->bits = 2 * paths->bits < cap ? 2 * paths->bits : cap;
    }
    ball_run_free(p.run);
    free(p.ids);
    free(p.ends);
}
