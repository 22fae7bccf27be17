/*
 * A campaign at work.  campaign.c gives out windows of trials and adds them up;
 * campaign_trial.c is what the threads do in between.
 */
#pragma once

#include "verify/campaign.h"
#include "verify/extremes.h"
#include "verify/instance_set.h"
#include "verify/window.h"

#include <stdatomic.h>

struct campaign {
    const struct spec *spec;
    const bool *wanted;
    const struct campaign_options *options;
    struct run *run;
    size_t first_result, nlinks; /* results are first_result + link */
    struct ladder_options ladder;
    struct extremes *extremes;
    struct instance_set *admitted; /* the different ones so far */
    struct instance_set *drawn;    /* all of them, where the domain is finite */
    uint64_t begin, end;           /* all trials */
    size_t width;                  /* trials in a window */
    struct window windows[2], *window; /* the one being worked on */
    atomic_bool failed;                /* stop, whatever the options say */
};

/* Seconds of a clock that only goes forward. */
double campaign_now(void);

/* ---- of a thread; see crew_work ---- */

void *campaign_enter(void *context);
void campaign_leave(void *context, void *state);
void campaign_items(void *context, void *state, uint64_t number, size_t count);

/* ---- of a trial ---- */

/* Asks the checker about a link; where it disagrees, with its evidence. */
enum checker_answer campaign_ask(const struct campaign *c,
                                 const struct stage *stage, size_t link,
                                 uint64_t number, enum truth truth,
                                 char **evidence);
/* One of the window that is worked on. */
struct trial *campaign_trial(const struct campaign *c, uint64_t number);
/* What a trial counts as when it is added up. */
enum admission campaign_admission(const struct trial *trial);
