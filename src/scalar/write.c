/*
 * Proofs as lines of a log.
 *
 * What is no function that enclosures know is named before the search: a
 * problem is about numbers.  Writing puts what was named in its place again.
 */
#include "scalar/scalar.h"

#include "core/ring.h"
#include "scalar/write_internal.h"

#include "base/status.h"

#include <stdlib.h>

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
    if (by.variable == NULL) /* the work of the step is used up */
        return NULL;
    arena_push(pool_arena(w->pool), &w->names.items, &w->names.count, sizeof by,
               &by);
    return by.variable->form;
}

static const struct form *named_form(void *context, const struct form *f);

static bool is_known(const struct atom *a)
{
    static const unsigned known[] = {
        CORE_PI, CORE_RECIP, CORE_POW, FN_EXP,  FN_LOG,      FN_SQRT,
        FN_SIN,  FN_COS,     FN_TANH,  FN_ERF,  FN_LAMBERTW, FN_ABS,
        FN_RELU, FN_SIGN,    FN_MAX2,  FN_MIN2, CORE_EQ,     CORE_NE,
        CORE_LE, CORE_LT,    CORE_AND, CORE_OR, CORE_NOT,    CORE_INTEGER};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (atom_is(a, known[i]))
            return a->count == 0 || form_scalar(a->args[0]);
    }
    return false;
}

/* Whether it is a sum, a product or an integral of numbers. */
static bool is_of_numbers(struct writer *w, const struct atom *a)
{
    const struct form *body, *named;
    struct writer inner = {.pool = w->pool};

    const bool is_over_index = binder_is_over_index(a);

    if ((is_over_index && a->binder > BINDER_PROD) || !form_scalar(a->body))
        return false;
    body =
        binder_open(w->pool, a,
                    ring_atom(w->pool, generic_numbered(w->pool, is_over_index,
                                                        a->lo, a->hi, 0)));
    named = body ? named_form(&inner, body) : NULL;
    return named != NULL && named == body;
}

