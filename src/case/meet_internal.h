/*
 * Meeting assumptions: what the parts of it share.  Internal to spec_meet.c
 * and meet_*.c.
 *
 * An assumption is taken apart into atoms (`and` and `forall` unrolled), each
 * with the index values it was found at.  Recognisers propose values for one
 * slot; a proposal is taken where the declaration admits it and fewer atoms
 * are false with it than before.  Atoms are looked at exactly where they are
 * rational, else in doubles: this only proposes instances, and whether they
 * are admitted is decided as for every draw.
 */
#pragma once

#include "base/rng.h"
#include "case/spec_internal.h"

enum {
    MEET_MAX_ENTRIES = 400, /* of all values: their products are exact */
    MEET_MAX_INDICES = 8,
    MEET_MAX_ATOMS = 128,
    MEET_MAX_SLOTS = 64,
    MEET_MAX_OFFERS = 1500, /* values tried for one instance */
    MEET_MAX_BITS = 1200,   /* of a number that is proposed */
    MEET_ROUND_BITS = 10    /* drawn values are rounded before equations */
};

struct atom {
    const struct expr *relation; /* EX_REL or EX_PSD */
    struct env env;
    uint64_t slots; /* that it reads, as bits */
};

struct meeting {
    const struct spec *spec;
    struct instance *x;
    const bool *may_change; /* by slot */
    struct rng rng;
    int round_bits, reflection_bits; /* how near proposals stay */
    struct atom *atoms;
    size_t natoms, offers, price; /* of an offer: larger values, fewer */
    uint64_t seen; /* slots that evaluations read since it was set to 0 */
    bool is_rough; /* the last evaluation was no exact one */
    bool skips_equations; /* they do not count: first the other atoms */
};

/* ---- meet_atoms.c ---- */

/* Takes the assumptions apart; false: there are too many parts. */
bool meet_atoms(struct meeting *m, const struct env *env);
void meet_atoms_clear(struct meeting *m);
/* The value of e now; false: it has none that is known. */
bool meet_evaluate(struct rmatrix *out, struct meeting *m,
                   const struct env *env, const struct expr *e);
/* Whether the atom is false as far as it is known. */
bool meet_is_open(struct meeting *m, const struct atom *atom);
/* How many atoms that read the slot are false now. */
size_t meet_open(struct meeting *m, size_t slot);
size_t meet_open_all(struct meeting *m);
bool meet_counts(const struct meeting *m, const struct atom *atom);
/*
 * Puts v (used up) into the slot where it is admitted and fewer of its atoms
 * are false with it.
 */
bool meet_offer(struct meeting *m, size_t slot, struct rmatrix *v);
/* Whether v may stand in the slot: kind, range, length of its numbers. */
bool meet_is_admitted(struct meeting *m, size_t slot, const struct value *v);
bool meet_reads(const struct atom *atom, size_t slot);
/* The slot of a given that is no family member of unknown index. */
bool meet_slot(size_t *slot, struct meeting *m, const struct env *env,
               const struct expr *given);

/* ---- proposals; each leaves the instance no worse ---- */

/* Equations that are linear in a slot, all at once. */
void meet_linear(struct meeting *m, size_t slot);
/* v with which `e`, linear in the slot, is the target; false: none. */
bool meet_solve(struct rmatrix *v, struct meeting *m, const struct env *env,
                const struct expr *e, const struct rmatrix *target,
                size_t slot);
/* Values of a scalar between the ends that its atoms set. */
void meet_scalar(struct meeting *m, size_t slot);
/* Q diag(l) Q' with l between the ends that psd, eigmin, eigmax, norm2 set. */
void meet_band(struct meeting *m, size_t slot);
/*
 * Columns of one length become orthonormal together, what an equation reads
 * one unit vector, scalars an order.
 */
void meet_together(struct meeting *m);
/* Maps of the slot, or of what an atom speaks of, to where the atom holds. */
void meet_maps(struct meeting *m, const struct atom *atom, size_t slot);
