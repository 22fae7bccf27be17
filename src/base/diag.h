/*
 * Diagnostics: what is wrong with a user's text, and where.
 *
 *     file:line:col: error: shapes do not agree: (m x n) * (m x n)
 *         let Y = X * X;
 *                 ^~~~~
 *     file:line:col: note: X is declared here
 *
 * Messages are lower case, without a full stop, and say what was found and
 * what was expected.  At most DIAG_MAX_ERRORS errors are kept.  A warning or
 * error may be followed by notes, the first of which are shown with it.  What
 * is shown stays short, whatever the text: of a long line the part at the
 * caret.
 */
#pragma once

#include "base/buffer.h"
#include "base/source.h"

#include <stdbool.h>

enum { DIAG_MAX_ERRORS = 20 };

enum severity { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE };

struct diag;

struct diag *diag_new(void);
void diag_free(struct diag *diag);
LOCAL_POINTER(diag)
/* One that goes where its block ends. */
#define LOCAL_DIAG LOCAL(diag_free_local) struct diag *

/*
 * A span without a source gives `majorant: error: …` without a place.  Always
 * false, so that a function can return with what it says.
 */
bool diag_error(struct diag *diag, struct span span, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* The same, where a pointer is returned: always NULL. */
void *diag_null(struct diag *diag, struct span span, const char *format, ...)
    PRINTF_LIKE(3, 4);
void diag_warning(struct diag *diag, struct span span, const char *format, ...)
    PRINTF_LIKE(3, 4);
void diag_note(struct diag *diag, struct span span, const char *format, ...)
    PRINTF_LIKE(3, 4);

size_t diag_errors(const struct diag *diag);
/* Further errors are dropped; a parser may stop early. */
bool diag_is_full(const struct diag *diag);

/* All messages in the order given, each with its source line and caret. */
void diag_print(const struct diag *diag, struct buffer *out);

/* Copies the messages so that they outlive the sources they point into. */
void diag_append(struct diag *to, const struct diag *from);