static const struct form *named_atom(void *context, const struct atom *a)
{
    struct writer *w = context;
    const struct form **args;

    if (a->kind == ATOM_VARIABLE)
        return a->form;
    if (a->kind == ATOM_BINDER && is_of_numbers(w, a))
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

const struct form *writer_unnamed(struct writer *w, const struct form *f)
{
    return form_substitute(w->pool, f, w->names.items, w->names.count);
}

/* Lines. */

void writer_push(struct writer *w, const struct form *relation, fact_t fact)
{
    size_t count = w->count + 1;

    w->relations = xrealloc(w->relations, count, sizeof *w->relations);
    w->facts = xrealloc(w->facts, count, sizeof *w->facts);
    w->relations[w->count] = relation;
    w->facts[w->count++] = fact;
}

const struct form *writer_said(const struct writer *w, fact_t fact)
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
static fact_t write_enclosed(struct writer *w, const struct proof *p,
                             fact_t *kids)
{
    const unsigned bits = p->bits ? p->bits : SEARCH_BITS;
    bool *kept = xcalloc(w->count + 1, sizeof *kept);
    fact_t *facts = xcalloc(w->count + 1, sizeof *facts), out;
    size_t count = 0;

    (void)kids;
    for (size_t i = 0; i < w->count; i++)
        kept[i] = true;
    for (size_t i = 0; i < w->count; i++) {
        kept[i] = false;
        kept[i] = !decide(w, p->goal, kept, bits);
    }
    for (size_t i = 0; i < w->count; i++) {
        if (kept[i])
            facts[count++] = w->facts[i];
    }
    out = draft_rule(w->draft, "enclose", "tnF", writer_unnamed(w, p->goal),
                     (size_t)bits, count, facts);
    free(kept);
    free(facts);
    return out;
}

fact_t writer_enclose(struct writer *w, const struct form *relation)
{
    fact_t out = draft_rule(w->draft, "enclose", "tnF", relation,
                            (size_t)SEARCH_BITS, (size_t)0, w->facts);

    return out != FACT_NONE
               ? out
               : draft_rule(w->draft, "enclose", "tnF", relation,
                            (size_t)SEARCH_BITS, w->count, w->facts);
}

bool writer_kids(struct writer *w, const struct proof *p, size_t first,
                 fact_t *facts)
{
    for (size_t i = first; i < p->nkids; i++) {
        facts[i] = writer_write(w, p->kids[i]);
        if (facts[i] == FACT_NONE)
            return false;
    }
    return true;
}

fact_t writer_resolve(struct writer *w, fact_t first, const struct form *r,
                      fact_t second)
{
    const struct form *a = writer_said(w, first), *b = writer_said(w, second);
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
    fact_t fact =
        draft_rule(w->draft, "assume", "t", writer_unnamed(w, assumed));
    fact_t proved;

    if (fact == FACT_NONE)
        return FACT_NONE;
    writer_push(w, assumed, fact);
    proved = writer_write(w, kid);
    w->count--;
    fact = draft_rule(w->draft, "implied", "f",
                      proved == FACT_NONE ? fact : proved);
    return proved == FACT_NONE ? FACT_NONE : fact;
}

static fact_t write_assuming(struct writer *w, const struct proof *p,
                             fact_t *facts)
{
    (void)facts;
    return write_under(w, p->assumed, p->kids[0]);
}

static fact_t write_cases(struct writer *w, const struct proof *p,
                          fact_t *facts)
{
    const struct form *other = relation_not(w->pool, p->assumed);

    facts[0] = write_under(w, p->assumed, p->kids[0]);
    facts[1] =
        facts[0] == FACT_NONE ? FACT_NONE : write_under(w, other, p->kids[1]);
    return facts[1] == FACT_NONE
               ? FACT_NONE
               : writer_resolve(w, facts[0], writer_unnamed(w, other),
                                facts[1]);
}

static fact_t write_both(struct writer *w, const struct proof *p, fact_t *facts)
{
    return writer_kids(w, p, 0, facts)
               ? draft_rule(w->draft, "both", "F", p->nkids, facts)
               : FACT_NONE;
}

static fact_t write_part(struct writer *w, const struct proof *p, fact_t *facts)
{
    return writer_kids(w, p, 0, facts)
               ? draft_rule(w->draft, "restated", "ft", facts[0],
                            writer_unnamed(w, p->goal))
               : FACT_NONE;
}

/* The second kid has what the first proves. */
static fact_t write_have(struct writer *w, const struct proof *p, fact_t *facts)
{
    facts[0] = writer_write(w, p->kids[0]);
    if (facts[0] == FACT_NONE)
        return FACT_NONE;
    writer_push(w, p->assumed, facts[0]);
    facts[1] = writer_write(w, p->kids[1]);
    w->count--;
    return facts[1];
}

static fact_t write_equal(struct writer *w, const struct proof *p,
                          fact_t *facts)
{
    return writer_kids(w, p, 0, facts)
               ? draft_rule(w->draft, "equal", "ff", facts[0], facts[1])
               : FACT_NONE;
}

fact_t writer_write(struct writer *w, const struct proof *p)
{
    static proof_writer *const writers[] = {
        [PROOF_ENCLOSED] = write_enclosed, [PROOF_BOTH] = write_both,
        [PROOF_ASSUMING] = write_assuming, [PROOF_PART] = write_part,
        [PROOF_CASES] = write_cases,       [PROOF_PRODUCT] = write_product,
        [PROOF_AREA] = write_area,         [PROOF_RISE] = write_rise,
        [PROOF_BEND] = write_bend,         [PROOF_EQUAL] = write_equal,
        [PROOF_SQUARES] = write_squares,   [PROOF_HAVE] = write_have,
        [PROOF_INSTANCE] = write_theorem,  [PROOF_REWRITE] = write_rewrite};
    LOCAL_FREE fact_t *facts = xcalloc(p->nkids + 1, sizeof *facts);

    pool_forgive(w->pool);
    return writers[p->kind](w, p, facts);
}

bool relation_of_numbers(struct pool *pool, const struct form *goal)
{
    struct writer w = {.pool = pool};
    const struct form *named = named_form(&w, goal);

    pool_forgive(pool);
    return named == goal;
}

/* By the equations in force, if they take a variable away; or NULL. */
static const struct form *eliminated(struct draft *draft,
                                     const struct form *goal)
{
    const struct form *by = deduction_reduce(draft_deduction(draft), goal);

    pool_forgive(draft_pool(draft));
    return by != NULL && by->free.count < goal->free.count ? by : NULL;
}

/* What is in sight: facts, perhaps by the equations in force. */
static void push_facts(struct writer *w, const fact_t *facts, size_t count,
                       bool reduce)
{
    for (size_t i = 0; i < count; i++) {
        const struct form *r = writer_said(w, facts[i]), *by, *named;
        fact_t fact = facts[i];

        by = r && reduce ? deduction_reduce(draft_deduction(w->draft), r) : r;
        if (by != NULL && by != r && by != relation_true(w->pool)) {
            r = by;
            fact = draft_rule(w->draft, "restated", "ft", facts[i], by);
        }
        named = r && fact != FACT_NONE ? named_form(w, r) : NULL;
        pool_forgive(w->pool);
        if (named != NULL)
            writer_push(w, named, fact);
    }
}

/* A proof by names for sums of variables; where the log does not see what they
 * do, one without. */
static fact_t write_found(struct writer *w, const struct problem *p,
                          size_t *fuel)
{
    const size_t names = w->names.count, count = w->count;
    fact_t out = FACT_NONE;

    for (int sums = 1; sums >= 0 && out == FACT_NONE; sums--) {
        const struct proof *found =
            problem_proof(draft_theory(w->draft), w->pool, p, (unsigned)names,
                          sums == 1, fuel);

        if (found == NULL)
            return FACT_NONE;
        w->names.count = names;
        w->count = count;
        out = writer_write(w, found);
    }
    return out;
}

static bool is_function(const struct atom *a, const void *none)
{
    (void)none;
    return a->kind != ATOM_VARIABLE && a->function < CORE_EQ;
}

/* The problem with the facts alone that speak of no other letters, and of no
 * functions: those of the statement rather than what was proved before. */
static struct problem about_goal(struct pool *pool, const struct problem *p)
{
    const struct form **facts =
        arena_array(pool_arena(pool), p->nfacts + 1, sizeof *facts);
    struct problem out = {facts, 0, p->goal};

    for (size_t i = 0; i < p->nfacts; i++) {
        if (variables_within(&p->facts[i]->free, &p->goal->free) &&
            form_first(p->facts[i], is_function, NULL) == NULL)
            facts[out.nfacts++] = p->facts[i];
    }
    return out;
}

/* With few facts first, then with all. */
static fact_t write_by_facts(struct writer *w, const struct problem *p,
                             size_t fuel)
{
    const struct problem few = about_goal(w->pool, p);
    size_t share = fuel / SEARCH_FEW;
    fact_t out =
        few.nfacts < p->nfacts ? write_found(w, &few, &share) : FACT_NONE;

    return out == FACT_NONE ? write_found(w, p, &fuel) : out;
}

fact_t scalar_search(struct draft *draft, const struct form *goal,
                     const fact_t *facts, size_t count, size_t fuel)
{
    struct pool *pool = draft_pool(draft);
    struct writer w = {.draft = draft, .pool = pool};
    const struct form *by = eliminated(draft, goal);
    struct problem p = {.goal = named_form(&w, by ? by : goal)};
    fact_t out = FACT_NONE;

    push_facts(&w, facts, count, by != NULL);
    p.facts = pool_copy(pool, w.relations, w.count, sizeof *w.relations);
    p.nfacts = w.count;
    if (p.goal != NULL && is_relation(pool, p.goal))
        out = write_by_facts(&w, &p, fuel);
    if (out != FACT_NONE && by != NULL)
        out = draft_rule(draft, "restated", "ft", out, goal);
    free(w.relations);
    free(w.facts);
    pool_forgive(pool);
    return out;
}
