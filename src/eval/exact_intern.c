#include "eval/exact_ring.h"

#include <stdlib.h>
#include <string.h>

typedef bool table_equal(const struct exact_ring *ring, uint32_t item,
                         const void *model);

static uint32_t table_find(const struct exact_ring *ring,
                           const struct map *table, uint64_t hash,
                           table_equal *equal, const void *model)
{
    uintptr_t item;
    for (size_t at = 0; map_next(&item, table, hash, &at);)
        if (equal(ring, (uint32_t)item, model))
            return (uint32_t)item;
    return 0;
}

/* The place of a new item at the end of a growing array. */
static void *grow(void *items, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return items;
    *room = *room ? 2 * *room : 64;
    return xrealloc(items, *room, size);
}

static void cache_clear(struct exact_cache *cache)
{
    if (cache->prec)
        arb_clear(cache->ball);
}

/* ---- numbers ---- */

static uint64_t hash_number(const struct exact_poly *p)
{
    const ulong modulus = ((ulong)1 << 61) - 1;
    uint64_t hash = p->count;
    for (size_t i = 0; i < p->count; i++) {
        const fmpq *c = &p->terms[i].coeff;
        hash = map_mix(hash, p->terms[i].mono);
        hash = map_mix(hash, fmpz_fdiv_ui(fmpq_numref(c), modulus));
        hash = map_mix(hash, fmpz_fdiv_ui(fmpq_denref(c), modulus));
    }
    return hash;
}

static bool equal_number(const struct exact_ring *ring, uint32_t item,
                         const void *model)
{
    const struct exact_number *a = &ring->numbers[item];
    const struct exact_poly *p = model;
    if (a->count != p->count)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (a->terms[i].mono != p->terms[i].mono ||
            !fmpq_equal(&a->terms[i].coeff, &p->terms[i].coeff))
            return false;
    return true;
}

static exact_id add_number(struct exact_ring *ring, const struct exact_poly *p)
{
    struct exact_number number = {.count = (uint32_t)p->count};
    struct exact_term *terms =
        arena_array(ring->arena, p->count + 1, sizeof *terms);
    for (size_t i = 0; i < p->count; i++) {
        fmpq_init(&terms[i].coeff);
        fmpq_set(&terms[i].coeff, &p->terms[i].coeff);
        terms[i].mono = p->terms[i].mono;
        uint32_t depth = ring->monos[terms[i].mono].depth;
        number.depth = depth > number.depth ? depth : number.depth;
    }
    number.terms = terms;
    ring->numbers = grow(ring->numbers, &ring->numbers_room, ring->nnumbers,
                         sizeof *ring->numbers);
    ring->numbers[ring->nnumbers] = number;
    return (exact_id)ring->nnumbers++;
}

exact_id number_intern(struct exact_ring *ring, const struct exact_poly *p)
{
    uint64_t hash = hash_number(p);
    exact_id id = table_find(ring, &ring->number_table, hash, equal_number, p);
    if (id || ring->exhausted)
        return id;
    if (ring->nnumbers >= EXACT_MAX_NUMBERS) {
        ring->exhausted = true;
        return EXACT_NONE;
    }
    id = add_number(ring, p);
    map_add(&ring->number_table, hash, id);
    return id;
}

exact_id number_of_mono(struct exact_ring *ring, const fmpq_t c, uint32_t mono)
{
    if (!mono)
        return EXACT_NONE;
    LOCAL(poly_clear) struct exact_poly p = {0};
    poly_push(&p, c, mono);
    poly_normalise(&p);
    return number_intern(ring, &p);
}

/* ---- monomials ---- */

static uint64_t hash_mono(const struct exact_mono *m)
{
    uint64_t hash = map_mix(map_mix(m->count, m->root), m->exponent);
    for (uint32_t i = 0; i < m->count; i++) {
        hash = map_mix(hash, m->factors[i].atom);
        hash = map_mix(hash, (uint64_t)m->factors[i].power);
    }
    return hash;
}

