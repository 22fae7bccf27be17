#include "verify/verdict.h"

#include "ir/logarithm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void run_clear(struct run *run)
{
    for (size_t i = 0; i < run->count; i++)
        result_clear(&run->results[i]);
    free(run->results);
    free(run->evidence);
    free(run->part);
    free(run->tools);
    *run = (struct run){0};
}

struct result *run_add(struct run *run)
{
    const bool is_full = (run->count & (run->count - 1)) == 0; /* 0, 1, 2, 4 */
    if (is_full)
        run->results = xrealloc(run->results, run->count ? 2 * run->count : 1,
                                sizeof *run->results);
    struct result *r = &run->results[run->count++];
    *r = (struct result){0};
    return r;
}

struct result *run_find(const struct run *run, const struct theorem *t,
                        size_t claim, size_t link, const char *case_name)
{
    for (size_t i = 0; i < run->count; i++) {
        struct result *r = &run->results[i];
        if (r->theorem == t && r->claim == claim && result_link(r) == link &&
            (!case_name || r->case_name == case_name))
            return r;
    }
    return NULL;
}

void run_append(struct run *to, struct run *from)
{
    for (size_t i = 0; i < from->count; i++)
        *run_add(to) = from->results[i];
    from->count = 0;
    to->stopped = to->stopped || from->stopped;
    if (!to->evidence) {
        to->evidence = from->evidence;
        from->evidence = NULL;
    }
    run_clear(from);
}

/* "name", or "name#2" for the second of several links. */
static char *link_name(const struct claim *claim, size_t link)
{
    struct buffer text = buffer_new();
    buffer_add(&text, claim->name);
    if (claim->nlinks > 1)
        buffer_printf(&text, "#%zu", link + 1);
    return text.text;
}

/* The case's expectation of this link (stronger) or of its whole claim. */
static const struct case_expect *
own_expectation(const struct spec *spec, const struct result *r, size_t link)
{
    const char *claim = r->theorem->claims[r->claim].name;
    const struct case_expect *found = NULL;
    for (size_t i = 0; i < spec_expects(spec); i++) {
        const struct case_expect *e = spec_expect(spec, i);
        if (strcmp(e->claim, claim) != 0)
            continue;
        if (e->link == link + 1)
            return e;
        if (e->link == 0)
            found = e;
    }
    return found;
}

struct quantified result_variables(const struct result *r)
{
    return r->claim < r->theorem->nclaims
               ? r->theorem->claims[r->claim].variables
               : (struct quantified){0};
}

struct quantified result_obtained(const struct result *r)
{
    return r->claim < r->theorem->nclaims
               ? r->theorem->claims[r->claim].obtained
               : (struct quantified){0};
}

bool result_is_observation(const struct result *r)
{
    return r->claim < r->theorem->nclaims &&
           r->theorem->claims[r->claim].is_observation;
}

size_t result_link(const struct result *r)
{
    return r->link > 0 ? r->link - 1 : 0;
}

void result_init(struct result *r, const struct spec *spec, size_t claim,
                 size_t link)
{
    *r = (struct result){.theorem = spec_theorem(spec), .claim = claim};
    const struct claim *c = &r->theorem->claims[claim];
    const struct expr *relation = c->links[link].relation;
    r->file = r->theorem->source->path;
    r->link = c->nlinks > 1 ? link + 1 : 0;
    r->name = link_name(c, link);
    r->case_name = spec_name(spec);
    r->expected = c->expect;
    const struct case_expect *own = own_expectation(spec, r, link);
    if (own) {
        r->expected = own->word;
        r->scope = own->link ? EXPECT_OF_LINK : EXPECT_OF_CASE;
    }
    r->has_sides = relation->op == EX_REL;
    r->rel = relation->rel;
    r->has_hole = c->has_hole;
    result_find_gap(r);
    r->forward.max_rel_error = NAN;
    r->forward.tightness_max = NAN;
    r->agreement = -1;
}

void result_expect_of_theorem(struct result *r)
{
    if (r->verdict == WORD_VIOLATED)
        return;
    r->expected = r->theorem->claims[r->claim].expect;
    r->scope = EXPECT_OF_CLAIM;
}

void result_fall(struct result *r, uint64_t trial, long bits)
{
    r->tally.trials++;
    r->tally.is_false++;
    r->coverage.admitted++;
    r->verdict = WORD_VIOLATED;
    r->first_false = trial;
    r->first_false_bits = bits;
}

void result_clear(struct result *r)
{
    free(r->name);
    free(r->proof);
    free(r->citing);
    free(r->trusting);
    free(r->remaining);
    free(r->account);
    counterexample_free(r->counterexample);
    histogram_clear(&r->tightness.histogram);
    *r = (struct result){0};
}

void result_find_gap(struct result *r)
{
    const struct claim *c = &r->theorem->claims[r->claim];
    r->has_gap = !c->has_hole && result_link(r) < c->nlinks &&
                 logarithm_is_compared(c->links[result_link(r)].relation);
}

