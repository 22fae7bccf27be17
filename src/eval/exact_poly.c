#include "eval/exact_ring.h"

#include <stdlib.h>

/* Products of monomials that may replace squares by sums, one inside the
   other. */
enum { MAX_NESTING = 32, MAX_FACTORS = 64, MAX_UNSORTED = 1 << 14 };

void poly_clear(struct exact_poly *p)
{
    for (size_t i = 0; i < p->count; i++)
        fmpq_clear(&p->terms[i].coeff);
    free(p->terms);
    *p = (struct exact_poly){0};
}

static void reserve(struct exact_poly *p, size_t capacity)
{
    if (capacity <= p->capacity)
        return;
    p->capacity = capacity;
    p->terms = xrealloc(p->terms, p->capacity, sizeof *p->terms);
}

void poly_push(struct exact_poly *p, const fmpq_t c, uint32_t mono)
{
    if (p->count == p->capacity)
        reserve(p, p->capacity ? 2 * p->capacity : 4);
    struct exact_term *term = &p->terms[p->count++];
    fmpq_init(&term->coeff);
    fmpq_set(&term->coeff, c);
    term->mono = mono;
}

static int compare_terms(const void *a, const void *b)
{
    const struct exact_term *x = a, *y = b;
    return (x->mono > y->mono) - (x->mono < y->mono);
}

void poly_normalise(struct exact_poly *p)
{
    if (p->count > 1)
        qsort(p->terms, p->count, sizeof *p->terms, compare_terms);
    size_t kept = 0;
    for (size_t i = 0; i < p->count;) {
        struct exact_term sum = p->terms[i++];
        for (; i < p->count && p->terms[i].mono == sum.mono; i++) {
            fmpq_add(&sum.coeff, &sum.coeff, &p->terms[i].coeff);
            fmpq_clear(&p->terms[i].coeff);
        }
        if (fmpq_is_zero(&sum.coeff))
            fmpq_clear(&sum.coeff);
        else
            p->terms[kept++] = sum;
    }
    p->count = kept;
}

struct exact_poly poly_view(const struct exact_ring *ring, exact_id x)
{
    const struct exact_number *number = &ring->numbers[x];
    return (struct exact_poly){.terms = number->terms, .count = number->count};
}

/* The coefficient of the sum at this monomial; x, y NULL: not in a, in b. */
static void add_terms(fmpq_t sum, const struct exact_term *x, const fmpq_t c,
                      const struct exact_term *y)
{
    if (!y) {
        fmpq_set(sum, &x->coeff);
        return;
    }
    if (fmpq_is_one(c))
        fmpq_set(sum, &y->coeff);
    else
        fmpq_mul(sum, c, &y->coeff);
    if (x)
        fmpq_add(sum, sum, &x->coeff);
}

void poly_add(struct exact_poly *out, const struct exact_poly *a,
              const fmpq_t c, const struct exact_poly *b)
{
    size_t i = 0, j = 0;
    reserve(out, a->count + b->count);
    while (i < a->count || j < b->count) {
        const struct exact_term *x = i < a->count ? &a->terms[i] : NULL;
        const struct exact_term *y = j < b->count ? &b->terms[j] : NULL;
        if (x && y && x->mono < y->mono)
            y = NULL;
        else if (x && y && y->mono < x->mono)
            x = NULL;
        i += x != NULL;
        j += y != NULL;
        struct exact_term *term = &out->terms[out->count];
        fmpq_init(&term->coeff);
        term->mono = x ? x->mono : y->mono;
        add_terms(&term->coeff, x, c, y);
        if (fmpq_is_zero(&term->coeff))
            fmpq_clear(&term->coeff);
        else
            out->count++;
    }
}

bool poly_fits(const struct exact_poly *p)
{
    if (p->count > EXACT_MAX_TERMS)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (fmpz_bits(fmpq_numref(&p->terms[i].coeff)) > EXACT_MAX_COEFF_BITS ||
            fmpz_bits(fmpq_denref(&p->terms[i].coeff)) > EXACT_MAX_COEFF_BITS)
            return false;
    return true;
}

/* ---- monomials ---- */

/*
 * Merges the factors of two monomials.  The squares of atoms that have one are
 * taken out and multiplied into *squares.  false: over a limit.
 */
static bool merge_factors(struct exact_ring *ring, struct exact_factor *out,
                          uint32_t *count, exact_id *squares,
                          const struct exact_mono *a,
                          const struct exact_mono *b)
{
    uint32_t i = 0, j = 0, n = 0;
    while (i < a->count || j < b->count) {
        struct exact_factor f;
        if (j == b->count ||
            (i < a->count && a->factors[i].atom < b->factors[j].atom)) {
            f = a->factors[i++];
        } else if (i == a->count || b->factors[j].atom < a->factors[i].atom) {
            f = b->factors[j++];
        } else {
            f = a->factors[i++];
            f.power += b->factors[j++].power;
            if (ring->atoms[f.atom].square) {
                *squares =
                    exact_mul(ring, *squares, ring->atoms[f.atom].square);
                continue;
            }
        }
        if (f.power > EXACT_MAX_POWER || f.power < -EXACT_MAX_POWER ||
            n == MAX_FACTORS)
            return false;
        if (f.power)
            out[n++] = f;
    }
    *count = n;
    return *squares != EXACT_NONE;
}

