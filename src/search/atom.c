#include "search/atom.h"

#include <math.h>

/* ---- profiles: entry i of n, i from 0 ---- */

typedef double profile(size_t i, size_t n, double ratio);

static double ones(size_t i, size_t n, double ratio)
{
    (void)i, (void)n, (void)ratio;
    return 1;
}

static double first(size_t i, size_t n, double ratio)
{
    (void)n, (void)ratio;
    return i == 0;
}

static double last(size_t i, size_t n, double ratio)
{
    (void)ratio;
    return i + 1 == n;
}

static double ends(size_t i, size_t n, double ratio)
{
    (void)ratio;
    return i == 0 ? 1 : i + 1 == n ? -1 : 0;
}

static double signs(size_t i, size_t n, double ratio)
{
    (void)n, (void)ratio;
    return i % 2 == 0 ? 1 : -1;
}

static double half(size_t i, size_t n, double ratio)
{
    (void)ratio;
    return 2 * i < n;
}

static double halves(size_t i, size_t n, double ratio)
{
    (void)ratio;
    return 2 * i < n ? 1 : -1;
}

static double falling(size_t i, size_t n, double ratio)
{
    (void)n;
    return pow(ratio, (double)i);
}

static double rising(size_t i, size_t n, double ratio)
{
    return falling(n - 1 - i, n, ratio);
}

static const struct {
    profile *at;
    double ratio; /* of neighbours in a geometric sequence */
} table[] = {
    {ones, 1},           {first, 1},          {last, 1},
    {ends, 1},           {signs, 1},          {half, 1},
    {halves, 1},         {falling, 1. / 2},   {rising, 1. / 2},
    {falling, 3. / 4},   {rising, 3. / 4},    {falling, 7. / 8},
    {rising, 7. / 8},    {falling, 15. / 16}, {rising, 15. / 16},
    {falling, 31. / 32}, {rising, 31. / 32},
};

enum { PROFILES = sizeof table / sizeof *table, PLAIN = 7 /* no sequences */ };

size_t atom_profiles(void)
{
    return PROFILES;
}

static double entry_of(size_t which, size_t i, size_t n)
{
    return table[which].at(i, n, table[which].ratio);
}

/* Whether row i and column j meet in a block, of which there are `blocks`. */
static bool is_in_block(size_t i, size_t j, size_t rows, size_t cols)
{
    size_t blocks = rows < cols ? rows : cols;
    return i * blocks / rows == j * blocks / cols;
}

void atom_write(double *x, size_t rows, size_t cols, const struct atom *atom,
                bool is_scaled)
{
    double squares = 0;
    for (size_t k = 0; k < rows * cols; k++) {
        size_t i = k / cols, j = k % cols;
        x[k] = 0;
        if (atom->form == ATOM_OUTER)
            x[k] =
                entry_of(atom->left, i, rows) * entry_of(atom->right, j, cols);
        else if (atom->form == ATOM_BLOCKS && is_in_block(i, j, rows, cols))
            x[k] = entry_of(atom->left, i, rows);
        squares += x[k] * x[k];
    }
    double factor = atom->sign * exp2(atom->exponent);
    if (is_scaled && squares > 0)
        factor /= sqrt(squares);
    for (size_t k = 0; k < rows * cols; k++)
        x[k] = x[k] * factor + 0.0; /* no negative zero */
}

/* ---- choosing ---- */

static size_t draw_profile(struct rng *rng)
{
    return (size_t)rng_below(rng, rng_below(rng, 3) > 0 ? PLAIN : PROFILES);
}

void atom_draw(struct atom *out, struct rng *rng)
{
    static const enum atom_form forms[] = {ATOM_OUTER, ATOM_OUTER, ATOM_OUTER,
                                           ATOM_BLOCKS};
    *out = (struct atom){
        .form = forms[rng_below(rng, sizeof forms / sizeof *forms)],
        .left = draw_profile(rng),
        .right = draw_profile(rng),
        .sign = rng_below(rng, 4) == 0 ? -1 : 1,
        .exponent = (double)rng_below(rng, 5) - 2};
}

bool atom_neighbour(struct atom *out, const struct atom *from, size_t k,
                    size_t rows, size_t cols)
{
    static const double steps[] = {1, -1, 4, -4, 12, -12};
    enum { STEPS = sizeof steps / sizeof *steps, FORMS = ATOM_BLOCKS + 1 };
    const double most = 500;
    size_t lefts = rows > 1 ? PROFILES : 0, rights = cols > 1 ? PROFILES : 0;
    size_t forms = rows * cols > 1 ? FORMS : ATOM_OUTER + 1;
    *out = *from;
    if (k == 0) {
        out->sign = -out->sign;
    } else if (--k < STEPS) {
        out->exponent = fmin(fmax(out->exponent + steps[k], -most), most);
    } else if ((k -= STEPS) < forms) {
        out->form = (enum atom_form)k;
    } else if ((k -= forms) < lefts) {
        out->left = k;
    } else if ((k -= lefts) < rights) {
        out->right = k;
    } else {
        return false;
    }
    return true;
}
