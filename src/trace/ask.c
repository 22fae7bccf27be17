/* From the texts of the command line to a plan and an instance. */
#include "trace/reading.h"
#include "trace/trace_internal.h"

/* ---- reading ---- */

/* The curves, then the bounds. */
static void parse(struct lower_curve *curves, struct reading *r,
                  const struct trace_question *q)
{
    for (size_t k = 0; k < q->nexprs + q->nbounds; k++) {
        bool is_bound = k >= q->nexprs;
        curves[k].ast = is_bound ? reading_expression(r, "--bound",
                                                      q->bounds[k - q->nexprs])
                                 : reading_expression(r, "--expr", q->exprs[k]);
        curves[k].may_be_claim = is_bound;
    }
}

static size_t put(struct trace_job *job, const struct expr *e)
{
    job->exprs[job->nexprs] = e;
    return ++job->nexprs;
}

static void put_symbol(struct trace_job *job, const struct symbol *symbol)
{
    for (size_t k = 0; k < job->nsymbols; k++)
        if (job->symbols[k] == symbol)
            return;
    job->symbols[job->nsymbols++] = symbol;
}

static void place(struct trace_job *job, const struct lower_curve *curves)
{
    const struct trace_question *q = job->question;
    const struct theorem *t = spec_theorem(q->spec);
    for (size_t c = 0; c < q->nexprs; c++) {
        const struct lower_curve *e = &curves[c], *b = &curves[q->nexprs + c];
        job->place[c][PART_VALUE] = put(job, e->value);
        job->place[c][PART_LOG10] = put(job, e->log10);
        put_symbol(job, e->index);
        if (c >= q->nbounds)
            continue;
        job->place[c][PART_BOUND] = put(job, b->value);
        job->place[c][PART_BOUND_LOG10] = put(job, b->log10);
        job->place[c][PART_GAP] =
            put(job, lower_difference(q->module, t, b->log10, e->log10));
        put_symbol(job, b->index);
    }
}

size_t job_root(const struct trace_job *job, size_t curve, enum trace_part part,
                size_t point)
{
    size_t k = job->place[curve][part];
    return k == 0 ? SIZE_MAX : (k - 1) * job->points + point;
}

/* ---- the plan ---- */

static enum status build(struct trace_job *job, struct diag *diag)
{
    const struct trace_question *q = job->question;
    const struct plan_curves curves = {.exprs = job->exprs,
                                       .nexprs = job->nexprs,
                                       .symbols = job->symbols,
                                       .nsymbols = job->nsymbols,
                                       .lo = job->lo,
                                       .hi = job->hi};
    enum status st = setup_plan(&job->setup, q->spec, q->trial, &curves, diag);
    if (st == ST_OK)
        job->points = job->setup.plan->nroots / job->nexprs;
    return st;
}

static enum status make(struct trace_job *job, struct trace *trace,
                        struct reading *r)
{
    const struct trace_question *q = job->question;
    struct lower_curve curves[2 * TRACE_MAX_CURVES] = {0};
    struct ast_range over;
    struct index_range range = {0};
    reading_range(&over, r, "--over", q->over, "trace");
    parse(curves, r, q);
    enum status st = r->status;
    if (st == ST_OK)
        st = lower_curves(&range, curves, q->nexprs + q->nbounds, q->module,
                          spec_theorem(q->spec), &over, r->diag);
    if (st != ST_OK)
        return st;
    place(job, curves);
    st = setup_sizes(&job->setup, &trace->origin.sizes, q->spec, q->trial,
                     r->diag);
    if (st == ST_OK)
        st = setup_range(&job->lo, &job->hi, &range, over.span, &job->setup,
                         r->diag);
    if (st != ST_OK)
        return st;
    trace->lo = job->lo;
    trace->index = xstrdup(over.name);
    return build(job, r->diag);
}

enum status job_make(struct trace_job *job, struct trace *trace,
                     const struct trace_question *question, struct diag *diag)
{
    struct reading r;
    *job = (struct trace_job){.question = question};
    reading_begin(&r);
    enum status st = make(job, trace, &r);
    reading_end(&r, diag);
    return st;
}

void job_clear(struct trace_job *job)
{
    setup_clear(&job->setup);
}
