/*
 * Matching, part by part: what match.c and match_sum.c share.
 */
#ifndef MAJORANT_PROVE_MATCH_INTERNAL_H
#define MAJORANT_PROVE_MATCH_INTERNAL_H

#include "prove/search.h"

struct matching {
    struct search *s;
    const struct theorem *rule;
};

/* ---- match.c ---- */
/* One way more, unless it is there. */
void match_add(struct matches *out, const struct binding *b);
/* Adds to `out` the ways to extend b so that the pattern is x. */
void match(struct matches *out, struct matching *m, const struct expr *pattern,
           const struct expr *x, const struct binding *b, size_t depth);
/* p against x, then q against y */
void match_two(struct matches *out, struct matching *m, const struct expr *p,
               const struct expr *x, const struct expr *q, const struct expr *y,
               const struct binding *b, size_t depth);

/* ---- match_sum.c ---- */
/* The pattern is a sum or a difference. */
void match_sum(struct matches *out, struct matching *m,
               const struct expr *pattern, const struct expr *x,
               const struct binding *b, size_t depth);

#endif