static bool equal_mono(const struct exact_ring *ring, uint32_t item,
                       const void *model)
{
    const struct exact_mono *a = &ring->monos[item], *b = model;
    if (a->root != b->root || a->exponent != b->exponent ||
        a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->factors[i].atom != b->factors[i].atom ||
            a->factors[i].power != b->factors[i].power)
            return false;
    return true;
}

static uint32_t depth_of_mono(const struct exact_ring *ring,
                              const struct exact_mono *m)
{
    uint32_t depth = 0;
    if (m->exponent != EXACT_ZERO)
        depth = ring->numbers[m->exponent].depth + 1;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t d = ring->atoms[m->factors[i].atom].depth;
        depth = d > depth ? d : depth;
    }
    return depth;
}

uint32_t mono_intern(struct exact_ring *ring, const struct exact_mono *model)
{
    uint64_t hash = hash_mono(model);
    uint32_t found =
        table_find(ring, &ring->mono_table, hash, equal_mono, model);
    if (found || ring->exhausted)
        return found;
    struct exact_mono m = {.root = model->root,
                           .exponent = model->exponent,
                           .count = model->count,
                           .depth = depth_of_mono(ring, model)};
    struct exact_factor *factors =
        arena_array(ring->arena, (size_t)m.count + 1, sizeof *factors);
    if (m.count)
        memcpy(factors, model->factors, m.count * sizeof *factors);
    m.factors = factors;
    ring->monos =
        grow(ring->monos, &ring->monos_room, ring->nmonos, sizeof *ring->monos);
    ring->monos[ring->nmonos] = m;
    map_add(&ring->mono_table, hash, (uint32_t)ring->nmonos);
    return (uint32_t)ring->nmonos++;
}

/* ---- atoms ---- */

static uint64_t hash_atom(const struct exact_atom *a)
{
    uint64_t hash =
        map_mix(map_mix(map_mix((uint64_t)a->kind, a->x), a->y), a->rows);
    hash = map_mix(map_mix(hash, (uint64_t)a->fn), a->cols);
    for (size_t i = 0; i < (size_t)a->rows * a->cols; i++)
        hash = map_mix(hash, a->entries[i]);
    return hash;
}

static bool equal_atom(const struct exact_ring *ring, uint32_t item,
                       const void *model)
{
    const struct exact_atom *a = &ring->atoms[item], *b = model;
    if (a->kind != b->kind || a->x != b->x || a->y != b->y || a->fn != b->fn ||
        a->rows != b->rows || a->cols != b->cols)
        return false;
    size_t count = (size_t)a->rows * a->cols;
    return !count ||
           !memcmp(a->entries, b->entries, count * sizeof *a->entries);
}

static uint32_t depth_of_atom(const struct exact_ring *ring,
                              const struct exact_atom *a)
{
    uint32_t depth = 0;
    const exact_id ids[] = {a->x, a->y, a->square};
    for (size_t i = 0; i < 3; i++)
        if (ids[i] && ring->numbers[ids[i]].depth > depth)
            depth = ring->numbers[ids[i]].depth;
    for (size_t i = 0; i < (size_t)a->rows * a->cols; i++)
        if (ring->numbers[a->entries[i]].depth > depth)
            depth = ring->numbers[a->entries[i]].depth;
    return depth + 1;
}

static uint32_t add_atom(struct exact_ring *ring,
                         const struct exact_atom *model)
{
    struct exact_atom a = *model;
    a.cache.prec = 0;
    size_t count = (size_t)a.rows * a.cols;
    if (count) {
        exact_id *entries = arena_array(ring->arena, count, sizeof *entries);
        memcpy(entries, model->entries, count * sizeof *entries);
        a.entries = entries;
    }
    a.depth = depth_of_atom(ring, &a);
    ring->atoms =
        grow(ring->atoms, &ring->atoms_room, ring->natoms, sizeof *ring->atoms);
    ring->atoms[ring->natoms] = a;
    return (uint32_t)ring->natoms++;
}

exact_id number_of_model(struct exact_ring *ring,
                         const struct exact_mono *model)
{
    LOCAL_FMPQ(one);
    fmpq_one(one);
    return number_of_mono(ring, one, mono_intern(ring, model));
}

