/*
 * A certificate's statement read again, and its instance: nothing is taken
 * over from whoever made it.
 */
#pragma once

#include "cert/certificate.h"

enum { STATEMENT_NO_DROP = -1 };

struct statement {
    struct module *module;
    const struct theorem *theorem;
    const struct claim *claim;
    const struct expr *relation; /* the link */
    long dropped;                /* an assumption, or STATEMENT_NO_DROP */
    struct layout layout;
    struct instance x;
    struct arena *arena; /* of the values' texts */
};

/*
 * False: *reason (to be freed) says what is wrong.  In either case the
 * statement is to be cleared.  Values with entries have their declared
 * properties; of VALUE_EXPR nothing is known yet.
 */
bool statement_open(struct statement *s, const struct certificate *c,
                    char **reason);
void statement_clear(struct statement *s);

/* *reason = the message; false */
bool statement_reject(char **reason, const char *format, ...) PRINTF_LIKE(2, 3);
