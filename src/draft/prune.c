/*
 * Logs without the lines that nothing needs, by marking backwards from the
 * last: what a line names is needed, and of equations in force those that
 * replaced something when the log was run.  A log that is shorter is run again,
 * until it stays as it is.
 */
#include "draft/prune.h"

#include "base/buffer.h"
#include "base/status.h"
#include "draft/draft.h"
#include "draft/lines.h"

#include <stdlib.h>
#include <string.h>

enum { NO_LINE = -1 };

struct line {
    const struct log_line *said;
    size_t nodes, facts; /* how many there were before it */
    long rule;           /* which equation it puts in force, or NO_LINE */
    long inside;         /* the line that opened the innermost context */
    long closed_by;      /* of a line that opens one */
    long opened_by;      /* of a line that closes one */
    bool is_idle;        /* the scope was the same before */
    bool is_needed;
};

struct pruning {
    const struct sequent *sequent;
    struct log_lines log;
    struct line *lines; /* of log */
    size_t count;
    size_t nodes, facts, base; /* base: hypotheses and clauses */
    long *line_of_node, *line_of_fact;
    long *fixed; /* the lines that fix a variable */
    size_t nfixed;
    bool *is_used; /* by hypothesis or clause */
};

static void read_log(struct pruning *p, struct theory *theory, const char *log)
{
    log_lines_read(&p->log, theory, log);
    p->count = p->log.count;
    p->lines = xcalloc(p->count + 1, sizeof *p->lines);
    for (size_t i = 0; i < p->count; i++)
        p->lines[i] = (struct line){
            .said = &p->log.lines[i], .rule = NO_LINE, .inside = NO_LINE};
}

/* ---- running ---- */

/* Which line opens the context that a line is in, or closes. */
static void match_contexts(struct pruning *p)
{
    long inside = NO_LINE;

    for (size_t i = 0; i < p->count; i++) {
        struct line *l = &p->lines[i];

        l->inside = inside;
        if (step_opens(l->said->name)) {
            inside = (long)i;
        } else if (step_closes(l->said->name) && inside != NO_LINE) {
            l->opened_by = inside;
            p->lines[inside].closed_by = (long)i;
            inside = p->lines[inside].inside;
        }
    }
}

/* What each line makes; false: one is refused. */
static bool run(struct pruning *p, struct deduction *d)
{
    struct variables before, after;
    size_t rules = 0;
    bool fine = true;

    for (size_t i = 0; fine && i < p->count; i++) {
        struct line *l = &p->lines[i];

        l->nodes = deduction_nodes(d);
        l->facts = (size_t)deduction_facts(d);
        before = deduction_scope(d);
        fine = deduction_line(d, l->said->text);
        after = deduction_scope(d);
        l->is_idle = log_line_is(l->said, "scope") &&
                     before.count == after.count &&
                     variables_within(&before, &after);
        if (log_line_is(l->said, "rule"))
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
        if (step_fixes(p->lines[i].said->name))
            p->fixed[p->nfixed++] = (long)i;
    }
}

/* ---- marking ---- */

static void need_line(struct pruning *p, long i)
{
    if (i == NO_LINE)
        return;
    p->lines[i].is_needed = true;
    if (step_opens(p->lines[i].said->name))
        p->lines[p->lines[i].closed_by].is_needed = true;
}

static void need_words(struct pruning *p, const struct line *l)
{
    for (size_t k = 0; k < l->said->nwords; k++) {
        const long n = l->said->words[k].number;

        if (l->said->words[k].kind == 't')
            need_line(p, p->line_of_node[n]);
        else if (l->said->words[k].kind == 'f' && n != FACT_NONE &&
                 (size_t)n < p->base)
            p->is_used[n] = true;
        else if (l->said->words[k].kind == 'f' && n != FACT_NONE)
            need_line(p, p->line_of_fact[n]);
    }
    if (log_line_is(l->said, "fixed"))
        need_line(p, p->fixed[l->said->words[0].number]);
    if (step_closes(l->said->name))
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
        const bool is_scope = log_line_is(l->said, "scope");
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
    buffer_printf(out, "%s", l->said->name);
    for (size_t k = 0; k < l->said->nwords; k++) {
        const struct log_word *w = &l->said->words[k];

        if (w->kind == 't')
            buffer_printf(out, " %zu", n->nodes[w->number]);
        else if (w->kind == 'f' && w->number != FACT_NONE)
            buffer_printf(out, " %zu", n->facts[w->number]);
        else if (log_line_is(l->said, "fixed"))
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
    struct pruning p = {.sequent = &goal->sequent};
    struct deduction *d = deduction_new(theory, &goal->sequent);
    char *out = NULL;

    p.base = (size_t)deduction_facts(d);
    p.is_used = xcalloc(p.base + 1, sizeof *p.is_used);
    read_log(&p, theory, log);
    if (p.count > 0 && run(&p, d)) {
        match_contexts(&p);
        drop_idle_rules(&p, d);
        find_makers(&p);
        mark(&p);
        out = needed_lines(&p, own);
        keep_used(goal, theory_pool(theory), own, p.is_used);
    }
    deduction_free(d);
    free(p.lines);
    log_lines_clear(&p.log);
    free(p.line_of_node);
    free(p.line_of_fact);
    free(p.fixed);
    free(p.is_used);
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
