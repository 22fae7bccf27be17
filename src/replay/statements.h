/*
 * The statements of axioms/ and library/ and what the core has of the latter,
 * as the build writes them (statements_make.c).
 */
#ifndef MAJORANT_REPLAY_STATEMENTS_H
#define MAJORANT_REPLAY_STATEMENTS_H

#include "replay/standing.h"

#include <stdbool.h>
#include <stddef.h>

struct statement {
    bool is_axiom;
    const char *text; /* a theorem, without its proof */
};

extern const struct statement statements[];
extern const size_t statements_count;

extern const struct standing standings[];
extern const size_t standings_count;

#endif
