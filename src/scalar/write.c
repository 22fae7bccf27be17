/*
 * Proofs as lines of a log.
 *
 * What is no function that enclosures know is named before the search: a
 * problem is about numbers.  Writing puts what was named in its place again.
 */
#include "scalar/scalar.h"

#include "core/ring.h"
#include "scalar/problem.h"

#include "base/status.h"

#include <stdlib.h>

struct named {
    struct substitution *items; /* name := what it stands for */
    size_t count;
};

struct writer {
    struct draft *draft;
    struct pool *pool;
    struct named names;
    /* Facts in sight: as problems have them, and as the draft does. */
    const struct form **relations;
    fact_t *facts;
    size_t count;
};

/* Names. */

static const struct form *name_of(struct writer *w, const struct atom *a)
{
    struct substitution by = {.value = a->form};

    for (size_t i = 0; i < w->names.count; i++) {
        if (w->names.items[i].value == a->form)
            return w->names.items[i].variable->form;
    }
    by.variable = problem_name(w->pool, (unsigned)w->names.count,
                               form_is_integer(a->form));
    arena_push(pool_arena(w->pool), &w->names.items, &w->names.count, sizeof by,
               &by);
    return by.variable->form;
}

static const struct form *named_form(void *context, const struct form *f);

static bool is_known(const struct atom *a)
{
    static const unsigned known[] = {
        CORE_PI, CORE_RECIP, CORE_POW, FN_EXP,   FN_LOG,      FN_SQRT,
        FN_SIN,  FN_COS,     FN_TANH,  FN_ERF,   FN_ABS,      FN_RELU,
        FN_SIGN, FN_MAX2,    FN_MIN2,  CORE_EQ,  CORE_NE,     CORE_LE,
        CORE_LT, CORE_AND,   CORE_OR,  CORE_NOT, CORE_INTEGER};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (a->kind == ATOM_APPLY && a->function == known[i])
            return a->count == 0 || form_scalar(a->args[0]);
    }
    return false;
}

static const struct form *named_atom(void *context, const struct atom *a)
{
    struct writer *w = context;
    const struct form **args;

    if (a->kind == ATOM_VARIABLE)
        return a->form;
    if (!is_known(a))
        return name_of(w, a);
    args = atom_args(w->pool, a, false, named_form, w);
    return args ? form_apply(w->pool, a->function, args, a->count) : NULL;
}

static const struct form *named_form(void *context, const struct form *f)
{
    struct writer *w = context;
    const struct form *sum = ring_int(w->pool, 0);

    if (!form_scalar(f))
        return NULL;
    for (size_t i = 0; i < f->count; i++)
        sum = ring_add(
            w->pool, sum,
            ring_mapped_term(w->pool, &f->terms[i], NULL, named_atom, w));
    return sum;
}

static const struct form *unnamed(struct writer *w, const struct form *f)
{
    return form_substitute(w->pool, f, w->names.items, w->names.count);
}

/* Lines. */

static fact_t write(struct writer *w, const struct proof *p);

static void push(struct writer *w, const struct form *relation, fact_t fact)
{
    size_t count = w->count + 1;

    w->relations = xrealloc(w->relations, count, sizeof *w->relations);
    w->facts = xrealloc(w->facts, count, sizeof *w->facts);
    w->relations[w->count] = relation;
    w->facts[w->count++] = fact;
}

static const struct form *said(const struct writer *w, fact_t fact)
{
    return deduction_fact(draft_deduction(w->draft), fact, NULL);
}

/* Whether the facts that are kept decide the goal. */
static bool decide(struct writer *w, const struct form *goal, const bool *kept,
                   unsigned bits)
{
    const struct form **facts =
        arena_array(pool_arena(w->pool), w->count + 1, sizeof *facts);
    size_t count = 0;

    for (size_t i = 0; i < w->count; i++) {
        if (kept[i])
            facts[count++] = w->relations[i];
    }
    return enclosure_gives(w->pool, facts, count, bits, goal);
}

