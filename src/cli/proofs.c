#include "cli/proofs.h"

#include "eval/evaluator.h"
#include "kernel/replay.h"
#include "verify/crew.h"

#include <stdatomic.h>
#include <stdlib.h>

#define NO_TASK SIZE_MAX

/* One prover and its checker; a thread's, until all threads have ended. */
struct worker {
    struct proofs *proofs;
    struct replayer *replayer;
    struct prover *prover;
    bool gave_up;
};

/* What became of a task: proofs begin .. end - 1 of that prover are its. */
struct turn {
    const struct worker *worker; /* NULL: it had none */
    size_t begin, end;
    size_t next; /* task of its set, or NO_TASK */
};

/* A theorem of a task or lemma, in a forest of sets. */
struct member {
    const struct theorem *theorem;
    size_t parent;      /* itself: the set's root */
    size_t task;        /* the first one of it, or NO_TASK */
    size_t first, last; /* of a root: the set's tasks, linked by `next` */
};

struct proofs {
    const struct tasks *tasks;
    const struct ladder_options *ladder;
    struct member *members;
    size_t nmembers;
    size_t *sets; /* the first task of each, in order */
    size_t nsets;
    struct turn *turns; /* by task */
    struct worker *workers;
    size_t nworkers;
    atomic_size_t taken; /* workers that have a thread */
    atomic_bool gave_up;
    bool is_patient, is_cut; /* not all sets had their turn */
    proofs_attempt *attempt;
    void *context;
};

/* ---- sets of theorems ---- */

static size_t find_member(const struct proofs *p, const struct theorem *t)
{
    size_t i = 0;
    while (i < p->nmembers && p->members[i].theorem != t)
        i++;
    return i;
}

static size_t add_member(struct proofs *p, const struct theorem *t)
{
    const size_t i = find_member(p, t);
    if (i < p->nmembers)
        return i;
    p->members = xrealloc(p->members, i + 1, sizeof *p->members);
    p->members[p->nmembers++] = (struct member){
        .theorem = t, .parent = i, .task = NO_TASK, .first = NO_TASK};
    return i;
}

static size_t root_of(struct proofs *p, size_t i)
{
    while (p->members[i].parent != i) {
        struct member *m = &p->members[i];
        m->parent = p->members[m->parent].parent;
        i = m->parent;
    }
    return i;
}

/* The theorems of the tasks, then those of their lemmas, and of these. */
static void tie_lemmas(struct proofs *p)
{
    for (size_t i = 0; i < p->nmembers; i++) {
        const struct theorem *t = p->members[i].theorem;
        for (size_t c = 0; c < t->nclaims; c++)
            for (size_t k = 0; k < t->claims[c].nlinks; k++) {
                const struct lemma_use *use = t->claims[c].links[k].lemma;
                if (!use)
                    continue;
                const size_t lemma = root_of(p, add_member(p, use->theorem));
                p->members[lemma].parent = root_of(p, i);
            }
    }
}

static void add_members(struct proofs *p)
{
    for (size_t i = 0; i < p->tasks->count; i++) {
        const struct theorem *t = spec_theorem(p->tasks->items[i].spec);
        const size_t at = add_member(p, t);
        if (p->members[at].task == NO_TASK)
            p->members[at].task = i;
    }
    tie_lemmas(p);
}

/* Members that have tasks come in the order of these. */
static void make_sets(struct proofs *p)
{
    for (size_t i = 0; i < p->nmembers; i++) {
        const size_t task = p->members[i].task;
        struct member *root = &p->members[root_of(p, i)];
        if (task == NO_TASK)
            continue;
        if (root->first == NO_TASK) {
            root->first = task;
            p->sets[p->nsets++] = task;
        } else {
            p->turns[root->last].next = task;
        }
        root->last = task;
    }
}

struct proofs *proofs_new(const struct tasks *tasks,
                          const struct ladder_options *ladder)
{
    struct proofs *p = xcalloc(1, sizeof *p);
    p->tasks = tasks;
    p->ladder = ladder;
    p->sets = xcalloc(tasks->count + 1, sizeof *p->sets);
    p->turns = xcalloc(tasks->count + 1, sizeof *p->turns);
    for (size_t i = 0; i < tasks->count; i++)
        p->turns[i].next = NO_TASK;
    add_members(p);
    make_sets(p);
    return p;
}

void proofs_set_patient(struct proofs *p)
{
    p->is_patient = true;
}

void proofs_free(struct proofs *p)
{
    for (size_t i = 0; i < p->nworkers; i++) {
        if (p->workers[i].gave_up)
            continue;
        prover_free(p->workers[i].prover);
        replayer_free(p->workers[i].replayer);
    }
    free(p->workers);
    free(p->turns);
    free(p->sets);
    free(p->members);
    free(p);
}

