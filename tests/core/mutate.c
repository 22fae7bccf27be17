/*
 * core_mutate [-n MUTANTS] [-s SEED] [-p PROOFS] FILE... : for so many of the
 * links of each file that the finder proves, so many changed claims with the
 * old log, so many changed logs for the old claim, and so many runs of the log
 * with changed lines in between, of which all that is learnt is judged.  Exit
 * status 1: something false was accepted, or nothing was made, refused or
 * accepted.
 *
 * With -q the oracle is asked so often about each link and changes of it, read
 * totally, with some of the hypotheses as facts: what it gives is judged under
 * these alone.
 */
#include "draft/draft.h"
#include "algebra/find.h"
#include "draft/show.h"
#include "base/diag.h"
#include "base/status.h"
#include "core/binder.h"
#include "core/ring.h"
#include "ir/lower.h"
#include "judge.h"
#include "mutant.h"
#include "oracle/oracle.h"
#include "replay/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROVE_STEPS = 60, MOST_TRIES = 30 };

struct counts {
    size_t made, refused, verdicts[VERDICT_FALSE + 1];
};

struct run {
    size_t mutants, most_proofs, proofs, questions_each;
    uint64_t seed;
    struct counts claims, logs, facts, questions;
};

/* A link with its proof, and a theory where mutants of it are replayed. */
struct proof {
    struct run *run;
    const struct theorem *statement;
    struct theory *theory;
    struct reading *reading;
    struct sequent sequent;
    const char *log;
    struct mutator mutator;
    size_t named;
    const char *place;
};

static const struct core_theorem *
replayed(struct proof *p, const struct sequent *sequent, const char *log)
{
    char name[64];
    const char *why;
    size_t line;

    snprintf(name, sizeof name, "mutant %zu", p->named++);
    return deduction_replay(p->theory, sequent, name, log, &why, &line);
}

static void count_verdicts(struct proof *p, struct counts *n,
                           const struct form *const *relations, size_t count,
                           const struct sequent *sequent)
{
    enum verdict *verdicts = xcalloc(count + 1, sizeof *verdicts);
    struct buffer report;

    buffer_init(&report);
    judge(verdicts, relations, count, p->statement, p->reading, p->theory,
          sequent, rng_word(&p->mutator.rng), &report);
    for (size_t i = 0; i < count; i++)
        n->verdicts[verdicts[i]]++;
    if (report.length > 0)
        printf("%s: accepted, and false\n%s", p->place, report.text);
    buffer_clear(&report);
    free(verdicts);
}

/* Changed claims, the old log. */
static void mutate_claims(struct proof *p)
{
    struct counts *n = &p->run->claims;

    for (size_t i = 0; i < p->run->mutants; i++) {
        const struct core_theorem *t;
        struct sequent other;
        size_t tries = 0;

        while (tries < MOST_TRIES && !mutant_sequent(&other, &p->mutator))
            tries++;
        if (tries == MOST_TRIES)
            continue;
        n->made++;
        t = replayed(p, &other, p->log);
        if (t == NULL) {
            n->refused++;
            continue;
        }
        count_verdicts(p, n, &theorem_sequent(t)->conclusion, 1, &other);
    }
}

static bool is_same(const struct sequent *a, const struct sequent *b)
{
    bool same = a->conclusion == b->conclusion &&
                a->nhypotheses == b->nhypotheses && a->nclauses == b->nclauses;

    for (size_t i = 0; same && i < a->nhypotheses; i++)
        same = a->hypotheses[i] == b->hypotheses[i];
    return same;
}

/* The old claim, changed logs: what is accepted says the same. */
static void mutate_logs(struct proof *p)
{
    struct counts *n = &p->run->logs;

    for (size_t i = 0; i < p->run->mutants; i++) {
        char *log = mutant_log(&p->mutator, p->theory, p->log);
        const struct core_theorem *t = NULL;

        if (strcmp(log, p->log) != 0) {
            n->made++;
            t = replayed(p, &p->sequent, log);
            if (t == NULL)
                n->refused++;
            else
                n->verdicts[is_same(theorem_sequent(t), &p->sequent)
                                ? VERDICT_TRUE
                                : VERDICT_FALSE]++;
        }
        free(log);
    }
}

