#include "store/mark.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

/* In each table the first two columns order the rows. */
static const struct {
    const char *name, *what;
    const char *tables[6];
} marks[] = {
    [MARK_RUN] = {"run", "the run", {"identity", "statement", "task", "link"}},
    [MARK_RESULTS] = {"results",
                      "a result",
                      {"note", "result", "size", "value", "bin"}},
};

static uint64_t bytes_of(uint64_t key, sqlite3_stmt *s, int column)
{
    const unsigned char *bytes = sqlite3_column_blob(s, column);
    const int count = sqlite3_column_bytes(s, column);
    key = rng_key_number(key, (uint64_t)count);
    for (int i = 0; i < count; i++)
        key = rng_key_number(key, bytes[i]);
    return key;
}

/* A value with its type, as it is kept. */
static uint64_t value_of(uint64_t key, sqlite3_stmt *s, int column)
{
    const int type = sqlite3_column_type(s, column);
    uint64_t bits;
    key = rng_key_number(key, (uint64_t)type);
    if (type == SQLITE_INTEGER)
        return rng_key_number(key, (uint64_t)sqlite3_column_int64(s, column));
    if (type != SQLITE_FLOAT)
        return bytes_of(key, s, column); /* none of NULL */
    const double x = sqlite3_column_double(s, column);
    memcpy(&bits, &x, sizeof bits);
    return rng_key_number(key, bits);
}

static enum status add_row(void *context, struct database *d, sqlite3_stmt *row)
{
    uint64_t *key = context;
    (void)d;
    for (int i = 0; i < sqlite3_column_count(row); i++)
        *key = value_of(*key, row, i);
    return ST_OK;
}

static enum status add_table(uint64_t *key, struct database *d,
                             const char *table)
{
    LOCAL_FREE char *sql =
        buffer_text("SELECT * FROM \"%s\" ORDER BY 1, 2", table);
    *key = rng_key(*key, table);
    return database_each(d, add_row, key, sql, "");
}

static enum status take(uint64_t *key, struct database *d, enum mark mark)
{
    enum status st = ST_OK;
    *key = 0;
    for (size_t i = 0; marks[mark].tables[i] && st == ST_OK; i++)
        st = add_table(key, d, marks[mark].tables[i]);
    return st;
}

enum status mark_write(struct database *d, enum mark mark)
{
    uint64_t key;
    enum status st = take(&key, d, mark);
    return st == ST_OK
               ? database_do(d, "INSERT OR REPLACE INTO mark VALUES(?1, ?2)",
                             "ti", marks[mark].name, (int64_t)key)
               : st;
}

struct kept {
    uint64_t key;
    bool is_there;
};

static enum status take_kept(void *context, struct database *d,
                             sqlite3_stmt *row)
{
    (void)d;
    *(struct kept *)context =
        (struct kept){(uint64_t)sqlite3_column_int64(row, 0), true};
    return ST_OK;
}

enum status mark_check(struct database *d, enum mark mark)
{
    uint64_t key;
    struct kept kept = {0};
    enum status st = take(&key, d, mark);
    if (st == ST_OK)
        st = database_each(d, take_kept, &kept,
                           "SELECT value FROM mark WHERE name = ?1", "t",
                           marks[mark].name);
    if (st == ST_OK && (!kept.is_there || kept.key != key))
        st = database_fault(d, "the store is damaged (%s is not what was kept)",
                            marks[mark].what);
    return st;
}
