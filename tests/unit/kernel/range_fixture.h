/* Trees of rules, written down, for the kernel to judge. */
#ifndef MAJORANT_TESTS_UNIT_KERNEL_RANGE_FIXTURE_H
#define MAJORANT_TESTS_UNIT_KERNEL_RANGE_FIXTURE_H

#include "base/diag.h"
#include "ir/lower.h"
#include "kernel/range_check.h"
#include "support/cmocka_all.h"

#include <stdlib.h>

enum { MAX_STEPS = 7 };

/* A node of a tree; steps after PARTITION_OPEN do not exist. */
struct step {
    enum partition_rule rule;
    size_t variable, index, first, count;
    const char *number; /* or NULL */
};

static inline void add_step(struct partition *p, const struct step *s)
{
    size_t n = partition_add(p, 1);
    partition_set_rule(p, n, s->rule, s->variable, s->index);
    p->nodes[n].first = s->first;
    p->nodes[n].count = s->count;
    if (s->number) {
        partition_set_numbers(p, n, 1);
        mpq_set_str(p->nodes[n].numbers[0].value.q, s->number, 10);
    }
}

/* Whether the tree proves "theorem t { given claim c: relation; }". */
static bool accepts_tree(const char *given, const char *relation,
                         const struct partition *p)
{
    struct buffer text;
    struct module *module;
    struct diag *diag = diag_new();
    char *reason = NULL;
    buffer_init(&text);
    buffer_printf(&text, "theorem t { %s claim c: %s; }", given, relation);
    assert_int_equal(
        module_load_text(&module, "t.bound", text.text, NULL, diag), ST_OK);
    enum recheck_answer answer =
        range_check_link(p, module_theorem(module, 0), 0, 0, &reason);
    free(reason);
    module_free(module);
    diag_free(diag);
    buffer_clear(&text);
    return answer == RECHECK_ACCEPTED;
}

static inline bool accepts(const char *given, const char *relation,
                           const struct step *steps)
{
    struct partition p;
    partition_init(&p);
    partition_add_root(&p, 0);
    for (size_t i = 0; i < MAX_STEPS && steps[i].rule != PARTITION_OPEN; i++)
        add_step(&p, &steps[i]);
    bool accepted = accepts_tree(given, relation, &p);
    partition_clear(&p);
    return accepted;
}

/* Relations that the tree proves, and relations that it does not. */
struct row {
    const char *given, *relation;
    bool accepted;
};

static inline void compare(const struct row *rows, size_t count,
                           const struct step *steps)
{
    for (size_t i = 0; i < count; i++)
        if (accepts(rows[i].given, rows[i].relation, steps) != rows[i].accepted)
            fail_msg("%s%s: %s", rows[i].given, rows[i].relation,
                     rows[i].accepted ? "rejected" : "accepted");
}

#define COMPARE(rows, steps) compare(rows, sizeof(rows) / sizeof *(rows), steps)

#define CLOSED_X "given x : real in [0, 1]; "
#define XY_UNIT "given x, y : real in [0, 1]; "
#define LEAF(rule)                                                             \
    {                                                                          \
        PARTITION_##rule, 0, 0, 0, 0, NULL                                     \
    }
#define RULE(rule, variable, index, count, number)                             \
    {                                                                          \
        PARTITION_##rule, variable, index, 1, count, number                    \
    }

#endif
