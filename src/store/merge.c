#include "store/store.h"

#include "base/ceiling.h"
#include "base/folder.h"
#include "base/temporary.h"
#include "store/identity.h"
#include "store/mark.h"
#include "store/schema.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS_BETWEEN = 100000 }; /* of its machine, each far under 1 us */

struct merge {
    struct database d;        /* the new one */
    struct identity identity; /* that of the first input */
    char *uri;                /* of the input at hand, for SQLite */
    const char *const *inputs;
    size_t count;
};

/* Opened, checked, recovered and closed: what is attached then is sound. */
static enum status inspect(struct merge *m, const char *path)
{
    struct database d;
    LOCAL(identity_clear) struct identity identity = {0};
    enum status st = database_open(&d, path, NULL);
    if (st == ST_OK && !d.is_fixed)
        st = database_run(&d, "PRAGMA wal_checkpoint(TRUNCATE)");
    if (st == ST_OK)
        st = mark_check(&d, MARK_RUN);
    if (st == ST_OK)
        st = identity_read(&identity, &d);
    if (st == ST_OK && m->identity.count == 0) {
        m->identity = identity;
        identity = (struct identity){0};
    } else if (st == ST_OK) {
        st = identity_match(&d, &identity, &m->identity);
    }
    if (st != ST_OK && !m->d.reason)
        m->d.reason = xstrdup(d.reason ? d.reason : path);
    free(m->uri);
    m->uri = d.uri;
    d.uri = NULL;
    database_close(&d);
    return st;
}

/* A trial that both have, otherwise. */
static enum status tell_conflict(void *context, struct database *d,
                                 sqlite3_stmt *row)
{
    const char *path = context;
    d->reason = buffer_text("%s: trial %lld of %s (theorem %s, case %s) came "
                            "out otherwise than in an earlier store",
                            path, (long long)sqlite3_column_int64(row, 3),
                            database_text(row, 1), database_text(row, 0),
                            database_text(row, 2));
    return ST_INPUT;
}

static enum status find_conflict(struct merge *m, const char *path)
{
    return database_each(&m->d, tell_conflict, (void *)path,
                         "SELECT theorem, name, case_name, a.trial "
                         "FROM other.trial AS b JOIN main.trial AS a "
                         "ON a.link = b.link AND a.trial = b.trial "
                         "JOIN main.link ON link.id = a.link "
                         "JOIN main.task ON task.id = link.task "
                         "WHERE a.mark <> b.mark ORDER BY a.link, a.trial "
                         "LIMIT 1",
                         "");
}

static enum status copy(struct merge *m, const char *path, bool is_first)
{
    enum status st = ST_OK;
    if (is_first) {
        st = database_run(
            &m->d, "INSERT INTO main.identity SELECT * FROM other.identity;"
                   "INSERT INTO main.statement SELECT * FROM other.statement;"
                   "INSERT INTO main.task SELECT * FROM other.task;"
                   "INSERT INTO main.link SELECT * FROM other.link");
        if (st == ST_OK)
            st = mark_write(&m->d, MARK_RUN);
    } else {
        st = find_conflict(m, path);
    }
    if (st == ST_OK)
        st = database_run(&m->d, "INSERT OR IGNORE INTO main.trial "
                                 "SELECT * FROM other.trial");
    return st;
}

/* Asked by SQLite in between: whether the statement is to be cut short. */
static int is_over(void *nothing)
{
    (void)nothing;
    return ceiling_met() != CEILING_NONE;
}

static enum status add(struct merge *m, size_t i)
{
    const char *path = m->inputs[i];
    ceiling_pass();
    enum status st = inspect(m, path);
    m->d.attached = path;
    if (st == ST_OK &&
        (database_do(&m->d, "ATTACH ?1 AS other", "t", m->uri) != ST_OK ||
         database_run(&m->d, "BEGIN") != ST_OK ||
         copy(m, path, i == 0) != ST_OK))
        st = ST_INPUT;
    if (ceiling_met() != CEILING_NONE)
        ceiling_pass(); /* the file without a name goes with the program */
    if (st == ST_OK)
        st = database_run(&m->d, "COMMIT; DETACH other");
    m->d.attached = NULL;
    return st;
}

/* What stands at the output is an older store that nobody uses, or nothing. */
static enum status check_output(struct merge *m, const char *output)
{
    struct database d;
    if (access(output, F_OK) != 0)
        return ST_OK;
    enum status st = database_open(&d, output, NULL);
    if (st != ST_OK && !m->d.reason)
        m->d.reason = xstrdup(d.reason ? d.reason : output);
    database_close(&d); /* takes its log with it */
    return st;
}

static enum status merge_all(struct merge *m, const char *temporary,
                             const char *output, uint64_t *kept, uint64_t *all)
{
    free(m->d.path);
    enum status st = database_open_as(&m->d, temporary, output, schema_create);
    if (st == ST_OK)
        sqlite3_progress_handler(m->d.db, STEPS_BETWEEN, is_over, NULL);
    for (size_t i = 0; i < m->count && st == ST_OK; i++)
        st = add(m, i);
    if (st == ST_OK)
        st = schema_coverage(&m->d, kept, all);
    /* What closing would write back later could fail unseen. */
    return st == ST_OK ? database_run(&m->d, "PRAGMA wal_checkpoint(TRUNCATE)")
                       : st;
}

/* mkstemp gives 0600; the usual permissions instead. */
static void set_mode(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
    close(fd);
}

enum status store_merge(const char *output, const char *const *inputs,
                        size_t count, uint64_t *kept, uint64_t *all,
                        char **reason)
{
    struct merge m = {.inputs = inputs, .count = count};
    char temporary[PATH_MAX];
    m.d.path = xstrdup(output);
    LOCAL_FREE char *goal = folder_target(output); /* through a link */
    enum status st = check_output(&m, output);
    int fd = st == ST_OK && goal
                 ? temporary_open(temporary, sizeof temporary, goal)
                 : -1;
    if (st == ST_OK && fd < 0)
        st = database_fault(&m.d, "cannot be written: %s", strerror(errno));
    if (st == ST_OK) {
        set_mode(fd);
        st = merge_all(&m, temporary, output, kept, all);
    }
    char *why = m.d.reason ? xstrdup(m.d.reason) : NULL;
    database_close(&m.d);
    if (st == ST_OK && !temporary_rename(goal)) {
        st = ST_INPUT;
        why = xstrdup(strerror(errno));
    }
    temporary_remove();
    *reason = st == ST_OK ? NULL : why ? why : xstrdup(output);
    if (st == ST_OK)
        free(why);
    identity_clear(&m.identity);
    free(m.uri);
    return st;
}
