/*
 * The temporary file that a command is writing: removed when the program ends
 * before it was renamed, however deep the failure lies (exit status 4).
 * kill -9 alone leaves it behind, until the same output is written again
 * (base/stale.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes the file PATH.majorant-XXXXXX with another ending in place of the X's,
 * which is written to `name` (`size` bytes of room); returns a descriptor, or
 * -1 with errno.  One at a time.
 */
int temporary_open(char *name, size_t size, const char *path);
/* Gives it the name `path`; false: errno says why, and it was removed. */
bool temporary_rename(const char *path);
/* Removes it, with what SQLite may have put beside it. */
void temporary_remove(void);
