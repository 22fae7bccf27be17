/*
 * Verdicts over many trials, and the results a report shows.
 */
#ifndef MAJORANT_VERIFY_VERDICT_H
#define MAJORANT_VERIFY_VERDICT_H

#include "case/casefile.h"
#include "eval/enclosure.h"
#include "lang/ast.h"
#include "logic/truth.h"

/* A fixed logarithmic histogram of ratios: memory independent of trials. */
enum { HISTOGRAM_BINS = 4096 };

struct histogram {
    uint64_t below, above; /* under 2^-128, over 2^128 */
    uint64_t bins[HISTOGRAM_BINS]; /* 16 a power of two */
    uint64_t total;
};

void histogram_add(struct histogram *h, double log2_ratio);
/* The quantile's bin middle as a ratio; NaN if the histogram is empty. */
double histogram_quantile(const struct histogram *h, double q);

struct tally {
    uint64_t trials, is_true, is_false, unresolved, rejected, undefined;
};

struct tightness {
    struct enclosure min, max; /* NONE if no trial had a ratio */
    uint64_t min_trial, max_trial;
    struct histogram histogram;
};

/* The plain double pass beside the truth. */
struct forward {
    double max_rel_error;  /* of the ratio; NaN if there was none */
    double tightness_max;  /* NaN if there was none */
    uint64_t false_alarms; /* doubles say violated, certainly true */
    uint64_t missed;       /* doubles say true, certainly false */
    uint64_t first_false_alarm, first_missed; /* trial numbers */
};

/* An exact instance that violates, kept as text for reports. */
struct counterexample {
    uint64_t trial;
    char *values;             /* "n = 2, d = 1; X = [1; -1]", exact */
    struct enclosure lhs, rhs; /* of the worst entry; NONE if no two sides */
};

/* One claim (or link of a chain) under one case. */
struct result {
    const struct theorem *theorem;
    const char *file; /* path of the .bound file */
    size_t claim;
    size_t link; /* 0: the claim as a whole; k: link k */
    char *name;  /* "cubic" or "name#2" */
    const char *case_name; /* owned by the spec */
    enum verdict_word verdict, expected;
    bool ok;
    struct tally tally;
    struct tightness tightness;
    struct forward forward;
    uint64_t decided_at_first; /* trials decided at the first precision */
    long max_bits;             /* highest precision used */
    long agreement; /* least bits of agreement of unresolved trials, or -1 */
    bool has_hole;
    struct enclosure constant; /* `?`: the largest certified lhs/rhs found */
    struct counterexample *counterexample; /* or NULL */
    double seconds;
};

#endif
