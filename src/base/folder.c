#include "base/folder.h"

#include "base/status.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    char *folder = xstrdup(path);
    folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
}

bool folder_make_for(const char *path)
{
    char *copy = xstrdup(path);
    bool ok = true;
    for (char *p = copy; ok && *p && (p = strchr(p + 1, '/'));) {
        *p = '\0';
        ok = mkdir(copy, 0777) == 0 || errno == EEXIST;
        *p = '/';
    }
    free(copy);
    return ok;
}

/* Without links and dots, to be freed; NULL: there is nothing. */
static char *real(const char *path)
{
    char *found = realpath(path, NULL);
    if (!found)
        status_check_memory();
    return found;
}

bool folder_is_left(const char *folder, const char *path)
{
    char *real_path = real(path);
    char *real_folder = real_path ? real(folder) : NULL;
    bool is_left = real_path && !real_folder;
    if (real_folder) {
        size_t length = strlen(real_folder);
        if (real_folder[length - 1] == '/') /* the root */
            length--;
        is_left = strncmp(real_path, real_folder, length) != 0 ||
                  (real_path[length] != '/' && real_path[length] != '\0');
    }
    free(real_path);
    free(real_folder);
    return is_left;
}
