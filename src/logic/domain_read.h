/* Expressions of the IR as scalar terms; internal to domain*.c. */
#ifndef MAJORANT_LOGIC_DOMAIN_READ_H
#define MAJORANT_LOGIC_DOMAIN_READ_H

#include "logic/domain.h"

struct domain_reader {
    const struct domain *domain;
    size_t choice;
    struct scalar_pool *pool;
    struct env env; /* index variables while they are bound */
    size_t depth, work;
};

/* The variable an expression stands for; false: none. */
bool domain_find(size_t *k, const struct domain *d, const struct expr *e);
/* NULL: not a scalar term. */
const struct scalar *domain_term(struct domain_reader *r,
                                 const struct expr *e);
const struct goal *domain_goal(struct domain_reader *r, const struct expr *e);

#endif
