/*
 * Verdicts over many trials, and the results a report shows.
 */
#pragma once

#include "base/truth.h"
#include "case/casefile.h"
#include "eval/enclosure.h"
#include "lang/ast.h"
#include "verify/counterexample.h"
#include "verify/histogram.h"

/* trials is the sum of the others. */
struct tally {
    uint64_t trials, is_true, is_false, unresolved, rejected, undefined;
};

/* At how many instances the link was seen: certainly admitted, not undefined.
 */
struct coverage {
    uint64_t admitted;
    uint64_t distinct; /* different ones among the trials */
    uint64_t asked;    /* different ones below which the verdict is thin */
};

/* Ratios, or gaps: has_gap. */
struct tightness {
    struct enclosure min, max; /* NONE if no trial had a ratio */
    uint64_t min_trial, max_trial;
    bool min_is_coarse, max_is_coarse; /* only while trials are added up */
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

/* Who expects it: the later ones bind fewer results. */
enum expect_scope { EXPECT_OF_CLAIM, EXPECT_OF_CASE, EXPECT_OF_LINK };

/* One claim (or link of a chain) under one case. */
struct result {
    const struct theorem *theorem;
    const char *file; /* path of the .bound file */
    size_t claim;
    size_t link;           /* 0: the claim as a whole; k: link k */
    char *name;            /* "cubic" or "name#2" */
    const char *case_name; /* owned by the spec */
    enum verdict_word verdict, expected;
    enum expect_scope scope; /* of `expected` */
    bool ok;
    struct tally tally;
    struct coverage coverage;
    struct tightness tightness;
    struct forward forward;
    uint64_t decided_by_filter; /* trials that no ball was asked about */
    long max_bits;              /* highest precision used */
    long agreement; /* least bits of agreement of unresolved trials, or -1 */
    long unresolved_cap; /* highest precision that left a trial unresolved */
    bool has_sides;      /* one relation of two sides, which is: */
    enum relop rel;
    bool has_hole;
    bool has_gap; /* both sides are logarithms (ir/logarithm.h): the tightness
                     is (larger - smaller) / log 10, decades of any sign */
    bool is_drop; /* of a `drop` line: an assumption is left out */
    struct enclosure constant; /* `?`: the largest certified lhs/rhs found */
    uint64_t first_false;      /* trial number, where is_false > 0 */
    long first_false_bits;     /* the precision that decided it */
    bool is_unconfirmed; /* certified false, but the checker cannot tell */
    struct counterexample *counterexample; /* or NULL */
    char *proof;     /* the rules by which it is proved, or NULL */
    bool is_of_core; /* proved on the core (docs/core.md), not by the kernel */
    char *citing; /* unproved theorems that the core's proof leans on, "a, b" */
    char *trusting;  /* oracles that it asks, likewise */
    bool is_left;    /* the run was stopped before it was done with it */
    bool is_empty;   /* the assumptions contradict each other */
    char *remaining; /* boxes that a search over ranges left, a line each */
    size_t more;     /* boxes beyond these */
    /* of the core: its proof, or where its search ended, in lines; or NULL */
    char *account;
    double seconds; /* of the whole case, which its claims share */
};

/* All results of a command, in the order of the report. */
struct run {
    uint64_t seed;
    struct result *results;
    size_t count;
    bool stopped;   /* by a signal or --time: a prefix of the trials */
    char *evidence; /* finder and checker disagree; or NULL */
    char *tools;    /* the program and libraries that made it; or NULL */
    char *part;     /* "1/4": the trials are one of four parts; or NULL: all */
    double seconds;
    double busiest_seconds; /* processor time of a thread, last campaign */
};

void run_clear(struct run *run);
/* A new last result, zeroed; valid until the next call. */
struct result *run_add(struct run *run);
/* Moves the results of `from` behind those of `to`; `from` is cleared. */
void run_append(struct run *to, struct run *from);

/*
 * The first result of that link (from 0), of the case of that name (NULL: of
 * any); NULL: there is none.
 */
struct result *run_find(const struct run *run, const struct theorem *t,
                        size_t claim, size_t link, const char *case_name);

/*
 * Fills in what is known of link `link` (from 0) of claim `claim` before the
 * first trial: names, the expectation (the case's own binds stronger).
 */
void result_init(struct result *r, const struct spec *spec, size_t claim,
                 size_t link);
/*
 * What is expected of a result that speaks of the theorem, not of a case: what
 * the claim itself says, unless an instance of the case has refuted it.
 */
void result_expect_of_theorem(struct result *r);
/* One more trial, which the checker has confirmed to be false: that number,
   decided at `bits`. */
void result_fall(struct result *r, uint64_t trial, long bits);
void result_clear(struct result *r);
/* Whether it is of an `observe` line: of instances, never a theorem. */
bool result_is_observation(const struct result *r);
/* The variables of its claim's foralls. */
struct quantified result_variables(const struct result *r);
/* What it is about some value of. */
struct quantified result_obtained(const struct result *r);
/* Sets has_gap, from the relation; false where there is no such link. */
void result_find_gap(struct result *r);
/* The extreme that is tightest, and its trial: most of ratios, least of gaps.
 */
const struct enclosure *result_tightest(const struct result *r,
                                        uint64_t *trial);
/* Which link it is of, from 0; a result of a whole claim is of its first. */
size_t result_link(const struct result *r);

/*
 * How many different admitted instances a claim is to be seen at before it
 * holds, of so many trials: a tenth of them and at least 20; 0 where fewer than
 * 20 trials were asked for.
 */
uint64_t verdict_asked(uint64_t trials);
/* The verdict that language.md, section 7, gives to these counts. */
enum verdict_word verdict_decide(const struct result *r, long prec_max);
/* Whether it is undecided because too few instances were admitted. */
bool verdict_is_thin(const struct result *r);

/*
 * In a run that was just stopped: all results that are neither proved nor
 * violated may be left.
 */
void verdict_leave(struct run *run);
/*
 * Sets `ok` of every result of the run; what is left and did not come out as
 * expected is not reached.  `violated` expected of a claim is met
 * for all its entries as soon as one of them is violated; expected by a case,
 * for all links of that claim in that case; expected of a link, for it alone.
 */
void verdict_expectations(struct run *run, bool strict);

/*
 * The exit status that the verdicts alone ask for: 1 (one that was reached is
 * not as expected), 5 (stopped early), 3 (one is undecided or vacuous
 * unexpectedly), 0.
 */
int verdict_exit_status(const struct run *run);
