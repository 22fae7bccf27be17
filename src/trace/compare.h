/*
 * Upper bounds of the same left side, side by side on the same trials of a
 * case: how tight each is, and how often it is the smallest.
 *
 * A group are the claims of the theorem that have one expression as their
 * smaller side (the first links of chains; no `?`, no steps).  The numbers are
 * read from certified ratios (gaps, where logarithms are compared) that are
 * accurate to more digits than are shown; a bound is "smallest" on a trial if
 * no other of its group is certainly smaller there.
 */
#pragma once

#include "trace/trace.h"
#include "verify/ladder.h"

enum { COMPARE_MAX_TRIALS = 1 << 20 };

enum compare_quantile {
    COMPARE_MIN,
    COMPARE_Q25,
    COMPARE_MEDIAN,
    COMPARE_Q75,
    COMPARE_MAX,
    COMPARE_QUANTILES
};

/* A trial on which all bounds of the group have a ratio. */
struct compare_sample {
    double log10; /* of left/right */
    double over;  /* log10 of right over the smallest right */
    struct enclosure ratio;
};

struct compare_bound {
    const char *claim;
    size_t place;                   /* among the links of the wanted claims */
    struct compare_sample *samples; /* by log10, once it is settled */
    struct enclosure quantiles[COMPARE_QUANTILES]; /* of left/right, or gaps */
    double over;                                   /* the median */
    uint64_t smallest; /* trials on which no other is certainly smaller */
};

struct compare_group {
    const struct expr *left;
    bool has_gap;
    struct compare_bound *bounds; /* at least two */
    size_t nbounds, nsamples;
};

struct compare {
    const struct spec *spec;
    struct compare_group *groups; /* at least one */
    size_t ngroups;
    bool *wanted; /* claims of the theorem that are in a group */
    size_t nlinks;
    uint64_t trials; /* that were run */
    bool is_stopped;
};

/*
 * Runs so many trials of the case, at most COMPARE_MAX_TRIALS; with `claim` (or
 * NULL) the group of that one alone.  ST_INPUT: there is no group, or a value
 * cannot be had; a message was given to `diag`.  *c is to be cleared in every
 * case.
 */
MUST_CHECK enum status compare_make(struct compare *c, const struct spec *spec,
                                    uint64_t trials, const char *claim,
                                    const struct ladder_options *options,
                                    struct diag *diag);
void compare_clear(struct compare *c);

void compare_text(struct buffer *out, const struct compare *c);
void compare_csv(struct buffer *out, const struct compare *c);
/* An object of the schema majorant.compare/1. */
void compare_json(struct buffer *out, const struct compare *c);
/* A picture in SVG of the first group: trials by log10 of left/right. */
void compare_svg(struct buffer *out, const struct compare *c);
