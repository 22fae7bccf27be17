/*
 * Certificates of proofs as files: what `prove -o` writes and recheck reads.
 */
#ifndef MAJORANT_CLI_PROOF_FILE_H
#define MAJORANT_CLI_PROOF_FILE_H

#include "cli/proofs.h"

/*
 * Writes the derivations of all that was proved, an array with an object for
 * each set of theorems (cli/proofs.h), after the kernel has accepted the
 * written text again.  Where nothing was proved no file is written, and a note
 * says so.  The exit status: EXIT_EXPECTED unless that failed; then a message
 * was given.
 */
int proof_file_write(const char *path, const struct tasks *tasks,
                     const struct proofs *proofs);

/*
 * Rechecks the certificates of proofs in the text of a file; `against` may be
 * NULL.  Appends what is accepted or rejected to `out`; the exit status.
 */
int proof_file_recheck(struct buffer *out, const char *path,
                       const struct buffer *text, const struct module *against,
                       const char *against_path);

#endif
