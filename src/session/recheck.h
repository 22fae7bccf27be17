/* What `recheck` does of a text: certificates of violations, proofs, records.
 */
#pragma once

#include "base/buffer.h"
#include "recheck/again.h"
#include "session/session.h"

/*
 * Certifies again all that a text of that name holds, by the kernel or the core
 * alone, and appends a line for each: the worst answer.  AGAIN_UNREAD: it is no
 * certificate, or states something else than `against` (or NULL), and a message
 * was given.
 */
enum again_answer recheck_text(struct buffer *out, const struct session *s,
                               const char *name, const struct buffer *text,
                               const struct against *against);
