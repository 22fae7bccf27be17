/* Commands that look at one case: `trace`, `paths`, `compare`. */
#pragma once

#include "cli/options.h"

/* What is done with the case; the exit status. */
typedef int choice_run(const struct options *o, const struct module *module,
                       const struct spec *spec, struct diag *diag);

/*
 * Reads the file of the command line and runs the case that --case names, or
 * the only one, with the sizes, the seed and the data files of the options.
 */
int choice_command(const struct options *o, choice_run *run);