/* Runs with changed lines. */

/* How far a run is: its nodes and facts behind each line, unchanged. */
struct mark {
    size_t nodes;
    fact_t facts;
};

/* How many facts there were before each context that is open. */
struct contexts {
    fact_t facts[64];
    size_t count;
};

/* What a question about steps says of the first word of a line. */
static bool says(bool (*question)(const char *name), const char *line)
{
    char name[16];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    return question(name);
}

static bool take(struct deduction *d, struct contexts *c, const char *line)
{
    const fact_t facts = deduction_facts(d);

    if ((says(step_opens, line) &&
         c->count == sizeof c->facts / sizeof *c->facts) ||
        !deduction_line(d, line))
        return false;
    if (says(step_opens, line))
        c->facts[c->count++] = facts;
    if (says(step_closes, line))
        c->count--;
    return true;
}

/* What is said for all values of the variables that it leans on. */
static const struct form *closed(struct pool *pool, const struct form *r,
                                 struct variables leans)
{
    while (r != NULL && leans.count > 0) {
        size_t k = 0;

        for (size_t i = 0; i < leans.count; i++) {
            if (i != k && variables_have(&leans.items[i]->free, leans.items[k]))
                k = i;
        }
        r = form_bind(pool, BINDER_FORALL, leans.items[k]->lo,
                      leans.items[k]->hi, r, leans.items[k]);
        leans = variables_without(pool, leans, leans.items[k]);
    }
    if (r == NULL)
        pool_forgive(pool);
    return r;
}

struct relations {
    const struct form **items;
    size_t count;
};

static void add_relation(struct relations *all, const struct form *r)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->items[i] == r)
            return;
    }
    all->items = xrealloc(all->items, all->count + 1, sizeof *all->items);
    all->items[all->count++] = r;
}

static bool has_fixed(const struct variables *set)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->items[i]->variable == VARIABLE_FIXED)
            return true;
    }
    return false;
}

/* The facts outside of all contexts. */
static void add_facts(struct relations *all, struct proof *p,
                      struct deduction *d, const struct contexts *c)
{
    const fact_t end = c->count > 0 ? c->facts[0] : deduction_facts(d);
    struct pool *pool = theory_pool(p->theory);

    for (fact_t i = (fact_t)p->sequent.nhypotheses; i < end; i++) {
        struct variables leans;
        const struct form *r = deduction_fact(d, i, &leans);

        r = r ? closed(pool, r, leans) : NULL;
        if (r != NULL && !has_fixed(&r->free))
            add_relation(all, r);
    }
}

/* One run: now and then a changed line before the line, or in its place. */
static void run_changed(struct proof *p, struct mark *marks, size_t one_in,
                        struct relations *all)
{
    struct deduction *d = deduction_new(p->theory, &p->sequent);
    char *copy = xstrdup(p->log), *rest = NULL;
    struct contexts contexts = {.count = 0};
    struct counts *n = &p->run->facts;
    size_t i = 0;

    for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest), i++) {
        bool done = false;

        if (one_in > 0 && rng_below(&p->mutator.rng, one_in) == 0) {
            char *other = mutant_line(&p->mutator, p->theory, line);

            n->made++;
            done = take(d, &contexts, other);
            n->refused += !done;
            free(other);
        }
        if (!done)
            take(d, &contexts, line);
        /* what did not come about leaves its number to nothing */
        while (one_in > 0 && deduction_nodes(d) < marks[i].nodes &&
               deduction_line(d, "number 0"))
            ;
        while (one_in > 0 && deduction_facts(d) < marks[i].facts &&
               deduction_line(d, "both"))
            ;
        if (one_in == 0)
            marks[i] = (struct mark){deduction_nodes(d), deduction_facts(d)};
    }
    add_facts(all, p, d, &contexts);
    free(copy);
    deduction_free(d);
}

