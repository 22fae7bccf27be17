/*
 * Where a search gave up: of the goals outside of others the first that was
 * left open, and theorems that would have given it but for a hypothesis.
 */
#include "algebra/find_internal.h"

#include "draft/show.h"

static void push_context(struct find *s, const struct form *r)
{
    struct stuck *stuck = s->stuck;

    for (size_t i = 0; i < stuck->ncontexts; i++) {
        if (stuck->contexts[i] == r)
            return;
    }
    arena_push(pool_arena(s->pool), &stuck->contexts, &stuck->ncontexts,
               sizeof r, &r);
}

void stuck_enter(struct find *s, const struct form *goal)
{
    struct stuck *stuck = s->stuck;

    if (stuck == NULL || s->level > 0 || stuck->goal != NULL)
        return;
    *stuck = (struct stuck){.goal = goal};
    for (size_t i = 0; i < s->nopened; i++) {
        const struct opened *o = &s->opened[i];

        for (fact_t k = 0; o->fact != FACT_NONE && k <= o->is_fixed; k++)
            push_context(s, deduction_fact(s->deduction, o->fact + k, NULL));
    }
}

void stuck_leave(struct find *s, const struct form *goal, bool is_proved)
{
    struct stuck *stuck = s->stuck;

    if (stuck != NULL && is_proved && s->level == 0 && stuck->goal == goal)
        *stuck = (struct stuck){.goal = NULL};
}

void stuck_lacks(struct find *s, const struct core_theorem *theorem,
                 const struct form *conclusion, const struct form *hypothesis)
{
    struct stuck *stuck = s->stuck;

    if (stuck == NULL || stuck->goal == NULL ||
        hypothesis == relation_false(s->pool) || stuck->nlacks == STUCK_LACKS)
        return;
    for (size_t i = 0; i < stuck->nlacks; i++) {
        if (stuck->lacks[i].hypothesis == hypothesis)
            return;
    }
    stuck->lacks[stuck->nlacks++] =
        (struct lack){theorem, conclusion, hypothesis};
}

static void show_lack(struct buffer *out, const struct finder *f,
                      const struct lack *l, const struct account_words *words,
                      struct names *names)
{
    LOCAL_BUFFER source = buffer_new();

    words->source(&source, theorem_name(l->theorem));
    buffer_printf(out, "%s%s", words->indent, theorem_name(l->theorem));
    if (source.length > 0)
        buffer_printf(out, " (%s)", source.text);
    buffer_add(out, " would give ");
    if (relation_gives(f->pool, l->conclusion, f->stuck.goal))
        buffer_add(out, "it");
    else
        form_show(out, l->conclusion, names);
    buffer_printf(out, " if this were known:\n%s    ", words->indent);
    form_show(out, l->hypothesis, names);
    buffer_add(out, "\n");
}

static void show_goal(struct buffer *out, const struct stuck *stuck,
                      const char *indent, struct names *names)
{
    buffer_printf(out, "%sthe search ended at\n%s    ", indent, indent);
    form_show(out, stuck->goal, names);
    for (size_t i = 0; i < stuck->ncontexts; i++) {
        buffer_add(out, i == 0 ? ", where " : ", ");
        form_show(out, stuck->contexts[i], names);
    }
    buffer_add(out, "\n");
}

void finder_tell(struct buffer *out, const struct finder *finder,
                 const struct goal *goal, const char *log,
                 const struct account_words *words)
{
    const struct stuck *stuck = &finder->stuck;
    const struct sequent *q = &goal->sequent;
    struct names *names = names_new(q->symbols, q->nsymbols);

    if (log != NULL)
        log_account(out, finder->theory, q, log, words);
    else if (stuck->goal != NULL)
        show_goal(out, stuck, words->indent, names);
    for (size_t i = 0; log == NULL && i < stuck->nlacks; i++)
        show_lack(out, finder, &stuck->lacks[i], words, names);
    names_free(names);
}
