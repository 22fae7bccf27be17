#include "store/result_fields.h"

#include "store/identity.h"
#include "store/mark.h"
#include "store/schema.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct store_run *out;
    struct database d;
    char **hashes; /* of out->modules */
};

static const char *keep(struct store_run *out, const char *text)
{
    size_t length = strlen(text) + 1;
    char *copy = arena_alloc(out->arena, length);
    memcpy(copy, text, length);
    return copy;
}

/* ---- statements ---- */

static enum status parse(struct reading *r, const char *hash, const char *file,
                         const char *text)
{
    struct store_run *out = r->out;
    struct diag *diag = diag_new();
    struct module *module = NULL;
    enum status st = module_load_text(&module, file, text, NULL, diag);
    diag_free(diag);
    if (st != ST_OK || module_theorems(module) != 1) {
        module_free(module);
        return database_fault(&r->d,
                              "the store is damaged (a statement of %s "
                              "cannot be read)",
                              file);
    }
    out->modules =
        xrealloc(out->modules, out->nmodules + 1, sizeof(struct module *));
    r->hashes = xrealloc(r->hashes, out->nmodules + 1, sizeof(char *));
    r->hashes[out->nmodules] = xstrdup(hash);
    out->modules[out->nmodules++] = module;
    return ST_OK;
}

struct statement {
    struct reading *reading;
    const char *hash, *file;
};

static enum status parse_row(void *context, struct database *d,
                             sqlite3_stmt *row)
{
    const struct statement *of = context;
    (void)d;
    return parse(of->reading, of->hash, of->file, database_text(row, 0));
}

/* The theorem of that file with that text, parsed when first asked for. */
static enum status find_theorem(struct reading *r, const struct theorem **out,
                                const char *hash, const char *file)
{
    struct store_run *run = r->out;
    struct statement of = {r, hash, file};
    const size_t known = run->nmodules;
    for (size_t i = 0; i < known; i++) {
        *out = module_theorem(run->modules[i], 0);
        if (strcmp(r->hashes[i], hash) == 0 &&
            strcmp((*out)->source->path, file) == 0)
            return ST_OK;
    }
    enum status st =
        database_each(&r->d, parse_row, &of,
                      "SELECT text FROM statement WHERE hash = ?1", "t", hash);
    if (st == ST_OK && run->nmodules == known)
        st = parse(r, hash, file, "");
    if (st == ST_OK)
        *out = module_theorem(run->modules[known], 0);
    return st;
}

/* ---- counterexamples ---- */

static enum status read_size(void *context, struct database *d,
                             sqlite3_stmt *row)
{
    struct counterexample *c = context;
    (void)d;
    APPEND(c->sizes, c->nsizes) =
        (struct counterexample_size){.name = xstrdup(database_text(row, 0)),
                                     .value = sqlite3_column_int64(row, 1)};
    return ST_OK;
}

/* Splits "a b c" into exactly rows * cols words. */
static bool split(struct counterexample_value *v, const char *text)
{
    size_t count = v->rows * v->cols;
    if (count > strlen(text)) /* before room is made for them */
        return false;
    v->entries = xcalloc(count, sizeof *v->entries);
    for (size_t k = 0; k < count; k++) {
        size_t length = strcspn(text, " ");
        if (length == 0)
            return false;
        v->entries[k] = xcalloc(length + 1, 1);
        memcpy(v->entries[k], text, length);
        text += length + (text[length] == ' ');
    }
    return *text == '\0';
}

static enum status read_value(void *context, struct database *d,
                              sqlite3_stmt *row)
{
    enum { MOST = 1 << 26 };
    struct counterexample *c = context;
    int64_t rows = sqlite3_column_int64(row, 1);
    int64_t cols = sqlite3_column_int64(row, 2);
    if (rows < 0 || cols < 0 || rows > MOST || (cols > 0 && rows > MOST / cols))
        return database_fault(d, "the store is damaged (a value's size)");
    struct counterexample_value *v = &APPEND(c->values, c->nvalues);
    *v = (struct counterexample_value){.name = xstrdup(database_text(row, 0)),
                                       .rows = (size_t)rows,
                                       .cols = (size_t)cols};
    if (sqlite3_column_type(row, 4) != SQLITE_NULL)
        v->expression = xstrdup(database_text(row, 4));
    if (sqlite3_column_type(row, 3) == SQLITE_NULL ||
        split(v, database_text(row, 3)))
        return ST_OK;
    return database_fault(d, "the store is damaged (the entries of %s)",
                          v->name);
}

static enum status read_counterexample(struct database *d,
                                       struct counterexample *c, int64_t id)
{
    enum status st = database_each(
        d, read_size, c,
        "SELECT name, value FROM size WHERE result = ?1 ORDER BY place", "i",
        id);
    return st == ST_OK
               ? database_each(d, read_value, c,
                               "SELECT name, rows, cols, entries, expression "
                               "FROM value WHERE result = ?1 ORDER BY place",
                               "i", id)
               : st;
}

