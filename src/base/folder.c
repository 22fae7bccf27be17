#include "base/folder.h"

#include "base/status.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return xstrdup(".");
    char *folder = xstrdup(path);
    folder[slash == path ? 1 : slash - path] = '\0';
    return folder;
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
