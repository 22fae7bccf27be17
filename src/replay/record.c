/* Records as text: written, and read again. */
#include "replay/record_internal.h"

#include "base/diag.h"
#include "ir/lower.h"

#include <stdlib.h>
#include <string.h>

#define HEADING "majorant.proof/2\n"

bool record_fail(char **reason, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    *reason = buffer_vtext(format, args);
    va_end(args);
    return false;
}

/* ---- writing ---- */

static size_t lines_of(const char *text)
{
    size_t lines = 0;

    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

void record_begin(struct buffer *out, const char *statement)
{
    buffer_printf(out, HEADING "statement %zu\n", lines_of(statement));
    buffer_add(out, statement);
}

void record_add(struct buffer *out, const struct theorem *t, size_t claim,
                size_t link, const size_t *from, size_t nfrom, const char *log)
{
    buffer_printf(out, "proof %s %s %zu %zu", t->name, t->claims[claim].name,
                  link + 1, lines_of(log));
    for (size_t i = 0; i < nfrom; i++)
        buffer_printf(out, "%s %s", i == 0 ? " from" : "",
                      t->claims[from[i]].name);
    buffer_add_char(out, '\n');
    buffer_add(out, log);
}

void record_end(struct buffer *out, size_t proofs)
{
    buffer_printf(out, "end %zu\n", proofs);
}

/* ---- reading ---- */

bool record_is(const char *text)
{
    return strncmp(text, HEADING, strlen(HEADING)) == 0;
}

/* The next `lines` lines, to be freed; NULL: there are not so many. */
static char *take(const struct record_source *from, size_t lines)
{
    struct buffer out;

    buffer_init(&out);
    for (; lines > 0; lines--) {
        const size_t before = out.length;

        if (!from->line(from->context, &out) || out.length == before ||
            out.text[out.length - 1] != '\n' || out.length > RECORD_MAX_BYTES) {
            buffer_clear(&out);
            return NULL;
        }
    }
    return out.text ? out.text : xstrdup("");
}

static bool read_count(size_t *out, const char *word)
{
    *out = 0;
    if (word == NULL || *word == '\0' || strlen(word) > 9)
        return false;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return false;
        *out = 10 * *out + (size_t)(*word - '0');
    }
    return true;
}

/* The words behind `from`; false: there are others. */
static bool read_from(struct entry *e, char **rest)
{
    const char *word = strtok_r(NULL, " ", rest);

    if (word == NULL)
        return true;
    if (strcmp(word, "from") != 0)
        return false;
    while ((word = strtok_r(NULL, " ", rest)) != NULL) {
        e->from = xrealloc(e->from, e->nfrom + 1, sizeof *e->from);
        e->from[e->nfrom++] = xstrdup(word);
    }
    return e->nfrom > 0;
}

/* Behind the word `proof` of its line; then the log. */
static bool read_entry(struct entry *e, char **rest,
                       const struct record_source *source)
{
    const char *theorem = strtok_r(NULL, " ", rest);
    const char *claim = strtok_r(NULL, " ", rest);
    const char *link = strtok_r(NULL, " ", rest);
    const char *lines = strtok_r(NULL, " ", rest);
    size_t count;

    if (lines == NULL || !read_count(&e->link, link) ||
        !read_count(&count, lines))
        return false;
    e->theorem = xstrdup(theorem);
    e->claim = xstrdup(claim);
    if (!read_from(e, rest))
        return false;
    e->log = take(source, count);
    return e->log != NULL;
}

/* One line, with the log behind it; *is_end: it was the last. */
static bool read_line(struct record *r, const struct record_source *from,
                      bool *is_end)
{
    char *line = take(from, 1), *rest = NULL;
    const char *word = line ? strtok_r(line, " \n", &rest) : NULL;
    bool fine = false;
    size_t count;

    if (rest != NULL)
        rest[strcspn(rest, "\n")] = '\0';
    if (word != NULL && strcmp(word, "proof") == 0) {
        r->entries = xrealloc(r->entries, r->count + 1, sizeof *r->entries);
        r->entries[r->count] = (struct entry){.log = NULL};
        fine = read_entry(&r->entries[r->count++], &rest, from);
    } else if (word != NULL && strcmp(word, "end") == 0) {
        *is_end = true;
        fine = read_count(&count, strtok_r(NULL, " ", &rest)) &&
               count == r->count && strtok_r(NULL, " ", &rest) == NULL;
    }
    free(line);
    return fine;
}

