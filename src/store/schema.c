#include "store/schema.h"

#include "store/mark.h"
#include "store/result_fields.h"
#include "store/row.h"

static const char tables[] =
    "CREATE TABLE identity(place INTEGER PRIMARY KEY, name TEXT, value TEXT);"
    "CREATE TABLE statement(hash TEXT PRIMARY KEY, text TEXT);"
    "CREATE TABLE task(id INTEGER PRIMARY KEY, file TEXT, theorem TEXT, "
    "  case_name TEXT, case_text TEXT, seed INTEGER, trials INTEGER, "
    "  links INTEGER, statement TEXT REFERENCES statement);"
    "CREATE TABLE link(id INTEGER PRIMARY KEY, task INTEGER REFERENCES task, "
    "  claim TEXT, place INTEGER, name TEXT, "
    "  statement TEXT REFERENCES statement);"
    "CREATE TABLE note(name TEXT PRIMARY KEY, value);"
    "CREATE TABLE mark(name TEXT PRIMARY KEY, value INTEGER);"
    "CREATE TABLE size(result INTEGER, place INTEGER, name TEXT, "
    "  value INTEGER, PRIMARY KEY(result, place)) WITHOUT ROWID;"
    "CREATE TABLE value(result INTEGER, place INTEGER, name TEXT, "
    "  rows INTEGER, cols INTEGER, entries TEXT, expression TEXT, "
    "  PRIMARY KEY(result, place)) WITHOUT ROWID;"
    "CREATE TABLE bin(result INTEGER, bin INTEGER, count INTEGER, "
    "  PRIMARY KEY(result, bin)) WITHOUT ROWID;";

_Static_assert(ADMISSION_REJECTED == 1 && ADMISSION_ADMITTED == 2 &&
                   TRUTH_FALSE == 1 && TRUTH_TRUE == 2 && TRUTH_UNDEFINED == 3,
               "the view below has other numbers");

static const char view[] =
    "CREATE VIEW trials AS SELECT task.file, task.theorem, link.name AS claim, "
    "  task.case_name AS case_name, task.seed, trial.sizes, trial.trial, "
    "  CASE trial.admission WHEN 1 THEN 'rejected' WHEN 2 THEN 'admitted' "
    "    ELSE 'unknown' END AS admission, "
    "  CASE trial.truth WHEN 1 THEN 'false' WHEN 2 THEN 'true' "
    "    WHEN 3 THEN 'undefined' ELSE 'unknown' END AS truth, "
    "  trial.ratio_kind, trial.ratio_lo, trial.ratio_hi, "
    "  trial.ratio_exponent, trial.bits, trial.double_ratio, trial.seconds, "
    "  link.statement AS hash "
    "FROM trial JOIN link ON link.id = trial.link "
    "JOIN task ON task.id = link.task;";

enum status schema_create(struct database *d)
{
    LOCAL_BUFFER sql = buffer_new();
    buffer_printf(&sql,
                  "BEGIN EXCLUSIVE; PRAGMA application_id = %d; "
                  "PRAGMA user_version = %d; ",
                  (int)DATABASE_APPLICATION, (int)DATABASE_VERSION);
    buffer_add(&sql, tables);
    buffer_add(&sql, "CREATE TABLE trial(");
    row_columns(&sql);
    buffer_add(&sql, ", PRIMARY KEY(link, trial)) WITHOUT ROWID;"
                     "CREATE TABLE result(id INTEGER PRIMARY KEY, ");
    result_columns(&sql);
    buffer_add(&sql, ");");
    buffer_add(&sql, view);
    return database_run(d, sql.text) == ST_OK &&
                   mark_write(d, MARK_RUN) == ST_OK &&
                   mark_write(d, MARK_RESULTS) == ST_OK
               ? database_run(d, "COMMIT")
               : ST_INPUT;
}

enum status schema_coverage(struct database *d, uint64_t *kept, uint64_t *all)
{
    int64_t there = 0, wanted = 0;
    enum status st = database_number(
        d, &wanted, "SELECT sum(trials) FROM task WHERE links > 0");
    if (st == ST_OK)
        st = database_number(d, &there,
                             "SELECT count(*) FROM trial WHERE link IN "
                             "(SELECT min(id) FROM link GROUP BY task)");
    *kept = (uint64_t)there;
    *all = (uint64_t)wanted;
    return st;
}
