/*
 * core_prove AXIOMS LIBRARY FILE... : which links of the files the core's
 * finder proves, each replayed in a theory of its own.  Earlier steps of the
 * proof and earlier claims of the theorem that were proved are hypotheses.
 */
#include "algebra/find.h"
#include "algebra/library.h"
#include "base/status.h"
#include "core/read.h"
#include "ir/lower.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void add_all(struct theory *theory, const char *folder,
                    enum theorem_origin origin)
{
    char pattern[4096];
    size_t read = 0, left_out = 0;
    struct diag *diag = diag_new();
    glob_t files;

    snprintf(pattern, sizeof pattern, "%s/*.bound", folder);
    if (glob(pattern, 0, NULL, &files) != 0)
        return;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        if (library_add(theory, files.gl_pathv[i], origin, &read, &left_out,
                        diag) != ST_OK)
            fprintf(stderr, "%s: not read\n", files.gl_pathv[i]);
    }
    globfree(&files);
    diag_free(diag);
    if (getenv("CORE_VERBOSE"))
        fprintf(stderr, "%s: %zu read, %zu left out\n", folder, read, left_out);
}

static struct theory *theory_of(char **argv)
{
    struct theory *theory = theory_new();

    add_all(theory, argv[1], THEOREM_AXIOM);
    add_all(theory, argv[2], THEOREM_CITED);
    return theory;
}

struct counts {
    size_t links, unread, proved, replayed;
};

/* Whether a proof of claim c may use claim e of its theorem. */
static bool is_before(const struct theorem *t, size_t c, size_t e)
{
    const char *name = t->claims[c].name, *other = t->claims[e].name;
    size_t stem = strcspn(name, "/");
    bool is_own = strcspn(other, "/") == stem && other[stem] == '/' &&
                  strncmp(name, other, stem) == 0;

    if (t->claims[e].is_observation)
        return false;
    if (!t->claims[e].is_step)
        return e < c &&
               !(strlen(other) == stem && strncmp(name, other, stem) == 0);
    return is_own && (e < c || !t->claims[c].is_step);
}

/* The claims that may be used and were proved join the hypotheses. */
static void add_earlier(struct sequent *s, struct theory *theory,
                        struct reading *reading, const struct theorem *t,
                        size_t c, const bool *proved)
{
    const struct form **all =
        arena_array(pool_arena(theory_pool(theory)),
                    s->nhypotheses + t->nclaims + 1, sizeof *all);
    size_t count = s->nhypotheses;

    memcpy(all, s->hypotheses, count * sizeof *all);
    for (size_t e = 0; e < t->nclaims; e++) {
        const struct form *r =
            proved[e] && is_before(t, c, e)
                ? read_relation(reading, t->claims[e].relation, READ_NOT_FALSE)
                : NULL;

        if (r != NULL)
            all[count++] = r;
    }
    s->hypotheses = all;
    s->nhypotheses = count;
    pool_forgive(theory_pool(theory));
}

static bool prove_link(struct counts *n, char **argv, const char *file,
                       const struct theorem *t, size_t number, size_t k,
                       const bool *proved)
{
    const struct claim *c = &t->claims[number];
    struct theory *theory = theory_of(argv);
    struct reading *reading = reading_new(theory, t);
    struct sequent sequent;
    const char *state = "unread", *why = "";
    clock_t start = clock();

    n->links++;
    if (!read_sequent(&sequent, reading, c->links[k].relation, false)) {
        n->unread++;
        why = reading_why(reading);
    } else {
        struct finder *finder = finder_new(theory);
        size_t line;
        char *log;

        add_earlier(&sequent, theory, reading, t, number, proved);
        log = finder_prove(finder, &sequent, 300);
        state = log ? "proved" : "open";
        n->proved += log != NULL;
        if (log != NULL && deduction_replay(theory, &sequent, "goal", log, &why,
                                            &line) != NULL)
            n->replayed++;
        else if (log != NULL)
            state = "NOT REPLAYED";
        if (log && getenv("CORE_LOG"))
            puts(log);
        free(log);
        finder_free(finder);
    }
    printf("%-8s %s %s.%s #%zu %.2f %s\n", state, file, t->name, c->name, k + 1,
           (double)(clock() - start) / CLOCKS_PER_SEC, why ? why : "");
    reading_free(reading);
    theory_free(theory);
    return strcmp(state, "proved") == 0;
}

/* Steps stand behind their claim, which may use them: they come first. */
static void prove_theorem(struct counts *n, char **argv, const char *file,
                          const struct theorem *t)
{
    bool *proved = xcalloc(t->nclaims + 1, sizeof *proved);

    for (int steps = 1; steps >= 0; steps--) {
        for (size_t c = 0; c < t->nclaims; c++) {
            bool all = true;

            if (t->claims[c].is_step != steps)
                continue;
            for (size_t k = 0; k < t->claims[c].nlinks; k++)
                all = prove_link(n, argv, file, t, c, k, proved) && all;
            proved[c] = all;
        }
    }
    free(proved);
}

int main(int argc, char **argv)
{
    struct counts n = {0};

    setvbuf(stdout, NULL, _IOLBF, 0);

    for (int i = 3; i < argc; i++) {
        struct diag *diag = diag_new();
        struct module *module;

        if (module_load(&module, argv[i], NULL, true, diag) == ST_OK) {
            for (size_t j = 0; j < module_theorems(module); j++)
                prove_theorem(&n, argv, argv[i], module_theorem(module, j));
            module_free(module);
        }
        diag_free(diag);
    }
    printf("%zu links, %zu unread, %zu proved, %zu replayed\n", n.links,
           n.unread, n.proved, n.replayed);
    return n.replayed == n.proved ? 0 : 1;
}
