#include "case/mixture.h"

#include "case/orthogonal.h"
#include "case/property.h"

#include <math.h>

/* clang-format off */
#define NORMAL(mean, sd) {SAMPLER_NORMAL, {mean, sd}, NULL, 0}
#define INTEGERS(a, b) {SAMPLER_INTEGERS, {a, b}, NULL, 0}
#define PLAIN(id) {SAMPLER_##id, {0, 0}, NULL, 0}
#define ONE(id, x) {SAMPLER_##id, {x, 0}, NULL, 0}
#define OVER(id, x, sub) {SAMPLER_##id, {x, 0}, &(sub), 1}
#define DECADES(a, b) {SAMPLER_LOGSCALE, {a, b}, NULL, 0}

static const struct recipe standard = NORMAL(0, 1), few = INTEGERS(-3, 3),
                           tiny = NORMAL(0, 0x1p-20);

/* A recipe and how often it is taken. */
struct choice {
    unsigned weight;
    bool is_plain; /* sensible for a scalar too */
    struct recipe recipe;
};

static const struct choice free_choices[] = {
    {10, true, NORMAL(0, 1)},
    {4, true, NORMAL(0, 0x1p-6)},
    {4, true, NORMAL(0, 32)},
    {6, true, {SAMPLER_UNIFORM, {-1, 1}, NULL, 0}},
    {8, true, INTEGERS(-3, 3)},
    {3, true, PLAIN(RADEMACHER)},
    {2, true, INTEGERS(0, 0)},
    {2, true, INTEGERS(1, 1)},
    {5, true, DECADES(-3, 3)},
    {1, true, DECADES(-30, 30)},
    {3, false, OVER(SPARSE, 0.3, standard)},
    {3, false, OVER(SPARSE, 0.4, few)},
    {3, false, ONE(NEAR_RANK_ONE, 0)},
    {3, false, ONE(NEAR_RANK_ONE, 0x1p-10)},
    {3, false, ONE(DUPLICATE_ROWS, 2)},
    {2, false, ONE(NEAR_EQUAL_ROWS, 0x1p-10)},
    {3, false, PLAIN(ONEHOT)},
    {2, false, ONE(SPIKE, 16)},
    {2, false, ONE(SPIKE, 65536)},
    {2, false, PLAIN(IDENTITY)},
    {1, false, PLAIN(HILBERT)},
    {2, false, PLAIN(VANDERMONDE)},
    {2, false, OVER(TOEPLITZ, 0, standard)},
    {2, false, OVER(TOEPLITZ, 0, few)},
    {2, false, PLAIN(ORTHOGONAL)},
    {2, false, ONE(DIRICHLET, 1)},
    {2, false, ONE(DIRICHLET, 0.125)},
};
static const struct choice ones[] = {{1, true, INTEGERS(1, 1)}};
static const struct choice zeros[] = {{1, true, INTEGERS(0, 0)}};
static const struct choice identity[] = {{1, true, PLAIN(IDENTITY)}};
static const struct choice signs[] = {{1, true, PLAIN(RADEMACHER)}};
static const struct choice integers[] = {
    {2, true, INTEGERS(-1, 1)},
    {3, true, INTEGERS(-3, 3)},
    {1, true, INTEGERS(0, 2)},
    {1, false, OVER(SPARSE, 0.5, few)},
    {1, false, OVER(TOEPLITZ, 0, few)},
    {1, false, PLAIN(IDENTITY)},
};
static const struct choice onehot[] = {
    {3, false, PLAIN(ONEHOT)},
    {1, true, PLAIN(IDENTITY)},
    {1, true, INTEGERS(0, 1)},
};
static const struct choice tinies[] = {
    {3, true, NORMAL(0, 0x1p-20)},
    {1, true, NORMAL(0, 0x1p-40)},
    {1, false, OVER(SPARSE, 0.5, tiny)},
};
static const struct choice nearly_equal[] = {
    {1, false, ONE(NEAR_EQUAL_ROWS, 0)},
    {3, true, ONE(NEAR_EQUAL_ROWS, 0x1p-20)},
    {1, false, ONE(DUPLICATE_ROWS, 1)},
};
static const struct choice extreme[] = {
    {4, true, DECADES(-3, 3)},
    {2, true, DECADES(-30, 30)},
    {1, false, ONE(SPIKE, 1e9)},
    {1, true, NORMAL(0, 1e6)},
};

