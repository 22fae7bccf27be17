/* The outcome of `prove` as a person reads it. */
#include "report/report.h"

#include "report/format.h"
#include "report/summary.h"

#include <string.h>

static const struct expr *relation_of(const struct result *r)
{
    const struct claim *c = &r->theorem->claims[r->claim];
    return c->links[result_link(r)].relation;
}

/* `by METHOD` keeps the search to that method: it did not suffice. */
static const struct ast_method *method_of(const struct result *r)
{
    const struct claim *c = &r->theorem->claims[r->claim];
    const struct link *link = &c->links[result_link(r)];
    return link->method ? link->method : c->method;
}

static void print_open(struct buffer *out, const struct result *r)
{
    unsigned long long trials = r->tally.trials;
    const struct ast_method *m = method_of(r);
    const char *method = m ? m->name : NULL;
    const struct claim *c = &r->theorem->claims[r->claim];
    if (method_is_of_core(m) || c->is_in_cases || c->obtained.count > 0)
        buffer_add(out, "not proved: core only; ");
    else if (method && strcmp(method, "sampling") == 0)
        buffer_add(out, "by sampling, which proves nothing; ");
    else if (method && strcmp(method, "auto") != 0)
        buffer_printf(out, "not proved: by %s does not suffice; ", method);
    else
        buffer_add(out, "not proved; ");
    if (r->tally.is_true > 0)
        buffer_printf(out,
                      "numeric only: certainly true on %llu of %llu instances",
                      (unsigned long long)r->tally.is_true, trials);
    else if (trials > 0)
        buffer_printf(out, "numeric only: decided on none of %llu instances",
                      trials);
    else
        buffer_add(out, "no instance was tried");
}

/* What the verdict rests on. */
static void print_ground(struct buffer *out, const struct result *r)
{
    switch (r->verdict) {
    case WORD_PROVED:
        buffer_printf(out, "proved %s, for all sizes and all inputs admitted",
                      r->proof ? r->proof : "");
        break;
    case WORD_VIOLATED:
        buffer_add(out, "certainly false");
        if (!r->counterexample)
            buffer_add(out, " at an instance");
        else if (counterexample_has_values(r->counterexample)) {
            buffer_add(out, " at ");
            counterexample_print(out, r->counterexample, 40, 24);
        }
        break;
    case WORD_NOT_REACHED:
        buffer_add(out, "the run was stopped before it was done with it");
        break;
    case WORD_NONE:
    case WORD_HOLDS:
    case WORD_CONSISTENT:
    case WORD_UNDECIDED:
        print_open(out, r);
        break;
    case WORD_VACUOUS:
        buffer_add(out, r->is_empty
                            ? "the assumptions contradict each other"
                            : "no value at any admitted instance tried");
        break;
    }
}

static void print_lines(struct buffer *out, const char *indent,
                        const char *lines)
{
    while (*lines) {
        int length = (int)strcspn(lines, "\n");
        buffer_printf(out, "%s%.*s\n", indent, length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Where ranges are left, a line a box. */
static void print_remaining(struct buffer *out, const struct result *r)
{
    if (!r->remaining || r->verdict == WORD_PROVED ||
        r->verdict == WORD_VIOLATED || r->verdict == WORD_VACUOUS)
        return;
    buffer_add(out, "                open on:\n");
    print_lines(out, "                  ", r->remaining);
    if (r->more > 0)
        buffer_printf(out, "                  and %zu more\n", r->more);
}

/* What the core says of its proof, or of its search. */
static void print_account(struct buffer *out, const struct result *r)
{
    if (r->account && r->verdict != WORD_VIOLATED && r->verdict != WORD_VACUOUS)
        print_lines(out, "                ", r->account);
}

static void print_result(struct buffer *out, const struct result *r)
{
    enum { WIDTH = 96 };
    const struct claim *c = &r->theorem->claims[r->claim];
    LOCAL_BUFFER statement = buffer_new();
    theorem_print_quantified(&statement, r->theorem, "for some ", &c->obtained,
                             ": ");
    theorem_print_quantified(&statement, r->theorem, "for all ", &c->variables,
                             ": ");
    expr_print(&statement, relation_of(r));
    buffer_printf(out, "  %s %-10s %s:  %.*s%s\n", summary_mark(r),
                  ast_verdict_name(r->verdict), r->name, WIDTH, statement.text,
                  statement.length > WIDTH ? " ..." : "");
    buffer_add(out, "                ");
    print_ground(out, r);
    buffer_add_char(out, '\n');
    print_remaining(out, r);
    print_account(out, r);
}

static bool is_step(const struct result *r)
{
    return r->theorem->claims[r->claim].is_step;
}

/* The first step of the theorem's proofs that is not proved. */
static void print_first_failure(struct buffer *out, const struct run *run,
                                size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        const struct result *r = &run->results[i];
        if (!is_step(r) || r->verdict == WORD_PROVED)
            continue;
        buffer_printf(out, "  first step that fails: %s (%s)\n", r->name,
                      ast_verdict_name(r->verdict));
        return;
    }
}

static void print_theorem(struct buffer *out, const struct run *run,
                          size_t begin, size_t end)
{
    const struct theorem *t = run->results[begin].theorem;
    buffer_printf(out, "\n%s", t->name);
    if (t->title)
        buffer_printf(out, ": %s", t->title);
    buffer_add_char(out, '\n');
    for (size_t i = begin; i < end; i++)
        print_result(out, &run->results[i]);
    print_first_failure(out, run, begin, end);
}

static void print_summary(struct buffer *out, const struct run *run)
{
    size_t proved = 0, violated = 0;
    for (size_t i = 0; i < run->count; i++) {
        proved += run->results[i].verdict == WORD_PROVED;
        violated += run->results[i].verdict == WORD_VIOLATED;
    }
    buffer_add_char(out, '\n');
    format_count(out, run->count, "claim");
    buffer_printf(out, ": %zu proved, %zu violated, %zu open; ", proved,
                  violated, run->count - proved - violated);
    format_seconds(out, run->seconds);
    buffer_add(out, run->stopped ? "; stopped early: the rest was not tried\n"
                                 : "\n");
}

void report_proof(struct buffer *out, const struct run *run)
{
    const char *file = NULL;
    for (size_t begin = 0, end; begin < run->count; begin = end) {
        const struct result *r = &run->results[begin];
        for (end = begin;
             end < run->count && run->results[end].theorem == r->theorem;
             end++) {
        }
        if (!file || strcmp(file, r->file) != 0) {
            buffer_add(out, file ? "\n" : "");
            buffer_add_line(out, r->file);
            buffer_add_char(out, '\n');
        }
        file = r->file;
        print_theorem(out, run, begin, end);
    }
    print_summary(out, run);
}
