/*
 * Windows: trials that are worked on together, or were and wait to be added up
 * in order.
 */
#pragma once

#include "base/diag.h"
#include "verify/tally.h"

enum trial_state {
    TRIAL_ABANDONED = 0, /* not begun, or told to stop in it */
    TRIAL_DONE,
    TRIAL_ELSEWHERE, /* not ours to run */
    TRIAL_UNTRIED,   /* what trials may cost is spent */
    TRIAL_IMPOSSIBLE /* where and reason say why */
};

struct trial {
    enum trial_state state;
    enum admission admission;
    uint64_t instance; /* its fingerprint (instance/instance.h), where it is
                          done or impossible */
    struct link_outcome *outcomes; /* one for each link */
    struct span where;
    char *reason;
    char *evidence; /* the checker disagrees about this trial; or NULL */
};

struct window {
    uint64_t begin, end;
    size_t nlinks;
    struct trial *trials;
    struct link_outcome *outcomes; /* of all of them */
};

/*
 * How many trials a window has, a multiple of `batch`: the more the fewer links
 * there are, so that threads wait for each other less often.
 */
size_t window_width(size_t nlinks, size_t batch);
/* Empty, with room for `width` trials. */
void window_init(struct window *w, size_t width, size_t nlinks);
void window_clear(struct window *w);
/* Forgets its trials; then it has begin..end-1, none of them begun. */
void window_open(struct window *w, uint64_t begin, uint64_t end);
/* One of its trials. */
struct trial *window_trial(const struct window *w, uint64_t number);
