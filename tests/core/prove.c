/*
 * core_prove AXIOMS LIBRARY FILE... : which links of the files the core's
 * finder proves, each replayed in a theory of its own.  Earlier steps of the
 * proof and earlier claims of the theorem that were proved are hypotheses,
 * lemmas that a link names are instances.  Of the environment: CORE_ONLY, a
 * part of the names of claims to try; CORE_LIST, a text of lines "FILE
 * THEOREM.CLAIM #LINK", for those alone; CORE_LOG, to show logs, CORE_ACCOUNT,
 * to show them as people read them; CORE_VERBOSE,
 * to show goals that stay open, as the core reads them; CORE_GRANT, to take for
 * granted what stays open; CORE_ALONE, to trust no oracle; CORE_NUMBERS, to
 * look for what speaks of numbers alone; CORE_FEW, to look but briefly for what
 * is called _wrong; CORE_USED, to name the theorems that
 * each proof leans on.  Without a FILE: the names of all.
 */
#include "algebra/find.h"
#include "replay/library.h"
#include "draft/source.h"
#include "draft/show.h"
#include "base/status.h"
#include "core/read.h"
#include "ir/lower.h"
#include "oracle/oracle.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROVE_STEPS = 1000, PROVE_FEW = 8 };

/* Instances for a claim; where CORE_FEW is set few for what is false. */
static size_t steps_for(const char *claim)
{
    const char *end = getenv("CORE_FEW") ? strrchr(claim, '_') : NULL;

    return getenv("CORE_NUMBERS")                      ? 0
           : end != NULL && strcmp(end, "_wrong") == 0 ? PROVE_FEW
                                                       : PROVE_STEPS;
}

/* The modules of a folder, read once, in the order in which the program has
 * them: that of their names, not of a shelf. */
struct folder {
    const char *name;
    struct module **modules;
    size_t count;
};

static void load_folder(struct folder *out, const char *name)
{
    char pattern[4096];
    struct diag *diag = diag_new();
    glob_t files;

    *out = (struct folder){.name = name};
    snprintf(pattern, sizeof pattern, "%s/*.bound", name);
    if (glob(pattern, 0, NULL, &files) == 0) {
        out->modules = xcalloc(files.gl_pathc, sizeof(struct module *));
        for (size_t i = 0; i < files.gl_pathc; i++) {
            if (module_load(&out->modules[out->count], files.gl_pathv[i],
                            "bounds", true, diag) == ST_OK)
                out->count++;
            else
                fprintf(stderr, "%s: not read\n", files.gl_pathv[i]);
        }
        globfree(&files);
    }
    diag_free(diag);
}

static void unload_folder(struct folder *folder)
{
    for (size_t i = 0; i < folder->count; i++)
        module_free(folder->modules[i]);
    free(folder->modules);
}

/* AXIOMS and LIBRARY. */
static struct folder folders[2];

static void add_all(struct theory *theory, const struct folder *folder,
                    enum theorem_origin origin, struct memo *lefts)
{
    size_t read = 0, left_out = 0;

    for (size_t i = 0; i < folder->count; i++)
        library_add_module(theory, folder->modules[i], origin, lefts, &read,
                           &left_out);
    if (getenv("CORE_VERBOSE"))
        fprintf(stderr, "%s: %zu read, %zu left out\n", folder->name, read,
                left_out);
}

struct counts {
    size_t links, unread, proved, replayed, trusting;
};

/* A theory, its equations, and a reading of one statement in it. */
struct side {
    struct theory *theory;
    struct memo lefts;
    struct reading *reading;
};

static struct side side_new(const struct theorem *t)
{
    const struct core_oracle oracle = oracle_range();
    struct side out = {.theory = theory_new()};

    theory_trust(out.theory, getenv("CORE_ALONE") ? NULL : &oracle);
    add_all(out.theory, &folders[0], THEOREM_AXIOM, &out.lefts);
    add_all(out.theory, &folders[1], THEOREM_CITED, &out.lefts);
    out.reading = reading_new(out.theory, t);
    return out;
}

static void side_free(struct side *side)
{
    memo_clear(&side->lefts);
    reading_free(side->reading);
    theory_free(side->theory);
}

struct proving {
    const struct theorem *statement;
    struct side find, replay;
    struct finder *finder;
    bool *proved; /* by claim */
};

static bool is_trusting(const struct core_theorem *t)
{
    const struct core_theorem *const *base;
    const size_t count = theorem_base(t, &base);
    size_t i = 0;

    while (i < count && theorem_origin(base[i]) != THEOREM_ORACLE)
        i++;
    return i < count;
}

/* The link from what `found` starts from, by the log; or NULL. */
static const struct core_theorem *replayed(struct proving *p, size_t claim,
                                           size_t link,
                                           const struct goal *found,
                                           const char *log, const char **why)
{
    bool *used = xcalloc(p->statement->nclaims + 1, sizeof *used);
    const struct core_theorem *out = NULL;
    struct goal goal;
    char name[64];
    size_t line;

    for (size_t i = 0; i < found->nfrom; i++)
        used[found->from[i]] = true;
    snprintf(name, sizeof name, "%zu.%zu", claim, link);
    if (goal_read(&goal, p->replay.theory, p->replay.reading, p->statement,
                  claim, link, used))
        out = deduction_replay(p->replay.theory, &goal.sequent, name, log, why,
                               &line);
    free(used);
    return out;
}

static const char *origin_name(const struct core_theorem *t)
{
    const enum theorem_origin origin = theorem_origin(t);

    return origin == THEOREM_AXIOM   ? "axiom"
           : origin == THEOREM_CITED ? "library"
                                     : "other";
}

