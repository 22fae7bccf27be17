#include "cli/proof_file.h"

#include "certio/certio.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "kernel/recheck_proof.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

struct theorems {
    const struct theorem **items;
    size_t count;
};

static void add_theorem(struct theorems *list, const struct theorem *t)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i] == t)
            return;
    list->items = xrealloc(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = t;
}

/*
 * All that was proved of the module's theorems and of those it imports; the
 * proofs themselves are those of `proofs`.
 */
static void make(struct proof_certificate *c, const struct module *module,
                 const struct proofs *proofs)
{
    struct theorems theorems = {0};
    proof_certificate_init(c);
    for (size_t i = 0; i < proofs_sets(proofs); i++) {
        const struct proved *proved = proofs_set(proofs, i);
        if (proved_module(proved) != module)
            continue;
        for (size_t k = 0; k < proved_count(proved); k++) {
            struct proved_link of;
            *proof_certificate_add(c) = *proved_at(proved, k, &of);
            add_theorem(&theorems, of.theorem);
        }
    }
    proof_certificate_state(c, module, theorems.items, theorems.count);
    free(theorems.items);
}

/* Without the proofs, which are those of `proofs`. */
static void unmake(struct proof_certificate *c)
{
    free(c->proofs);
    c->proofs = NULL;
    c->count = 0;
    proof_certificate_clear(c);
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

/* Objects as they are, or as an array. */
static void join(struct buffer *out, const struct buffer *objects, size_t count)
{
    buffer_add(out, count > 1 ? "[\n" : "");
    for (size_t i = 0; i < count; i++) {
        buffer_add(out, i > 0 ? ",\n" : "");
        buffer_add(out, objects[i].text);
    }
    buffer_add(out, count > 1 ? "]\n" : "");
}

int proof_file_write(const char *path, const struct tasks *tasks,
                     const struct proofs *proofs)
{
    struct buffer *objects = xcalloc(tasks->nmodules + 1, sizeof *objects);
    struct buffer text;
    size_t count = 0;
    int status = EXIT_EXPECTED;
    buffer_init(&text);
    for (size_t i = 0; i < tasks->nmodules; i++) {
        struct proof_certificate c;
        make(&c, tasks->modules[i], proofs);
        buffer_init(&objects[count]);
        if (c.count > 0)
            certio_write_proofs(&objects[count++], &c);
        unmake(&c);
    }
    join(&text, objects, count);
    if (count == 0)
        output_note("nothing was proved: %s is not written", path);
    else if (!is_accepted(path, &text))
        status = EXIT_INTERNAL;
    else if (!output_file(path, &text))
        status = EXIT_USAGE;
    for (size_t i = 0; i < count; i++)
        buffer_clear(&objects[i]);
    buffer_clear(&text);
    free(objects);
    return status;
}

/* ---- rechecking ---- */

/* The same theorems' text as the file has it; false: a message was given. */
static bool is_stated(const struct module *against, const char *against_path,
                      const struct proof_certificate *c, const char *path)
{
    struct theorems theorems = {0};
    struct buffer text;
    bool ok = true;
    buffer_init(&text);
    for (size_t i = 0; i < c->count && ok; i++) {
        const struct theorem *t = module_find(against, c->proofs[i].theorem);
        if (t)
            add_theorem(&theorems, t);
        else
            output_error("%s states no theorem %s", against_path,
                         c->proofs[i].theorem);
        ok = t != NULL;
    }
    if (ok)
        module_text(&text, against, theorems.items, theorems.count);
    if (ok && strcmp(text.text ? text.text : "", c->statement) != 0) {
        output_error("%s: the statement is not that of %s", path, against_path);
        ok = false;
    }
    buffer_clear(&text);
    free(theorems.items);
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
