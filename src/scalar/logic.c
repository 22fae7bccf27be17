/*
 * Goals taken apart by their form: conjunctions, disjunctions, cases.
 */
#include "scalar/search.h"

#include "core/ring.h"

const struct proof *prove_cases(struct search *s, const struct problem *p,
                                const struct form *assumed, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_CASES, p->goal, 2);
    const struct form *other = relation_not(s->pool, assumed);
    const struct problem first = problem_with(s->pool, p, assumed);
    const struct problem second = problem_with(s->pool, p, other);
    const struct wish wishes[] = {{&first, p->goal}, {&second, p->goal}};

    out->assumed = assumed;
    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

const struct proof *prove_and(struct search *s, const struct problem *p,
                              unsigned depth)
{
    size_t n = relation_parts(p->goal, CORE_AND);
    struct proof *out = search_proof(s, PROOF_BOTH, p->goal, n);

    for (size_t i = 0; i < n; i++) {
        const struct wish wish = {p, relation_part(p->goal, CORE_AND, i)};

        if (!search_kids(s, out, depth, &wish, 1))
            return NULL;
    }
    return out;
}

/* All parts of a disjunction but one. */
static const struct form *without(struct pool *pool, const struct form *goal,
                                  size_t part)
{
    const struct form *out = relation_false(pool);

    for (size_t i = 0; i < relation_parts(goal, CORE_OR); i++) {
        if (i != part)
            out = relation_or(pool, out, relation_part(goal, CORE_OR, i));
    }
    return out;
}

/* Whether a is to be denied before b: what a value needs before what is said of
 * it, which is no conjunction; then what is simpler. */
static bool is_denied_before(const struct form *a, const struct form *b)
{
    const bool first = relation_kind(a) == CORE_AND,
               second = relation_kind(b) == CORE_AND;

    return first != second ? first : a->depth < b->depth;
}

/* One part is denied, and the others proved. */
const struct proof *prove_or(struct search *s, const struct problem *p,
                             unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_ASSUMING, p->goal, 1);
    size_t part = 0, n = relation_parts(p->goal, CORE_OR);
    struct problem under;
    struct wish wish = {&under, NULL};

    for (size_t i = 1; i < n; i++) {
        if (is_denied_before(relation_part(p->goal, CORE_OR, i),
                             relation_part(p->goal, CORE_OR, part)))
            part = i;
    }
    out->assumed = relation_not(s->pool, relation_part(p->goal, CORE_OR, part));
    under = problem_with(s->pool, p, out->assumed);
    wish.goal = without(s->pool, p->goal, part);
    return search_kids(s, out, depth, &wish, 1) ? out : NULL;
}

/* Above or below 0. */
const struct proof *prove_unequal(struct search *s, const struct problem *p,
                                  const struct form *f, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_PART, p->goal, 1);
    const struct wish wishes[] = {
        {p, search_sign(s, CORE_LT, f)},
        {p, search_sign(s, CORE_LT, ring_neg(s->pool, f))}};

    for (size_t i = 0; i < 2; i++) {
        out->nkids = 0;
        if (search_kids(s, out, depth, &wishes[i], 1))
            return out;
    }
    return NULL;
}

/* Neither above nor below. */
const struct proof *prove_equal(struct search *s, const struct problem *p,
                                const struct form *f, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_EQUAL, p->goal, 2);
    const struct wish wishes[] = {
        {p, search_sign(s, CORE_LE, f)},
        {p, search_sign(s, CORE_LE, ring_neg(s->pool, f))}};

    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

/* The goal with a fact that the search proves from those of `from`. */
static const struct proof *prove_having(struct search *s,
                                        const struct problem *p,
                                        const struct problem *from,
                                        const struct form *fact, unsigned depth)
{
    struct proof *out = search_proof(s, PROOF_HAVE, p->goal, 2);
    const struct problem with = problem_with(s->pool, p, fact);
    const struct wish wishes[] = {{from, fact}, {&with, p->goal}};

    out->assumed = fact;
    return search_kids(s, out, depth, wishes, 2) ? out : NULL;
}

/* 1: the relation certainly holds, -1: its negation does, by facts as they are
 * written or by the enclosure; or 0. */
static int known_sign(struct search *s, const struct node *n,
                      const struct form *r)
{
    const struct form *other = relation_not(s->pool, r);
    const unsigned fn = relation_kind(r);
    const int decisive = fn == CORE_AND ? -1 : 1;
    int out = -decisive;

    for (size_t i = 0; i < n->p->nfacts; i++) {
        if (n->p->facts[i] == r || n->p->facts[i] == other)
            return n->p->facts[i] == r ? 1 : -1;
    }
    if (fn != CORE_AND && fn != CORE_OR)
        return enclosure_sign(n->e, r);
    for (size_t i = 0; i < relation_parts(r, fn) && out != decisive; i++) {
        const int now = known_sign(s, n, relation_part(r, fn, i));

        if (now != -decisive)
            out = now;
    }
    return out;
}

/* Its first part that is not decided, and has none itself. */
static const struct form *open_part(struct search *s, const struct node *n,
                                    const struct form *r)
{
    const unsigned fn = relation_kind(r);
    const size_t count =
        fn == CORE_AND || fn == CORE_OR ? relation_parts(r, fn) : 0;

    for (size_t i = 0; i < count; i++) {
        const struct form *part = relation_part(r, fn, i);

        if (known_sign(s, n, part) == 0)
            return open_part(s, n, part);
    }
    return r;
}