const struct enclosure *result_tightest(const struct result *r, uint64_t *trial)
{
    const struct tightness *t = &r->tightness;
    const bool least = r->has_gap;
    *trial = least ? t->min_trial : t->max_trial;
    return least ? &t->min : &t->max;
}

static bool may_be_consistent(const struct result *r)
{
    return r->has_sides && !r->has_hole &&
           (r->rel == REL_EQ || r->rel == REL_LE || r->rel == REL_GE);
}

uint64_t verdict_asked(uint64_t trials)
{
    enum { LEAST = 20, SHARE = 10 };
    if (trials < LEAST)
        return 0;
    return trials / SHARE > LEAST ? trials / SHARE : LEAST;
}

static bool is_short(const struct result *r)
{
    return r->coverage.distinct < r->coverage.asked;
}

bool verdict_is_thin(const struct result *r)
{
    return r->verdict == WORD_UNDECIDED && !r->is_drop && !r->is_unconfirmed &&
           is_short(r);
}

/* What the counts say, however few they are. */
static enum verdict_word word_of(const struct result *r, long prec_max)
{
    const struct tally *t = &r->tally;
    if (t->is_false > 0)
        return WORD_VIOLATED;
    if (t->is_true + t->unresolved == 0)
        return WORD_VACUOUS;
    if (r->has_hole) {
        bool found = r->constant.kind == ENCLOSURE_FINITE && r->constant.lo > 0;
        return found ? WORD_HOLDS : WORD_UNDECIDED;
    }
    if (t->unresolved == 0)
        return WORD_HOLDS;
    if (r->unresolved_cap > 0)
        prec_max = r->unresolved_cap;
    if (may_be_consistent(r) && r->agreement >= (prec_max + 1) / 2)
        return WORD_CONSISTENT;
    return WORD_UNDECIDED;
}

enum verdict_word verdict_decide(const struct result *r, long prec_max)
{
    const enum verdict_word word = word_of(r, prec_max);
    const bool is_good = word == WORD_HOLDS || word == WORD_CONSISTENT;
    return is_good && is_short(r) ? WORD_UNDECIDED : word;
}

static bool satisfies(const struct result *r, bool strict)
{
    switch (r->expected) {
    case WORD_NONE:
    case WORD_HOLDS:
        if (r->verdict == WORD_CONSISTENT)
            return !strict || r->rel == REL_EQ;
        return r->verdict == WORD_HOLDS || r->verdict == WORD_PROVED;
    case WORD_CONSISTENT:
        return r->verdict == WORD_CONSISTENT || r->verdict == WORD_HOLDS ||
               r->verdict == WORD_PROVED;
    case WORD_UNDECIDED: /* of the kernel engine, which is asked by default */
        return r->verdict == WORD_UNDECIDED ||
               (r->verdict == WORD_PROVED && r->is_of_core);
    case WORD_VIOLATED:
    case WORD_PROVED:
    case WORD_VACUOUS:
        return r->verdict == r->expected;
    case WORD_NOT_REACHED:
        return false;
    }
    return false;
}

/* Whether a violation of `other` meets the `violated` expected of `r`. */
static bool serves(const struct result *other, const struct result *r)
{
    if (other->verdict != WORD_VIOLATED || other->theorem != r->theorem ||
        other->claim != r->claim || other->is_drop != r->is_drop)
        return false;
    switch (r->scope) {
    case EXPECT_OF_CLAIM:
        return true;
    case EXPECT_OF_CASE:
        return other->case_name == r->case_name;
    case EXPECT_OF_LINK:
        return other == r;
    }
    return false;
}

void verdict_leave(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct result *r = &run->results[i];
        r->is_left = r->verdict != WORD_PROVED && r->verdict != WORD_VIOLATED;
    }
}

void verdict_expectations(struct run *run, bool strict)
{
    for (size_t i = 0; i < run->count; i++) {
        struct result *r = &run->results[i];
        r->ok = satisfies(r, strict);
        if (r->ok || r->expected != WORD_VIOLATED)
            continue;
        for (size_t k = 0; k < run->count && !r->ok; k++)
            r->ok = serves(&run->results[k], r);
    }
    for (size_t i = 0; i < run->count; i++) {
        struct result *r = &run->results[i];
        if (r->is_left && !r->ok && r->verdict != WORD_VIOLATED)
            r->verdict = WORD_NOT_REACHED;
    }
}

int verdict_exit_status(const struct run *run)
{
    bool otherwise = false, open = false;
    for (size_t i = 0; i < run->count; i++) {
        const struct result *r = &run->results[i];
        if (r->ok || r->verdict == WORD_NOT_REACHED)
            continue;
        if (r->verdict == WORD_UNDECIDED || r->verdict == WORD_VACUOUS)
            open = true;
        else
            otherwise = true;
    }
    if (otherwise)
        return 1;
    if (run->stopped)
        return 5;
    return open ? 3 : 0;
}
