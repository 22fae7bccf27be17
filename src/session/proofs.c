/* Theorems that lemmas tie together, in a union-find forest, on a crew. */
#include "session/proofs.h"

#include "eval/evaluator.h"
#include "verify/crew.h"

#include <stdatomic.h>
#include <stdlib.h>

/* One prover; a thread's, until all threads have ended. */
struct worker {
    struct proofs *proofs;
    struct prover *prover;
    struct proved *proved; /* of the set at hand */
    bool gave_up;
};

/* A theorem of a task or lemma, in a forest of sets. */
struct member {
    struct proofs_member of;
    const struct module *module; /* of the task, or of what uses the lemma */
    size_t parent;               /* itself: the set's root */
    size_t set;                  /* once there are sets */
};

/* Theorems that lemmas tie together. */
struct set {
    struct proofs_member *members;
    size_t count;
    struct proved *proved;
    const struct worker *worker; /* NULL: its turn did not come */
};

struct proofs {
    const struct tasks *tasks;
    const struct ladder_options *ladder;
    struct member *members;
    size_t nmembers;
    struct set *sets; /* in the order of their first theorems */
    size_t nsets;
    struct worker *workers;
    size_t nworkers;
    atomic_size_t taken; /* workers that have a thread */
    atomic_size_t over;  /* attempts */
    atomic_bool gave_up;
    bool is_cut; /* not all sets had their turn */
    const struct proofs_work *work;
};

/* ---- sets of theorems ---- */

static size_t find_member(const struct proofs *p, const struct theorem *t)
{
    size_t i = 0;
    while (i < p->nmembers && p->members[i].of.theorem != t)
        i++;
    return i;
}

