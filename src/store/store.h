/*
 * Stored runs: every trial of a run in a SQLite data base (WAL), so that a run
 * that was stopped or killed goes on where it was, and parts that were run on
 * several machines are put together.
 *
 * A store belongs to one run: its identity is made of the statements, cases,
 * data and options that its results depend on.  It is locked for one process
 * at a time; the lock goes with the process, however it ends.
 *
 * A trial's rows are permanent (whatever happens to the process) once they are
 * committed: at once if it took longer than STORE_COMMIT_SECONDS, otherwise
 * together with what is decided in that time.
 */
#pragma once

#include "case/casefile.h"
#include "verify/ledger.h"

#define STORE_COMMIT_SECONDS 0.01

struct store;

/*
 * To be called before any store is used: where memory ends, SQLite stops the
 * program as xmalloc does.
 */
void store_guard(void);

struct store_task {
    const struct spec *spec;
    const bool *wanted; /* a flag for each claim of its theorem */
};

/* An option that results depend on, as the user knows it. */
struct store_setting {
    const char *name, *value;
};

/* What makes a run this one: the tasks in their order. */
struct store_plan {
    const struct store_setting *settings;
    size_t nsettings;
    const struct store_task *tasks;
    size_t ntasks;
};

/*
 * Opens or makes the store of that run.  The specs must outlive it.  ST_INPUT
 * with *reason (one line, to be freed): no store, damaged, newer, in use, or of
 * another run; it was not changed.
 */
MUST_CHECK enum status store_open(struct store **out, const char *path,
                                  const struct store_plan *plan, char **reason);
void store_close(struct store *store);

/* Of `parts` parts only number `part` (from 0): trial % parts == part. */
void store_set_part(struct store *store, uint64_t part, uint64_t parts);

/* Campaigns must run the tasks of the plan in their order. */
const struct ledger *store_ledger(struct store *store);
/* What went wrong; NULL: nothing. */
const char *store_reason(const struct store *store);

/* How many trials are kept, and how many the whole run has. */
MUST_CHECK enum status store_count(struct store *store, uint64_t *kept,
                                   uint64_t *all);

/* Keeps the results of the whole run in place of earlier ones. */
MUST_CHECK enum status store_put_run(struct store *store,
                                     const struct run *run);

/* A case of a run as it was. */
struct store_case {
    const char *file, *theorem, *name;
    const char *text;      /* as written; "" for the built-in campaign */
    const char *statement; /* the theorem's, with what it needs */
    const char *sizes;     /* "n in 1..6, d in 4..4" */
    uint64_t seed, trials;
};

/* A run read back, with the statements that its results are of. */
struct store_run {
    struct run run;
    struct store_case *cases;
    size_t ncases;
    struct store_setting *settings; /* of the whole run */
    size_t nsettings;
    struct module **modules; /* one for each theorem, of its stored text */
    size_t nmodules;
    struct arena *arena; /* the names */
    uint64_t kept, all;  /* trials */
};

/*
 * Reads the results that store_put_run kept; run.results is empty where there
 * are none.  ST_INPUT with *reason.  Clear it in every case.
 */
MUST_CHECK enum status store_read_run(struct store_run *out, const char *path,
                                      char **reason);
void store_run_clear(struct store_run *out);

/* The certified ratio of one kept trial, beside its sizes ("n=2 d=3"). */
struct store_ratio {
    uint64_t trial;
    const char *sizes;
    struct enclosure ratio;
};

/*
 * Gives out the ratios of all trials of each result in turn: results without
 * kept trials (of searches alone) have none.  ST_INPUT with *reason.
 */
MUST_CHECK enum status store_each_ratio(
    const char *path,
    void (*take)(void *taker, size_t result, const struct store_ratio *ratio),
    void *taker, char **reason);

/* Appends "SQLite 3.40.1". */
void store_version(struct buffer *out);

/*
 * Puts the trials of several stores of one run together into a new one (an
 * older store there, which may be one of them, is replaced when all went well).
 * ST_INPUT with *reason: one cannot be read, is of another run, or holds a
 * trial otherwise than an earlier one.  *kept of *all trials are there
 * afterwards.
 */
MUST_CHECK enum status store_merge(const char *output,
                                   const char *const *inputs, size_t count,
                                   uint64_t *kept, uint64_t *all,
                                   char **reason);
