/* Relations as polynomials in letters. */
#include "scalar/squares_internal.h"

#include "core/ring.h"

/* Letters. */

size_t squares_letter(const struct reading *r, const struct atom *a)
{
    size_t i = 0;

    while (i < r->nletters && r->letters[i] != a)
        i++;
    return i;
}

bool squares_add_letters(struct reading *r, const struct form *f,
                         bool is_lifting)
{
    struct walk w = walk_of(f);

    if (!form_scalar(f) || f->count > READ_TERMS)
        return false;
    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct atom *a = l->atom;

        if (squares_letter(r, a) < r->nletters)
            continue;
        if (r->nletters == SQUARES_LETTERS)
            return false;
        r->letters[r->nletters++] = a;
        for (size_t j = 0; is_lifting && j < a->count && squares_is_lifted(a);
             j++) {
            if (!squares_add_letters(r, a->args[j], true))
                return false;
        }
    }
    return true;
}

bool squares_has_letter(const struct reading *r, const struct form *f, bool all)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        if ((squares_letter(r, l->atom) < r->nletters) != all)
            return !all;
    }
    return all;
}

const struct form *squares_side(const struct form *relation)
{
    const struct atom *a = relation_atom(relation);
    unsigned fn = relation_kind(relation);

    return a != NULL && (fn == CORE_EQ || fn == CORE_LE || fn == CORE_LT) &&
                   form_scalar(a->args[0])
               ? a->args[0]
               : NULL;
}

/* Whether it is of variables that are letters, all of them. */
static bool is_of_letters(const struct reading *r, const struct form *f)
{
    bool out = f->free.count > 0;

    for (size_t i = 0; i < f->free.count && out; i++)
        out = squares_letter(r, f->free.items[i]) < r->nletters;
    return out;
}

/* Letters of the facts that have to do with those there are. */
static void add_facts_letters(struct reading *r)
{
    size_t before = 0;

    while (before < r->nletters) {
        before = r->nletters;
        for (size_t i = 0; i < r->problem->nfacts; i++) {
            const struct form *f = squares_side(r->problem->facts[i]);
            const size_t n = r->nletters;

            if (f != NULL &&
                (squares_has_letter(r, f, false) || is_of_letters(r, f)) &&
                !squares_add_letters(r, f, true))
                r->nletters = n;
        }
    }
}

/* The deepest first: so that a root is above what it is a root of. */
static void sort_letters(struct reading *r)
{
    for (size_t i = 1; i < r->nletters; i++) {
        for (size_t k = i; k > 0; k--) {
            const struct atom *a = r->letters[k - 1], *b = r->letters[k];

            if (a->depth > b->depth ||
                (a->depth == b->depth && hash_compare(&a->hash, &b->hash) < 0))
                break;
            r->letters[k - 1] = b;
            r->letters[k] = a;
        }
    }
}

/* Polynomials. */

bool squares_polynomial(fmpq_mpoly_t out, const struct reading *r,
                        const struct form *f)
{
    LOCAL_FMPQ(c);
    fmpq_mpoly_zero(out, r->ring);
    for (size_t i = 0; f != NULL && i < f->count; i++) {
        const struct letters *m = f->terms[i].monomial;
        ulong exponents[SQUARES_LETTERS] = {0};

        for (size_t k = 0; k < m->count; k++)
            exponents[squares_letter(r, m->items[k].atom)] = m->items[k].power;
        fmpq_set_mpq(c, f->terms[i].coefficient->value->q);
        fmpq_mpoly_push_term_fmpq_ui(out, c, exponents, r->ring);
    }
    fmpq_mpoly_sort_terms(out, r->ring);
    fmpq_mpoly_combine_like_terms(out, r->ring);
    return fmpq_mpoly_total_degree_si(out, r->ring) <= READ_DEGREE;
}

bool squares_is_constant(const struct reading *r, size_t letter)
{
    return !r->counts_numbers && r->letters[letter]->free.count == 0;
}

slong squares_weight(const struct reading *r, size_t letter)
{
    return squares_is_constant(r, letter) ? 0 : r->weights[letter];
}

slong squares_degree(const struct reading *r, const fmpq_mpoly_struct *f)
{
    ulong exponents[SQUARES_LETTERS];
    slong most = 0;

    for (slong i = 0; i < fmpq_mpoly_length(f, r->ring); i++) {
        slong sum = 0;

        fmpq_mpoly_get_term_exp_ui(exponents, f, i, r->ring);
        for (size_t k = 0; k < r->nletters; k++)
            sum += squares_weight(r, k) * (slong)exponents[k];
        most = sum > most ? sum : most;
    }
    return most;
}

const struct form *squares_form(const struct reading *r, const fmpq_mpoly_t f)
{
    const struct form *sum = ring_int(r->pool, 0);
    ulong exponents[SQUARES_LETTERS];

    LOCAL_FMPQ(c);
    LOCAL_MPQ(q);
    for (slong i = 0; i < fmpq_mpoly_length(f, r->ring); i++) {
        fmpq_mpoly_get_term_coeff_fmpq(c, f, i, r->ring);
        fmpq_mpoly_get_term_exp_ui(exponents, f, i, r->ring);
        fmpq_get_mpq(q, c);
        const struct form *term = ring_number(r->pool, q);
        for (size_t k = 0; k < r->nletters; k++) {
            if (exponents[k] > 0)
                term = ring_mul(r->pool, term,
                                ring_power(r->pool, r->letters[k]->form,
                                           (unsigned)exponents[k]));
        }
        sum = ring_add(r->pool, sum, term);
    }
    return sum;
}

