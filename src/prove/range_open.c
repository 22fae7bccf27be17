/* What an undecided search leaves open, for people. */
#include "prove/range.h"
#include "prove/range_value.h"

#include "base/buffer.h"
#include "base/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct replay {
    const struct partition *partition;
    const struct domain *domain;
    struct scalar_pool *pool;
    struct range_values *values;
    struct sequent_oracle oracle;
    struct buffer *text;
    size_t left; /* lines that may still be written */
    size_t more; /* boxes beyond them */
    size_t choice;
};

static void print_name(struct replay *r, size_t k)
{
    const struct domain_variable *v = &r->domain->variables[k];
    switch (v->kind) {
    case DOMAIN_GIVEN:
        buffer_add(r->text, r->domain->theorem->givens[v->given].name);
        break;
    case DOMAIN_DIM:
        buffer_add(r->text, v->symbol->name);
        break;
    case DOMAIN_TERM:
    case DOMAIN_LAMBERT:
        expr_print(r->text, v->term);
        break;
    }
}

static void print_variable(struct replay *r, const struct sequent *s, size_t k)
{
    double lo = -HUGE_VAL, hi = HUGE_VAL, ignored;
    print_name(r, k);
    if (r->domain->variables[k].is_listed) {
        buffer_printf(r->text, " = %lld",
                      (long long)domain_listed(r->domain, r->choice, k));
        return;
    }
    if (s->box.lo[k])
        (void)range_values_double(&lo, &ignored, r->values, s->box.lo[k],
                                  &s->box);
    if (s->box.hi[k])
        (void)range_values_double(&ignored, &hi, r->values, s->box.hi[k],
                                  &s->box);
    buffer_printf(r->text, " in [%.9g, %.9g]", lo, hi);
}

/* Whether the text has the line already: a box open in several cases. */
static bool is_repeated(const struct buffer *text, const struct buffer *line)
{
    for (const char *at = text->text; at && *at; at = strchr(at, '\n') + 1)
        if (strncmp(at, line->text, line->length) == 0)
            return true;
    return false;
}

static void print_variables(struct replay *r, const struct sequent *s)
{
    bool first = true;
    for (size_t k = 0; k < r->domain->count; k++) {
        bool listed = r->domain->variables[k].is_listed;
        if (!listed && !(s->goal->variables >> k & 1))
            continue;
        buffer_add(r->text, first ? "" : ", ");
        print_variable(r, s, k);
        first = false;
    }
}

/* A line, or one more; nothing for a goal without variables. */
static void print_box(struct replay *r, const struct sequent *s)
{
    struct buffer line, *all = r->text;
    buffer_init(&line);
    r->text = &line;
    print_variables(r, s);
    r->text = all;
    if (line.length > 0) {
        buffer_add_char(&line, '\n');
        bool repeated = is_repeated(all, &line);
        r->more += !repeated && r->left == 0;
        if (!repeated && r->left > 0) {
            buffer_add(all, line.text);
            r->left--;
        }
    }
    buffer_clear(&line);
}

/* Nodes stand before their kids: one pass with all sequents. */
static void print_tree(struct replay *r, struct sequent *sequents, bool *known)
{
    struct sequent kids[SEQUENT_MAX_KIDS];
    size_t count;
    for (size_t i = 0; i < r->partition->count; i++) {
        const struct partition_node *node = &r->partition->nodes[i];
        if (!known[i])
            continue;
        if (node->rule == PARTITION_OPEN) {
            print_box(r, &sequents[i]);
            continue;
        }
        if (!sequent_apply(kids, &count, &sequents[i], node, r->pool,
                           &r->oracle) ||
            count != node->count)
            continue;
        for (size_t j = 0; j < count; j++) {
            sequents[node->first + j] = kids[j];
            known[node->first + j] = true;
        }
    }
}

static void print_choice(struct replay *r)
{
    size_t count = r->partition->count + 1;
    struct sequent *sequents = xcalloc(count, sizeof *sequents);
    bool *known = xcalloc(count, sizeof *known);
    size_t root = r->partition->roots[r->choice];
    known[root] = domain_sequent(&sequents[root], r->domain, r->choice, r->pool,
                                 &r->oracle);
    print_tree(r, sequents, known);
    free(sequents);
    free(known);
}

size_t range_print_open(struct buffer *text, const struct partition *p,
                        const struct domain *domain, size_t most)
{
    struct replay r = {.partition = p,
                       .domain = domain,
                       .pool = scalar_pool_new(),
                       .text = text,
                       .left = most};
    r.values = range_values_new(r.pool);
    r.oracle = range_values_oracle(r.values);
    for (r.choice = 0; r.choice < p->nroots; r.choice++)
        print_choice(&r);
    range_values_free(r.values);
    scalar_pool_free(r.pool);
    return r.more;
}
