/*
 * Who is asked about numbers, outside of the core.
 */
#ifndef MAJORANT_CORE_ORACLE_H
#define MAJORANT_CORE_ORACLE_H

#include <stdbool.h>

/*
 * Says whether a statement of the language, its one claim, holds for all values
 * of its givens wherever it and the assumptions have a value.  Replay asks
 * again.
 */
struct core_oracle {
    const char *name;
    bool (*holds)(void *context, const char *statement);
    void *context;
};

#endif
