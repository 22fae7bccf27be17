/*
 * Where what is stored of a .bound file lies: in the folder of --stored, else
 * in one beside the folder `bounds` that holds the file.
 */
#pragma once

#include "session/session.h"

/*
 * FOLDER/NAME, to be freed: `usual` is "cases/violated" or the like, the name
 * that of the file without its ending; is_long: with the folders below
 * `bounds`, "dong2021.diameter", so that two files of one name are told apart.
 * NULL: there is no such folder.
 */
char *stored_path(const struct session *s, const char *file, const char *usual,
                  bool is_long);
