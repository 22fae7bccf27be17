/*
 * The user's cache (docs/language.md): files that any run may find gone,
 * damaged or of something else.
 */
#pragma once

#include "base/buffer.h"

/*
 * The path of the entry for what is said of a file, by the file's place; to be
 * freed.  NULL: there is no cache, or no such file.
 */
char *cache_path(const char *file, const char *what);
/* Replaces the entry; where that cannot be, it stays as it is. */
void cache_write(const char *path, const struct buffer *bytes);
