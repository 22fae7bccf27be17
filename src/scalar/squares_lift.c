/*
 * What is known of letters: equations for roots, quotients, absolute values,
 * maxima (lifting, as for semialgebraic functions in [Lasserre2015], ch. 11).
 */
#include "scalar/squares_internal.h"

#include "core/ring.h"
#include "scalar/laws.h"

#include <math.h>

/* What theorems say of a letter fn(a) or fn(a, b). */
struct lift {
    unsigned function;
    const char *theorem;
};

static const struct lift lifts[] = {
    {FN_SQRT, "sqrt_square"},      {CORE_RECIP, "inverse_cancels"},
    {FN_ABS, "abs_of_square"},     {FN_ABS, "below_abs"},
    {FN_ABS, "minus_below_abs"},   {FN_RELU, "relu_is_one"},
    {FN_RELU, "relu_above"},       {FN_MAX2, "max_is_one"},
    {FN_MAX2, "first_below_max"},  {FN_MAX2, "second_below_max"},
    {FN_MIN2, "min_is_one"},       {FN_MIN2, "first_above_min"},
    {FN_MIN2, "second_above_min"}, {FN_EXP, "exp_doubles"},
    {FN_EXP, "exp_cancels"},       {FN_SIN, "unit_circle"},
};

enum { LIFTS = sizeof lifts / sizeof lifts[0] };

/* More, where products of facts are tried, too. */
static const struct lift tangents[] = {
    {FN_EXP, "exp_above_line_scalar"},
    {FN_LOG, "log_below_tangent"},
};

bool squares_is_lifted(const struct atom *a)
{
    if (a->kind != ATOM_APPLY || a->function == FN_SIN || a->function == FN_EXP)
        return false;
    if (a->function == CORE_POW)
        return true;
    for (size_t i = 0; i < LIFTS; i++) {
        if (lifts[i].function == a->function)
            return true;
    }
    return false;
}

/* Roots. */

/* The exponent of a root or a power of a number, positive; or NULL. */
static const struct number *exponent_of(const struct reading *r,
                                        const struct atom *a)
{
    if (atom_is(a, CORE_POW)) {
        const struct number *t = form_as_number(r->pool, a->args[1]);
        return t != NULL && mpq_sgn(t->value->q) > 0 ? t : NULL;
    }
    if (!atom_is(a, FN_SQRT))
        return NULL;
    LOCAL_MPQ(half);
    mpq_set_si(half, 1, 2);
    return pool_number(r->pool, half);
}

/* The same root of something else. */
static const struct form *root_of(const struct reading *r, const struct atom *a,
                                  const struct form *of)
{
    return a->function == FN_SQRT
               ? form_apply1(r->pool, FN_SQRT, of)
               : form_apply2(r->pool, CORE_POW, of, a->args[1]);
}

static bool is_known(struct reading *r, const struct form *f)
{
    const struct form *sign = form_apply1(r->pool, CORE_LE, f);

    return sign != NULL && enclosure_sign(r->enclosure, sign) > 0;
}

/* The first factor of a product, and the others; false: it is none. */
static bool split_term(struct reading *r, const struct form *f,
                       const struct form **first, const struct form **rest)
{
    struct term term = f->terms[0];
    const struct letters *m = term.monomial;

    *first = ring_number(r->pool, term.coefficient->value->q);
    if (*first == pool_one(r->pool) && m->count > 0) {
        *first = ring_atom(r->pool, m->items[0].atom);
        term.monomial =
            monomial_divide(r->pool, m, (*first)->terms[0].monomial);
    }
    term.coefficient = pool_integer(r->pool, 1);
    *rest = ring_term(r->pool, NULL, NULL, &term);
    return *rest != pool_one(r->pool);
}

/* What it is a root of as a product: a factor and the others; false: it is
 * none, or not of factors that are certainly not below 0. */
static bool split(struct reading *r, const struct atom *a,
                  const struct form **first, const struct form **rest)
{
    const struct form *f = exponent_of(r, a) ? a->args[0] : NULL;

    if (f == NULL || f->count == 0 ||
        !(f->count == 1 ? split_term(r, f, first, rest)
                        : squares_factor(r->pool, f, first, rest)))
        return false;
    bool known = is_known(r, *first);
    if (!known) {
        *first = ring_neg(r->pool, *first);
        *rest = ring_neg(r->pool, *rest);
        known = is_known(r, *first);
    }
    return known && is_known(r, *rest);
}

/* Adds the letters of a form, or none. */
static bool add_all(struct reading *r, const struct form *f)
{
    const size_t n = r->nletters;

    if (f != NULL && squares_add_letters(r, f, true))
        return true;
    r->nletters = n;
    return false;
}

