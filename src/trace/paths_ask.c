/* From the texts of the command line to a plan of all terms. */
#include "lang/parser.h"
#include "trace/paths_internal.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(WORDS_NONE == LOWER_NO_HEAD, "words are given to lower_word");

/* ---- reading ---- */

struct texts {
    struct arena *arena;
    struct diag *diag;
    enum status status;
};

static struct ast_expr *expression(struct texts *t, const char *option,
                                   const char *text)
{
    struct ast_expr *ast = NULL;
    if (parser_expression(&ast, t->arena, trace_source(t->arena, option, text),
                          t->diag) != ST_OK)
        t->status = ST_INPUT;
    return ast;
}

static void range(struct ast_range *out, struct texts *t, const char *option,
                  const char *text)
{
    enum status st = parser_index_range(
        out, t->arena, trace_source(t->arena, option, text), t->diag);
    if (st == ST_OK && out->reversed) {
        diag_error(t->diag, out->span, "the range of a path runs upwards");
        st = ST_INPUT;
    }
    if (st != ST_OK)
        t->status = ST_INPUT;
}

static enum status parse(struct lower_network *net, struct ast_range *ranges,
                         struct arena *arena, const struct paths_question *q,
                         struct diag *diag)
{
    struct texts t = {arena, diag, ST_OK};
    range(&ranges[0], &t, "--over", q->layers);
    range(&ranges[1], &t, "--heads", q->heads);
    net->layers = &ranges[0];
    net->heads = &ranges[1];
    net->start = expression(&t, "--start", q->start);
    net->left = expression(&t, "--left", q->left);
    net->right = expression(&t, "--right", q->right);
    net->measure = expression(&t, "--expr", q->measure);
    return t.status;
}

/* ---- words ---- */

struct extent {
    int64_t first, last, lo, hi;
};

static enum status measure_ranges(struct extent *e, struct paths *paths,
                                  const struct lower_network *net,
                                  const struct paths_question *q,
                                  struct diag *diag)
{
    struct layout layout;
    enum status st =
        trace_sizes(&layout, &paths->sizes, q->spec, q->trial, diag);
    if (st != ST_OK)
        return st;
    st = trace_range(&e->first, &e->last, &net->layer, net->layers->span,
                     &layout, diag);
    if (st == ST_OK)
        st = trace_range(&e->lo, &e->hi, &net->head, net->heads->span, &layout,
                         diag);
    layout_clear(&layout);
    return st;
}

static enum status choose(struct paths *paths, const struct extent *e,
                          const struct paths_question *q, struct span span,
                          struct diag *diag)
{
    uint64_t nlayers = (uint64_t)e->last - (uint64_t)e->first + 1;
    uint64_t nheads = (uint64_t)e->hi - (uint64_t)e->lo + 1;
    if (nlayers <= WORDS_MAX_LAYERS &&
        words_choose(&paths->words, (size_t)nlayers, e->lo, nheads, q->each,
                     spec_seed(q->spec)))
        return ST_OK;
    diag_error(diag, span,
               "%" PRIu64 " layers of %" PRIu64 " with %" PRIu64
               " terms of each length are over the limit (%d, %d, %d in all)",
               nlayers, nheads, q->each, (int)WORDS_MAX_LAYERS,
               (int)WORDS_MAX_HEADS, (int)WORDS_MAX);
    return ST_LIMIT;
}

static void make_rows(struct paths *paths, const struct extent *e)
{
    const struct words *w = &paths->words;
    uint64_t nheads = (uint64_t)e->hi - (uint64_t)e->lo + 1;
    paths->nrows = w->nlayers + 1;
    paths->rows = xcalloc(paths->nrows, sizeof *paths->rows);
    paths->values = xcalloc(w->count + 1, sizeof *paths->values);
    for (size_t i = 0; i < w->count; i++)
        paths->rows[w->lengths[i]].taken++;
    for (size_t k = 0; k < paths->nrows; k++) {
        struct paths_row *row = &paths->rows[k];
        struct buffer count;
        buffer_init(&count);
        words_print_count(&count, w->nlayers, nheads, k);
        row->count = count.text;
        row->has_all = words_count(w->nlayers, nheads, k) == row->taken;
    }
}

static enum status lower(struct paths_job *job, const struct paths *paths,
                         const struct lower_network *net,
                         const struct extent *e, struct diag *diag)
{
    const struct words *w = &paths->words;
    job->exprs = xcalloc(w->count + paths->nrows + 1, sizeof *job->exprs);
    enum status st = ST_OK;
    for (size_t i = 0; i < w->count && st == ST_OK; i++)
        st = lower_word(&job->exprs[job->nexprs++], net, e->first,
                        w->heads + i * w->nlayers, w->nlayers, diag);
    if (st == ST_OK)
        st = lower_word_sums(&job->exprs[job->nexprs], net, e->first,
                             w->nlayers, e->lo, e->hi, diag);
    job->nexprs += paths->nrows + 1;
    return st;
}

/* ---- the plan ---- */

static enum status refuse(struct diag *diag, struct span where, char *reason)
{
    diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    free(reason);
    return ST_INPUT;
}

static enum status build(struct paths_job *job, struct diag *diag)
{
    const struct paths_question *q = job->question;
    struct span where = {0};
    char *reason = NULL, *sizes = NULL;
    enum status st = trace_sizes(&job->layout, &sizes, q->spec, q->trial, diag);
    free(sizes);
    if (st != ST_OK)
        return st;
    instance_init(&job->x, &job->layout);
    st = spec_draw(q->spec, q->trial, &job->x, &where, &reason);
    if (st != ST_OK)
        return refuse(diag, where, reason);
    const struct plan_curves curves = {.exprs = job->exprs,
                                       .nexprs = job->nexprs};
    st = plan_build_values(&job->plan, &job->layout, &curves, job->x.values,
                           &where, &reason);
    return st == ST_OK ? ST_OK : refuse(diag, where, reason);
}

enum status paths_job_make(struct paths_job *job, struct paths *paths,
                           struct diag *diag)
{
    const struct paths_question *q = job->question;
    struct arena *arena = arena_new();
    struct diag *own = diag_new(); /* its places lie in the arena */
    struct ast_range ranges[2];
    struct extent e = {0};
    struct lower_network net = {.module = q->module,
                                .theorem = spec_theorem(q->spec)};
    enum status st = parse(&net, ranges, arena, q, own);
    if (st == ST_OK)
        st = lower_network(&net, own);
    if (st == ST_OK)
        st = measure_ranges(&e, paths, &net, q, own);
    if (st == ST_OK)
        st = choose(paths, &e, q, ranges[0].span, own);
    if (st == ST_OK) {
        make_rows(paths, &e);
        st = lower(job, paths, &net, &e, own);
    }
    if (st == ST_OK)
        st = build(job, own);
    diag_append(diag, own);
    diag_free(own);
    arena_free(arena);
    return st;
}

void paths_job_clear(struct paths_job *job)
{
    if (job->plan)
        plan_free(job->plan);
    if (job->layout.theorem) {
        instance_clear(&job->x);
        layout_clear(&job->layout);
    }
    free(job->exprs);
}
