/*
 * Lines of a log, the facts that they make, and when a fact meets what a rule
 * asks for.
 */
#include "base/status.h"
#include "core/internal.h"
#include "core/ring.h"

#include <stdlib.h>
#include <string.h>

struct deduction *deduction_new(struct theory *theory,
                                const struct sequent *sequent)
{
    struct deduction *d = xcalloc(1, sizeof *d);

    d->theory = theory;
    d->pool = theory_pool(theory);
    d->rules = rules_new(d->pool);
    d->sequent = sequent_copy(d->pool, sequent);
    pool_forgive(d->pool);
    for (size_t i = 0; i < sequent->nhypotheses; i++)
        deduction_learn(d, sequent->hypotheses[i]);
    for (size_t i = 0; i < sequent->nclauses; i++)
        deduction_learn(d, sequent->clauses[i]);
    return d;
}

void deduction_free(struct deduction *d)
{
    if (d == NULL)
        return;
    rules_free(d->rules);
    free(d->used);
    free(d->args);
    free(d);
}

bool deduction_refuse(struct deduction *d, const char *why)
{
    if (d->why == NULL)
        d->why = pool_why(d->pool) ? pool_why(d->pool) : why;
    return false;
}

const char *deduction_why(const struct deduction *d)
{
    return d->why;
}

size_t deduction_nodes(const struct deduction *d)
{
    return d->nnodes;
}

fact_t deduction_facts(const struct deduction *d)
{
    return (fact_t)d->nfacts;
}

struct variables deduction_scope(const struct deduction *d)
{
    return d->scope;
}

bool deduction_learn_at(struct deduction *d, const struct form *r,
                        struct variables leans)
{
    struct fact fact = {r, leans, false};

    if (!is_relation(d->pool, r) || pool_why(d->pool) != NULL)
        return deduction_refuse(d, "no relation");
    if (variables_stray(&r->free, &leans))
        return deduction_refuse(d, "a variable outside of its scope");
    arena_push(pool_arena(d->pool), &d->facts, &d->nfacts, sizeof fact, &fact);
    return true;
}

bool deduction_learn(struct deduction *d, const struct form *r)
{
    return deduction_learn_at(d, r, d->scope);
}

static const struct fact *visible(const struct deduction *d, fact_t fact)
{
    return fact < 0 || (size_t)fact >= d->nfacts || d->facts[fact].is_closed
               ? NULL
               : &d->facts[fact];
}

const struct form *deduction_fact(const struct deduction *d, fact_t fact,
                                  struct variables *leans)
{
    const struct fact *f = visible(d, fact);

    if (f != NULL && leans != NULL)
        *leans = f->leans;
    return f ? f->relation : NULL;
}

const struct form *deduction_reduce(struct deduction *d, const struct form *f)
{
    return rules_reduce(d->rules, d->scope, f);
}

bool deduction_has_fired(const struct deduction *d, size_t n)
{
    return rules_have_fired(d->rules, n);
}

/* Meeting. */

/* Whether a gives b: at once, or part by part of disjunctions. */
static bool gives(struct pool *pool, const struct form *a, const struct form *b)
{
    if (a == NULL || b == NULL || relation_gives(pool, a, b))
        return a != NULL && b != NULL;
    for (size_t i = 0; i < relation_parts(a, CORE_OR); i++) {
        const struct form *part = relation_part(a, CORE_OR, i);
        bool found = false;

        for (size_t j = 0; !found && j < relation_parts(b, CORE_OR); j++)
            found = relation_gives(pool, part, relation_part(b, CORE_OR, j));
        if (!found)
            return false;
    }
    return true;
}

static bool meets(struct deduction *d, struct variables scope,
                  const struct fact *fact, const struct form *r);

/* forall(i in lo..hi, R) by R at a generic variable of that range. */
static bool meets_forall(struct deduction *d, struct variables scope,
                         const struct fact *fact, const struct form *r)
{
    const struct atom *all = relation_atom(r);

    for (size_t i = 0; i < fact->leans.count; i++) {
        const struct atom *g = fact->leans.items[i];

        if (!variables_have(&scope, g) && g->lo == all->lo &&
            g->hi == all->hi && !variables_have(&r->free, g) &&
            meets(d, variables_join(d->pool, scope, variables_of(d->pool, g)),
                  fact, binder_open(d->pool, all, ring_atom(d->pool, g))))
            return true;
    }
    return false;
}

static bool meets(struct deduction *d, struct variables scope,
                  const struct fact *fact, const struct form *r)
{
    const struct form *reduced;

    if (r == NULL || r == relation_true(d->pool))
        return r != NULL;
    if (fact != NULL && variables_within(&fact->leans, &scope) &&
        gives(d->pool, fact->relation, r))
        return true;
    reduced = rules_reduce(d->rules, scope, r);
    if (reduced == relation_true(d->pool))
        return true;
    if (fact == NULL || reduced == NULL)
        return false;
    if (variables_within(&fact->leans, &scope) &&
        gives(d->pool, rules_reduce(d->rules, scope, fact->relation), reduced))
        return true;
    return relation_kind(r) == RELATION_FORALL &&
           meets_forall(d, scope, fact, r);
}

bool deduction_meets(struct deduction *d, fact_t fact, const struct form *r)
{
    const struct fact *f = visible(d, fact);

    if (fact != FACT_NONE && f == NULL)
        return deduction_refuse(d, "no such fact in sight");
    return meets(d, d->scope, f, r) && pool_why(d->pool) == NULL;
}