static enum status read_bin(void *context, struct database *d,
                            sqlite3_stmt *row)
{
    const int64_t bin = sqlite3_column_int64(row, 0);
    if (bin < 0 || bin >= HISTOGRAM_BINS)
        return database_fault(d, "the store is damaged (a bin)");
    histogram_fill(context, (unsigned)bin,
                   (uint64_t)sqlite3_column_int64(row, 1));
    return ST_OK;
}

/* ---- results ---- */

/* Takes over row's numbers; its texts and theorem follow. */
static enum status read_texts(struct reading *r, struct result *out,
                              sqlite3_stmt *s)
{
    const char *texts[RESULT_TEXTS];
    for (int i = 0; i < RESULT_TEXTS; i++)
        texts[i] = database_text(s, 1 + i);
    out->name = xstrdup(texts[RESULT_NAME]);
    out->file = keep(r->out, texts[RESULT_FILE]);
    out->case_name = keep(r->out, texts[RESULT_CASE]);
    if (sqlite3_column_type(s, 1 + RESULT_PROOF) != SQLITE_NULL)
        out->proof = xstrdup(texts[RESULT_PROOF]);
    enum status st =
        find_theorem(r, &out->theorem, texts[RESULT_STATEMENT], out->file);
    if (st != ST_OK)
        return st;
    out->verdict = ast_verdict_word(texts[RESULT_VERDICT]);
    out->expected = ast_verdict_word(texts[RESULT_EXPECTED]);
    const struct theorem *t = out->theorem;
    const struct claim *claim = theorem_claim(t, texts[RESULT_CLAIM]);
    if (!claim || strcmp(t->name, texts[RESULT_THEOREM]) != 0 ||
        out->verdict == WORD_NONE || out->expected == WORD_NONE)
        return database_fault(&r->d, "the store is damaged (result %s)",
                              out->name);
    out->claim = (size_t)(claim - t->claims);
    result_find_gap(out);
    return ST_OK;
}

/* As eval/enclosure.h says it, with exponents whose differences are exact. */
static bool is_enclosure(const struct enclosure *e)
{
    const int64_t most = INT64_MAX / 4;
    return e->kind == ENCLOSURE_NONE || e->kind == ENCLOSURE_INFINITE ||
           (e->kind == ENCLOSURE_FINITE && -1 <= e->lo && e->lo <= e->hi &&
            e->hi <= 1 && -most <= e->exponent && e->exponent <= most);
}

/* Whether it counts each of its ratios once. */
static bool is_histogram(const struct histogram *h)
{
    const uint64_t most = (uint64_t)1 << 53; /* exact as doubles */
    uint64_t left = h->total;
    if (left > most || h->below > left || h->above > left - h->below)
        return false;
    left -= h->below + h->above;
    for (size_t i = 0; i < h->nbins; i++) {
        if (h->bins[i].count > left)
            return false;
        left -= h->bins[i].count;
    }
    return left == 0;
}

/* That no number is one which a run cannot have. */
static enum status check_numbers(struct reading *r,
                                 const struct result_row *row,
                                 const struct result *out)
{
    const struct theorem *t = out->theorem;
    if (out->link <= t->claims[out->claim].nlinks &&
        (unsigned)out->scope <= EXPECT_OF_LINK &&
        (unsigned)out->rel <= REL_GT && is_enclosure(&out->tightness.min) &&
        is_enclosure(&out->tightness.max) && is_enclosure(&out->constant) &&
        is_enclosure(&row->sides.lhs) && is_enclosure(&row->sides.rhs) &&
        is_histogram(&out->tightness.histogram))
        return ST_OK;
    return database_fault(&r->d, "the store is damaged (the numbers of %s)",
                          out->name);
}

static enum status read_result(void *context, struct database *d,
                               sqlite3_stmt *s)
{
    struct reading *r = context;
    struct result_row row = {0};
    int64_t id = sqlite3_column_int64(s, 0);
    field_read(&row, s, 1 + RESULT_TEXTS, result_fields, result_nfields);
    struct result *out = run_add(&r->out->run);
    *out = row.result;
    enum status st = read_texts(r, out, s);
    if (st == ST_OK)
        st = database_each(d, read_bin, &out->tightness.histogram,
                           "SELECT bin, count FROM bin WHERE result = ?1", "i",
                           id);
    if (st == ST_OK)
        st = check_numbers(r, &row, out);
    if (st != ST_OK || !row.has_counterexample)
        return st;
    struct counterexample *c = xcalloc(1, sizeof *c);
    *c = row.sides;
    out->counterexample = c;
    return read_counterexample(d, c, id);
}

static enum status read_results(struct reading *r)
{
    LOCAL_BUFFER sql = buffer_new();
    buffer_add(&sql, "SELECT id, ");
    result_columns(&sql);
    buffer_add(&sql, " FROM result ORDER BY id");
    return database_each(&r->d, read_result, r, sql.text, "");
}

