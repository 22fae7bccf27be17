/* The trials of a campaign: what its threads do. */
#include "verify/campaign_internal.h"

#include "base/ceiling.h"

#include <stdlib.h>
#include <time.h>

double campaign_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct worker {
    struct stage_cache *cache;
    bool gave_up; /* a section: what it was changing is not to be touched */
    double spent; /* the price of its trials so far */
};

void *campaign_enter(void *context)
{
    const struct campaign *c = context;
    struct worker *w = xcalloc(1, sizeof *w);
    w->cache = stage_cache_new(c->spec, c->wanted);
    return w;
}

void campaign_leave(void *context, void *state)
{
    LOCAL_FREE struct worker *w = state;
    (void)context;
    if (!w->gave_up) {
        stage_cache_free(w->cache);
        eval_finish_thread();
    }
}

static bool is_audited(const struct campaign *c, const struct stage *stage,
                       uint64_t number)
{
    const struct checker *checker = c->options->checker;
    if (!checker || checker->share == CHECKER_NONE)
        return false;
    if (checker->share == CHECKER_ALL)
        return true;
    size_t entries = 0;
    for (size_t i = 0; i < stage->x.layout->nslots; i++)
        entries += stage->x.values[i].rows * stage->x.values[i].cols;
    const uint64_t step = number < CHECKER_SAMPLE_FIRST ? CHECKER_SAMPLE_STEP
                                                        : CHECKER_SAMPLE_SPARSE;
    return number % step == 0 && entries <= CHECKER_SAMPLE_ENTRIES;
}

/* Asks the checker about a link; true: it disagrees, with its evidence. */
enum checker_answer campaign_ask(const struct campaign *c,
                                 const struct stage *stage, size_t link,
                                 uint64_t number, enum truth truth,
                                 char **evidence)
{
    const struct result *r = &c->run->results[c->first_result + link];
    const struct checker_question q = {.spec = c->spec,
                                       .claim = r->claim,
                                       .link = r->link ? r->link - 1 : 0,
                                       .x = &stage->x,
                                       .trial = number,
                                       .truth = truth};
    const struct checker *checker = c->options->checker;
    return checker->ask(checker->context, &q, evidence);
}

/* A `?` claim has its own meaning of true, which the checker does not know. */
static void audit(const struct campaign *c, struct trial *trial,
                  const struct stage *stage, uint64_t number)
{
    if (trial->admission != ADMISSION_ADMITTED)
        return;
    for (size_t i = 0; i < c->nlinks && !trial->evidence; i++)
        if (trial->outcomes[i].truth == TRUTH_TRUE &&
            !c->run->results[c->first_result + i].has_hole)
            (void)campaign_ask(c, stage, i, number, TRUTH_TRUE,
                               &trial->evidence);
}

struct trial *campaign_trial(const struct campaign *c, uint64_t number)
{
    return window_trial(c->window, number);
}

static bool has_spent(const struct campaign *c, const struct worker *w)
{
    return c->options->work > 0 && w->spent >= c->options->work;
}

/* The trial is the stage's instance. */
static void decide(const struct campaign *c, struct worker *worker,
                   struct trial *trial, struct stage *stage, uint64_t number)
{
    if (has_spent(c, worker)) {
        trial->state = TRIAL_UNTRIED;
        return;
    }
    enum status st =
        ladder_decide(&trial->admission, trial->outcomes, stage, &c->ladder);
    trial->state = st == ST_OK ? TRIAL_DONE : TRIAL_ABANDONED;
    trial->instance = instance_fingerprint(&stage->x);
    if (st == ST_OK && c->options->work > 0)
        worker->spent += ladder_price(stage, trial->outcomes);
    if (st == ST_OK && is_audited(c, stage, number))
        audit(c, trial, stage, number);
}

/* A trial, or some side by side, that a ceiling may end (base/ceiling.h). */
struct attempt {
    const struct campaign *c;
    struct worker *worker;
    uint64_t number;
    size_t count;
    struct stage *stage;
    bool is_batch;
};

static uint64_t fingerprint_of_sizes(const struct campaign *c, uint64_t number)
{
    const size_t ndims = spec_theorem(c->spec)->ndims;
    LOCAL_FREE int64_t *dims = xcalloc(ndims + 1, sizeof *dims);
    spec_draw_dims(c->spec, number, dims);
    return instance_sizes_fingerprint(dims, ndims);
}

