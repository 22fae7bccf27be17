/* What commands work on: tasks, or one case that is chosen by its name. */
#include "cli/choice.h"

#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

/* A theorem with one of its cases, or (item NULL) the built-in campaign. */
struct choice {
    size_t theorem;
    const struct case_item *item;
};

static const char *choice_name(const struct choice *c)
{
    return c->item ? c->item->item->name : "campaign";
}

/*
 * All that fit; a theorem's campaign where it has no cases, or where it is
 * named.
 */
static size_t find_choices(struct choice *found, const struct module *module,
                           const char *name)
{
    size_t n = 0;
    for (size_t t = 0; t < module_theorems(module); t++) {
        const struct theorem *theorem = module_theorem(module, t);
        bool any = false;
        for (size_t k = 0; k < module_cases(module); k++) {
            struct choice c = {t, module_case(module, k)};
            if (c.item->theorem != t)
                continue;
            any = true;
            if (tasks_is_named(name, theorem, choice_name(&c)))
                found[n++] = c;
        }
        struct choice built_in = {t, NULL};
        if ((!any || name) &&
            tasks_is_named(name, theorem, choice_name(&built_in)))
            found[n++] = built_in;
    }
    return n;
}

static void tell_choices(const struct module *module,
                         const struct choice *found, size_t n,
                         const struct options *o)
{
    const char *command = options_command_name(o->command);
    LOCAL_BUFFER text = buffer_new();
    for (size_t k = 0; k < n; k++)
        buffer_printf(&text, "%s%s.%s", k ? ", " : "",
                      module_theorem(module, found[k].theorem)->name,
                      choice_name(&found[k]));
    if (n > 0)
        output_error("%s: name one case with --case: %s", command, text.text);
    else if (o->session.case_name)
        output_error("no case is named '%s'", o->session.case_name);
    else
        output_error("%s: the file has no theorem", command);
}

static bool choose(struct choice *choice, const struct module *module,
                   const struct options *o)
{
    size_t most = module_cases(module) + module_theorems(module);
    LOCAL_FREE struct choice *found = xcalloc(most + 1, sizeof *found);
    size_t n = find_choices(found, module, o->session.case_name);
    *choice = found[0];
    if (n != 1)
        tell_choices(module, found, n, o);
    return n == 1;
}

static int run_module(const struct options *o, const struct module *module,
                      choice_run *run, struct diag *diag)
{
    struct choice choice;
    struct spec *spec = NULL;
    LOCAL_BUFFER told = buffer_new();
    struct spec_options over = tasks_spec_options(&o->session, &told);
    over.has_trials = false; /* trials beyond those of the case may be asked */
    int status = EXIT_USAGE;
    if (choose(&choice, module, o)) {
        enum status st =
            tasks_open(&spec, module, choice.theorem, choice.item, &over, diag);
        if (st == ST_OK && !tasks_write_input(&o->session, module, spec))
            status = run(o, module, spec, diag);
    }
    spec_free(spec);
    return status;
}

int choice_command(const struct options *o, choice_run *run)
{
    LOCAL_DIAG diag = diag_new();
    struct module *module = NULL;
    LOCAL_FREE char *library = tasks_library();
    int status = EXIT_USAGE;
    if (module_load(&module, o->arguments[0], library, o->session.allow_outside,
                    diag) == ST_OK)
        status = run_module(o, module, run, diag);
    output_diag(diag);
    module_free(module);
    return status;
}

int choice_tasks(const struct options *o, const struct session *s,
                 choice_work *work, void *context)
{
    if (o->count == 0)
        return output_refuse("%s: no file was named",
                             options_command_name(o->command));
    LOCAL_DIAG diag = diag_new();
    LOCAL(tasks_clear) struct tasks tasks;
    const enum status st = tasks_make(&tasks, s, diag);
    const int status =
        st == ST_OK ? tasks_end_status(&tasks, work(context, &tasks, diag))
                    : tasks_exit_status(st);
    output_diag(diag);
    return status;
}
