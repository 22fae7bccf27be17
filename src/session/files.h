/*
 * The `.bound` files that a session names: files as given (`-`: standard
 * input), folders recursively and sorted by path.
 */
#pragma once

#include "session/session.h"

struct files {
    const struct session *session; /* is told what cannot be read */
    char **paths;
    size_t count;
    size_t unreadable; /* passed over in folders */
};

enum { FILES_MAX = 100000, FILES_MAX_DEPTH = 64 };

/*
 * ST_INPUT: a file is missing or a folder holds no .bound file; a message was
 * printed for each.  What cannot be read in a folder, or is no file, is told
 * as well, and counted.  A file named twice is listed once.
 */
MUST_CHECK enum status files_collect(struct files *files,
                                     const struct session *s);
void files_clear(struct files *files);
