#include "eval/exact_ring.h"

/* exp((k/2) log y) = sqrt(y)^k is written out for k of so many bits. */
enum { MAX_POWER_BITS = 6 };

/* The atom of a monomial that is one atom of power 1; 0: it is not. */
static uint32_t lone_atom(const struct exact_ring *ring, uint32_t mono)
{
    const struct exact_mono *m = &ring->monos[mono];
    bool lone = m->count == 1 && m->factors[0].power == 1 && !m->root &&
                m->exponent == EXACT_ZERO;
    return lone ? m->factors[0].atom : 0;
}

/* ---- exp ---- */

/* c * log(y) with 2c a small integer: *half is 2c, *y the argument. */
static bool is_power(const struct exact_ring *ring,
                     const struct exact_term *term, slong *half, exact_id *y)
{
    uint32_t atom = lone_atom(ring, term->mono);
    const fmpz *den = fmpq_denref(&term->coeff);
    const fmpz *num = fmpq_numref(&term->coeff);
    if (!atom || ring->atoms[atom].kind != ATOM_LOG ||
        fmpz_cmp_ui(den, 2) > 0 || fmpz_bits(num) > MAX_POWER_BITS)
        return false;
    *half = fmpz_get_si(num) * (fmpz_is_one(den) ? 2 : 1);
    *y = ring->atoms[atom].x;
    return true;
}

exact_id exact_exp(struct exact_ring *ring, exact_id x)
{
    if (!x || !exact_charge(ring, 4))
        return EXACT_NONE;
    const struct exact_poly p = poly_view(ring, x);
    exact_id factor = EXACT_ONE, rest = EXACT_ZERO;
    for (size_t i = 0; i < p.count; i++) {
        slong half;
        exact_id y;
        if (is_power(ring, &p.terms[i], &half, &y))
            factor = exact_mul(
                ring, factor,
                half % 2 ? exact_power(ring, exact_sqrt(ring, y), half)
                         : exact_power(ring, y, half / 2));
        else
            rest = exact_add(
                ring, rest,
                number_of_mono(ring, &p.terms[i].coeff, p.terms[i].mono));
    }
    if (rest == EXACT_ZERO)
        return factor;
    return exact_mul(ring, factor, exponential(ring, rest));
}

/* ---- log ---- */

/* sum of k log(p) over small primes, plus the log of what is left of n > 0. */
static exact_id log_integer(struct exact_ring *ring, const fmpz_t n)
{
    static const ulong primes[] = {2,  3,  5,  7,  11, 13, 17, 19, 23,
                                   29, 31, 37, 41, 43, 47, 53, 59, 61};
    fmpz_t rest, p;
    fmpq_t q;
    fmpz_init_set(rest, n);
    fmpz_init(p);
    fmpq_init(q);
    exact_id sum = EXACT_ZERO;
    for (size_t i = 0; i <= sizeof primes / sizeof *primes; i++) {
        bool last = i == sizeof primes / sizeof *primes;
        fmpz_set_ui(p, last ? 1 : primes[i]);
        slong times = last ? 1 : fmpz_remove(rest, rest, p);
        if (times == 0 || (last && fmpz_is_one(rest)))
            continue;
        fmpq_set_fmpz(q, last ? rest : p);
        exact_id log =
            atom_of(ring, ATOM_LOG, exact_rational(ring, q), EXACT_NONE);
        fmpq_set_si(q, times, 1);
        sum = exact_add(ring, sum, exact_scale(ring, q, log));
    }
    fmpz_clear(rest);
    fmpz_clear(p);
    fmpq_clear(q);
    return sum;
}

static exact_id log_rational(struct exact_ring *ring, const fmpq_t q)
{
    return exact_sub(ring, log_integer(ring, fmpq_numref(q)),
                     log_integer(ring, fmpq_denref(q)));
}

/* log of atom^power where that is a positive number; NONE: not found so. */
static exact_id log_factor(struct exact_ring *ring, struct exact_factor f)
{
    const struct exact_atom atom = ring->atoms[f.atom]; /* may move */
    const struct exact_mono model = {
        .exponent = EXACT_ZERO,
        .factors = &(struct exact_factor){.atom = f.atom, .power = 1},
        .count = 1};
    LOCAL_FMPQ(q);
    fmpq_one(q);
    exact_id x = number_of_mono(ring, q, mono_intern(ring, &model));
    fmpq_set_si(q, f.power, 1);
    exact_id id = EXACT_NONE;
    if (exact_sign(ring, x) == EXACT_POSITIVE) {
        if (atom.kind == ATOM_INVERSE)
            id = exact_neg(ring, exact_log(ring, atom.x));
        else if (atom.kind == ATOM_SQRT)
            id = exact_half(ring, exact_log(ring, atom.x));
        else
            id = atom_of(ring, ATOM_LOG, x, EXACT_NONE);
        id = exact_scale(ring, q, id);
    }
    return id;
}

