/*
 * Proofs of library/ on the core, each from the axioms and the theorems before
 * it alone; they are kept in library/proofs, a record for each file.
 *
 *     core_library --replay SOURCES
 *
 * replays them all and prints what src/replay/proved has to say.
 *
 *     core_library SOURCES [NAME...]
 *
 * looks for proofs of these theorems, without a name of all that have none, and
 * writes library/proofs anew: what was not looked for stays.  Each is looked
 * for in a process of its own, which leaves nothing to the next.  Of the
 * environment: CORE_ALONE, to trust no oracle; CORE_VERBOSE, to show goals that
 * stay open; CORE_TRY, to write nothing.
 */
#include "algebra/find.h"
#include "draft/show.h"
#include "base/status.h"
#include "core/read.h"
#include "ir/lower.h"
#include "oracle/oracle.h"
#include "replay/library.h"
#include "replay/record.h"
#include "replay/shelf.h"
#include "replay/standing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Instances that are tried for a link; seconds for a theorem. */
enum { PROVE_STEPS = 300, PROVE_SECONDS = 60 };

struct search {
    struct theory *theory;
    struct memo lefts;
    const struct theorem *statement;
    struct reading *reading;
    struct finder *finder;
    bool *proved; /* by claim */
    struct buffer record;
};

/* `theorem.rule` is the library's `theorem`; what is not before it is gone. */
static void keep_earlier(struct goal *goal, const struct theory *theory)
{
    size_t kept = 0;

    for (size_t i = 0; i < goal->nhints; i++) {
        const char *full = theorem_name(goal->hints[i].theorem);
        const size_t stem = strcspn(full, ".");
        const bool is_only = strcmp(full + stem, ".rule") == 0 ||
                             strcmp(full + stem, ".equation") == 0;
        char *name =
            buffer_text("%.*s", (int)(is_only ? stem : strlen(full)), full);
        const struct core_theorem *t = theory_find(theory, name);

        free(name);
        if (t != NULL)
            goal->hints[kept++] = (struct hint){t, goal->hints[i].values};
    }
    goal->nhints = kept;
}

static bool try_link(struct search *s, size_t claim, size_t link)
{
    const struct claim *c = &s->statement->claims[claim];
    const clock_t start = clock();
    const struct core_theorem *t;
    const char *state = "unread", *why = NULL;
    struct goal goal;
    char *log = NULL, *name;
    size_t line;

    if (!goal_read(&goal, s->theory, s->reading, s->statement, claim, link,
                   s->proved)) {
        why = reading_why(s->reading);
    } else {
        keep_earlier(&goal, s->theory);
        log = finder_prove(s->finder, &goal, PROVE_STEPS);
        state = log ? "proved" : "open";
    }
    if (log == NULL && strcmp(state, "open") == 0 && getenv("CORE_VERBOSE")) {
        struct buffer text;

        buffer_init(&text);
        form_show(&text, goal.sequent.conclusion, NULL);
        puts(text.text);
        buffer_clear(&text);
    }
    if (log != NULL) {
        name = buffer_text("%zu.%zu", claim, link);
        t = deduction_replay(s->theory, &goal.sequent, name, log, &why, &line);
        if (t == NULL)
            state = "REFUSED";
        else
            record_add(&s->record, s->statement, claim, link, goal.from,
                       goal.nfrom, log);
        free(name);
    }
    free(log);
    printf("%-8s %s.%s #%zu %.2f %s\n", state, s->statement->name, c->name,
           link + 1, (double)(clock() - start) / CLOCKS_PER_SEC,
           why ? why : "");
    return strcmp(state, "proved") == 0;
}

/* All claims of it that are no steps. */
static bool try_theorem(struct search *s)
{
    const struct theorem *t = s->statement;
    size_t *order = xcalloc(t->nclaims + 1, sizeof *order);
    bool fine = true;

    s->finder = finder_new(s->theory, &s->lefts);
    s->reading = reading_new(s->theory, t);
    s->proved = xcalloc(t->nclaims + 1, sizeof *s->proved);
    goal_order(t, order);
    for (size_t i = 0; i < t->nclaims; i++) {
        const size_t c = order[i];
        bool all = true;

        for (size_t k = 0; k < t->claims[c].nlinks; k++)
            all = try_link(s, c, k) && all;
        s->proved[c] = all;
        fine = fine && (all || t->claims[c].is_step);
    }
    return fine;
}

