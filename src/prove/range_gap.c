/* Instances of log t <= t - 1 that take all logarithms of a goal away. */
#include "prove/range_gap.h"

#include "base/status.h"
#include "eval/flint_compat.h"
#include "logic/sequent_gap.h"
#include "prove/range_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_MONOMIALS = 64,
    MAX_LOGS = EXPANSION_MAX_GENERATORS,
    MAX_DENOMINATOR = 64,
    MAX_BITS = 6
};

/*
 * f = rest + sum over j of c_j log a_j; the c_j as rows of numbers over the
 * monomials, and the weights w_i as rows that the c_j are combinations of.
 */
struct gap {
    struct expansion_scope scope;
    struct expansion_generator generators[EXPANSION_MAX_GENERATORS];
    size_t width;
    long monomials[MAX_MONOMIALS][EXPANSION_MAX_GENERATORS];
    size_t count;
    fmpq_mat_t coefficients; /* by generator; 0 where it is no logarithm */
    fmpq_mat_t weights;      /* by candidate */
    size_t nweights;
    fmpq_mat_t shares; /* c_j = sum of shares[i][j] w_i */
};

static void gap_init(struct gap *g)
{
    fmpq_mat_init(g->coefficients, MAX_LOGS, MAX_MONOMIALS);
    fmpq_mat_init(g->weights, MAX_LOGS, MAX_MONOMIALS);
    fmpq_mat_init(g->shares, MAX_LOGS, MAX_LOGS);
}

static void gap_clear(struct gap *g)
{
    fmpq_mat_clear(g->coefficients);
    fmpq_mat_clear(g->weights);
    fmpq_mat_clear(g->shares);
}

/* ---- what stands before the logarithms ---- */

static bool is_variable_log(const struct scalar *atom)
{
    return sequent_is_logarithm(atom) && atom->variables != 0;
}

/* The one logarithm of the term, with a variable if there is one. */
static const struct expansion_factor *
only_logarithm(const struct expansion_term *t)
{
    const struct expansion_factor *found = NULL;
    size_t plain = 0, variable = 0;
    for (size_t k = 0; k < t->count; k++) {
        const struct expansion_factor *f = &t->factors[k];
        bool is_variable = is_variable_log(f->atom);
        plain += sequent_is_logarithm(f->atom) && !is_variable;
        variable += is_variable;
        if (is_variable || (sequent_is_logarithm(f->atom) && !variable))
            found = f;
    }
    bool single = variable == 1 || (variable == 0 && plain == 1);
    return single && found->num == 1 && found->den == 1 ? found : NULL;
}

static size_t generator_of(const struct gap *g, const struct scalar *atom)
{
    size_t k = 0;
    while (g->generators[k].atom != atom)
        k++;
    return k;
}

static bool read_term(struct gap *g, const struct expansion_term *t)
{
    long monomial[EXPANSION_MAX_GENERATORS] = {0};
    const struct expansion_factor *log = only_logarithm(t);
    size_t at = 0;
    if (!log)
        return false;
    for (size_t k = 0; k < t->count; k++) {
        const struct expansion_factor *f = &t->factors[k];
        size_t n = generator_of(g, f->atom);
        if (f != log)
            monomial[n] = f->num * (g->generators[n].den / f->den);
    }
    while (at < g->count &&
           memcmp(g->monomials[at], monomial, sizeof monomial) != 0)
        at++;
    if (at == MAX_MONOMIALS)
        return false;
    memcpy(g->monomials[at], monomial, sizeof monomial);
    g->count += at == g->count;
    fmpq_set_mpq(fmpq_mat_entry(g->coefficients,
                                (slong)generator_of(g, log->atom), (slong)at),
                 t->coefficient);
    return true;
}

/* ---- weights ---- */

static void write_weight(struct partition_factor *out, const struct gap *g,
                         size_t i, const fmpq_t scale)
{
    size_t terms = 0;
    fmpq_t c;
    fmpq_init(c);
    partition_factor_init(out, g->count, g->width);
    out->exponent = 1;
    for (size_t m = 0; m < g->count; m++) {
        const fmpq *e = fmpq_mat_entry(g->weights, (slong)i, (slong)m);
        if (fmpq_is_zero(e))
            continue;
        fmpq_mul(c, e, scale);
        fmpq_get_mpq(out->coefficients[terms].q, c);
        for (size_t k = 0; k < g->width; k++)
            out->exponents[terms * g->width + k] = g->monomials[m][k];
        terms++;
    }
    for (size_t m = terms; m < out->terms; m++)
        rational_clear(&out->coefficients[m]);
    out->terms = terms;
    fmpq_clear(c);
}

