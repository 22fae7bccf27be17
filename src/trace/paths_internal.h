/* The parts of a path study in the making; not for other folders. */
#pragma once

#include "trace/paths.h"
#include "trace/setup.h"

/* A plan: its roots are the words, the sums by length, the whole. */
struct paths_job {
    const struct paths_question *question;
    struct setup setup;
    const struct expr **exprs;
    size_t nexprs;
};

/* paths_ask.c: as paths_make; cleared in every case */
MUST_CHECK enum status paths_job_make(struct paths_job *job,
                                      struct paths *paths, struct diag *diag);
void paths_job_clear(struct paths_job *job);
/* paths_certify.c: values, sums and whole; the same in doubles */
void paths_forward(struct paths *paths, const struct paths_job *job);
void paths_certify(struct paths *paths, const struct paths_job *job);
