/* Openings: what may be tried first on a goal.  Internal to range_*.c. */
#ifndef MAJORANT_PROVE_RANGE_LIST_H
#define MAJORANT_PROVE_RANGE_LIST_H

#include "logic/sequent.h"

struct range_search;

enum { RANGE_OPENINGS = 96 };

/* A rule with its variable, index and number. */
struct range_opening {
    enum partition_rule rule;
    size_t variable, index;
    const struct partition_number *at; /* or NULL */
    bool is_likely;                    /* worth most of what is left */
};

struct range_openings {
    struct range_opening items[RANGE_OPENINGS];
    size_t count;
};

/* Adds the openings of q's goal, as many as there is room for. */
void range_list_openings(struct range_openings *o, struct range_search *s,
                         const struct sequent *q);
/* Both sides are products with exponentials of terms in the variables. */
bool range_compares_exponentials(const struct goal *goal);

#endif
