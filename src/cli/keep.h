/* The store of a check: --store and --shard, and what they refuse. */
#pragma once

#include "cli/options.h"
#include "session/tasks.h"
#include "store/store.h"

/* What a run's identity is made of. */
struct keep_plan {
    struct store_plan plan; /* points into what follows */
    struct store_task *tasks;
    struct store_setting settings[4];
    struct buffer cap;
};

struct keep {
    struct store *store;  /* NULL: nothing is kept here */
    uint64_t part, parts; /* from 0; --shard i/N is part i - 1 of N */
    struct keep_plan plan;
};

/*
 * Whether the options about storing go together, and what they write is no
 * .bound file; else a message was given.
 */
MUST_CHECK bool keep_check_options(const struct options *o);

/*
 * Opens the store that the options ask for, if any; `st` is what became of the
 * tasks.  ST_INPUT: st was, or a message was given.  Close it in every case.
 */
MUST_CHECK enum status keep_open(struct keep *keep, const struct tasks *tasks,
                                 const struct options *o, enum status st);
void keep_close(struct keep *keep);

/* Keeps the results of a whole run; of a part, its name in run->part. */
MUST_CHECK enum status keep_results(struct keep *keep, struct run *run);
/* What a part says instead of a report. */
void keep_print_part(struct buffer *out, const struct keep *keep,
                     const struct options *o, const struct run *run);
/* Gives the message of a store that failed; whether it did. */
bool keep_failed(const struct keep *keep);
