#include "eval/exact_ring.h"

#include <stdlib.h>

/* Moves squares of small primes out of n into the factor c. */
static void strip_small_squares(fmpz_t n, fmpq_t c)
{
    static const ulong primes[] = {2, 3, 5, 7, 11, 13};
    LOCAL_FMPZ(square);
    LOCAL_FMPZ(power);
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        fmpz_set_ui(square, primes[i] * primes[i]);
        slong times = fmpz_remove(n, n, square);
        fmpz_ui_pow_ui(power, primes[i], (ulong)times);
        fmpq_mul_fmpz(c, c, power);
    }
}

/*
 * sqrt(n) = sqrt(n * m) / m * sqrt(m) where n * m is a square: multiplies c by
 * the factor of the class m; false: n is not in it.
 */
static bool in_class(fmpq_t c, const fmpz_t n, const fmpz_t m)
{
    LOCAL_FMPZ(product);
    fmpz_mul(product, n, m);
    bool found = fmpz_is_square(product);
    if (found) {
        fmpz_sqrt(product, product);
        fmpq_mul_fmpz(c, c, product);
        fmpq_div_fmpz(c, c, m);
    }
    return found;
}

static bool find_class(struct exact_ring *ring, fmpq_t c, uint32_t *root,
                       const fmpz_t n)
{
    for (size_t i = 0; i < ring->nroots; i++)
        if (in_class(c, n, &ring->roots[i])) {
            *root = (uint32_t)i;
            return true;
        }
    if (ring->nroots == EXACT_MAX_ROOTS)
        return false;
    fmpz_init_set(&ring->roots[ring->nroots], n);
    *root = (uint32_t)ring->nroots++;
    return true;
}

bool root_class(struct exact_ring *ring, fmpq_t c, uint32_t *root,
                const fmpz_t n)
{
    fmpq_one(c);
    if (fmpz_bits(n) > EXACT_MAX_ROOT_BITS ||
        !exact_charge(ring, ring->nroots * (fmpz_bits(n) / 128 + 2)))
        return false;
    fmpz_t rest;
    fmpz_init_set(rest, n);
    strip_small_squares(rest, c);
    bool ok = find_class(ring, c, root, rest);
    fmpz_clear(rest);
    return ok;
}

bool root_product(struct exact_ring *ring, fmpq_t c, uint32_t *root, uint32_t a,
                  uint32_t b)
{
    fmpq_one(c);
    *root = a ? a : b;
    if (!a || !b)
        return true;
    if (a == b) {
        fmpq_mul_fmpz(c, c, &ring->roots[a]);
        *root = 0;
        return true;
    }
    /* a b = g^2 (a/g) (b/g) */
    LOCAL_FMPZ(g);
    LOCAL_FMPZ(n);
    LOCAL_FMPZ(m);
    fmpz_gcd(g, &ring->roots[a], &ring->roots[b]);
    fmpz_divexact(n, &ring->roots[a], g);
    fmpz_divexact(m, &ring->roots[b], g);
    fmpz_mul(n, n, m);
    bool ok = root_class(ring, c, root, n);
    fmpq_mul_fmpz(c, c, g);
    return ok;
}

/* ---- inverses in a field of square roots ---- */

enum { MAX_DEGREE = 16 };

/* The classes of a basis, closed under multiplication by those of x. */
struct basis {
    uint32_t roots[MAX_DEGREE];
    size_t count;
};

static bool basis_find(size_t *place, struct basis *basis, uint32_t root)
{
    for (*place = 0; *place < basis->count; (*place)++)
        if (basis->roots[*place] == root)
            return true;
    if (basis->count == MAX_DEGREE)
        return false;
    basis->roots[basis->count++] = root;
    return true;
}

static bool basis_close(struct exact_ring *ring, struct basis *basis,
                        const struct exact_poly *x)
{
    LOCAL_FMPQ(c);
    bool ok = true;
    basis->roots[0] = 0;
    basis->count = 1;
    for (size_t j = 0; ok && j < basis->count; j++)
        for (size_t i = 0; ok && i < x->count; i++) {
            uint32_t root;
            size_t place;
            ok = root_product(ring, c, &root, basis->roots[j],
                              ring->monos[x->terms[i].mono].root) &&
                 basis_find(&place, basis, root);
        }
    return ok;
}

/* Column j of m: the coordinates of x times basis element j. */
static void fill_products(struct exact_ring *ring, fmpq_mat_t m,
                          struct basis *basis, const struct exact_poly *x)
{
    fmpq_t c;
    fmpq_init(c);
    for (size_t j = 0; j < basis->count; j++)
        for (size_t i = 0; i < x->count; i++) {
            uint32_t root;
            size_t place;
            bool ok = root_product(ring, c, &root, basis->roots[j],
                                   ring->monos[x->terms[i].mono].root) &&
                      basis_find(&place, basis, root);
            if (!ok) /* exhausted meanwhile */
                continue;
            fmpq_mul(c, c, &x->terms[i].coeff);
            fmpq *at = fmpq_mat_entry(m, (slong)place, (slong)j);
            fmpq_add(at, at, c);
        }
    fmpq_clear(c);
}

static exact_id number_in_basis(struct exact_ring *ring,
                                const struct basis *basis,
                                const fmpq_mat_t coordinates)
{
    struct exact_poly p = {0};
    exact_id id = EXACT_NONE;
    for (size_t j = 0; j < basis->count; j++) {
        struct exact_mono model = {.root = basis->roots[j],
                                   .exponent = EXACT_ZERO};
        uint32_t mono = mono_intern(ring, &model);
        if (!mono)
            goto done;
        poly_push(&p, fmpq_mat_entry(coordinates, (slong)j, 0), mono);
    }
    poly_normalise(&p);
    if (poly_fits(&p))
        id = number_intern(ring, &p);
done:
    poly_clear(&p);
    return id;
}

exact_id root_inverse(struct exact_ring *ring, exact_id x)
{
    const struct exact_poly p = poly_view(ring, x);
    struct basis basis;
    if (!exact_charge(ring, 1000) || !basis_close(ring, &basis, &p))
        return EXACT_NONE;
    slong n = (slong)basis.count;
    LOCAL_FMPQ_MAT(m, n, n);
    LOCAL_FMPQ_MAT(y, n, 1);
    LOCAL_FMPQ_MAT(e, n, 1);
    fmpq_one(fmpq_mat_entry(e, 0, 0));
    fill_products(ring, m, &basis, &p);
    exact_id id = EXACT_NONE;
    if (!exact_is_exhausted(ring) && fmpq_mat_solve(y, m, e))
        id = number_in_basis(ring, &basis, y);
    return id;
}
