/*
 * What a run has to do: the files that were named, read and checked, and the
 * cases of their theorems with the claims wanted of each.
 */
#pragma once

#include "session/session.h"

struct task {
    struct spec *spec;
    bool *wanted; /* a flag for each claim of its theorem */
};

struct tasks {
    struct module **modules;
    size_t nmodules;
    struct task *items;
    size_t count;
    size_t unreadable; /* files of folders that could not be read; told */
};

/*
 * ST_INPUT: a message was given for each fault, some in `diag`.  Files with
 * definitions alone are passed over.  ST_LIMIT: a ceiling was met first
 * (base/ceiling.h).  Clear it in every case.
 */
MUST_CHECK enum status tasks_make(struct tasks *tasks,
                                  const struct session *session,
                                  struct diag *diag);
/* That of a run whose tasks could not be made. */
int tasks_exit_status(enum status status);
/* That of a run that ends with `status`: EXIT_USAGE where files are missing. */
int tasks_end_status(const struct tasks *tasks, int status);
void tasks_clear(struct tasks *tasks);
/*
 * One more task, which owns `spec`: of the claims that are wanted (NULL: none)
 * those that are asked in that case.
 */
void tasks_add(struct tasks *tasks, struct spec *spec, const bool *wanted);

/* How many links of claims are wanted of a task. */
size_t task_links(const struct task *task);
/* Which of the files with tasks a task is of, from 1; how many they are. */
size_t tasks_file(const struct tasks *tasks, const struct task *task);
size_t tasks_files(const struct tasks *tasks);

/* The search path of `import <...>`, to be freed. */
char *tasks_library(void);

/* Whether a name is OWN or THEOREM.OWN; NULL names all. */
bool tasks_is_named(const char *name, const struct theorem *theorem,
                    const char *own);
/* A case of a theorem of the module, or (item NULL) its built-in campaign. */
MUST_CHECK enum status tasks_open(struct spec **out,
                                  const struct module *module, size_t theorem,
                                  const struct case_item *item,
                                  const struct spec_options *options,
                                  struct diag *diag);
/* What the session lays over a case; `told` as there. */
struct spec_options tasks_spec_options(const struct session *s,
                                       struct buffer *told);
/*
 * Whether an output of the session is a file that is read, by whatever name: a
 * .bound file, an import, or a data file of a case; then a message was given.
 * `module` or `spec` may be NULL.
 */
MUST_CHECK bool tasks_write_input(const struct session *s,
                                  const struct module *module,
                                  const struct spec *spec);
