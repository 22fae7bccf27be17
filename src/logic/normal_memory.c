/* Answers that are kept: a table of (question, what it is about, scope). */
#include "logic/normal_internal.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_MEMORY = 1024 };

static unsigned scope_at_hand(const struct normalizer *n)
{
    return n->scope ? n->scope->id : 0;
}

static struct kept_answer *place_of(const struct normal_memory *m,
                                    enum normal_question question,
                                    const void *about, unsigned scope)
{
    uint64_t hash = ((uintptr_t)about >> 4) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (scope * 8u + question)) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 32) % m->size;
    while (m->places[at].about &&
           (m->places[at].about != about || m->places[at].scope != scope ||
            m->places[at].question != question))
        at = (at + 1) % m->size;
    return &m->places[at];
}

static void memory_grow(struct normal_memory *m)
{
    const struct normal_memory old = *m;
    m->size = old.size ? 2 * old.size : FIRST_MEMORY;
    m->places = xcalloc(m->size, sizeof *m->places);
    for (size_t i = 0; i < old.size; i++) {
        const struct kept_answer *a = &old.places[i];
        if (a->about)
            *place_of(m, a->question, a->about, a->scope) = *a;
    }
    free(old.places);
}

bool normal_recall(const struct normalizer *n, enum normal_question question,
                   const void *about, struct normal_answer *answer)
{
    if (n->memory.size == 0)
        return false;
    const struct kept_answer *kept =
        place_of(&n->memory, question, about, scope_at_hand(n));
    if (!kept->about)
        return false;
    *answer = kept->answer;
    return true;
}

void normal_retain(struct normalizer *n, enum normal_question question,
                   const void *about, struct normal_answer answer)
{
    struct normal_memory *m = &n->memory;
    if (2 * m->count >= m->size)
        memory_grow(m);
    struct kept_answer *place = place_of(m, question, about, scope_at_hand(n));
    m->count += place->about == NULL;
    *place = (struct kept_answer){question, scope_at_hand(n), about, answer};
}
