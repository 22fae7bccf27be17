/* What a run has to do: files, their theorems, the cases that are asked. */
#include "session/tasks.h"

#include "base/ceiling.h"
#include "ir/library.h"
#include "session/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the names given with --case and --claim were found to name. */
struct selection {
    const struct session *session;
    char *last_error;   /* of a case, as printed; or NULL */
    struct buffer told; /* see spec_options */
    bool case_found, claim_found;
};

char *tasks_library(void)
{
    /* Where there is no such link, the configured prefix has to do. */
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    bool is_whole = length > 0 && (size_t)length < sizeof program - 1;
    program[is_whole ? length : 0] = '\0';
    return library_path(is_whole ? program : NULL);
}

size_t task_links(const struct task *task)
{
    const struct theorem *t = spec_theorem(task->spec);
    size_t links = 0;
    for (size_t i = 0; i < t->nclaims; i++)
        links += task->wanted[i] ? t->claims[i].nlinks : 0;
    return links;
}

size_t tasks_file(const struct tasks *tasks, const struct task *task)
{
    const struct module *last = NULL;
    size_t files = 0;
    for (const struct task *t = tasks->items; t <= task; t++) {
        files += spec_module(t->spec) != last;
        last = spec_module(t->spec);
    }
    return files;
}

size_t tasks_files(const struct tasks *tasks)
{
    return tasks->count > 0 ? tasks_file(tasks, &tasks->items[tasks->count - 1])
                            : 0;
}

/* ---- files ---- */

/* An empty file is an error at its beginning. */
static enum status refuse_empty(const struct module *module, struct diag *diag)
{
    if (!module_is_empty(module))
        return ST_OK;
    struct span start = {.source = module_source(module)};
    diag_error(diag, start, "the file is empty: expected a theorem");
    return ST_INPUT;
}

static enum status load(struct tasks *tasks, const char *path,
                        const char *library, bool anywhere, struct diag *diag)
{
    struct module *module = NULL;
    enum status st = module_load(&module, path, library, anywhere, diag);
    if (st != ST_OK)
        return st;
    st = refuse_empty(module, diag);
    APPEND(tasks->modules, tasks->nmodules) = module;
    return st;
}

static enum status load_all(struct tasks *tasks, const struct files *files,
                            bool anywhere, struct diag *diag)
{
    enum status result = ST_OK;
    LOCAL_FREE char *library = tasks_library();
    for (size_t i = 0; i < files->count; i++) {
        enum status st = load(tasks, files->paths[i], library, anywhere, diag);
        if (st != ST_OK)
            result = ST_INPUT;
    }
    return result;
}

/* ---- cases ---- */

void tasks_add(struct tasks *tasks, struct spec *spec, const bool *wanted)
{
    const struct theorem *t = spec_theorem(spec);
    struct task *task = &APPEND(tasks->items, tasks->count);
    task->spec = spec;
    task->wanted = xcalloc(t->nclaims, sizeof *task->wanted);
    for (size_t i = 0; wanted && i < t->nclaims; i++)
        task->wanted[i] = wanted[i] && spec_asks(spec, &t->claims[i]);
}

struct spec_options tasks_spec_options(const struct session *s,
                                       struct buffer *told)
{
    return (struct spec_options){.has_seed = s->seed.given,
                                 .seed = s->seed.value,
                                 .has_trials = s->trials.given,
                                 .trials = s->trials.value,
                                 .dims = s->dims,
                                 .allow_outside = s->allow_outside,
                                 .settings = s->settings,
                                 .nsettings = s->nsettings,
                                 .told = told};
}

/* Whether a case of that name is to be run. */
static bool selects(struct selection *selection, const char *name)
{
    const char *wanted = selection->session->case_name;
    if (!wanted)
        return true;
    bool same = strcmp(wanted, name) == 0;
    selection->case_found = selection->case_found || same;
    return same;
}

/*
 * Passes on what is wrong with a case, once: a fault of the command line comes
 * back from every case.
 */
static void pass_on(struct diag *to, const struct diag *from,
                    struct selection *selection)
{
    struct buffer text = buffer_new();
    diag_print(from, &text);
    if (!selection->last_error || strcmp(selection->last_error, text.text) != 0)
        diag_append(to, from);
    free(selection->last_error);
    selection->last_error = text.text;
}

/* Whether one of the claims that are wanted is asked in the case. */
static bool asks_any(const struct spec *spec, const bool *wanted)
{
    const struct theorem *t = spec_theorem(spec);
    for (size_t i = 0; i < t->nclaims; i++)
        if (wanted[i] && spec_asks(spec, &t->claims[i]))
            return true;
    return false;
}

