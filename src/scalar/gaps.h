/*
 * Goals as sums of what instances of theorems say, and of a rest.
 */
#ifndef MAJORANT_SCALAR_GAPS_H
#define MAJORANT_SCALAR_GAPS_H

#include "scalar/certificate.h"

/* 0 <= gap by a proof, to be taken `weight` times. */
struct gap {
    const struct form *weight, *gap;
    const struct proof *proof;
};

/* The goal by these and what they leave of it. */
const struct proof *gaps_prove(struct search *s, const struct problem *p,
                               const struct gap *gaps, size_t count,
                               unsigned depth);
/*
 * 0 <= gap by an instance that says 0 <= `said`, times a factor (NULL: 1) that
 * is certainly positive, and an equation for what is left (NULL: nothing is),
 * by a theorem or the proof.
 */
const struct proof *gap_proof(struct search *s, const struct form *gap,
                              const struct squares_fact *instance,
                              const struct form *said,
                              const struct form *factor,
                              const struct squares_fact *equation,
                              const struct proof *proof);
/* logarithms.c: sums of logarithms by those at ratios; NULL: it has none, too.
 */
const struct proof *prove_logarithms(struct search *s, const struct node *n);

#endif