/* As mono_mul, of two that are not 1. */
static bool multiply(struct exact_ring *ring, fmpq_t c, uint32_t *mono,
                     exact_id *squares, uint32_t x, uint32_t y)
{
    /* copies: the array may move */
    const struct exact_mono a = ring->monos[x], b = ring->monos[y];
    struct exact_factor factors[MAX_FACTORS];
    struct exact_mono product = {.factors = factors};
    product.exponent = exact_add(ring, a.exponent, b.exponent);
    if (!product.exponent ||
        !root_product(ring, c, &product.root, a.root, b.root) ||
        !merge_factors(ring, factors, &product.count, squares, &a, &b))
        return false;
    *mono = mono_intern(ring, &product);
    return *mono != 0;
}

/* Where the product of the pair is kept, if it is. */
static struct exact_product *place_of(struct exact_ring *ring, uint32_t x,
                                      uint32_t y)
{
    const uint32_t hash = (x * 2654435761u) ^ (y * 2246822519u);
    if (!ring->products)
        ring->products = xcalloc(EXACT_PRODUCTS, sizeof *ring->products);
    return &ring->products[(hash >> 16) % EXACT_PRODUCTS];
}

/*
 * a * b = c * *mono * *squares; false: over a limit.  A product of sums asks
 * for the same pairs many times; the work is counted as if it were done again,
 * so that what is given up does not depend on what is kept.
 */
static bool mono_mul(struct exact_ring *ring, fmpq_t c, uint32_t *mono,
                     exact_id *squares, uint32_t x, uint32_t y)
{
    fmpq_one(c);
    *squares = EXACT_ONE;
    *mono = x == EXACT_MONO_ONE ? y : x;
    if (x == EXACT_MONO_ONE || y == EXACT_MONO_ONE)
        return true;
    struct exact_product *kept = place_of(ring, x, y);
    if (kept->x == x && kept->y == y) {
        fmpq_set(c, &kept->c);
        *mono = kept->mono;
        *squares = kept->squares;
        return exact_charge(ring, kept->work);
    }
    const uint64_t before = ring->work;
    if (!multiply(ring, c, mono, squares, x, y))
        return false;
    fmpq_set(&kept->c, c);
    kept->x = x;
    kept->y = y;
    kept->mono = *mono;
    kept->squares = *squares;
    kept->work = ring->work - before;
    return true;
}

static bool push_product(struct exact_ring *ring, struct exact_poly *out,
                         const struct exact_term *x,
                         const struct exact_term *y);

/* out += (c * mono) * squares, term by term. */
static bool push_expanded(struct exact_ring *ring, struct exact_poly *out,
                          const struct exact_term *x, exact_id squares)
{
    if (ring->nesting >= MAX_NESTING)
        return false;
    ring->nesting++;
    bool ok = true;
    const struct exact_poly p = poly_view(ring, squares);
    for (size_t i = 0; ok && i < p.count; i++)
        ok = push_product(ring, out, x, &p.terms[i]);
    ring->nesting--;
    return ok;
}

/*
 * Appends x * y.  Terminates: the atoms of a square are older than the atom,
 * so that each expansion meets squares of older atoms only.
 */
static bool push_product(struct exact_ring *ring, struct exact_poly *out,
                         const struct exact_term *x, const struct exact_term *y)
{
    uint32_t mono;
    exact_id squares;
    LOCAL_FMPQ(c);
    bool ok = exact_charge(ring, 8) && out->count < MAX_UNSORTED &&
              mono_mul(ring, c, &mono, &squares, x->mono, y->mono);
    if (ok) {
        if (fmpq_is_one(c)) {
            fmpq_mul(c, &x->coeff, &y->coeff);
        } else {
            fmpq_mul(c, c, &x->coeff);
            fmpq_mul(c, c, &y->coeff);
        }
        if (squares == EXACT_ONE) {
            poly_push(out, c, mono);
        } else {
            struct exact_term term = {.coeff = *c, .mono = mono};
            ok = push_expanded(ring, out, &term, squares);
        }
    }
    return ok;
}

bool poly_mul(struct exact_ring *ring, struct exact_poly *out,
              const struct exact_poly *a, const struct exact_poly *b,
              size_t limit)
{
    if (a->count * b->count > MAX_UNSORTED)
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < a->count; i++)
        for (size_t j = 0; ok && j < b->count; j++)
            ok = push_product(ring, out, &a->terms[i], &b->terms[j]);
    poly_normalise(out);
    return ok && out->count <= limit;
}

int32_t mono_power(const struct exact_ring *ring, uint32_t mono, uint32_t atom)
{
    const struct exact_mono *m = &ring->monos[mono];
    for (uint32_t i = 0; i < m->count; i++)
        if (m->factors[i].atom == atom)
            return m->factors[i].power;
    return 0;
}

uint32_t mono_without(struct exact_ring *ring, uint32_t mono, uint32_t atom)
{
    const struct exact_mono *m = &ring->monos[mono];
    struct exact_factor factors[MAX_FACTORS];
    struct exact_mono rest = {
        .root = m->root, .exponent = m->exponent, .factors = factors};
    for (uint32_t i = 0; i < m->count; i++)
        if (m->factors[i].atom != atom)
            factors[rest.count++] = m->factors[i];
    return mono_intern(ring, &rest);
}
