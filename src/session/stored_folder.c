#include "session/stored_folder.h"

#include "base/folder.h"

#include <stdlib.h>
#include <string.h>

static const char bounds[] = "/bounds/";

/* Behind the last folder of that name in a path; NULL: there is none. */
static const char *below_bounds(const char *path)
{
    const char *below = NULL;
    for (const char *p = path; (p = strstr(p, bounds)); p++)
        below = p + sizeof bounds - 1;
    return below;
}

char *stored_folder(const char *file, const char *usual,
                    const struct session *s)
{
    if (s->stored)
        return xstrdup(s->stored);
    char *path = folder_real(file), *found = NULL;
    const char *below = path ? below_bounds(path) : NULL;
    if (below) {
        struct buffer text = buffer_new();
        buffer_add_bytes(&text, path,
                         (size_t)(below - path) - (sizeof bounds - 2));
        buffer_add(&text, usual);
        found = text.text;
    }
    free(path);
    return found;
}

/* A copy without the ending `.bound`. */
static char *stem_of(const char *name)
{
    static const char ending[] = ".bound";
    const size_t cut = sizeof ending - 1;
    char *stem = xstrdup(name);
    const size_t length = strlen(stem);
    if (length > cut && strcmp(stem + length - cut, ending) == 0)
        stem[length - cut] = '\0';
    return stem;
}

char *stored_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return stem_of(slash ? slash + 1 : file);
}

char *stored_long_name(const char *file)
{
    LOCAL_FREE char *path = folder_real(file);
    const char *below = path ? below_bounds(path) : NULL;
    char *name = below ? stem_of(below) : stored_name(file);
    for (char *p = name; *p; p++)
        *p = *p == '/' ? '.' : *p;
    return name;
}