static void mutate_lines(struct proof *p)
{
    struct relations all = {NULL, 0};
    struct mark *marks;
    size_t lines = 1;

    for (const char *c = p->log; *c != '\0'; c++)
        lines += *c == '\n';
    marks = xcalloc(lines, sizeof *marks);
    run_changed(p, marks, 0, &all);
    for (size_t i = 0; i < p->run->mutants; i++)
        run_changed(p, marks, 2 + rng_below(&p->mutator.rng, 20), &all);
    count_verdicts(p, &p->run->facts, all.items, all.count, &p->sequent);
    free(marks);
    free(all.items);
}

/* Links. */

static void mutate_proof(struct run *run, const struct theorem *t, size_t claim,
                         size_t link, const bool *proved, const char *log)
{
    const struct core_oracle oracle = oracle_range();
    struct proof p = {.run = run, .statement = t, .log = log};
    char place[256];
    struct goal goal;

    p.theory = theory_new();
    theory_trust(p.theory, &oracle);
    library_add_known(p.theory, NULL);
    p.reading = reading_new(p.theory, t);
    snprintf(place, sizeof place, "%s.%s#%zu", t->name, t->claims[claim].name,
             link + 1);
    p.place = place;
    if (goal_read(&goal, p.theory, p.reading, t, claim, link, proved)) {
        p.sequent = goal.sequent;
        p.mutator = (struct mutator){
            rng_start(rng_key(rng_key_number(run->seed, link), place)),
            theory_pool(p.theory), &p.sequent};
        if (replayed(&p, &p.sequent, log) != NULL) {
            run->proofs++;
            mutate_claims(&p);
            mutate_logs(&p);
            mutate_lines(&p);
        }
    }
    reading_free(p.reading);
    theory_free(p.theory);
}

static void mutate_theorem(struct run *run, const struct theorem *t)
{
    const struct core_oracle oracle = oracle_range();
    struct theory *theory = theory_new();
    struct reading *reading;
    struct finder *finder;
    struct memo lefts = {{NULL, 0, 0}};
    bool *proved = xcalloc(t->nclaims + 1, sizeof *proved);

    theory_trust(theory, &oracle);
    library_add_known(theory, &lefts);
    reading = reading_new(theory, t);
    finder = finder_new(theory, &lefts);
    for (size_t c = 0; c < t->nclaims; c++) {
        for (size_t k = 0; k < t->claims[c].nlinks; k++) {
            struct goal goal;
            char *log = NULL;

            if (run->proofs < run->most_proofs &&
                goal_read(&goal, theory, reading, t, c, k, proved))
                log = finder_prove(finder, &goal, PROVE_STEPS);
            if (log != NULL)
                mutate_proof(run, t, c, k, proved, log);
            free(log);
        }
    }
    finder_free(finder);
    memo_clear(&lefts);
    reading_free(reading);
    theory_free(theory);
    free(proved);
}

/* Questions to the oracle. */

/* Some of the hypotheses, each one in two. */
static void some_hypotheses(struct sequent *s, struct mutator *m)
{
    const struct form **some = arena_array(
        pool_arena(m->pool), m->sequent->nhypotheses + 1, sizeof *some);

    s->hypotheses = some;
    s->nhypotheses = 0;
    for (size_t i = 0; i < m->sequent->nhypotheses; i++) {
        if (rng_below(&m->rng, 2) == 0)
            some[s->nhypotheses++] = m->sequent->hypotheses[i];
    }
}

/* Whether the oracle gives the conclusion, told of all hypotheses. */
static bool is_given(struct theory *theory, const struct sequent *s)
{
    struct draft *d = draft_new(theory, s);
    fact_t *facts = xcalloc(s->nhypotheses + 1, sizeof *facts), fact;

    for (size_t i = 0; i < s->nhypotheses; i++)
        facts[i] = (fact_t)i;
    fact = draft_rule(d, "oracle", "wtF", "range", s->conclusion,
                      s->nhypotheses, facts);
    free(facts);
    draft_free(d);
    return fact != FACT_NONE;
}