/* The root of its base that all powers of this base are powers of. */
static const struct form *common_root(const struct reading *r,
                                      const struct atom *a)
{
    const struct form *out = NULL;

    LOCAL_MPZ(common);
    LOCAL_MPQ(t);
    mpz_set_ui(common, 1);
    for (size_t i = 0; i < r->nletters; i++) {
        const struct atom *b = r->letters[i];
        const struct number *e = exponent_of(r, b);

        if (e != NULL && b->function == CORE_POW && b->args[0] == a->args[0])
            mpz_lcm(common, common, mpq_denref(e->value->q));
    }
    if (mpz_cmp_ui(common, 1) > 0 && mpz_cmp_ui(common, LIFT_ROOT) <= 0) {
        mpq_set_z(t, common);
        mpq_inv(t, t);
        out =
            form_apply2(r->pool, CORE_POW, a->args[0], ring_number(r->pool, t));
    }
    return out;
}

void squares_add_roots(struct reading *r, enum squares_effort effort)
{
    const struct form *first, *rest;

    for (size_t i = 0; i < r->nletters && effort != SQUARES_FACTS; i++) {
        const size_t n = r->nletters;

        if (split(r, r->letters[i], &first, &rest) &&
            !(add_all(r, root_of(r, r->letters[i], first)) &&
              add_all(r, root_of(r, r->letters[i], rest))))
            r->nletters = n;
    }
    for (size_t i = 0, n = r->nletters; i < n; i++) {
        const struct atom *a = r->letters[i];

        if (exponent_of(r, a) != NULL && a->function == CORE_POW)
            add_all(r, common_root(r, a));
    }
}

/* The largest of its terms. */
static slong weight_of(const struct reading *r, const struct form *f)
{
    slong most = 0;

    for (size_t i = 0; i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;
        slong sum = 0;

        for (size_t k = 0; k < m->count; k++) {
            const size_t at = squares_letter(r, m->items[k].atom);

            sum += at < r->nletters ? r->weights[at] * m->items[k].power : 1;
        }
        most = sum > most ? sum : most;
    }
    return most;
}

/* A letter counts as much as its roots make whole. */
static void weigh_bases(struct reading *r)
{
    for (size_t i = 0; i < r->nletters; i++) {
        const struct number *e = exponent_of(r, r->letters[i]);
        const struct form *base = e ? r->letters[i]->args[0] : NULL;
        size_t at = r->nletters;
        ulong order;

        if (base != NULL && base->count == 1 &&
            base->terms[0].monomial->count == 1)
            at = squares_letter(r, base->terms[0].monomial->items[0].atom);
        if (at == r->nletters)
            continue;
        order = mpz_get_ui(mpq_denref(e->value->q));
        if (order <= LIFT_ROOT)
            r->weights[at] *=
                (slong)(order / n_gcd((ulong)r->weights[at], order));
    }
}

void squares_weigh(struct reading *r)
{
    for (size_t i = 0; i < r->nletters; i++)
        r->weights[i] = 1;
    weigh_bases(r);
    for (size_t i = r->nletters; i-- > 0;) {
        const struct atom *a = r->letters[i];
        const struct number *e = exponent_of(r, a);
        slong weight = 0;

        for (size_t k = 0;
             k < a->count && squares_is_lifted(a) && a->function != CORE_RECIP;
             k++) {
            const slong here = weight_of(r, a->args[k]);

            weight = here > weight ? here : weight;
        }
        if (e != NULL)
            weight = (slong)ceil((double)weight * mpq_get_d(e->value->q));
        r->weights[i] = weight > r->weights[i] ? weight : r->weights[i];
    }
}

/* Facts. */

/* A proof of the condition of a lift: enclosed, or by squares; or NULL. */
static const struct proof *
condition_proof(struct reading *r, const struct form *condition, unsigned depth)
{
    const struct form *f = relation_atom(condition)->args[0];
    const struct form *goals[] = {condition, NULL};
    const struct proof *out = NULL;

    if (enclosure_sign(r->enclosure, condition) > 0) {
        struct proof *enclosed = arena_alloc(pool_arena(r->pool), sizeof *out);

        *enclosed = (struct proof){.kind = PROOF_ENCLOSED, .goal = condition};
        return enclosed;
    }
    if (relation_kind(condition) == CORE_NE) {
        goals[0] = form_apply1(r->pool, CORE_LT, f);
        goals[1] = form_apply1(r->pool, CORE_LT, ring_neg(r->pool, f));
    }
    for (size_t i = 0; i < 2 && out == NULL && depth < LIFT_DEPTH; i++) {
        const struct problem p = {r->problem->facts, r->problem->nfacts,
                                  goals[i]};

        if (goals[i] != NULL)
            out = squares_within(r->theory, r->pool, &p, SQUARES_FACTS,
                                 depth + 1);
    }
    return out;
}

/* A proof of the condition joins the kids; false: it was not found. */
static bool add_condition(struct reading *r, struct squares_fact *fact,
                          const struct form *condition, unsigned depth)
{
    if (condition == NULL || condition == relation_true(r->pool))
        return condition != NULL;
    if (relation_atom(condition) == NULL)
        return false;
    fact->kids[fact->nkids] = condition_proof(r, condition, depth);
    return fact->kids[fact->nkids++] != NULL;
}

