/*
 * The rows of the table `trial`: one for each trial and link.  Internal.
 *
 * `mark` is a fingerprint of all that the results depend on (not the time): a
 * row that was damaged is noticed, and two stores compare rows by it.
 */
#pragma once

#include "store/database.h"
#include "verify/ledger.h"

struct row {
    int64_t link; /* link.id */
    int64_t trial;
    enum admission admission;
    uint64_t instance;
    struct link_outcome outcome;
    double seconds;
};

/* Appends the columns after `sizes` of CREATE TABLE trial. */
void row_columns(struct buffer *out);

/* Prepared statements, or NULL after a failure. */
sqlite3_stmt *row_insertion(struct database *d);
/* Parameters: link, first and last trial; in their order. */
sqlite3_stmt *row_selection(struct database *d);

/* `sizes`: "n=2 d=3", for people and programs that look at the data base. */
MUST_CHECK enum status row_insert(struct database *d, sqlite3_stmt *insertion,
                                  const struct row *row, const char *sizes);
/* Reads the row that the selection stands on; ST_INPUT: it is damaged. */
MUST_CHECK enum status row_read(struct row *row, struct database *d,
                                sqlite3_stmt *selection);
