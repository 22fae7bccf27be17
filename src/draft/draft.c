/*
 * Lines of the log for terms, by a walk over them that remembers the nodes.
 */
#include "draft/draft.h"

#include "base/buffer.h"
#include "base/status.h"
#include "core/function.h"
#include "core/ring.h"

#include <string.h>
#include <stdarg.h>
#include <stdlib.h>

/* 1 + the node of a term or variable. */
struct draft {
    struct theory *theory;
    struct sequent sequent;
    struct deduction *deduction;
    struct buffer log;
    struct memo forms, atoms;
    size_t nfixed;
    bool is_lost; /* a term of which no line can be made */
};

/* Nodes are kept in memos as addresses into nothing: 1 + the number. */
static const void *as_value(size_t node)
{
    return (const void *)(uintptr_t)(node + 1);
}

static size_t as_node(const void *value)
{
    return (size_t)(uintptr_t)value - 1;
}

struct draft *draft_new(struct theory *theory, const struct sequent *sequent)
{
    struct draft *d = xcalloc(1, sizeof *d);

    d->theory = theory;
    d->sequent = *sequent;
    d->deduction = deduction_new(theory, sequent);
    buffer_init(&d->log);
    return d;
}

void draft_free(struct draft *d)
{
    if (d == NULL)
        return;
    deduction_free(d->deduction);
    buffer_clear(&d->log);
    memo_clear(&d->forms);
    memo_clear(&d->atoms);
    free(d);
}

struct deduction *draft_deduction(struct draft *d)
{
    return d->deduction;
}

struct theory *draft_theory(const struct draft *d)
{
    return d->theory;
}

struct pool *draft_pool(const struct draft *d)
{
    return theory_pool(d->theory);
}

const char *draft_log(struct draft *d)
{
    return d->log.text ? d->log.text : "";
}

/* A line that the deduction accepts joins the log. */
static bool accepted(struct draft *d, struct buffer *line)
{
    bool fine = deduction_line(d->deduction, line->text);

    if (fine)
        buffer_printf(&d->log, "%s\n", line->text);
    buffer_clear(line);
    return fine;
}

/* The node that a line makes. */
static size_t node_by(struct draft *d, const char *format, ...)
    PRINTF_LIKE(2, 3);
static size_t node_by(struct draft *d, const char *format, ...)
{
    va_list args;

    struct buffer line = buffer_new();
    va_start(args, format);
    buffer_vprintf(&line, format, args);
    va_end(args);
    if (!accepted(d, &line))
        d->is_lost = true;
    return deduction_nodes(d->deduction) - 1;
}

static size_t node_of(struct draft *d, const struct form *f);

static size_t place(const struct atom *const *items, size_t count,
                    const struct atom *a)
{
    size_t i = 0;

    while (i < count && items[i] != a)
        i++;
    return i;
}

static size_t node_of_number(struct draft *d, const rational_t *q)
{
    char *text = mpq_get_str(NULL, 10, q->q);
    size_t node = node_by(d, "number %s", text);
    void (*release)(void *, size_t);

    mp_get_memory_functions(NULL, NULL, &release);
    release(text, strlen(text) + 1);
    return node;
}

static size_t node_of_variable(struct draft *d, const struct atom *a)
{
    size_t lo, hi;

    switch (a->variable) {
    case VARIABLE_SYMBOL:
    case VARIABLE_FAMILY:
        lo = place(d->sequent.symbols, d->sequent.nsymbols, a);
        if (lo < d->sequent.nsymbols)
            return node_by(d, "symbol %zu", lo);
        return node_by(d, "defined %zu",
                       place(d->sequent.defined, d->sequent.ndefined, a));
    case VARIABLE_OBTAINED:
        return node_by(d, "obtained %s", a->name);
    case VARIABLE_GENERIC:
        lo = node_of(d, a->lo);
        hi = node_of(d, a->hi);
        return node_by(d, "%s %zu %zu %u", a->is_integer ? "generic" : "real",
                       lo, hi, a->serial);
    case VARIABLE_FIXED:
        return node_by(d, "fixed %u", a->serial);
    case VARIABLE_SPARE:
        return node_by(d, "parameter %u", a->serial / 2);
    case VARIABLE_BOUND:
        break;
    }
    d->is_lost = true;
    return 0;
}

static size_t node_of_atom(struct draft *d, const struct atom *a);

