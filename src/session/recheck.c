/* Certificates from anywhere: the kernel alone, or the core. */
#include "session/recheck.h"

#include "certio/certio.h"
#include "certio/feed.h"
#include "kernel/proof_json.h"
#include "kernel/ties.h"
#include "oracle/oracle.h"
#include "session/proof_file.h"

#include <stdlib.h>
#include <string.h>

/* Certificates of violations. */
static enum again_answer recheck_violations(struct buffer *out,
                                            const struct session *s,
                                            const struct buffer *text,
                                            const struct again *how)
{
    const char *path = how->name;
    LOCAL_FREE struct certificate *list = NULL;
    size_t count = 0;
    LOCAL_FREE char *reason = NULL;
    enum again_answer worst = AGAIN_ACCEPTED;
    if (certio_read_text(&list, &count, text->text ? text->text : "",
                         text->length, path, &reason) != ST_OK) {
        session_error(s, "%s", reason);
        worst = AGAIN_UNREAD;
    } else if (count == 0) {
        session_error(s, "%s: there is no certificate in it", path);
        worst = AGAIN_UNREAD;
    }
    for (size_t i = 0; i < count; i++) {
        LOCAL_FREE char *why = NULL;
        const enum again_answer answer =
            again_violation(out, &list[i], how, NULL, &why);
        if (answer == AGAIN_UNREAD)
            session_error(s, "%s", why);
        worst = answer < worst ? answer : worst;
        certificate_clear(&list[i]);
    }
    return worst;
}

/* The first fault of a record decides, and ends the file. */
static enum again_answer recheck_records(struct buffer *out,
                                         const struct session *s,
                                         const struct buffer *text,
                                         const struct again *how)
{
    struct feed *feed = feed_of_text(text->text, text->length);
    const struct record_source from = {feed_line, feed};
    const size_t before = out->length;
    enum again_answer answer = AGAIN_ACCEPTED;

    if (strlen(text->text) != text->length) {
        session_error(s, "%s: a record has no zero bytes", how->name);
        answer = AGAIN_UNREAD;
    }
    while (feed_peek(feed) != FEED_END && answer == AGAIN_ACCEPTED) {
        LOCAL_FREE char *reason = NULL;
        answer = again_record(out, &from, how, &reason);
        if (answer == AGAIN_UNREAD)
            session_error(s, "%s", reason);
    }
    if (answer == AGAIN_ACCEPTED && out->length == before) {
        session_error(s, "%s: there is no proof in it", how->name);
        answer = AGAIN_UNREAD;
    }
    feed_close(feed);
    return answer;
}

enum again_answer recheck_text(struct buffer *out, const struct session *s,
                               const char *name, const struct buffer *text,
                               const struct against *against)
{
    const struct core_oracle oracle = oracle_range();
    const struct again how = {.name = name,
                              .against = against,
                              .oracle = &oracle,
                              .algebra = ties_algebra()};
    if (text->text && record_is(text->text))
        return recheck_records(out, s, text, &how);
    if (text->text && proof_json_is(text->text, text->length))
        return proof_file_recheck(out, s, name, text, against);
    return recheck_violations(out, s, text, &how);
}
