/*
 * Logs without the lines that nothing needs, by marking backwards from the
 * last: what a line names is needed, and of equations in force those that
 * replaced something when the log was run.  A log that is shorter is run again,
 * until it stays as it is.
 */
#include "draft/prune.h"

#include "base/buffer.h"
#include "base/status.h"
#include "core/steps.h"
#include "draft/draft.h"

#include <stdlib.h>
#include <string.h>

enum { NO_LINE = -1 };

/* A word of a line: a node (t), a fact (f), or anything else (w). */
struct word {
    char kind;
    long number; /* of a node or a fact, or FACT_NONE */
    const char *text;
};

struct line {
    const char *name;
    struct word *words;
    size_t nwords;
    size_t nodes, facts; /* how many there were before it */
    long rule;           /* which equation it puts in force, or NO_LINE */
    long inside;         /* the line that opened the innermost context */
    long closed_by;      /* of a line that opens one */
    long opened_by;      /* of a line that closes one */
    bool is_idle;        /* the scope was the same before */
    bool is_needed;
};

struct pruning {
    struct theory *theory;
    const struct sequent *sequent;
    char *text;
    struct line *lines;
    size_t count;
    size_t nodes, facts, base; /* base: hypotheses and clauses */
    long *line_of_node, *line_of_fact;
    long *fixed; /* the lines that fix a variable */
    size_t nfixed;
    bool *is_used; /* by hypothesis or clause */
};

/* ---- reading ---- */

static const char *arguments_of(const char *name)
{
    static const struct {
        const char *name, *arguments;
    } steps[] = {
#define X(name, arguments) {#name, arguments},
        MAJORANT_CORE_STEPS(X)
#undef X
    };
    size_t i = 0;

    while (i + 1 < sizeof steps / sizeof steps[0] &&
           strcmp(steps[i].name, name) != 0)
        i++;
    return steps[i].arguments;
}

static bool is(const struct line *l, const char *name)
{
    return strcmp(l->name, name) == 0;
}

/* node count fact... count node... for each product */
static void kinds_of_products(struct line *l)
{
    for (size_t k = 2; k < l->nwords;) {
        size_t facts = 0, squares = 0;

        l->words[k++].kind = 't';
        if (k < l->nwords)
            facts = strtoul(l->words[k++].text, NULL, 10);
        for (; facts > 0 && k < l->nwords; facts--)
            l->words[k++].kind = 'f';
        if (k < l->nwords)
            squares = strtoul(l->words[k++].text, NULL, 10);
        for (; squares > 0 && k < l->nwords; squares--)
            l->words[k++].kind = 't';
    }
}

/* values, then facts */
static void kinds_of_instance(struct pruning *p, struct line *l)
{
    const struct core_theorem *t = theory_find(p->theory, l->words[0].text);
    size_t values = t ? theorem_sequent(t)->nsymbols : 0;

    for (size_t k = 1; k < l->nwords; k++)
        l->words[k].kind = k <= values ? 't' : 'f';
}

/* What the letters of core/steps.h say, and what behind * they do not. */
static void set_kinds(struct pruning *p, struct line *l)
{
    const char *letters = arguments_of(l->name);

    for (size_t k = 0; k < l->nwords; k++) {
        l->words[k].kind = strchr("tv", *letters)    ? 't'
                           : strchr("fmo", *letters) ? 'f'
                                                     : 'w';
        letters += letters[1] == '*' ? 0 : 1;
    }
    if (is(l, "positive"))
        kinds_of_products(l);
    if (is(l, "instance"))
        kinds_of_instance(p, l);
    if (is(l, "next"))
        for (size_t k = 3; k < l->nwords; k++)
            l->words[k].kind = 'f';
    for (size_t k = 0; k < l->nwords; k++)
        l->words[k].number = strcmp(l->words[k].text, "-") == 0
                                 ? FACT_NONE
                                 : strtol(l->words[k].text, NULL, 10);
}

static void read_line(struct pruning *p, char *text)
{
    struct line l = {.rule = NO_LINE, .inside = NO_LINE};
    char *rest = NULL, *word;

    l.name = strtok_r(text, " ", &rest);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        l.words = xrealloc(l.words, l.nwords + 1, sizeof *l.words);
        l.words[l.nwords++] = (struct word){.text = word};
    }
    set_kinds(p, &l);
    p->lines = xrealloc(p->lines, p->count + 1, sizeof l);
    p->lines[p->count++] = l;
}

static void read_log(struct pruning *p, const char *log)
{
    char *end;

    p->text = xstrdup(log);
    for (char *text = p->text; *text != '\0'; text = end + 1) {
        end = text + strcspn(text, "\n");
        *end = '\0';
        read_line(p, text);
    }
}

