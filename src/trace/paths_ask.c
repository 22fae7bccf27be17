/* From the texts of the command line to a plan of all terms. */
#include "trace/paths_internal.h"
#include "trace/reading.h"

#include <inttypes.h>
#include <stdlib.h>

_Static_assert(WORDS_NONE == LOWER_NO_HEAD, "words are given to lower_word");

static void parse(struct lower_network *net, struct ast_range *ranges,
                  struct reading *r, const struct paths_question *q)
{
    reading_range(&ranges[0], r, "--over", q->layers, "path");
    reading_range(&ranges[1], r, "--heads", q->heads, "path");
    net->layers = &ranges[0];
    net->heads = &ranges[1];
    net->start = reading_expression(r, "--start", q->start);
    net->left = reading_expression(r, "--left", q->left);
    net->right = reading_expression(r, "--right", q->right);
    net->measure = reading_expression(r, "--expr", q->measure);
}

/* ---- words ---- */

struct extent {
    int64_t first, last, lo, hi;
};

static enum status measure_ranges(struct extent *e, const struct setup *setup,
                                  const struct lower_network *net,
                                  struct diag *diag)
{
    enum status st = setup_range(&e->first, &e->last, &net->layer,
                                 net->layers->span, setup, diag);
    if (st == ST_OK)
        st = setup_range(&e->lo, &e->hi, &net->head, net->heads->span, setup,
                         diag);
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
        struct buffer count = buffer_new();
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

static enum status make(struct paths_job *job, struct paths *paths,
                        struct reading *r)
{
    const struct paths_question *q = job->question;
    struct ast_range ranges[2];
    struct extent e = {0};
    struct lower_network net = {.module = q->module,
                                .theorem = spec_theorem(q->spec)};
    parse(&net, ranges, r, q);
    enum status st = r->status;
    if (st == ST_OK)
        st = lower_network(&net, r->diag);
    if (st == ST_OK)
        st = setup_sizes(&job->setup, &paths->origin.sizes, q->spec, q->trial,
                         r->diag);
    if (st == ST_OK)
        st = measure_ranges(&e, &job->setup, &net, r->diag);
    if (st == ST_OK)
        st = choose(paths, &e, q, ranges[0].span, r->diag);
    if (st != ST_OK)
        return st;
    make_rows(paths, &e);
    st = lower(job, paths, &net, &e, r->diag);
    if (st != ST_OK)
        return st;
    const struct plan_curves curves = {.exprs = job->exprs,
                                       .nexprs = job->nexprs};
    return setup_plan(&job->setup, q->spec, q->trial, &curves, r->diag);
}

enum status paths_job_make(struct paths_job *job, struct paths *paths,
                           struct diag *diag)
{
    struct reading r;
    reading_begin(&r);
    enum status st = make(job, paths, &r);
    reading_end(&r, diag);
    return st;
}

void paths_job_clear(struct paths_job *job)
{
    setup_clear(&job->setup);
    free(job->exprs);
}
