/*
 * Branch and bound over boxes ([Moore1966]), with strategies that need fewer
 * boxes before each cut: signs of factors, slopes, denominators, kinks, points
 * of contact.
 */
#include "scalar/search.h"

#include "core/ring.h"
#include "scalar/factor.h"
#include "scalar/failure.h"
#include "scalar/squares.h"

struct proof *search_proof(struct search *s, enum proof_kind kind,
                           const struct form *goal, size_t most)
{
    struct arena *arena = pool_arena(s->pool);
    struct proof *out = arena_alloc(arena, sizeof *out);

    *out = (struct proof){.kind = kind, .goal = goal};
    out->kids = arena_array(arena, most + 1, sizeof *out->kids);
    return out;
}

const struct proof *search_goal(struct search *s, const struct problem *p,
                                const struct form *goal, unsigned depth)
{
    const struct problem kid = {p->facts, p->nfacts, goal};

    return goal ? search_prove(s, &kid, depth + 1) : NULL;
}

bool search_kids(struct search *s, struct proof *out, unsigned depth,
                 const struct wish *wishes, size_t count)
{
    bool fine = true;

    for (size_t i = 0; i < count && fine; i++) {
        out->kids[out->nkids] =
            search_goal(s, wishes[i].from, wishes[i].goal, depth);
        fine = out->kids[out->nkids++] != NULL;
    }
    return fine;
}

const struct proof *search_anew(struct search *s, const struct problem *p,
                                const struct form *goal, unsigned depth)
{
    const enum stage before = s->stage;
    const struct share kept = share_take(s, 2);

    s->stage = STAGE_CASES;
    const struct proof *out = search_goal(s, p, goal, depth);
    s->stage = before;
    share_give(s, kept);
    return out;
}

const struct form *search_sign(struct search *s, unsigned fn,
                               const struct form *f)
{
    return form_apply1(s->pool, fn, f);
}

/* Cuts. */

static const struct proof *prove_split(struct search *s, const struct node *n,
                                       const struct form *f,
                                       const struct slope *slopes)
{
    const struct form *best = NULL;
    double most = 0;

    for (size_t i = 0; i < f->free.count; i++) {
        const struct atom *x = f->free.items[i];
        double weight = 0;
        const struct form *cut =
            box_cut(s->pool, n->e, x, slopes[i].value, &weight);
        const struct form *kink = box_kink(s->pool, n->e, x, slopes[i].missing);

        if (kink != NULL)
            return prove_cases(
                s, n->p,
                relation_between(s->pool, CORE_LE, ring_atom(s->pool, x), kink),
                n->depth);
        if (cut != NULL && weight > most) {
            most = weight;
            best =
                relation_between(s->pool, CORE_LE, ring_atom(s->pool, x), cut);
        }
    }
    return best ? prove_cases(s, n->p, best, n->depth) : NULL;
}

/* Inequalities. */

/* From an end at which f is 0, or the finite one of a range. */
static const struct proof *prove_from_ends(struct search *s,
                                           const struct node *n,
                                           const struct form *f,
                                           const struct slope *slopes)
{
    const struct proof *out = NULL;

    for (size_t i = 0; i < f->free.count && out == NULL; i++) {
        const struct share kept = share_leave(s, 3);

        out = prove_guessed(s, n, f, f->free.items[i], &slopes[i]);
        share_give(s, kept);
    }
    return out;
}

/* By what needs a search of its own, a denominator of certain sign being there
 * or not; NULL: cut the box. */
static const struct proof *
prove_by_form_of(struct search *s, const struct node *n, const struct form *f,
                 const struct slope *slopes, bool divisor)
{
    const struct share kept = share_take(s, 2);
    const struct proof *out = prove_freed(s, n, f);

    if (out == NULL && divisor)
        out = prove_cleared(s, n, f);
    share_give(s, kept);
    return out ? out : prove_from_ends(s, n, f, slopes);
}