/* ---- the kernel as a prover sees it ---- */

static bool kernel_accept(void *context, const struct derivation *d,
                          size_t claim, size_t link, char **reason)
{
    const struct worker *w = context;
    return replayer_accept(w->replayer, d, claim, link, reason) ==
           KERNEL_ACCEPTED;
}

static bool kernel_has(void *context, const struct theorem *theorem,
                       size_t claim, size_t link)
{
    const struct worker *w = context;
    return replayer_has(w->replayer, theorem, claim, link);
}

/* ---- threads ---- */

static void *enter(void *context)
{
    struct proofs *p = context;
    struct worker *w = &p->workers[atomic_fetch_add(&p->taken, 1)];
    const struct prover_kernel kernel = {
        .accept = kernel_accept, .has = kernel_has, .context = w};
    w->proofs = p;
    w->replayer = replayer_new();
    w->prover = prover_new(&kernel);
    prover_set_stop(w->prover, p->ladder->stop, p->ladder->context);
    if (p->is_patient)
        prover_set_patient(w->prover);
    return w;
}

static void leave(void *context, void *state)
{
    const struct worker *w = state;
    (void)context;
    if (!w->gave_up)
        eval_finish_thread();
}

static void take_turn(struct worker *w, size_t task)
{
    struct proofs *p = w->proofs;
    struct turn *turn = &p->turns[task];
    turn->worker = w;
    turn->begin = prover_proofs(w->prover);
    w->gave_up = !p->attempt(p->context, w->prover, task);
    turn->end = prover_proofs(w->prover);
    if (w->gave_up)
        atomic_store(&p->gave_up, true);
}

static void work_on(void *context, void *state, uint64_t number, size_t count)
{
    struct proofs *p = context;
    struct worker *w = state;
    for (uint64_t set = number; set < number + count; set++)
        for (size_t task = p->sets[set]; task != NO_TASK && !w->gave_up;
             task = p->turns[task].next)
            take_turn(w, task);
}

static bool is_stopped(void *context)
{
    struct proofs *p = context;
    return atomic_load(&p->gave_up) ||
           (p->ladder->stop && p->ladder->stop(p->ladder->context));
}

static void tick(void *context, uint64_t done)
{
    (void)context;
    (void)done;
}

void proofs_run(struct proofs *p, size_t jobs, proofs_attempt *attempt,
                void *context)
{
    const struct crew_work work = {.enter = enter,
                                   .leave = leave,
                                   .item = work_on,
                                   .stop = is_stopped,
                                   .tick = tick,
                                   .context = p,
                                   .batch = 1};
    p->attempt = attempt;
    p->context = context;
    const size_t most = jobs < p->nsets ? jobs : p->nsets;
    p->workers = xcalloc(most + 1, sizeof *p->workers);
    struct crew *crew = crew_new(&work, most);
    p->is_cut = crew_run(crew, 0, p->nsets) < p->nsets;
    (void)crew_free(crew);
    p->nworkers = atomic_load(&p->taken);
}

/* ---- results ---- */

bool proofs_were_given_up(const struct proofs *p)
{
    return atomic_load(&p->gave_up);
}

bool proofs_were_stopped(const struct proofs *p)
{
    bool stopped = p->is_cut || proofs_were_given_up(p);
    for (size_t i = 0; i < p->nworkers; i++)
        stopped = stopped || prover_was_stopped(p->workers[i].prover);
    return stopped;
}

struct prover *proofs_prover(const struct proofs *p, const struct theorem *t)
{
    const size_t i = find_member(p, t);
    const size_t task = i < p->nmembers ? p->members[i].task : NO_TASK;
    const struct worker *w = task != NO_TASK ? p->turns[task].worker : NULL;
    return w ? w->prover : NULL;
}

const struct derivation *proofs_derivation(const struct proofs *p,
                                           const struct theorem *t,
                                           size_t claim, size_t link)
{
    const struct prover *prover = proofs_prover(p, t);
    return prover ? prover_derivation(prover, t, claim, link) : NULL;
}

size_t proofs_count(const struct proofs *p)
{
    size_t count = 0;
    for (size_t i = 0; i < p->tasks->count; i++)
        count += p->turns[i].end - p->turns[i].begin;
    return count;
}

const struct derivation *proofs_at(const struct proofs *p, size_t i,
                                   size_t *claim, size_t *link)
{
    size_t task = 0;
    for (; i >= p->turns[task].end - p->turns[task].begin; task++)
        i -= p->turns[task].end - p->turns[task].begin;
    const struct turn *turn = &p->turns[task];
    return prover_proof(turn->worker->prover, turn->begin + i, claim, link);
}
