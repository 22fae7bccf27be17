/* majorant compare: upper bounds of one left side on the same trials. */
#include "trace/compare.h"

#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/picture.h"
#include "session/tasks.h"

/* ---- output ---- */

PICTURE_WRITERS(compare);

static int answer(const struct options *o, const struct compare *c)
{
    int status = picture_write(o, &compare_writers, c, !c->is_stopped);
    if (status != EXIT_EXPECTED || !c->is_stopped)
        return status;
    output_note("stopped after %llu trials", (unsigned long long)c->trials);
    return EXIT_STOPPED;
}

/* ---- the command ---- */

static int run(const struct options *o, const struct module *module,
               const struct spec *spec, struct diag *diag)
{
    (void)module;
    struct deadline none = {.session = &o->session};
    struct ladder_options ladder = session_ladder(&none);
    ladder.every_ratio = true;
    uint64_t trials = spec_trials(spec);
    if (o->session.trials.given && !spec_is_literal(spec))
        trials = o->session.trials.value;
    LOCAL(compare_clear) struct compare c;
    enum status st =
        compare_make(&c, spec, trials, o->session.claim, &ladder, diag);
    return st == ST_OK ? answer(o, &c) : EXIT_USAGE;
}

int command_compare(const struct options *o)
{
    if (o->count != 1)
        output_error("compare: expected one file, found %zu", o->count);
    else if (!picture_refuse(o))
        return choice_command(o, run);
    return EXIT_USAGE;
}