/* ---- cases ---- */

/* The value of "the sizes of THEOREM.CASE". */
static const char *sizes_of(struct store_run *out,
                            const struct identity *identity,
                            const struct store_case *c)
{
    const char *found = "";
    LOCAL_BUFFER name = buffer_new();
    buffer_printf(&name, "the sizes of %s.%s", c->theorem, c->name);
    for (size_t i = 0; i < identity->count && !*found; i++)
        if (strcmp(identity->items[i].name, name.text) == 0)
            found = keep(out, identity->items[i].value);
    return found;
}

/* Those of the whole run stand before those of the first case. */
static void take_settings(struct store_run *out,
                          const struct identity *identity)
{
    static const char first[] = "the file of ";
    for (size_t i = 0; i < identity->count; i++) {
        const struct identity_entry *e = &identity->items[i];
        if (strncmp(e->name, first, sizeof first - 1) == 0)
            return;
        APPEND(out->settings, out->nsettings) = (struct store_setting){
            .name = keep(out, e->name), .value = keep(out, e->value)};
    }
}

struct taking {
    struct store_run *out;
    const struct identity *identity;
};

static enum status take_case(void *context, struct database *d, sqlite3_stmt *s)
{
    const struct taking *taking = context;
    struct store_run *out = taking->out;
    (void)d;
    struct store_case c = {.file = keep(out, database_text(s, 0)),
                           .theorem = keep(out, database_text(s, 1)),
                           .name = keep(out, database_text(s, 2)),
                           .text = keep(out, database_text(s, 3)),
                           .statement = keep(out, database_text(s, 4)),
                           .seed = (uint64_t)sqlite3_column_int64(s, 5),
                           .trials = (uint64_t)sqlite3_column_int64(s, 6)};
    c.sizes = sizes_of(out, taking->identity, &c);
    APPEND(out->cases, out->ncases) = c;
    return ST_OK;
}

static enum status take_tools(void *context, struct database *d,
                              sqlite3_stmt *row)
{
    struct store_run *out = context;
    (void)d;
    out->run.tools = xstrdup(database_text(row, 0));
    return ST_OK;
}

/* Fills in out->cases, out->settings and run.tools; texts in out->arena. */
static enum status cases_read(struct store_run *out, struct database *d)
{
    LOCAL(identity_clear) struct identity identity = {0};
    enum status st = identity_read(&identity, d);
    if (st == ST_OK)
        take_settings(out, &identity);
    struct taking taking = {out, &identity};
    if (st == ST_OK)
        st = database_each(
            d, take_case, &taking,
            "SELECT file, theorem, case_name, case_text, statement.text, seed, "
            "trials FROM task JOIN statement ON statement.hash = "
            "task.statement ORDER BY id",
            "");
    if (st == ST_OK)
        st = database_each(d, take_tools, out,
                           "SELECT value FROM note WHERE name = 'tools'", "");
    return st;
}

/* ---- the run ---- */

static enum status read_notes(struct reading *r)
{
    struct run *run = &r->out->run;
    int64_t seed = 0, stopped = 0, milliseconds = 0;
    enum status st = database_number(
        &r->d, &seed, "SELECT value FROM note WHERE name = 'seed'");
    if (st == ST_OK)
        st = database_number(&r->d, &stopped,
                             "SELECT value FROM note WHERE name = 'stopped'");
    if (st == ST_OK)
        st = database_number(&r->d, &milliseconds,
                             "SELECT value FROM note WHERE name = 'time'");
    run->seed = (uint64_t)seed;
    run->stopped = stopped != 0;
    run->seconds = (double)milliseconds / 1000;
    return st;
}

enum status store_read_run(struct store_run *out, const char *path,
                           char **reason)
{
    struct reading r = {.out = out};
    *out = (struct store_run){.arena = arena_new()};
    const bool is_read =
        database_open(&r.d, path, NULL) == ST_OK &&
        mark_check(&r.d, MARK_RUN) == ST_OK &&
        mark_check(&r.d, MARK_RESULTS) == ST_OK &&
        schema_coverage(&r.d, &out->kept, &out->all) == ST_OK &&
        read_notes(&r) == ST_OK && read_results(&r) == ST_OK &&
        cases_read(out, &r.d) == ST_OK;
    if (!is_read)
        *reason = xstrdup(r.d.reason ? r.d.reason : path);
    for (size_t i = 0; i < out->nmodules; i++)
        free(r.hashes[i]);
    free(r.hashes);
    database_close(&r.d);
    return is_read ? ST_OK : ST_INPUT;
}

void store_run_clear(struct store_run *out)
{
    run_clear(&out->run);
    for (size_t i = 0; i < out->nmodules; i++)
        module_free(out->modules[i]);
    free(out->modules);
    free(out->cases);
    free(out->settings);
    arena_free(out->arena);
    *out = (struct store_run){0};
}