static void try_trial(void *context)
{
    const struct attempt *a = context;
    struct trial *trial = campaign_trial(a->c, a->number);
    struct stage *stage = NULL;
    enum status st = stage_draw(&stage, a->worker->cache, a->number,
                                &trial->where, &trial->reason);
    if (st == ST_OK) {
        decide(a->c, a->worker, trial, stage, a->number);
    } else {
        trial->state = TRIAL_IMPOSSIBLE;
        trial->instance = fingerprint_of_sizes(a->c, a->number);
    }
}

static void run_trial(const struct campaign *c, struct trial *trial,
                      struct worker *worker, uint64_t number)
{
    struct attempt a = {.c = c, .worker = worker, .number = number};
    if (!worker->gave_up && ceiling_try(try_trial, &a))
        return;
    worker->gave_up = true;
    trial->state = TRIAL_ABANDONED;
}

static void try_batch(void *context)
{
    struct attempt *a = context;
    a->is_batch = stage_draw_batch(&a->stage, a->worker->cache, a->number,
                                   a->count) == ST_OK;
}

static void try_lane(void *context)
{
    const struct attempt *a = context;
    decide(a->c, a->worker, campaign_trial(a->c, a->number), a->stage,
           a->number);
}

/* False: they are to be run one by one. */
static bool run_batch(const struct campaign *c, struct worker *worker,
                      uint64_t number, size_t count)
{
    struct attempt a = {
        .c = c, .worker = worker, .number = number, .count = count};
    if (count == 1 || worker->gave_up)
        return false;
    worker->gave_up = !ceiling_try(try_batch, &a);
    if (worker->gave_up || !a.is_batch)
        return worker->gave_up;
    for (size_t k = 0; k < count && !worker->gave_up; k++) {
        a.number = number + k;
        stage_select(a.stage, a.number, k);
        worker->gave_up = !ceiling_try(try_lane, &a);
        if (worker->gave_up)
            campaign_trial(c, a.number)->state = TRIAL_ABANDONED;
    }
    return true;
}

/* What a trial counts as when it is added up. */
enum admission campaign_admission(const struct trial *trial)
{
    return trial->state == TRIAL_IMPOSSIBLE ? ADMISSION_REJECTED
                                            : trial->admission;
}

/* Faults of the user and of this program are to be met again, not kept. */
static bool is_kept(const struct campaign *c, const struct trial *trial)
{
    if (trial->state == TRIAL_IMPOSSIBLE)
        return spec_is_campaign(c->spec);
    return trial->state == TRIAL_DONE && !trial->evidence;
}

static void keep_trial(const struct campaign *c, const struct trial *trial,
                       uint64_t number, double seconds)
{
    const struct ledger *ledger = c->options->ledger;
    size_t ndims = spec_theorem(c->spec)->ndims;
    LOCAL_FREE int64_t *sizes = xcalloc(ndims, sizeof *sizes);
    spec_draw_dims(c->spec, number, sizes);
    const struct ledger_trial record = {.number = number,
                                        .admission = campaign_admission(trial),
                                        .instance = trial->instance,
                                        .outcomes = trial->outcomes,
                                        .nlinks = c->nlinks,
                                        .sizes = sizes,
                                        .nsizes = ndims,
                                        .seconds = seconds};
    ledger->keep(ledger->context, &record);
}

static void item(struct campaign *c, struct worker *state, uint64_t number)
{
    const struct ledger *ledger = c->options->ledger;
    struct trial *trial = campaign_trial(c, number);
    if (!ledger) {
        run_trial(c, trial, state, number);
        return;
    }
    if (trial->state == TRIAL_DONE)
        return;
    if (!ledger->is_ours(ledger->context, number)) {
        trial->state = TRIAL_ELSEWHERE;
        return;
    }
    double start = campaign_now();
    trial->state = TRIAL_ABANDONED;
    run_trial(c, trial, state, number);
    if (is_kept(c, trial))
        keep_trial(c, trial, number, campaign_now() - start);
}

void campaign_items(void *context, void *state, uint64_t number, size_t count)
{
    if (run_batch(context, state, number, count))
        return;
    for (size_t k = 0; k < count; k++)
        item(context, state, number + k);
}