struct choices {
    const struct choice *list;
    size_t count;
};

static struct choices choices_of(enum theme theme)
{
#define LIST(list) (struct choices){list, sizeof list / sizeof *list}
    switch (theme) {
    case THEME_FREE: return LIST(free_choices);
    case THEME_ONES: return LIST(ones);
    case THEME_ZEROS: return LIST(zeros);
    case THEME_IDENTITY: return LIST(identity);
    case THEME_SIGNS: return LIST(signs);
    case THEME_INTEGERS: return LIST(integers);
    case THEME_ONEHOT: return LIST(onehot);
    case THEME_TINY: return LIST(tinies);
    case THEME_NEARLY_EQUAL_ROWS: return LIST(nearly_equal);
    case THEME_EXTREME: return LIST(extreme);
    }
#undef LIST
    return (struct choices){free_choices, 1};
}
/* clang-format on */

enum theme mixture_theme(uint64_t trial, struct rng *rng)
{
    static const enum theme first[] = {THEME_ONES, THEME_ZEROS, THEME_IDENTITY,
                                       THEME_ONES, THEME_SIGNS, THEME_INTEGERS};
    if (trial < sizeof first / sizeof *first)
        return first[trial];
    static const struct {
        unsigned weight;
        enum theme theme;
    } themes[] = {
        {62, THEME_FREE},   {12, THEME_INTEGERS}, {4, THEME_SIGNS},
        {5, THEME_ONEHOT},  {5, THEME_TINY},      {6, THEME_NEARLY_EQUAL_ROWS},
        {5, THEME_EXTREME}, {1, THEME_ONES},
    };
    uint64_t at = rng_below(rng, 100);
    for (size_t i = 0; i < sizeof themes / sizeof *themes; i++) {
        if (at < themes[i].weight)
            return themes[i].theme;
        at -= themes[i].weight;
    }
    return THEME_FREE;
}

static bool fits(const struct choice *c, size_t rows, size_t cols)
{
    if (sampler_info(c->recipe.id)->facts & SAMPLES_SQUARE && rows != cols)
        return false;
    return c->is_plain || rows * cols > 1;
}

static const struct recipe *choose(struct choices all, size_t rows, size_t cols,
                                   struct rng *rng)
{
    uint64_t total = 0;
    for (size_t i = 0; i < all.count; i++)
        if (fits(&all.list[i], rows, cols))
            total += all.list[i].weight;
    uint64_t at = rng_below(rng, total);
    for (size_t i = 0; i < all.count; i++) {
        const struct choice *c = &all.list[i];
        if (!fits(c, rows, cols))
            continue;
        if (at < c->weight)
            return &c->recipe;
        at -= c->weight;
    }
    ENSURE(false, "mixture: no recipe fits");
    return NULL;
}

/* lo + (hi - lo) * part, or near an end where part is 0 or 1. */
static void range_number(rational_t *x, const struct range *r, struct rng *rng)
{
    uint64_t way = rng_below(rng, 8);
    LOCAL_RATIONAL width = rational_zero();
    mpq_sub(width.q, r->hi.lo.q, r->lo.hi.q);
    int near = 1 + (int)rng_below(rng, 30);
    double part = way == 0   ? 0
                  : way == 1 ? 1
                  : way == 2 ? ldexp(1, -near)
                  : way == 3 ? 1 - ldexp(1, -near)
                  : way == 4 ? 0.5
                             : rng_unit(rng);
    rational_set_double(x, part);
    mpq_mul(x->q, x->q, width.q);
    mpq_add(x->q, x->q, r->lo.hi.q);
    /* A nearby double is as good and cheaper, save at the ends. */
    if (way >= 2)
        rational_set_double(x, rational_to_double(x));
    range_fit(x, r);
}

static void draw_in_range(struct value *out, size_t rows, size_t cols,
                          const struct range *range, struct rng *rng)
{
    value_set_rationals(out, rows, cols);
    for (size_t k = 0; k < rows * cols; k++)
        range_number(&out->rationals[k], range, rng);
    value_simplify(out);
}

