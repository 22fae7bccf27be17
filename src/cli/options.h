/*
 * The command line: commands and options, each as one table, from which it is
 * read and the help is printed.
 */
#pragma once

#include "session/session.h"

enum command {
    COMMAND_NONE, /* --help or --version alone */
    COMMAND_CHECK,
    COMMAND_PROVE,
    COMMAND_REFUTE,
    COMMAND_RECHECK,
    COMMAND_EVAL,
    COMMAND_TRACE,
    COMMAND_PATHS,
    COMMAND_COMPARE,
    COMMAND_REPORT,
    COMMAND_MERGE,
    COMMAND_ABLATE,
    COMMAND_EXPLAIN,
    COMMAND_FMT,
    COMMAND_COUNT
};

/* Of an option that may stand several times, in order. */
struct option_list {
    const char **items;
    size_t count;
};

struct options {
    enum command command;
    bool help, version;
    struct session session; /* what commands have in common */
    const char *format, *output, *store, *against, *recheck, *report, *shard,
        *colour, *engine, *explain;
    struct option_number digits, evals, sample;
    const char *over, *heads, *left, *right, *start; /* of trace, paths */
    struct option_list exprs, bounds;                /* of trace, paths */
    uint64_t mem;                                    /* bytes; 0: no limit */
    bool check, mpi, double_only, progress, verbose, silent, last_failed;
    const char **arguments; /* into argv, in order */
    size_t count;
};

enum {
    OPTIONS_MAX_JOBS = 256,
    OPTIONS_MAX_DIGITS = 100000,
    OPTIONS_MAX_SETTINGS = 64,
    OPTIONS_MAX_LIST = 16
};
#define OPTIONS_MAX_TRIALS UINT64_C(1000000000000000)

/*
 * Reads argv; options and other arguments may be mixed, `--` ends the options,
 * `--name=value` is `--name value`.  False: *error (to be freed) says what is
 * wrong.  Clear it in both cases.
 */
bool options_read(struct options *o, int argc, char **argv, char **error);
void options_clear(struct options *o);
/* Tells the session what is written: -o, --report, --store. */
void options_outputs(struct options *o);

const char *options_command_name(enum command command);
/* Usage of one command, or (COMMAND_NONE) of the program. */
void options_help(struct buffer *out, enum command command);
