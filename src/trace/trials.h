/*
 * Curves over several trials of one case: mean and deviation of each point, its
 * least, median and most, and the same of the gap to a bound.
 *
 * The order statistics are certified as the curves are (trace/rank.c); mean and
 * deviation are computed in doubles from the middles of the enclosures, or from
 * the doubles where nothing is certified, and are for looking at.
 */
#pragma once

#include "trace/trace.h"

enum { TRIALS_MAX = 4096 };

struct trials_point {
    struct trace_rank value, gap;
    struct trace_number mean, deviation; /* in doubles; of the sample */
    size_t noise; /* trials whose doubles are off by more than half */
};

struct trials_curve {
    char *name, *bound; /* as of trace_curve */
    struct trials_point *points;
};

struct trials {
    struct trace_origin origin;
    char *index;
    int64_t lo;
    size_t npoints;
    struct trials_curve *curves;
    size_t ncurves;
    long bits;                   /* the most of a trial; 0: doubles alone */
    bool is_settled, is_stopped; /* stopped: of the trials that are there */
};

/*
 * Of `count` trials, 1..TRIALS_MAX, from question->trial on.  ST_INPUT also
 * where their ranges differ.  *trials is to be cleared in every case.
 */
MUST_CHECK enum status trials_make(struct trials *trials,
                                   const struct trace_question *question,
                                   uint64_t count, struct diag *diag);
void trials_clear(struct trials *trials);

/* As trace_text and the others. */
void trials_text(struct buffer *out, const struct trials *trials);
void trials_csv(struct buffer *out, const struct trials *trials);
void trials_json(struct buffer *out, const struct trials *trials);
/* The medians as lines, with bars from the least to the most. */
void trials_svg(struct buffer *out, const struct trials *trials);
