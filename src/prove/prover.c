#include "prove/prover.h"

#include "prove/range_notes.h"
#include "prove/search.h"

#include <stdlib.h>
#include <string.h>

struct proof {
    const struct theorem *theorem;
    size_t claim, link;
    struct derivation *d;
};

struct prover {
    struct proof *proofs;
    size_t nproofs;
    struct range_notes notes; /* of scalar links */
    const struct theorem **tried;
    size_t ntried;
    struct prover_kernel kernel;
    struct catalogue *catalogue;
    bool (*stop)(void *context); /* or NULL */
    void *stop_context;
    bool was_stopped, is_patient, is_brief;
    size_t round;
    const bool *doubted;         /* claims of the next theorem; or NULL */
    const struct theorem *asked; /* last, about its assumptions */
    bool contradicts;            /* what was found */
};

struct prover *prover_new(const struct prover_kernel *kernel)
{
    struct prover *p = xcalloc(1, sizeof *p);
    *p = (struct prover){.kernel = *kernel, .catalogue = catalogue_new()};
    return p;
}

void prover_free(struct prover *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->nproofs; i++)
        derivation_free(p->proofs[i].d);
    range_notes_clear(&p->notes);
    free(p->proofs);
    free(p->tried);
    catalogue_free(p->catalogue);
    free(p);
}

void prover_set_stop(struct prover *p, bool (*stop)(void *context),
                     void *context)
{
    p->stop = stop;
    p->stop_context = context;
}

void prover_set_patient(struct prover *p)
{
    p->is_patient = true;
}

void prover_set_round(struct prover *p, size_t round, bool brief)
{
    if (p->round != round)
        p->ntried = 0;
    p->round = round;
    p->is_brief = brief;
}

bool prover_was_stopped(const struct prover *p)
{
    return p->was_stopped;
}

static bool is_stopped(void *prover)
{
    struct prover *p = prover;
    if (!p->was_stopped && p->stop)
        p->was_stopped = p->stop(p->stop_context);
    return p->was_stopped;
}

/* ---- facts ---- */

/* In later rounds more is proved than what stands before the claim. */
static void add_facts(struct search *s, const struct prover *p, size_t claim)
{
    facts_assumed(s);
    facts_proved(s, &p->kernel, p->round > 0 ? claim : SIZE_MAX);
    /* facts that were made in this search first do not count as tried */
    s->steps = 0;
}

/* ---- methods ---- */

static const struct ast_method *method_of(const struct theorem *t, size_t claim,
                                          size_t link)
{
    const struct claim *c = &t->claims[claim];
    if (c->links[link].method && c->links[link].method->name)
        return c->links[link].method;
    return c->method && c->method->name ? c->method : NULL;
}

static bool is_method(const struct ast_method *m, const char *name)
{
    return m && strcmp(m->name, name) == 0;
}

struct lemma_goal {
    const struct prover *prover;
    const struct lemma_use *use;
};

/* Under forall the lemma's arguments may name the variables. */
static size_t prove_by_lemma(struct search *s, const struct expr *goal,
                             void *context)
{
    const struct lemma_goal *g = context;
    if (goal->op == EX_FORALL)
        return goal_forall(s, goal, prove_by_lemma, context);
    context_facts(s, goal);
    size_t line = lemma_prove(s, &g->prover->kernel, g->use, goal);
    return line == SEARCH_NONE ? goal_prove(s, goal) : line;
}

/* Scalars over ranges; true: settled, with a line or as false. */
static bool by_range(size_t *line, struct search *s, struct prover *p,
                     size_t claim, size_t link, bool thorough)
{
    const struct partition *found;
    enum range_answer answer =
        scalar_link(line, &found, s, claim, link, thorough);
    range_notes_take(&p->notes,
                     &(struct range_note){
                         .theorem = s->theorem, .claim = claim, .link = link},
                     answer, thorough ? found : NULL);
    return answer == RANGE_FALSE || *line != SEARCH_NONE;
}

/* Whether the claim's method lets the search use the catalogue. */
static bool is_searched(const struct theorem *t, size_t claim, size_t link)
{
    const struct ast_method *m = method_of(t, claim, link);
    return !is_method(m, "sampling") && !is_method(m, "algebra") &&
           !is_method(m, "range") && !method_is_of_core(m) &&
           t->claims[claim].obtained.count == 0;
}

