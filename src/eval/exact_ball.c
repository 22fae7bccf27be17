/*
 * Enclosures of exact numbers.  A ball contains the value, whatever the
 * precision; atoms and monomials keep their ball of the last precision.
 */
#include "eval/exact_ring.h"
#include "eval/linalg.h"

typedef void scalar_of_matrix(arb_t out, const arb_mat_t a, slong prec);

static void matrix_ball(arb_t out, struct exact_ring *ring,
                        const struct exact_atom *atom, slong prec)
{
    static scalar_of_matrix *const table[FN_COUNT] = {
        [FN_DET] = arb_mat_det,
        [FN_NORM2] = linalg_norm2,
        [FN_NORMNUC] = linalg_normnuc,
        [FN_EIGMIN] = linalg_eigmin,
        [FN_EIGMAX] = linalg_eigmax,
        [FN_MINRES1] = linalg_minres1,
        [FN_MINRESINF] = linalg_minresinf,
        [FN_MINRES1INF] = linalg_minres1inf,
    };
    LOCAL_ARB_MAT(a, (slong)atom->rows, (slong)atom->cols);
    for (uint32_t i = 0; i < atom->rows; i++)
        for (uint32_t j = 0; j < atom->cols; j++)
            exact_ball(arb_mat_entry(a, (slong)i, (slong)j), ring,
                       atom->entries[(size_t)i * atom->cols + j], prec);
    uint64_t size = (uint64_t)atom->rows * atom->cols;
    exact_charge(ring,
                 size * (atom->rows + atom->cols) * 16 * ((uint64_t)prec / 64));
    scalar_of_matrix *fn = table[atom->fn];
    if (fn && !ring->exhausted && arb_mat_is_finite(a))
        fn(out, a, prec);
    else
        arb_indeterminate(out);
}

typedef void number_of_number(arb_t out, const arb_t x, slong prec);

static number_of_number *const of_number[] = {
    [ATOM_INVERSE] = arb_inv,     [ATOM_SQRT] = arb_sqrtpos,
    [ATOM_LOG] = arb_log,         [ATOM_SIN] = arb_sin,
    [ATOM_COS] = arb_cos,         [ATOM_TANH] = arb_tanh,
    [ATOM_ERF] = arb_hypgeom_erf,
};

/* The function of an atom whose arguments lie in x and y. */
static void apply(arb_t out, struct exact_ring *ring,
                  const struct exact_atom *atom, const arb_t x, const arb_t y,
                  slong prec)
{
    switch (atom->kind) {
    case ATOM_OPAQUE:
        arb_indeterminate(out);
        return;
    case ATOM_PI:
        arb_const_pi(out, prec);
        return;
    case ATOM_INVERSE:
    case ATOM_SQRT:
    case ATOM_LOG:
    case ATOM_SIN:
    case ATOM_COS:
    case ATOM_TANH:
    case ATOM_ERF:
        of_number[atom->kind](out, x, prec);
        return;
    case ATOM_ABS:
        arb_abs(out, x);
        return;
    case ATOM_LAMBERT0:
        arb_lambertw(out, x, 0, prec);
        return;
    case ATOM_LAMBERT1:
        arb_lambertw(out, x, 1, prec);
        return;
    case ATOM_SUM:
        arb_add(out, x, y, prec);
        return;
    case ATOM_PRODUCT:
        arb_mul(out, x, y, prec);
        return;
    case ATOM_MATRIX:
        matrix_ball(out, ring, atom, prec);
        return;
    }
}

static void cache_ready(struct exact_cache *cache, slong prec)
{
    if (!cache->prec)
        arb_init(cache->ball);
    cache->prec = prec;
}

/* Nothing is interned here, so that pointers into the ring stay valid. */
static const arb_struct *atom_ball(struct exact_ring *ring, uint32_t id,
                                   slong prec)
{
    struct exact_atom *atom = &ring->atoms[id];
    if (atom->cache.prec == prec)
        return atom->cache.ball;
    LOCAL_ARB(x);
    LOCAL_ARB(y);
    if (atom->x)
        exact_ball(x, ring, atom->x, prec);
    if (atom->y)
        exact_ball(y, ring, atom->y, prec);
    cache_ready(&atom->cache, prec);
    exact_charge(ring, (uint64_t)prec);
    apply(atom->cache.ball, ring, atom, x, y, prec);
    return atom->cache.ball;
}

static const arb_struct *mono_ball(struct exact_ring *ring, uint32_t id,
                                   slong prec)
{
    struct exact_mono *m = &ring->monos[id];
    if (m->cache.prec == prec)
        return m->cache.ball;
    LOCAL_ARB(product);
    LOCAL_ARB(factor);
    arb_sqrt_fmpz(product, &ring->roots[m->root], prec);
    if (m->exponent != EXACT_ZERO) {
        exact_ball(factor, ring, m->exponent, prec);
        arb_exp(factor, factor, prec);
        arb_mul(product, product, factor, prec);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        int32_t power = m->factors[i].power;
        const arb_struct *atom = atom_ball(ring, m->factors[i].atom, prec);
        arb_pow_ui(factor, atom, (ulong)(power < 0 ? -power : power), prec);
        if (power < 0)
            arb_inv(factor, factor, prec);
        arb_mul(product, product, factor, prec);
    }
    exact_charge(ring, (uint64_t)prec / 4);
    cache_ready(&m->cache, prec);
    arb_swap(m->cache.ball, product);
    return m->cache.ball;
}

void poly_ball(arb_t out, struct exact_ring *ring, const struct exact_poly *p,
               slong prec)
{
    LOCAL_ARB(term);
    arb_zero(out);
    for (size_t i = 0; i < p->count; i++) {
        const fmpq *c = &p->terms[i].coeff;
        arb_mul_fmpz(term, mono_ball(ring, p->terms[i].mono, prec),
                     fmpq_numref(c), prec);
        arb_div_fmpz(term, term, fmpq_denref(c), prec);
        arb_add(out, out, term, prec);
    }
    exact_charge(ring, p->count * (uint64_t)prec / 64);
}

void exact_ball(arb_t out, struct exact_ring *ring, exact_id x, slong prec)
{
    const struct exact_poly p = poly_view(ring, x);
    poly_ball(out, ring, &p, prec);
    if (!x)
        arb_indeterminate(out);
}
