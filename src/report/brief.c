/* One line a file. */
#include "report/brief.h"

#include "report/format.h"
#include "report/report.h"
#include "report/summary.h"

enum { BRIEF_DIGITS = 4 };

/* What the line of a file shows. */
struct brief {
    size_t claims;                 /* results: a link of a chain is one */
    size_t proved, hold, violated; /* as expected */
    uint64_t trials;
    const struct tightness *tightest; /* of what is not false; or NULL */
};

/* The larger of two largest ratios, of which one may be there. */
static const struct tightness *tighter(const struct tightness *a,
                                       const struct tightness *b)
{
    if (b->max.kind == ENCLOSURE_NONE)
        return a;
    return a && enclosure_compare(&a->max, &b->max) >= 0 ? a : b;
}

static struct brief brief_of(const struct run *file)
{
    struct brief b = {.claims = file->count};
    for (size_t i = 0; i < file->count; i++) {
        const struct result *r = &file->results[i];
        const enum verdict_word word = r->verdict;
        b.trials += r->tally.trials;
        b.proved += r->ok && word == WORD_PROVED;
        b.hold += r->ok && (word == WORD_HOLDS || word == WORD_CONSISTENT);
        b.violated += r->ok && word == WORD_VIOLATED;
        if (word != WORD_VIOLATED && !r->has_hole && !r->has_gap)
            b.tightest = tighter(b.tightest, &r->tightness);
    }
    return b;
}

void brief_heading(struct buffer *out, size_t width)
{
    buffer_printf(out,
                  "    %-*s  claims  proved   hold  violated    trials"
                  "  tightest     time\n",
                  (int)width, "file");
}

/* The gravest of what the file's claims came to. */
static enum outcome outcome_of(const struct run *file)
{
    const struct summary s = summary_make(file);
    if (s.outcomes[OUTCOME_OTHERWISE] > 0)
        return OUTCOME_OTHERWISE;
    if (s.outcomes[OUTCOME_OPEN] > 0)
        return OUTCOME_OPEN;
    return s.outcomes[OUTCOME_NOT_REACHED] > 0 ? OUTCOME_NOT_REACHED
                                               : OUTCOME_EXPECTED;
}

static const char *mark_of(enum outcome outcome)
{
    if (outcome == OUTCOME_NOT_REACHED)
        return "--";
    return outcome == OUTCOME_EXPECTED ? "ok" : "NO";
}

bool brief_is_as_expected(const struct run *file)
{
    const enum outcome outcome = outcome_of(file);
    return outcome == OUTCOME_EXPECTED || outcome == OUTCOME_NOT_REACHED;
}

void brief_file(struct buffer *out, const struct run *file, size_t width,
                bool colour)
{
    const struct brief b = brief_of(file);
    const enum outcome outcome = outcome_of(file);
    LOCAL_BUFFER seconds = buffer_new(), name = buffer_new();
    buffer_add_line(&name, file->results[0].file);
    format_seconds(&seconds, file->seconds);
    buffer_printf(out, "%s%s%s  %-*s  %6zu  %6zu %6zu  %8zu %9llu  %8s %8s\n",
                  colour ? summary_colour(outcome) : "", mark_of(outcome),
                  colour ? SUMMARY_PLAIN : "", (int)width, name.text, b.claims,
                  b.proved, b.hold, b.violated, (unsigned long long)b.trials,
                  b.tightest ? format_max(b.tightest, BRIEF_DIGITS).text : "",
                  seconds.text);
    if (!brief_is_as_expected(file))
        report_told(out, file, file->results[0].file, colour);
}

void brief_summary(struct buffer *out, const struct run *run, size_t files)
{
    buffer_add_char(out, '\n');
    format_count(out, files, "file");
    buffer_add(out, ", ");
    report_summary(out, run);
}
