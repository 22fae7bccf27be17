#include "ir/library.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add_folder(struct buffer *path, const char *folder)
{
    if (!folder || folder[0] == '\0')
        return;
    if (path->length > 0)
        buffer_add_char(path, ':');
    buffer_add(path, folder);
}

/* <folder of the program>/../share/majorant/bounds, as it is installed. */
static void add_beside(struct buffer *path, const char *program)
{
    const char *slash = program ? strrchr(program, '/') : NULL;
    if (!slash)
        return;
    if (path->length > 0)
        buffer_add_char(path, ':');
    buffer_add_bytes(path, program, (size_t)(slash - program) + 1);
    buffer_add(path, MAJORANT_LIBRARY_FROM_PROGRAM);
}

char *library_path(const char *program)
{
    struct buffer path = buffer_new();
    add_folder(&path, getenv("MAJORANT_PATH"));
    add_beside(&path, program);
    add_folder(&path, MAJORANT_LIBRARY_INSTALLED);
    return path.text;
}

bool library_is_inside(const char *name)
{
    for (;;) {
        size_t length = strcspn(name, "/");
        if (length == 0 || (length == 2 && strncmp(name, "..", 2) == 0))
            return false;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

const char *library_find(struct arena *arena, const char *path,
                         const char *name)
{
    const char *found = NULL;
    LOCAL_BUFFER text = buffer_new();
    while (*path && !found) {
        size_t length = strcspn(path, ":");
        buffer_reset(&text);
        buffer_add_bytes(&text, path, length);
        buffer_add_char(&text, '/');
        buffer_add(&text, name);
        if (length > 0 && is_file(text.text))
            found = arena_strdup(arena, text.text);
        path += length + (path[length] == ':');
    }
    return found;
}
