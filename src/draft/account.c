/*
 * The log is run line by line; what a line makes is read from the deduction,
 * and what it is from in a table over the operations of the core.  A fact that
 * says what one in sight says has the number of that; one that is only a stage
 * of the next (an index put in, a case resolved) is not shown.
 */
#include "draft/account.h"

#include "base/status.h"
#include "draft/draft.h"
#include "draft/lines.h"
#include "draft/show.h"

#include <stdlib.h>
#include <string.h>

/*
 * Columns of a line; a reason that does not fit has the next.  Of a fact so
 * many characters are shown: nobody reads more.
 */
enum { ACCOUNT_WIDTH = 100, ACCOUNT_FACT = 600 };

/* How often a fact is named, and by which line last. */
struct use {
    size_t count;
    const struct log_line *by;
    bool is_equation; /* one of them puts it in force */
};

struct account {
    struct buffer *out;
    struct pool *pool;
    struct deduction *deduction;
    const struct account_words *words;
    size_t first_granted; /* hypothesis */
    size_t base;          /* hypotheses and clauses */
    struct names *names;
    struct log_lines log;
    unsigned depth;   /* contexts that are open */
    size_t *numbers;  /* by fact; 0: it has not been shown */
    size_t last;      /* of these */
    struct use *uses; /* by fact, of those that are named */
    size_t nuses;
    const struct log_line **stages; /* by fact, of those not shown, or NULL */
    const char **numeral; /* by node, of numbers as the log has them, or NULL */
};

/* What a fact of that operation is, before the numbers of what it is from. */
static const struct reason {
    const char *name, *words;
} reasons[] = {
    {"restated", "algebra"},
    {"part", "a part"},
    {"both", "together"},
    {"range", "its range"},
    {"positive", "a sum:"},
    {"equal", "both ways"},
    {"next", "integers"},
    {"entries", "entry by entry"},
    {"form", "the quadratic form"},
    {"open", "at one of the range"},
    {"special", "at one of the range"},
    {"assume", "suppose"},
    {"fix", "any integer"},
    {"between", "any number"},
    {"beyond", "any number"},
    {"implied", "so"},
    {"forall", "so for all"},
    {"definite", "so for all vectors"},
    {"resolved", "by cases"},
    {"induction", "induction"},
    {"oracle", "the range prover, which is trusted"},
    {"enclose", "interval arithmetic"},
    {"rise", "it rises, by its derivative"},
    {"bend", "it is concave, by its second derivative"},
    {"area", "the integral of what is not negative"},
    {"witness", "a value of what is obtained"},
};

static const char *words_of(const struct log_line *l)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (log_line_is(l, reasons[i].name))
            return reasons[i].words;
    }
    return l->name;
}

/* Whether it may be one of several that are told as one. */
static bool is_stage(const struct log_line *l)
{
    return log_line_is(l, "restated") || log_line_is(l, "open") ||
           log_line_is(l, "special") || log_line_is(l, "resolved");
}

/* ---- what a fact is from ---- */

/* Each number once; of a stage those that it is from. */
static void list_numbers(const struct account *a, const struct log_line *l,
                         size_t **list, size_t *count)
{
    for (size_t k = 0; k < l->nwords; k++) {
        const fact_t fact = l->words[k].number;
        size_t i = 0;

        if (l->words[k].kind != 'f' || fact == FACT_NONE)
            continue;
        if (a->stages[fact] != NULL) {
            list_numbers(a, a->stages[fact], list, count);
            continue;
        }
        while (i < *count && (*list)[i] != a->numbers[fact])
            i++;
        if (i == *count)
            APPEND(*list, *count) = a->numbers[fact];
    }
}

static void add_numbers(const struct account *a, struct buffer *out,
                        const struct log_line *l)
{
    LOCAL_FREE size_t *list = NULL;
    size_t count = 0;

    list_numbers(a, l, &list, &count);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "%s(%zu)", i == 0 ? " from " : ", ", list[i]);
}