enum status tasks_open(struct spec **out, const struct module *module,
                       size_t theorem, const struct case_item *item,
                       const struct spec_options *options, struct diag *diag)
{
    return item ? spec_case(out, module, item, options, diag)
                : spec_campaign(out, module, module_theorem(module, theorem),
                                options, diag);
}

static enum status add_case(struct tasks *tasks, struct selection *selection,
                            const struct module *module, size_t theorem,
                            const struct case_item *item, const bool *wanted,
                            struct diag *diag)
{
    struct spec_options over =
        tasks_spec_options(selection->session, &selection->told);
    LOCAL_DIAG own = diag_new();
    struct spec *spec = NULL;
    enum status st = tasks_open(&spec, module, theorem, item, &over, own);
    if (st == ST_OK && asks_any(spec, wanted))
        tasks_add(tasks, spec, wanted);
    else
        spec_free(spec);
    pass_on(diag, own, selection);
    return st;
}

/* Cases with literal inputs first, otherwise in the order of the file. */
static void put_literal_first(struct task *tasks, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct task moved = tasks[i];
        size_t k = i;
        if (!spec_is_literal(moved.spec))
            continue;
        for (; k > 0 && !spec_is_literal(tasks[k - 1].spec); k--)
            tasks[k] = tasks[k - 1];
        tasks[k] = moved;
    }
}

static enum status add_cases(struct tasks *tasks, struct selection *selection,
                             const struct module *module, size_t theorem,
                             const bool *wanted, struct diag *diag)
{
    enum status result = ST_OK;
    size_t cases = 0, first = tasks->count;
    for (size_t i = 0; i < module_cases(module); i++) {
        const struct case_item *item = module_case(module, i);
        if (item->theorem != theorem)
            continue;
        cases++;
        if (selects(selection, item->item->name) &&
            add_case(tasks, selection, module, theorem, item, wanted, diag) !=
                ST_OK)
            result = ST_INPUT;
    }
    put_literal_first(tasks->items + first, tasks->count - first);
    bool built_in = cases == 0 || selection->session->campaign;
    if (built_in && selects(selection, "campaign") &&
        add_case(tasks, selection, module, theorem, NULL, wanted, diag) !=
            ST_OK)
        result = ST_INPUT;
    return result;
}

bool tasks_is_named(const char *name, const struct theorem *theorem,
                    const char *own)
{
    const size_t length = strlen(theorem->name);
    if (!name || strcmp(name, own) == 0)
        return true;
    return strncmp(name, theorem->name, length) == 0 && name[length] == '.' &&
           strcmp(name + length + 1, own) == 0;
}

static enum status add_theorem(struct tasks *tasks, struct selection *selection,
                               const struct module *module, size_t index,
                               struct diag *diag)
{
    const struct theorem *t = module_theorem(module, index);
    const char *name = selection->session->claim;
    LOCAL_FREE bool *wanted = xcalloc(t->nclaims, sizeof *wanted);
    bool any = false;
    for (size_t i = 0; i < t->nclaims; i++) {
        wanted[i] = tasks_is_named(name, t, t->claims[i].name);
        any = any || wanted[i];
    }
    selection->claim_found = selection->claim_found || any;
    return any ? add_cases(tasks, selection, module, index, wanted, diag)
               : ST_OK;
}

static enum status add_module(struct tasks *tasks, struct selection *selection,
                              const struct module *module, struct diag *diag)
{
    enum status result = ST_OK;
    if (module_theorems(module) == 0)
        session_note(selection->session, "%s holds definitions only",
                     module_source(module)->path);
    for (size_t i = 0; i < module_theorems(module); i++)
        if (add_theorem(tasks, selection, module, i, diag) != ST_OK)
            result = ST_INPUT;
    return result;
}

/* A run that names no claim is a mistake; says which. */
static enum status refuse_nothing(const struct tasks *tasks,
                                  const struct selection *selection)
{
    const struct session *s = selection->session;
    if (tasks->count > 0)
        return ST_OK;
    if (s->claim && !selection->claim_found)
        session_error(s, "no claim is named '%s'", s->claim);
    else if (s->case_name && !selection->case_found)
        session_error(s, "no case is named '%s'", s->case_name);
    else
        session_error(s, "there is no claim to check");
    return ST_INPUT;
}