/* log(sqrt(r) a^k b^m ...) where all atoms are positive; else NONE. */
static exact_id log_single(struct exact_ring *ring,
                           const struct exact_term *term)
{
    const struct exact_mono m = ring->monos[term->mono]; /* may move */
    exact_id sum = exact_half(ring, log_integer(ring, &ring->roots[m.root]));
    for (uint32_t i = 0; i < m.count && sum; i++)
        sum = exact_add(ring, sum, log_factor(ring, m.factors[i]));
    return sum;
}

exact_id exact_log(struct exact_ring *ring, exact_id x)
{
    ENSURE(x != EXACT_ZERO, "only positive numbers have a logarithm");
    if (!x || !exact_charge(ring, 20))
        return EXACT_NONE;
    x = number_product(ring, x);
    fmpq_t c;
    fmpq_init(c);
    exact_id exponent, rest, sum;
    number_split(ring, c, &exponent, &rest, x);
    if (fmpq_sgn(c) < 0)
        rest = exact_neg(ring, rest);
    fmpq_abs(c, c);
    sum = exact_add(ring, exponent, log_rational(ring, c));
    fmpq_clear(c);
    if (rest == EXACT_ONE || !rest)
        return rest ? sum : EXACT_NONE;
    exact_id log = EXACT_NONE;
    const struct exact_term *single = number_single(ring, rest);
    if (single && fmpq_is_one(&single->coeff))
        log = log_single(ring, single);
    if (!log)
        log = atom_of(ring, ATOM_LOG, rest, EXACT_NONE);
    return exact_add(ring, sum, log);
}

/* ---- odd and even functions ---- */

/* Whether the first coefficient is negative: true of one of x and -x. */
static bool looks_negative(const struct exact_ring *ring, exact_id x)
{
    const struct exact_number *n = &ring->numbers[x];
    return n->count && fmpq_sgn(&n->terms[0].coeff) < 0;
}

static exact_id odd(struct exact_ring *ring, enum exact_kind kind, exact_id x)
{
    if (!x || x == EXACT_ZERO)
        return x;
    if (looks_negative(ring, x))
        return exact_neg(ring,
                         atom_of(ring, kind, exact_neg(ring, x), EXACT_NONE));
    return atom_of(ring, kind, x, EXACT_NONE);
}

/* x = (quarters / 2) pi with an integer quarters, reduced mod 4. */
static bool is_quarter_turn(const struct exact_ring *ring, exact_id x,
                            ulong *quarters)
{
    *quarters = 0;
    const struct exact_term *term = number_single(ring, x);
    if (!term)
        return x == EXACT_ZERO;
    uint32_t atom = lone_atom(ring, term->mono);
    if (!atom || ring->atoms[atom].kind != ATOM_PI ||
        fmpz_cmp_ui(fmpq_denref(&term->coeff), 2) > 0)
        return false;
    ulong scale = fmpz_is_one(fmpq_denref(&term->coeff)) ? 2 : 1;
    *quarters = fmpz_fdiv_ui(fmpq_numref(&term->coeff), 4) * scale % 4;
    return true;
}

exact_id exact_sin(struct exact_ring *ring, exact_id x)
{
    static const int values[] = {0, 1, 0, -1};
    ulong quarters;
    if (x && is_quarter_turn(ring, x, &quarters))
        return exact_int(ring, values[quarters]);
    return odd(ring, ATOM_SIN, x);
}

exact_id exact_cos(struct exact_ring *ring, exact_id x)
{
    static const int values[] = {1, 0, -1, 0};
    ulong quarters;
    if (!x)
        return EXACT_NONE;
    if (is_quarter_turn(ring, x, &quarters))
        return exact_int(ring, values[quarters]);
    if (looks_negative(ring, x))
        x = exact_neg(ring, x);
    exact_id sine = odd(ring, ATOM_SIN, x);
    exact_id square = exact_sub(ring, EXACT_ONE, exact_mul(ring, sine, sine));
    return square ? atom_of(ring, ATOM_COS, x, square) : EXACT_NONE;
}

exact_id exact_tanh(struct exact_ring *ring, exact_id x)
{
    return odd(ring, ATOM_TANH, x);
}

exact_id exact_erf(struct exact_ring *ring, exact_id x)
{
    return odd(ring, ATOM_ERF, x);
}

exact_id exact_lambertw(struct exact_ring *ring, int k, exact_id x)
{
    if (x == EXACT_ZERO)
        return x;
    return atom_of(ring, k ? ATOM_LAMBERT1 : ATOM_LAMBERT0, x, EXACT_NONE);
}
