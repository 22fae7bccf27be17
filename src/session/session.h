/*
 * What a client, the command line or the library, asks of a session, and how
 * it is spoken with: nothing here writes to a terminal, reads a signal or knows
 * an option by its name.
 */
#pragma once

#include "base/buffer.h"
#include "case/casefile.h"
#include "verify/ladder.h"

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses of docs/language.md, section 8. */
enum exit_status {
    EXIT_EXPECTED = 0,
    EXIT_OTHERWISE = 1,
    EXIT_USAGE = 2,
    EXIT_OPEN = 3,
    EXIT_INTERNAL = 4,
    EXIT_STOPPED = 5
};

enum session_tone { SESSION_ERROR, SESSION_NOTE };

/* How far a run is: of its files, its claims and all its work. */
struct session_share {
    size_t file, files; /* the file at hand, from 1 */
    size_t claims, of;  /* claims that are done */
    double done;        /* a share of the work, up to 1 */
    double end;         /* when the time is over; 0: never */
};

/* Whoever listens; a function that is NULL is not called. */
struct session_client {
    /* A message of one line, without its end. */
    void (*say)(void *context, enum session_tone tone, const char *text);
    /* Evidence of a disagreement: a text of many lines. */
    void (*show)(void *context, const char *text);
    /* Whether it is time to say how far the run is. */
    bool (*is_due)(void *context);
    /* `share` may be NULL; `now` is NULL where there is nothing more to say. */
    void (*progress)(void *context, const struct session_share *share,
                     const char *now);
    /* Replaces a file; false: it was not, and a message was given. */
    bool (*write)(void *context, const char *path, const struct buffer *text);
    /* Whether the run is to end; from several threads. */
    bool (*stop)(void *context);
    void *context;
};

/* A number that may be left to others; 0 is a value like any other. */
struct option_number {
    bool given;
    uint64_t value;
};

enum { SESSION_OUTPUTS = 3 };

struct session {
    const char *const *files; /* .bound files, folders, "-" */
    size_t nfiles;
    const char *outputs[SESSION_OUTPUTS]; /* or NULL: none may be read */
    const char *case_name, *claim, *dims, *stored; /* or NULL */
    struct option_number trials, trial, seed, prec_max, jobs;
    double time; /* seconds; 0: no limit */
    bool strict, campaign, allow_outside, no_filter, fail_first, update,
        no_cache;
    struct setting *settings;
    size_t nsettings;
    struct session_client client;
};

/* Says so to the client; always false. */
bool session_error(const struct session *s, const char *format, ...)
    PRINTF_LIKE(2, 3);
void session_note(const struct session *s, const char *format, ...)
    PRINTF_LIKE(2, 3);
/* Whether the client wants to know now how far the run is. */
bool session_is_due(const struct session *s);
/* Tells it, where it is due, with or without a share. */
void session_tell(const struct session *s, const struct session_share *share,
                  const char *format, ...) PRINTF_LIKE(3, 4);
/* There is nothing more to tell for now. */
void session_quiet(const struct session *s);
/* Whether two paths name one file. */
bool session_same_file(const char *a, const char *b);
/* Has the client replace a file; false: it was not, and a message was given. */
MUST_CHECK bool session_write(const struct session *s, const char *path,
                              const struct buffer *text);

/* Seconds of a clock that only goes forward. */
double session_clock(void);
/* A thread for each processor unless `jobs` says otherwise; at least 1. */
size_t session_jobs(const struct session *s);

/* When a run, or a search of it, is over. */
struct deadline {
    double at; /* on session_clock; 0: never */
    const struct session *session;
};

/* That of the whole run, which begins now. */
struct deadline session_deadline(const struct session *s);
/* A ladder_stop over a struct deadline: told to stop, or out of time. */
bool deadline_stop(void *deadline);
/* How links are decided: until the deadline, and up to the precision. */
struct ladder_options session_ladder(struct deadline *deadline);
