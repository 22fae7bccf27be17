/* The ratios of kept trials, result by result. */
#include "store/row.h"
#include "store/store.h"

#include <stdlib.h>

struct asked {
    struct database d;
    sqlite3_stmt *selection;
    void (*take)(void *taker, size_t result, const struct store_ratio *ratio);
    void *taker;
};

/* All trials of a link, each row checked against its mark. */
static enum status read_link(struct asked *a, size_t result, int64_t link)
{
    sqlite3_stmt *s = a->selection;
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, link);
    sqlite3_bind_int64(s, 2, 0);
    sqlite3_bind_int64(s, 3, INT64_MAX);
    int sizes = sqlite3_column_count(s) - 2; /* row_columns: sizes, mark */
    bool more = true;
    enum status st = ST_OK;
    while (st == ST_OK && more) {
        struct row row;
        st = database_next(&a->d, s, &more);
        if (st == ST_OK && more)
            st = row_read(&row, &a->d, s);
        if (st != ST_OK || !more || row.admission != ADMISSION_ADMITTED)
            continue;
        const struct store_ratio ratio = {.trial = (uint64_t)row.trial,
                                          .sizes = database_text(s, sizes),
                                          .ratio = row.outcome.ratio};
        if (ratio.ratio.kind != ENCLOSURE_NONE)
            a->take(a->taker, result, &ratio);
    }
    return st;
}

static enum status take_result(void *context, struct database *d,
                               sqlite3_stmt *row)
{
    (void)d;
    return read_link(context, (size_t)sqlite3_column_int64(row, 0),
                     sqlite3_column_int64(row, 1));
}

static enum status read_all(struct asked *a)
{
    return database_each(
        &a->d, take_result, a,
        "SELECT result.id, link.id FROM result "
        "JOIN task ON task.file = result.file AND "
        "  task.theorem = result.theorem AND "
        "  task.case_name = result.case_name "
        "JOIN link ON link.task = task.id AND link.name = result.name "
        "ORDER BY result.id",
        "");
}

enum status store_each_ratio(const char *path,
                             void (*take)(void *taker, size_t result,
                                          const struct store_ratio *ratio),
                             void *taker, char **reason)
{
    struct asked a = {.take = take, .taker = taker};
    enum status st = database_open(&a.d, path, NULL);
    if (st == ST_OK)
        a.selection = row_selection(&a.d);
    if (st == ST_OK)
        st = a.selection ? read_all(&a) : ST_INPUT;
    sqlite3_finalize(a.selection);
    if (st != ST_OK)
        *reason = xstrdup(a.d.reason ? a.d.reason : path);
    database_close(&a.d);
    return st;
}

void store_version(struct buffer *out)
{
    buffer_printf(out, "SQLite %s", sqlite3_libversion());
}