static size_t node_of_args(struct draft *d, const struct atom *a)
{
    struct buffer line = buffer_new();
    if (a->kind == ATOM_APPLY)
        buffer_printf(&line, "apply %s", core_function_name(a->function));
    else
        buffer_printf(&line, "member %zu", node_of_atom(d, a->head));
    for (size_t i = 0; i < a->count; i++)
        buffer_printf(&line, " %zu", node_of(d, a->args[i]));
    if (!accepted(d, &line))
        d->is_lost = true;
    return deduction_nodes(d->deduction) - 1;
}

/* The body with a generic variable (of a forall's range, too) inside. */
static size_t node_of_binder(struct draft *d, const struct atom *a)
{
    struct pool *pool = theory_pool(d->theory);
    struct variables avoid = a->body->free;
    const struct atom *g =
        generic_new(pool, binder_is_over_index(a), a->lo, a->hi, &avoid);
    size_t lo = node_of(d, a->lo), hi = node_of(d, a->hi), v, body;

    if (g == NULL) {
        d->is_lost = true;
        return 0;
    }
    v = node_of_atom(d, g);
    body = node_of(d, binder_open(pool, a, ring_atom(pool, g)));
    return node_by(d, "bind %s %zu %zu %zu %zu", binder_name(a->binder), lo, hi,
                   body, v);
}

static size_t node_of_letters(struct draft *d, const struct letters *word)
{
    size_t out = 0;

    for (size_t i = 0; i < word->count; i++) {
        size_t node = node_of_atom(d, word->items[i].atom);

        if (word->items[i].power)
            node = node_by(d, "transpose %zu", node);
        out = i == 0 ? node : node_by(d, "mul %zu %zu", out, node);
    }
    return out;
}

static size_t node_of_atom(struct draft *d, const struct atom *a)
{
    const void *known = memo_get(&d->atoms, a);
    size_t node = 0;

    if (known != NULL)
        return as_node(known);
    switch (a->kind) {
    case ATOM_VARIABLE:
        node = node_of_variable(d, a);
        break;
    case ATOM_APPLY:
    case ATOM_MEMBER:
        node = node_of_args(d, a);
        break;
    case ATOM_BINDER:
        node = node_of_binder(d, a);
        break;
    case ATOM_WORD:
        node = node_of_letters(d, a->word);
        break;
    }
    if (!d->is_lost)
        memo_set(&d->atoms, a, as_value(node));
    return node;
}

/* A term, from the right: its scalars, then the word or the identity. */
static size_t node_of_term(struct draft *d, const struct form *f,
                           const struct term *t)
{
    bool is_one = mpq_cmp_ui(t->coefficient->value->q, 1, 1) == 0;
    size_t out = 0;
    bool has = false;

    if (t->word->count > 0 || f->rows != NULL) {
        out = t->word->count > 0 ? node_of_letters(d, t->word)
                                 : node_by(d, "eye %zu", node_of(d, f->rows));
        has = true;
    }
    for (size_t i = 0; i < t->monomial->count; i++) {
        size_t node = node_of_atom(d, t->monomial->items[i].atom);

        for (unsigned k = 0; k < t->monomial->items[i].power; k++) {
            out = has ? node_by(d, "mul %zu %zu", node, out) : node;
            has = true;
        }
    }
    if (has && is_one)
        return out;
    return has ? node_by(d, "mul %zu %zu",
                         node_of_number(d, t->coefficient->value), out)
               : node_of_number(d, t->coefficient->value);
}

static size_t node_of(struct draft *d, const struct form *f)
{
    const void *known = f ? memo_get(&d->forms, f) : NULL;
    size_t out = 0;

    if (f == NULL || known != NULL) {
        d->is_lost = d->is_lost || f == NULL;
        return f ? as_node(known) : 0;
    }
    for (size_t i = 0; i < f->count; i++) {
        size_t node = node_of_term(d, f, &f->terms[i]);

        out = i == 0 ? node : node_by(d, "add %zu %zu", out, node);
    }
    if (f->count == 0 && f->rows == NULL)
        out = node_by(d, "number 0");
    if (f->count == 0 && f->rows != NULL) {
        size_t rows = node_of(d, f->rows);

        out = node_by(d, "zero %zu %zu", rows, node_of(d, f->cols));
    }
    if (!d->is_lost)
        memo_set(&d->forms, f, as_value(out));
    return out;
}

/* Rules. */

static void put_fact(struct buffer *line, fact_t fact)
{
    if (fact == FACT_NONE)
        buffer_printf(line, " -");
    else
        buffer_printf(line, " %ld", fact);
}

