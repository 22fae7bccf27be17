/*
 * What `prove` refutes before it tries proofs: claims about numbers that their
 * authors expect to fail, of which a search takes less than an attempt.
 */
#pragma once

#include "cli/hunt.h"
#include "cli/tasks.h"

struct refuted {
    struct hunt *hunts; /* that the checker has accepted */
    size_t count;
    bool disagreed; /* it found the opposite once: an error says so */
};

/* In the built-in campaigns of the tasks; `refuted` is all 0 before. */
void refuted_find(struct refuted *refuted, const struct tasks *tasks,
                  const struct ladder_options *ladder);
void refuted_clear(struct refuted *refuted);
/* The search in which the claim, of one link, fell; NULL: none did. */
struct hunt *refuted_hunt(const struct refuted *refuted,
                          const struct theorem *theorem, size_t claim);
