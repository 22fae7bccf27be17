/*
 * Where what is stored of a .bound file lies: in the folder of --stored, else
 * in one beside the folder `bounds` that holds the file.
 */
#pragma once

#include "session/session.h"

/*
 * The folder, "cases/violated" or the like where --stored names none; to be
 * freed.  NULL: there is none.
 */
char *stored_folder(const char *file, const char *usual,
                    const struct session *s);
/* The file's name without its ending; to be freed. */
char *stored_name(const char *file);
/*
 * The same with the folders below `bounds`, "dong2021.diameter": two files of
 * one name are told apart.
 */
char *stored_long_name(const char *file);
