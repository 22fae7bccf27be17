/*
 * Signals and time: SIGINT and SIGTERM ask the run to stop and to report what
 * is done; a second one ends the program as usual.
 */
#pragma once

#include <stdbool.h>

/*
 * SIGPIPE and SIGXFSZ are ignored from here on: a write that fails, or a file
 * over its limit, is an error of its own.
 */
void signals_install(void);
/*
 * From here on a run whose reader went away (a pipe on standard output) is told
 * to stop: nobody would see what it finds.  Not where the result goes to a
 * file.
 */
void signals_watch_reader(void);
/* Whether the run is told to stop. */
bool signals_told(void);
/*
 * A ladder_stop, which does not look at its context: told to stop, or a ceiling
 * was met (base/ceiling.h).
 */
bool signals_stop(void *context);