/* Of `positive`: coefficient * facts * squares, and so on. */
static void add_products(const struct account *a, struct buffer *out,
                         const struct log_line *l)
{
    for (size_t k = 2; k + 1 < l->nwords;) {
        const char *q = a->numeral[l->words[k].number], *times = "";
        long left = l->words[k + 1].number;

        buffer_add(out, k > 2 ? " + " : " ");
        if (q != NULL && strcmp(q, "1") != 0) {
            buffer_add(out, q);
            times = "*";
        }
        for (k += 2; left > 0 && k < l->nwords; left--, k++, times = "*")
            buffer_printf(out, "%s(%zu)", times,
                          a->numbers[l->words[k].number]);
        left = k < l->nwords ? l->words[k++].number : 0;
        for (; left > 0 && k < l->nwords; left--, k++, times = "*")
            buffer_printf(out, "%sa square", times);
        buffer_add(out, times[0] == '\0' ? "1" : "");
    }
}

static void add_reason(const struct account *a, struct buffer *out,
                       const struct log_line *l)
{
    const char *name = log_line_is(l, "instance") ? l->words[0].text : NULL;
    LOCAL_BUFFER source = buffer_new();

    buffer_add(out, name ? name : words_of(l));
    if (name != NULL)
        a->words->source(&source, name);
    if (source.length > 0)
        buffer_printf(out, " (%s)", source.text);
    if (log_line_is(l, "positive"))
        add_products(a, out, l);
    else
        add_numbers(a, out, l);
}

/* ---- facts ---- */

/* The indices that it leans on, with their ranges. */
static void add_indices(struct account *a, const struct variables *leans)
{
    for (size_t i = 0; i < leans->count; i++) {
        const struct atom *v = leans->items[i];

        buffer_add(a->out, i == 0 ? "for all " : ", ");
        form_show(a->out, v->form, a->names);
        if (v->lo == NULL || v->hi == NULL)
            continue;
        buffer_add(a->out, " in ");
        form_show(a->out, v->lo, a->names);
        buffer_add(a->out, "..");
        form_show(a->out, v->hi, a->names);
    }
    buffer_add(a->out, leans->count > 0 ? ": " : "");
}

/* The number of a fact in sight that says it of the same indices, or 0. */
static size_t shown_before(const struct account *a, fact_t fact)
{
    struct variables leans = {0}, others = {0};
    const struct form *r = deduction_fact(a->deduction, fact, &leans);

    for (fact_t k = fact; k-- > 0;) {
        if (a->numbers[k] != 0 &&
            deduction_fact(a->deduction, k, &others) == r &&
            variables_within(&others, &leans))
            return a->numbers[k];
    }
    return 0;
}

/* Of none where no line names it. */
static struct use use_of(const struct account *a, fact_t fact)
{
    return (size_t)fact < a->nuses ? a->uses[fact] : (struct use){.count = 0};
}

/* Whether nothing but another stage starts from it. */
static bool is_on_the_way(const struct account *a, fact_t fact,
                          const struct log_line *from)
{
    const struct use use = use_of(a, fact);

    return is_stage(from) && use.count == 1 && is_stage(use.by);
}

static void add_relation(struct account *a, const struct form *r)
{
    LOCAL_BUFFER text = buffer_new();

    form_show(&text, r, a->names);
    if (r == relation_false(a->pool))
        buffer_add(a->out, "a contradiction");
    else if (text.length <= ACCOUNT_FACT)
        buffer_add(a->out, text.text);
    else
        buffer_printf(a->out, "%.*s ... (%zu characters more)", ACCOUNT_FACT,
                      text.text, text.length - ACCOUNT_FACT);
}

/* A line for the fact, or two, and its number. */
static void show_fact(struct account *a, fact_t fact, const char *reason)
{
    const size_t start = a->out->length;
    const char *use =
        use_of(a, fact).is_equation ? "; used as an equation" : "";
    struct variables leans = {0};
    const struct form *r = deduction_fact(a->deduction, fact, &leans);
    size_t behind;

    a->numbers[fact] = shown_before(a, fact);
    if (a->numbers[fact] != 0)
        return;
    a->numbers[fact] = ++a->last;
    buffer_printf(a->out, "%s%*s(%zu)  ", a->words->indent, 2 * (int)a->depth,
                  "", a->last);
    behind = a->out->length - start;
    add_indices(a, &leans);
    add_relation(a, r);
    if (a->out->length - start + strlen(reason) + strlen(use) + 5 <=
        ACCOUNT_WIDTH)
        buffer_printf(a->out, "   [%s%s]\n", reason, use);
    else
        buffer_printf(a->out, "\n%*s[%s%s]\n", (int)behind, "", reason, use);
}

