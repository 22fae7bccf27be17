#include "report/hints.h"

#include "report/format.h"

#include <stdlib.h>
#include <string.h>

enum {
    HINT_ENTRIES = 8,
    HINT_CHARS = 12,
    HINT_DIGITS = 6,
    HINT_MAX_DIGITS = 15
};

static void finish(struct hints *h, struct buffer *line)
{
    ENSURE(h->count < HINTS_MAX, "report: too many hints");
    h->lines[h->count++] = line->text;
}

/* A line that is said at once. */
static void add(struct hints *h, const char *format, ...) PRINTF_LIKE(2, 3);

static void add(struct hints *h, const char *format, ...)
{
    struct buffer line = buffer_new();
    va_list args;
    va_start(args, format);
    buffer_vprintf(&line, format, args);
    va_end(args);
    finish(h, &line);
}

static void expectation(struct hints *h, const struct result *r)
{
    if (!r->ok && r->verdict != WORD_NOT_REACHED)
        add(h, "expected %s, got %s", ast_verdict_name(r->expected),
            ast_verdict_name(r->verdict));
}

/* The certain digits; where there are none, the enclosure. */
static void print_side(struct buffer *out, const struct enclosure *a,
                       int digits)
{
    struct format_number value = format_value(a, digits);
    if (value.text[0])
        buffer_add(out, value.text);
    else
        buffer_printf(out, "[%s, %s]", format_lower(a).text,
                      format_upper(a).text);
}

/* Both sides, with as many digits as it takes to tell them apart. */
static void sides(struct buffer *line, const struct result *r)
{
    const struct counterexample *c = r->counterexample;
    for (int digits = HINT_DIGITS; digits <= HINT_MAX_DIGITS; digits += 3) {
        struct format_number lhs = format_value(&c->lhs, digits);
        struct format_number rhs = format_value(&c->rhs, digits);
        if (strcmp(lhs.text, rhs.text) == 0 && digits < HINT_MAX_DIGITS)
            continue;
        buffer_add(line, "there ");
        print_side(line, &c->lhs, digits);
        buffer_printf(line, " %s ", ast_relop_text(r->rel));
        print_side(line, &c->rhs, digits);
        buffer_add(line, " is false");
        return;
    }
}

static void violation(struct hints *h, const struct result *r)
{
    const struct counterexample *c = r->counterexample;
    if (!c)
        return;
    struct buffer line = buffer_new();
    buffer_add(&line, r->is_unconfirmed ? "false, not confirmed by the checker"
                                        : "violated");
    if (c->trial == COUNTEREXAMPLE_SEARCHED)
        buffer_add(&line, ", found by search");
    else if (c->trial == COUNTEREXAMPLE_STORED)
        buffer_add(&line, " by a stored counterexample");
    else
        buffer_printf(&line, " by trial %llu", (unsigned long long)c->trial);
    if (counterexample_has_values(c))
        buffer_add(&line, ": ");
    counterexample_print(&line, c, HINT_ENTRIES, HINT_CHARS);
    finish(h, &line);
    if (!r->has_sides || c->lhs.kind == ENCLOSURE_NONE ||
        c->rhs.kind == ENCLOSURE_NONE)
        return;
    buffer_init(&line);
    sides(&line, r);
    finish(h, &line);
}

static void unresolved(struct hints *h, const struct result *r)
{
    if (r->tally.unresolved == 0)
        return;
    struct buffer line = buffer_new();
    buffer_printf(&line, "%llu of ", (unsigned long long)r->tally.unresolved);
    format_count(&line, r->tally.trials, "trial");
    buffer_printf(&line, " unresolved at %ld bits", r->max_bits);
    if (r->agreement >= 0)
        buffer_printf(&line, "; the sides agree to %ld bits", r->agreement);
    finish(h, &line);
}

