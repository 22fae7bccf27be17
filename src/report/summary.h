/*
 * What every report says of a run: how many claims came out how, and of one
 * result: how grave it is, where it is stated.
 */
#pragma once

#include "verify/verdict.h"

/*
 * As expected; undecided or vacuous unexpectedly; otherwise than expected; not
 * reached by a run that was stopped.
 */
enum outcome {
    OUTCOME_EXPECTED,
    OUTCOME_OPEN,
    OUTCOME_OTHERWISE,
    OUTCOME_NOT_REACHED,
    OUTCOME_COUNT
};

/* The colours of a terminal: of an outcome, of a name, and their end. */
#define SUMMARY_BOLD "\033[1m"
#define SUMMARY_PLAIN "\033[0m"
const char *summary_colour(enum outcome outcome);

enum outcome summary_outcome(const struct result *r);
/* "ok", "NO", or "--" for what was not reached */
const char *summary_mark(const struct result *r);

/* Whether it is an alert: it came out, and not as expected. */
bool summary_is_told(const struct result *r);

struct summary {
    size_t claims, outcomes[OUTCOME_COUNT];
    uint64_t trials;
};

struct summary summary_make(const struct run *run);
/* "4 claims: 2 as expected, 1 otherwise, 1 undecided or vacuous" */
void summary_print(struct buffer *out, const struct summary *s);

/* Where the claim stands; without a place the beginning of its file. */
struct summary_place {
    const char *path;
    size_t line, column;
};
struct summary_place summary_place(const struct result *r);

/* " (observed)" behind the name of an observation, else "" */
const char *summary_note(const struct result *r);
/* "178 of 200 instances admitted, 2 different" */
void summary_admitted(struct buffer *out, const struct result *r);

/* The remarks of report/hints.h, with `between` between them. */
void summary_remarks(struct buffer *out, const struct result *r,
                     const char *between);