/* By slopes, then by their guesses, then on smaller boxes. */
static const struct proof *
prove_by_slopes(struct search *s, const struct node *n, const struct form *f)
{
    const size_t count = f->free.count;
    struct slope *slopes =
        arena_array(pool_arena(s->pool), count + 1, sizeof *slopes);
    const struct proof *out = NULL;
    const bool levels = s->stage != STAGE_PLAIN && s->slopes == 0 &&
                        relation_kind(n->p->goal) == CORE_LT;
    bool decided = false;

    for (size_t i = 0; i < count && out == NULL; i++)
        out = prove_divided(s, n, f, f->free.items[i]);
    if (out != NULL)
        return out;
    for (size_t i = 0; i < count && levels; i++)
        slopes[i] = slope_of(s, n, f, f->free.items[i]);
    const struct form *cut = levels ? contact_level(s, n, f, slopes) : NULL;
    if (cut != NULL)
        return prove_cases(s, n->p, cut, n->depth);
    for (size_t i = 0; i < count && !decided && out == NULL; i++) {
        if (!levels)
            slopes[i] = slope_of(s, n, f, f->free.items[i]);
        out = prove_along(s, n, f, f->free.items[i], &slopes[i], &decided);
    }
    if (decided || out != NULL)
        return out;
    if (s->stage != STAGE_PLAIN) {
        /* slopes are rid of what is isolated, if it stays that */
        const bool divisor = has_divisor(s, n, f) && !factor_isolated(f);

        out = prove_by_form_of(s, n, f, slopes, divisor);
        if (out != NULL || divisor)
            return out;
        cut = contact_first(s, n, f);
        if (cut != NULL)
            return prove_cases(s, n->p, cut, n->depth);
    }
    out = prove_bounded(s, n, f, slopes);
    return out ? out : prove_split(s, n, f, slopes);
}

/* As it is, or brought into another form, once. */
static const struct proof *prove_framed(struct search *s, const struct node *n,
                                        const struct form *f)
{
    static prover *const frames[] = {
        prove_tangents,    prove_isolated,     prove_exponents_named,
        prove_expanded,    prove_turned,       prove_exponential,
        prove_substituted, prove_from_infinity};
    enum { FRAMES = sizeof frames / sizeof frames[0] };
    const enum stage before = s->stage;
    struct share kept;

    if (s->stage >= STAGE_FRAMED)
        return prove_by_slopes(s, n, f);
    kept = share_take(s, 2);
    const struct proof *out = prove_powers(s, n->p, n->depth);
    share_give(s, kept);
    kept = share_take(s, 2);
    s->stage = STAGE_FRAMED;
    if (out == NULL)
        out = prove_by_slopes(s, n, f);
    share_give(s, kept);
    for (unsigned i = 0; i < FRAMES && out == NULL; i++) {
        kept = share_take(s, i + 1 < FRAMES ? 2 : 1);
        pool_forgive(s->pool);
        s->stage = STAGE_FRAMED;
        out = frames[i](s, n->p, n->depth);
        share_give(s, kept);
    }
    s->stage = before;
    return out;
}

/* By boxes alone, once. */
static const struct proof *prove_plainly(struct search *s, const struct node *n,
                                         const struct form *f)
{
    const struct share kept = share_take(s, SEARCH_PLAINLY);

    s->stage = STAGE_PLAIN;
    const struct proof *out = prove_by_slopes(s, n, f);
    s->stage = STAGE_CASES;
    share_give(s, kept);
    return out;
}

/* By sums of squares, once for each f; with more effort if it is algebraic,
 * and then first without facts, which costs little. */
