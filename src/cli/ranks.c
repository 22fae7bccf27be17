#include "cli/ranks.h"

#include "cli/guard.h"
#include "cli/output.h"
#include "cli/signals.h"

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum tag { TAG_TRIALS = 1, TAG_DONE, TAG_RELEASE };

enum {
    PAUSE_NANOSECONDS = 2 * 1000 * 1000, /* between two looks at the mail */
    END_SECONDS = 5                      /* that helpers have to end */
};

#define STOP_SECONDS 0.3 /* the same after a signal */

/* What is known of the trials of a task: one bit each. */
struct known {
    unsigned char *bits;
    uint64_t trials;
    size_t nlinks, ndims;
};

struct peer {
    double heard; /* when it last spoke */
    bool done;
};

struct ranks {
    int own, count;
    struct known *tasks;
    size_t ntasks, next, current;
    bool (*stop)(void *context);
    void *stop_context;
    bool is_lost;
    struct ledger ledger;
    /* rank 0: */
    struct store *store;
    struct peer *peers;
    /* helpers: */
    pthread_mutex_t mutex;
    struct buffer outbox;
};

/* One trial on its way; outcomes, then sizes follow. */
struct parcel {
    uint64_t task, number, instance;
    enum admission admission;
    double seconds;
};

static void pause_a_little(void)
{
    const struct timespec t = {.tv_nsec = PAUSE_NANOSECONDS};
    nanosleep(&t, NULL);
}

/* ---- beginning ---- */

struct ranks *ranks_start(void)
{
    int provided = 0;
    guard_start();
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) !=
            MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED) {
        output_error("--mpi: MPI cannot be started with threads");
        return NULL;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    signals_install(); /* MPI may have put its own in place */
    struct ranks *ranks = xcalloc(1, sizeof *ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->own);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->count);
    ranks->peers = xcalloc((size_t)ranks->count, sizeof *ranks->peers);
    pthread_mutex_init(&ranks->mutex, NULL);
    buffer_init(&ranks->outbox);
    /* All ranks would say the same. */
    if (ranks->own != 0 && !freopen("/dev/null", "w", stderr))
        output_error("--mpi: /dev/null cannot be opened");
    return ranks;
}

bool ranks_is_first(const struct ranks *ranks)
{
    return ranks->own == 0;
}

bool ranks_agree(struct ranks *ranks, uint64_t mark)
{
    uint64_t *marks = xcalloc((size_t)ranks->count, sizeof *marks);
    int code = MPI_Allgather(&mark, 1, MPI_UINT64_T, marks, 1, MPI_UINT64_T,
                             MPI_COMM_WORLD);
    bool same = code == MPI_SUCCESS && marks[0] != 0;
    for (int r = 1; r < ranks->count && same; r++) {
        same = marks[r] == marks[0];
        if (!same && ranks->own == 0)
            output_error("--mpi: rank %d cannot read the files, or reads "
                         "others",
                         r);
    }
    free(marks);
    return same;
}

static void mark_known(void *taker, uint64_t number)
{
    struct known *known = taker;
    if (number < known->trials)
        known->bits[number / 8] |= (unsigned char)(1u << (number % 8));
}

static bool is_known(const struct known *known, uint64_t number)
{
    return known->bits[number / 8] >> (number % 8) & 1;
}

static void take_tasks(struct ranks *ranks, const struct store_plan *plan)
{
    ranks->ntasks = plan->ntasks;
    ranks->tasks = xcalloc(plan->ntasks, sizeof *ranks->tasks);
    for (size_t i = 0; i < plan->ntasks; i++) {
        const struct theorem *t = spec_theorem(plan->tasks[i].spec);
        struct known *known = &ranks->tasks[i];
        known->trials = spec_trials(plan->tasks[i].spec);
        known->bits = xcalloc(known->trials / 8 + 1, 1);
        known->ndims = t->ndims;
        for (size_t k = 0; k < t->nclaims; k++)
            if (plan->tasks[i].wanted[k])
                known->nlinks += t->claims[k].nlinks;
    }
}

/* In pieces: MPI counts with int. */
static bool broadcast(unsigned char *bytes, uint64_t count)
{
    enum { PIECE = 1 << 24 };
    bool ok = true;
    for (uint64_t at = 0; at < count && ok; at += PIECE) {
        uint64_t left = count - at;
        int length = left < PIECE ? (int)left : PIECE;
        ok = MPI_Bcast(bytes + at, length, MPI_BYTE, 0, MPI_COMM_WORLD) ==
             MPI_SUCCESS;
    }
    return ok;
}

bool ranks_share(struct ranks *ranks, struct store *store,
                 const struct store_plan *plan)
{
    unsigned char ok = store != NULL;
    ranks->store = store;
    take_tasks(ranks, plan);
    for (size_t i = 0; i < ranks->ntasks && store; i++)
        if (store_each(store, i, mark_known, &ranks->tasks[i]) != ST_OK)
            ok = 0;
    if (!broadcast(&ok, 1) || !ok)
        return false;
    bool shared = true;
    for (size_t i = 0; i < ranks->ntasks && shared; i++)
        shared =
            broadcast(ranks->tasks[i].bits, ranks->tasks[i].trials / 8 + 1);
    for (int r = 0; r < ranks->count; r++)
        ranks->peers[r].heard = signals_clock();
    return shared;
}

