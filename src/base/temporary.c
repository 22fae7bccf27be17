#include "base/temporary.h"

#include "base/stale.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* atexit hands on no context, so the name has to stand here; "": none. */
static char current[PATH_MAX];
static int held = -1; /* its lock */
static bool is_registered;

static void remove_ending(const char *ending)
{
    char name[PATH_MAX + 16];
    snprintf(name, sizeof name, "%s%s", current, ending);
    (void)unlink(name);
}

/* It is somebody's file now, or none. */
static void let_go(void)
{
    current[0] = '\0';
    if (held >= 0)
        close(held);
    held = -1;
}

void temporary_remove(void)
{
    if (current[0] == '\0')
        return;
    const int error = errno;
    remove_ending("");
    remove_ending("-wal");
    remove_ending("-journal");
    let_go();
    errno = error;
}

int temporary_open(char *name, size_t size, const char *path)
{
    int length = snprintf(name, size, "%s" STALE_ENDING, path);
    if (length < 0 || (size_t)length >= size ||
        (size_t)length >= sizeof current || current[0] != '\0') {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (!is_registered && atexit(temporary_remove) != 0)
        return -1;
    is_registered = true;
    stale_remove(path);
    int fd = mkstemp(name);
    if (fd >= 0) {
        memcpy(current, name, (size_t)length + 1);
        held = stale_hold(fd);
    }
    return fd;
}

bool temporary_rename(const char *path)
{
    const bool ok = rename(current, path) == 0;
    if (ok)
        let_go();
    else
        temporary_remove();
    return ok;
}
