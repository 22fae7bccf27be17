/*
 * What one trial says of one link, and its adding up into a result.
 *
 * Results are the same whatever the number of threads as long as trials are
 * added in their order: ties keep the earlier trial.
 */
#pragma once

#include "verify/verdict.h"

/* How accurate a ratio must be for the doubles' error to be told from it. */
enum { TALLY_ERROR_BITS = 40 };
/*
 * The first trials, whose ratios are always made accurate: from them the error
 * of the doubles is told, which so does not depend on what else was.
 */
enum { TALLY_ERROR_TRIALS = 8 };

/* Whether the assumptions admit an instance. */
enum admission {
    ADMISSION_UNKNOWN = 0,
    ADMISSION_REJECTED,
    ADMISSION_ADMITTED
};

/* ORDER: store/row.c keeps every field; a new one goes there too. */
struct link_outcome {
    enum truth truth;
    long bits;      /* highest precision used; 0: the filter decided it */
    long cap;       /* precision at which it is given up */
    long agreement; /* of the two sides where truth is unknown, or -1 */
    struct enclosure ratio; /* or NONE */
    bool is_between;  /* `ratio` is no extreme of the trials up to this one, and
                         is certain as far as its bin of the histogram */
    bool has_forward; /* the plain double pass was run: */
    /*
     * `ratio` is beyond those of the trials before it and as wide as the filter
     * left it, though certain of its bin; never where trials are kept.
     */
    bool is_coarse;
    enum truth double_truth; /* as it sees it */
    double double_ratio;     /* NaN if there is none */
};

/*
 * Adds trial `trial`, whose instance no earlier admitted trial had (is_new), or
 * one had.  The outcome of a trial that is not admitted is ignored.
 */
void tally_add(struct result *r, uint64_t trial, enum admission admission,
               bool is_new, const struct link_outcome *outcome);

/* What earlier trials' ratios reached. */
struct ratio_range {
    struct enclosure least, most; /* NONE: there were none */
};

/*
 * Whether the ratio, however it is made accurate, lies strictly between those
 * of the range and in one bin of the histogram.
 */
bool tally_is_between(const struct enclosure *ratio,
                      const struct ratio_range *range);
/* Whether it lies strictly outside them, or they are none, in one bin. */
bool tally_is_beyond(const struct enclosure *ratio,
                     const struct ratio_range *range);
/*
 * Whether the extremes of `r` cannot be told from the outcome's ratio, since
 * one of the two is coarse: they are to be made accurate before tally_add.
 */
bool tally_is_ambiguous(const struct result *r, const struct link_outcome *o);
/* Takes in a ratio that tally_add will take for the extremes. */
void tally_widen(struct ratio_range *range, const struct link_outcome *o);

/* |x / exact - 1| with the middle of `exact`, whatever the magnitudes. */
double tally_relative_error(double x, const struct enclosure *exact);