/* To be freed; NULL: it is empty. */
static char *read_all(FILE *in)
{
    struct buffer out;

    buffer_init(&out);
    rewind(in);
    buffer_add_file(&out, in);
    if (out.length == 0)
        buffer_clear(&out);
    return out.text;
}

/* In a process of its own: lines of a record, to be freed; NULL: not found. */
static char *try_apart(struct search *s)
{
    FILE *out = tmpfile();
    char *text = NULL;
    int how = 0;
    pid_t pid;

    ENSURE(out != NULL, "no temporary file");
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        struct rlimit limit = {PROVE_SECONDS, PROVE_SECONDS};
        bool fine;

        (void)setrlimit(RLIMIT_CPU, &limit);
        buffer_init(&s->record);
        fine = try_theorem(s) && fputs(s->record.text, out) >= 0;
        _exit(fflush(out) == 0 && fflush(stdout) == 0 && fine ? 0 : 1);
    }
    if (pid > 0 && waitpid(pid, &how, 0) == pid && WIFEXITED(how) &&
        WEXITSTATUS(how) == 0)
        text = read_all(out);
    fclose(out);
    return text;
}

/* ---- records ---- */

/* The proofs of a file's theorems, as text, in their order. */
struct proofs {
    char *path;
    char **items; /* by theorem; or NULL */
    size_t count;
};

/* Whether a line is of a proof of the theorem. */
static bool is_of(const char *line, const char *name)
{
    static const char word[] = "proof ";
    const size_t length = strlen(name);

    return strncmp(line, word, strlen(word)) == 0 &&
           strncmp(line + strlen(word), name, length) == 0 &&
           line[strlen(word) + length] == ' ';
}

/* Adds the lines of its proofs to what there is of it. */
static char *proofs_in(const char *text, const char *name)
{
    struct buffer out;
    bool is_in = false;

    buffer_init(&out);
    while (text != NULL && *text != '\0') {
        const char *end = strchr(text, '\n');
        const size_t length = end ? (size_t)(end - text) + 1 : strlen(text);

        if (strncmp(text, "proof ", 6) == 0 || strncmp(text, "end ", 4) == 0)
            is_in = is_of(text, name);
        if (is_in)
            buffer_add_bytes(&out, text, length);
        text += length;
    }
    if (out.length == 0)
        buffer_clear(&out);
    return out.text;
}

static char *path_of(const char *sources, const char *name)
{
    return buffer_text("%s/library/proofs/%s", sources, name);
}

/* To be freed; NULL: there is none. */
static char *text_of(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text = in ? read_all(in) : NULL;

    if (in != NULL)
        fclose(in);
    return text;
}

static struct proofs proofs_read(const char *sources, const char *name,
                                 const struct module *module)
{
    struct proofs out = {path_of(sources, name), NULL, module_theorems(module)};
    char *text = text_of(out.path);

    out.items = xcalloc(out.count + 1, sizeof *out.items);
    for (size_t i = 0; i < out.count; i++)
        out.items[i] = proofs_in(text, module_theorem(module, i)->name);
    free(text);
    return out;
}

static size_t proofs_of(const char *text)
{
    size_t count = 0;

    for (; text != NULL && *text != '\0'; text = strchr(text, '\n') + 1)
        count += strncmp(text, "proof ", 6) == 0;
    return count;
}

static void proofs_write(const struct proofs *proofs)
{
    FILE *out = fopen(proofs->path, "wb");
    struct buffer text;
    size_t count = 0;

    buffer_init(&text);
    record_begin(&text, "");
    for (size_t i = 0; i < proofs->count; i++) {
        buffer_add(&text, proofs->items[i] ? proofs->items[i] : "");
        count += proofs_of(proofs->items[i]);
    }
    record_end(&text, count);
    if (out == NULL || fputs(text.text, out) < 0 || fclose(out) != 0) {
        fprintf(stderr, "%s: it cannot be written\n", proofs->path);
        exit(EXIT_FAILURE);
    }
    buffer_clear(&text);
}

static void proofs_clear(struct proofs *proofs)
{
    for (size_t i = 0; i < proofs->count; i++)
        free(proofs->items[i]);
    free(proofs->items);
    free(proofs->path);
}

/* ---- all of the library ---- */

