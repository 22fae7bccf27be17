/*
 * What is measured: the single-layer claim at one choice of sizes on one
 * instance of full 53-bit entries, by every way of reaching a verdict.
 */
#ifndef MAJORANT_BENCH_WORKLOAD_H
#define MAJORANT_BENCH_WORKLOAD_H

#include "base/truth.h"
#include "ir/lower.h"
#include "verify/stage.h"

struct workload_size {
    int64_t n, d, dk;
};

enum workload_way {              /* ORDER: names in workload.c */
                    WAY_FORWARD, /* the plain pass; decides nothing */
                    WAY_FILTER,  /* statement in residual form */
                    WAY_FILTER_LITERAL,
                    WAY_BATCHED, /* small sizes only */
                    WAY_BALL64,
                    WAY_BALL128,
                    WAY_BALL256,
                    WAY_HAND, /* 128 bits, literally, by calls of Arb */
                    WAY_KERNEL,
                    WAY_COUNT
};

/* The theorems of the module, in order. */
enum workload_theorem {
    WORKLOAD_LITERAL,  /* the claim as the paper writes it */
    WORKLOAD_RESIDUAL, /* P from the residual, P * R in place of P * X */
    WORKLOAD_MIXED,    /* a step of its proof, with the mixed campaign */
    WORKLOAD_DEEP      /* L layers, one after the other */
};

/* Statements and cases that are measured; the caller frees it. */
struct module *workload_module(void);

struct workload;

struct workload *workload_new(const struct module *module,
                              const struct workload_size *size);
void workload_free(struct workload *w);
const char *workload_name(enum workload_way way);
/* Whether the way exists at this size (the batched filter may not). */
bool workload_has(const struct workload *w, enum workload_way way);
/* The trials that one call of workload_run decides. */
size_t workload_trials(const struct workload *w, enum workload_way way);
/*
 * Decides once.  The plain pass answers what it sees, which certifies nothing.
 */
enum truth workload_run(struct workload *w, enum workload_way way);

/*
 * A stage of a theorem whose givens are matrices with one first input of
 * entries below 1 and weights of about 1/sqrt(d); free it with stage_free.
 */
struct stage *workload_stage(const struct theorem *theorem, const int64_t *dims,
                             int64_t d);

#endif
