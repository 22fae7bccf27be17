/* Certificates of the kernel's proofs as one JSON array. */
#include "session/proof_file.h"

#include "certio/certio.h"
#include "kernel/proof_json.h"
#include "kernel/recheck_proof.h"

#include <stdlib.h>

/* ---- writing ---- */

void proof_text_add(struct proof_text *t, const struct proof_certificate *c)
{
    buffer_add(&t->text, t->count++ > 0 ? ",\n" : "[\n");
    proof_json_write(&t->text, c);
}

void proof_text_add_all(struct proof_text *t, const struct module *module,
                        const struct proofs *proofs)
{
    for (size_t i = 0; i < proofs_sets(proofs); i++) {
        const struct proved *proved = proofs_set(proofs, i);
        const struct proof_certificate *written = proved_written(proved);
        if ((!module || proved_module(proved) == module) && written->count > 0)
            proof_text_add(t, written);
    }
}

/* The kernel's word on the text as it was written. */
static bool is_accepted(const struct session *s, const char *path,
                        const struct buffer *text)
{
    LOCAL_FREE struct proof_certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    bool ok = proof_json_read(&list, &count, text->text, text->length, path,
                              &reason) == ST_OK;
    for (size_t i = 0; i < count; i++) {
        ok = ok && kernel_recheck_proofs(&list[i], &reason) == RECHECK_ACCEPTED;
        proof_certificate_clear(&list[i]);
    }
    if (!ok)
        session_error(s, "%s: the proof is not accepted again: %s", path,
                      reason ? reason : "no reason given");
    return ok;
}

int proof_text_write(struct proof_text *t, const struct session *s,
                     const char *path)
{
    buffer_add(&t->text, "]\n");
    if (!is_accepted(s, path, &t->text))
        return EXIT_INTERNAL;
    LOCAL_BUFFER packed = buffer_new();
    if (t->is_packed)
        certio_compress(&packed, &t->text);
    const bool ok = session_write(s, path, t->is_packed ? &packed : &t->text);
    return ok ? EXIT_EXPECTED : EXIT_USAGE;
}

int proof_file_write(const char *path, const struct session *s,
                     const struct proofs *proofs)
{
    struct proof_text text = {.count = 0};
    int status = EXIT_EXPECTED;
    proof_text_add_all(&text, NULL, proofs);
    if (text.count > 0)
        status = proof_text_write(&text, s, path);
    else
        session_note(s, "nothing was proved: %s is not written", path);
    buffer_clear(&text.text);
    return status;
}

/* ---- rechecking ---- */

/* The same theorems' text as the file has it; false: a message was given. */
static bool is_stated(const struct session *s, const struct against *against,
                      const struct proof_certificate *c, const char *path)
{
    struct module *stated = NULL;
    char *reason = NULL, *why = NULL;
    bool ok = proof_open_statement(&stated, c, &why);
    if (!ok)
        reason = buffer_text("%s: %s", path, why);
    ok = ok && against_theorems(against, stated, c->statement, path, &reason);
    if (!ok)
        session_error(s, "%s", reason);
    free(reason);
    free(why);
    module_free(stated);
    return ok;
}

static enum again_answer recheck_one(struct buffer *out, const char *path,
                                     const struct proof_certificate *c)
{
    LOCAL_FREE char *reason = NULL;
    if (kernel_recheck_proofs(c, &reason) != RECHECK_ACCEPTED) {
        buffer_add_line(out, path);
        buffer_add(out, ": rejected: ");
        buffer_add_line(out, reason ? reason : "no reason was given");
        buffer_add_char(out, '\n');
        return AGAIN_REJECTED;
    }
    for (size_t i = 0; i < c->count; i++) {
        const struct proof *p = &c->proofs[i];
        buffer_add_line(out, path);
        buffer_printf(out, ": accepted: %s.%s", p->theorem, p->claim);
        if (p->link > 1)
            buffer_printf(out, "#%zu", p->link);
        buffer_add(out, " is proved: ");
        buffer_add_line(out, p->relation);
        buffer_add_char(out, '\n');
    }
    return AGAIN_ACCEPTED;
}

enum again_answer proof_file_recheck(struct buffer *out,
                                     const struct session *s, const char *path,
                                     const struct buffer *text,
                                     const struct against *against)
{
    LOCAL_FREE struct proof_certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    enum again_answer answer = AGAIN_ACCEPTED;
    if (proof_json_read(&list, &count, text->text, text->length, path,
                        &reason) != ST_OK) {
        session_error(s, "%s", reason);
        answer = AGAIN_UNREAD;
    }
    for (size_t i = 0; i < count && answer == AGAIN_ACCEPTED; i++)
        answer = against && !is_stated(s, against, &list[i], path)
                     ? AGAIN_UNREAD
                     : recheck_one(out, path, &list[i]);
    for (size_t i = 0; i < count; i++)
        proof_certificate_clear(&list[i]);
    return answer;
}
