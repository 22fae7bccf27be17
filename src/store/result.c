#include "store/result_fields.h"

#include "store/identity.h"
#include "store/keep.h"
#include "store/mark.h"

#define IN_RESULT(name, kind, member) FIELD(name, kind, result_row, member)

/* ORDER: struct result; `theorem`, texts and counterexample stand elsewhere. */
const struct field result_fields[] = {
    IN_RESULT("link", FIELD_UINT64, result.link),
    IN_RESULT("scope", FIELD_INT, result.scope),
    IN_RESULT("ok", FIELD_BOOL, result.ok),
    IN_RESULT("trials", FIELD_UINT64, result.tally.trials),
    IN_RESULT("true", FIELD_UINT64, result.tally.is_true),
    IN_RESULT("false", FIELD_UINT64, result.tally.is_false),
    IN_RESULT("unresolved", FIELD_UINT64, result.tally.unresolved),
    IN_RESULT("rejected", FIELD_UINT64, result.tally.rejected),
    IN_RESULT("undefined", FIELD_UINT64, result.tally.undefined),
    IN_RESULT("admitted", FIELD_UINT64, result.coverage.admitted),
    IN_RESULT("distinct", FIELD_UINT64, result.coverage.distinct),
    IN_RESULT("asked", FIELD_UINT64, result.coverage.asked),
    FIELD_ENCLOSURE("min", result_row, result.tightness.min),
    FIELD_ENCLOSURE("max", result_row, result.tightness.max),
    IN_RESULT("min_trial", FIELD_UINT64, result.tightness.min_trial),
    IN_RESULT("max_trial", FIELD_UINT64, result.tightness.max_trial),
    IN_RESULT("below", FIELD_UINT64, result.tightness.histogram.below),
    IN_RESULT("above", FIELD_UINT64, result.tightness.histogram.above),
    IN_RESULT("ratios", FIELD_UINT64, result.tightness.histogram.total),
    IN_RESULT("max_rel_error", FIELD_DOUBLE, result.forward.max_rel_error),
    IN_RESULT("tightness_max", FIELD_DOUBLE, result.forward.tightness_max),
    IN_RESULT("false_alarms", FIELD_UINT64, result.forward.false_alarms),
    IN_RESULT("missed", FIELD_UINT64, result.forward.missed),
    IN_RESULT("first_false_alarm", FIELD_UINT64,
              result.forward.first_false_alarm),
    IN_RESULT("first_missed", FIELD_UINT64, result.forward.first_missed),
    IN_RESULT("decided_by_filter", FIELD_UINT64, result.decided_by_filter),
    IN_RESULT("max_bits", FIELD_LONG, result.max_bits),
    IN_RESULT("agreement", FIELD_LONG, result.agreement),
    IN_RESULT("unresolved_cap", FIELD_LONG, result.unresolved_cap),
    IN_RESULT("has_sides", FIELD_BOOL, result.has_sides),
    IN_RESULT("rel", FIELD_INT, result.rel),
    IN_RESULT("has_hole", FIELD_BOOL, result.has_hole),
    IN_RESULT("is_drop", FIELD_BOOL, result.is_drop),
    FIELD_ENCLOSURE("constant", result_row, result.constant),
    IN_RESULT("first_false", FIELD_UINT64, result.first_false),
    IN_RESULT("first_false_bits", FIELD_LONG, result.first_false_bits),
    IN_RESULT("is_unconfirmed", FIELD_BOOL, result.is_unconfirmed),
    IN_RESULT("seconds", FIELD_DOUBLE, result.seconds),
    IN_RESULT("has_counterexample", FIELD_BOOL, has_counterexample),
    IN_RESULT("shown_trial", FIELD_UINT64, sides.trial),
    FIELD_ENCLOSURE("lhs", result_row, sides.lhs),
    FIELD_ENCLOSURE("rhs", result_row, sides.rhs)};

const size_t result_nfields = sizeof result_fields / sizeof result_fields[0];

_Static_assert(sizeof(size_t) == sizeof(uint64_t), "link is kept as 64 bits");

void result_columns(struct buffer *out)
{
    buffer_add(out, "file, theorem, statement, claim, name, case_name, "
                    "verdict, expected, proof, ");
    for (size_t i = 0; i < result_nfields; i++)
        buffer_printf(out, "%s\"%s\"", i ? ", " : "", result_fields[i].name);
}

/* ---- writing ---- */

static enum status put_size(struct database *d, size_t id, size_t place,
                            const struct counterexample_size *size)
{
    return database_do(d, "INSERT INTO size VALUES(?1, ?2, ?3, ?4)", "iiti",
                       (int64_t)id, (int64_t)place, size->name, size->value);
}

static enum status put_value(struct database *d, size_t id, size_t place,
                             const struct counterexample_value *v)
{
    LOCAL_BUFFER entries = buffer_new();
    for (size_t k = 0; v->entries && k < v->rows * v->cols; k++)
        buffer_printf(&entries, "%s%s", k ? " " : "", v->entries[k]);
    return database_do(
        d, "INSERT INTO value VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", "iitiitt",
        (int64_t)id, (int64_t)place, v->name, (int64_t)v->rows,
        (int64_t)v->cols, v->entries ? entries.text : NULL, v->expression);
}

