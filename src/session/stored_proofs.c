/* Stored proofs: read, offered to the kernel, written anew. */
#include "session/stored_proofs.h"

#include "base/folder.h"
#include "certio/certio.h"
#include "kernel/proof_json.h"
#include "session/proof_file.h"
#include "session/stored_path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A certificate, and what became of it. */
struct offer {
    struct proof_certificate *certificate;
    size_t set;     /* or PROOFS_NO_SET: of theorems that are not there */
    bool was_tried; /* its set's turn came */
    bool is_other;  /* it states something else */
    char *rejected; /* what the kernel says; or NULL */
};

struct stored_file {
    const struct module *module;
    char *path; /* NULL: it has no place, or nothing is to be done with it */
    struct proof_certificate *list;
    struct offer *offers; /* of each */
    size_t count;
};

struct stored_proofs {
    const struct tasks *tasks;
    struct proofs *proofs;
    const struct session *session;
    struct stored_file *files; /* of each module */
};

/* ---- reading ---- */

/* That of its first proof's theorem. */
static size_t set_of(const struct stored_proofs *s,
                     const struct stored_file *file,
                     const struct proof_certificate *c)
{
    const struct theorem *t =
        c->count > 0 ? module_find(file->module, c->proofs[0].theorem) : NULL;
    return t ? proofs_find_set(s->proofs, t) : PROOFS_NO_SET;
}

static void add_offers(struct stored_proofs *s, struct stored_file *file)
{
    file->offers = xcalloc(file->count + 1, sizeof *file->offers);
    for (size_t i = 0; i < file->count; i++) {
        const size_t set = set_of(s, file, &file->list[i]);
        file->offers[i] = (struct offer){.certificate = &file->list[i],
                                         .set = set,
                                         .is_other = set == PROOFS_NO_SET};
    }
}

/* With --update what is no certificate is made anew. */
static enum status read_file(struct stored_proofs *s, struct stored_file *file)
{
    LOCAL_FREE char *reason = NULL;
    LOCAL_BUFFER text = buffer_new();
    enum status st = certio_load(&text, file->path, &reason);
    if (st == ST_OK)
        st = proof_json_read(&file->list, &file->count,
                             text.text ? text.text : "", text.length,
                             file->path, &reason);
    if (st == ST_OK)
        add_offers(s, file);
    else if (s->session->update)
        session_note(s->session, "%s; it is written anew", reason);
    else
        session_error(s->session, "%s", reason);
    return s->session->update ? ST_OK : st;
}

static bool has_task(const struct tasks *tasks, const struct module *module)
{
    for (size_t i = 0; i < tasks->count; i++)
        if (spec_module(tasks->items[i].spec) == module)
            return true;
    return false;
}

static enum status open_file(struct stored_proofs *s, struct stored_file *file)
{
    if (!has_task(s->tasks, file->module))
        return ST_OK;
    LOCAL_FREE char *place = stored_path(
        s->session, module_file(file->module, 0), "cases/proved", true);
    file->path = place ? buffer_text("%s.json.gz", place) : NULL;
    if (file->path)
        return access(file->path, F_OK) == 0 ? read_file(s, file) : ST_OK;
    if (!s->session->update)
        return ST_OK;
    session_error(s->session,
                  "--update: %s lies in no folder `bounds`; say where its "
                  "proofs go with --stored DIR",
                  module_file(file->module, 0));
    return ST_INPUT;
}

enum status stored_proofs_read(struct stored_proofs **out,
                               const struct tasks *tasks, struct proofs *proofs,
                               const struct session *session)
{
    struct stored_proofs *s = xcalloc(1, sizeof *s);
    enum status result = ST_OK;
    *s = (struct stored_proofs){tasks, proofs, session, NULL};
    s->files = xcalloc(tasks->nmodules + 1, sizeof *s->files);
    for (size_t i = 0; i < tasks->nmodules; i++) {
        s->files[i].module = tasks->modules[i];
        if (open_file(s, &s->files[i]) != ST_OK)
            result = ST_INPUT;
    }
    *out = s;
    return result;
}

