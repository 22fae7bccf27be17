/*
 * Relations of numbers that nothing else has closed, as problems for scalar/
 * and then as questions to the theory's oracle, with the facts that speak of
 * the same letters and of what they are compared with.
 */
#include "algebra/find_internal.h"

#include "core/question.h"
#include "scalar/scalar.h"

enum {
    ORACLE_PROBLEMS = 300,  /* that scalar/ tries for one */
    ORACLE_EXPLICIT = 3000, /* for one that was written out */
    ORACLE_QUESTIONS = 12,  /* of one proof, half of them for hypotheses */
    ORACLE_LETTERS = 8,     /* more are too many for it */
    ORACLE_FACTS = 24
};

/* What is told with a question, and the letters of all that. */
struct told {
    const struct atom *letters[ORACLE_LETTERS];
    size_t nletters;
    const struct form *conditions[ORACLE_FACTS]; /* that are met */
    size_t nconditions;
    const struct form *relations[ORACLE_FACTS];
    fact_t facts[ORACLE_FACTS];
    size_t count;
};

static bool has(const void *list, size_t count, const void *item)
{
    const void *const *items = list;
    size_t i = 0;

    while (i < count && items[i] != item)
        i++;
    return i < count;
}

static bool add_fact(struct told *told, const struct form *relation,
                     fact_t fact)
{
    if (has(told->relations, told->count, relation))
        return true;
    if (told->count == ORACLE_FACTS)
        return false;
    told->relations[told->count] = relation;
    told->facts[told->count++] = fact;
    return true;
}

static bool has_part(const struct form *whole, const struct form *r)
{
    for (size_t i = 0; i < relation_parts(whole, CORE_AND); i++) {
        if (relation_part(whole, CORE_AND, i) == r)
            return true;
    }
    return false;
}

/* A fact for what a value needs, FACT_NONE where it reduces to true. */
static bool find_condition(struct find *s, const struct form *c, fact_t *fact,
                           bool is_sought)
{
    if (find_hypothesis(s, c, fact, false))
        return true;
    if (is_sought)
        *fact = find_oracle(s, c);
    return *fact != FACT_NONE;
}

/* What the question needs for its values is told as well, if it is known. */
static bool meet_conditions(struct find *s, struct told *told,
                            const struct question *q, bool is_sought)
{
    for (size_t i = 0; i < q->nconditions; i++) {
        const struct form *c = q->conditions[i];
        fact_t fact;

        if (has(told->conditions, told->nconditions, c))
            continue;
        if (told->nconditions == ORACLE_FACTS ||
            !find_condition(s, c, &fact, is_sought))
            return false;
        told->conditions[told->nconditions++] = c;
        if (fact != FACT_NONE &&
            !add_fact(told, deduction_fact(s->deduction, fact, NULL), fact))
            return false;
    }
    return true;
}

/* How many letters are new; ORACLE_LETTERS + 1: all are, or too many. */
static size_t new_letters(const struct told *told, const struct question *q)
{
    size_t count = 0;

    for (size_t i = 0; i < q->nletters; i++)
        count += !has(told->letters, told->nletters, q->letters[i]);
    return told->nletters + count > ORACLE_LETTERS ||
                   (count > 0 && count == q->nletters)
               ? ORACLE_LETTERS + 1
               : count;
}

static void add_letters(struct told *told, const struct question *q)
{
    for (size_t i = 0; i < q->nletters; i++) {
        if (!has(told->letters, told->nletters, q->letters[i]))
            told->letters[told->nletters++] = q->letters[i];
    }
}

/* Whether it was given, alone or as a part. */
static bool is_given(const struct find *s, const struct form *r)
{
    const struct sequent *q = &s->goal->sequent;

    for (size_t i = 0; i < q->nhypotheses; i++) {
        if (has_part(q->hypotheses[i], r))
            return true;
    }
    for (size_t i = 0; i < q->nclauses; i++) {
        if (has_part(q->clauses[i], r))
            return true;
    }
    for (size_t i = 0; i < s->nopened; i++) {
        const struct opened *o = &s->opened[i];

        if (o->fact == FACT_NONE) /* that of a vector */
            continue;
        if (has_part(deduction_fact(s->deduction, o->fact, NULL), r) ||
            (o->is_fixed &&
             r == deduction_fact(s->deduction, o->fact + 1, NULL)))
            return true;
    }
    return false;
}