/* With no more facts than are needed. */
static fact_t write_enclosed(struct writer *w, const struct proof *p)
{
    enum { BITS = 64 };
    bool *kept = xcalloc(w->count + 1, sizeof *kept);
    fact_t *facts = xcalloc(w->count + 1, sizeof *facts), out;
    size_t count = 0;

    for (size_t i = 0; i < w->count; i++)
        kept[i] = true;
    for (size_t i = 0; i < w->count; i++) {
        kept[i] = false;
        kept[i] = !decide(w, p->goal, kept, BITS);
    }
    for (size_t i = 0; i < w->count; i++) {
        if (kept[i])
            facts[count++] = w->facts[i];
    }
    out = draft_rule(w->draft, "enclose", "tnF", unnamed(w, p->goal),
                     (size_t)BITS, count, facts);
    free(kept);
    free(facts);
    return out;
}

/* The kids from `first` on; FACT_NONE in the list: one was refused. */
static bool write_kids(struct writer *w, const struct proof *p, size_t first,
                       fact_t *facts)
{
    for (size_t i = first; i < p->nkids; i++) {
        facts[i] = write(w, p->kids[i]);
        if (facts[i] == FACT_NONE)
            return false;
    }
    return true;
}

/* A or B, not A or C |- B or C: the part of the first fact that is r. */
static fact_t resolve(struct writer *w, fact_t first, const struct form *r,
                      fact_t second)
{
    const struct form *a = said(w, first), *b = said(w, second);
    const struct form *denied = relation_not(w->pool, r);
    size_t i = 0, j = 0;

    if (a == NULL || b == NULL)
        return FACT_NONE;
    while (i < relation_parts(a, CORE_OR) && relation_part(a, CORE_OR, i) != r)
        i++;
    if (i == relation_parts(a, CORE_OR))
        return first; /* it says more */
    if (relation_gives(w->pool, b, denied))
        return draft_rule(w->draft, "resolved", "fnff", first, i, second,
                          (fact_t)FACT_NONE);
    while (j < relation_parts(b, CORE_OR) &&
           relation_part(b, CORE_OR, j) != denied)
        j++;
    return j == relation_parts(b, CORE_OR)
               ? second
               : draft_rule(w->draft, "resolved", "fnfn", first, i, second, j);
}

/* not A or goal, by a kid under A. */
static fact_t write_under(struct writer *w, const struct form *assumed,
                          const struct proof *kid)
{
    fact_t fact = draft_rule(w->draft, "assume", "t", unnamed(w, assumed));
    fact_t proved;

    if (fact == FACT_NONE)
        return FACT_NONE;
    push(w, assumed, fact);
    proved = write(w, kid);
    w->count--;
    fact = draft_rule(w->draft, "implied", "f",
                      proved == FACT_NONE ? fact : proved);
    return proved == FACT_NONE ? FACT_NONE : fact;
}

static fact_t write_cases(struct writer *w, const struct proof *p)
{
    const struct form *other = relation_not(w->pool, p->assumed);
    fact_t first = write_under(w, p->assumed, p->kids[0]);
    fact_t second =
        first == FACT_NONE ? FACT_NONE : write_under(w, other, p->kids[1]);

    return second == FACT_NONE ? FACT_NONE
                               : resolve(w, first, unnamed(w, other), second);
}

static fact_t write_both(struct writer *w, const struct proof *p)
{
    fact_t *facts = xcalloc(p->nkids + 1, sizeof *facts);
    fact_t out = write_kids(w, p, 0, facts)
                     ? draft_rule(w->draft, "both", "F", p->nkids, facts)
                     : FACT_NONE;

    free(facts);
    return out;
}

static fact_t write_part(struct writer *w, const struct proof *p)
{
    fact_t fact = write(w, p->kids[0]);

    return fact == FACT_NONE ? FACT_NONE
                             : draft_rule(w->draft, "restated", "ft", fact,
                                          unnamed(w, p->goal));
}

/* Sums. */

/* The quotient of the first coefficients of two forms that are not empty. */
static const struct form *ratio(struct writer *w, const struct form *f,
                                const struct form *g)
{
    return ring_number(w->pool,
                       pool_number_of(w->pool, mpq_div, f->terms[0].coefficient,
                                      g->terms[0].coefficient)
                           ->value->q);
}

