/*
 * The provers of a run, with the kernel behind them: what check and prove
 * share.
 *
 * Nothing counts as proved before the kernel has replayed it as it is written
 * down (session/proved.h).
 *
 * The theorems of the tasks' files that lemmas tie together, directly or by
 * others, form a set.  A set is proved by one prover; sets are proved on
 * several threads.  They share nothing that changes, so what is found does not
 * depend on the number of threads (docs/decisions/threads.md).
 */
#pragma once

#include "prove/prover.h"
#include "session/proved.h"
#include "session/tasks.h"
#include "verify/ladder.h"

struct proofs;

/* The tasks outlive it.  The ladder's `stop` stops the provers as well. */
struct proofs *proofs_new(const struct tasks *tasks,
                          const struct ladder_options *ladder);
/* Frees no prover that was given up (base/ceiling.h). */
void proofs_free(struct proofs *proofs);
/*
 * What is done, in a thread, for a set (an index) in that round (from 0):
 * prover_theorem or prover_claims for the theorems of its tasks, of which it
 * may have none.  False: it was given up.
 */
typedef bool proofs_attempt(void *context, struct prover *prover, size_t set,
                            size_t round);

struct proofs_work {
    size_t jobs;     /* threads */
    size_t rounds;   /* all sets are attempted once before any of them again */
    bool is_patient; /* searches may take several times their usual work */
    proofs_attempt *attempt;
    /* Told now and then, by the caller's thread, how many attempts are over, as
       the set and round that come behind so many. */
    void (*tick)(void *context, size_t set, size_t round);
    void *context;
};

/*
 * Attempts each set once a round.  Once an attempt was given up, or told to
 * stop, no other begins.
 */
void proofs_run(struct proofs *proofs, const struct proofs_work *work);
/* Told to stop, or given up. */
bool proofs_were_stopped(const struct proofs *proofs);
/* Given up: the provers may be read, and asked nothing new. */
bool proofs_were_given_up(const struct proofs *proofs);

/* That of the theorem; NULL: its turn did not come. */
struct prover *proofs_prover(const struct proofs *proofs,
                             const struct theorem *theorem);

/*
 * The result becomes proved where its link is, unless it is vacuous.  False:
 * the link is proved, and the result was refuted; an error says so.
 */
MUST_CHECK bool proofs_take(const struct proofs *proofs,
                            const struct session *session, struct result *r);
/* No instance was found to be false, nor looks false to the finder. */
bool proofs_may_take(const struct result *r);

/* The sets, those of a file together and in the order of their theorems. */
size_t proofs_sets(const struct proofs *proofs);
/* That of a theorem; PROOFS_NO_SET: it is none of the tasks' files. */
#define PROOFS_NO_SET SIZE_MAX
size_t proofs_find_set(const struct proofs *proofs,
                       const struct theorem *theorem);
struct proved *proofs_set(const struct proofs *proofs, size_t i);

/* A theorem of a set, and its first task; NULL: it has none. */
struct proofs_member {
    const struct theorem *theorem;
    const struct task *task;
};
const struct proofs_member *proofs_members(const struct proofs *proofs,
                                           size_t set, size_t *count);