void ranks_set_stop(struct ranks *ranks, bool (*stop)(void *context),
                    void *context)
{
    ranks->stop = stop;
    ranks->stop_context = context;
}

/* ---- what both do ---- */

static enum status ranks_begin(void *context, const struct spec *spec,
                               const bool *wanted)
{
    struct ranks *ranks = context;
    ranks->current = ranks->next++;
    if (ranks->own != 0)
        return ST_OK;
    const struct ledger *kept = store_ledger(ranks->store);
    return kept->begin(kept->context, spec, wanted);
}

/* The windows of a task begin at 0: the rank of a trial is known to all. */
static bool is_ours(void *context, uint64_t number)
{
    const struct ranks *ranks = context;
    return number % (uint64_t)ranks->count == (uint64_t)ranks->own &&
           !is_known(&ranks->tasks[ranks->current], number);
}

/* ---- helpers ---- */

static enum status load_nothing(void *context, uint64_t begin, uint64_t end,
                                ledger_take *take, void *taker)
{
    (void)context;
    (void)begin;
    (void)end;
    (void)take;
    (void)taker;
    return ST_OK;
}

static void pack(void *context, const struct ledger_trial *trial)
{
    struct ranks *ranks = context;
    struct parcel parcel;
    memset(&parcel, 0, sizeof parcel);
    parcel.task = ranks->current;
    parcel.number = trial->number;
    parcel.admission = trial->admission;
    parcel.instance = trial->instance;
    parcel.seconds = trial->seconds;
    pthread_mutex_lock(&ranks->mutex);
    buffer_add_bytes(&ranks->outbox, (const char *)&parcel, sizeof parcel);
    buffer_add_bytes(&ranks->outbox, (const char *)trial->outcomes,
                     trial->nlinks * sizeof *trial->outcomes);
    buffer_add_bytes(&ranks->outbox, (const char *)trial->sizes,
                     trial->nsizes * sizeof *trial->sizes);
    pthread_mutex_unlock(&ranks->mutex);
}

/* An empty message says that this rank is alive. */
static enum status send_outbox(void *context)
{
    struct ranks *ranks = context;
    struct buffer mail;
    pthread_mutex_lock(&ranks->mutex);
    mail = ranks->outbox;
    buffer_init(&ranks->outbox);
    pthread_mutex_unlock(&ranks->mutex);
    ENSURE(mail.length < INT32_MAX, "mpi: too much at once");
    int code = MPI_Send(mail.text, (int)mail.length, MPI_BYTE, 0, TAG_TRIALS,
                        MPI_COMM_WORLD);
    buffer_clear(&mail);
    return code == MPI_SUCCESS ? ST_OK : ST_SYSTEM;
}

static void end_helper(struct ranks *ranks)
{
    int there = 0;
    (void)send_outbox(ranks);
    MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_DONE, MPI_COMM_WORLD);
    while (!there) { /* MPI_Recv would keep a processor busy */
        pause_a_little();
        if (MPI_Iprobe(0, TAG_RELEASE, MPI_COMM_WORLD, &there,
                       MPI_STATUS_IGNORE) != MPI_SUCCESS)
            break;
    }
    if (there)
        MPI_Recv(NULL, 0, MPI_BYTE, 0, TAG_RELEASE, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Finalize();
}

/* ---- rank 0 ---- */

static void unpack(struct ranks *ranks, const char *bytes, size_t length)
{
    while (length >= sizeof(struct parcel)) {
        struct parcel parcel;
        memcpy(&parcel, bytes, sizeof parcel);
        ENSURE(parcel.task < ranks->ntasks, "mpi: a trial of no task");
        struct known *known = &ranks->tasks[parcel.task];
        size_t outcomes = known->nlinks * sizeof(struct link_outcome);
        size_t sizes = known->ndims * sizeof(int64_t);
        size_t whole = sizeof parcel + outcomes + sizes;
        ENSURE(length >= whole && parcel.number < known->trials,
               "mpi: a trial that is cut");
        struct ledger_trial trial = {.number = parcel.number,
                                     .admission = parcel.admission,
                                     .instance = parcel.instance,
                                     .nlinks = known->nlinks,
                                     .nsizes = known->ndims,
                                     .seconds = parcel.seconds};
        int64_t *dims = xmalloc(sizes + 1);
        trial.outcomes = xmalloc(outcomes + 1);
        memcpy(trial.outcomes, bytes + sizeof parcel, outcomes);
        memcpy(dims, bytes + sizeof parcel + outcomes, sizes);
        trial.sizes = dims;
        if (!is_known(known, parcel.number))
            store_keep(ranks->store, parcel.task, &trial);
        mark_known(known, parcel.number);
        free(trial.outcomes);
        free(dims);
        bytes += whole;
        length -= whole;
    }
}

