/*
 * Stored counterexamples: for each claim expected violated the certificates in
 * FOLDER/<file>.<theorem>.<claim>.json, where <file> is the name of its .bound
 * file without the ending (a `/` of the claim stands as a dot).
 *
 * FOLDER is what --stored names; else cases/violated beside the folder `bounds`
 * that holds the file; else nothing is stored.
 */
#pragma once

#include "session/tasks.h"
#include "verify/verdict.h"

/*
 * Each certificate that states the theorem as it stands now and that the
 * checker accepts counts as one more trial, a false one, of its claim's first
 * result.  One whose statement has changed is passed over with a note.
 * ST_INPUT: a file is no certificate, or the checker rejects one; a message
 * was given.
 */
MUST_CHECK enum status stored_run(struct run *run, const struct tasks *tasks,
                                  const struct session *s);
