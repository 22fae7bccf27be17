/*
 * The commands; each returns the exit status of the program.
 */
#pragma once

#include "cli/options.h"

int command_check(const struct options *options);
int command_eval(const struct options *options);
int command_fmt(const struct options *options);
int command_prove(const struct options *options);
int command_refute(const struct options *options);
int command_ablate(const struct options *options);
int command_explain(const struct options *options);
int command_recheck(const struct options *options);
int command_report(const struct options *options);
int command_merge(const struct options *options);
int command_trace(const struct options *options);
int command_paths(const struct options *options);
int command_compare(const struct options *options);

/* The whole program behind main. */
int command_main(int argc, char **argv);
