/* What `refute` does of its tasks: a search of each claim over its cases. */
#pragma once

#include "session/hunt.h"
#include "session/tasks.h"

struct refute_options {
    struct option_number evals; /* of each claim; else a bound of work */
    bool beyond_cases;          /* every claim over the built-in campaign too */
    const char *certificates;   /* where they will be written, or NULL */
    /* Is told each search that the checker has confirmed; or NULL. */
    void (*tell)(void *context, const struct hunt *hunt);
    void *context;
};

/* A claim of a theorem over all its cases. */
struct quarry {
    const struct theorem *theorem;
    size_t claim;
    bool expected; /* to be violated, by somebody */
    bool fallen, open, disagreed;
    struct enclosure ratio;         /* the largest certified one */
    struct counterexample *witness; /* of a `?` */
    uint64_t evals;
    bool is_stopped, is_fixed; /* a search of it was; a case leaves nothing */
};

struct refutation {
    struct quarry *quarries;
    size_t count;
    struct buffer text; /* for people */
    struct buffer certificates;
    size_t ncertificates;
    bool interrupted;
};

/*
 * All claims that are wanted of the tasks; or those expected violated alone, if
 * there are any.  Clear it.
 */
void refute_run(struct refutation *out, const struct tasks *tasks,
                const struct session *session,
                const struct refute_options *options);
void refute_clear(struct refutation *r);
/* The exit status that it asks for. */
int refute_status(const struct refutation *r);
/* Appends the certificates: one object, or an array where several fell. */
void refute_certificates(struct buffer *out, const struct refutation *r);
