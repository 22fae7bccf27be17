/*
 * Numbers that are sums of squares of monomials' sums, times what is not
 * negative: b^2/c - 2*b*x/c + x^2/c = (b - x)^2 / c.  The terms over what
 * divides them all are sum over a, b of g_ab m_a m_b with the roots m of those
 * that are squares, and a positive semidefinite matrix g of rationals.
 */
#include "logic/judge_internal.h"

#include "logic/semidefinite.h"

enum { MAX_ATOMS = 8, MAX_ROOTS = 8 };

struct monomials {
    const struct expr *atoms[MAX_ATOMS];
    long least[MAX_ATOMS]; /* power that divides all terms */
    size_t natoms;
    long roots[MAX_ROOTS][MAX_ATOMS];
    size_t nroots;
    mpq_t entries[MAX_ROOTS][MAX_ROOTS];
};

static long power_of(const struct normal_term *t, const struct expr *atom)
{
    for (size_t i = 0; i < t->nfactors; i++)
        if (t->factors[i].atom == atom)
            return t->factors[i].power;
    return 0;
}

static bool add_atoms(struct monomials *m, const struct normal_term *t)
{
    for (size_t i = 0; i < t->nfactors; i++) {
        size_t at = 0;
        while (at < m->natoms && m->atoms[at] != t->factors[i].atom)
            at++;
        if (at == MAX_ATOMS)
            return false;
        if (at == m->natoms)
            m->atoms[m->natoms++] = t->factors[i].atom;
    }
    return true;
}

/* What divides all terms is not negative. */
static bool take_common(struct monomials *m, struct judge *j,
                        const struct normal_form *form)
{
    struct normal_factor common[MAX_ATOMS];
    size_t count = 0;
    for (size_t i = 0; i < m->natoms; i++) {
        m->least[i] = power_of(&form->terms[0], m->atoms[i]);
        for (size_t k = 1; k < form->count; k++) {
            const long power = power_of(&form->terms[k], m->atoms[i]);
            m->least[i] = power < m->least[i] ? power : m->least[i];
        }
        if (m->least[i] != 0)
            common[count++] = (struct normal_factor){m->atoms[i], m->least[i]};
    }
    return judge_product_is_nonnegative(j, common, count);
}

/* The powers left are those of the roots number a and b together. */
static bool is_product(const struct monomials *m, const struct normal_term *t,
                       size_t a, size_t b)
{
    bool same = true;
    for (size_t i = 0; same && i < m->natoms; i++)
        same = power_of(t, m->atoms[i]) - m->least[i] ==
               m->roots[a][i] + m->roots[b][i];
    return same;
}

static bool add_root(struct monomials *m, const struct normal_term *t)
{
    bool square = true;
    if (m->nroots == MAX_ROOTS)
        return false;
    for (size_t i = 0; square && i < m->natoms; i++) {
        const long power = power_of(t, m->atoms[i]) - m->least[i];
        square = power % 2 == 0;
        m->roots[m->nroots][i] = power / 2;
    }
    m->nroots += square;
    return true;
}

/* Equal shares of the term wherever it is the product of two roots. */
static bool share_out(struct monomials *m, const struct normal_term *t)
{
    size_t ways = 0;
    mpq_t share;
    for (size_t a = 0; a < m->nroots; a++)
        for (size_t b = 0; b < m->nroots; b++)
            ways += is_product(m, t, a, b);
    if (ways == 0)
        return false;
    mpq_init(share);
    mpq_set_ui(share, 1, ways);
    mpq_mul(share, share, t->coefficient->q);
    for (size_t a = 0; a < m->nroots; a++)
        for (size_t b = 0; b < m->nroots; b++)
            if (is_product(m, t, a, b))
                mpq_add(m->entries[a][b], m->entries[a][b], share);
    mpq_clear(share);
    return true;
}

bool judge_by_monomials(struct judge *j, const struct normal_form *form)
{
    struct monomials m = {.natoms = 0};
    bool ok = true;
    for (size_t i = 0; ok && i < form->count; i++)
        ok = form->terms[i].nletters == 0 && add_atoms(&m, &form->terms[i]);
    ok = ok && take_common(&m, j, form);
    for (size_t i = 0; ok && i < form->count; i++)
        ok = add_root(&m, &form->terms[i]);
    for (size_t a = 0; a < MAX_ROOTS; a++)
        for (size_t b = 0; b < MAX_ROOTS; b++)
            mpq_init(m.entries[a][b]);
    for (size_t i = 0; ok && i < form->count; i++)
        ok = share_out(&m, &form->terms[i]);
    ok = ok && semidefinite_eliminate(&m.entries[0][0], m.nroots, MAX_ROOTS);
    for (size_t a = 0; a < MAX_ROOTS; a++)
        for (size_t b = 0; b < MAX_ROOTS; b++)
            mpq_clear(m.entries[a][b]);
    return ok;
}