/* c > 0 such that f is c * what the fact compares with 0, or NULL. */
static const struct form *multiple_of(struct writer *w, const struct form *f,
                                      fact_t fact)
{
    const struct atom *a = relation_atom(said(w, fact));
    const struct form *c = pool_one(w->pool), *g = a ? a->args[0] : NULL;

    if (g == NULL || f->count == 0 || g->count == 0)
        return g ? c : NULL;
    c = ratio(w, f, g);
    return ring_mul(w->pool, c, g) == f ? c : NULL;
}

/* 0 (fn) f + g by facts about f and about g. */
static fact_t add(struct writer *w, bool strict, const struct form *f,
                  fact_t first, const struct form *g, fact_t second)
{
    struct product products[2];
    const fact_t facts[] = {first, second};
    const struct form *const forms[] = {f, g};
    size_t count = 0;

    for (size_t i = 0; i < 2; i++) {
        if (form_is_nil(forms[i]))
            continue;
        if (form_as_number(w->pool, forms[i]) != NULL) {
            products[count++] = (struct product){.coefficient = forms[i]};
            continue;
        }
        products[count] =
            (struct product){.coefficient = multiple_of(w, forms[i], facts[i]),
                             .facts = &facts[i],
                             .nfacts = 1};
        if (products[count++].coefficient == NULL)
            return FACT_NONE;
    }
    return draft_positive(w->draft, ring_add(w->pool, f, g), strict, products,
                          count);
}

/* Factors. */

/* 0 (fn) f, which is a multiple of the product of what the facts are about. */
static fact_t multiply(struct writer *w, const struct form *goal,
                       const fact_t *facts, size_t count)
{
    const struct form *f = relation_atom(goal)->args[0];
    const struct form *product = pool_one(w->pool);
    struct product line = {.facts = facts, .nfacts = count};

    for (size_t i = 0; i < count; i++) {
        const struct atom *a = relation_atom(said(w, facts[i]));

        product = a ? ring_mul(w->pool, product, a->args[0]) : NULL;
    }
    product = deduction_reduce(draft_deduction(w->draft), product);
    f = deduction_reduce(draft_deduction(w->draft), f);
    if (product == NULL || f == NULL || product->count == 0 || f->count == 0)
        return FACT_NONE;
    line.coefficient = ratio(w, f, product);
    return draft_positive(w->draft, relation_atom(goal)->args[0],
                          relation_kind(goal) == CORE_LT, &line, 1);
}

static fact_t write_scale(struct writer *w, const struct proof *p,
                          fact_t *facts)
{
    return write_kids(w, p, 0, facts)
               ? multiply(w, unnamed(w, p->goal), facts, 2)
               : FACT_NONE;
}

/* u * recip(u) == 1 in force, under 0 < u. */
static bool put_inverse(struct writer *w, const struct form *u, fact_t positive)
{
    const struct core_theorem *t =
        theory_find(draft_theory(w->draft), "inverse_cancels");
    fact_t nonzero = draft_rule(w->draft, "restated", "ft", positive,
                                form_apply1(w->pool, CORE_NE, u));
    fact_t made = t == NULL || nonzero == FACT_NONE
                      ? FACT_NONE
                      : draft_instance(w->draft, t, &u, &nonzero, NULL, 0);
    const struct form *r = made == FACT_NONE ? NULL : said(w, made), *f;

    if (r == NULL || relation_kind(r) != CORE_EQ)
        return false;
    f = relation_atom(r)->args[0];
    for (size_t i = 0; i < f->count; i++) {
        const struct term *term = &f->terms[i];

        if (term->monomial->count > 0 &&
            draft_rule(w->draft, "rule", "ft", made,
                       ring_term(w->pool, NULL, NULL, term)) != FACT_NONE)
            return true;
    }
    return false;
}