static void receive(struct ranks *ranks, const MPI_Status *found)
{
    int length = 0, from = found->MPI_SOURCE;
    MPI_Get_count(found, MPI_BYTE, &length);
    char *bytes = xmalloc((unsigned long)length + 1);
    if (MPI_Recv(bytes, length, MPI_BYTE, from, found->MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE) == MPI_SUCCESS) {
        ranks->peers[from].heard = signals_clock();
        if (found->MPI_TAG == TAG_DONE)
            ranks->peers[from].done = true;
        else
            unpack(ranks, bytes, (size_t)length);
    }
    free(bytes);
}

/* Takes in all that has arrived. */
static void read_mail(struct ranks *ranks)
{
    int there = 1;
    while (there) {
        MPI_Status found;
        there = 0;
        if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there,
                       &found) != MPI_SUCCESS)
            return;
        if (there)
            receive(ranks, &found);
    }
}

static enum status first_load(void *context, uint64_t begin, uint64_t end,
                              ledger_take *take, void *taker)
{
    const struct ledger *kept = store_ledger(((struct ranks *)context)->store);
    return kept->load(kept->context, begin, end, take, taker);
}

static void first_keep(void *context, const struct ledger_trial *trial)
{
    const struct ledger *kept = store_ledger(((struct ranks *)context)->store);
    kept->keep(kept->context, trial);
}

static enum status first_sync(void *context)
{
    struct ranks *ranks = context;
    const struct ledger *kept = store_ledger(ranks->store);
    read_mail(ranks);
    return kept->sync(kept->context);
}

/* Whether a rank was silent for too long; read the mail before. */
static bool find_lost(struct ranks *ranks)
{
    double now = signals_clock();
    for (int r = 1; r < ranks->count && !ranks->is_lost; r++) {
        const struct peer *peer = &ranks->peers[r];
        ranks->is_lost = !peer->done && now - peer->heard > RANKS_LOST_SECONDS;
        if (ranks->is_lost)
            output_error("--mpi: rank %d is lost", r);
    }
    return ranks->is_lost;
}

static bool is_told_to_stop(const struct ranks *ranks)
{
    return ranks->stop && ranks->stop(ranks->stop_context);
}

static bool has_arrived(const struct ranks *ranks, uint64_t begin, uint64_t end)
{
    const struct known *known = &ranks->tasks[ranks->current];
    for (uint64_t k = begin; k < end; k++) {
        uint64_t owner = k % (uint64_t)ranks->count;
        if (owner != 0 && !ranks->peers[owner].done && !is_known(known, k))
            return false;
    }
    return true;
}

static enum status first_collect(void *context, uint64_t begin, uint64_t end)
{
    struct ranks *ranks = context;
    for (;;) {
        enum status st = first_sync(ranks);
        if (st != ST_OK)
            return st;
        if (has_arrived(ranks, begin, end))
            return ST_OK;
        if (is_told_to_stop(ranks) || find_lost(ranks))
            return ST_UNABLE;
        pause_a_little();
    }
}

static bool all_are_done(const struct ranks *ranks)
{
    for (int r = 1; r < ranks->count; r++)
        if (!ranks->peers[r].done)
            return false;
    return true;
}

void ranks_settle(struct ranks *ranks)
{
    /* After a signal there is little time: the next one kills. */
    double end =
        signals_clock() + (is_told_to_stop(ranks) ? STOP_SECONDS : END_SECONDS);
    while (ranks->own == 0 && !ranks->is_lost && !all_are_done(ranks) &&
           signals_clock() < end) {
        pause_a_little();
        read_mail(ranks);
    }
}

static void end_first(const struct ranks *ranks, int status)
{
    if (!all_are_done(ranks)) { /* MPI_Finalize would wait for them */
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    for (int r = 1; r < ranks->count; r++)
        MPI_Send(NULL, 0, MPI_BYTE, r, TAG_RELEASE, MPI_COMM_WORLD);
    MPI_Finalize();
}

/* ---- the ledger, and the end ---- */

const struct ledger *ranks_ledger(struct ranks *ranks)
{
    bool first = ranks->own == 0;
    ranks->ledger = (struct ledger){.context = ranks,
                                    .begin = ranks_begin,
                                    .load = first ? first_load : load_nothing,
                                    .is_ours = is_ours,
                                    .keep = first ? first_keep : pack,
                                    .sync = first ? first_sync : send_outbox,
                                    .collect = first ? first_collect : NULL,
                                    .is_helper = !first};
    return &ranks->ledger;
}

void ranks_end(struct ranks *ranks, int status)
{
    if (ranks->own == 0)
        end_first(ranks, status);
    else
        end_helper(ranks);
    for (size_t i = 0; i < ranks->ntasks; i++)
        free(ranks->tasks[i].bits);
    free(ranks->tasks);
    free(ranks->peers);
    buffer_clear(&ranks->outbox);
    pthread_mutex_destroy(&ranks->mutex);
    free(ranks);
}