bool deduction_meets_between(struct deduction *d, fact_t fact, unsigned fn,
                             const struct form *a, const struct form *b)
{
    return deduction_meets(d, fact, relation_between(d->pool, fn, a, b));
}

bool deduction_is_integer(struct deduction *d, const struct form *f,
                          size_t from)
{
    const struct form *r = form_apply1(d->pool, CORE_INTEGER, f);

    if (r == NULL || r == relation_true(d->pool))
        return r != NULL;
    for (size_t i = from; i < d->nargs; i++) {
        const struct fact *fact = visible(d, d->args[i].number);

        if (fact != NULL && variables_within(&fact->leans, &d->scope) &&
            fact->relation == r)
            return true;
    }
    return deduction_refuse(d, "a term not known to be an integer");
}

/* Lines. */

const struct form *deduction_term(const struct deduction *d, long k)
{
    return k >= 0 && (size_t)k < d->nnodes ? d->nodes[k].form : NULL;
}

/* The number, or FACT_NONE for a dash; false: it is neither, or too long. */
static bool read_number(long *out, const char *text)
{
    bool is_dash = strcmp(text, "-") == 0;

    *out = is_dash ? FACT_NONE : strtol(text, NULL, 10);
    return is_dash ||
           (strspn(text, "0123456789") == strlen(text) && strlen(text) < 10);
}

static bool read_argument(struct deduction *d, char letter, const char *text)
{
    struct argument a = {.number = FACT_NONE};
    const struct fact *fact;

    if (letter == 'w')
        a.word = text;
    else if (!read_number(&a.number, text))
        return deduction_refuse(d, "an argument that is no number");
    fact = visible(d, a.number);
    if (letter == 't' || letter == 'v') {
        if (a.number < 0 || (size_t)a.number >= d->nnodes)
            return deduction_refuse(d, "no such term");
        a.term = d->nodes[a.number].form;
        a.variable = d->nodes[a.number].variable;
        if (letter == 't' ? a.term == NULL : a.variable == NULL)
            return deduction_refuse(d, "a node of the other sort");
    }
    if (strchr("fmo", letter) != NULL && fact != NULL)
        a.fact = *fact;
    else if (letter == 'f' || letter == 'm' ||
             (letter == 'o' && a.number != FACT_NONE))
        return deduction_refuse(d, "no such fact in sight");
    if (letter == 'f' && !variables_within(&a.fact.leans, &d->scope))
        return deduction_refuse(d, "a fact that leans on more than the scope");
    d->args = xrealloc(d->args, d->nargs + 1, sizeof a);
    d->args[d->nargs++] = a;
    return true;
}

static bool read_arguments(struct deduction *d, const char *letters, char *rest)
{
    const char *word;

    d->nargs = 0;
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        if (*letters == '\0')
            return deduction_refuse(d, "too many arguments");
        if (!read_argument(d, *letters, word))
            return false;
        letters += letters[1] == '*' ? 0 : 1;
    }
    return *letters == '\0' || letters[1] == '*' ||
           deduction_refuse(d, "too few arguments");
}

struct operation {
    const char *name, *arguments;
    bool (*run)(struct deduction *d, const struct argument *a);
};

static const struct operation operations[] = {
#define X(name, arguments) {#name, arguments, derive_##name},
    MAJORANT_CORE_STEPS(X)
#undef X
};

static bool run(struct deduction *d, const char *name, char *rest)
{
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        const struct operation *op = &operations[i];

        if (name != NULL && strcmp(op->name, name) == 0)
            return read_arguments(d, op->arguments, rest) &&
                   op->run(d, d->args);
    }
    return deduction_refuse(d, "no such operation");
}

bool deduction_line(struct deduction *d, const char *line)
{
    char *copy = xstrdup(line), *rest = NULL;
    const char *name = strtok_r(copy, " ", &rest);
    bool fine;

    pool_forgive(d->pool);
    d->why = NULL;
    fine = run(d, name, rest);
    free(copy);
    if (!fine)
        deduction_refuse(d, "not so");
    pool_forgive(d->pool);
    return fine;
}

const struct core_theorem *deduction_end(struct deduction *d, fact_t fact,
                                         const char *name)
{
    const struct core_theorem *out;

    pool_forgive(d->pool);
    d->why = NULL;
    d->scope = (struct variables){0, NULL};
    if (d->ncontexts > 0 || fact == FACT_NONE ||
        !deduction_meets(d, fact, d->sequent.conclusion)) {
        deduction_refuse(d, "the fact is not the conclusion");
        return NULL;
    }
    out = theory_prove(d->theory, name, d);
    if (out == NULL)
        deduction_refuse(d, "no theorem");
    pool_forgive(d->pool);
    return out;
}

const struct core_theorem *deduction_replay(struct theory *theory,
                                            const struct sequent *sequent,
                                            const char *name, const char *log,
                                            const char **why, size_t *line)
{
    struct deduction *d = deduction_new(theory, sequent);
    const struct core_theorem *out = NULL;
    char *copy = xstrdup(log), *text = copy, *end;
    bool fine = true;

    for (*line = 0; fine && *text != '\0'; text = end + 1) {
        ++*line;
        end = text + strcspn(text, "\n");
        fine = *end == '\n' || deduction_refuse(d, "a line that does not end");
        *end = '\0';
        fine = fine && deduction_line(d, text);
    }
    if (fine)
        out = deduction_end(d, deduction_facts(d) - 1, name);
    *line += fine;
    *why = d->why; /* a literal, not of d */
    free(copy);
    deduction_free(d);
    return out;
}
