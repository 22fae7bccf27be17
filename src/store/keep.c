#include "store/store.h"

#include "store/identity.h"
#include "store/keep.h"
#include "store/mark.h"
#include "store/row.h"
#include "store/schema.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- tasks and links ---- */

/* The statement's hash; its text is kept once. */
static enum status put_statement(struct database *d, const char *text,
                                 char hash[IDENTITY_HASH_CHARS + 1])
{
    identity_hash(hash, text);
    return database_do(
        d, "INSERT OR IGNORE INTO statement(hash, text) VALUES(?1, ?2)", "tt",
        hash, text);
}

static enum status put_link(struct store *store, const struct spec *spec,
                            const struct claim *claim, size_t place,
                            size_t task)
{
    char hash[IDENTITY_HASH_CHARS + 1];
    LOCAL_BUFFER text = buffer_new();
    module_statement(&text, spec_module(spec), spec_theorem(spec), claim);
    enum status st = put_statement(&store->d, text.text, hash);
    buffer_reset(&text);
    buffer_add(&text, claim->name);
    if (claim->nlinks > 1)
        buffer_printf(&text, "#%zu", place + 1);
    if (st == ST_OK)
        st = database_do(&store->d,
                         "INSERT INTO link VALUES((SELECT count(*) FROM link), "
                         "?1, ?2, ?3, ?4, ?5)",
                         "ititt", (int64_t)task, claim->name, (int64_t)place,
                         text.text, hash);
    return st;
}

static enum status put_links(struct store *store, const struct store_task *task,
                             size_t id)
{
    const struct theorem *t = spec_theorem(task->spec);
    enum status st = ST_OK;
    for (size_t i = 0; i < t->nclaims; i++)
        for (size_t k = 0;
             task->wanted[i] && k < t->claims[i].nlinks && st == ST_OK; k++)
            st = put_link(store, task->spec, &t->claims[i], k, id);
    return st;
}

static enum status put_task(struct store *store, const struct store_task *task,
                            size_t id)
{
    const struct spec *spec = task->spec;
    const struct theorem *t = spec_theorem(spec);
    char hash[IDENTITY_HASH_CHARS + 1];
    LOCAL_BUFFER text = buffer_new();
    module_statements(&text, spec_module(spec), t);
    enum status st = put_statement(&store->d, text.text, hash);
    buffer_reset(&text);
    identity_case_text(&text, spec);
    if (st == ST_OK)
        st = database_do(
            &store->d,
            "INSERT INTO task VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            "ittttiiit", (int64_t)id, t->source->path, t->name, spec_name(spec),
            text.text, (int64_t)spec_seed(spec), (int64_t)spec_trials(spec),
            (int64_t)store->tasks[id].nlinks, hash);
    return st == ST_OK ? put_links(store, task, id) : st;
}

static enum status put_tasks(struct store *store, const struct store_plan *plan)
{
    enum status st = ST_OK;
    for (size_t i = 0; i < plan->ntasks && st == ST_OK; i++)
        st = put_task(store, &plan->tasks[i], i);
    return st;
}

/* What is open becomes permanent. */
static enum status commit(struct store *store)
{
    if (!store->is_open)
        return ST_OK;
    store->is_open = false;
    store->committed = now();
    return database_run(&store->d, "COMMIT");
}

/* ---- opening ---- */

static void take_tasks(struct store *store, const struct store_plan *plan)
{
    int64_t next = 0;
    store->ntasks = plan->ntasks;
    store->tasks = xcalloc(plan->ntasks, sizeof *store->tasks);
    for (size_t i = 0; i < plan->ntasks; i++) {
        const struct spec *spec = plan->tasks[i].spec;
        const struct theorem *t = spec_theorem(spec);
        struct kept_task *task = &store->tasks[i];
        *task = (struct kept_task){
            .spec = spec, .first_link = next, .trials = spec_trials(spec)};
        for (size_t k = 0; k < t->nclaims; k++)
            if (plan->tasks[i].wanted[k])
                task->nlinks += t->claims[k].nlinks;
        next += (int64_t)task->nlinks;
    }
}

