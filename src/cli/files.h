/*
 * The `.bound` files that arguments name: files as given (`-`: standard input),
 * folders recursively and sorted by path.
 */
#pragma once

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct file {
    char *path;
    bool from_folder; /* found in a folder, not named itself */
};

struct files {
    struct file *items;
    size_t count;
    size_t unreadable; /* passed over in folders */
};

enum { FILES_MAX = 100000, FILES_MAX_DEPTH = 64 };

/*
 * ST_INPUT: a file is missing or a folder holds no .bound file; a message was
 * printed for each.  What cannot be read in a folder, or is no file, is told
 * as well, and counted.  A file named twice is listed once.
 */
MUST_CHECK enum status
files_collect(struct files *files, const char *const *arguments, size_t count);
void files_clear(struct files *files);
