#include "cli/report_page.h"

#include "base/file.h"
#include "cli/redraw.h"
#include "eval/versions.h"
#include "report/typeset.h"
#include "session/tasks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *report_page_tools(void)
{
    struct buffer text = buffer_new();
    buffer_add(&text, "majorant " MAJORANT_VERSION ", ");
    versions_print(&text);
    buffer_add(&text, ", ");
    store_version(&text);
    return text.text;
}

static void add_maker(struct page *page)
{
    LOCAL_FREE char *tools = report_page_tools();
    page_add_fact(page, "This page was made by", tools);
}

/* ---- of a store ---- */

/* What is gathered for each result. */
struct gathered {
    const struct run *run;
    struct curves *curves;
    char **sizes; /* of the tightest trial */
    struct counterexample **extremal;
};

static void gather_ratio(void *taker, size_t result,
                         const struct store_ratio *ratio)
{
    struct gathered *g = taker;
    if (result >= g->run->count)
        return;
    curves_add(&g->curves[result], ratio->sizes, &ratio->ratio);
    uint64_t trial = 0;
    (void)result_tightest(&g->run->results[result], &trial);
    if (ratio->trial == trial && !g->sizes[result])
        g->sizes[result] = xstrdup(ratio->sizes);
}

/* An instance of which only the sizes are known: "n=2 d=3". */
static struct counterexample *sizes_only(const char *sizes, uint64_t trial)
{
    struct counterexample *c = xcalloc(1, sizeof *c);
    c->trial = trial;
    while (*sizes) {
        size_t name = strcspn(sizes, "="), whole = strcspn(sizes, " ");
        if (name < whole) {
            struct counterexample_size *size = &APPEND(c->sizes, c->nsizes);
            size->name = xcalloc(name + 1, 1);
            memcpy(size->name, sizes, name);
            size->value = strtoll(sizes + name + 1, NULL, 10);
        }
        sizes += whole;
        sizes += strspn(sizes, " ");
    }
    return c;
}

static void gather_extremal(struct gathered *g, const struct store_run *stored,
                            size_t i)
{
    const struct result *r = &g->run->results[i];
    uint64_t trial = 0;
    if (result_tightest(r, &trial)->kind == ENCLOSURE_NONE)
        return;
    g->extremal[i] = redraw_extremal(stored, r);
    if (!g->extremal[i] && g->sizes[i])
        g->extremal[i] = sizes_only(g->sizes[i], trial);
}

static enum status gather(struct gathered *g, const struct store_run *stored,
                          const char *path, char **reason)
{
    size_t count = stored->run.count;
    *g = (struct gathered){.run = &stored->run,
                           .curves = xcalloc(count + 1, sizeof *g->curves),
                           .sizes = xcalloc(count + 1, sizeof *g->sizes),
                           .extremal = xcalloc(count + 1, sizeof *g->extremal)};
    enum status st = store_each_ratio(path, gather_ratio, g, reason);
    for (size_t i = 0; i < count && st == ST_OK; i++)
        gather_extremal(g, stored, i);
    return st;
}

static void gathered_clear(struct gathered *g)
{
    for (size_t i = 0; i < g->run->count; i++) {
        curves_clear(&g->curves[i]);
        free(g->sizes[i]);
        counterexample_free(g->extremal[i]);
    }
    free(g->curves);
    free(g->sizes);
    free(g->extremal);
}

static const char *statement_of(const struct store_run *stored,
                                const struct theorem *t)
{
    for (size_t i = 0; i < stored->nmodules; i++)
        if (module_theorem(stored->modules[i], 0) == t)
            return module_source(stored->modules[i])->text;
    return NULL;
}

static void add_case(struct page *page, const struct store_case *c)
{
    LOCAL_BUFFER name = buffer_new(), value = buffer_new();
    buffer_printf(&name, "Case %s of %s (%s)", c->name, c->theorem, c->file);
    buffer_printf(&value, "seed %llu, trials 0 to %llu, sizes %s",
                  (unsigned long long)c->seed,
                  (unsigned long long)(c->trials > 0 ? c->trials - 1 : 0),
                  c->sizes[0] ? c->sizes : "as given");
    page_add_fact(page, name.text, value.text);
    if (c->text[0])
        page_add_block(page, "as written", c->text);
}

static void add_facts(struct page *page, const struct store_run *stored)
{
    const struct run *run = &stored->run;
    page_add_fact(page, "The run was made by",
                  run->tools ? run->tools : "(not recorded)");
    add_maker(page);
    if (run->stopped)
        page_add_fact(page, "Stopped early",
                      "the trials are a prefix of those asked for");
    for (size_t i = 0; i < stored->nsettings; i++)
        page_add_fact(page, stored->settings[i].name,
                      stored->settings[i].value);
    page_add_fact(page, "What was tried",
                  "each case's trials, stored counterexamples, a bounded "
                  "attempt at a proof, and a bounded search where a violation "
                  "is expected and was not met");
    for (size_t i = 0; i < stored->ncases; i++)
        add_case(page, &stored->cases[i]);
}