static enum status put_bin(struct database *d, size_t id,
                           const struct histogram_bin *bin)
{
    return database_do(d, "INSERT INTO bin VALUES(?1, ?2, ?3)", "iii",
                       (int64_t)id, (int64_t)bin->place, (int64_t)bin->count);
}

/* The hash of the theorem's text, as its task has it. */
static const char *statement_of(const struct store *store,
                                const struct result *r,
                                char hash[IDENTITY_HASH_CHARS + 1])
{
    for (size_t i = 0; i < store->ntasks; i++) {
        const struct spec *spec = store->tasks[i].spec;
        if (spec_theorem(spec) != r->theorem)
            continue;
        LOCAL_BUFFER text = buffer_new();
        module_statements(&text, spec_module(spec), r->theorem);
        identity_hash(hash, text.text);
        break;
    }
    return hash;
}

static sqlite3_stmt *prepare_result(struct database *d)
{
    LOCAL_BUFFER sql = buffer_new();
    buffer_add(&sql, "INSERT INTO result(id, ");
    result_columns(&sql);
    buffer_add(&sql, ") VALUES(");
    field_places(&sql, 1 + RESULT_TEXTS + result_nfields);
    buffer_add(&sql, ")");
    sqlite3_stmt *s = database_prepare(d, sql.text);
    return s;
}

/* The row of the result itself. */
static enum status put_row(struct store *store, size_t id,
                           const struct result *r)
{
    char hash[IDENTITY_HASH_CHARS + 1] = "";
    const struct counterexample *c = r->counterexample;
    struct result_row row = {.result = *r, .has_counterexample = c != NULL};
    if (c)
        row.sides = *c;
    const char *const texts[RESULT_TEXTS] = {
        [RESULT_FILE] = r->file,
        [RESULT_THEOREM] = r->theorem->name,
        [RESULT_STATEMENT] = statement_of(store, r, hash),
        [RESULT_CLAIM] = r->theorem->claims[r->claim].name,
        [RESULT_NAME] = r->name,
        [RESULT_CASE] = r->case_name,
        [RESULT_VERDICT] = ast_verdict_name(r->verdict),
        [RESULT_EXPECTED] = ast_verdict_name(r->expected),
        [RESULT_PROOF] = r->proof};
    sqlite3_stmt *s = prepare_result(&store->d);
    if (!s)
        return ST_INPUT;
    sqlite3_bind_int64(s, 1, (int64_t)id);
    for (int i = 0; i < RESULT_TEXTS; i++)
        database_bind_text(s, 2 + i, texts[i]);
    field_bind(s, 2 + RESULT_TEXTS, result_fields, result_nfields, &row);
    enum status st = database_step(&store->d, s);
    sqlite3_finalize(s);
    return st;
}

static enum status put_result(struct store *store, size_t id,
                              const struct result *r)
{
    struct database *d = &store->d;
    const struct histogram *h = &r->tightness.histogram;
    const struct counterexample *c = r->counterexample;
    enum status st = put_row(store, id, r);
    for (size_t i = 0; i < h->nbins && st == ST_OK; i++)
        st = put_bin(d, id, &h->bins[i]);
    for (size_t i = 0; c && i < c->nsizes && st == ST_OK; i++)
        st = put_size(d, id, i, &c->sizes[i]);
    for (size_t i = 0; c && i < c->nvalues && st == ST_OK; i++)
        st = put_value(d, id, i, &c->values[i]);
    return st;
}

static enum status replace(struct store *store, const struct run *run)
{
    struct database *d = &store->d;
    enum status st = database_run(d, "DELETE FROM result; DELETE FROM size; "
                                     "DELETE FROM value; DELETE FROM bin; "
                                     "DELETE FROM note");
    if (st == ST_OK) /* the time in milliseconds */
        st = database_do(d,
                         "INSERT INTO note VALUES('seed', ?1), "
                         "('stopped', ?2), ('time', ?3)",
                         "iii", (int64_t)run->seed, (int64_t)run->stopped,
                         (int64_t)(run->seconds * 1000));
    if (st == ST_OK && run->tools)
        st = database_do(d, "INSERT INTO note VALUES('tools', ?1)", "t",
                         run->tools);
    for (size_t i = 0; i < run->count && st == ST_OK; i++)
        st = put_result(store, i, &run->results[i]);
    return st;
}

enum status store_put_run(struct store *store, const struct run *run)
{
    struct database *d = &store->d;
    if (d->reason)
        return ST_INPUT;
    enum status st = database_run(d, "BEGIN");
    if (st == ST_OK)
        st = replace(store, run);
    if (st == ST_OK)
        st = mark_write(d, MARK_RESULTS);
    return st == ST_OK ? database_run(d, "COMMIT") : st;
}
