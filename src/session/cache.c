/* Entries of the user's cache, named by hashes of what they are of. */
#include "session/cache.h"

#include "base/folder.h"
#include "base/temporary.h"
#include "store/identity.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* $XDG_CACHE_HOME or ~/.cache (XDG base directory specification), or NULL. */
static char *cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        return buffer_text("%s/majorant", cache);
    return home && home[0] == '/' ? buffer_text("%s/.cache/majorant", home)
                                  : NULL;
}

char *cache_path(const char *file, const char *what)
{
    LOCAL_FREE char *folder = cache_folder();
    LOCAL_FREE char *place = folder_real(file);
    char *path = NULL;
    if (folder && place) {
        char hash[IDENTITY_HASH_CHARS + 1];
        LOCAL_FREE char *all = buffer_text("%s\n%s", place, what);
        identity_hash(hash, all);
        path = buffer_text("%s/%s", folder, hash);
    }
    return path;
}

void cache_write(const char *path, const struct buffer *bytes)
{
    char name[PATH_MAX];
    if (!folder_make_for(path))
        return;
    int fd = temporary_open(name, sizeof name, path);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (!file && fd >= 0)
        close(fd);
    const bool ok =
        file && fwrite(bytes->text, 1, bytes->length, file) == bytes->length;
    if (file && fclose(file) == 0 && ok)
        (void)temporary_rename(path);
    temporary_remove();
}
