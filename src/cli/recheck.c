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
#include "certio/feed.h"
#include "cli/output.h"
#include "session/proof_file.h"
#include "session/tasks.h"
#include "ir/lower.h"
#include "kernel/proof_json.h"
#include "kernel/ties.h"
#include "oracle/oracle.h"
#include "recheck/again.h"

#include <stdlib.h>
#include <string.h>

static int status_of(enum again_answer answer)
{
    return answer == AGAIN_ACCEPTED   ? EXIT_EXPECTED
           : answer == AGAIN_REJECTED ? EXIT_OTHERWISE
                                      : EXIT_USAGE;
}

static int worse(int a, int b)
{
    if (a == EXIT_USAGE || b == EXIT_USAGE)
        return EXIT_USAGE;
    return a > b ? a : b;
}

/* Certificates of violations. */
static int recheck_violations(struct buffer *out, const struct buffer *text,
                              const struct again *how)
{
    const char *path = how->name;
    LOCAL_FREE struct certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    int status = EXIT_EXPECTED;
    if (certio_read_text(&list, &count, text->text ? text->text : "",
                         text->length, path, &reason) != ST_OK) {
        output_error("%s", reason);
        status = EXIT_USAGE;
    } else if (count == 0) {
        output_error("%s: there is no certificate in it", path);
        status = EXIT_USAGE;
    }
    for (size_t i = 0; i < count; i++) {
        LOCAL_FREE char *why = NULL;
        const enum again_answer answer =
            again_violation(out, &list[i], how, NULL, &why);
        if (answer == AGAIN_UNREAD)
            output_error("%s", why);
        status = worse(status, status_of(answer));
        certificate_clear(&list[i]);
    }
    return status;
}

/* The first fault of a record decides, and ends the file. */
static int recheck_records(struct buffer *out, const struct buffer *text,
                           const struct again *how)
{
    struct feed *feed = feed_of_text(text->text, text->length);
    const struct record_source from = {feed_line, feed};
    const size_t before = out->length;
    enum again_answer answer = AGAIN_ACCEPTED;

    if (strlen(text->text) != text->length) {
        output_error("%s: a record has no zero bytes", how->name);
        answer = AGAIN_UNREAD;
    }
    while (feed_peek(feed) != FEED_END && answer == AGAIN_ACCEPTED) {
        LOCAL_FREE char *reason = NULL;
        answer = again_record(out, &from, how, &reason);
        if (answer == AGAIN_UNREAD)
            output_error("%s", reason);
    }
    if (answer == AGAIN_ACCEPTED && out->length == before) {
        output_error("%s: there is no proof in it", how->name);
        answer = AGAIN_UNREAD;
    }
    feed_close(feed);
    return status_of(answer);
}

static int recheck_file(struct buffer *out, const struct session *s,
                        const struct again *how)
{
    LOCAL_FREE char *reason = NULL;
    int status = EXIT_USAGE;
    LOCAL_BUFFER text = buffer_new();
    if (certio_load(&text, how->name, &reason) != ST_OK)
        output_error("%s", reason);
    else if (text.text && record_is(text.text))
        status = recheck_records(out, &text, how);
    else if (text.text && proof_json_is(text.text, text.length))
        status = proof_file_recheck(out, s, how->name, &text, how->against);
    else
        status = recheck_violations(out, &text, how);
    return status;
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
    int status = EXIT_EXPECTED;
    if (o->count == 0)
        return output_refuse("recheck: no file was named");
    if (o->against) {
        against = load_against(o);
        if (!against)
            return EXIT_USAGE;
    }
    const struct against other = {against, o->against};
    const struct core_oracle oracle = oracle_range();
    struct again how = {.against = against ? &other : NULL,
                        .oracle = &oracle,
                        .algebra = ties_algebra()};
    LOCAL_BUFFER out = buffer_new();
    for (size_t i = 0; i < o->count; i++) {
        how.name = o->arguments[i];
        status = worse(status, recheck_file(&out, &o->session, &how));
    }
    if (!output_text(&out))
        status = EXIT_USAGE;
    module_free(against);
    violation_finish();
    return status;
}