/* The weight as a relation: it is >= 0 on the box. */
static const struct goal *weight_goal(struct gap *g, size_t i)
{
    struct partition_factor f;
    struct expansion p;
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    write_weight(&f, g, i, one);
    expansion_init(&p);
    const struct scalar *w =
        sequent_factor_poly(&p, &f, g->generators, g->width)
            ? expansion_scalar(&g->scope, &p)
            : NULL;
    expansion_clear(&p);
    partition_factor_clear(&f);
    fmpq_clear(one);
    return w ? goal_compare(g->scope.pool, GOAL_GE, w) : NULL;
}

static bool is_hopeful(struct range_search *s, const struct sequent *q,
                       const struct goal *goal)
{
    struct sequent kid = *q;
    kid.goal = goal;
    return goal && range_is_hopeful(s, &kid);
}

/* w_i := the numbers of c_j over the first of them, up to its sign */
static void set_weight(struct gap *g, size_t i, size_t j, int sign)
{
    fmpq_t lead;
    fmpq_init(lead);
    for (size_t m = 0; m < g->count; m++) {
        const fmpq *c = fmpq_mat_entry(g->coefficients, (slong)j, (slong)m);
        fmpq *w = fmpq_mat_entry(g->weights, (slong)i, (slong)m);
        if (fmpq_is_zero(lead) && !fmpq_is_zero(c))
            fmpq_abs(lead, c);
        fmpq_zero(w);
        if (!fmpq_is_zero(c))
            fmpq_div(w, c, lead);
        if (sign < 0)
            fmpq_neg(w, w);
    }
    fmpq_clear(lead);
}

static bool is_known_weight(const struct gap *g)
{
    for (size_t i = 0; i < g->nweights; i++) {
        bool same = true;
        for (size_t m = 0; m < g->count && same; m++)
            same = fmpq_equal(
                fmpq_mat_entry(g->weights, (slong)i, (slong)m),
                fmpq_mat_entry(g->weights, (slong)g->nweights, (slong)m));
        if (same)
            return true;
    }
    return false;
}

/* The c_j of one sign, each once. */
static void list_weights(struct gap *g, struct range_search *s,
                         const struct sequent *q)
{
    for (size_t j = 0; j < g->width; j++) {
        if (!is_variable_log(g->generators[j].atom))
            continue;
        for (int sign = 1; sign >= -1; sign -= 2) {
            set_weight(g, g->nweights, j, sign);
            if (is_known_weight(g))
                break;
            if (is_hopeful(s, q, weight_goal(g, g->nweights))) {
                g->nweights++;
                break;
            }
        }
    }
}

/* ---- combinations ---- */

/*
 * out (a column for each weight but `skip`) := the shortest combination of the
 * weights that is `row`; false: there is none.
 */
static bool combine(fmpq_mat_t out, const struct gap *g, const fmpq *row,
                    size_t skip)
{
    slong n = (slong)g->nweights, m = (slong)g->count;
    fmpq_mat_t system, left, right, transposed, square, solution;
    fmpq_mat_init(system, m, n + 1);
    for (slong i = 0; i < m; i++) {
        for (slong j = 0; j < n; j++)
            if ((size_t)j != skip)
                fmpq_set(fmpq_mat_entry(system, i, j),
                         fmpq_mat_entry(g->weights, j, i));
        fmpq_set(fmpq_mat_entry(system, i, n), row + i);
    }
    slong rank = fmpq_mat_rref(system, system);
    bool solvable = true;
    fmpq_mat_init(left, rank, n);
    fmpq_mat_init(right, rank, 1);
    for (slong i = 0; i < rank; i++) {
        bool empty = true;
        for (slong j = 0; j < n; j++) {
            fmpq_set(fmpq_mat_entry(left, i, j), fmpq_mat_entry(system, i, j));
            empty &= fmpq_is_zero(fmpq_mat_entry(left, i, j));
        }
        fmpq_set(fmpq_mat_entry(right, i, 0), fmpq_mat_entry(system, i, n));
        solvable &= !empty;
    }
    fmpq_mat_init(transposed, n, rank);
    fmpq_mat_init(square, rank, rank);
    fmpq_mat_init(solution, rank, 1);
    fmpq_mat_transpose(transposed, left);
    fmpq_mat_mul(square, left, transposed);
    solvable = solvable && fmpq_mat_solve(solution, square, right);
    if (solvable)
        fmpq_mat_mul(out, transposed, solution);
    fmpq_mat_clear(system);
    fmpq_mat_clear(left);
    fmpq_mat_clear(right);
    fmpq_mat_clear(transposed);
    fmpq_mat_clear(square);
    fmpq_mat_clear(solution);
    return solvable;
}