static size_t add_member(struct proofs *p, const struct module *module,
                         const struct theorem *t)
{
    const size_t i = find_member(p, t);
    if (i == p->nmembers)
        APPEND(p->members, p->nmembers) = (struct member){.of = {t, NULL},
                                                          .module = module,
                                                          .parent = i,
                                                          .set = PROOFS_NO_SET};
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

/* Member i and the theorem that it uses are in one set. */
static void tie(struct proofs *p, size_t i, const struct lemma_use *use)
{
    if (!use)
        return;
    const size_t lemma =
        root_of(p, add_member(p, p->members[i].module, use->theorem));
    p->members[lemma].parent = root_of(p, i);
}

/* The theorems there are, then those of their lemmas, and of these. */
static void tie_lemmas(struct proofs *p)
{
    for (size_t i = 0; i < p->nmembers; i++) {
        const struct theorem *t = p->members[i].of.theorem;
        for (size_t c = 0; c < t->nclaims; c++)
            for (size_t k = 0; k < t->claims[c].nlinks; k++)
                tie(p, i, t->claims[c].links[k].lemma);
        for (size_t g = 0; g < t->ngivens; g++)
            tie(p, i, t->givens[g].from);
    }
}

/* All theorems of the tasks' files: which ones a set has does not depend on
   the claims that are wanted. */
static void add_members(struct proofs *p)
{
    const struct module *last = NULL;
    for (size_t i = 0; i < p->tasks->count; i++) {
        const struct task *task = &p->tasks->items[i];
        const struct module *module = spec_module(task->spec);
        for (size_t k = 0; module != last && k < module_theorems(module); k++)
            (void)add_member(p, module, module_theorem(module, k));
        last = module; /* the tasks of a file stand together */
        const size_t at = add_member(p, module, spec_theorem(task->spec));
        if (!p->members[at].of.task)
            p->members[at].of.task = task;
    }
    tie_lemmas(p);
}

static struct proved *open_set(const struct set *set,
                               const struct module *module)
{
    LOCAL_FREE const struct theorem **theorems =
        xcalloc(set->count + 1, sizeof *theorems);
    for (size_t i = 0; i < set->count; i++)
        theorems[i] = set->members[i].theorem;
    return proved_new(module, theorems, set->count);
}

static void make_sets(struct proofs *p)
{
    p->sets = xcalloc(p->nmembers + 1, sizeof *p->sets);
    for (size_t i = 0; i < p->nmembers; i++) {
        struct member *root = &p->members[root_of(p, i)];
        if (root->set == PROOFS_NO_SET)
            root->set = p->nsets++;
        p->members[i].set = root->set;
        struct set *set = &p->sets[root->set];
        APPEND(set->members, set->count) = p->members[i].of;
    }
    for (size_t i = 0; i < p->nmembers; i++)
        if (p->members[i].parent == i) {
            struct set *set = &p->sets[p->members[i].set];
            set->proved = open_set(set, p->members[i].module);
        }
}

struct proofs *proofs_new(const struct tasks *tasks,
                          const struct ladder_options *ladder)
{
    struct proofs *p = xcalloc(1, sizeof *p);
    p->tasks = tasks;
    p->ladder = ladder;
    add_members(p);
    make_sets(p);
    return p;
}

void proofs_free(struct proofs *p)
{
    for (size_t i = 0; i < p->nworkers; i++) {
        if (p->workers[i].gave_up)
            continue;
        prover_free(p->workers[i].prover);
    }
    for (size_t i = 0; i < p->nsets; i++) {
        proved_free(p->sets[i].proved);
        free(p->sets[i].members);
    }
    free(p->workers);
    free(p->sets);
    free(p->members);
    free(p);
}

/* ---- the kernel as a prover sees it ---- */

static bool kernel_accept(void *context, const struct derivation *d,
                          size_t claim, size_t link, char **reason)
{
    const struct worker *w = context;
    return proved_accept(w->proved, d, claim, link, reason);
}

static bool kernel_has(void *context, const struct theorem *theorem,
                       size_t claim, size_t link)
{
    const struct worker *w = context;
    const struct proved_link of = {theorem, claim, link};
    return proved_has(w->proved, &of);
}

/* ---- threads ---- */

static void *enter(void *context)
{
    struct proofs *p = context;
    struct worker *w = &p->workers[atomic_fetch_add(&p->taken, 1)];
    const struct prover_kernel kernel = {
        .accept = kernel_accept, .has = kernel_has, .context = w};
    w->proofs = p;
    w->prover = prover_new(&kernel);
    prover_set_stop(w->prover, p->ladder->stop, p->ladder->context);
    if (p->work->is_patient)
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

static void take_turn(struct worker *w, size_t set, size_t round)
{
    struct proofs *p = w->proofs;
    p->sets[set].worker = w;
    w->proved = p->sets[set].proved;
    w->gave_up = !p->work->attempt(p->work->context, w->prover, set, round);
    if (w->gave_up)
        atomic_store(&p->gave_up, true);
    atomic_fetch_add(&p->over, 1);
}

static void work_on(void *context, void *state, uint64_t number, size_t count)
{
    const struct proofs *p = context;
    struct worker *w = state;
    for (uint64_t at = number; at < number + count && !w->gave_up; at++)
        take_turn(w, (size_t)(at % p->nsets), (size_t)(at / p->nsets));
}

static bool is_stopped(void *context)
{
    struct proofs *p = context;
    return atomic_load(&p->gave_up) ||
           (p->ladder->stop && p->ladder->stop(p->ladder->context));
}

static void tick(void *context, uint64_t begun)
{
    struct proofs *p = context;
    const size_t over = atomic_load(&p->over);
    (void)begun;
    if (p->nsets > 0)
        p->work->tick(p->work->context, over % p->nsets, over / p->nsets);
}

void proofs_run(struct proofs *p, const struct proofs_work *work)
{
    const struct crew_work crew_work = {.enter = enter,
                                        .leave = leave,
                                        .item = work_on,
                                        .stop = is_stopped,
                                        .tick = tick,
                                        .context = p,
                                        .batch = 1};
    const size_t most = work->jobs < p->nsets ? work->jobs : p->nsets;
    p->work = work;
    p->workers = xcalloc(most + 1, sizeof *p->workers);
    struct crew *crew = crew_new(&crew_work, most);
    for (size_t round = 0; round < work->rounds && !p->is_cut; round++) {
        const uint64_t end = (round + 1) * p->nsets;
        p->is_cut = crew_run(crew, round * p->nsets, end) < end;
    }
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

size_t proofs_find_set(const struct proofs *p, const struct theorem *t)
{
    const size_t i = find_member(p, t);
    return i < p->nmembers ? p->members[i].set : PROOFS_NO_SET;
}

static const struct set *set_of(const struct proofs *p, const struct theorem *t)
{
    const size_t set = proofs_find_set(p, t);
    ENSURE(set != PROOFS_NO_SET, "a theorem that no task's file has");
    return &p->sets[set];
}

struct prover *proofs_prover(const struct proofs *p, const struct theorem *t)
{
    const struct worker *w = set_of(p, t)->worker;
    return w ? w->prover : NULL;
}

bool proofs_may_take(const struct result *r)
{
    return r->tally.is_false == 0 && !r->is_unconfirmed && !r->is_drop &&
           !r->has_hole;
}

bool proofs_take(const struct proofs *p, const struct session *session,
                 struct result *r)
{
    const struct proved_link of = {r->theorem, r->claim, result_link(r)};
    const struct proved *proved = set_of(p, r->theorem)->proved;
    if (!proved_has(proved, &of))
        return true;
    if (r->tally.is_false > 0 && !r->is_drop && !r->has_hole)
        return session_error(session, "%s.%s is proved, and a trial refutes it",
                             r->theorem->name,
                             r->theorem->claims[r->claim].name);
    if (!proofs_may_take(r) || r->verdict == WORD_VACUOUS)
        return true;
    free(r->proof);
    r->proof = proved_summary(proved, &of);
    r->verdict = WORD_PROVED;
    return true;
}

size_t proofs_sets(const struct proofs *p)
{
    return p->nsets;
}

struct proved *proofs_set(const struct proofs *p, size_t i)
{
    return p->sets[i].proved;
}

const struct proofs_member *proofs_members(const struct proofs *p, size_t set,
                                           size_t *count)
{
    *count = p->sets[set].count;
    return p->sets[set].members;
}