/* Writes the identity of a new store; that of an older one must match. */
static enum status settle_identity(struct store *store,
                                   const struct store_plan *plan)
{
    LOCAL(identity_clear) struct identity own = {0}, there = {0};
    struct database *d = &store->d;
    identity_of_plan(&own, plan);
    if (mark_check(d, MARK_RUN) != ST_OK || identity_read(&there, d) != ST_OK)
        return ST_INPUT;
    if (there.count > 0)
        return identity_match(d, &there, &own);
    return database_run(d, "BEGIN IMMEDIATE") == ST_OK &&
                   identity_write(&own, d) == ST_OK &&
                   put_tasks(store, plan) == ST_OK &&
                   mark_write(d, MARK_RUN) == ST_OK
               ? database_run(d, "COMMIT")
               : ST_INPUT;
}

static enum status prepare(struct store *store)
{
    store->insertion = row_insertion(&store->d);
    store->selection = row_selection(&store->d);
    return store->insertion && store->selection ? ST_OK : ST_INPUT;
}

enum status store_open(struct store **out, const char *path,
                       const struct store_plan *plan, char **reason)
{
    struct store *store = xcalloc(1, sizeof *store);
    pthread_mutex_init(&store->mutex, NULL);
    store->parts = 1;
    buffer_init(&store->text);
    take_tasks(store, plan);
    enum status st = database_open(&store->d, path, schema_create);
    if (st == ST_OK)
        st = settle_identity(store, plan);
    if (st == ST_OK)
        st = prepare(store);
    if (st == ST_OK) {
        *out = store;
        return ST_OK;
    }
    *reason = xstrdup(store->d.reason ? store->d.reason : path);
    store_close(store);
    return st;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (!store->d.reason)
        (void)commit(store); /* a failure loses what was in flight */
    sqlite3_finalize(store->insertion);
    sqlite3_finalize(store->selection);
    database_close(&store->d);
    pthread_mutex_destroy(&store->mutex);
    buffer_clear(&store->text);
    free(store->tasks);
    free(store);
}

void store_set_part(struct store *store, uint64_t part, uint64_t parts)
{
    store->part = part;
    store->parts = parts;
}

const char *store_reason(const struct store *store)
{
    return store->d.reason;
}

enum status store_count(struct store *store, uint64_t *kept, uint64_t *all)
{
    return schema_coverage(&store->d, kept, all);
}

/* ---- the ledger ---- */

static enum status ledger_begin(void *context, const struct spec *spec,
                                const bool *wanted)
{
    struct store *store = context;
    (void)wanted; /* as the plan said */
    ENSURE(store->next < store->ntasks &&
               store->tasks[store->next].spec == spec,
           "store: the tasks are run in another order");
    store->current = &store->tasks[store->next++];
    return ST_OK;
}

/* Trials of a window being read: the outcomes of all links belong together. */
struct window {
    uint64_t begin;
    struct ledger_trial *trials;
    size_t *seen; /* links */
};

static enum status load_link(struct store *store, struct window *w, size_t link,
                             uint64_t end)
{
    sqlite3_stmt *s = store->selection;
    sqlite3_bind_int64(s, 1, store->current->first_link + (int64_t)link);
    sqlite3_bind_int64(s, 2, (int64_t)w->begin);
    sqlite3_bind_int64(s, 3, (int64_t)end - 1);
    bool more = true;
    enum status st = ST_OK;
    while (st == ST_OK && more) {
        struct row row;
        st = database_next(&store->d, s, &more);
        if (st == ST_OK && more)
            st = row_read(&row, &store->d, s);
        if (st != ST_OK || !more)
            break;
        size_t at = (size_t)((uint64_t)row.trial - w->begin);
        struct ledger_trial *trial = &w->trials[at];
        trial->number = (uint64_t)row.trial;
        if (w->seen[at] != link ||
            (link > 0 && trial->admission != row.admission))
            st = database_fault(&store->d,
                                "the store is damaged (a part of "
                                "trial %lld is missing)",
                                (long long)row.trial);
        trial->admission = row.admission;
        trial->instance = row.instance;
        trial->outcomes[link] = row.outcome;
        w->seen[at] = link + 1;
    }
    sqlite3_reset(s);
    return st;
}

