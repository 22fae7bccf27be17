/*
 * A folder of theorems, in an order in which each may use those before it.
 */
#ifndef MAJORANT_REPLAY_SHELF_H
#define MAJORANT_REPLAY_SHELF_H

#include "base/diag.h"

struct module;

struct shelf {
    struct module **modules; /* each behind those that it imports */
    char **names;            /* of the files, without folder and `.bound` */
    size_t count;
};

/*
 * All `.bound` files of the folder; those that no import sets apart are in the
 * order of their names.  ST_INPUT: there is none, or an error of a file.
 */
MUST_CHECK enum status shelf_load(struct shelf *out, const char *folder,
                                  struct diag *diag);
void shelf_clear(struct shelf *shelf);

#endif