static const struct proof *prove_squares(struct search *s, const struct node *n,
                                         const struct form *f)
{
    const bool is_algebraic = squares_are_of(f);
    const unsigned most = is_algebraic ? SQUARES_DENIED : SQUARES_FACTS;
    const struct problem bare = {.goal = n->p->goal};
    const struct proof *out = NULL;

    if (memo_get(&s->summed, f) != NULL)
        return NULL;
    memo_set(&s->summed, f, f);
    if (is_algebraic)
        out = squares_proof(s->theory, s->pool, &bare, SQUARES_FACTS);
    if (out != NULL || s->sums == SEARCH_SUMS)
        return out;
    s->sums++;
    for (unsigned k = SQUARES_FACTS; k <= most && out == NULL; k++)
        out = squares_proof(s->theory, s->pool, n->p, (enum squares_effort)k);
    return out;
}

/* In several forms, and then by what facts say, where they say more. */
static const struct proof *prove_at_last(struct search *s, const struct node *n,
                                         const struct form *f, bool is_first)
{
    struct share kept;

    if (!is_first || !facts_say_more(n->p))
        return prove_framed(s, n, f);
    kept = share_leave(s, 3);
    const struct proof *out = prove_framed(s, n, f);
    share_give(s, kept);
    return out ? out : prove_by_facts(s, n);
}

static bool is_integral(const struct atom *a, const void *none)
{
    (void)none;
    return a->kind == ATOM_BINDER && !binder_is_over_index(a);
}

static const struct proof *prove_inequality(struct search *s,
                                            const struct node *n)
{
    const struct form *f = relation_atom(n->p->goal)->args[0], *factor, *rest;
    const struct proof *out = NULL;
    const bool is_first = s->stage == STAGE_BEGIN;

    factor = factor_common(s->pool, n->e, f, &rest);
    if (factor != NULL)
        return prove_scaled(s, n->p, factor, rest, n->depth);
    out = prove_linear(s, n, f);
    if (out == NULL)
        out = prove_points(s, n);
    if (out == NULL)
        out = prove_simplified(s, n, f);
    if (out != NULL || s->stage == STAGE_PLAIN)
        return out ? out : prove_by_slopes(s, n, f);
    const struct form *above = is_first ? open_side(s, n) : NULL;
    if (above != NULL)
        return prove_apart(s, n, above);
    const bool has_integrals = form_first(f, is_integral, NULL) != NULL;
    if (is_first)
        out = prove_lambert(s, n->p, n->depth);
    if (out == NULL && is_first)
        out = prove_kink(s, n, false);
    if (out == NULL && is_first && s->has_sums)
        out = prove_sums_named(s, n->p, n->depth);
    if (out == NULL && is_first && has_integrals)
        out = prove_area(s, n, f);
    if (out == NULL && has_integrals)
        out = prove_pieces(s, n, f);
    if (out == NULL)
        out = prove_factors(s, n, f);
    if (out == NULL)
        out = prove_squares(s, n, f);
    if (out == NULL && is_first)
        out = prove_eliminated(s, n, f);
    if (out == NULL && is_first)
        out = prove_plainly(s, n, f);
    if (out == NULL)
        out = prove_kink(s, n, true);
    if (out == NULL)
        out = prove_signed(s, n, f);
    return out ? out : prove_at_last(s, n, f, is_first);
}

static const struct proof *prove_by_form(struct search *s, const struct node *n)
{
    const struct problem *p = n->p;
    const unsigned fn = relation_kind(p->goal);

    if (fn == CORE_AND)
        return prove_and(s, p, n->depth);
    if (fn == CORE_OR)
        return prove_or(s, p, n->depth);
    if (fn < CORE_EQ || fn > CORE_LT)
        return NULL;
    const struct form *f = relation_atom(p->goal)->args[0];
    if (!form_scalar(f))
        return NULL;
    if (fn == CORE_NE)
        return prove_unequal(s, p, f, n->depth);
    if (fn == CORE_LE || fn == CORE_LT)
        return prove_inequality(s, n);
    const struct proof *out = prove_simplified(s, n, f);
    if (out == NULL)
        out = prove_kink(s, n, true);
    return out ? out : prove_equal(s, p, f, n->depth);
}