/* Which line opens the context that a line is in, or closes. */
static void match_contexts(struct pruning *p)
{
    long inside = NO_LINE;

    for (size_t i = 0; i < p->count; i++) {
        struct line *l = &p->lines[i];

        l->inside = inside;
        if (step_opens(l->name)) {
            inside = (long)i;
        } else if (step_closes(l->name) && inside != NO_LINE) {
            l->opened_by = inside;
            p->lines[inside].closed_by = (long)i;
            inside = p->lines[inside].inside;
        }
    }
}

/* ---- running ---- */

/* What each line makes; false: one is refused. */
static bool run(struct pruning *p, struct deduction *d, const char *log)
{
    struct variables before, after;
    size_t rules = 0;
    bool fine = true;

    for (size_t i = 0; fine && i < p->count; i++) {
        struct line *l = &p->lines[i];
        const size_t length = strcspn(log, "\n");
        LOCAL_FREE char *line = buffer_text("%.*s", (int)length, log);

        l->nodes = deduction_nodes(d);
        l->facts = (size_t)deduction_facts(d);
        before = deduction_scope(d);
        fine = deduction_line(d, line);
        after = deduction_scope(d);
        l->is_idle = is(l, "scope") && before.count == after.count &&
                     variables_within(&before, &after);
        log += length + 1;
        if (is(l, "rule"))
            l->rule = (long)rules++;
    }
    p->nodes = deduction_nodes(d);
    p->facts = (size_t)deduction_facts(d);
    return fine;
}

/* Equations that replaced nothing are as good as none. */
static void drop_idle_rules(struct pruning *p, const struct deduction *d)
{
    for (size_t i = 0; i < p->count; i++) {
        struct line *l = &p->lines[i];

        if (l->rule != NO_LINE && !deduction_has_fired(d, (size_t)l->rule))
            l->rule = NO_LINE;
    }
}

static void find_makers(struct pruning *p)
{
    p->line_of_node = xcalloc(p->nodes + 1, sizeof *p->line_of_node);
    p->line_of_fact = xcalloc(p->facts + 1, sizeof *p->line_of_fact);
    p->fixed = xcalloc(p->count + 1, sizeof *p->fixed);
    for (size_t i = 0; i < p->count; i++) {
        const bool is_last = i + 1 == p->count;
        const size_t nodes = is_last ? p->nodes : p->lines[i + 1].nodes;
        const size_t facts = is_last ? p->facts : p->lines[i + 1].facts;

        for (size_t k = p->lines[i].nodes; k < nodes; k++)
            p->line_of_node[k] = (long)i;
        for (size_t k = p->lines[i].facts; k < facts; k++)
            p->line_of_fact[k] = (long)i;
        if (step_fixes(p->lines[i].name))
            p->fixed[p->nfixed++] = (long)i;
    }
}

/* ---- marking ---- */

static void need_line(struct pruning *p, long i)
{
    if (i == NO_LINE)
        return;
    p->lines[i].is_needed = true;
    if (step_opens(p->lines[i].name))
        p->lines[p->lines[i].closed_by].is_needed = true;
}

static void need_words(struct pruning *p, const struct line *l)
{
    for (size_t k = 0; k < l->nwords; k++) {
        const long n = l->words[k].number;

        if (l->words[k].kind == 't')
            need_line(p, p->line_of_node[n]);
        else if (l->words[k].kind == 'f' && n != FACT_NONE &&
                 (size_t)n < p->base)
            p->is_used[n] = true;
        else if (l->words[k].kind == 'f' && n != FACT_NONE)
            need_line(p, p->line_of_fact[n]);
    }
    if (is(l, "fixed"))
        need_line(p, p->fixed[l->words[0].number]);
    if (step_closes(l->name))
        need_line(p, l->opened_by);
}

/* Whether it makes a term, and nothing that a scope matters to. */
static bool is_term(const struct pruning *p, size_t i)
{
    return i + 1 < p->count && p->lines[i + 1].nodes > p->lines[i].nodes;
}

static void mark(struct pruning *p)
{
    bool has_use = false; /* something is needed behind a scope */

    p->lines[p->count - 1].is_needed = true;
    for (size_t i = p->count; i-- > 0;) {
        struct line *l = &p->lines[i];
        const bool is_scope = is(l, "scope");
        const bool is_outer =
            l->inside == NO_LINE || p->lines[l->inside].is_needed;

        if (l->rule != NO_LINE && is_outer)
            l->is_needed = true;
        if (is_scope) {
            l->is_needed = has_use && !l->is_idle;
            has_use = has_use && l->is_idle;
        }
        if (!l->is_needed)
            continue;
        need_words(p, l);
        has_use = has_use || (!is_scope && !is_term(p, i));
    }
}

/* ---- writing ---- */

struct numbers {
    size_t *nodes, *facts, *fixed; /* new ones by old ones */
};

