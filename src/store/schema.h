/*
 * The tables of a store.  Internal to the folder.
 *
 * identity   what makes a run this one and no other: name, value, in order
 * statement  the texts of theorems, imports expanded, by their hash
 * task, link the cases, and the links of their claims, in the order of the run
 * trial      one row a trial and link
 * note       what is known of the run as a whole
 * result     ... and of each line of its report, with counterexamples
 * mark       fingerprints of all these (mark.h)
 *
 * `link.id` counts the links of all tasks, so equal identities have equal ids.
 * The view `trials` shows the rows to people.
 */
#pragma once

#include "store/database.h"

/* In an empty data base, in one transaction. */
MUST_CHECK enum status schema_create(struct database *d);
/* How many trials are kept, and how many the run has. */
MUST_CHECK enum status schema_coverage(struct database *d, uint64_t *kept,
                                       uint64_t *all);
