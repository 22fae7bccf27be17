/* Commands that look at tasks, or (`trace`, `paths`, `compare`) at one case. */
#pragma once

#include "cli/options.h"
#include "session/tasks.h"

/* What is done with the tasks; the exit status. */
typedef int choice_work(void *context, const struct tasks *tasks,
                        struct diag *diag);

/* Reads what the session names, and works on it if it names any file. */
int choice_tasks(const struct options *o, const struct session *s,
                 choice_work *work, void *context);

/* What is done with the case; the exit status. */
typedef int choice_run(const struct options *o, const struct module *module,
                       const struct spec *spec, struct diag *diag);

/*
 * Reads the file of the command line and runs the case that --case names, or
 * the only one, with the sizes, the seed and the data files of the options.
 */
int choice_command(const struct options *o, choice_run *run);
