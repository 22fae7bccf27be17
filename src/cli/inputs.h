/*
 * What a run reads, so that it does not write over it: the `.bound` files,
 * their imports, and the data files of their cases.
 */
#pragma once

#include "case/casefile.h"
#include "cli/options.h"

/*
 * Whether one of the outputs that the options name (-o, --report, --store) is
 * one of those files, by whatever name; then a message was given.  `module` or
 * `spec` may be NULL.
 */
MUST_CHECK bool inputs_are_outputs(const struct module *module,
                                   const struct spec *spec,
                                   const struct options *o);