/* Hypotheses and clauses that the line names and that were not shown. */
static void show_given(struct account *a, const struct log_line *l)
{
    const size_t first = a->first_granted, ngranted = a->words->ngranted;

    for (size_t k = 0; k < l->nwords; k++) {
        const fact_t fact = l->words[k].number;

        if (l->words[k].kind == 'f' && fact != FACT_NONE &&
            (size_t)fact < a->base && a->numbers[fact] == 0)
            show_fact(a, fact,
                      (size_t)fact >= first && (size_t)fact - first < ngranted
                          ? a->words->granted[(size_t)fact - first]
                          : "given");
    }
}

/* ---- lines ---- */

static void show_line(struct account *a, const struct log_line *l,
                      fact_t before)
{
    const fact_t now = deduction_facts(a->deduction);
    LOCAL_BUFFER reason = buffer_new();

    if (step_closes(l->name))
        a->depth--;
    show_given(a, l);
    if (step_opens(l->name))
        a->depth++;
    add_reason(a, &reason, l);
    for (fact_t k = before; k < now; k++) {
        if (is_on_the_way(a, k, l))
            a->stages[k] = l;
        else
            show_fact(a, k, reason.text);
    }
}

/* Room for what the line has made, behind so many nodes and facts. */
static void make_room(struct account *a, const struct log_line *l,
                      size_t before, fact_t first)
{
    const size_t nodes = deduction_nodes(a->deduction);
    const size_t facts = (size_t)deduction_facts(a->deduction);

    a->numbers = xrealloc(a->numbers, facts + 1, sizeof *a->numbers);
    a->stages = xrealloc(a->stages, facts + 1, sizeof *a->stages);
    for (size_t k = (size_t)first; k < facts; k++) {
        a->numbers[k] = 0;
        a->stages[k] = NULL;
    }
    a->numeral = xrealloc(a->numeral, nodes + 1, sizeof *a->numeral);
    for (size_t k = before; k < nodes; k++)
        a->numeral[k] = log_line_is(l, "number") ? l->words[0].text : NULL;
}

static void show_lines(struct account *a)
{
    a->numbers = xcalloc(a->base + 1, sizeof *a->numbers);
    a->stages = xcalloc(a->base + 1, sizeof *a->stages);
    for (size_t i = 0; i < a->log.count; i++) {
        const struct log_line *l = &a->log.lines[i];
        const fact_t before = deduction_facts(a->deduction);
        const size_t nodes = deduction_nodes(a->deduction);

        if (!deduction_line(a->deduction, l->text))
            break;
        make_room(a, l, nodes, before);
        show_line(a, l, before);
    }
}

static void count_uses(struct account *a)
{
    for (size_t i = 0; i < a->log.count; i++) {
        const struct log_line *l = &a->log.lines[i];

        for (size_t k = 0; k < l->nwords; k++) {
            const size_t fact = (size_t)l->words[k].number;

            if (l->words[k].kind != 'f' || l->words[k].number == FACT_NONE)
                continue;
            while (a->nuses <= fact)
                APPEND(a->uses, a->nuses) = (struct use){.count = 0};
            a->uses[fact].count++;
            a->uses[fact].by = l;
            a->uses[fact].is_equation |= log_line_is(l, "rule");
        }
    }
}

void log_account(struct buffer *out, struct theory *theory,
                 const struct sequent *sequent, const char *log,
                 const struct account_words *words)
{
    struct account a = {.out = out,
                        .pool = theory_pool(theory),
                        .deduction = deduction_new(theory, sequent),
                        .words = words,
                        .first_granted = sequent->nhypotheses - words->ngranted,
                        .names =
                            names_new(sequent->symbols, sequent->nsymbols)};

    a.base = (size_t)deduction_facts(a.deduction);
    log_lines_read(&a.log, theory, log);
    count_uses(&a);
    show_lines(&a);
    log_lines_clear(&a.log);
    names_free(a.names);
    free(a.uses);
    free(a.stages);
    free(a.numbers);
    free(a.numeral);
    deduction_free(a.deduction);
}