void stored_proofs_free(struct stored_proofs *s)
{
    for (size_t i = 0; s && i < s->tasks->nmodules; i++) {
        struct stored_file *file = &s->files[i];
        for (size_t k = 0; k < file->count; k++) {
            proof_certificate_clear(&file->list[k]);
            free(file->offers[k].rejected);
        }
        free(file->offers);
        free(file->list);
        free(file->path);
    }
    if (s)
        free(s->files);
    free(s);
}

/* ---- replaying ---- */

static void replay(struct offer *offer, struct proved *proved)
{
    struct proof_certificate *c = offer->certificate;
    offer->was_tried = true;
    offer->is_other = strcmp(c->statement, proved_statement(proved)) != 0;
    char *reason = NULL;
    if (!offer->is_other && !proved_accept_all(proved, c, &reason))
        offer->rejected = reason;
}

void stored_proofs_replay(struct stored_proofs *s, size_t set)
{
    struct proved *proved = proofs_set(s->proofs, set);
    for (size_t i = 0; i < s->tasks->nmodules; i++)
        for (size_t k = 0; k < s->files[i].count; k++)
            if (s->files[i].offers[k].set == set)
                replay(&s->files[i].offers[k], proved);
}

/* ---- what is to be told ---- */

static enum status tell_rejected(const struct stored_proofs *s,
                                 const struct stored_file *file)
{
    for (size_t k = 0; k < file->count; k++) {
        const char *reason = file->offers[k].rejected;
        if (!reason)
            continue;
        if (s->session->update) {
            session_note(s->session,
                         "%s: the checker rejects %s; it is proved anew",
                         file->path, reason);
            continue;
        }
        session_error(s->session,
                      "%s: the checker rejects this stored proof: %s",
                      file->path, reason);
        return ST_INPUT;
    }
    return ST_OK;
}

/* That is what --update is for. */
static void tell_others(const struct stored_proofs *s,
                        const struct stored_file *file)
{
    size_t proofs = 0;
    for (size_t k = 0; k < file->count; k++)
        if (file->offers[k].is_other)
            proofs += file->list[k].count;
    if (proofs > 0 && !s->session->update)
        session_note(s->session,
                     "%s: %zu proofs are of other statements now; passed over "
                     "(`majorant prove --update` writes them anew)",
                     file->path, proofs);
}

enum status stored_proofs_tell(const struct stored_proofs *s)
{
    enum status result = ST_OK;
    for (size_t i = 0; i < s->tasks->nmodules; i++) {
        tell_others(s, &s->files[i]);
        if (tell_rejected(s, &s->files[i]) != ST_OK)
            result = ST_INPUT;
    }
    return result;
}

/* ---- writing ---- */

/* Those of sets whose turn did not come stay as they are. */
static void add_rest(struct proof_text *out, const struct stored_file *file)
{
    for (size_t k = 0; k < file->count; k++)
        if (!file->offers[k].was_tried && !file->offers[k].is_other)
            proof_text_add(out, &file->list[k]);
}

static int write_file(const struct stored_proofs *s,
                      const struct stored_file *file)
{
    struct proof_text text = {.is_packed = true};
    int status = EXIT_EXPECTED;
    proof_text_add_all(&text, file->module, s->proofs);
    add_rest(&text, file);
    if (text.count > 0) {
        (void)folder_make_for(file->path); /* or the file cannot be written */
        status = proof_text_write(&text, s->session, file->path);
    }
    if (text.count == 0 && unlink(file->path) == 0)
        session_note(s->session, "nothing is proved any more: %s is removed",
                     file->path);
    buffer_clear(&text.text);
    return status;
}

int stored_proofs_write(const struct stored_proofs *s)
{
    int status = EXIT_EXPECTED;
    for (size_t i = 0; i < s->tasks->nmodules && status == EXIT_EXPECTED; i++)
        if (s->files[i].path)
            status = write_file(s, &s->files[i]);
    return status;
}