/* By the method's rules alone, or by the lemma. */
static size_t run_search(struct search *s, const struct prover *p, size_t claim,
                         size_t link)
{
    const struct theorem *t = s->theorem;
    const struct ast_method *m = method_of(t, claim, link);
    const struct expr *goal = t->claims[claim].links[link].relation;
    struct lemma_goal with = {p, t->claims[claim].links[link].lemma};
    s->method = m ? m->name : NULL;
    return with.use ? prove_by_lemma(s, goal, &with) : goal_prove(s, goal);
}

/* A goal that the first search left open, with all rules. */
static size_t run_again(struct search *s, const struct prover *p, size_t claim,
                        size_t link, bool thorough)
{
    const struct theorem *t = s->theorem;
    const struct expr *goal = t->claims[claim].links[link].relation;
    if (is_method(method_of(t, claim, link), "induction"))
        return goal_induction(s, goal);
    size_t line = run_search(s, p, claim, link);
    if (line == SEARCH_NONE && thorough && method_is_free(s->method)) {
        s->steps = 0;
        line = goal_by_induction(s, goal);
    }
    return line;
}

/* Numbers, entries of matrices and of sums, members under forall. */
static size_t over_ranges(struct search *s, const struct expr *goal,
                          void *thorough)
{
    const bool *is_thorough = thorough;
    if (goal->op == EX_FORALL)
        return goal_forall(s, goal, over_ranges, thorough);
    size_t line = scalar_prove(s, goal, *is_thorough);
    if (line == SEARCH_NONE)
        line = spread_prove(s, goal, *is_thorough);
    return line == SEARCH_NONE ? entrywise_prove(s, goal, *is_thorough) : line;
}

static size_t run_method(struct search *s, struct prover *p, size_t claim,
                         size_t link, bool thorough)
{
    const struct theorem *t = s->theorem;
    const struct expr *goal = t->claims[claim].links[link].relation;
    const struct ast_method *m = method_of(t, claim, link);
    const struct lemma_use *lemma = t->claims[claim].links[link].lemma;
    struct domain scalar;
    size_t line = SEARCH_NONE;
    if (is_method(m, "sampling") || method_is_of_core(m) ||
        t->claims[claim].obtained.count > 0)
        return SEARCH_NONE;
    if (is_method(m, "algebra"))
        return search_algebra(s, goal);
    if (is_method(m, "induction"))
        return goal_by_induction(s, goal);
    if (lemma)
        return run_search(s, p, claim, link);
    if (!m || is_method(m, "auto") || is_method(m, "range")) {
        line = search_algebra(s, goal);
        line = line == SEARCH_NONE ? goal_known(s, goal) : line;
        if (line == SEARCH_NONE && by_range(&line, s, p, claim, link, thorough))
            return line;
    }
    if (line == SEARCH_NONE && is_method(m, "range"))
        return scalar_prove(s, goal, thorough);
    if (line == SEARCH_NONE && (!m || is_method(m, "auto")))
        line = goal_brief_induction(s, goal);
    if (line == SEARCH_NONE)
        line = run_search(s, p, claim, link);
    if (line == SEARCH_NONE && method_is_free(s->method)) {
        s->steps = 0; /* a search of its own */
        line = goal_by_induction(s, goal);
    }
    /* statements about scalars were tried by_range already */
    if (line == SEARCH_NONE && method_is_free(s->method) &&
        !domain_of_link(&scalar, t, claim, link)) {
        s->steps = 0;
        line = over_ranges(s, goal, &thorough);
    }
    return line;
}

/* ---- proving ---- */

static void search_open(struct search *s, struct prover *p,
                        const struct theorem *t, size_t effort)
{
    const size_t most = SEARCH_MAX_EFFORT / SEARCH_LINE_EFFORT;
    *s = (struct search){.theorem = t,
                         .pool = t->pool,
                         .d = derivation_new(t),
                         .n = normal_new(t),
                         .catalogue = p->catalogue,
                         .limit = effort,
                         .effort = effort < most ? effort * SEARCH_LINE_EFFORT
                                                 : SEARCH_MAX_EFFORT,
                         .stop = is_stopped,
                         .stop_context = p,
                         .is_patient = p->is_patient};
    normal_assume(s->n);
    s->rules = (struct rule_context){.derivation = s->d,
                                     .normalizer = s->n,
                                     .catalogue = p->catalogue,
                                     .is_proved = p->kernel.has,
                                     .check_range = scalar_trust,
                                     .context = p->kernel.context};
}

static bool accepted(const struct prover *p, const struct derivation *d,
                     size_t claim, size_t link)
{
    char *reason = NULL;
    bool ok = p->kernel.accept(p->kernel.context, d, claim, link, &reason);
    free(reason);
    return ok;
}

