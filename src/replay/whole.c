/*
 * Records of the library beside its files; its statements are compared, as
 * texts, with those that were built in, since proofs of others prove nothing of
 * them.
 */
#include "replay/whole.h"

#include "base/file.h"
#include "ir/lower.h"
#include "replay/record.h"
#include "replay/shelf.h"
#include "replay/statements.h"

#include <string.h>

static bool is_known(const char *text)
{
    for (size_t i = 0; i < statements_count; i++) {
        if (!statements[i].is_axiom && strcmp(statements[i].text, text) == 0)
            return true;
    }
    return false;
}

/* A theorem that the program does not state so, or NULL. */
static const char *find_other(const struct module *module)
{
    const char *other = NULL;

    LOCAL_BUFFER text = buffer_new();
    for (size_t i = 0; i < module_theorems(module) && other == NULL; i++) {
        const struct theorem *t = module_theorem(module, i);

        buffer_reset(&text);
        if (t->nclaims > 0)
            module_statement(&text, module, t, &t->claims[0]);
        if (text.length == 0 || !is_known(text.text))
            other = t->name;
    }
    return other;
}

static struct record *read_record(const char *folder, const char *name,
                                  struct module *module, char **reason)
{
    LOCAL_FREE char *path = buffer_text("%s/proofs/%s", folder, name);
    LOCAL_FREE char *wrong = NULL;
    const char *why = NULL;
    struct record *record = NULL;

    LOCAL_BUFFER text = buffer_new();
    if (file_read(&text, path, RECORD_MAX_BYTES, &why) == ST_OK) {
        const char *rest =
            text.text && strlen(text.text) == text.length ? text.text : "";
        record = record_read_for(module, &rest, &wrong);
        why = record == NULL ? wrong
              : *rest        ? "something stands behind it"
                             : "";
    }
    if (record == NULL || *why != '\0') {
        *reason = buffer_text("%s: %s", path, why);
        record_free(record);
        record = NULL;
    }
    return record;
}

/* All records of the shelf; false: *reason says why not. */
static bool read_all(struct record **records, const struct shelf *shelf,
                     const char *folder, char **reason)
{
    for (size_t i = 0; i < shelf->count; i++) {
        const char *other = find_other(shelf->modules[i]);

        if (other != NULL) {
            *reason = buffer_text("%s: the program does not state %s so",
                                  folder, other);
            return false;
        }
        records[i] =
            read_record(folder, shelf->names[i], shelf->modules[i], reason);
        if (records[i] == NULL)
            return false;
    }
    return true;
}

/* With the first message, if there is one. */
static char *unreadable(const char *folder, const struct diag *diag)
{
    LOCAL_BUFFER text = buffer_new();
    diag_print(diag, &text);
    return buffer_text("%s: it is no library that can be read%s%.*s", folder,
                       text.length > 0 ? ": " : "",
                       text.text ? (int)strcspn(text.text, "\n") : 0,
                       text.text ? text.text : "");
}

bool whole_replay(struct standings *found, struct buffer *refused,
                  const char *folder, const struct core_oracle *oracle,
                  char **reason)
{
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE struct record **records = NULL;
    LOCAL(shelf_clear) struct shelf shelf;
    bool fine = shelf_load(&shelf, folder, diag) == ST_OK;

    *reason = fine ? NULL : unreadable(folder, diag);
    records = xcalloc(shelf.count + 1, sizeof *records);
    fine = fine && read_all(records, &shelf, folder, reason);
    if (fine)
        record_replay_library(found, refused, &shelf, records, oracle);
    for (size_t i = 0; i < shelf.count; i++)
        record_free(records[i]);
    return fine;
}

const char *whole_lacks(const struct standings *found)
{
    for (size_t i = 0; i < standings_count; i++) {
        const struct standing *wanted = &standings[i];
        const struct standing *s = standings_find(found, wanted->name);

        if (wanted->is_proved && wanted->trusting == NULL &&
            (s == NULL || !s->is_proved || s->trusting != NULL))
            return wanted->name;
    }
    return NULL;
}
