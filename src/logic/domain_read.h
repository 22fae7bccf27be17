/* Expressions of the IR as scalar terms; internal to domain*.c. */
#ifndef MAJORANT_LOGIC_DOMAIN_READ_H
#define MAJORANT_LOGIC_DOMAIN_READ_H

#include "logic/domain.h"

struct domain_reader {
    const struct domain *domain;
    size_t choice;
    struct scalar_pool *pool;
    struct env env;            /* index variables while they are bound */
    const struct symbol *real; /* that of the integral being read, or NULL */
    size_t binders;            /* whose bodies are being read */
    size_t depth, work;
};

/* The variable an expression stands for; false: none. */
bool domain_find(size_t *k, const struct domain *d, const struct expr *e);
/* lambertw(0, t) or lambertw(-1, t). */
bool domain_is_lambert(int *branch, const struct expr *e);
/* What is known of the variable k that stands for such a call. */
bool domain_assume_lambert(struct sequent *s, struct domain_reader *r, size_t k,
                           const struct sequent_oracle *oracle);
/* NULL: not a scalar term. */
const struct scalar *domain_term(struct domain_reader *r, const struct expr *e);
/* An elementwise function of terms; NULL: it is none, or a term is NULL. */
const struct scalar *domain_function(struct domain_reader *r, enum function fn,
                                     const struct scalar *const *kids,
                                     size_t count);
const struct goal *domain_goal(struct domain_reader *r, const struct expr *e);

#endif