static bool is_too_much(const struct search *s, const struct problem *p,
                        unsigned depth)
{
    const struct atom *a = relation_atom(p->goal);

    return s->fuel == 0 || depth > SEARCH_DEPTH ||
           pool_burnt(s->pool) > s->end ||
           (a != NULL && a->count > 0 && a->args[0]->count > SEARCH_TERMS);
}

/* The goal, which enclosures do not decide. */
static const struct proof *prove_open(struct search *s, const struct problem *p,
                                      struct enclosure *e, unsigned depth)
{
    struct node n = {p, e, samples_new(s->pool, p, e), depth};
    const struct proof *out = NULL;

    out = prove_choice(s, &n);
    if (out == NULL && !samples_any(n.samples))
        out = prove_contradiction(s, p, depth);
    if (out == NULL && !samples_deny(n.samples, p->goal))
        out = prove_by_form(s, &n);
    samples_free(n.samples);
    return out;
}

/* A closed goal by more bits than boxes are worth. */
static const struct proof *prove_closed(struct search *s,
                                        const struct problem *p)
{
    if (p->goal->free.count > 0 ||
        !enclosure_gives(s->pool, NULL, 0, SEARCH_CLOSED, p->goal))
        return NULL;
    struct proof *out = search_proof(s, PROOF_ENCLOSED, p->goal, 0);
    out->bits = SEARCH_CLOSED;
    return out;
}

struct enclosure *search_enclosure(const struct search *s,
                                   const struct problem *p)
{
    return enclosure_new(s->pool, p->facts, p->nfacts, SEARCH_BITS);
}

const struct proof *search_prove(struct search *s, const struct problem *p,
                                 unsigned depth)
{
    const struct proof *out = NULL;
    struct problem q;

    if (p->goal == relation_true(s->pool))
        return search_proof(s, PROOF_ENCLOSED, p->goal, 0);
    if (is_too_much(s, p, depth))
        return NULL;
    --s->fuel;
    pool_forgive(s->pool);
    q = box_projected(s->pool, p);
    LOCAL_ENCLOSURE e = search_enclosure(s, &q);
    if (enclosure_sign(e, q.goal) > 0 || enclosure_is_empty(e))
        out = search_proof(s, PROOF_ENCLOSED, q.goal, 0);
    else
        out = prove_closed(s, &q);
    const struct attempt *attempt = out ? NULL : attempt_new(s, &q);
    if (attempt != NULL) {
        const enum stage before = s->stage;

        out = prove_open(s, &q, e, depth);
        s->stage = before;
        if (out == NULL)
            attempt_failed(s, attempt);
    }
    return out;
}

/* The problem without facts that enclosures know by themselves. */
static struct problem without_evident(struct pool *pool,
                                      const struct problem *p)
{
    struct problem out = *p;

    for (size_t i = 0; i < p->nfacts; i++) {
        if (enclosure_gives(pool, NULL, 0, SEARCH_BITS, p->facts[i]))
            out = problem_without(pool, &out, p->facts[i]);
        pool_forgive(pool);
    }
    return out;
}

const struct proof *problem_proof(const struct theory *theory,
                                  struct pool *pool, const struct problem *p,
                                  unsigned names, bool sums, size_t *fuel)
{
    struct search s = {.theory = theory,
                       .pool = pool,
                       .fuel = *fuel,
                       .names = names,
                       .has_sums = sums,
                       .end = pool_burnt(pool) + SEARCH_WORK};
    const struct problem q = without_evident(pool, p);
    const struct proof *out = search_prove(&s, &q, 0);

    memo_clear(&s.met);
    memo_clear(&s.contacts);
    memo_clear(&s.summed);
    memo_clear(&s.failures);
    *fuel = s.fuel;
    pool_forgive(pool);
    return out;
}
