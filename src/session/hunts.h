/*
 * Searches for violations of what a run has left open, bounded by counts; what
 * the checker confirms becomes a trial of the run's results.
 */
#pragma once

#include "session/hunt.h"
#include "session/tasks.h"

struct hunts {
    const struct session *session;
    const struct ladder_options *ladder;
    const struct tasks *tasks;
    struct tasks *extra; /* of hunts_after_trials: what drop lines need */
    struct run *run;     /* `stopped` where a search was */
    bool of_theorems;    /* its results are, as prove has them; else of cases */
    void (*progress)(void *context, const struct ascent_progress *p);
    void *context;
    bool disagreed; /* finder or prover and checker: a message was given */
};

/* What a search may cost. */
enum hunts_budget {
    HUNTS_WANTED,   /* of a claim that somebody expects to fail */
    HUNTS_CONSTANT, /* of a `?` */
    HUNTS_CHEAP,    /* of an open claim about numbers */
    HUNTS_SECOND,   /* as a second opinion: of a claim expected to fail, */
    HUNTS_OPEN,     /* of another one, */
    HUNTS_SIMPLER,  /* and for a simpler instance than a trial's */
    HUNTS_BUDGETS
};

/*
 * Before proofs are tried, of the built-in campaigns: claims about numbers that
 * their authors expect to fail, which an attempt would cost more; of_theorems:
 * those of one link.
 */
void hunts_before_proofs(struct hunts *hunts);
/*
 * After the trials, once expectations are set: for claims expected violated
 * that no trial refuted, for every claim of a case with adversarial() values,
 * for open claims about numbers, for the constants of `?` claims, and for
 * `drop` lines, whose results, named "drop NAME: CLAIM", are added.
 */
void hunts_after_trials(struct hunts *hunts, struct diag *diag);

/* Tells that a claim is proved and has fallen, which cannot be. */
void hunts_contradict(struct hunts *hunts, const struct result *r);
/* One search of a claim, or (unless HUNT_ALL_LINKS) of one link of it. */
void hunts_claim(struct hunts *hunts, const struct task *task, size_t claim,
                 size_t link, enum hunts_budget budget);