static void show_used(const struct core_theorem *t)
{
    const struct core_theorem *const *base;
    const size_t count = theorem_base(t, &base);

    for (size_t i = 0; i < count; i++)
        printf("by %s %s\n", origin_name(base[i]), theorem_name(base[i]));
}

static void show_names(void)
{
    struct theory *theory = theory_new();

    add_all(theory, &folders[0], THEOREM_AXIOM, NULL);
    add_all(theory, &folders[1], THEOREM_CITED, NULL);
    for (size_t i = 0; i < theory_theorems(theory); i++)
        printf("has %s %s\n", origin_name(theory_theorem(theory, i)),
               theorem_name(theory_theorem(theory, i)));
    theory_free(theory);
}

static void tell(const struct proving *p, const struct goal *goal,
                 const char *log)
{
    LOCAL_BUFFER text = buffer_new();

    form_show(&text, goal->sequent.conclusion, NULL);
    buffer_add(&text, "\n");
    finder_tell(&text, p->finder, goal, log,
                &(struct account_words){"    ", library_source, NULL, 0});
    fputs(text.text, stdout);
}

/* Whether the environment leaves the link. */
static bool is_asked(const char *file, const struct theorem *t,
                     const struct claim *c, size_t link)
{
    const char *part = getenv("CORE_ONLY"), *list = getenv("CORE_LIST");
    struct buffer line;
    bool out;

    if (part != NULL && strstr(c->name, part) == NULL)
        return false;
    if (list == NULL)
        return true;
    buffer_init(&line);
    buffer_printf(&line, "%s %s.%s #%zu\n", file, t->name, c->name, link + 1);
    out = strstr(list, line.text) != NULL;
    buffer_clear(&line);
    return out;
}

static bool is_any_asked(const char *file, const struct theorem *t)
{
    for (size_t c = 0; c < t->nclaims; c++) {
        for (size_t k = 0; k < t->claims[c].nlinks; k++) {
            if (is_asked(file, t, &t->claims[c], k))
                return true;
        }
    }
    return false;
}

static bool prove_link(struct counts *n, struct proving *p, const char *file,
                       size_t claim, size_t link)
{
    const struct claim *c = &p->statement->claims[claim];
    const char *state = "unread", *why = "";
    const struct core_theorem *t;
    clock_t start = clock();
    struct goal goal;
    char *log;

    if (!is_asked(file, p->statement, c, link))
        return true;
    n->links++;
    if (!goal_read(&goal, p->find.theory, p->find.reading, p->statement, claim,
                   link, p->proved)) {
        n->unread++;
        why = reading_why(p->find.reading);
    } else {
        log = finder_prove(p->finder, &goal, steps_for(c->name));
        state = log ? "proved" : "open";
        n->proved += log != NULL;
        t = log ? replayed(p, claim, link, &goal, log, &why) : NULL;
        n->replayed += t != NULL;
        if (log != NULL && t == NULL)
            state = "NOT REPLAYED";
        if (t != NULL && is_trusting(t)) {
            n->trusting++;
            why = "trusting";
        }
        if (getenv(log ? "CORE_ACCOUNT" : "CORE_VERBOSE"))
            tell(p, &goal, log);
        if (log && getenv("CORE_LOG"))
            puts(log);
        if (t != NULL && getenv("CORE_USED"))
            show_used(t);
        free(log);
    }
    printf("%-8s %s %s.%s #%zu %.2f %s\n", state, file, p->statement->name,
           c->name, link + 1, (double)(clock() - start) / CLOCKS_PER_SEC,
           why ? why : "");
    return strcmp(state, "proved") == 0;
}

static void prove_theorem(struct counts *n, const char *file,
                          const struct theorem *t)
{
    struct proving p = {
        .statement = t, .find = side_new(t), .replay = side_new(t)};
    size_t *order = xcalloc(t->nclaims + 1, sizeof *order);

    p.finder = finder_new(p.find.theory, &p.find.lefts);
    p.proved = xcalloc(t->nclaims + 1, sizeof *p.proved);
    goal_order(t, order);
    for (size_t i = 0; i < t->nclaims; i++) {
        size_t c = order[i];
        bool all = true;

        for (size_t k = 0; k < t->claims[c].nlinks; k++)
            all = prove_link(n, &p, file, c, k) && all;
        p.proved[c] = all || getenv("CORE_GRANT") != NULL;
    }
    free(order);
    free(p.proved);
    finder_free(p.finder);
    side_free(&p.find);
    side_free(&p.replay);
}

int main(int argc, char **argv)
{
    struct counts n = {0};

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 0; i < 2 && i + 1 < argc; i++)
        load_folder(&folders[i], argv[i + 1]);
    if (argc == 3) {
        show_names();
        return 0;
    }
    for (int i = 3; i < argc; i++) {
        struct diag *diag = diag_new();
        struct module *module;

        if (module_load(&module, argv[i], "bounds", true, diag) == ST_OK) {
            for (size_t j = 0; j < module_theorems(module); j++) {
                if (is_any_asked(argv[i], module_theorem(module, j)))
                    prove_theorem(&n, argv[i], module_theorem(module, j));
            }
            module_free(module);
        } else {
            fprintf(stderr, "%s: not read\n", argv[i]);
            n.unread++;
        }
        diag_free(diag);
    }
    for (int i = 0; i < 2; i++)
        unload_folder(&folders[i]);
    printf("%zu links, %zu unread, %zu proved, %zu replayed, %zu trusting\n",
           n.links, n.unread, n.proved, n.replayed, n.trusting);
    return n.replayed == n.proved ? 0 : 1;
}