static void put_line(struct buffer *out, const struct line *l,
                     const struct numbers *n)
{
    buffer_printf(out, "%s", l->name);
    for (size_t k = 0; k < l->nwords; k++) {
        const struct word *w = &l->words[k];

        if (w->kind == 't')
            buffer_printf(out, " %zu", n->nodes[w->number]);
        else if (w->kind == 'f' && w->number != FACT_NONE)
            buffer_printf(out, " %zu", n->facts[w->number]);
        else if (is(l, "fixed"))
            buffer_printf(out, " %zu", n->fixed[w->number]);
        else
            buffer_printf(out, " %s", w->text);
    }
    buffer_add_char(out, '\n');
}

/* The needed lines, where hypotheses from `own` on are there if used. */
static char *needed_lines(struct pruning *p, size_t own)
{
    const size_t nhypotheses = p->sequent->nhypotheses;
    struct numbers n = {xcalloc(p->nodes + 1, sizeof *n.nodes),
                        xcalloc(p->facts + 1, sizeof *n.facts),
                        xcalloc(p->nfixed + 1, sizeof *n.fixed)};
    size_t nodes = 0, facts = 0, fixed = 0;
    struct buffer out;

    buffer_init(&out);
    for (size_t k = 0; k < p->base; k++) {
        n.facts[k] = facts;
        facts += k < own || k >= nhypotheses || p->is_used[k];
    }
    for (size_t i = 0; i < p->nfixed; i++) {
        n.fixed[i] = fixed;
        fixed += p->lines[p->fixed[i]].is_needed;
    }
    for (size_t i = 0; i < p->count; i++) {
        const struct line *l = &p->lines[i];
        const bool is_last = i + 1 == p->count;

        if (!l->is_needed)
            continue;
        put_line(&out, l, &n);
        for (size_t k = l->nodes; k < (is_last ? p->nodes : l[1].nodes); k++)
            n.nodes[k] = nodes++;
        for (size_t k = l->facts; k < (is_last ? p->facts : l[1].facts); k++)
            n.facts[k] = facts++;
    }
    free(n.nodes);
    free(n.facts);
    free(n.fixed);
    return out.text;
}

/* The goal without the claims that are not used. */
static void keep_used(struct granted *goal, struct pool *pool, size_t own,
                      const bool *is_used)
{
    struct sequent *q = &goal->sequent;
    const struct form **hypotheses =
        arena_array(pool_arena(pool), q->nhypotheses + 1, sizeof *hypotheses);
    size_t *from = arena_array(pool_arena(pool), goal->nfrom + 1, sizeof *from);
    size_t kept = 0;

    for (size_t i = 0; i < own; i++)
        hypotheses[i] = q->hypotheses[i];
    for (size_t i = 0; i < goal->nfrom; i++) {
        if (!is_used[own + i])
            continue;
        hypotheses[own + kept] = q->hypotheses[own + i];
        from[kept++] = goal->from[i];
    }
    q->hypotheses = hypotheses;
    q->nhypotheses = own + kept;
    goal->from = from;
    goal->nfrom = kept;
}

/* One pass; NULL: the log is refused. */
static char *pass(struct theory *theory, struct granted *goal, const char *log)
{
    const size_t own = goal->sequent.nhypotheses - goal->nfrom;
    struct pruning p = {.theory = theory, .sequent = &goal->sequent};
    struct deduction *d = deduction_new(theory, &goal->sequent);
    char *out = NULL;

    p.base = (size_t)deduction_facts(d);
    p.is_used = xcalloc(p.base + 1, sizeof *p.is_used);
    read_log(&p, log);
    if (p.count > 0 && run(&p, d, log)) {
        match_contexts(&p);
        drop_idle_rules(&p, d);
        find_makers(&p);
        mark(&p);
        out = needed_lines(&p, own);
        keep_used(goal, theory_pool(theory), own, p.is_used);
    }
    deduction_free(d);
    for (size_t i = 0; i < p.count; i++)
        free(p.lines[i].words);
    free(p.lines);
    free(p.line_of_node);
    free(p.line_of_fact);
    free(p.fixed);
    free(p.is_used);
    free(p.text);
    return out;
}

/* Passes until the log stays as it is. */
char *log_pruned(struct theory *theory, struct granted *goal, char *log)
{
    struct granted less = *goal;
    char *shorter = pass(theory, &less, log);

    while (shorter != NULL) {
        struct granted next = less;
        char *again = pass(theory, &next, shorter);
        const bool is_done = again == NULL || strcmp(again, shorter) == 0;

        if (again != NULL) { /* the shorter one was accepted */
            free(log);
            log = shorter;
            *goal = less;
        } else {
            free(shorter);
        }
        if (is_done)
            free(again);
        shorter = is_done ? NULL : again;
        less = next;
    }
    return log;
}
