/*
 * Signs of exact numbers.
 *
 * Positive and negative are read off balls.  Zero is certain when the number
 * is formally zero, or becomes so after its inverses and square roots are
 * removed one atom at a time, the youngest first:
 *   - p = sum of N_k / x^k, k <= K:  p = 0 iff p x^K = sum N_k x^(K-k) is 0;
 *   - p = A + B s with s^2 = x:      (A + B s)(A - B s) = A^2 - B^2 x, so
 *     p != 0 where that is not 0, and p = 0 where it is 0 but A - B s is not.
 * A sum of terms c sqrt(r) exp(L) with rational c and L in a field of square
 * roots, distinct in (r, L), is nonzero: [Besicovitch1940] for the coefficient
 * of each exp(L), Lindemann and Weierstrass [Baker1975] for the exponentials.
 * This alone decides no sign: it stops the search for a zero and buys bits.
 */
#include "eval/exact_ring.h"

enum { MAX_STEPS = 12, MAX_STEP_TERMS = 1024, MAX_INVERSE_POWER = 12 };

static enum exact_sign ball_sign(struct exact_ring *ring,
                                 const struct exact_poly *p, slong prec,
                                 bool *finite)
{
    LOCAL_ARB(ball);
    poly_ball(ball, ring, p, prec);
    *finite = arb_is_finite(ball);
    enum exact_sign sign = EXACT_SIGN_UNKNOWN;
    if (arb_is_positive(ball))
        sign = EXACT_POSITIVE;
    else if (arb_is_negative(ball))
        sign = EXACT_NEGATIVE;
    return sign;
}

static bool is_independent(const struct exact_ring *ring,
                           const struct exact_poly *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct exact_mono *m = &ring->monos[p->terms[i].mono];
        if (m->count || !exact_is_algebraic(ring, m->exponent))
            return false;
    }
    return true;
}

/* The youngest atom that a step can remove, 0 if there is none. */
static uint32_t removable_atom(const struct exact_ring *ring,
                               const struct exact_poly *p)
{
    uint32_t atom = 0;
    for (size_t i = 0; i < p->count; i++) {
        const struct exact_mono *m = &ring->monos[p->terms[i].mono];
        for (uint32_t k = 0; k < m->count; k++) {
            uint32_t a = m->factors[k].atom;
            if (a > atom &&
                (ring->atoms[a].square || ring->atoms[a].kind == ATOM_INVERSE))
                atom = a;
        }
    }
    return atom;
}

/* The terms with that power of the atom, without it; false: exhausted. */
static bool coefficient(struct exact_ring *ring, struct exact_poly *out,
                        const struct exact_poly *p, uint32_t atom,
                        int32_t power)
{
    for (size_t i = 0; i < p->count; i++) {
        if (mono_power(ring, p->terms[i].mono, atom) != power)
            continue;
        uint32_t mono = mono_without(ring, p->terms[i].mono, atom);
        if (!mono)
            return false;
        poly_push(out, &p->terms[i].coeff, mono);
    }
    poly_normalise(out);
    return true;
}

/* a = a * b + c * d (c NULL: no such term); false: over a limit. */
static bool multiply_add(struct exact_ring *ring, struct exact_poly *a,
                         const struct exact_poly *b, slong c,
                         const struct exact_poly *d)
{
    struct exact_poly product = {0}, sum;
    sum = (struct exact_poly){0};
    LOCAL_FMPQ(factor);
    fmpq_set_si(factor, c, 1);
    bool ok = poly_mul(ring, &product, a, b, MAX_STEP_TERMS);
    if (ok)
        poly_add(&sum, &product, factor, d);
    poly_clear(&product);
    poly_clear(a);
    *a = sum;
    return ok && sum.count <= MAX_STEP_TERMS;
}

static enum truth vanishes(struct exact_ring *ring, const struct exact_poly *p,
                           unsigned steps);

/* p x^K by Horner's rule. */
static enum truth clear_inverse(struct exact_ring *ring,
                                const struct exact_poly *p, uint32_t atom,
                                unsigned steps)
{
    int32_t highest = 0;
    for (size_t i = 0; i < p->count; i++) {
        int32_t power = mono_power(ring, p->terms[i].mono, atom);
        highest = power > highest ? power : highest;
    }
    if (highest > MAX_INVERSE_POWER)
        return TRUTH_UNKNOWN;
    const struct exact_poly x = poly_view(ring, ring->atoms[atom].x);
    LOCAL(poly_clear) struct exact_poly sum = {0};
    bool ok = coefficient(ring, &sum, p, atom, 0);
    for (int32_t k = 1; ok && k <= highest; k++) {
        LOCAL(poly_clear) struct exact_poly part = {0};
        ok = coefficient(ring, &part, p, atom, k) &&
             multiply_add(ring, &sum, &x, 1, &part);
    }
    return ok ? vanishes(ring, &sum, steps) : TRUTH_UNKNOWN;
}

