/*
 * Writing results: to standard output, or to a file that appears only when it
 * is complete.
 */
#pragma once

#include "base/diag.h"
#include "session/session.h"

/* `majorant: error: …` on standard error; always false. */
bool output_error(const char *format, ...) PRINTF_LIKE(1, 2);
/* The same, as EXIT_USAGE. */
#define output_refuse(...)                                                     \
    (output_error(__VA_ARGS__) ? EXIT_EXPECTED : EXIT_USAGE)
void output_note(const char *format, ...) PRINTF_LIKE(1, 2);
/* The functions of a struct session_client that say, show and write. */
void output_listen(struct session_client *client);
/* Standard error; a failure there cannot be told to anybody. */
void output_diag(const struct diag *diag);

/*
 * Writes all of `text` to standard output; false: it was not (a message was
 * given), which is EXIT_USAGE.  A reader that went away (`| head -1`) is no
 * failure: nothing is said, and the status is that of the run.
 */
MUST_CHECK bool output_stdout(const struct buffer *text);
/* The same for people, without colours: made harmless (buffer_make_text). */
MUST_CHECK bool output_text(struct buffer *text);
/*
 * Replaces the file at `path` in one step (a temporary file beside it, then
 * rename; permissions of an existing file are kept); false: a message was
 * given and nothing was changed.
 */
MUST_CHECK bool output_file(const char *path, const struct buffer *text);
/* Whether output_file is likely to succeed; else a message was given. */
MUST_CHECK bool output_is_writable(const char *path);
