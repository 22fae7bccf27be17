/* Expressions of the IR as scalar terms; internal to domain*.c. */
#ifndef MAJORANT_LOGIC_DOMAIN_READ_H
#define MAJORANT_LOGIC_DOMAIN_READ_H

#include "logic/domain.h"

enum { DOMAIN_MAX_INDICES = 4, DOMAIN_MAX_KEPT = 64 };

/* A member of a family that was read; value NULL: it is no scalar term. */
struct domain_kept {
    size_t decl;
    int64_t at[DOMAIN_MAX_INDICES];
    const struct scalar *value;
};

struct domain_reader {
    const struct domain *domain;
    size_t choice;
    struct scalar_pool *pool;
    struct env env;            /* index variables while they are bound */
    const struct symbol *real; /* that of the integral being read, or NULL */
    size_t binders;            /* whose bodies are being read */
    size_t depth, work;
    struct domain_kept kept[DOMAIN_MAX_KEPT];
    size_t nkept;
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
/* Whether the term is a whole number, and which. */
bool domain_integer(int64_t *value, const struct scalar *e);
/* An elementwise function of terms; NULL: it is none, or a term is NULL. */
const struct scalar *domain_function(struct domain_reader *r, enum function fn,
                                     const struct scalar *const *kids,
                                     size_t count);
const struct goal *domain_goal(struct domain_reader *r, const struct expr *e);

#endif