const struct proof *prove_choice(struct search *s, const struct node *n)
{
    for (size_t i = 0; i < n->p->nfacts; i++) {
        const struct form *fact = n->p->facts[i];
        bool is_met = false;

        if (relation_kind(fact) != CORE_OR)
            continue;
        for (size_t k = 0; k < relation_parts(fact, CORE_OR) && !is_met; k++)
            is_met = known_sign(s, n, relation_part(fact, CORE_OR, k)) > 0;
        for (size_t k = 0; k < relation_parts(fact, CORE_OR) && !is_met; k++) {
            const struct form *part = relation_part(fact, CORE_OR, k);

            if (known_sign(s, n, part) == 0)
                return prove_cases(s, n->p, open_part(s, n, part), n->depth);
        }
    }
    return NULL;
}

const struct proof *prove_contradiction(struct search *s,
                                        const struct problem *p, unsigned depth)
{
    for (size_t i = p->nfacts; i > 0; i--) {
        const struct form *fact = p->facts[i - 1];
        const unsigned fn = relation_kind(fact);
        const struct problem others = problem_without(s->pool, p, fact);

        if (fact_is_box(fact) || (fn != CORE_LE && fn != CORE_LT))
            continue;
        const struct share kept = share_take(s, 2);
        const struct proof *out =
            prove_having(s, p, &others, relation_not(s->pool, fact), depth);
        share_give(s, kept);
        if (out != NULL)
            return out;
    }
    return NULL;
}

const struct form *open_side(struct search *s, const struct node *n)
{
    for (size_t i = 0; i < n->p->nfacts; i++) {
        const struct form *fact = n->p->facts[i], *above;

        if (relation_kind(fact) != CORE_NE ||
            !form_is_linear(relation_atom(fact)->args[0], true))
            continue;
        above = search_sign(s, CORE_LT, relation_atom(fact)->args[0]);
        if (enclosure_sign(n->e, above) == 0)
            return above;
    }
    return NULL;
}

const struct proof *prove_apart(struct search *s, const struct node *n,
                                const struct form *above)
{
    struct proof *out = search_proof(s, PROOF_CASES, n->p->goal, 2);
    const struct problem first = problem_with(s->pool, n->p, above);
    const struct problem second =
        problem_with(s->pool, n->p, relation_not(s->pool, above));
    const struct form *below = search_sign(
        s, CORE_LT, ring_neg(s->pool, relation_atom(above)->args[0]));

    out->assumed = above;
    out->nkids = 2;
    out->kids[0] = search_goal(s, &first, n->p->goal, n->depth);
    if (out->kids[0] != NULL)
        out->kids[1] = prove_having(s, &second, &second, below, n->depth + 1);
    return out->kids[1] ? out : NULL;
}

static bool is_function(const struct atom *a, const void *context)
{
    (void)context;
    return a->kind == ATOM_APPLY && a->count > 0 && a->function < CORE_EQ &&
           a->function != CORE_RECIP && a->free.count > 0;
}

static bool is_binder(const struct atom *a, const void *context)
{
    (void)context;
    return a->kind == ATOM_BINDER;
}

/* Whether the fact compares functions of the goal's variables, of no others. */
static bool is_of_functions(const struct form *fact, const struct form *goal)
{
    const unsigned fn = relation_kind(fact);
    const struct form *f =
        fn == CORE_LE || fn == CORE_LT ? relation_atom(fact)->args[0] : NULL;

    return f != NULL && variables_within(&f->free, &goal->free) &&
           form_first(f, is_function, NULL) != NULL &&
           form_first(f, is_binder, NULL) == NULL;
}

bool facts_say_more(const struct problem *p)
{
    bool out = false;

    for (size_t i = 0; i < p->nfacts && !out; i++)
        out = is_of_functions(p->facts[i], p->goal);
    return out;
}

const struct proof *prove_by_facts(struct search *s, const struct node *n)
{
    struct proof *out = search_proof(s, PROOF_ASSUMING, n->p->goal, 1);
    struct problem under;
    const struct wish wish = {&under, n->p->goal};

    out->assumed = relation_not(s->pool, n->p->goal);
    under = problem_with(s->pool, n->p, out->assumed);
    return search_kids(s, out, n->depth, &wish, 1) ? out : NULL;
}

/* Inverses of what has no certain sign, but seems to have one. */

static int open_sign(const struct node *n, const struct form *u)
{
    const struct image *r = enclosure_value(n->e, u);

    return image_is_positive(r) || image_is_negative(r)
               ? 0
               : samples_sign(n->samples, u);
}

const struct proof *prove_signed(struct search *s, const struct node *n,
                                 const struct form *f)
{
    struct walk w = walk_of(f);

    for (const struct letter *l; (l = walk_next(&w)) != NULL;) {
        const struct form *u =
            atom_is(l->atom, CORE_RECIP) ? l->atom->args[0] : NULL;
        const int sign = u ? open_sign(n, u) : 0;

        if (sign != 0)
            return prove_having(
                s, n->p, n->p,
                search_sign(s, CORE_LT, sign < 0 ? ring_neg(s->pool, u) : u),
                n->depth);
    }
    return NULL;
}
