/* What the tactics of shrinking share. */
#pragma once

#include "search/shrink.h"
#include "search/simple.h"
#include "search/space.h"

struct shrink {
    struct stage *stage; /* always violating, but for the value on trial */
    struct space *space; /* the free inputs; their values are rationals */
    struct objective *objective;
    const struct spec *spec;
    size_t claim, link;
    const struct shrink_options *options;
    struct shrink_result *result;
    bool *wanted;
    struct link_outcome *outcomes;
    double work; /* spent */
    bool stopped;
    bool tables_done; /* at the present sizes */
};

bool shrink_is_over(const struct shrink *s);
/* Whether the instance as it is has its properties and violates. */
bool shrink_violates(struct shrink *s);
/*
 * Puts `candidate` (whose entries are moved) in place of the block's value if
 * that is simpler and still violates.
 */
bool shrink_try(struct shrink *s, const struct block *b,
                struct value *candidate);
/* The value of a block now. */
const struct value *shrink_value(const struct shrink *s, const struct block *b);

/* Tactics: true after one success. */
bool shrink_wholes(struct shrink *s);
bool shrink_lines(struct shrink *s);
bool shrink_entries(struct shrink *s);
bool shrink_together(struct shrink *s);