static enum status give(struct store *store, const struct window *w,
                        size_t count, ledger_take *take, void *taker)
{
    for (size_t i = 0; i < count; i++) {
        if (w->seen[i] == 0)
            continue;
        if (w->seen[i] != store->current->nlinks)
            return database_fault(&store->d,
                                  "the store is damaged (a part of trial "
                                  "%llu is missing)",
                                  (unsigned long long)w->trials[i].number);
        take(taker, &w->trials[i]);
    }
    return ST_OK;
}

static enum status ledger_load(void *context, uint64_t begin, uint64_t end,
                               ledger_take *take, void *taker)
{
    struct store *store = context;
    size_t count = (size_t)(end - begin), nlinks = store->current->nlinks;
    struct window w = {.begin = begin};
    w.trials = xcalloc(count, sizeof *w.trials);
    w.seen = xcalloc(count, sizeof *w.seen);
    LOCAL_FREE struct link_outcome *outcomes =
        xcalloc(count * nlinks, sizeof *outcomes);
    for (size_t i = 0; i < count; i++) {
        w.trials[i].outcomes = outcomes + i * nlinks;
        w.trials[i].nlinks = nlinks;
    }
    pthread_mutex_lock(&store->mutex);
    enum status st = store->d.reason ? ST_INPUT : ST_OK;
    for (size_t i = 0; i < nlinks && st == ST_OK; i++)
        st = load_link(store, &w, i, end);
    if (st == ST_OK)
        st = give(store, &w, count, take, taker);
    pthread_mutex_unlock(&store->mutex);
    free(w.seen);
    free(w.trials);
    return st;
}

static bool ledger_is_ours(void *context, uint64_t number)
{
    const struct store *store = context;
    return number % store->parts == store->part;
}

/* ---- writing; under the mutex ---- */

/* "n=2 d=3", in store->text. */
static void print_trial_sizes(struct store *store, const struct spec *spec,
                              const struct ledger_trial *trial)
{
    const struct theorem *t = spec_theorem(spec);
    buffer_reset(&store->text);
    buffer_add(&store->text, "");
    for (size_t i = 0; i < trial->nsizes; i++)
        buffer_printf(&store->text, "%s%s=%lld", i ? " " : "", t->dims[i]->name,
                      (long long)trial->sizes[i]);
}

static enum status insert(struct store *store, const struct kept_task *task,
                          const struct ledger_trial *trial)
{
    enum status st = ST_OK;
    if (!store->is_open)
        st = database_run(&store->d, "BEGIN");
    if (st != ST_OK)
        return st;
    store->is_open = true;
    print_trial_sizes(store, task->spec, trial);
    for (size_t i = 0; i < trial->nlinks && st == ST_OK; i++) {
        const struct row row = {.link = task->first_link + (int64_t)i,
                                .trial = (int64_t)trial->number,
                                .admission = trial->admission,
                                .instance = trial->instance,
                                .outcome = trial->outcomes[i],
                                .seconds = trial->seconds};
        st = row_insert(&store->d, store->insertion, &row, store->text.text);
    }
    return st;
}

static void ledger_keep(void *context, const struct ledger_trial *trial)
{
    struct store *store = context;
    pthread_mutex_lock(&store->mutex);
    /* After a failure nothing more is written: what is there stays valid. */
    if (!store->d.reason && insert(store, store->current, trial) == ST_OK &&
        now() - store->committed > STORE_COMMIT_SECONDS)
        (void)commit(store);
    pthread_mutex_unlock(&store->mutex);
}

static enum status ledger_sync(void *context)
{
    struct store *store = context;
    pthread_mutex_lock(&store->mutex);
    if (!store->d.reason)
        (void)commit(store);
    enum status st = store->d.reason ? ST_INPUT : ST_OK;
    pthread_mutex_unlock(&store->mutex);
    return st;
}

const struct ledger *store_ledger(struct store *store)
{
    store->ledger = (struct ledger){.context = store,
                                    .begin = ledger_begin,
                                    .load = ledger_load,
                                    .is_ours = ledger_is_ours,
                                    .keep = ledger_keep,
                                    .sync = ledger_sync};
    return &store->ledger;
}
