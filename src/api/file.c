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

/* The file at `path`, or (is_text) the text, which is named so in messages. */
static enum majorant_status read_source(struct majorant_context *c,
                                        struct majorant_file **file,
                                        const char *path, const char *text,
                                        bool is_text)
{
    const enum majorant_status status = api_place(c, file);
    struct module *module = NULL;
    if (status != MAJORANT_OK)
        return status;
    *file = NULL;
    if (is_text ? !text : !path)
        return api_fail(c, MAJORANT_INPUT,
                        is_text ? "no text was given" : "no file was named");
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE char *library = search_path(c);
    if ((is_text ? module_load_text(&module, path ? path : "text", text,
                                    library, diag)
                 : module_load(&module, path, library, false, diag)) != ST_OK)
        return api_fail_diag(c, MAJORANT_INPUT, diag);
    *file = xcalloc(1, sizeof **file);
    (*file)->module = module;
    return MAJORANT_OK;
}

enum majorant_status majorant_read_file(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *path)
{
    return read_source(context, file, path, NULL, false);
}

enum majorant_status majorant_read_text(struct majorant_context *context,
                                        struct majorant_file **file,
                                        const char *name, const char *text)
{
    return read_source(context, file, name, text, true);
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