static void put_array(struct draft *d, struct buffer *line, char letter,
                      va_list *args)
{
    size_t count = va_arg(*args, size_t);
    const void *items = va_arg(*args, const void *);

    for (size_t i = 0; i < count; i++) {
        if (letter == 'F')
            put_fact(line, ((const fact_t *)items)[i]);
        else if (letter == 'T')
            buffer_printf(line, " %zu",
                          node_of(d, ((const struct form *const *)items)[i]));
        else
            buffer_printf(
                line, " %zu",
                node_of_atom(d, ((const struct atom *const *)items)[i]));
    }
}

static void put_argument(struct draft *d, struct buffer *line, char letter,
                         va_list *args)
{
    switch (letter) {
    case 't':
        buffer_printf(line, " %zu",
                      node_of(d, va_arg(*args, const struct form *)));
        break;
    case 'v':
        buffer_printf(line, " %zu",
                      node_of_atom(d, va_arg(*args, const struct atom *)));
        break;
    case 'f':
        put_fact(line, va_arg(*args, fact_t));
        break;
    case 'n':
        buffer_printf(line, " %zu", va_arg(*args, size_t));
        break;
    case 'w':
        buffer_printf(line, " %s", va_arg(*args, const char *));
        break;
    default:
        put_array(d, line, letter, args);
    }
}

static fact_t run(struct draft *d, struct buffer *line)
{
    fact_t before = deduction_facts(d->deduction);
    bool fine = !d->is_lost && accepted(d, line);

    d->is_lost = false;
    if (!fine) {
        buffer_clear(line);
        return FACT_NONE;
    }
    return before;
}

static bool is_one_of(const char *name, const char *const *words)
{
    while (*words != NULL && strcmp(*words, name) != 0)
        words++;
    return *words != NULL;
}

bool step_fixes(const char *name)
{
    static const char *const words[] = {"fix", "vector", "between", "beyond",
                                        NULL};

    return is_one_of(name, words);
}

bool step_opens(const char *name)
{
    return strcmp(name, "assume") == 0 || step_fixes(name);
}

bool step_closes(const char *name)
{
    static const char *const words[] = {"implied", "forall", "definite", "rise",
                                        "bend",    "area",   NULL};

    return is_one_of(name, words);
}

const struct form *draft_next(const struct draft *d, bool is_integer,
                              const struct form *rows)
{
    struct atom model = {.kind = ATOM_VARIABLE,
                         .variable = VARIABLE_FIXED,
                         .is_integer = is_integer,
                         .serial = (unsigned)d->nfixed,
                         .rows = rows,
                         .cols = rows ? pool_one(draft_pool(d)) : NULL};

    return ring_atom(draft_pool(d), pool_atom(draft_pool(d), &model));
}

fact_t draft_rule(struct draft *d, const char *rule, const char *format, ...)
{
    va_list args;

    struct buffer line = buffer_new();
    buffer_printf(&line, "%s", rule);
    va_start(args, format);
    for (; *format != '\0'; format++)
        put_argument(d, &line, *format, &args);
    va_end(args);
    fact_t out = run(d, &line);
    d->nfixed += out != FACT_NONE && step_fixes(rule);
    return out;
}

fact_t draft_positive(struct draft *d, const struct form *f, bool strict,
                      const struct product *products, size_t count)
{
    struct buffer line = buffer_new();
    buffer_printf(&line, "positive %zu %d", node_of(d, f), strict);
    for (size_t i = 0; i < count; i++) {
        const struct product *p = &products[i];

        buffer_printf(&line, " %zu %zu", node_of(d, p->coefficient), p->nfacts);
        for (size_t k = 0; k < p->nfacts; k++)
            put_fact(&line, p->facts[k]);
        buffer_printf(&line, " %zu", p->nsquares);
        for (size_t k = 0; k < p->nsquares; k++)
            buffer_printf(&line, " %zu", node_of(d, p->squares[k]));
    }
    return run(d, &line);
}

fact_t draft_instance(struct draft *d, const struct core_theorem *theorem,
                      const struct form *const *values, const fact_t *facts,
                      const fact_t *integers, size_t nintegers)
{
    const struct sequent *s = theorem_sequent(theorem);

    return draft_rule(d, "instance", "wTFF", theorem_name(theorem), s->nsymbols,
                      values, s->nhypotheses, facts, nintegers, integers);
}