static bool is_nonnegative(const fmpq_mat_t column)
{
    for (slong i = 0; i < fmpq_mat_nrows(column); i++)
        if (fmpq_sgn(fmpq_mat_entry(column, i, 0)) < 0)
            return false;
    return true;
}

static void drop_weight(struct gap *g, size_t i)
{
    g->nweights--;
    for (size_t m = 0; m < g->count; m++)
        fmpq_set(fmpq_mat_entry(g->weights, (slong)i, (slong)m),
                 fmpq_mat_entry(g->weights, (slong)g->nweights, (slong)m));
}

static size_t weight_terms(const struct gap *g, size_t i)
{
    size_t terms = 0;
    for (size_t m = 0; m < g->count; m++)
        terms += !fmpq_is_zero(fmpq_mat_entry(g->weights, (slong)i, (slong)m));
    return terms;
}

/* Without those that are sums of others, the longest first. */
static void prune_weights(struct gap *g)
{
    for (size_t terms = g->count; terms > 0; terms--)
        for (size_t i = g->nweights; i-- > 0;) {
            if (i >= g->nweights || weight_terms(g, i) != terms)
                continue;
            fmpq_mat_t x;
            fmpq *row = _fmpq_vec_init((slong)g->count);
            for (size_t m = 0; m < g->count; m++)
                fmpq_set(row + m,
                         fmpq_mat_entry(g->weights, (slong)i, (slong)m));
            fmpq_mat_init(x, (slong)g->nweights, 1);
            bool drop =
                g->nweights > 1 && combine(x, g, row, i) && is_nonnegative(x);
            fmpq_mat_clear(x);
            _fmpq_vec_clear(row, (slong)g->count);
            if (drop)
                drop_weight(g, i);
        }
}

/* out := the share of the one weight that `row` is a multiple of */
static bool take_multiple(fmpq_mat_t out, const struct gap *g, const fmpq *row)
{
    fmpq_t share, product;
    bool found = false;
    fmpq_init(share);
    fmpq_init(product);
    for (size_t i = 0; i < g->nweights && !found; i++) {
        bool known = false;
        fmpq_zero(share);
        found = true;
        for (size_t m = 0; m < g->count && found; m++) {
            const fmpq *w = fmpq_mat_entry(g->weights, (slong)i, (slong)m);
            if (!known && !fmpq_is_zero(w))
                fmpq_div(share, row + m, w);
            known |= !fmpq_is_zero(w);
            fmpq_mul(product, share, w);
            found = fmpq_equal(product, row + m);
        }
        fmpq_mat_zero(out);
        fmpq_set(fmpq_mat_entry(out, (slong)i, 0), share);
    }
    fmpq_clear(share);
    fmpq_clear(product);
    return found;
}

/* The shares; logarithms of numbers may be left as they are. */
static bool share_out(struct gap *g)
{
    bool ok = g->nweights > 0;
    for (size_t j = 0; j < g->width && ok; j++) {
        const struct scalar *atom = g->generators[j].atom;
        fmpq_mat_t x;
        if (!sequent_is_logarithm(atom))
            continue;
        fmpq_mat_init(x, (slong)g->nweights, 1);
        const fmpq *row = fmpq_mat_entry(g->coefficients, (slong)j, 0);
        bool solved =
            take_multiple(x, g, row) || combine(x, g, row, g->nweights);
        for (size_t i = 0; i < g->nweights && solved; i++)
            fmpq_set(fmpq_mat_entry(g->shares, (slong)i, (slong)j),
                     fmpq_mat_entry(x, (slong)i, 0));
        ok = solved || atom->variables == 0;
        fmpq_mat_clear(x);
    }
    return ok;
}

