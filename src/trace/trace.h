/*
 * Curves: scalars of a theorem along an index, on one instance.  Beside each
 * certified value stand what the plain double pass gives, and a bound.
 *
 * Assumptions of the theorem are not looked at, and nothing is decided: a curve
 * shows values, verdicts are `check`'s.
 */
#pragma once

#include "base/diag.h"
#include "case/casefile.h"
#include "eval/enclosure.h"
#include "trace/origin.h"

enum {
    TRACE_DIGITS = 10, /* certified, of every number */
    TRACE_MAX_CURVES = 16,
    TRACE_FIRST_BITS = 128, /* and for each index value: */
    TRACE_BITS_EACH = 8
};

/*
 * Asked and told between instructions; either may be NULL.  `pass` and `index`
 * name together where the run is: "balls at" 3.
 */
struct trace_watch {
    bool (*stop)(void *context);
    void (*progress)(void *context, const char *pass, int64_t index,
                     size_t done, size_t all);
    void *context;
};

struct trace_question {
    const struct module *module;
    const struct spec *spec;
    uint64_t trial;
    const char *over; /* "l in 0..L" */
    const char *const *exprs;
    size_t nexprs;             /* 1..TRACE_MAX_CURVES */
    const char *const *bounds; /* of the first curves */
    size_t nbounds;            /* at most nexprs */
    bool double_only;
    long prec_max; /* 0: the usual one */
    struct trace_watch watch;
};

/*
 * A certified number: `text` is the decimal rounding of the exact value, to
 * TRACE_DIGITS digits or, where the precision did not give so many, to those
 * that are certain; NULL: none is.
 */
struct trace_number {
    struct enclosure enclosure; /* NONE: no value is known */
    char *text;
    bool is_undefined; /* certainly */
    bool is_settled;   /* all digits, or certainly undefined */
};

/* Order statistics; without texts where they are not certain. */
struct trace_rank {
    struct trace_number least, median, most;
};

struct trace_point {
    struct trace_number value, log10, bound, bound_log10;
    struct trace_number gap; /* log10 of bound over value */
    double forward;          /* of the plain double pass; NaN: none */
    double floor;            /* epsilon times what cancels; NaN: unknown */
    struct enclosure error;  /* of `forward`, relative */
    bool is_noise; /* that error is certainly above 1/2; or `forward` is NaN
                      where there is a value */
};

struct trace_curve {
    char *name, *bound; /* as written; bound NULL: there is none */
    struct trace_point *points;
};

struct trace {
    struct trace_origin origin;
    char *index;
    int64_t lo;
    size_t npoints; /* those computed: fewer where it was stopped */
    struct trace_curve *curves;
    size_t ncurves;
    long bits; /* of the last ball pass; 0: there was none */
    bool is_settled, is_stopped;
};

/*
 * ST_INPUT, ST_LIMIT: a message was given to `diag`.  *trace is to be cleared
 * in every case.
 */
MUST_CHECK enum status trace_make(struct trace *trace,
                                  const struct trace_question *question,
                                  struct diag *diag);
void trace_clear(struct trace *trace);
/* The first point where the doubles are rounding noise; npoints: none. */
size_t trace_first_noise(const struct trace *trace, size_t curve);

/* ---- output ---- */

/* A table for people; comma-separated values; a JSON object. */
void trace_text(struct buffer *out, const struct trace *trace);
void trace_csv(struct buffer *out, const struct trace *trace);
void trace_json(struct buffer *out, const struct trace *trace);
/* A picture in SVG, of at least one point. */
void trace_svg(struct buffer *out, const struct trace *trace);
