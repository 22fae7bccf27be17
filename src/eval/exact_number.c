#include "eval/exact_ring.h"

/* Products of numbers with more terms than this become an atom at once. */
enum { MAX_PRODUCT_TERMS = 1024 };

/* ---- constants ---- */

exact_id exact_rational(struct exact_ring *ring, const fmpq_t value)
{
    return number_of_mono(ring, value, EXACT_MONO_ONE);
}

exact_id exact_int(struct exact_ring *ring, int64_t value)
{
    LOCAL_FMPQ(q);
    fmpq_set_si(q, (slong)value, 1);
    return exact_rational(ring, q);
}

exact_id exact_pi(struct exact_ring *ring)
{
    const struct exact_atom model = {.kind = ATOM_PI};
    return atom_number(ring, &model);
}

exact_id exact_opaque(struct exact_ring *ring)
{
    const struct exact_atom model = {.kind = ATOM_OPAQUE};
    return atom_number(ring, &model);
}

exact_id exact_matrix_function(struct exact_ring *ring, enum function fn,
                               uint32_t rows, uint32_t cols,
                               const exact_id *entries)
{
    const struct exact_atom model = {.kind = ATOM_MATRIX,
                                     .fn = fn,
                                     .rows = rows,
                                     .cols = cols,
                                     .entries = entries};
    for (size_t i = 0; i < (size_t)rows * cols; i++)
        if (!entries[i])
            return EXACT_NONE;
    if (!exact_charge(ring, (uint64_t)rows * cols))
        return EXACT_NONE;
    return atom_number(ring, &model);
}

/* ---- queries ---- */

bool exact_is_rational(const struct exact_ring *ring, exact_id x)
{
    const struct exact_number *n = &ring->numbers[x];
    return x && (n->count == 0 ||
                 (n->count == 1 && n->terms[0].mono == EXACT_MONO_ONE));
}

bool exact_get_rational(fmpq_t out, const struct exact_ring *ring, exact_id x)
{
    if (!exact_is_rational(ring, x))
        return false;
    if (x == EXACT_ZERO)
        fmpq_zero(out);
    else
        fmpq_set(out, &ring->numbers[x].terms[0].coeff);
    return true;
}

bool exact_is_algebraic(const struct exact_ring *ring, exact_id x)
{
    const struct exact_number *n = &ring->numbers[x];
    for (uint32_t i = 0; i < n->count; i++) {
        const struct exact_mono *m = &ring->monos[n->terms[i].mono];
        if (m->count || m->exponent != EXACT_ZERO)
            return false;
    }
    return x != EXACT_NONE;
}

const struct exact_term *number_single(const struct exact_ring *ring,
                                       exact_id x)
{
    const struct exact_number *n = &ring->numbers[x];
    return n->count == 1 ? &n->terms[0] : NULL;
}

exact_id number_product(const struct exact_ring *ring, exact_id x)
{
    return ring->numbers[x].product ? ring->numbers[x].product : x;
}

void exact_set_product(struct exact_ring *ring, exact_id x, exact_id single)
{
    if (x && single && !number_single(ring, x))
        ring->numbers[x].product = single;
}

/* ---- sums and products ---- */

/* Steps of an operation on a rational of this size. */
static uint64_t cost(const fmpq_t c)
{
    return 2 + (fmpz_bits(fmpq_numref(c)) + fmpz_bits(fmpq_denref(c))) / 32;
}

static uint64_t poly_cost(const struct exact_poly *p)
{
    uint64_t steps = 0;
    for (size_t i = 0; i < p->count; i++)
        steps += cost(&p->terms[i].coeff);
    return steps;
}

/* Interns a polynomial and clears it; NONE where it is too long. */
static exact_id take_poly(struct exact_ring *ring, struct exact_poly *p)
{
    exact_id id = poly_fits(p) ? number_intern(ring, p) : EXACT_NONE;
    poly_clear(p);
    return id;
}

/* x + y or x * y as an atom; both commute, so the smaller id comes first. */
static exact_id long_pair(struct exact_ring *ring, enum exact_kind kind,
                          exact_id x, exact_id y)
{
    if (!x || !y || ring->exhausted)
        return EXACT_NONE;
    const struct exact_atom model = {
        .kind = kind, .x = x < y ? x : y, .y = x < y ? y : x};
    return atom_number(ring, &model);
}