/* Weights made larger, so that the largest share of each is 1. */
static void scale_weights(struct gap *g)
{
    fmpq_t most, share;
    fmpq_init(most);
    fmpq_init(share);
    for (slong i = 0; i < (slong)g->nweights; i++) {
        fmpq_zero(most);
        for (slong j = 0; j < (slong)g->width; j++) {
            fmpq_abs(share, fmpq_mat_entry(g->shares, i, j));
            if (fmpq_cmp(share, most) > 0)
                fmpq_set(most, share);
        }
        if (fmpq_is_zero(most))
            continue;
        for (slong m = 0; m < (slong)g->count; m++)
            fmpq_mul(fmpq_mat_entry(g->weights, i, m),
                     fmpq_mat_entry(g->weights, i, m), most);
        for (slong j = 0; j < (slong)g->width; j++)
            fmpq_div(fmpq_mat_entry(g->shares, i, j),
                     fmpq_mat_entry(g->shares, i, j), most);
    }
    fmpq_clear(most);
    fmpq_clear(share);
}

/* The goal so written; false: it is not.  Close in both cases. */
static bool gap_open(struct gap **out, struct range_search *s,
                     const struct sequent *q)
{
    struct gap *g = *out = xcalloc(1, sizeof *g);
    struct expansion p, logs;
    gap_init(g);
    g->scope = (struct expansion_scope){.pool = s->pool,
                                        .nonnegative = q->box.nonnegative};
    expansion_init(&p);
    expansion_init(&logs);
    bool ok = expansion_of(&p, &g->scope, q->goal->term) &&
              sequent_log_generators(g->generators, &g->width, &logs, &p);
    for (size_t i = 0; i < logs.count && ok; i++)
        ok = read_term(g, &logs.terms[i]);
    expansion_clear(&p);
    expansion_clear(&logs);
    if (ok) {
        list_weights(g, s, q);
        prune_weights(g);
        ok = share_out(g);
        scale_weights(g);
    }
    return ok;
}

static void gap_close(struct gap *g)
{
    gap_clear(g);
    free(g);
}

/* ---- the node ---- */

/* t_i = prod a_j^(-share power), with the common denominator apart. */
static bool write_ratio(struct partition_factor *out, const struct gap *g,
                        size_t i, const fmpq_t power)
{
    fmpz_t den;
    fmpq_t q;
    bool small = true;
    fmpz_init_set_ui(den, 1);
    fmpq_init(q);
    partition_factor_init(out, 1, g->width);
    mpq_set_ui(out->coefficients[0].q, 1, 1);
    for (size_t j = 0; j < g->width; j++) {
        fmpq_mul(q, fmpq_mat_entry(g->shares, (slong)i, (slong)j), power);
        fmpz_lcm(den, den, fmpq_denref(q));
    }
    small = fmpz_cmp_ui(den, MAX_DENOMINATOR) <= 0;
    out->exponent = small ? fmpz_get_si(den) : 1;
    for (size_t j = 0; j < g->width && small; j++) {
        fmpq_mul(q, fmpq_mat_entry(g->shares, (slong)i, (slong)j), power);
        fmpq_mul_fmpz(q, q, den);
        small = fmpz_bits(fmpq_numref(q)) <= MAX_BITS;
        out->exponents[j] = small ? -fmpz_get_si(fmpq_numref(q)) : 0;
    }
    fmpz_clear(den);
    fmpq_clear(q);
    return small;
}

static bool write_node(struct partition_node *node, const struct gap *g,
                       long num, long den)
{
    fmpq_t power, scale;
    bool ok = true;
    fmpq_init(power);
    fmpq_init(scale);
    fmpq_set_si(power, num, (ulong)den);
    fmpq_inv(scale, power);
    partition_drop_factors(node);
    node->factors = xcalloc(2 * g->nweights + 1, sizeof *node->factors);
    for (size_t i = 0; i < g->nweights && ok; i++) {
        write_weight(&node->factors[node->nfactors++], g, i, scale);
        ok = write_ratio(&node->factors[node->nfactors++], g, i, power);
    }
    fmpq_clear(power);
    fmpq_clear(scale);
    return ok;
}

bool range_gap_fill(struct range_search *s, size_t node,
                    const struct sequent *q, size_t way)
{
    static const long powers[RANGE_GAP_POWERS][2] = {{1, 1}, {1, 2}, {2, 1}};
    struct gap *g;
    bool ok = gap_open(&g, s, q) && write_node(&s->out->nodes[node], g,
                                               powers[way][0], powers[way][1]);
    if (!ok)
        partition_drop_factors(&s->out->nodes[node]);
    gap_close(g);
    return ok;
}