static exact_id number_of_atom(struct exact_ring *ring, uint32_t atom)
{
    struct exact_factor factor = {.atom = atom, .power = 1};
    struct exact_mono mono = {
        .exponent = EXACT_ZERO, .factors = &factor, .count = 1};
    return number_of_model(ring, &mono);
}

exact_id atom_number(struct exact_ring *ring, const struct exact_atom *model)
{
    if (!exact_charge(ring, 4))
        return EXACT_NONE;
    if (model->kind == ATOM_OPAQUE)
        return number_of_atom(ring, add_atom(ring, model));
    uint64_t hash = hash_atom(model);
    uint32_t atom =
        table_find(ring, &ring->atom_table, hash, equal_atom, model);
    if (!atom) {
        if (depth_of_atom(ring, model) > EXACT_MAX_DEPTH)
            return exact_opaque(ring);
        atom = add_atom(ring, model);
        map_add(&ring->atom_table, hash, atom);
    }
    return number_of_atom(ring, atom);
}

exact_id atom_of(struct exact_ring *ring, enum exact_kind kind, exact_id x,
                 exact_id square)
{
    struct exact_atom model = {.kind = kind, .x = x, .square = square};
    return x ? atom_number(ring, &model) : EXACT_NONE;
}

/* ---- the ring ---- */

/* EXACT_NONE, EXACT_ZERO, EXACT_ONE; no atom 0, no monomial 0. */
static void add_first_items(struct exact_ring *ring)
{
    LOCAL(poly_clear) struct exact_poly zero = {0};
    add_number(ring, &zero);
    ring->natoms = 1;
    ring->nmonos = 1;
    exact_id id = number_intern(ring, &zero);
    ENSURE(id == EXACT_ZERO, "the first number is 0");
    struct exact_mono one = {.exponent = EXACT_ZERO};
    uint32_t mono = mono_intern(ring, &one);
    ENSURE(mono == EXACT_MONO_ONE, "the first monomial is 1");
    LOCAL_FMPQ(c);
    fmpq_one(c);
    id = number_of_mono(ring, c, mono);
    ENSURE(id == EXACT_ONE, "the second number is 1");
}

struct exact_ring *exact_ring_new(void)
{
    struct exact_ring *ring = xcalloc(1, sizeof *ring);
    ring->arena = arena_new();
    ring->numbers = grow(NULL, &ring->numbers_room, 0, sizeof *ring->numbers);
    ring->monos = grow(NULL, &ring->monos_room, 0, sizeof *ring->monos);
    ring->atoms = grow(NULL, &ring->atoms_room, 0, sizeof *ring->atoms);
    ring->roots = xcalloc(EXACT_MAX_ROOTS, sizeof *ring->roots);
    fmpz_init_set_ui(&ring->roots[0], 1);
    ring->nroots = 1;
    add_first_items(ring);
    return ring;
}

void exact_ring_free(struct exact_ring *ring)
{
    if (!ring)
        return;
    for (size_t i = 0; i < ring->nnumbers; i++)
        for (size_t k = 0; k < ring->numbers[i].count; k++)
            fmpq_clear(&ring->numbers[i].terms[k].coeff);
    for (size_t i = 1; i < ring->nmonos; i++)
        cache_clear(&ring->monos[i].cache);
    for (size_t i = 1; i < ring->natoms; i++)
        cache_clear(&ring->atoms[i].cache);
    for (size_t i = 0; i < ring->nroots; i++)
        fmpz_clear(&ring->roots[i]);
    for (size_t i = 0; ring->products && i < EXACT_PRODUCTS; i++)
        fmpq_clear(&ring->products[i].c);
    free(ring->products);
    free(ring->roots);
    map_clear(&ring->number_table);
    map_clear(&ring->mono_table);
    map_clear(&ring->atom_table);
    free(ring->numbers);
    free(ring->monos);
    free(ring->atoms);
    arena_free(ring->arena);
    free(ring);
}

bool exact_is_exhausted(const struct exact_ring *ring)
{
    return ring->exhausted;
}

bool exact_charge(struct exact_ring *ring, uint64_t steps)
{
    ring->work += steps;
    if (ring->work > EXACT_MAX_WORK)
        ring->exhausted = true;
    return !ring->exhausted;
}
