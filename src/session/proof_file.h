/*
 * Certificates of proofs as files: what `prove -o` writes and recheck reads.
 */
#pragma once

#include "recheck/again.h"
#include "session/proofs.h"

/*
 * The text of a file of proofs: an array with an object for each set of
 * theorems (session/proofs.h).  Zeroed is empty.
 */
struct proof_text {
    struct buffer text;
    size_t count;   /* objects */
    bool is_packed; /* written by gzip */
};
void proof_text_add(struct proof_text *t, const struct proof_certificate *c);
/* All that was proved of the module's theorems and their lemmas; NULL: of all.
 */
void proof_text_add_all(struct proof_text *t, const struct module *module,
                        const struct proofs *proofs);
/*
 * Ends the text, of which there is some, and writes it after the kernel has
 * accepted it again.  The exit status: EXIT_EXPECTED unless that failed; then a
 * message was given.
 */
int proof_text_write(struct proof_text *t, const struct session *s,
                     const char *path);

/*
 * All that was proved, in one file.  Where nothing was no file is written, and
 * a note says so.  The exit status as above.
 */
int proof_file_write(const char *path, const struct session *s,
                     const struct proofs *proofs);

/*
 * Rechecks the certificates of proofs in the text of a file; `against` may be
 * NULL.  Appends what is accepted or rejected to `out`.
 */
enum again_answer proof_file_recheck(struct buffer *out,
                                     const struct session *s, const char *path,
                                     const struct buffer *text,
                                     const struct against *against);
