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
    fmpq_t q;
    fmpq_init(q);
    fmpq_set_si(q, (slong)value, 1);
    exact_id id = exact_rational(ring, q);
    fmpq_clear(q);
    return id;
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
    struct exact_poly p;
    poly_init(&p);
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
    struct exact_poly p;
    poly_init(&p);
    poly_add(&p, &a, c, &b);
    exact_charge(ring, poly_cost(&p));
    exact_id id = take_poly(ring, &p);
    return id ? id : long_pair(ring, ATOM_SUM, x, exact_scale(ring, c, y));
}

static exact_id scale_int(struct exact_ring *ring, slong num, ulong den,
                          exact_id x)
{
    fmpq_t c;
    fmpq_init(c);
    fmpq_set_si(c, num, den);
    exact_id id = exact_scale(ring, c, x);
    fmpq_clear(c);
    return id;
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
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    exact_id id = add_scaled(ring, x, one, y);
    fmpq_clear(one);
    return id;
}

exact_id exact_sub(struct exact_ring *ring, exact_id x, exact_id y)
{
    if (x == y && x)
        return EXACT_ZERO;
    fmpq_t minus;
    fmpq_init(minus);
    fmpq_set_si(minus, -1, 1);
    exact_id id = add_scaled(ring, x, minus, y);
    fmpq_clear(minus);
    return id;
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
    struct exact_poly p;
    poly_init(&p);
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
    fmpq_t sum, a, b;
    fmpq_init(sum);
    fmpq_init(a);
    fmpq_init(b);
    exact_id other = EXACT_ZERO;
    for (size_t i = 0; i < n && exact_charge(ring, cost(sum)); i++) {
        exact_id p = x[i * dx], q = y[i * dy];
        if (exact_get_rational(a, ring, p) && exact_get_rational(b, ring, q))
            fmpq_addmul(sum, a, b);
        else
            other = exact_add(ring, other, exact_mul(ring, p, q));
    }
    exact_id id = exact_add(ring, other, exact_rational(ring, sum));
    fmpq_clear(sum);
    fmpq_clear(a);
    fmpq_clear(b);
    return id;
}

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
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    exact_id id = number_of_mono(ring, one, mono_intern(ring, &model));
    fmpq_clear(one);
    return id;
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
    fmpq_t inverse;
    fmpq_init(inverse);
    fmpq_inv(inverse, &lead.coeff);
    *exponent = ring->monos[lead.mono].exponent;
    *rest = exact_scale(ring, inverse, x);
    if (*exponent != EXACT_ZERO)
        *rest = exact_mul(ring, *rest,
                          exponential(ring, exact_neg(ring, *exponent)));
    fmpq_set(c, &lead.coeff);
    fmpq_clear(inverse);
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
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    exact_id id = number_of_mono(ring, one, mono_intern(ring, &model));
    fmpq_clear(one);
    return atom.square ? exact_mul(ring, id, exact_inverse(ring, atom.square))
                       : id;
}

/* 1 / (c sqrt(r) exp(L) a^k ...) */
static exact_id invert_single(struct exact_ring *ring,
                              const struct exact_term *term)
{
    const struct exact_mono m = ring->monos[term->mono]; /* may move */
    const struct exact_mono root = {.root = m.root, .exponent = EXACT_ZERO};
    fmpq_t c;
    fmpq_init(c);
    fmpq_mul_fmpz(c, &term->coeff, &ring->roots[m.root]);
    fmpq_inv(c, c);
    exact_id id = number_of_mono(ring, c, mono_intern(ring, &root));
    fmpq_clear(c);
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
    fmpq_t c;
    fmpq_init(c);
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
    fmpq_clear(c);
    return id;
}

/* ---- square roots, absolute values, maxima ---- */

static exact_id sqrt_rational(struct exact_ring *ring, const fmpq_t q)
{
    /* sqrt(a/b) = sqrt(a b) / b */
    struct exact_mono model = {.exponent = EXACT_ZERO};
    fmpz_t n;
    fmpq_t c;
    fmpz_init(n);
    fmpq_init(c);
    fmpz_mul(n, fmpq_numref(q), fmpq_denref(q));
    exact_id id = EXACT_NONE;
    if (root_class(ring, c, &model.root, n)) {
        fmpq_div_fmpz(c, c, fmpq_denref(q));
        id = number_of_mono(ring, c, mono_intern(ring, &model));
    } else {
        exact_id x = exact_rational(ring, q);
        id = atom_of(ring, ATOM_SQRT, x, x);
    }
    fmpz_clear(n);
    fmpq_clear(c);
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
    fmpq_t c, inverse;
    fmpq_init(c);
    fmpq_init(inverse);
    fmpq_set(c, &ring->numbers[x].terms[0].coeff);
    fmpq_inv(inverse, c);
    fmpq_abs(c, c);
    exact_id rest = exact_scale(ring, inverse, x);
    exact_id square = exact_mul(ring, rest, rest);
    exact_id id = square ? atom_of(ring, ATOM_ABS, rest, square) : EXACT_NONE;
    id = exact_scale(ring, c, id);
    fmpq_clear(c);
    fmpq_clear(inverse);
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