static bool read_statement(struct record *r, const struct record_source *from,
                           char **reason)
{
    static const char word[] = "statement ";
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE char *line = take(from, 1);
    size_t count = 0;
    bool fine = line != NULL && strncmp(line, word, strlen(word)) == 0;

    if (fine)
        line[strcspn(line, "\n")] = '\0';
    fine = fine && read_count(&count, line + strlen(word)) &&
           (r->statement = take(from, count)) != NULL;
    if (!fine)
        record_fail(reason, "the statement is cut off");
    else if (r->is_foreign)
        fine = count == 0 || record_fail(reason, "it has a statement, too");
    else if (module_load_text(&r->module, "statement", r->statement, NULL,
                              diag) != ST_OK)
        fine = record_fail(reason, "the statement cannot be read");
    else if (module_files(r->module) > 1)
        fine = record_fail(reason, "the statement imports a file");
    return fine;
}

/* The module, unless it is NULL, is its statement. */
static struct record *open_record(struct module *module,
                                  const struct record_source *from,
                                  char **reason)
{
    struct record *r = xcalloc(1, sizeof *r);
    LOCAL_FREE char *heading = take(from, 1);

    r->module = module;
    r->is_foreign = module != NULL;
    *reason = NULL;
    if (heading == NULL || strcmp(heading, HEADING) != 0)
        record_fail(reason, "a record begins with the line majorant.proof/2");
    if (*reason == NULL && read_statement(r, from, reason))
        return r;
    record_free(r);
    return NULL;
}

struct record *record_open(const struct record_source *from, char **reason)
{
    return open_record(NULL, from, reason);
}

struct record *record_open_for(struct module *module,
                               const struct record_source *from, char **reason)
{
    return open_record(module, from, reason);
}

enum record_part record_next(struct record *r, const struct record_source *from,
                             char **reason)
{
    bool is_end = false;

    if (read_line(r, from, &is_end))
        return is_end ? RECORD_END : RECORD_PROOF;
    record_fail(reason, "cut off, or no record, at proof %zu", r->count);
    return RECORD_BROKEN;
}

void record_forget(struct record *r)
{
    free(r->entries[r->count - 1].log);
    r->entries[r->count - 1].log = NULL;
}

static bool line_of_text(void *context, struct buffer *out)
{
    const char **text = context;
    const char *end = strchr(*text, '\n');

    if (end == NULL)
        return false;
    buffer_add_bytes(out, *text, (size_t)(end + 1 - *text));
    *text = end + 1;
    return true;
}

/* All of it. */
static struct record *read_record(struct module *module, const char **text,
                                  char **reason)
{
    const struct record_source from = {line_of_text, text};
    struct record *r = open_record(module, &from, reason);
    enum record_part part = RECORD_PROOF;

    while (r != NULL && part == RECORD_PROOF)
        part = record_next(r, &from, reason);
    if (r == NULL || part == RECORD_END)
        return r;
    record_free(r);
    return NULL;
}

struct record *record_read(const char **text, char **reason)
{
    return read_record(NULL, text, reason);
}

struct record *record_read_for(struct module *module, const char **text,
                               char **reason)
{
    return read_record(module, text, reason);
}

void record_free(struct record *r)
{
    for (size_t i = 0; r != NULL && i < r->count; i++) {
        struct entry *e = &r->entries[i];

        for (size_t k = 0; k < e->nfrom; k++)
            free(e->from[k]);
        free(e->from);
        free(e->theorem);
        free(e->claim);
        free(e->log);
        free(e->proof.citing);
        free(e->proof.trusting);
    }
    if (r == NULL)
        return;
    free(r->entries);
    free(r->statement);
    if (!r->is_foreign)
        module_free(r->module);
    free(r);
}

const char *record_statement(const struct record *r)
{
    return r->statement;
}

const struct module *record_module(const struct record *r)
{
    return r->module;
}

size_t record_count(const struct record *r)
{
    return r->count;
}

const struct record_proof *record_proof(const struct record *r, size_t i)
{
    return &r->entries[i].proof;
}
