#include "base/folder.h"

#include "base/buffer.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 }; /* as the kernel's */

char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    char *folder = xstrdup(path);
    folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

char *folder_real(const char *path)
{
    char *found = realpath(path, NULL);
    if (!found)
        status_check_memory();
    return found;
}

bool folder_make_for(const char *path)
{
    LOCAL_FREE char *copy = xstrdup(path);
    bool ok = true;
    for (char *p = copy; ok && *p && (p = strchr(p + 1, '/'));) {
        *p = '\0';
        ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
        *p = '/';
    }
    return ok;
}

/* `name` as seen from beside the file `path`. */
static char *seen_from(const char *path, const char *name)
{
    if (name[0] == '/')
        return xstrdup(name);
    LOCAL_FREE char *folder = folder_of(path);
    return buffer_text("%s/%s", folder, name);
}

char *folder_target(const char *path)
{
    char *at = xstrdup(path);
    for (int links = 0; links < MOST_LINKS; links++) {
        char to[PATH_MAX];
        const ssize_t length = readlink(at, to, sizeof to - 1);
        if (length < 0) /* no link, or nothing there yet */
            return at;
        to[length] = '\0';
        char *next = seen_from(at, to);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

bool folder_is_left(const char *folder, const char *path)
{
    LOCAL_FREE char *real_path = folder_real(path);
    LOCAL_FREE char *real_folder = real_path ? folder_real(folder) : NULL;
    bool is_left = real_path && !real_folder;
    if (real_folder) {
        size_t length = strlen(real_folder);
        if (real_folder[length - 1] == '/') /* the root */
            length--;
        is_left = strncmp(real_path, real_folder, length) != 0 ||
                  (real_path[length] != '/' && real_path[length] != '\0');
    }
    return is_left;
}

bool folder_has_ending(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}