static bool is_named(const char *name, char **names)
{
    while (*names != NULL && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

struct counts {
    size_t theorems, proved;
};

static void try_module(struct counts *all, struct search *s,
                       const char *sources, const char *name,
                       const struct module *module, char **names)
{
    struct proofs proofs = proofs_read(sources, name, module);
    struct counts n = {0, 0};
    size_t read = 0, left_out = 0;

    for (size_t i = 0; i < proofs.count; i++) {
        s->statement = module_theorem(module, i);
        if (*names ? is_named(s->statement->name, names)
                   : proofs.items[i] == NULL) {
            free(proofs.items[i]);
            proofs.items[i] = try_apart(s);
            printf("%s %s %s\n", proofs.items[i] ? "THEOREM" : "NOT", name,
                   s->statement->name);
        }
        n.theorems++;
        n.proved += proofs.items[i] != NULL;
        library_add_theorem(s->theory, s->statement, THEOREM_CITED, &s->lefts,
                            &read, &left_out);
    }
    if (!getenv("CORE_TRY"))
        proofs_write(&proofs);
    printf("%s: %zu theorems, %zu proved\n", name, n.theorems, n.proved);
    all->theorems += n.theorems;
    all->proved += n.proved;
    proofs_clear(&proofs);
}

static void try_library(const char *sources, const struct shelf *library,
                        char **names)
{
    const struct core_oracle oracle = oracle_range();
    struct search s = {.theory = theory_new()};
    struct counts n = {0, 0};

    theory_trust(s.theory, getenv("CORE_ALONE") ? NULL : &oracle);
    library_add_axioms(s.theory, &s.lefts);
    for (size_t i = 0; i < library->count; i++)
        try_module(&n, &s, sources, library->names[i], library->modules[i],
                   names);
    printf("%zu theorems, %zu proved\n", n.theorems, n.proved);
    memo_clear(&s.lefts);
    theory_free(s.theory);
}

/* The record of a file of the library; NULL: there is none, which is said. */
static struct record *read_record(const char *sources, const char *name,
                                  struct module *module)
{
    char *path = path_of(sources, name), *text = text_of(path), *reason = NULL;
    const char *rest = text ? text : "";
    struct record *out = record_read_for(module, &rest, &reason);

    if (out == NULL)
        fprintf(stderr, "%s: %s\n", path, text ? reason : "no such file");
    free(reason);
    free(text);
    free(path);
    return out;
}

static bool replay_library(const char *sources, const struct shelf *library)
{
    const struct core_oracle oracle = oracle_range();
    struct record **records = xcalloc(library->count, sizeof *records);
    struct standings found = {NULL, 0};
    struct buffer out, refused;
    bool fine = true;

    buffer_init(&out);
    buffer_init(&refused);
    for (size_t i = 0; i < library->count; i++) {
        records[i] =
            read_record(sources, library->names[i], library->modules[i]);
        fine = fine && records[i] != NULL;
    }
    if (fine)
        record_replay_library(&found, &refused, library, records, &oracle);
    for (size_t i = 0; i < found.count; i++)
        standing_write(&out, &found.items[i]);
    standings_clear(&found);
    fputs(out.text ? out.text : "", stdout);
    fputs(refused.text ? refused.text : "", stderr);
    fine = fine && refused.length == 0;
    for (size_t i = 0; i < library->count; i++)
        record_free(records[i]);
    free(records);
    buffer_clear(&out);
    buffer_clear(&refused);
    return fine;
}

int main(int argc, char **argv)
{
    const bool replays = argc == 3 && strcmp(argv[1], "--replay") == 0;
    const char *sources = argv[1 + replays];
    struct diag *diag = diag_new();
    struct shelf library;
    bool fine = true;
    char *folder;

    if (argc < 2) {
        fputs("core_library [--replay] SOURCES [NAME...]\n", stderr);
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    folder = buffer_text("%s/library", sources);
    if (shelf_load(&library, folder, diag) != ST_OK) {
        struct buffer text;

        buffer_init(&text);
        diag_print(diag, &text);
        fprintf(stderr, "%s%s: it cannot be read\n", text.text, folder);
        buffer_clear(&text);
        fine = false;
    } else if (replays) {
        fine = replay_library(sources, &library);
    } else {
        try_library(sources, &library, argv + 2);
    }
    shelf_clear(&library);
    diag_free(diag);
    free(folder);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