static void not_counted(struct hints *h, const struct result *r)
{
    const struct tally *t = &r->tally;
    if (t->rejected + t->undefined == 0)
        return;
    struct buffer line = buffer_new();
    if (t->rejected > 0)
        buffer_printf(&line, "%llu rejected by the assumptions or the sizes",
                      (unsigned long long)t->rejected);
    if (t->undefined > 0)
        buffer_printf(&line, "%s%llu undefined", t->rejected ? ", " : "",
                      (unsigned long long)t->undefined);
    finish(h, &line);
}

/* Too few instances for a verdict, and what would give more. */
static void thin(struct hints *h, const struct result *r)
{
    const struct coverage *seen = &r->coverage;
    if (!verdict_is_thin(r))
        return;
    struct buffer line = buffer_new();
    buffer_printf(&line, "thin: %llu of %llu admitted",
                  (unsigned long long)seen->admitted,
                  (unsigned long long)r->tally.trials);
    if (seen->distinct < seen->admitted)
        buffer_printf(&line, ", %llu different",
                      (unsigned long long)seen->distinct);
    buffer_printf(&line, "; a verdict asks for %llu",
                  (unsigned long long)seen->asked);
    finish(h, &line);
    add(h,
        "to have it sampled, say the hypotheses as properties of the givens "
        "(`unit[n]`, `psd[n]`, `real in [a, b]`, ...), or write a case whose "
        "values meet them");
}

/* Doubles are no way to ask for equality, so only inequalities are told. */
static void forward(struct hints *h, const struct result *r)
{
    const struct forward *f = &r->forward;
    if (r->rel == REL_EQ || r->rel == REL_NE)
        return;
    if (f->false_alarms > 0)
        add(h,
            "plain doubles see a violation where there is none: %llu, first in "
            "trial %llu",
            (unsigned long long)f->false_alarms,
            (unsigned long long)f->first_false_alarm);
    if (f->missed > 0)
        add(h, "plain doubles miss the violation: %llu, first in trial %llu",
            (unsigned long long)f->missed, (unsigned long long)f->first_missed);
}

static void constant(struct hints *h, const struct result *r)
{
    if (r->has_hole && r->constant.kind != ENCLOSURE_NONE)
        add(h, "the constant is at least %s", format_lower(&r->constant).text);
}

/* What trials say of all values of a variable. */
static void variables(struct hints *h, const struct result *r)
{
    const struct theorem *t = r->theorem;
    const struct quantified own = result_variables(r);
    struct buffer line;
    if (own.count > 0 &&
        (r->verdict == WORD_HOLDS || r->verdict == WORD_CONSISTENT)) {
        buffer_init(&line);
        theorem_print_quantified(&line, t, "for all ", &own,
                                 ": as far as drawn, once in each trial");
        finish(h, &line);
    }
    for (size_t i = 0; i < t->nassumptions && r->tally.unresolved > 0; i++) {
        if (t->assumptions[i].variables.count == 0)
            continue;
        buffer_init(&line);
        theorem_print_quantified(
            &line, t, "what is assumed for all ", &t->assumptions[i].variables,
            " cannot be shown at an instance, only refuted");
        finish(h, &line);
        return;
    }
}

/* What trials say of some value. */
static void obtained(struct hints *h, const struct result *r)
{
    const struct quantified own = result_obtained(r);
    if (own.count == 0)
        return;
    struct buffer line = buffer_new();
    theorem_print_quantified(&line, r->theorem, "for some ", &own,
                             ": an instance may show it, at the value it has, "
                             "and refutes nothing");
    finish(h, &line);
}

void hints_make(struct hints *h, const struct result *r)
{
    *h = (struct hints){0};
    expectation(h, r);
    violation(h, r);
    constant(h, r);
    variables(h, r);
    obtained(h, r);
    unresolved(h, r);
    not_counted(h, r);
    thin(h, r);
    forward(h, r);
}

void hints_clear(struct hints *h)
{
    for (size_t i = 0; i < h->count; i++)
        free(h->lines[i]);
    *h = (struct hints){0};
}
