/* The parts of a trace in the making; not for other folders. */
#pragma once

#include "trace/setup.h"
#include "trace/trace.h"

/* What is computed of one curve; ORDER: the names of job_root. */
enum trace_part {
    PART_VALUE,
    PART_LOG10,
    PART_BOUND,
    PART_BOUND_LOG10,
    PART_GAP,
    PART_COUNT
};

/* A plan with its instance, and where each part of each curve is in it. */
struct trace_job {
    const struct trace_question *question;
    struct setup setup;
    const struct symbol *symbols[1 + TRACE_MAX_CURVES];
    size_t nsymbols;
    const struct expr *exprs[TRACE_MAX_CURVES * PART_COUNT];
    size_t nexprs;
    size_t place[TRACE_MAX_CURVES][PART_COUNT]; /* 1 + index into exprs; 0 */
    int64_t lo, hi;
    size_t points;
};

/* ask.c: as trace_make; cleared in every case */
MUST_CHECK enum status job_make(struct trace_job *job, struct trace *trace,
                                const struct trace_question *question,
                                struct diag *diag);
void job_clear(struct trace_job *job);
/* The index of a part among the plan's roots; SIZE_MAX: the curve has none. */
size_t job_root(const struct trace_job *job, size_t curve, enum trace_part part,
                size_t point);

/* forward.c, certify.c: the passes; fewer npoints where they were stopped */
void trace_forward(struct trace *trace, const struct trace_job *job);
void trace_certify(struct trace *trace, const struct trace_job *job);

/* ---- shared with paths.c and trials.c ---- */

/*
 * The double pass over `each` literal roots of each of `points`: the steps up
 * to a point, which false gives up, then what its roots are.
 */
struct forward;
struct forward *forward_new(const struct setup *setup, const plan_id *roots,
                            size_t each, size_t points);
void forward_free(struct forward *f);
bool forward_point(struct forward *f, size_t point, size_t points,
                   const struct trace_watch *watch, int64_t index);
/* NaN where there is none. */
double forward_value(const struct forward *f, plan_id id);

/* m * 2^exponent as a number, where nothing is certified. */
void trace_take_double(struct trace_number *out, double m, int64_t exponent);

/* What a run knows of a scalar, with its digits. */
void trace_read(struct trace_number *out, const struct ball_run *run,
                plan_id id);

/* trace.c */
struct trace_number *trace_part(struct trace_point *point,
                                enum trace_part part);
bool trace_is_told_to_stop(const struct trace_watch *watch);
void trace_tell(const struct trace_watch *watch, const char *pass,
                int64_t index, size_t done, size_t all);
/* The value in a table: its text, "undefined" or "?". */
const char *trace_number_text(const struct trace_number *number);
