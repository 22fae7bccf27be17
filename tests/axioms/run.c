/*
 * axioms [-d] [-n INSTANCES] [-s SEED] [-t THEOREM] [-l LIBRARY]
 * [-x THEOREM]... [-o THEOREM]... [-r] [-v] [-w] FILE...: each claim of each
 * theorem at so many instances, read totally as axioms are, or (-d) where it is
 * defined.  Exit status 1: one is false, or thinly tested, or not run although
 * no -x allows it, or, if any -o is given, leaves the domain of a subterm where
 * its hypotheses hold and no -o says that this is meant, or never does although
 * one does; or (-r) is read as something else: then steps and false claims are
 * tried too.  -w: also without each assumption and kind, and which of them
 * nothing needs.
 */
#include "base/diag.h"
#include "base/status.h"
#include "ir/lower.h"
#include "trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct names {
    const char *items[32];
    size_t count;
};

struct run {
    struct trial trial;
    bool verbose, weakens;
    const char *library;  /* where `import <...>` looks, or NULL */
    const char *only;     /* the theorem of that name, or NULL */
    struct names skipped; /* what may be not run */
    struct names outside; /* what is meant outside of domains, too */
    size_t missing, unlike;
    size_t counts[OUTCOME_NOT_RUN + 1];
};

static void show(const struct run *run, const struct theorem *t,
                 const struct claim *c, enum outcome outcome,
                 const struct tally *tally, const struct buffer *report)
{
    const bool as_asked =
        outcome == OUTCOME_HOLDS ||
        (run->trial.is_about_reading && outcome == OUTCOME_NOT_RUN);

    if (as_asked && !run->verbose)
        return;
    printf("%s.%s: %s (%zu instances of %zu draws, %zu outside, %zu refused "
           "outside, %zu unclear%s%s; seed %llu)\n%s",
           t->name, c->name ? c->name : "", outcome_word(outcome),
           tally->admitted, tally->drawn, tally->outside, tally->excluded,
           tally->unclear, tally->why ? ": " : "", tally->why ? tally->why : "",
           (unsigned long long)run->trial.seed,
           report->text ? report->text : "");
}

/*
 * The statement without assumption k, or with given k - nassumptions any real
 * one; NULL: it has nothing of the sort.
 */
static const char *weaken(struct theorem *out, const struct theorem *t,
                          struct assumption *assumptions, struct given *givens,
                          size_t k)
{
    *out = *t;
    for (size_t i = 0; i < t->nassumptions; i++)
        assumptions[i] = t->assumptions[i + (k < t->nassumptions && i >= k)];
    for (size_t i = 0; i < t->ngivens; i++)
        givens[i] = t->givens[i];
    out->assumptions = assumptions;
    out->givens = givens;
    if (k < t->nassumptions) {
        out->nassumptions--;
        return t->assumptions[k].name ? t->assumptions[k].name : "?";
    }
    k -= t->nassumptions;
    if (givens[k].kind == GIVEN_REAL || givens[k].kind == GIVEN_INT)
        return NULL;
    givens[k].kind = GIVEN_REAL;
    return givens[k].name;
}

/* What each assumption and each kind is there for. */
static void run_weakened(const struct run *run, const struct theorem *t,
                         const struct claim *c)
{
    struct assumption *assumptions =
        xcalloc(t->nassumptions + 1, sizeof *assumptions);
    struct given *givens = xcalloc(t->ngivens + 1, sizeof *givens);

    for (size_t k = 0; k < t->nassumptions + t->ngivens; k++) {
        struct theorem weaker;
        const char *name = weaken(&weaker, t, assumptions, givens, k);
        struct buffer report;
        struct tally tally;
        enum outcome outcome;

        if (name == NULL)
            continue;
        buffer_init(&report);
        outcome = trial_run(&tally, &report, &run->trial, &weaker, c->relation);
        if (outcome != OUTCOME_FALSE)
            printf("%s: %s without what is said of %s\n", t->name,
                   outcome_word(outcome), name);
        buffer_clear(&report);
    }
    free(assumptions);
    free(givens);
}

static bool is_named(const struct names *names, const struct theorem *t)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], t->name) == 0)
            return true;
    }
    return false;
}

/*
 * H |- D: hypotheses keep an axiom inside of the domains, but where its values
 * outside are meant.
 */
