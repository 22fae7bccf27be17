/* Powers, inverses, square roots, absolute values and maxima of numbers. */
#include "eval/exact_ring.h"

/* ---- powers and inverses ---- */

exact_id exact_power(struct exact_ring *ring, exact_id x, int64_t k)
{
    if (k < 0 && x)
        x = exact_inverse(ring, x);
    uint64_t times = k < 0 ? (uint64_t)0 - (uint64_t)k : (uint64_t)k;
    exact_id result = x ? EXACT_ONE : EXACT_NONE;
    for (; times && result; times >>= 1) {
        if (times & 1)
            result = exact_mul(ring, result, x);
        if (times > 1)
            x = exact_mul(ring, x, x);
    }
    return result;
}

exact_id exponential(struct exact_ring *ring, exact_id x)
{
    if (!x || ring->numbers[x].depth >= EXACT_MAX_DEPTH)
        return x ? exact_opaque(ring) : EXACT_NONE;
    const struct exact_mono model = {.exponent = x};
    return number_of_model(ring, &model);
}

/* The term with the largest exponential; the first of those not compared. */
static struct exact_term leading_term(struct exact_ring *ring, exact_id x)
{
    const struct exact_poly p = poly_view(ring, x);
    struct exact_term lead = p.terms[0];
    for (size_t i = 1; i < p.count; i++) {
        exact_id a = ring->monos[p.terms[i].mono].exponent;
        exact_id b = ring->monos[lead.mono].exponent;
        if (a != b && exact_compare(ring, a, b) == EXACT_POSITIVE)
            lead = p.terms[i];
    }
    return lead;
}

void number_split(struct exact_ring *ring, fmpq_t c, exact_id *exponent,
                  exact_id *rest, exact_id x)
{
    const struct exact_term lead = leading_term(ring, x);
    LOCAL_FMPQ(inverse);
    fmpq_inv(inverse, &lead.coeff);
    *exponent = ring->monos[lead.mono].exponent;
    *rest = exact_scale(ring, inverse, x);
    if (*exponent != EXACT_ZERO)
        *rest = exact_mul(ring, *rest,
                          exponential(ring, exact_neg(ring, *exponent)));
    fmpq_set(c, &lead.coeff);
}

/* (atom ^ power) ^ -1 */
static exact_id invert_factor(struct exact_ring *ring, struct exact_factor f)
{
    const struct exact_atom atom = ring->atoms[f.atom]; /* the array may move */
    if (atom.kind == ATOM_INVERSE)
        return exact_power(ring, atom.x, f.power);
    struct exact_factor inverse = {.atom = f.atom, .power = -f.power};
    if (atom.square)
        inverse.power = 1; /* 1/s = s/s^2 */
    const struct exact_mono model = {
        .exponent = EXACT_ZERO, .factors = &inverse, .count = 1};
    exact_id id = number_of_model(ring, &model);
    return atom.square ? exact_mul(ring, id, exact_inverse(ring, atom.square))
                       : id;
}

/* 1 / (c sqrt(r) exp(L) a^k ...) */
static exact_id invert_single(struct exact_ring *ring,
                              const struct exact_term *term)
{
    const struct exact_mono m = ring->monos[term->mono]; /* may move */
    const struct exact_mono root = {.root = m.root, .exponent = EXACT_ZERO};
    LOCAL_FMPQ(c);
    fmpq_mul_fmpz(c, &term->coeff, &ring->roots[m.root]);
    fmpq_inv(c, c);
    exact_id id = number_of_mono(ring, c, mono_intern(ring, &root));
    if (m.exponent != EXACT_ZERO)
        id =
            exact_mul(ring, id, exponential(ring, exact_neg(ring, m.exponent)));
    for (uint32_t i = 0; i < m.count && id; i++)
        id = exact_mul(ring, id, invert_factor(ring, m.factors[i]));
    return id;
}

/* 1/x where x needs no atom of its own, else NONE. */
static exact_id invert_simply(struct exact_ring *ring, exact_id x)
{
    if (number_single(ring, x))
        return invert_single(ring, number_single(ring, x));
    return exact_is_algebraic(ring, x) ? root_inverse(ring, x) : EXACT_NONE;
}

exact_id exact_inverse(struct exact_ring *ring, exact_id x)
{
    ENSURE(x != EXACT_ZERO, "only nonzero numbers are inverted");
    if (!x || !exact_charge(ring, 4))
        return EXACT_NONE;
    x = number_product(ring, x);
    exact_id id = invert_simply(ring, x);
    if (id || ring->exhausted)
        return id;
    LOCAL_FMPQ(c);
    exact_id exponent, rest;
    number_split(ring, c, &exponent, &rest, x);
    fmpq_inv(c, c);
    if (rest)
        id = invert_simply(ring, rest);
    if (!id && rest)
        id = atom_of(ring, ATOM_INVERSE, rest, EXACT_NONE);
    if (exponent != EXACT_ZERO)
        id = exact_mul(ring, id, exponential(ring, exact_neg(ring, exponent)));
    id = exact_scale(ring, c, id);
    return id;
}

