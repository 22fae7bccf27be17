#include "report/summary.h"

#include "report/format.h"
#include "report/hints.h"

#include <string.h>

const char *summary_colour(enum outcome outcome)
{
    static const char red[] = "\033[31m", green[] = "\033[32m",
                      yellow[] = "\033[33m";
    if (outcome == OUTCOME_EXPECTED)
        return green;
    return outcome == OUTCOME_OTHERWISE ? red : yellow;
}

enum outcome summary_outcome(const struct result *r)
{
    if (r->ok)
        return OUTCOME_EXPECTED;
    if (r->verdict == WORD_NOT_REACHED)
        return OUTCOME_NOT_REACHED;
    bool open = r->verdict == WORD_UNDECIDED || r->verdict == WORD_VACUOUS;
    return open ? OUTCOME_OPEN : OUTCOME_OTHERWISE;
}

bool summary_is_told(const struct result *r)
{
    const enum outcome outcome = summary_outcome(r);
    return outcome == OUTCOME_OPEN || outcome == OUTCOME_OTHERWISE;
}

const char *summary_mark(const struct result *r)
{
    if (r->verdict == WORD_NOT_REACHED)
        return "--";
    return r->ok ? "ok" : "NO";
}

struct summary summary_make(const struct run *run)
{
    struct summary s = {.claims = run->count};
    for (size_t i = 0; i < run->count; i++) {
        s.trials += run->results[i].tally.trials;
        s.outcomes[summary_outcome(&run->results[i])]++;
    }
    return s;
}

void summary_print(struct buffer *out, const struct summary *s)
{
    format_count(out, s->claims, "claim");
    buffer_printf(out, ": %zu as expected", s->outcomes[OUTCOME_EXPECTED]);
    if (s->outcomes[OUTCOME_OTHERWISE] > 0)
        buffer_printf(out, ", %zu otherwise", s->outcomes[OUTCOME_OTHERWISE]);
    if (s->outcomes[OUTCOME_OPEN] > 0)
        buffer_printf(out, ", %zu undecided or vacuous",
                      s->outcomes[OUTCOME_OPEN]);
    if (s->outcomes[OUTCOME_NOT_REACHED] > 0)
        buffer_printf(out, ", %zu not reached",
                      s->outcomes[OUTCOME_NOT_REACHED]);
}

/* A `drop` line's result is named "drop ASSUMPTION: CLAIM". */
static struct span span_of_drop(const struct result *r)
{
    const struct theorem *t = r->theorem;
    struct span found = {0};
    LOCAL_BUFFER name = buffer_new();
    for (size_t i = 0; i < t->ndrops && !found.source; i++) {
        const char *assumption = t->assumptions[t->drops[i].assumption].name;
        buffer_reset(&name);
        buffer_printf(&name, "drop %s: %s", assumption ? assumption : "",
                      t->claims[t->drops[i].claim].name);
        if (strcmp(name.text, r->name) == 0)
            found = t->drops[i].span;
    }
    return found;
}

struct summary_place summary_place(const struct result *r)
{
    const struct theorem *t = r->theorem;
    struct summary_place place = {.path = r->file, .line = 1, .column = 1};
    struct span span = r->is_drop ? span_of_drop(r) : (struct span){0};
    if (!span.source && r->claim < t->nclaims)
        span = t->claims[r->claim].span;
    if (!span.source)
        return place;
    struct place at = source_place(span.source, span.begin);
    place.path = span.source->path;
    place.line = at.line;
    place.column = at.column;
    return place;
}

const char *summary_note(const struct result *r)
{
    return result_is_observation(r) ? " (observed)" : "";
}

void summary_admitted(struct buffer *out, const struct result *r)
{
    buffer_printf(out, "%llu of ", (unsigned long long)r->coverage.admitted);
    format_count(out, r->tally.trials, "instance");
    buffer_printf(out, " admitted, %llu different",
                  (unsigned long long)r->coverage.distinct);
}

void summary_remarks(struct buffer *out, const struct result *r,
                     const char *between)
{
    LOCAL(hints_clear) struct hints hints;
    hints_make(&hints, r);
    for (size_t i = 0; i < hints.count; i++)
        buffer_printf(out, "%s%s", i ? between : "", hints.lines[i]);
}
