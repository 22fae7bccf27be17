/*
 * Files in the order of their imports: again and again the first, by name, of
 * which all imports of the folder are there [Kahn1962].
 */
#include "replay/shelf.h"

#include "base/buffer.h"
#include "ir/lower.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

/* The name of a file, without folder and `.bound`, to be freed. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *out = xstrdup(slash ? slash + 1 : path);

    out[strlen(out) - strlen(".bound")] = '\0';
    return out;
}

/* Whether two paths are one file. */
static bool is_same(const char *a, const char *b)
{
    char *first = realpath(a, NULL), *second = realpath(b, NULL);
    bool out = first && second && strcmp(first, second) == 0;

    free(first);
    free(second);
    return out;
}

/* Whether it imports none of those that are still to be placed. */
static bool is_free(const struct module *m, size_t own, char *const *paths,
                    const bool *placed, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (placed[k] || k == own)
            continue;
        for (size_t i = 0; i < module_files(m); i++) {
            if (is_same(module_file(m, i), paths[k]))
                return false;
        }
    }
    return true;
}

/* The first that can come next; `count`: none, which imports exclude. */
static size_t next_of(struct module *const *modules, char *const *paths,
                      const bool *placed, size_t count)
{
    size_t k = 0;

    while (k < count &&
           (placed[k] || !is_free(modules[k], k, paths, placed, count)))
        k++;
    return k;
}

static void place_all(struct shelf *out, struct module *const *modules,
                      char *const *paths, size_t count)
{
    LOCAL_FREE bool *placed = xcalloc(count, sizeof *placed);
    size_t k;

    while ((k = next_of(modules, paths, placed, count)) < count) {
        placed[k] = true;
        out->names[out->count] = name_of(paths[k]);
        out->modules[out->count++] = modules[k];
    }
    ENSURE(out->count == count, "files that import each other");
}

enum status shelf_load(struct shelf *out, const char *folder, struct diag *diag)
{
    LOCAL_FREE char *pattern = buffer_text("%s/*.bound", folder);
    enum status status = ST_OK;
    size_t read = 0;
    glob_t files;

    *out = (struct shelf){.count = 0};
    if (glob(pattern, 0, NULL, &files) != 0)
        return ST_INPUT;
    out->modules = xcalloc(files.gl_pathc, sizeof *out->modules);
    out->names = xcalloc(files.gl_pathc, sizeof *out->names);
    LOCAL_FREE struct module **modules =
        xcalloc(files.gl_pathc, sizeof *modules);
    while (status == ST_OK && read < files.gl_pathc) {
        status =
            module_load(&modules[read], files.gl_pathv[read], NULL, true, diag);
        read += status == ST_OK;
    }
    if (status == ST_OK)
        place_all(out, modules, files.gl_pathv, read);
    else
        while (read > 0)
            module_free(modules[--read]);
    globfree(&files);
    return status;
}

void shelf_clear(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++) {
        module_free(shelf->modules[i]);
        free(shelf->names[i]);
    }
    free(shelf->modules);
    free(shelf->names);
    *shelf = (struct shelf){.count = 0};
}