static bool is_dim_of_any(const struct tasks *tasks, const char *name)
{
    for (size_t i = 0; i < tasks->count; i++)
        if (theorem_dim(spec_theorem(tasks->items[i].spec), name))
            return true;
    return false;
}

/* --dims may name what some of the theorems lack, but not what all do. */
static enum status refuse_unknown_dims(const struct tasks *tasks,
                                       const struct session *s)
{
    LOCAL_FREE char *copy = xstrdup(s->dims ? s->dims : "");
    char *rest = NULL;
    for (char *item = strtok_r(copy, ",", &rest); item;
         item = strtok_r(NULL, ",", &rest)) {
        char *name = item + strspn(item, " \t");
        const size_t length = strcspn(name, " \t=");
        if (length == 0 || name[length] == '\0')
            continue; /* whoever reads it says what is wrong */
        name[length] = '\0';
        if (!is_dim_of_any(tasks, name)) {
            session_error(s, "--dims: no theorem has a dim '%s'", name);
            return ST_INPUT;
        }
    }
    return ST_OK;
}

static bool is_read(const struct module *module, const struct spec *spec,
                    const char *path)
{
    for (size_t i = 0; module && i < module_files(module); i++)
        if (session_same_file(path, module_file(module, i)))
            return true;
    for (size_t i = 0; spec && i < spec_files(spec); i++)
        if (session_same_file(path, spec_file(spec, i)))
            return true;
    return false;
}

bool tasks_write_input(const struct session *s, const struct module *module,
                       const struct spec *spec)
{
    for (size_t i = 0; i < SESSION_OUTPUTS; i++)
        if (s->outputs[i] && is_read(module, spec, s->outputs[i]))
            return !session_error(
                s, "%s: a file that is read cannot be written to",
                s->outputs[i]);
    return false;
}

/* An output among the inputs would be gone before anybody sees why. */
static enum status refuse_outputs(const struct tasks *tasks,
                                  const struct session *s)
{
    for (size_t i = 0; i < tasks->nmodules; i++)
        if (tasks_write_input(s, tasks->modules[i], NULL))
            return ST_INPUT;
    for (size_t i = 0; i < tasks->count; i++)
        if (tasks_write_input(s, NULL, tasks->items[i].spec))
            return ST_INPUT;
    return ST_OK;
}

static enum status make(struct tasks *tasks, const struct session *s,
                        struct diag *diag)
{
    struct selection selection = {.session = s};
    LOCAL(files_clear) struct files files;
    *tasks = (struct tasks){0};
    buffer_init(&selection.told);
    enum status st = files_collect(&files, s);
    if (st == ST_OK)
        st = load_all(tasks, &files, s->allow_outside, diag);
    tasks->unreadable = files.unreadable;
    for (size_t i = 0; st == ST_OK && i < tasks->nmodules; i++)
        if (add_module(tasks, &selection, tasks->modules[i], diag) != ST_OK)
            st = ST_INPUT;
    buffer_clear(&selection.told);
    free(selection.last_error);
    if (st == ST_OK)
        st = refuse_nothing(tasks, &selection);
    if (st == ST_OK)
        st = refuse_outputs(tasks, s);
    return st == ST_OK ? refuse_unknown_dims(tasks, s) : st;
}

struct attempt {
    struct tasks *tasks;
    const struct session *session;
    struct diag *diag;
    enum status status;
};

static void try_make(void *context)
{
    struct attempt *a = context;
    ceiling_pass();
    a->status = make(a->tasks, a->session, a->diag);
}

enum status tasks_make(struct tasks *tasks, const struct session *session,
                       struct diag *diag)
{
    struct attempt a = {tasks, session, diag, ST_OK};
    if (ceiling_try(try_make, &a))
        return a.status;
    *tasks = (struct tasks){0}; /* what was read is out of reach */
    return ST_LIMIT;
}

int tasks_exit_status(enum status status)
{
    return status == ST_LIMIT ? EXIT_STOPPED : EXIT_USAGE;
}

int tasks_end_status(const struct tasks *tasks, int status)
{
    return tasks->unreadable > 0 && status != EXIT_INTERNAL ? EXIT_USAGE
                                                            : status;
}

void tasks_clear(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        spec_free(tasks->items[i].spec);
        free(tasks->items[i].wanted);
    }
    for (size_t i = 0; i < tasks->nmodules; i++)
        module_free(tasks->modules[i]);
    free(tasks->items);
    free(tasks->modules);
    *tasks = (struct tasks){0};
}
