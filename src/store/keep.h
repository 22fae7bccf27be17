/* What the files of the folder share of an open store.  Internal. */
#pragma once

#include "store/database.h"
#include "store/store.h"

#include <pthread.h>

struct kept_task {
    const struct spec *spec;
    int64_t first_link; /* link.id */
    size_t nlinks;
    uint64_t trials;
};

struct store {
    struct database d;
    pthread_mutex_t mutex; /* of all below and of the data base */
    sqlite3_stmt *insertion, *selection;
    bool is_open;     /* a transaction is */
    double committed; /* when the last one was */
    struct buffer text;
    struct kept_task *tasks, *current;
    size_t ntasks, next;
    uint64_t part, parts;
    struct ledger ledger;
};
