/*
 * Where the outcomes of trials are kept, as campaigns see it: a table of
 * functions, so that verify knows no data base.
 *
 * A campaign asks for the trials of a window that are kept already, runs the
 * others that are its own, and hands each over as soon as it is decided.  What
 * is loaded is what was kept, bit for bit: results do not tell a trial that
 * was run from one that was loaded.
 */
#pragma once

#include "case/casefile.h"
#include "verify/tally.h"

/* One trial with an outcome for each link of the wanted claims, in order. */
struct ledger_trial {
    uint64_t number;
    enum admission admission;
    uint64_t instance; /* its fingerprint (instance/instance.h) */
    struct link_outcome *outcomes;
    size_t nlinks;
    const int64_t *sizes; /* nsizes, in the order of the theorem's dims */
    size_t nsizes;
    double seconds; /* spent on it */
};

/* Told of each kept trial; the record is valid during the call only. */
typedef void ledger_take(void *taker, const struct ledger_trial *trial);

struct ledger {
    void *context;
    /*
     * Before the trials of a case.  Here and below another status than ST_OK
     * ends the campaign with it; the ledger knows the reason.
     */
    enum status (*begin)(void *context, const struct spec *spec,
                         const bool *wanted);
    /* Gives out the kept trials of begin..end-1. */
    enum status (*load)(void *context, uint64_t begin, uint64_t end,
                        ledger_take *take, void *taker);
    /*
     * Whether a trial that is not kept is to be run here; results leave the
     * others out.  From threads.
     */
    bool (*is_ours)(void *context, uint64_t number);
    /* Called from several threads at once; a failure is told by `sync`. */
    void (*keep)(void *context, const struct ledger_trial *trial);
    /* Now and then, and at the end of each window: makes it permanent. */
    enum status (*sync)(void *context);
};
