#include "cli/proof_file.h"

#include "certio/certio.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "kernel/recheck_proof.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

/* An object for each set of the module's theorems of which proofs are known. */
static size_t add_objects(struct buffer *out, size_t count,
                          const struct module *module,
                          const struct proofs *proofs)
{
    for (size_t i = 0; i < proofs_sets(proofs); i++) {
        const struct proved *proved = proofs_set(proofs, i);
        if (proved_module(proved) != module ||
            proved_written(proved)->count == 0)
            continue;
        buffer_add(out, count++ > 0 ? ",\n" : "[\n");
        certio_write_proofs(out, proved_written(proved));
    }
    return count;
}

/* The kernel's word on the text as it was written. */
static bool is_accepted(const char *path, const struct buffer *text)
{
    struct proof_certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL;
    bool ok = certio_read_proofs(&list, &count, text->text, text->length, path,
                                 &reason) == ST_OK;
    for (size_t i = 0; i < count; i++) {
        ok = ok && kernel_recheck_proofs(&list[i], &reason) == KERNEL_ACCEPTED;
        proof_certificate_clear(&list[i]);
    }
    if (!ok)
        output_error("%s: the proof is not accepted again: %s", path,
                     reason ? reason : "no reason given");
    free(list);
    free(reason);
    return ok;
}

int proof_file_write(const char *path, const struct tasks *tasks,
                     const struct proofs *proofs)
{
    struct buffer text;
    size_t count = 0;
    int status = EXIT_EXPECTED;
    buffer_init(&text);
    for (size_t i = 0; i < tasks->nmodules; i++)
        count = add_objects(&text, count, tasks->modules[i], proofs);
    buffer_add(&text, count > 0 ? "]\n" : "");
    if (count == 0)
        output_note("nothing was proved: %s is not written", path);
    else if (!is_accepted(path, &text))
        status = EXIT_INTERNAL;
    else if (!output_file(path, &text))
        status = EXIT_USAGE;
    buffer_clear(&text);
    return status;
}

/* ---- rechecking ---- */

/* The theorems of that text as the other file states them; or NULL. */
static const struct theorem **find_theorems(const struct module *against,
                                            const char *against_path,
                                            const struct module *stated)
{
    const size_t count = module_theorems(stated);
    const struct theorem **list = xcalloc(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        const char *name = module_theorem(stated, i)->name;
        list[i] = module_find(against, name);
        if (list[i])
            continue;
        output_error("%s states no theorem %s", against_path, name);
        free(list);
        return NULL;
    }
    return list;
}

/* The same theorems' text as the file has it; false: a message was given. */
static bool is_stated(const struct module *against, const char *against_path,
                      const struct proof_certificate *c, const char *path)
{
    struct module *stated = NULL;
    struct buffer text;
    char *reason = NULL;
    if (!proof_open_statement(&stated, c, &reason)) {
        output_error("%s: %s", path, reason);
        free(reason);
        return false;
    }
    const struct theorem **theorems =
        find_theorems(against, against_path, stated);
    buffer_init(&text);
    bool ok = theorems != NULL;
    if (ok)
        module_text(&text, against, theorems, module_theorems(stated));
    if (ok && strcmp(text.text ? text.text : "", c->statement) != 0) {
        output_error("%s: the statement is not that of %s", path, against_path);
        ok = false;
    }
    buffer_clear(&text);
    free(theorems);
    module_free(stated);
    return ok;
}

static int recheck_one(struct buffer *out, const char *path,
                       const struct proof_certificate *c)
{
    char *reason = NULL;
    int status = EXIT_EXPECTED;
    if (kernel_recheck_proofs(c, &reason) != KERNEL_ACCEPTED) {
        buffer_printf(out, "%s: rejected: %s\n", path,
                      reason ? reason : "no reason was given");
        status = EXIT_OTHERWISE;
    }
    for (size_t i = 0; i < c->count && status == EXIT_EXPECTED; i++) {
        const struct proof *p = &c->proofs[i];
        buffer_printf(out, "%s: accepted: %s.%s", path, p->theorem, p->claim);
        if (p->link > 1)
            buffer_printf(out, "#%zu", p->link);
        buffer_printf(out, " is proved: %s\n", p->relation);
    }
    free(reason);
    return status;
}

int proof_file_recheck(struct buffer *out, const char *path,
                       const struct buffer *text, const struct module *against,
                       const char *against_path)
{
    struct proof_certificate *list = NULL;
    size_t count = 0;
    char *reason = NULL;
    int status = EXIT_EXPECTED;
    if (certio_read_proofs(&list, &count, text->text, text->length, path,
                           &reason) != ST_OK) {
        output_error("%s", reason);
        status = EXIT_USAGE;
    }
    for (size_t i = 0; i < count && status == EXIT_EXPECTED; i++)
        status = against && !is_stated(against, against_path, &list[i], path)
                     ? EXIT_USAGE
                     : recheck_one(out, path, &list[i]);
    for (size_t i = 0; i < count; i++)
        proof_certificate_clear(&list[i]);
    free(list);
    free(reason);
    return status;
}
