/*
 * Records of proofs on the core as files: what `prove --engine core -o` writes
 * and recheck reads.
 */
#ifndef MAJORANT_CLI_RECORD_FILE_H
#define MAJORANT_CLI_RECORD_FILE_H

#include "ir/lower.h"
#include "replay/record.h"

/* How a line of an accepted proof begins: up to what it cites. */
void record_file_line(struct buffer *out, const char *path,
                      const struct theorem *t, size_t claim, size_t link);

/*
 * Replays the records in the text of a file; `against` may be NULL.  Appends
 * what is accepted or rejected to `out`; the exit status.
 */
int record_file_recheck(struct buffer *out, const char *path,
                        const struct buffer *text, const struct module *against,
                        const char *against_path);

#endif