/* Facts. */

bool squares_is_strict(const struct reading *r, size_t fact)
{
    return relation_kind(r->facts[fact].relation) == CORE_LT;
}

bool squares_is_equation(const struct reading *r, size_t fact)
{
    return relation_kind(r->facts[fact].relation) == CORE_EQ;
}

/* 1 + the fact, or 0: it was known, or is none about these letters. */
size_t squares_add_fact(struct reading *r, const struct squares_fact *fact)
{
    const struct form *f = squares_side(fact->relation);

    if (fact->theorem != NULL &&
        (r->theory == NULL || theory_find(r->theory, fact->theorem) == NULL))
        return 0;
    if (f == NULL || r->nfacts == SQUARES_FACTS_MOST || f->count == 0 ||
        f->count > READ_TERMS || !squares_has_letter(r, f, true))
        return 0;
    for (size_t i = 0; i < r->nfacts; i++) {
        if (r->facts[i].relation == fact->relation)
            return 0;
    }
    if (!squares_polynomial(r->sides[r->nfacts], r, f))
        return 0;
    r->facts[r->nfacts] = *fact;
    return ++r->nfacts;
}

/* The letters that are certainly above 0, or not below. */
static void add_signs(struct reading *r)
{
    static const unsigned fns[] = {CORE_LT, CORE_LE};

    for (size_t i = 0; i < r->nletters; i++) {
        for (size_t k = 0; k < 2 && r->sign[i] == 0; k++) {
            const struct squares_fact fact = {
                .relation = form_apply1(r->pool, fns[k], r->letters[i]->form)};

            if (enclosure_sign(r->enclosure, fact.relation) > 0)
                r->sign[i] = squares_add_fact(r, &fact);
        }
    }
}

/* Integers that letters, but for variables, certainly lie between; of those
 * that are lifted only where there is room. */
static void add_bounds(struct reading *r, bool lifted)
{
    for (size_t i = 0; i < r->nletters; i++) {
        const struct form *f = r->letters[i]->form;
        const struct image *at = enclosure_value(r->enclosure, f);

        if (r->letters[i]->kind == ATOM_VARIABLE ||
            (squares_is_lifted(r->letters[i]) && !lifted))
            continue;
        for (int k = 0; k < 2; k++) {
            mpfr_srcptr end = k == 0 ? at->x.lo : at->x.hi;
            struct squares_fact fact = {.relation = NULL};

            if (!mpfr_integer_p(end) || !mpfr_fits_slong_p(end, MPFR_RNDN) ||
                mpfr_zero_p(end))
                continue;
            const struct form *c =
                ring_int(r->pool, mpfr_get_si(end, MPFR_RNDN));
            fact.relation = k == 0 ? relation_between(r->pool, CORE_LE, c, f)
                                   : relation_between(r->pool, CORE_LE, f, c);
            squares_add_fact(r, &fact);
        }
    }
}

/* The goal fails: a fact to contradict. */
static void add_denied(struct reading *r)
{
    const struct squares_fact fact = {
        .relation = relation_not(r->pool, r->problem->goal)};

    r->denied = squares_add_fact(r, &fact);
}

bool squares_read(struct reading *r, const struct theory *theory,
                  struct pool *pool, const struct problem *problem,
                  enum squares_effort effort, unsigned depth)
{
    const struct form *f = squares_side(problem->goal);

    *r = (struct reading){.theory = theory, .pool = pool, .problem = problem};
    if (f == NULL || relation_kind(problem->goal) == CORE_EQ ||
        !squares_add_letters(r, f, true))
        return false;
    add_facts_letters(r);
    r->enclosure =
        enclosure_new(pool, problem->facts, problem->nfacts, SEARCH_BITS);
    squares_add_roots(r, effort);
    sort_letters(r);
    squares_weigh(r);
    fmpq_mpoly_ctx_init(r->ring, (slong)r->nletters, ORD_DEGREVLEX);
    fmpq_mpoly_init(r->goal, r->ring);
    for (size_t i = 0; i < SQUARES_FACTS_MOST; i++)
        fmpq_mpoly_init(r->sides[i], r->ring);
    add_signs(r);
    add_bounds(r, effort == SQUARES_PRODUCTS);
    for (size_t i = 0; i < problem->nfacts; i++) {
        const struct squares_fact fact = {.relation = problem->facts[i]};

        squares_add_fact(r, &fact);
    }
    squares_add_lifts(r, effort, depth);
    if (effort == SQUARES_DENIED)
        add_denied(r);
    return squares_polynomial(r->goal, r, f) &&
           (effort != SQUARES_DENIED || r->denied > 0);
}

void squares_forget(struct reading *r)
{
    if (r->enclosure == NULL)
        return;
    for (size_t i = 0; i < SQUARES_FACTS_MOST; i++)
        fmpq_mpoly_clear(r->sides[i], r->ring);
    fmpq_mpoly_clear(r->goal, r->ring);
    fmpq_mpoly_ctx_clear(r->ring);
    enclosure_free(r->enclosure);
}
