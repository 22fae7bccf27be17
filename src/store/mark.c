#include "store/mark.h"

#include "base/rng.h"

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

static enum status add_table(uint64_t *key, struct database *d,
                             const char *table)
{
    struct buffer sql = buffer_new();
    buffer_printf(&sql, "SELECT * FROM \"%s\" ORDER BY 1, 2", table);
    sqlite3_stmt *s = database_prepare(d, sql.text);
    buffer_clear(&sql);
    bool row = s != NULL;
    enum status st = s ? ST_OK : ST_INPUT;
    *key = rng_key(*key, table);
    while (row && st == ST_OK) {
        st = database_next(d, s, &row);
        for (int i = 0; row && i < sqlite3_column_count(s); i++)
            *key = value_of(*key, s, i);
    }
    sqlite3_finalize(s);
    return st;
}

static enum status take(uint64_t *key, struct database *d, enum mark mark)
{
    enum status st = ST_OK;
    *key = 0;
    for (size_t i = 0; marks[mark].tables[i] && st == ST_OK; i++)
        st = add_table(key, d, marks[mark].tables[i]);
    return st;
}

/* A statement about the mark's row, with its name for ?1. */
static sqlite3_stmt *prepare(struct database *d, enum mark mark,
                             const char *sql)
{
    sqlite3_stmt *s = database_prepare(d, sql);
    if (s)
        database_bind_text(s, 1, marks[mark].name);
    return s;
}

enum status mark_write(struct database *d, enum mark mark)
{
    uint64_t key;
    enum status st = take(&key, d, mark);
    if (st != ST_OK)
        return st;
    sqlite3_stmt *s =
        prepare(d, mark, "INSERT OR REPLACE INTO mark VALUES(?1, ?2)");
    if (!s)
        return ST_INPUT;
    sqlite3_bind_int64(s, 2, (int64_t)key);
    st = database_step(d, s);
    sqlite3_finalize(s);
    return st;
}

enum status mark_check(struct database *d, enum mark mark)
{
    uint64_t key;
    enum status st = take(&key, d, mark);
    if (st != ST_OK)
        return st;
    sqlite3_stmt *s =
        prepare(d, mark, "SELECT value FROM mark WHERE name = ?1");
    bool row = false;
    st = s ? database_next(d, s, &row) : ST_INPUT;
    if (st == ST_OK && (!row || (uint64_t)sqlite3_column_int64(s, 0) != key))
        st = database_fault(d, "the store is damaged (%s is not what was kept)",
                            marks[mark].what);
    sqlite3_finalize(s);
    return st;
}