exact_id exact_scale(struct exact_ring *ring, const fmpq_t c, exact_id x)
{
    if (!x || !exact_charge(ring, 2))
        return EXACT_NONE;
    if (fmpq_is_zero(c))
        return EXACT_ZERO;
    if (fmpq_is_one(c) || x == EXACT_ZERO)
        return x;
    const struct exact_poly view = poly_view(ring, x), none = {0};
    struct exact_poly p = {0};
    poly_add(&p, &none, c, &view);
    exact_charge(ring, poly_cost(&p));
    exact_id id = take_poly(ring, &p);
    return id ? id : long_pair(ring, ATOM_PRODUCT, exact_rational(ring, c), x);
}

/* x + c * y */
static exact_id add_scaled(struct exact_ring *ring, exact_id x, const fmpq_t c,
                           exact_id y)
{
    if (!x || !y || !exact_charge(ring, 2))
        return EXACT_NONE;
    if (y == EXACT_ZERO)
        return x;
    if (x == EXACT_ZERO)
        return exact_scale(ring, c, y);
    const struct exact_poly a = poly_view(ring, x), b = poly_view(ring, y);
    struct exact_poly p = {0};
    poly_add(&p, &a, c, &b);
    exact_charge(ring, poly_cost(&p));
    exact_id id = take_poly(ring, &p);
    return id ? id : long_pair(ring, ATOM_SUM, x, exact_scale(ring, c, y));
}

static exact_id scale_int(struct exact_ring *ring, slong num, ulong den,
                          exact_id x)
{
    LOCAL_FMPQ(c);
    fmpq_set_si(c, num, den);
    return exact_scale(ring, c, x);
}

exact_id exact_neg(struct exact_ring *ring, exact_id x)
{
    return scale_int(ring, -1, 1, x);
}

exact_id exact_half(struct exact_ring *ring, exact_id x)
{
    return scale_int(ring, 1, 2, x);
}

exact_id exact_add(struct exact_ring *ring, exact_id x, exact_id y)
{
    LOCAL_FMPQ(one);
    fmpq_one(one);
    return add_scaled(ring, x, one, y);
}

exact_id exact_sub(struct exact_ring *ring, exact_id x, exact_id y)
{
    if (x == y && x)
        return EXACT_ZERO;
    LOCAL_FMPQ(minus);
    fmpq_set_si(minus, -1, 1);
    return add_scaled(ring, x, minus, y);
}

exact_id exact_mul(struct exact_ring *ring, exact_id x, exact_id y)
{
    if (!x || !y || !exact_charge(ring, 2))
        return EXACT_NONE;
    if (x == EXACT_ZERO || y == EXACT_ZERO)
        return EXACT_ZERO;
    if (exact_is_rational(ring, x))
        return exact_scale(ring, &ring->numbers[x].terms[0].coeff, y);
    if (exact_is_rational(ring, y))
        return exact_scale(ring, &ring->numbers[y].terms[0].coeff, x);
    const struct exact_poly a = poly_view(ring, x), b = poly_view(ring, y);
    struct exact_poly p = {0};
    bool ok = a.count * b.count <= MAX_PRODUCT_TERMS &&
              poly_mul(ring, &p, &a, &b, EXACT_MAX_TERMS);
    if (!ok)
        poly_clear(&p);
    exact_id id = ok ? take_poly(ring, &p) : EXACT_NONE;
    return id ? id : long_pair(ring, ATOM_PRODUCT, x, y);
}

exact_id exact_dot(struct exact_ring *ring, const exact_id *x, size_t dx,
                   const exact_id *y, size_t dy, size_t n)
{
    LOCAL_FMPQ(sum);
    LOCAL_FMPQ(a);
    LOCAL_FMPQ(b);
    exact_id other = EXACT_ZERO;
    for (size_t i = 0; i < n && exact_charge(ring, cost(sum)); i++) {
        exact_id p = x[i * dx], q = y[i * dy];
        if (exact_get_rational(a, ring, p) && exact_get_rational(b, ring, q))
            fmpq_addmul(sum, a, b);
        else
            other = exact_add(ring, other, exact_mul(ring, p, q));
    }
    return exact_add(ring, other, exact_rational(ring, sum));
}
