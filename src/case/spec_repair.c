/*
 * Repairing a drawn instance so that the assumptions hold.
 *
 * Values drawn one by one hardly ever lie on a sphere, in a band or in order.
 * Recognisers, each for one kind of assumption, propose exact values:
 *
 *   scalars in ranges of one another           meet_scalar: between ends
 *   equations linear in a slot, zero patterns  meet_linear: elimination
 *   psd(A - mu*I), psd(L*I - A), eigmin, ...   meet_band: Q diag(l) Q'
 *   norms, sums, frames, orders, signs         meet_maps: maps, multiples
 *   vectors orthogonal to one another          meet_together: a frame
 *
 * in this order, since matrices are asked to fit scalars.  A proposal is taken
 * where fewer assumptions are false with it, so that several hypotheses are
 * met one after the other.  Weighed against it: syntactic patterns alone (each
 * spelling of a hypothesis would be one more), and a constraint solver (its
 * numbers are not exact, or its fractions grow).
 */
#include "case/meet_internal.h"

#include "case/frame.h"

#include <stdlib.h>

static bool is_scalar(const struct meeting *m, size_t slot)
{
    const struct slot *s = &m->x->layout->slots[slot];
    return s->rows == 1 && s->cols == 1;
}

/* Of all values; beyond MEET_MAX_ENTRIES it stops counting. */
static size_t count_entries(const struct layout *layout)
{
    size_t entries = 0;
    for (size_t k = 0; k < layout->nslots && entries <= MEET_MAX_ENTRIES; k++)
        entries += layout->slots[k].rows * layout->slots[k].cols;
    return entries;
}

/* Every slot that may change, the last first; scalars or the others. */
static void each_slot(struct meeting *m, bool scalars,
                      void (*propose)(struct meeting *m, size_t slot))
{
    for (size_t slot = m->x->layout->nslots; slot-- > 0;)
        if (m->may_change[slot] && is_scalar(m, slot) == scalars &&
            meet_open(m, slot) > 0)
            propose(m, slot);
}

static void map_open(struct meeting *m)
{
    for (size_t k = 0; k < m->natoms; k++)
        for (size_t slot = m->x->layout->nslots; slot-- > 0;)
            if (m->may_change[slot] && !is_scalar(m, slot) &&
                meet_reads(&m->atoms[k], slot) && meet_is_open(m, &m->atoms[k]))
                meet_maps(m, &m->atoms[k], slot);
}

static void propose_all(struct meeting *m)
{
    each_slot(m, true, meet_scalar);
    each_slot(m, true, meet_scalar);
    each_slot(m, false, meet_linear);
    each_slot(m, false, meet_band);
    map_open(m);
    if (meet_open_all(m) > 0)
        meet_together(m);
    each_slot(m, true, meet_linear);
}

/*
 * What is no equation comes first: an equation that holds already would keep
 * its values where they are.
 */
static void repair(struct meeting *m)
{
    enum { ROUNDS = 4 };
    for (int round = 0; round < ROUNDS; round++) {
        m->skips_equations = round == 0;
        if (meet_open_all(m) > 0)
            propose_all(m);
    }
}

static bool is_same(const struct value *a, const struct value *b)
{
    LOCAL_RATIONAL x = rational_zero(), y = rational_zero();
    bool same = true;
    for (size_t k = 0; k < a->rows * a->cols && same; k++) {
        value_entry(&x, a, k / a->cols, k % a->cols);
        value_entry(&y, b, k / b->cols, k % b->cols);
        same = mpq_equal(x.q, y.q) != 0;
    }
    return same;
}

bool spec_repair(const struct spec *spec, const struct env *env,
                 struct instance *x, bool *may_change, uint64_t key,
                 bool is_near)
{
    enum { ENTRIES_OF_AN_OFFER = 60 };
    size_t entries = count_entries(x->layout);
    if (entries > MEET_MAX_ENTRIES || x->layout->nslots > MEET_MAX_SLOTS ||
        spec->theorem->nassumptions == 0)
        return false;
    size_t n = x->layout->nslots;
    bool any = false;
    enum { NEAR_BITS = 22 };
    LOCAL(meet_atoms_clear)
    struct meeting m = {.spec = spec,
                        .x = x,
                        .may_change = may_change,
                        .rng = rng_start(key),
                        .price = 1 + entries / ENTRIES_OF_AN_OFFER,
                        .round_bits = is_near ? NEAR_BITS : MEET_ROUND_BITS,
                        .reflection_bits = is_near ? NEAR_BITS : FRAME_BITS};
    if (meet_atoms(&m, env) && meet_open_all(&m) > 0) {
        LOCAL_FREE struct value *old = xcalloc(n + 1, sizeof *old);
        for (size_t k = 0; k < n; k++)
            if (may_change[k])
                value_copy(&old[k], &x->values[k]);
        repair(&m);
        for (size_t k = 0; k < n; k++) {
            if (may_change[k] && !is_same(&old[k], &x->values[k])) {
                may_change[k] = false;
                any = true;
            }
            value_clear(&old[k]);
        }
    }
    return any;
}