static void draw_integers(struct value *out, size_t rows, size_t cols,
                          const struct range *range, struct rng *rng)
{
    enum { WIDTH = 6 }; /* -3..3 where there is no range */
    int64_t lo, hi;
    range_integers(&lo, &hi, range, WIDTH);
    value_set_doubles(out, rows, cols);
    for (size_t k = 0; k < rows * cols; k++) {
        uint64_t way = rng_below(rng, 8);
        int64_t n = way == 0 ? lo
                    : way == 1
                        ? hi
                        : lo + (int64_t)rng_below(rng, (uint64_t)(hi - lo) + 1);
        out->doubles[k] = (double)n;
    }
}

/* B of B*B': now and then of low rank. */
static void lower_rank(struct value *v, struct rng *rng)
{
    size_t rank = 1 + (size_t)rng_below(rng, v->cols);
    if (rng_below(rng, 3) != 0 || v->kind != VALUE_DOUBLES)
        return;
    for (size_t k = 0; k < v->rows * v->cols; k++)
        if (k % v->cols >= rank)
            v->doubles[k] = 0;
}

static bool is_simple(enum theme theme)
{
    return theme == THEME_ONES || theme == THEME_ZEROS ||
           theme == THEME_IDENTITY;
}

/* A draw of one of the theme's recipes, of the kind yet to be mapped. */
static unsigned draw_recipe(struct value *out, size_t rows, size_t cols,
                            enum given_kind kind, enum theme theme,
                            struct rng *rng)
{
    const bool as_row = property_draws_rows(kind);
    const size_t r = as_row ? cols : rows, c = as_row ? rows : cols;
    const struct recipe *recipe = choose(choices_of(theme), r, c, rng);
    unsigned facts;
    LOCAL_BUFFER reason = buffer_new();
    enum status st = sampler_draw(out, &facts, r, c, recipe, rng, &reason);
    ENSURE(st == ST_OK, "mixture: a recipe that fits failed");
    value_reshape(out, rows, cols);
    return facts;
}

/* Ones on and below the diagonal: a causal mask. */
static void set_causal(struct value *v)
{
    value_set_doubles(v, v->rows, v->cols);
    for (size_t k = 0; k < v->rows * v->cols; k++)
        v->doubles[k] = k % v->cols <= k / v->cols;
}

/* What is random about a kind beside the recipe, before and after the map. */
static void vary(struct value *v, enum given_kind kind, struct rng *rng)
{
    if (kind == GIVEN_PSD)
        lower_rank(v, rng);
    if (kind == GIVEN_MASK && rng_below(rng, 6) == 0)
        set_causal(v);
}

static void shuffle(struct value *v, enum given_kind kind, struct rng *rng)
{
    if (kind == GIVEN_ORTHOGONAL || kind == GIVEN_FRAME || kind == GIVEN_UNIT)
        orthogonal_shuffle(v, rng);
    if (kind == GIVEN_PERMUTATION || kind == GIVEN_DOUBLY_STOCHASTIC ||
        kind == GIVEN_SIMPLEX)
        orthogonal_permute(v, rng);
}

void mixture_draw(struct value *out, size_t rows, size_t cols,
                  enum given_kind kind, const struct range *range,
                  enum theme theme, struct rng *rng)
{
    if (kind == GIVEN_INT && !is_simple(theme)) {
        draw_integers(out, rows, cols, range, rng);
        return;
    }
    bool may_range = kind == GIVEN_REAL || kind == GIVEN_NONNEG ||
                     kind == GIVEN_SYMMETRIC || kind == GIVEN_SKEW ||
                     kind == GIVEN_DIAGONAL || kind == GIVEN_LOWER;
    unsigned facts = 0;
    if (may_range && range_is_bounded(range) && !is_simple(theme) &&
        (rows * cols == 1 || rng_below(rng, 2))) {
        draw_in_range(out, rows, cols, range, rng);
    } else {
        facts = draw_recipe(out, rows, cols, kind, theme, rng);
    }
    if (!is_simple(theme))
        vary(out, kind, rng);
    property_map(out, kind, facts, range);
    if (!is_simple(theme))
        shuffle(out, kind, rng);
}
