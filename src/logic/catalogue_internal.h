/*
 * The rows of the catalogue, as the build writes them.
 */
#ifndef MAJORANT_LOGIC_CATALOGUE_INTERNAL_H
#define MAJORANT_LOGIC_CATALOGUE_INTERNAL_H

#include "logic/catalogue.h"

struct catalogue_row {
    const char *name;
    bool is_later;    /* a search tries it after those that are not */
    const char *text; /* the theorem */
};

extern const struct catalogue_row catalogue_rows[];
extern const size_t catalogue_rows_count;

#endif
