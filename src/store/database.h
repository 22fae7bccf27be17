/*
 * SQLite as the store needs it: statements that say what went wrong once, and
 * in the user's words.  Internal to the folder.
 *
 * A data base is open for one process at a time (exclusive locking, which also
 * works where files are shared over a network); the lock goes with the
 * process, however it ends.
 */
#pragma once

#include "base/buffer.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct database {
    sqlite3 *db;
    char *path;
    char *uri;            /* what SQLite calls it */
    bool is_fixed;        /* neither it nor its folder can be written to */
    const char *name;     /* what faults call it; the path, if NULL */
    const char *attached; /* what is read from now: damage is its; or NULL */
    char *reason;         /* of the first failure, one line; or NULL */
};

/* In the header of every file that majorant makes. */
enum {
    DATABASE_APPLICATION = 0x4D4A5254, /* "MJRT" */
    DATABASE_VERSION = 3               /* of the tables in schema.h */
};

/* Makes the tables in an empty data base, in one transaction. */
typedef enum status database_creator(struct database *d);

/*
 * Opens and locks the file.  ST_INPUT: it is no data base of majorant,
 * damaged, newer, or in use; it was not changed.
 * `create` fills a file that is empty or not there; NULL: it must be there,
 * and may lie where nothing can be written (d->is_fixed).
 * Whatever the status, d->reason may be set and d is to be closed.
 */
MUST_CHECK enum status database_open(struct database *d, const char *path,
                                     database_creator *create);
/* The same of a file that faults call by another name, as long as it is open.
 */
MUST_CHECK enum status database_open_as(struct database *d, const char *path,
                                        const char *name,
                                        database_creator *create);
/* Writes back what is open; an open transaction is rolled back. */
void database_close(struct database *d);

/* Sets the reason unless there is one: "PATH: …"; always ST_INPUT. */
enum status database_fault(struct database *d, const char *format, ...)
    PRINTF_LIKE(2, 3);

/* Runs statements without results. */
MUST_CHECK enum status database_run(struct database *d, const char *sql);
/* NULL after a failure (told); to be finalised by sqlite3_finalize. */
sqlite3_stmt *database_prepare(struct database *d, const char *sql);
/* Runs a statement that gives no rows, and resets it. */
MUST_CHECK enum status database_step(struct database *d, sqlite3_stmt *s);
/* The next row: *row says whether there is one. */
MUST_CHECK enum status database_next(struct database *d, sqlite3_stmt *s,
                                     bool *row);
/*
 * One statement with its values: ?1, ?2, ... are what the letters of `kinds`
 * say, t a text (or NULL: no value), i an int64_t.
 */
MUST_CHECK enum status database_do(struct database *d, const char *sql,
                                   const char *kinds, ...);
/* What is done with a row of a query; but ST_OK ends it. */
typedef enum status database_taker(void *context, struct database *d,
                                   sqlite3_stmt *row);
/* The same of each row of a query. */
MUST_CHECK enum status database_each(struct database *d, database_taker *take,
                                     void *context, const char *sql,
                                     const char *kinds, ...);
/* The value of the only row, as a number; 0 without rows. */
MUST_CHECK enum status database_number(struct database *d, int64_t *out,
                                       const char *sql);
/* The column's text; "" for NULL.  Valid until the next step. */
const char *database_text(sqlite3_stmt *s, int column);
void database_bind_text(sqlite3_stmt *s, int place, const char *text);
