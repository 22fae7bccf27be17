/* Replays by the core, evaluates by intervals; `accepted` is said here alone.
 */
#include "recheck/again.h"

#include "recheck/words.h"

/* Its proofs, once the statement is the right one. */
static enum again_answer replay(struct buffer *out, struct record *record,
                                const struct record_source *from,
                                const struct again *how, char **reason)
{
    LOCAL_FREE char *why = NULL;
    enum again_answer answer = AGAIN_UNREAD;

    switch (record_replay_from(record, from, how->oracle, how->known, &why)) {
    case RECORD_ACCEPTED:
        for (size_t i = 0; i < record_count(record); i++)
            words_of_proof(out, how->name, record_proof(record, i));
        answer = AGAIN_ACCEPTED;
        break;
    case RECORD_REFUSED:
        words_of_rejection(out, how->name, why);
        answer = AGAIN_REJECTED;
        break;
    case RECORD_MALFORMED:
        *reason = buffer_text("%s: %s", how->name, why ? why : "no record");
        break;
    }
    return answer;
}

enum again_answer again_record(struct buffer *out,
                               const struct record_source *from,
                               const struct again *how, char **reason)
{
    enum again_answer answer = AGAIN_UNREAD;
    LOCAL_FREE char *why = NULL;
    LOCAL(record_free_local) struct record *record = record_open(from, &why);

    *reason = NULL;
    if (record == NULL)
        *reason = buffer_text("%s: %s", how->name, why);
    else if (how->against == NULL ||
             against_theorems(how->against, record_module(record),
                              record_statement(record), how->name, reason))
        answer = replay(out, record, from, how, reason);
    return answer;
}

enum again_answer again_violation(struct buffer *out,
                                  const struct certificate *c,
                                  const struct again *how,
                                  struct violation_ties *ties, char **reason)
{
    struct violation_ties own;
    LOCAL_FREE char *why = NULL;
    enum again_answer answer = AGAIN_REJECTED;

    *reason = NULL;
    if (how->against && !against_claim(how->against, c, how->name, reason))
        return AGAIN_UNREAD;
    if (violation_examine(c, how->algebra, ties ? ties : &own, &why) ==
        RECHECK_ACCEPTED) {
        buffer_add_line(out, how->name);
        buffer_add(out, ties && ties->link ? ": accepted (exact tie): "
                                           : ": accepted: ");
        words_of_violation(out, c);
        if (ties && ties->conditions)
            buffer_add(out, "    conditions met by exact arithmetic\n");
        answer = AGAIN_ACCEPTED;
    } else {
        words_of_rejection(out, how->name, why);
    }
    return answer;
}