/* ---- square roots, absolute values, maxima ---- */

static exact_id sqrt_rational(struct exact_ring *ring, const fmpq_t q)
{
    /* sqrt(a/b) = sqrt(a b) / b */
    struct exact_mono model = {.exponent = EXACT_ZERO};
    LOCAL_FMPZ(n);
    LOCAL_FMPQ(c);
    fmpz_mul(n, fmpq_numref(q), fmpq_denref(q));
    exact_id id = EXACT_NONE;
    if (root_class(ring, c, &model.root, n)) {
        fmpq_div_fmpz(c, c, fmpq_denref(q));
        id = number_of_mono(ring, c, mono_intern(ring, &model));
    } else {
        exact_id x = exact_rational(ring, q);
        id = atom_of(ring, ATOM_SQRT, x, x);
    }
    return id;
}

/* sqrt(a^2k b^2m ...) for a term of even powers only; else NONE. */
static exact_id sqrt_of_powers(struct exact_ring *ring, exact_id x)
{
    const struct exact_term *term = number_single(ring, x);
    if (!term || !fmpq_is_one(&term->coeff))
        return EXACT_NONE;
    const struct exact_mono m = ring->monos[term->mono];
    struct exact_factor factors[8];
    struct exact_mono half = {
        .exponent = m.exponent, .factors = factors, .count = m.count};
    if (m.root || m.exponent != EXACT_ZERO || m.count > 8)
        return EXACT_NONE;
    for (uint32_t i = 0; i < m.count; i++) {
        if (m.factors[i].power % 2)
            return EXACT_NONE;
        factors[i] = m.factors[i];
        factors[i].power /= 2;
    }
    return exact_abs(
        ring, number_of_mono(ring, &term->coeff, mono_intern(ring, &half)));
}

exact_id exact_sqrt(struct exact_ring *ring, exact_id x)
{
    if (!x || x == EXACT_ZERO || !exact_charge(ring, 4))
        return ring->exhausted ? EXACT_NONE : x;
    fmpq_t c;
    fmpq_init(c);
    exact_id id, exponent, rest;
    x = number_product(ring, x);
    number_split(ring, c, &exponent, &rest, x);
    if (fmpq_sgn(c) < 0)
        rest = exact_neg(ring, rest);
    fmpq_abs(c, c);
    id = sqrt_rational(ring, c);
    fmpq_clear(c);
    if (exponent != EXACT_ZERO)
        id = exact_mul(ring, id, exponential(ring, exact_half(ring, exponent)));
    if (rest == EXACT_ONE || !rest)
        return rest ? id : EXACT_NONE;
    exact_id root = sqrt_of_powers(ring, rest);
    if (!root)
        root = atom_of(ring, ATOM_SQRT, rest, rest);
    return exact_mul(ring, id, root);
}

exact_id exact_abs(struct exact_ring *ring, exact_id x)
{
    switch (exact_sign(ring, x)) {
    case EXACT_POSITIVE:
        return x;
    case EXACT_IS_ZERO:
        return EXACT_ZERO;
    case EXACT_NEGATIVE:
        return exact_neg(ring, x);
    case EXACT_SIGN_UNKNOWN:
        break;
    }
    if (!x)
        return EXACT_NONE;
    LOCAL_FMPQ(c);
    LOCAL_FMPQ(inverse);
    fmpq_set(c, &ring->numbers[x].terms[0].coeff);
    fmpq_inv(inverse, c);
    fmpq_abs(c, c);
    exact_id rest = exact_scale(ring, inverse, x);
    exact_id square = exact_mul(ring, rest, rest);
    exact_id id = square ? atom_of(ring, ATOM_ABS, rest, square) : EXACT_NONE;
    id = exact_scale(ring, c, id);
    return id;
}

/* (x + y + |x - y|) / 2 where the order is not known. */
static exact_id extreme(struct exact_ring *ring, exact_id x, exact_id y,
                        enum exact_sign wanted)
{
    enum exact_sign sign = exact_compare(ring, x, y);
    if (sign != EXACT_SIGN_UNKNOWN)
        return sign == wanted || sign == EXACT_IS_ZERO ? x : y;
    exact_id distance = exact_abs(ring, exact_sub(ring, x, y));
    if (wanted == EXACT_NEGATIVE)
        distance = exact_neg(ring, distance);
    return exact_half(ring, exact_add(ring, exact_add(ring, x, y), distance));
}

exact_id exact_max(struct exact_ring *ring, exact_id x, exact_id y)
{
    return extreme(ring, x, y, EXACT_POSITIVE);
}

exact_id exact_min(struct exact_ring *ring, exact_id x, exact_id y)
{
    return extreme(ring, x, y, EXACT_NEGATIVE);
}