static fact_t write_clear(struct writer *w, const struct proof *p,
                          fact_t *facts)
{
    const struct form *u = unnamed(w, p->t), *positive;
    fact_t out = FACT_NONE, assumed;
    fact_t product[16];

    if (!write_kids(w, p, 0, facts) || p->power >= 15)
        return FACT_NONE;
    positive = said(w, facts[0]);
    assumed = draft_rule(w->draft, "assume", "t", positive);
    if (assumed == FACT_NONE)
        return FACT_NONE;
    for (unsigned i = 0; i < p->power; i++)
        product[i] = facts[1];
    product[p->power] = facts[2];
    if (put_inverse(w, u, assumed))
        out = multiply(w, unnamed(w, p->goal), product, p->power + 1);
    assumed =
        draft_rule(w->draft, "implied", "f", out == FACT_NONE ? assumed : out);
    return out == FACT_NONE
               ? FACT_NONE
               : resolve(w, assumed, relation_not(w->pool, positive), facts[0]);
}

/* What a goal compares with 0, scaled as in the search. */
static const struct form *compared(struct writer *w, const struct proof *p)
{
    return unnamed(w, relation_atom(p->goal)->args[0]);
}

/* Slopes. */

/* Opens the context in which y is between lo and hi. */
static bool open_between(struct writer *w, const struct proof *p)
{
    const struct substitution by = {.variable = p->y,
                                    .value = draft_next(w->draft, false, NULL)};
    fact_t fact = draft_rule(w->draft, "between", "tt", unnamed(w, p->lo),
                             unnamed(w, p->hi));

    if (fact == FACT_NONE)
        return false;
    arena_push(pool_arena(w->pool), &w->names.items, &w->names.count, sizeof by,
               &by);
    push(w, relation_between(w->pool, CORE_LT, p->lo, p->y->form), fact);
    push(w, relation_between(w->pool, CORE_LT, p->y->form, p->hi), fact + 1);
    return true;
}

/* What the rule makes of the slope and conditions, kids from `first` on. */
static fact_t close_between(struct writer *w, const struct proof *p,
                            size_t first, fact_t *facts)
{
    const bool fine = write_kids(w, p, first, facts);
    fact_t out = FACT_NONE;

    if (fine && p->kind == PROOF_RISE)
        out = draft_rule(w->draft, "rise", "tnfF", unnamed(w, p->t),
                         (size_t)p->strict, facts[first], p->nkids - first - 1,
                         facts + first + 1);
    else if (fine)
        out = draft_rule(w->draft, "bend", "ttfF", unnamed(w, p->t),
                         unnamed(w, p->at), facts[first], p->nkids - first - 1,
                         facts + first + 1);
    if (out == FACT_NONE) /* 0 rises */
        draft_rule(w->draft, "rise", "tnf", ring_int(w->pool, 0), (size_t)0,
                   (fact_t)FACT_NONE);
    w->count -= 2;
    return out;
}

static fact_t write_rise(struct writer *w, const struct proof *p, fact_t *facts)
{
    const struct form *low, *high, *end;
    fact_t rise;

    facts[0] = write(w, p->kids[0]);
    facts[1] = facts[0] == FACT_NONE ? FACT_NONE : write(w, p->kids[1]);
    if (facts[1] == FACT_NONE || !open_between(w, p))
        return FACT_NONE;
    rise = close_between(w, p, 2, facts);
    if (rise == FACT_NONE)
        return FACT_NONE;
    rise = resolve(w, rise, relation_not(w->pool, unnamed(w, p->kids[1]->goal)),
                   facts[1]);
    low = unnamed(w, form_at(w->pool, p->t, p->y, p->lo));
    high =
        ring_sub(w->pool, unnamed(w, form_at(w->pool, p->t, p->y, p->hi)), low);
    end = ring_sub(w->pool, compared(w, p), high);
    return rise == FACT_NONE || end == NULL
               ? FACT_NONE
               : add(w, relation_kind(p->goal) == CORE_LT, high, rise, end,
                     facts[0]);
}

