#include "trial.h"

#include "base/status.h"
#include "draw.h"
#include "sides.h"

#include <stdlib.h>

/* Draws for one instance, at most, before a trial is thin. */
enum { PATIENCE = 24, DRAWS = 30, MORE = 10, AT_LEAST = 2000 };

const char *outcome_word(enum outcome outcome)
{
    static const char *const words[] = {
        [OUTCOME_HOLDS] = "holds",
        [OUTCOME_FALSE] = "FALSE",
        [OUTCOME_THIN] = "thin: too few instances",
        [OUTCOME_INSIDE] = "thin: too few instances leave the domain",
        [OUTCOME_MISREAD] = "MISREAD",
        [OUTCOME_NOT_RUN] = "not run",
    };

    return words[outcome];
}

/* A relation as it is written, and as the core has read it. */
struct readings {
    const struct expr *written;
    const struct form *read;
};

struct statement {
    struct draw draw;
    struct direct direct;
    const struct trial *trial;
    struct readings *readings; /* of assumptions, and of the conclusion */
    size_t count;
};

/* One relation at one instance, both ways. */
struct look {
    enum answer written, read;
    size_t outside; /* of what is written */
    const char *unclear;
};

static struct look look_at(struct statement *s, const struct readings *r)
{
    struct work *w = s->draw.work;
    struct look out;

    w->unclear = NULL;
    w->outside = 0;
    out.written = direct_answer(&s->direct, r->written);
    out.outside = w->outside;
    out.read = relation_answer(&s->draw.instance, r->read);
    out.unclear = w->unclear;
    return out;
}

/*
 * Whether what was read says the same: totally, it does always; read where
 * defined, it does where no subterm leaves its domain.
 */
static bool is_read_well(const struct statement *s, const struct look *l)
{
    return l->unclear != NULL || (l->outside > 0 && !s->trial->total) ||
           l->written == l->read || l->written == ANSWER_UNCLEAR ||
           l->read == ANSWER_UNCLEAR;
}

/* Assumptions, and the conclusion, which comes last: its look. */
static bool all_read_well(struct statement *s, struct look *conclusion,
                          struct buffer *report)
{
    for (size_t i = 0; i < s->count; i++) {
        *conclusion = look_at(s, &s->readings[i]);
        if (is_read_well(s, conclusion))
            continue;
        buffer_add(report, "    ");
        expr_print(report, s->readings[i].written);
        buffer_add(report, " is read as something else at\n");
        draw_print(&s->draw, report);
        return false;
    }
    return true;
}

/* Clauses are facts of the core: each is true of the family. */
static bool clauses_hold(struct statement *s, struct buffer *report)
{
    struct draw *d = &s->draw;

    for (size_t i = 0; i < d->sequent->nclauses; i++) {
        d->work->unclear = NULL;
        if (relation_answer(&d->instance, d->sequent->clauses[i]) !=
                ANSWER_NO ||
            d->work->unclear != NULL)
            continue;
        buffer_printf(report, "    clause %zu is false at\n", i + 1);
        draw_print(d, report);
        return false;
    }
    return true;
}

static void count(struct tally *t, const struct look *l, bool admitted,
                  const char *hypotheses)
{
    const char *why = l->unclear != NULL ? l->unclear : hypotheses;

    if (why != NULL) {
        t->unclear++;
        t->why = why;
        return;
    }
    t->admitted += admitted;
    t->outside += admitted && l->outside > 0;
    t->excluded += !admitted && l->outside > 0;
}

/* Some instances leave a domain, or refused ones do, but not many yet. */
static bool wants_outside(const struct tally *t)
{
    return t->outside < TRIAL_LEAST &&
           (t->outside > 0 || (t->excluded > 0 && t->excluded < TRIAL_LEAST));
}

static void report_failure(struct buffer *report, struct statement *s,
                           const struct expr *relation)
{
    buffer_add(report, "    is false at\n");
    draw_print(&s->draw, report);
    sides_print(report, &s->direct, relation);
}

static enum outcome draw_many(struct tally *t, struct buffer *report,
                              struct statement *s, const struct expr *relation)
{
    const size_t wanted = s->trial->wanted;
    const size_t most =
        s->trial->is_about_reading ? wanted : DRAWS * wanted + AT_LEAST;
    struct draw *d = &s->draw;

    while (t->drawn < most) {
        const bool enough = t->admitted >= wanted;
        struct look look;
        bool admitted;

        if (enough &&
            (!wants_outside(t) || t->drawn > MORE * wanted + AT_LEAST))
            break;
        t->drawn++;
        /* every second draw as it is: also where hypotheses do not hold */
        admitted = draw_next(d, t->drawn % 2 ? PATIENCE : 0);
        if (!clauses_hold(s, report) || !all_read_well(s, &look, report))
            return OUTCOME_MISREAD;
        count(t, &look, admitted, d->unclear);
        if (admitted && look.unclear == NULL && look.read == ANSWER_NO &&
            !s->trial->is_about_reading) {
            report_failure(report, s, relation);
            return OUTCOME_FALSE;
        }
    }
    if (s->trial->is_about_reading)
        return OUTCOME_HOLDS;
    if (t->admitted < TRIAL_LEAST)
        return OUTCOME_THIN;
    return wants_outside(t) ? OUTCOME_INSIDE : OUTCOME_HOLDS;
}

static void statement_init(struct statement *s, struct work *work,
                           struct pool *pool, const struct trial *trial,
                           const struct theorem *t, struct reading *reading,
                           const struct sequent *sequent,
                           const struct expr *relation)
{
    s->trial = trial;
    draw_init(&s->draw, work, pool, t, reading, sequent,
              rng_key(trial->seed, t->name));
    s->direct = (struct direct){.x = &s->draw.instance, .statement = t};
    s->draw.instance.defined = direct_family;
    s->draw.instance.definer = &s->direct;
    s->readings = xcalloc(t->nassumptions + 1, sizeof *s->readings);
    s->count = 0;
    for (size_t i = 0; i < t->nassumptions; i++) {
        const struct expr *e = t->assumptions[i].relation;

        s->readings[s->count++] = (struct readings){
            e, read_relation(reading, e,
                             trial->total ? READ_TOTAL : READ_CERTAIN)};
    }
    s->readings[s->count++] = (struct readings){relation, sequent->conclusion};
}

static void statement_clear(struct statement *s)
{
    draw_clear(&s->draw);
    free(s->readings);
}

enum outcome trial_run(struct tally *tally, struct buffer *report,
                       const struct trial *trial, const struct theorem *t,
                       const struct expr *relation)
{
    struct theory *theory = theory_new();
    struct reading *reading = reading_new(theory, t);
    enum outcome out = OUTCOME_NOT_RUN;
    struct sequent sequent;
    struct statement s;
    struct work work;

    *tally = (struct tally){0};
    work_init(&work);
    if (!read_sequent(&sequent, reading, relation, trial->total))
        tally->why = reading_why(reading);
    else if (sequent_obtained(theory_pool(theory), &sequent).count > 0)
        tally->why = "it is about a value that it obtains";
    if (tally->why == NULL) {
        statement_init(&s, &work, theory_pool(theory), trial, t, reading,
                       &sequent, relation);
        out = draw_many(tally, report, &s, relation);
        statement_clear(&s);
    }
    work_clear(&work);
    reading_free(reading);
    theory_free(theory);
    return out;
}