struct attempt {
    const struct theorem *theorem;
    size_t claim, link, effort;
    bool thorough, again; /* again: a second search, with all rules */
};

enum pass { FIRST, AGAIN, LONG }; /* LONG: AGAIN with more lines, where cheap */

static void limit_pass(struct search *s, const struct attempt *a,
                       enum pass pass)
{
    enum { LONG_LINES = 60000, LONG_EFFORT = 2500000 };
    s->later = pass != FIRST;
    if (s->later && !a->thorough) {
        s->limit /= 2;
        s->effort /= 2;
    }
    if (pass != LONG)
        return;
    s->last = true;
    s->limit = LONG_LINES;
    s->effort = LONG_EFFORT;
}

static struct derivation *find_once(struct prover *p, const struct attempt *a,
                                    enum pass pass)
{
    struct search s;
    const struct expr *goal =
        a->theorem->claims[a->claim].links[a->link].relation;
    search_open(&s, p, a->theorem, a->effort);
    limit_pass(&s, a, pass);
    add_facts(&s, p, a->claim);
    s.other = goal;
    search_relevant(&s, goal);
    for (size_t i = 0; i < s.nfacts; i++)
        search_relevant(&s, search_conclusion(&s, s.facts[i]));
    size_t line = s.later ? run_again(&s, p, a->claim, a->link, a->thorough)
                          : run_method(&s, p, a->claim, a->link, a->thorough);
    normal_free(s.n);
    if (line != SEARCH_NONE)
        search_prune(s.d, line);
    if (line != SEARCH_NONE && accepted(p, s.d, a->claim, a->link))
        return s.d;
    derivation_free(s.d);
    return NULL;
}

/* Whether enclosures say that the link fails somewhere. */
static bool is_false(const struct prover *p, const struct attempt *a)
{
    const struct range_note *note =
        range_notes_find(&p->notes, a->theorem, a->claim, a->link);
    return note && note->is_false;
}

/*
 * Rules that fit much would use up the lines of a search that needs none of
 * them: they are taken in a search of their own.
 */
static struct derivation *find(struct prover *p, const struct attempt *a)
{
    const struct expr *goal =
        a->theorem->claims[a->claim].links[a->link].relation;
    if (!search_is_feasible(a->theorem, goal))
        return NULL;
    struct derivation *d = find_once(p, a, FIRST);
    if (d || !a->again || is_stopped(p) ||
        !is_searched(a->theorem, a->claim, a->link) || is_false(p, a))
        return d;
    d = find_once(p, a, AGAIN);
    return d || !a->thorough || is_stopped(p) ? d : find_once(p, a, LONG);
}

/* A claim that its author expects to be proved is worth a long search. */
static struct derivation *find_expected(struct prover *p,
                                        const struct attempt *quick)
{
    struct attempt a = *quick;
    const struct claim *c = &a.theorem->claims[a.claim];
    if (a.thorough || p->is_brief || is_stopped(p) ||
        c->expect != WORD_PROVED || is_false(p, &a))
        return NULL;
    a.effort = PROVER_THOROUGH;
    a.thorough = true;
    return find(p, &a);
}

static void try_claim(struct prover *p, const struct theorem *t, size_t claim,
                      size_t effort)
{
    const struct claim *c = &t->claims[claim];
    bool thorough = effort > PROVER_QUICK, wrong = c->expect == WORD_VIOLATED;
    size_t most = wrong && thorough ? PROVER_QUICK : effort;
    for (size_t k = 0; k < c->nlinks && !c->has_hole && !is_stopped(p); k++) {
        if (p->kernel.has(p->kernel.context, t, claim, k))
            continue;
        const struct attempt a = {t, claim, k, most, thorough, !wrong};
        struct derivation *d = find(p, &a);
        d = d ? d : find_expected(p, &a);
        if (!d)
            continue;
        p->proofs = xrealloc(p->proofs, p->nproofs + 1, sizeof *p->proofs);
        p->proofs[p->nproofs++] = (struct proof){t, claim, k, d};
    }
}

static bool was_tried(const struct prover *p, const struct theorem *t)
{
    for (size_t i = 0; i < p->ntried; i++)
        if (p->tried[i] == t)
            return true;
    return false;
}

static void note_tried(struct prover *p, const struct theorem *t)
{
    p->tried = xrealloc(p->tried, p->ntried + 1, sizeof *p->tried);
    p->tried[p->ntried++] = t;
}