/* t(x) is at least t(end): not that, or the goal. */
static fact_t by_end(struct writer *w, const struct proof *p,
                     const struct form *end, fact_t known,
                     const struct form **assumed)
{
    const struct form *low = unnamed(w, form_at(w->pool, p->t, p->y, end));
    const struct form *rest = ring_sub(w->pool, compared(w, p), low);
    fact_t fact, out;

    *assumed = rest ? form_apply1(w->pool, CORE_LE, rest) : NULL;
    if (*assumed == NULL || *assumed == relation_true(w->pool))
        return FACT_NONE;
    fact = draft_rule(w->draft, "assume", "t", *assumed);
    if (fact == FACT_NONE)
        return FACT_NONE;
    out = add(w, relation_kind(p->goal) == CORE_LT, rest, fact, low, known);
    fact = draft_rule(w->draft, "implied", "f", out == FACT_NONE ? fact : out);
    return out == FACT_NONE ? FACT_NONE : fact;
}

static fact_t write_bend(struct writer *w, const struct proof *p, fact_t *facts)
{
    const struct form *const ends[] = {p->lo, p->hi};
    fact_t out, fact;

    for (size_t i = 0; i < 4; i++) {
        facts[i] = write(w, p->kids[i]);
        if (facts[i] == FACT_NONE)
            return FACT_NONE;
    }
    if (!open_between(w, p))
        return FACT_NONE;
    out = close_between(w, p, 4, facts);
    for (size_t i = 2; i < 4 && out != FACT_NONE; i++)
        out =
            resolve(w, out, relation_not(w->pool, unnamed(w, p->kids[i]->goal)),
                    facts[i]);
    for (size_t i = 0; i < 2 && out != FACT_NONE; i++) {
        const struct form *assumed;

        fact = by_end(w, p, ends[i], facts[i], &assumed);
        out = fact == FACT_NONE ? FACT_NONE : resolve(w, out, assumed, fact);
    }
    return out;
}

static fact_t write(struct writer *w, const struct proof *p)
{
    fact_t *facts = xcalloc(p->nkids + 1, sizeof *facts);
    fact_t out = FACT_NONE;

    pool_forgive(w->pool);
    switch (p->kind) {
    case PROOF_ENCLOSED:
        out = write_enclosed(w, p);
        break;
    case PROOF_BOTH:
        out = write_both(w, p);
        break;
    case PROOF_ASSUMING:
        out = write_under(w, p->assumed, p->kids[0]);
        break;
    case PROOF_PART:
        out = write_part(w, p);
        break;
    case PROOF_CASES:
        out = write_cases(w, p);
        break;
    case PROOF_SCALE:
        out = write_scale(w, p, facts);
        break;
    case PROOF_CLEAR:
        out = write_clear(w, p, facts);
        break;
    case PROOF_RISE:
        out = write_rise(w, p, facts);
        break;
    case PROOF_BEND:
        out = write_bend(w, p, facts);
        break;
    }
    free(facts);
    return out;
}

bool relation_of_numbers(struct pool *pool, const struct form *goal)
{
    struct writer w = {.pool = pool};
    const struct form *named = named_form(&w, goal);

    pool_forgive(pool);
    return named == goal;
}

fact_t scalar_search(struct draft *draft, const struct form *goal,
                     const fact_t *facts, size_t count, size_t fuel)
{
    struct pool *pool = draft_pool(draft);
    struct writer w = {.draft = draft, .pool = pool};
    struct problem p = {.goal = named_form(&w, goal)};
    const struct proof *found = NULL;
    fact_t out = FACT_NONE;

    for (size_t i = 0; i < count; i++) {
        const struct form *r = said(&w, facts[i]);

        r = r ? named_form(&w, r) : NULL;
        pool_forgive(pool);
        if (r != NULL)
            push(&w, r, facts[i]);
    }
    p.facts = pool_copy(pool, w.relations, w.count, sizeof *w.relations);
    p.nfacts = w.count;
    if (p.goal != NULL && is_relation(pool, p.goal))
        found = problem_proof(pool, &p, (unsigned)w.names.count, &fuel);
    if (found != NULL)
        out = write(&w, found);
    free(w.relations);
    free(w.facts);
    pool_forgive(pool);
    return out;
}
