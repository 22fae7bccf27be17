#include "judge.h"

#include "draft/show.h"
#include "base/status.h"
#include "direct.h"
#include "draw.h"

#include <stdlib.h>

enum { MOST_DRAWS = 300, PATIENCE = 24 };

static void look(enum verdict *verdict, size_t *clear, struct draw *d,
                 const struct form *r, struct buffer *report)
{
    enum answer a;

    d->work->unclear = NULL;
    a = relation_answer(&d->instance, r);
    if (d->work->unclear != NULL) {
        instance_forget(&d->instance); /* what is remembered means nothing */
        return;
    }
    if (a == ANSWER_UNCLEAR)
        return;
    ++*clear;
    if (a == ANSWER_YES) {
        *verdict =
            *clear >= JUDGE_INSTANCES ? VERDICT_TRUE : VERDICT_UNCLASSIFIED;
        return;
    }
    *verdict = VERDICT_FALSE;
    form_show(report, r, NULL);
    buffer_add(report, "\n    is false at\n");
    draw_print(d, report);
}

void judge(enum verdict *verdicts, const struct form *const *relations,
           size_t count, const struct theorem *statement,
           struct reading *reading, struct theory *theory,
           const struct sequent *sequent, uint64_t key, struct buffer *report)
{
    size_t *clear = xcalloc(count + 1, sizeof *clear), admitted = 0;
    struct work work;
    struct draw d;
    struct direct direct = {.x = &d.instance, .statement = statement};

    work_init(&work);
    draw_init(&d, &work, theory_pool(theory), statement, reading, sequent, key);
    d.instance.defined = direct_family;
    d.instance.definer = &direct;
    for (size_t i = 0; i < count; i++)
        verdicts[i] = VERDICT_UNCLASSIFIED;
    for (size_t k = 0; k < MOST_DRAWS && admitted < 3 * JUDGE_INSTANCES; k++) {
        if (!draw_next(&d, PATIENCE))
            continue;
        admitted++;
        for (size_t i = 0; i < count; i++) {
            if (verdicts[i] != VERDICT_FALSE)
                look(&verdicts[i], &clear[i], &d, relations[i], report);
        }
    }
    draw_clear(&d);
    work_clear(&work);
    free(clear);
}
