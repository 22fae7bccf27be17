/*
 * What reading and replaying of records share; nobody else includes it.
 */
#ifndef MAJORANT_REPLAY_RECORD_INTERNAL_H
#define MAJORANT_REPLAY_RECORD_INTERNAL_H

#include "replay/record.h"

/* A proof as it was read: names and a log. */
struct entry {
    char *theorem, *claim;
    size_t link; /* from 1 */
    char **from;
    size_t nfrom;
    char *log;
    struct record_proof proof;
};

struct record {
    char *statement;
    struct module *module;
    bool is_foreign; /* the module is the caller's */
    struct entry *entries;
    size_t count;
};

/* What stands next in a record; RECORD_BROKEN: *reason (to be freed) says why.
 */
enum record_part { RECORD_BROKEN = 0, RECORD_PROOF, RECORD_END };
enum record_part record_next(struct record *record,
                             const struct record_source *from, char **reason);
/* The log of the proof that was read last is not needed any more. */
void record_forget(struct record *record);

/* *reason (to be freed) says why; false. */
bool record_fail(char **reason, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
