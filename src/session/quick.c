/* What is stored and what is remembered, replayed; the rest tried briefly. */
#include "session/quick.h"

#include "eval/evaluator.h"
#include "session/attempts.h"
#include "session/proofs.h"
#include "session/stored_proofs.h"

#include <stdlib.h>

/* Claims with results all of which are open; steps before them as well. */
static void mark_wanted(bool *wanted, const struct run *run,
                        const struct theorem *t)
{
    for (size_t c = 0; c < t->nclaims; c++)
        wanted[c] = t->claims[c].is_step;
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].theorem == t)
            wanted[run->results[i].claim] =
                !t->claims[run->results[i].claim].is_observation;
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].theorem == t && !proofs_may_take(&run->results[i]))
            wanted[run->results[i].claim] = false;
}

/* ---- one set of theorems ---- */

/* What was attempted of a set, to be remembered. */
struct memory {
    struct attempt_key key;
    bool is_new; /* it was attempted in this run */
};

struct quick {
    const struct run *run; /* read by the threads */
    struct proofs *proofs;
    struct stored_proofs *stored;
    struct memory *memories; /* by set; NULL: --no-cache */
    const struct session *session;
    const struct session_share *share;
};

struct attempt {
    const struct quick *quick;
    struct prover *prover;
    size_t set;
    struct buffer wanted; /* "theorem 0110" of each task, by claim */
    bool is_open;         /* something wanted is not proved */
};

/* Of the set's tasks, in the order of its theorems. */
static void for_theorems(struct attempt *a,
                         void (*visit)(struct attempt *a,
                                       const struct theorem *t,
                                       const bool *wanted))
{
    size_t count;
    const struct proofs_member *m =
        proofs_members(a->quick->proofs, a->set, &count);
    for (size_t i = 0; i < count; i++) {
        const struct theorem *t = m[i].theorem;
        LOCAL_FREE bool *wanted = xcalloc(t->nclaims + 1, sizeof *wanted);
        if (!m[i].task)
            continue;
        mark_wanted(wanted, a->quick->run, t);
        visit(a, t, wanted);
    }
}

static void note_wanted(struct attempt *a, const struct theorem *t,
                        const bool *wanted)
{
    const struct proved *proved = proofs_set(a->quick->proofs, a->set);
    buffer_printf(&a->wanted, "%s ", t->name);
    for (size_t c = 0; c < t->nclaims; c++) {
        buffer_add_char(&a->wanted, wanted[c] ? '1' : '0');
        for (size_t k = 0; k < t->claims[c].nlinks && wanted[c]; k++) {
            const struct proved_link of = {t, c, k};
            a->is_open = a->is_open || !proved_has(proved, &of);
        }
    }
    buffer_add_char(&a->wanted, '\n');
}

static void try_theorem(struct attempt *a, const struct theorem *t,
                        const bool *wanted)
{
    prover_claims(a->prover, t, wanted, PROVER_QUICK);
}

/* Whether an attempt of an earlier run serves for this one. */
static bool was_made(const struct attempt *a)
{
    struct proved *proved = proofs_set(a->quick->proofs, a->set);
    if (!a->quick->memories)
        return false;
    struct memory *m = &a->quick->memories[a->set];
    attempt_key_init(&m->key, proved, a->wanted.text);
    m->is_new = !attempt_recall(&m->key, proved);
    return !m->is_new;
}

static void try_set(void *context)
{
    struct attempt *a = context;
    stored_proofs_replay(a->quick->stored, a->set);
    buffer_init(&a->wanted);
    for_theorems(a, note_wanted);
    if (a->is_open && !was_made(a))
        for_theorems(a, try_theorem);
    buffer_clear(&a->wanted);
}

static bool attempt_set(void *context, struct prover *prover, size_t set,
                        size_t round)
{
    struct attempt a = {.quick = context, .prover = prover, .set = set};
    (void)round;
    return eval_try(try_set, &a);
}

/* ---- memory ---- */

/* Of a run that was stopped nothing is known to have failed. */
static void remember(const struct quick *q)
{
    const bool is_whole = !proofs_were_stopped(q->proofs);
    if (!q->memories)
        return;
    for (size_t i = 0; i < proofs_sets(q->proofs); i++) {
        struct memory *m = &q->memories[i];
        if (is_whole && m->is_new)
            attempt_remember(&m->key, proofs_set(q->proofs, i));
        attempt_key_clear(&m->key);
    }
    free(q->memories);
}

/* ---- results ---- */

static void tell(void *context, size_t set, size_t round)
{
    const struct quick *q = context;
    (void)round;
    session_tell(q->session, q->share, "proofs: %zu of %zu attempted", set,
                 proofs_sets(q->proofs));
}

enum status quick_prove(struct run *run, const struct tasks *tasks,
                        const struct session *session,
                        const struct ladder_options *ladder,
                        const struct session_share *share, bool *agreed)
{
    struct proofs *proofs = proofs_new(tasks, ladder);
    struct quick quick = {
        .run = run, .proofs = proofs, .session = session, .share = share};
    if (!session->no_cache)
        quick.memories =
            xcalloc(proofs_sets(proofs) + 1, sizeof *quick.memories);
    enum status st = stored_proofs_read(&quick.stored, tasks, proofs, session);
    if (st == ST_OK) {
        const struct proofs_work work = {.jobs = session_jobs(session),
                                         .rounds = 1,
                                         .attempt = attempt_set,
                                         .tick = tell,
                                         .context = &quick};
        proofs_run(proofs, &work);
        st = stored_proofs_tell(quick.stored);
        *agreed = true;
        for (size_t i = 0; i < run->count; i++)
            *agreed = proofs_take(proofs, session, &run->results[i]) && *agreed;
        run->stopped = run->stopped || proofs_were_stopped(proofs);
    }
    remember(&quick);
    stored_proofs_free(quick.stored);
    proofs_free(proofs);
    return st;
}
