/* The places of stored certificates, by the paths of .bound files. */
#include "session/stored_path.h"

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

char *stored_path(const struct session *s, const char *file, const char *usual,
                  bool is_long)
{
    LOCAL_FREE char *real = folder_real(file);
    const char *below = real ? below_bounds(real) : NULL;
    const char *slash = strrchr(file, '/');
    const char *name = slash ? slash + 1 : file;
    if (is_long && below)
        name = below;
    if (!s->stored && !below)
        return NULL;
    struct buffer path = buffer_new();
    if (s->stored)
        buffer_add(&path, s->stored);
    else
        buffer_printf(&path, "%.*s%s",
                      (int)(below - real - (ptrdiff_t)(sizeof bounds - 2)),
                      real, usual);
    buffer_add_char(&path, '/');
    const size_t begin = path.length;
    buffer_printf(
        &path, "%.*s",
        (int)(strlen(name) - (folder_has_ending(name, ".bound") ? 6 : 0)),
        name);
    for (char *p = path.text + begin; *p; p++)
        *p = *p == '/' ? '.' : *p;
    return path.text;
}
