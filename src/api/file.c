/* Files of theorems, read once and never changed. */
#include "api/api_internal.h"

#include "ir/library.h"

#include <stdlib.h>

/* The folders that were set, then those of the installation; to be freed. */
static char *search_path(const struct majorant_context *c)
{
    LOCAL_FREE char *usual = library_path(NULL);
    struct buffer path = buffer_new();
    if (c->library)
        buffer_printf(&path, "%s:", c->library);
    buffer_add(&path, usual);
    return path.text;
}

/* A file, or the text where it is not NULL. */
static enum majorant_status read_source(struct majorant_context *c,
                                        struct majorant_file **file,
                                        const char *path, const char *text)
{
    struct module *module = NULL;
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE char *library = search_path(c);
    enum status st = text ? module_load_text(&module, path, text, library, diag)
                          : module_load(&module, path, library, false, diag);
    enum majorant_status status = MAJORANT_OK;
    if (st != ST_OK) {
        status = api_fail_diag(c, MAJORANT_INPUT, diag);
    } else {
        *file = xcalloc(1, sizeof **file);
        (*file)->module = module;
    }
    return status;
}

enum majorant_status majorant_read_file(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *path)
{
    const enum majorant_status status = api_place(context, file);
    if (status != MAJORANT_OK)
        return status;
    *file = NULL;
    if (!path)
        return api_fail(context, MAJORANT_INPUT, "no file was named");
    return read_source(context, file, path, NULL);
}

enum majorant_status majorant_read_text(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *name, const char *text)
{
    const enum majorant_status status = api_place(context, file);
    if (status != MAJORANT_OK)
        return status;
    *file = NULL;
    if (!text)
        return api_fail(context, MAJORANT_INPUT, "no text was given");
    return read_source(context, file, name ? name : "text", text);
}

void majorant_file_free(struct majorant_file *file)
{
    if (!file)
        return;
    module_free(file->module);
    free(file);
}

static const struct theorem *theorem_at(const struct majorant_file *file,
                                        size_t i)
{
    return file && i < module_theorems(file->module)
               ? module_theorem(file->module, i)
               : NULL;
}

size_t majorant_file_theorems(const struct majorant_file *file)
{
    return file ? module_theorems(file->module) : 0;
}

const char *majorant_file_theorem(const struct majorant_file *file, size_t i)
{
    const struct theorem *t = theorem_at(file, i);
    return t ? t->name : NULL;
}

size_t majorant_file_claims(const struct majorant_file *file, size_t i)
{
    const struct theorem *t = theorem_at(file, i);
    return t ? t->nclaims : 0;
}

const char *majorant_file_claim(const struct majorant_file *file, size_t i,
                                size_t k)
{
    const struct theorem *t = theorem_at(file, i);
    return t && k < t->nclaims ? t->claims[k].name : NULL;
}

enum majorant_status api_find(struct majorant_context *c,
                              const struct theorem **found, size_t *number,
                              const struct majorant_file *file,
                              const char *theorem, const char *claim)
{
    if (!file || !theorem)
        return api_fail(c, MAJORANT_INPUT,
                        "a file, a theorem and a claim are needed");
    const struct theorem *t = module_find(file->module, theorem);
    if (!t)
        return api_fail(c, MAJORANT_INPUT, "there is no theorem %s", theorem);
    const struct claim *one = claim ? theorem_claim(t, claim) : t->claims;
    if (!one)
        return api_fail(c, MAJORANT_INPUT, "the theorem %s has no claim %s",
                        theorem, claim ? claim : "at all");
    *found = t;
    *number = (size_t)(one - t->claims);
    return MAJORANT_OK;
}
