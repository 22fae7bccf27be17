/*
 * A log as lines of words, each a node, a fact or something else.
 */
#pragma once

#include "core/theorem.h"

/* A word behind the operation's name. */
struct log_word {
    char kind;   /* t: a node; f: a fact; w: anything else */
    long number; /* of the node or fact; of -, FACT_NONE */
    const char *text;
};

struct log_line {
    const char *text; /* the whole of it, as deduction_line takes it */
    const char *name; /* of the operation, core/steps.h */
    struct log_word *words;
    size_t nwords;
};

struct log_lines {
    struct log_line *lines;
    size_t count;
    char *text, *split; /* what lines, and names and words, point into */
};

/* Of a log that the core accepts; theorems are those of the theory. */
void log_lines_read(struct log_lines *out, const struct theory *theory,
                    const char *log);
void log_lines_clear(struct log_lines *l);
bool log_line_is(const struct log_line *l, const char *name);
