/* The options and commands as tables; for options.c. */
#pragma once

#include "cli/options.h"

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,
    OPTION_NUMBER,
    OPTION_SECONDS,
    OPTION_BYTES,
    OPTION_LIST,   /* may stand several times */
    OPTION_SETTING /* NAME=PATH; may stand several times */
};

struct option_row {
    const char *name;  /* --name or -n */
    const char *value; /* what follows, as the help shows it, or NULL */
    enum option_kind kind;
    size_t offset;        /* in struct options */
    uint64_t least, most; /* OPTION_NUMBER */
    unsigned commands;    /* BIT(...) of those that take it */
    const char *help;
};

/* Whether the command takes this row's option. */
bool option_is_of(const struct option_row *row, enum command command);
/*
 * The row of that name: the command's own, else another command's; NULL: no
 * command has the option.
 */
const struct option_row *option_find(enum command command, const char *name,
                                     size_t length);