static void ask_about(struct proof *p)
{
    struct counts *n = &p->run->questions;

    for (size_t i = 0; i < p->run->questions_each; i++) {
        struct sequent asked = p->sequent;

        if (i % 2 == 1 && !mutant_sequent(&asked, &p->mutator))
            continue;
        some_hypotheses(&asked, &p->mutator);
        n->made++;
        if (is_given(p->theory, &asked))
            count_verdicts(p, n, &asked.conclusion, 1, &asked);
        else
            n->refused++;
    }
}

static void ask_theorem(struct run *run, const struct theorem *t)
{
    const struct core_oracle oracle = oracle_range();
    struct proof p = {.run = run, .statement = t, .theory = theory_new()};

    theory_trust(p.theory, &oracle);
    p.reading = reading_new(p.theory, t);
    for (size_t c = 0; c < t->nclaims; c++) {
        for (size_t k = 0; k < t->claims[c].nlinks; k++) {
            p.place = t->claims[c].name;
            p.mutator = (struct mutator){
                rng_start(rng_key(rng_key_number(run->seed, k), p.place)),
                theory_pool(p.theory), &p.sequent};
            if (read_sequent(&p.sequent, p.reading,
                             t->claims[c].links[k].relation, true) &&
                p.sequent.nclauses == 0)
                ask_about(&p);
        }
    }
    reading_free(p.reading);
    theory_free(p.theory);
}

static bool mutate_file(struct run *run, const char *path)
{
    struct diag *diag = diag_new();
    struct module *module;
    const bool good = module_load(&module, path, "bounds", true, diag) == ST_OK;
    const size_t most = run->most_proofs;

    run->most_proofs += run->proofs;
    if (good) {
        for (size_t i = 0; i < module_theorems(module); i++)
            mutate_theorem(run, module_theorem(module, i));
        for (size_t i = 0; i < module_theorems(module); i++)
            ask_theorem(run, module_theorem(module, i));
        module_free(module);
    } else {
        fprintf(stderr, "%s: not read\n", path);
    }
    run->most_proofs = most;
    diag_free(diag);
    return good;
}

/* Whether it made, refused and accepted something, and nothing false. */
static bool summarise(const char *name, const struct counts *n)
{
    printf("; %s: %zu made, %zu refused, %zu accepted true, %zu accepted "
           "unclassified, %zu accepted false",
           name, n->made, n->refused, n->verdicts[VERDICT_TRUE],
           n->verdicts[VERDICT_UNCLASSIFIED], n->verdicts[VERDICT_FALSE]);
    return n->made > 0 && n->refused > 0 && n->verdicts[VERDICT_TRUE] > 0 &&
           n->verdicts[VERDICT_UNCLASSIFIED] <= n->made / 4 &&
           n->verdicts[VERDICT_FALSE] == 0;
}

int main(int argc, char **argv)
{
    struct run run = {.mutants = 20, .most_proofs = 1000, .seed = 1};
    bool good = true;
    int i = 1;

    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        const uint64_t value = strtoull(argv[i + 1], NULL, 10);

        if (strcmp(argv[i], "-n") == 0)
            run.mutants = value;
        else if (strcmp(argv[i], "-s") == 0)
            run.seed = value;
        else if (strcmp(argv[i], "-q") == 0)
            run.questions_each = value;
        else if (strcmp(argv[i], "-p") == 0)
            run.most_proofs = value;
        else
            good = false;
    }
    for (; i < argc; i++)
        good = mutate_file(&run, argv[i]) && good;
    printf("seed %llu: %zu proofs", (unsigned long long)run.seed, run.proofs);
    good = summarise("claims", &run.claims) && good;
    good = summarise("logs", &run.logs) && good;
    good = summarise("facts", &run.facts) && good;
    if (run.questions_each > 0)
        good = summarise("questions", &run.questions) && good;
    printf("\n");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
