/*
 * Where `import <name>` looks: a search path, folders with ':' between them.
 */
#pragma once

#include "base/arena.h"

#include <stdbool.h>

/*
 * The search path, to be freed: $MAJORANT_PATH, then the data folder of the
 * installation that `program` (the path of an executable, or NULL) belongs to,
 * then that of the prefix that the program was configured with.
 */
char *library_path(const char *program);

/* Whether a name stays in its folder: relative, no empty part, no "..". */
bool library_is_inside(const char *name);

/*
 * The first file of that name in the folders of `path`, in the arena; NULL:
 * there is none.  The name stays in its folder.
 */
const char *library_find(struct arena *arena, const char *path,
                         const char *name);