/* A fact that brings so many new letters; whether it is told now. */
static bool tell(struct find *s, struct told *told, fact_t fact, size_t most)
{
    const struct form *r = find_seen(s, fact);
    unsigned fn = r ? relation_kind(r) : 0;
    struct question q;
    bool fine;

    if (fn < CORE_EQ || fn > CORE_LT ||
        !form_scalar(relation_atom(r)->args[0]) ||
        has(told->relations, told->count, r))
        return false;
    question_init(&q, s->pool);
    fine = question_assume(&q, r) && new_letters(told, &q) <= most &&
           meet_conditions(s, told, &q, false) && add_fact(told, r, fact);
    if (fine)
        add_letters(told, &q);
    question_clear(&q);
    return fine;
}

static bool has_letter(const struct form *f, const struct atom *a)
{
    bool out = false;

    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = 0; k < f->terms[i].monomial->count; k++)
            out = out || f->terms[i].monomial->items[k].atom == a;
    }
    return out;
}

/* What compares letters with m: x <= m, where m <= 1 was given. */
static void tell_bounds(struct find *s, struct told *told, const struct atom *m)
{
    for (fact_t k = 0, end = deduction_facts(s->deduction);
         k < end && !has(told->letters, told->nletters, m); k++) {
        const struct form *r = find_seen(s, k);

        if (r != NULL && relation_kind(r) == CORE_LE &&
            has_letter(relation_atom(r)->args[0], m))
            tell(s, told, k, 1);
    }
}

/* The same for each letter that something alone was given about. */
static void tell_bounded(struct find *s, struct told *told)
{
    for (fact_t k = 0; k < (fact_t)s->goal->sequent.nhypotheses; k++) {
        const struct form *r = find_seen(s, k);
        struct question q;

        if (r == NULL || relation_kind(r) != CORE_LE ||
            !form_scalar(relation_atom(r)->args[0]))
            continue;
        question_init(&q, s->pool);
        if (question_assume(&q, r) && q.nletters == 1)
            tell_bounds(s, told, q.letters[0]);
        question_clear(&q);
    }
}

/* What was given, by letters it has in common with others; then signs, and what
 * else is known of these letters. */
static void tell_all(struct find *s, struct told *told)
{
    fact_t end;

    tell_bounded(s, told);
    end = deduction_facts(s->deduction);
    for (size_t most = 0; most < 3; most++) {
        for (fact_t k = 0; k < end; k++) {
            const struct form *r = deduction_fact(s->deduction, k, NULL);

            if (r != NULL && is_given(s, r) && tell(s, told, k, most) &&
                most > 0) {
                most = 0;
                k = -1;
            }
        }
    }
    for (size_t i = 0; i < told->nletters; i++) {
        fact_t sign = find_sign(s, told->letters[i], false);

        if (sign != FACT_NONE)
            tell(s, told, sign, 0);
    }
    end = deduction_facts(s->deduction);
    for (fact_t k = 0; k < end; k++) {
        const struct form *r = deduction_fact(s->deduction, k, NULL);

        if (r != NULL && relation_kind(r) != CORE_NE &&
            relation_kind(r) != CORE_EQ)
            tell(s, told, k, 0);
    }
}

static fact_t ask(struct find *s, const struct form *goal)
{
    struct told told = {.count = 0};
    fact_t fact = FACT_NONE;
    struct question q;

    question_init(&q, s->pool);
    if (question_claim(&q, goal) && q.nletters <= ORACLE_LETTERS &&
        meet_conditions(s, &told, &q, true)) {
        add_letters(&told, &q);
        tell_all(s, &told);
        s->questions++;
        fact = scalar_search(s->draft, goal, told.facts, told.count,
                             s->explicit_sizes != 0 ? ORACLE_EXPLICIT
                                                    : ORACLE_PROBLEMS);
        if (fact == FACT_NONE && s->is_trusting)
            fact = draft_rule(s->draft, "oracle", "wtF",
                              theory_oracle(s->finder->theory)->name, goal,
                              told.count, told.facts);
    }
    question_clear(&q);
    pool_forgive(s->pool);
    return fact;
}

/* As it is written, then as it is reduced. */
fact_t find_oracle(struct find *s, const struct form *goal)
{
    const struct form *now = find_reduced(s, goal);
    fact_t fact = FACT_NONE;

    if (s->questions >= ORACLE_QUESTIONS / (s->level > 0 ? 2 : 1) ||
        memo_get(&s->asked, goal) != NULL || memo_get(s->refused, goal) != NULL)
        return FACT_NONE;
    memo_set(&s->asked, goal, goal);
    fact = ask(s, goal);
    if (fact == FACT_NONE && now != NULL && now != goal) {
        fact = ask(s, now);
        if (fact != FACT_NONE)
            fact = find_rule(s, "restated", "ft", fact, goal);
    }
    if (fact == FACT_NONE)
        memo_set(s->refused, goal, goal);
    return fact;
}