/* Those of the wanted claims; they stand before what uses them: this ends. */
static void try_lemmas(struct prover *p, const struct theorem *t,
                       const bool *wanted, size_t effort)
{
    for (size_t c = 0; c < t->nclaims; c++)
        for (size_t k = 0; k < t->claims[c].nlinks; k++)
            if ((!wanted || wanted[c]) && t->claims[c].links[k].lemma)
                prover_theorem(p, t->claims[c].links[k].lemma->theorem, effort);
}

void prover_doubt(struct prover *p, const bool *doubted)
{
    p->doubted = doubted;
}

static void try_claims(struct prover *p, const struct theorem *theorem,
                       const bool *wanted, size_t effort)
{
    const bool *doubted = p->doubted;
    p->doubted = NULL;
    try_lemmas(p, theorem, wanted, effort);
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t c = 0; c < theorem->nclaims; c++)
            if (theorem->claims[c].is_step == (pass == 0) &&
                (!wanted || wanted[c]))
                try_claim(p, theorem, c,
                          doubted && doubted[c] ? PROVER_QUICK : effort);
}

void prover_claims(struct prover *p, const struct theorem *theorem,
                   const bool *wanted, size_t effort)
{
    if (was_tried(p, theorem)) {
        p->doubted = NULL;
        return;
    }
    note_tried(p, theorem);
    try_claims(p, theorem, wanted, effort);
}

void prover_theorem(struct prover *p, const struct theorem *theorem,
                    size_t effort)
{
    prover_claims(p, theorem, NULL, effort);
}

/* The claims asked for, and the steps of their proofs, "claim/step". */
static void mark_named(bool *named, const struct theorem *t, const bool *asked)
{
    for (size_t c = 0; c < t->nclaims; c++) {
        const char *name = t->claims[c].name;
        const size_t length = strcspn(name, "/");
        named[c] = asked[c];
        for (size_t i = 0; t->claims[c].is_step && i < t->nclaims; i++)
            named[c] = named[c] ||
                       (asked[i] && strcspn(t->claims[i].name, "/") == length &&
                        strncmp(t->claims[i].name, name, length) == 0);
    }
}

static bool are_proved(const struct prover *p, const struct theorem *t,
                       const bool *asked)
{
    for (size_t c = 0; c < t->nclaims; c++)
        for (size_t k = 0; asked[c] && k < t->claims[c].nlinks; k++)
            if (!p->kernel.has(p->kernel.context, t, c, k))
                return false;
    return true;
}

static bool are_all(const struct theorem *t, const bool *asked)
{
    for (size_t c = 0; c < t->nclaims; c++)
        if (!asked[c])
            return false;
    return true;
}

void prover_named(struct prover *p, const struct theorem *theorem,
                  const bool *asked, size_t effort)
{
    const bool *doubted = p->doubted;
    if (!are_all(theorem, asked) && !was_tried(p, theorem)) {
        bool *named = xcalloc(theorem->nclaims + 1, sizeof *named);
        mark_named(named, theorem, asked);
        try_claims(p, theorem, named, effort);
        free(named);
        if (is_stopped(p) || are_proved(p, theorem, asked))
            return;
        p->doubted = doubted;
    }
    prover_theorem(p, theorem, effort);
}

size_t prover_proofs(const struct prover *p)
{
    return p->nproofs;
}

const struct derivation *prover_proof(const struct prover *p, size_t i,
                                      size_t *claim, size_t *link)
{
    *claim = p->proofs[i].claim;
    *link = p->proofs[i].link;
    return p->proofs[i].d;
}

const char *prover_remaining(size_t *more, const struct prover *p,
                             const struct theorem *theorem, size_t claim,
                             size_t link)
{
    const struct range_note *note =
        range_notes_find(&p->notes, theorem, claim, link);
    *more = note ? note->more : 0;
    return note ? note->boxes : NULL;
}

const struct derivation *prover_derivation(const struct prover *p,
                                           const struct theorem *theorem,
                                           size_t claim, size_t link)
{
    for (size_t i = 0; i < p->nproofs; i++)
        if (p->proofs[i].theorem == theorem && p->proofs[i].claim == claim &&
            p->proofs[i].link == link)
            return p->proofs[i].d;
    return NULL;
}

bool prover_contradicts(struct prover *p, const struct theorem *t)
{
    enum { LINES = 120 };
    struct search s;
    if (p->asked == t || t->nassumptions == 0 || is_stopped(p))
        return p->asked == t && p->contradicts;
    search_open(&s, p, t, LINES);
    facts_assumed(&s);
    s.steps = 0;
    p->asked = t;
    p->contradicts = contradiction_find(&s);
    normal_free(s.n);
    derivation_free(s.d);
    return p->contradicts;
}
