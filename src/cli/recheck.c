/*
 * `majorant recheck`: the kernel alone, or the core, on certificates from
 * anywhere.
 *
 * Exit status 0 only if every violation and every proof is certified again; 1
 * if it rejects one; 2 if a file is no certificate or states something
 * else than
 * --against.
 */
#include "cli/commands.h"

#include "certio/certio.h"
#include "cli/output.h"
#include "session/recheck.h"
#include "session/tasks.h"

static enum again_answer recheck_file(struct buffer *out,
                                      const struct options *o, const char *path,
                                      const struct against *against)
{
    LOCAL_FREE char *reason = NULL;
    LOCAL_BUFFER text = buffer_new();
    if (certio_load(&text, path, &reason) == ST_OK)
        return recheck_text(out, &o->session, path, &text, against);
    output_error("%s", reason);
    return AGAIN_UNREAD;
}

static struct module *load_against(const struct options *o)
{
    LOCAL_DIAG diag = diag_new();
    struct module *module = NULL;
    LOCAL_FREE char *library = tasks_library();
    enum status st = module_load(&module, o->against, library,
                                 o->session.allow_outside, diag);
    if (st != ST_OK)
        output_diag(diag);
    return module;
}

int command_recheck(const struct options *o)
{
    struct module *against = NULL;
    enum again_answer worst = AGAIN_ACCEPTED;
    if (o->count == 0)
        return output_refuse("recheck: no file was named");
    if (o->against) {
        against = load_against(o);
        if (!against)
            return EXIT_USAGE;
    }
    const struct against other = {against, o->against};
    LOCAL_BUFFER out = buffer_new();
    for (size_t i = 0; i < o->count; i++) {
        const enum again_answer answer =
            recheck_file(&out, o, o->arguments[i], against ? &other : NULL);
        worst = answer < worst ? answer : worst;
    }
    if (!output_text(&out))
        worst = AGAIN_UNREAD;
    module_free(against);
    violation_finish();
    return worst == AGAIN_ACCEPTED   ? EXIT_EXPECTED
           : worst == AGAIN_REJECTED ? EXIT_OTHERWISE
                                     : EXIT_USAGE;
}
