#include "store/row.h"

#include "base/rng.h"
#include "store/field.h"

/* ORDER: struct link_outcome; every member stands here. */
static const struct field fields[] = {
    FIELD("link", FIELD_INT64, row, link),
    FIELD("trial", FIELD_INT64, row, trial),
    FIELD("admission", FIELD_INT, row, admission),
    FIELD("instance", FIELD_UINT64, row, instance),
    FIELD("truth", FIELD_INT, row, outcome.truth),
    FIELD("bits", FIELD_LONG, row, outcome.bits),
    FIELD("cap", FIELD_LONG, row, outcome.cap),
    FIELD("agreement", FIELD_LONG, row, outcome.agreement),
    FIELD_ENCLOSURE("ratio", row, outcome.ratio),
    FIELD("is_between", FIELD_BOOL, row, outcome.is_between),
    FIELD("is_coarse", FIELD_BOOL, row, outcome.is_coarse),
    FIELD("has_forward", FIELD_BOOL, row, outcome.has_forward),
    FIELD("double_truth", FIELD_INT, row, outcome.double_truth),
    FIELD("double_ratio", FIELD_DOUBLE, row, outcome.double_ratio),
    FIELD("seconds", FIELD_DOUBLE, row, seconds)};

enum {
    FIELDS = sizeof fields / sizeof fields[0],
    MARKED = FIELDS - 1 /* all but the time */
};

static uint64_t mark_of(const struct row *row, const char *sizes)
{
    return rng_key(field_mark(0, fields, MARKED, row), sizes);
}

void row_columns(struct buffer *out)
{
    field_names(out, fields, FIELDS);
    buffer_add(out, ", sizes, mark");
}

sqlite3_stmt *row_insertion(struct database *d)
{
    LOCAL_BUFFER sql = buffer_new();
    buffer_add(&sql, "INSERT INTO trial(");
    row_columns(&sql);
    buffer_add(&sql, ") VALUES(");
    field_places(&sql, FIELDS + 2);
    buffer_add(&sql, ")");
    sqlite3_stmt *s = database_prepare(d, sql.text);
    return s;
}

sqlite3_stmt *row_selection(struct database *d)
{
    LOCAL_BUFFER sql = buffer_new();
    buffer_add(&sql, "SELECT ");
    row_columns(&sql);
    buffer_add(&sql, " FROM trial WHERE link = ?1 AND trial BETWEEN ?2 AND ?3 "
                     "ORDER BY trial");
    sqlite3_stmt *s = database_prepare(d, sql.text);
    return s;
}

enum status row_insert(struct database *d, sqlite3_stmt *s,
                       const struct row *row, const char *sizes)
{
    field_bind(s, 1, fields, FIELDS, row);
    sqlite3_bind_text(s, FIELDS + 1, sizes, -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, FIELDS + 2, (int64_t)mark_of(row, sizes));
    return database_step(d, s);
}

enum status row_read(struct row *row, struct database *d, sqlite3_stmt *s)
{
    field_read(row, s, 0, fields, FIELDS);
    const char *sizes = database_text(s, FIELDS);
    uint64_t mark = (uint64_t)sqlite3_column_int64(s, FIELDS + 1);
    if (mark == mark_of(row, sizes))
        return ST_OK;
    return database_fault(d, "the store is damaged (trial %lld of link %lld)",
                          (long long)row->trial, (long long)row->link);
}