/* Whether A - B s is certainly not 0; p is A + B s. */
static bool conjugate_is_nonzero(struct exact_ring *ring,
                                 const struct exact_poly *p, uint32_t atom)
{
    LOCAL(poly_clear) struct exact_poly conjugate = {0};
    LOCAL_FMPQ(c);
    for (size_t i = 0; i < p->count; i++) {
        fmpq_set(c, &p->terms[i].coeff);
        if (mono_power(ring, p->terms[i].mono, atom))
            fmpq_neg(c, c);
        poly_push(&conjugate, c, p->terms[i].mono);
    }
    bool finite = true;
    enum exact_sign sign = EXACT_SIGN_UNKNOWN;
    for (slong prec = 128; prec <= 1024 && !sign && finite; prec *= 2)
        sign = ball_sign(ring, &conjugate, prec, &finite);
    return sign != EXACT_SIGN_UNKNOWN;
}

static enum truth clear_square(struct exact_ring *ring,
                               const struct exact_poly *p, uint32_t atom,
                               unsigned steps)
{
    const struct exact_poly square = poly_view(ring, ring->atoms[atom].square);
    struct exact_poly a = {0}, b, bb, norm;
    b = (struct exact_poly){0};
    bb = (struct exact_poly){0};
    norm = (struct exact_poly){0};
    enum truth zero = TRUTH_UNKNOWN;
    if (coefficient(ring, &a, p, atom, 0) &&
        coefficient(ring, &b, p, atom, 1) &&
        poly_mul(ring, &bb, &b, &b, MAX_STEP_TERMS) &&
        poly_mul(ring, &norm, &a, &a, MAX_STEP_TERMS) &&
        multiply_add(ring, &bb, &square, -1, &norm))
        zero = vanishes(ring, &bb, steps);
    poly_clear(&a);
    poly_clear(&b);
    poly_clear(&bb);
    poly_clear(&norm);
    if (zero == TRUTH_TRUE && !conjugate_is_nonzero(ring, p, atom))
        return TRUTH_UNKNOWN;
    return zero;
}

/* Whether a polynomial is the number 0. */
static enum truth vanishes(struct exact_ring *ring, const struct exact_poly *p,
                           unsigned steps)
{
    if (p->count == 0)
        return TRUTH_TRUE;
    if (is_independent(ring, p))
        return TRUTH_FALSE;
    uint32_t atom = removable_atom(ring, p);
    if (!atom || !steps || ring->exhausted)
        return TRUTH_UNKNOWN;
    if (ring->atoms[atom].kind == ATOM_INVERSE)
        return clear_inverse(ring, p, atom, steps - 1);
    return clear_square(ring, p, atom, steps - 1);
}

static enum exact_sign find_sign(struct exact_ring *ring, exact_id x)
{
    const struct exact_poly p = poly_view(ring, x);
    bool finite;
    enum exact_sign sign = ball_sign(ring, &p, 128, &finite);
    if (sign)
        return sign;
    enum truth zero = vanishes(ring, &p, MAX_STEPS);
    if (zero == TRUTH_TRUE)
        return EXACT_IS_ZERO;
    slong last = zero == TRUTH_FALSE ? EXACT_NONZERO_BITS : EXACT_SIGN_BITS;
    for (slong prec = 256; prec <= last && !sign && !ring->exhausted;
         prec *= 2) {
        sign = ball_sign(ring, &p, prec, &finite);
        if (!finite)
            break;
    }
    return sign;
}

enum exact_sign exact_sign(struct exact_ring *ring, exact_id x)
{
    const struct exact_number *n = &ring->numbers[x];
    if (!x || ring->exhausted)
        return EXACT_SIGN_UNKNOWN;
    if (x == EXACT_ZERO)
        return EXACT_IS_ZERO;
    if (exact_is_rational(ring, x))
        return fmpq_sgn(&n->terms[0].coeff) < 0 ? EXACT_NEGATIVE
                                                : EXACT_POSITIVE;
    if (!n->sign_tried) {
        enum exact_sign sign = find_sign(ring, x);
        ring->numbers[x].sign_tried = true; /* the array may have moved */
        ring->numbers[x].sign = sign;
    }
    return ring->numbers[x].sign;
}

enum exact_sign exact_compare(struct exact_ring *ring, exact_id x, exact_id y)
{
    if (x == y)
        return x ? EXACT_IS_ZERO : EXACT_SIGN_UNKNOWN;
    if (exact_is_rational(ring, x) && exact_is_rational(ring, y)) {
        fmpq_t a, b;
        fmpq_init(a);
        fmpq_init(b);
        bool known = exact_get_rational(a, ring, x) &&
                     exact_get_rational(b, ring, y) && exact_charge(ring, 2);
        int order = fmpq_cmp(a, b);
        fmpq_clear(a);
        fmpq_clear(b);
        if (!known)
            return EXACT_SIGN_UNKNOWN;
        return order < 0 ? EXACT_NEGATIVE : EXACT_POSITIVE;
    }
    return exact_sign(ring, exact_sub(ring, x, y));
}