static void add_lift(struct reading *r, const char *theorem,
                     const struct atom *a, unsigned depth)
{
    const struct form *premise;
    struct squares_fact fact =
        law_fact(r->pool, theorem, a->args[0], a->count > 1 ? a->args[1] : NULL,
                 &premise);
    const struct form *f = fact.relation ? squares_side(fact.relation) : NULL;

    if (f != NULL && squares_has_letter(r, f, true) &&
        (premise == NULL || add_condition(r, &fact, premise, depth)))
        squares_add_fact(r, &fact);
}

/* The root to its order is the base; another power is one of the root. */
static void add_powers(struct reading *r, const struct atom *a, unsigned depth)
{
    static const char *const roots[] = {[2] = "root_2",
                                        [3] = "root_3",
                                        [4] = "root_4",
                                        [5] = "root_5",
                                        [6] = "root_6"};
    static const char *const powers[] = {
        [2] = "power_2",   [3] = "power_3",   [4] = "power_4",  [5] = "power_5",
        [6] = "power_6",   [7] = "power_7",   [8] = "power_8",  [9] = "power_9",
        [10] = "power_10", [11] = "power_11", [12] = "power_12"};
    struct squares_fact fact = {.values = {a->args[0]}, .nvalues = 1};
    const struct form *root = common_root(r, a);
    const struct number *t, *e = exponent_of(r, a), *k;
    size_t order, power;

    if (root == NULL)
        return;
    t = form_as_number(r->pool,
                       root->terms[0].monomial->items[0].atom->args[1]);
    k = pool_number_of(r->pool, mpq_div, e, t);
    order = mpz_get_ui(mpq_denref(t->value->q));
    power = mpz_get_ui(mpq_numref(k->value->q));
    if (power == 1) {
        fact.theorem = roots[order];
        fact.relation = relation_between(
            r->pool, CORE_EQ, ring_power(r->pool, root, (unsigned)order),
            a->args[0]);
    } else if (power <= LIFT_POWER) {
        fact.theorem = powers[power];
        fact.values[fact.nvalues++] = ring_number(r->pool, t->value->q);
        fact.relation = relation_between(
            r->pool, CORE_EQ, ring_power(r->pool, root, (unsigned)power),
            a->form);
    }
    if (fact.relation != NULL &&
        add_condition(r, &fact, form_apply1(r->pool, CORE_LE, a->args[0]),
                      depth))
        squares_add_fact(r, &fact);
}

/* The root of a product is the product of roots. */
static void add_split(struct reading *r, const struct atom *a, unsigned depth)
{
    struct squares_fact fact = {.nvalues = 0};
    const struct form *first, *rest;

    if (!split(r, a, &first, &rest))
        return;
    fact.theorem =
        a->function == FN_SQRT ? "root_of_product" : "power_of_factors";
    fact.values[fact.nvalues++] = first;
    fact.values[fact.nvalues++] = rest;
    if (a->function == CORE_POW)
        fact.values[fact.nvalues++] = a->args[1];
    fact.relation = relation_between(
        r->pool, CORE_EQ, a->form,
        ring_mul(r->pool, root_of(r, a, first), root_of(r, a, rest)));
    if (add_condition(r, &fact, form_apply1(r->pool, CORE_LE, first), depth) &&
        add_condition(r, &fact, form_apply1(r->pool, CORE_LE, rest), depth))
        squares_add_fact(r, &fact);
}

static void add_all_lifts(struct reading *r, const struct lift *list,
                          size_t count, const struct atom *a, unsigned depth)
{
    for (size_t k = 0; k < count && a->kind == ATOM_APPLY && a->count > 0;
         k++) {
        if (list[k].function == a->function)
            add_lift(r, list[k].theorem, a, depth);
    }
}

void squares_add_lifts(struct reading *r, enum squares_effort effort,
                       unsigned depth)
{
    enum { TANGENTS = sizeof tangents / sizeof tangents[0] };

    for (size_t i = 0; i < r->nletters; i++) {
        const struct atom *a = r->letters[i];

        add_all_lifts(r, lifts, LIFTS, a, depth);
        if (exponent_of(r, a) != NULL && a->function == CORE_POW)
            add_powers(r, a, depth);
        if (effort == SQUARES_FACTS)
            continue;
        add_all_lifts(r, tangents, TANGENTS, a, depth);
        add_split(r, a, depth);
    }
}

static bool is_algebraic(const struct atom *a)
{
    bool out = a->kind == ATOM_VARIABLE ||
               (squares_is_lifted(a) &&
                (a->function != CORE_POW || a->args[1]->free.count == 0));

    for (size_t i = 0; i < a->count && out; i++)
        out = squares_are_of(a->args[i]);
    return out;
}

bool squares_are_of(const struct form *f)
{
    struct walk w = walk_of(f);
    bool out = form_scalar(f);

    for (const struct letter *l; out && (l = walk_next(&w)) != NULL;)
        out = is_algebraic(l->atom);
    return out;
}