static void look_outside(struct run *run, const struct theorem *t,
                         const struct tally *tally)
{
    const bool is_outside = tally->outside > 0;

    if (run->outside.count == 0 || tally->admitted == 0 ||
        is_outside == is_named(&run->outside, t))
        return;
    printf("%s: %s\n", t->name,
           is_outside ? "leaves a domain, and no -o says that it is meant to"
                      : "never leaves a domain, although -o says so");
    run->unlike++;
}

static bool add_name(struct names *names, const char *name)
{
    const bool fits = names->count < sizeof names->items / sizeof *names->items;

    if (fits)
        names->items[names->count++] = name;
    return fits;
}

static void run_theorem(struct run *run, const struct theorem *t)
{
    for (size_t i = 0; i < t->nclaims; i++) {
        const struct claim *c = &t->claims[i];
        struct buffer report;
        struct tally tally;
        enum outcome outcome;

        const bool is_no_theorem = c->is_step || c->is_observation ||
                                   c->has_hole || c->expect == WORD_VIOLATED;

        if (is_no_theorem && !run->trial.is_about_reading)
            continue;
        buffer_init(&report);
        outcome = trial_run(&tally, &report, &run->trial, t, c->relation);
        run->counts[outcome]++;
        run->missing += outcome == OUTCOME_NOT_RUN &&
                        !run->trial.is_about_reading &&
                        !is_named(&run->skipped, t);
        look_outside(run, t, &tally);
        show(run, t, c, outcome, &tally, &report);
        buffer_clear(&report);
        if (run->weakens)
            run_weakened(run, t, c);
    }
}

static bool run_file(struct run *run, const char *path)
{
    struct diag *diag = diag_new();
    struct module *module;
    const enum status status =
        module_load(&module, path, run->library, true, diag);

    if (status != ST_OK) {
        struct buffer text;

        buffer_init(&text);
        diag_print(diag, &text);
        fprintf(stderr, "%s", text.text ? text.text : "");
        buffer_clear(&text);
    } else {
        for (size_t i = 0; i < module_theorems(module); i++) {
            const struct theorem *t = module_theorem(module, i);

            if (run->only == NULL || strcmp(run->only, t->name) == 0)
                run_theorem(run, t);
        }
        module_free(module);
    }
    diag_free(diag);
    return status == ST_OK;
}

static size_t total_of(const struct run *run)
{
    size_t out = 0;

    for (size_t i = 0; i <= OUTCOME_NOT_RUN; i++)
        out += run->counts[i];
    return out;
}

/* A run of nothing fails, and one of less than half. */
static bool summarise(const struct run *run)
{
    printf("%zu statements:", total_of(run));
    for (size_t i = 0; i <= OUTCOME_NOT_RUN; i++)
        printf("%s %zu %s", i > 0 ? "," : "", run->counts[i],
               outcome_word((enum outcome)i));
    printf("\n");
    return run->counts[OUTCOME_NOT_RUN] <= total_of(run) / 2 &&
           total_of(run) > 0 && run->counts[OUTCOME_FALSE] == 0 &&
           run->counts[OUTCOME_MISREAD] == 0 &&
           run->counts[OUTCOME_THIN] == 0 && run->counts[OUTCOME_INSIDE] == 0 &&
           run->missing == 0 && run->unlike == 0;
}

int main(int argc, char **argv)
{
    struct run run = {.trial = {.wanted = 200, .seed = 1, .total = true}};
    bool good = true;
    int i = 1;

    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-d") == 0)
            run.trial.total = false;
        else if (strcmp(argv[i], "-r") == 0)
            run.trial.is_about_reading = true;
        else if (strcmp(argv[i], "-v") == 0)
            run.verbose = true;
        else if (strcmp(argv[i], "-w") == 0)
            run.weakens = true;
        else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            run.trial.wanted = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            run.trial.seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-t") == 0 && i + 1 < argc)
            run.only = argv[++i];
        else if (strcmp(argv[i], "-l") == 0 && i + 1 < argc)
            run.library = argv[++i];
        else if (strcmp(argv[i], "-x") == 0 && i + 1 < argc)
            good = add_name(&run.skipped, argv[++i]) && good;
        else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            good = add_name(&run.outside, argv[++i]) && good;
    }
    for (; i < argc; i++)
        good = run_file(&run, argv[i]) && good;
    return summarise(&run) && good ? EXIT_SUCCESS : EXIT_FAILURE;
}
