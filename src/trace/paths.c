#include "trace/paths_internal.h"
#include "trace/rank.h"

#include <inttypes.h>
#include <stdlib.h>

static bool rows_are_settled(const struct paths *paths)
{
    for (size_t k = 0; k < paths->nrows; k++) {
        const struct trace_rank *r = &paths->rows[k].rank;
        if (!r->least.is_settled || !r->median.is_settled ||
            !r->most.is_settled)
            return false;
    }
    return true;
}

static void rank_row(struct paths *paths, size_t length)
{
    const struct words *w = &paths->words;
    LOCAL_FREE const struct trace_number **taken =
        xcalloc(w->count + 1, sizeof *taken);
    size_t n = 0;
    for (size_t i = 0; i < w->count; i++)
        if (w->lengths[i] == length)
            taken[n++] = &paths->values[i];
    rank_make(&paths->rows[length].rank, taken, n);
}

enum status paths_make(struct paths *paths,
                       const struct paths_question *question, struct diag *diag)
{
    LOCAL(paths_job_clear) struct paths_job job = {.question = question};
    *paths =
        (struct paths){.origin = origin_of(question->spec, question->trial),
                       .measure = xstrdup(question->measure)};
    enum status st = paths_job_make(&job, paths, diag);
    if (st == ST_OK) {
        if (question->double_only)
            paths_forward(paths, &job);
        else
            paths_certify(paths, &job);
        for (size_t k = 0; k < paths->nrows && !paths->is_stopped; k++)
            rank_row(paths, k);
        paths->is_settled = paths->is_settled && rows_are_settled(paths);
    }
    return st;
}

void paths_clear(struct paths *paths)
{
    for (size_t k = 0; k < paths->nrows; k++) {
        struct paths_row *row = &paths->rows[k];
        free(row->count);
        rank_clear(&row->rank);
        free(row->sum.text);
    }
    for (size_t i = 0; paths->values && i < paths->words.count; i++)
        free(paths->values[i].text);
    free(paths->values);
    free(paths->rows);
    free(paths->whole.text);
    free(paths->origin.sizes);
    free(paths->measure);
    words_clear(&paths->words);
    *paths = (struct paths){0};
}

void paths_print_word(struct buffer *out, const struct paths *paths,
                      size_t word)
{
    const struct words *w = &paths->words;
    for (size_t i = 0; i < w->nlayers; i++) {
        int64_t head = w->heads[word * w->nlayers + i];
        buffer_add(out, i ? "." : "");
        if (head == WORDS_NONE)
            buffer_add_char(out, '-');
        else
            buffer_printf(out, "%" PRId64, head);
    }
}
