/*
 * Folders, and what leads out of them: files that a text names are to lie
 * beside it or below, whatever `..` and links say.
 */
#pragma once

#include <stdbool.h>

/* The folder of the file `path`, to be freed: "." where none is named. */
char *folder_of(const char *path);

/* Without links and dots, to be freed; NULL: errno says why there is none. */
char *folder_real(const char *path);

/* Makes the folders that `path` names and that are missing; errno: why not. */
bool folder_make_for(const char *path);

/*
 * The file that is written where `path` is: what a link points to, there or
 * not; to be freed.  NULL: errno says why, as ELOOP for links in a circle.
 */
char *folder_target(const char *path);

/*
 * Whether `path` leads out of `folder`, links followed.  What is not there
 * leads nowhere: whoever opens it says so.
 */
bool folder_is_left(const char *folder, const char *path);
/* Whether the path ends so. */
bool folder_has_ending(const char *path, const char *ending);