enum status report_page_store(struct buffer *out, page_writer *write,
                              const struct store_run *stored, const char *path,
                              char **reason)
{
    LOCAL(gathered_clear) struct gathered g;
    enum status st = gather(&g, stored, path, reason);
    if (st == ST_OK) {
        struct page *page = page_of_run(&stored->run);
        for (size_t i = 0; i < stored->run.count; i++) {
            const struct result *r = &stored->run.results[i];
            const struct page_more more = {
                .theorem = r->theorem,
                .claim = &r->theorem->claims[r->claim],
                .link = r->link > 0 ? (long)r->link - 1 : TYPESET_ALL_LINKS,
                .statement = statement_of(stored, r->theorem),
                .histogram = &r->tightness.histogram,
                .curves = &g.curves[i],
                .extremal = g.extremal[i]};
            page_attach(page, i, &more);
        }
        add_facts(page, stored);
        write(out, page);
        page_free(page);
    }
    return st;
}

/* ---- of an object ---- */

/* Files that the object names, as far as they can be read. */
struct library {
    struct library_file {
        const char *path;
        struct module *module; /* or NULL */
    } * files;
    size_t count;
    bool anywhere;             /* imports from outside their folder */
    struct buffer *statements; /* of each claim of the page */
};

/* Says on the page why a file gives no statements: its first error. */
static void add_fault(struct page *page, const struct diag *diag)
{
    LOCAL_BUFFER text = buffer_new();
    diag_print(diag, &text);
    text.text[strcspn(text.text, "\n")] = '\0';
    page_add_fact(page, "Statements that cannot be read", text.text);
}

static struct module *find_module(struct library *l, struct page *page,
                                  const char *path)
{
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(l->files[i].path, path) == 0)
            return l->files[i].module;
    LOCAL_DIAG diag = diag_new();
    LOCAL_FREE char *folder = tasks_library();
    struct module *module = NULL;
    if (module_load(&module, path, folder, l->anywhere, diag) != ST_OK)
        add_fault(page, diag);
    APPEND(l->files, l->count) =
        (struct library_file){.path = path, .module = module};
    return module;
}

/* "cubic", "name#2" (link 1) or "drop ASSUMPTION: CLAIM"; NULL: unknown. */
static const struct claim *find_claim(const struct theorem *t, const char *name,
                                      long *link)
{
    const char *colon = strstr(name, ": "), *hash = strrchr(name, '#');
    *link = TYPESET_ALL_LINKS;
    if (strncmp(name, "drop ", 5) == 0 && colon)
        return theorem_claim(t, colon + 2);
    if (!hash)
        return theorem_claim(t, name);
    LOCAL_FREE char *own = buffer_text("%.*s", (int)(hash - name), name);
    const struct claim *claim = theorem_claim(t, own);
    const long k = strtol(hash + 1, NULL, 10) - 1;
    if (!claim || k < 0 || (size_t)k >= claim->nlinks)
        return NULL;
    *link = k;
    return claim;
}

static void attach_statement(struct library *l, struct page *page, size_t i)
{
    struct page_more more = {.link = TYPESET_ALL_LINKS};
    struct module *module = find_module(l, page, page_file(page, i));
    if (module)
        more.theorem = module_find(module, page_theorem(page, i));
    if (!more.theorem)
        return;
    more.claim = find_claim(more.theorem, page_claim_name(page, i), &more.link);
    module_statements(&l->statements[i], module, more.theorem);
    more.statement = l->statements[i].text;
    page_attach(page, i, &more);
}

static void write_object(struct buffer *out, page_writer *write,
                         struct page *page, const char *path, bool anywhere)
{
    struct library l = {
        .anywhere = anywhere,
        .statements = xcalloc(page_claims(page) + 1, sizeof *l.statements)};
    for (size_t i = 0; i < page_claims(page); i++)
        attach_statement(&l, page, i);
    page_add_fact(page, "Read from", path);
    add_maker(page);
    page_add_fact(page, "The run was made by",
                  "(the object does not say; a store does)");
    page_add_fact(page, "Statements",
                  "from the files that the object names, as they are now");
    page_add_fact(page, "Not in the object",
                  "histograms, sizes, extremal instances, the cases as "
                  "written: `check --store RUN.db` keeps them");
    write(out, page);
    for (size_t i = 0; i < page_claims(page); i++)
        buffer_clear(&l.statements[i]);
    for (size_t i = 0; i < l.count; i++)
        module_free(l.files[i].module);
    free(l.statements);
    free(l.files);
}

enum status report_page_json(struct buffer *out, page_writer *write,
                             const char *path, bool anywhere, char **reason)
{
    struct page *page = NULL;
    LOCAL_FREE char *fault = NULL;
    LOCAL_BUFFER text = buffer_new();
    struct buffer message = buffer_new();
    const char *why = NULL;
    bool ok = file_read(&text, path, REPORT_PAGE_MAX_BYTES, &why) == ST_OK;
    if (!ok)
        buffer_printf(&message, "%s: %s", path, why);
    enum status st =
        ok ? page_open(&page, text.text ? text.text : "", text.length, &fault)
           : ST_INPUT;
    if (st == ST_OK) {
        write_object(out, write, page, path, anywhere);
        page_free(page);
    } else if (ok) {
        buffer_printf(&message,
                      "%s: neither a store nor a report of --format "
                      "json: %s",
                      path, fault);
    }
    *reason = message.text;
    return st;
}

bool report_page_is_store(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    struct stat info;
    /* What is no file can be read once. */
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    const char *why = NULL;
    const int fd = file_open(path, &why);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, head, sizeof head);
    close(fd);
    return n == sizeof magic && memcmp(head, magic, sizeof magic) == 0;
}
