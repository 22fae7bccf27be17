/* What `prove` does of its tasks: proofs, then numbers for what is open. */
#pragma once

#include "session/tasks.h"
#include "verify/verdict.h"

/* Trials of what is not proved, in each case. */
enum { PROVE_TRIALS = 60 };

/* Which of the two engines is asked; a claim is of the core if it proves it. */
enum engine { ENGINE_KERNEL = 1, ENGINE_CORE, ENGINE_BOTH };

struct prove_options {
    enum engine engine;
    const char *certificates; /* the file to write them to, or NULL */
    bool explains;            /* proofs of the core are told in steps */
};

/* Leaves of the claims that are wanted those that may be theorems: neither
   measured facts nor questions for a constant. */
void prove_choose(struct tasks *tasks);
/* Of claims that are wanted the steps of their proofs are, too. */
void prove_want_steps(struct tasks *tasks);
/* tasks_make, of these; with few trials unless the session asks for more. */
MUST_CHECK enum status prove_tasks(struct tasks *tasks, const struct session *s,
                                   struct diag *diag);
/*
 * Adds to `run` a result for each link of each claim that is wanted: the steps
 * of a theorem, then its claims.  *status: EXIT_INTERNAL where engines, finder
 * and checker disagree; EXIT_USAGE where certificates cannot be written; a
 * message was given.  Otherwise it is left as it is.  ST_INPUT: a stored file
 * or a case is wrong, said to the client or in `diag`.
 */
MUST_CHECK enum status prove_run(struct run *run, int *status,
                                 const struct tasks *tasks,
                                 const struct session *s,
                                 const struct prove_options *options,
                                 struct diag *diag);
