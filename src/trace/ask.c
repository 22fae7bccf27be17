/* From the texts of the command line to a plan and an instance. */
#include "lang/parser.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct source *trace_source(struct arena *arena, const char *name,
                            const char *text)
{
    return source_from_text(arena, name, text, strlen(text));
}

/* ---- reading ---- */

/* The curves, then the bounds. */
static enum status parse(struct ast_range *over, struct lower_curve *curves,
                         struct arena *arena, const struct trace_question *q,
                         struct diag *diag)
{
    enum status st = parser_index_range(
        over, arena, trace_source(arena, "--over", q->over), diag);
    if (st == ST_OK && over->reversed) {
        diag_error(diag, over->span, "the range of a trace runs upwards");
        st = ST_INPUT;
    }
    for (size_t k = 0; k < q->nexprs + q->nbounds; k++) {
        bool is_bound = k >= q->nexprs;
        const char *text = is_bound ? q->bounds[k - q->nexprs] : q->exprs[k];
        struct ast_expr *ast = NULL;
        if (parser_expression(
                &ast, arena,
                trace_source(arena, is_bound ? "--bound" : "--expr", text),
                diag) != ST_OK)
            st = ST_INPUT;
        curves[k].ast = ast;
        curves[k].may_be_claim = is_bound;
    }
    return st;
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

/* ---- sizes ---- */

static enum status refuse(struct diag *diag, struct span where, char *reason)
{
    diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    free(reason);
    return ST_INPUT;
}

enum status trace_sizes(struct layout *layout, char **sizes,
                        const struct spec *spec, uint64_t trial,
                        struct diag *diag)
{
    const struct theorem *t = spec_theorem(spec);
    int64_t *dims = xcalloc(t->ndims + 1, sizeof *dims);
    char *reason = NULL;
    struct buffer text;
    spec_draw_dims(spec, trial, dims);
    enum status st = layout_init(layout, t, dims, &reason);
    buffer_init(&text);
    for (size_t k = 0; k < t->ndims; k++)
        buffer_printf(&text, "%s%s = %" PRId64, k ? ", " : "", t->dims[k]->name,
                      dims[k]);
    *sizes = xstrdup(text.text ? text.text : "");
    buffer_clear(&text);
    free(dims);
    if (st != ST_OK) {
        layout->theorem = NULL;
        return refuse(diag, spec_span(spec), reason);
    }
    spec_draw_ints(spec, trial, layout);
    return ST_OK;
}

static enum status set_sizes(struct trace_job *job, struct trace *trace,
                             struct diag *diag)
{
    const struct trace_question *q = job->question;
    enum status st =
        trace_sizes(&job->layout, &trace->sizes, q->spec, q->trial, diag);
    if (st == ST_OK)
        instance_init(&job->x, &job->layout);
    return st;
}

enum status trace_range(int64_t *lo, int64_t *hi,
                        const struct index_range *range, struct span span,
                        const struct layout *layout, struct diag *diag)
{
    if (closed_int(lo, range->lo, &layout->env) != ST_OK ||
        closed_int(hi, range->hi, &layout->env) != ST_OK) {
        diag_error(diag, span, "the ends of the range are no integers");
        return ST_INPUT;
    }
    if (*lo > *hi) {
        diag_error(diag, span, "the range %" PRId64 "..%" PRId64 " is empty",
                   *lo, *hi);
        return ST_INPUT;
    }
    return ST_OK;
}

static enum status set_range(struct trace_job *job, struct trace *trace,
                             const struct ast_range *over,
                             const struct index_range *range, struct diag *diag)
{
    enum status st =
        trace_range(&job->lo, &job->hi, range, over->span, &job->layout, diag);
    trace->lo = job->lo;
    trace->index = xstrdup(over->name);
    return st;
}

static enum status build(struct trace_job *job, struct diag *diag)
{
    const struct trace_question *q = job->question;
    struct span where = {0};
    char *reason = NULL;
    enum status st = spec_draw(q->spec, q->trial, &job->x, &where, &reason);
    if (st != ST_OK)
        return refuse(diag, where, reason);
    const struct plan_curves curves = {.exprs = job->exprs,
                                       .nexprs = job->nexprs,
                                       .symbols = job->symbols,
                                       .nsymbols = job->nsymbols,
                                       .lo = job->lo,
                                       .hi = job->hi};
    st = plan_build_values(&job->plan, &job->layout, &curves, job->x.values,
                           &where, &reason);
    if (st != ST_OK)
        return refuse(diag, where, reason);
    job->points = job->plan->nroots / job->nexprs;
    return ST_OK;
}

enum status job_make(struct trace_job *job, struct trace *trace,
                     const struct trace_question *question, struct diag *diag)
{
    struct arena *arena = arena_new();
    struct diag *own = diag_new(); /* its places lie in the arena */
    struct lower_curve curves[2 * TRACE_MAX_CURVES] = {0};
    struct ast_range over;
    struct index_range range = {0};
    *job = (struct trace_job){.question = question};
    enum status st = parse(&over, curves, arena, question, own);
    if (st == ST_OK)
        st = lower_curves(&range, curves, question->nexprs + question->nbounds,
                          question->module, spec_theorem(question->spec), &over,
                          own);
    if (st == ST_OK) {
        place(job, curves);
        st = set_sizes(job, trace, own);
    }
    if (st == ST_OK)
        st = set_range(job, trace, &over, &range, own);
    if (st == ST_OK)
        st = build(job, own);
    diag_append(diag, own);
    diag_free(own);
    arena_free(arena);
    return st;
}

void job_clear(struct trace_job *job)
{
    if (job->plan)
        plan_free(job->plan);
    if (job->layout.theorem) {
        instance_clear(&job->x);
        layout_clear(&job->layout);
    }
}
