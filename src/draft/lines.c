/*
 * Logs split at blanks; what a word is, the operation's letters say
 * (core/steps.h), and of a list of any length its first numbers.
 */
#include "draft/lines.h"

#include "base/status.h"
#include "core/steps.h"

#include <stdlib.h>
#include <string.h>

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

bool log_line_is(const struct log_line *l, const char *name)
{
    return strcmp(l->name, name) == 0;
}

/* node count fact... count node... for each product */
static void kinds_of_products(struct log_line *l)
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
static void kinds_of_instance(const struct theory *theory, struct log_line *l)
{
    const struct core_theorem *t = theory_find(theory, l->words[0].text);
    size_t values = t ? theorem_sequent(t)->nsymbols : 0;

    for (size_t k = 1; k < l->nwords; k++)
        l->words[k].kind = k <= values ? 't' : 'f';
}

/* What the letters of core/steps.h say, and what behind * they do not. */
static void set_kinds(const struct theory *theory, struct log_line *l)
{
    const char *letters = arguments_of(l->name);

    for (size_t k = 0; k < l->nwords; k++) {
        l->words[k].kind = strchr("tv", *letters)    ? 't'
                           : strchr("fmo", *letters) ? 'f'
                                                     : 'w';
        letters += letters[1] == '*' ? 0 : 1;
    }
    if (log_line_is(l, "positive"))
        kinds_of_products(l);
    if (log_line_is(l, "instance"))
        kinds_of_instance(theory, l);
    if (log_line_is(l, "next"))
        for (size_t k = 3; k < l->nwords; k++)
            l->words[k].kind = 'f';
    for (size_t k = 0; k < l->nwords; k++)
        l->words[k].number = strcmp(l->words[k].text, "-") == 0
                                 ? FACT_NONE
                                 : strtol(l->words[k].text, NULL, 10);
}

/* The text, and a copy of it that is split at blanks. */
static void read_line(struct log_lines *out, const struct theory *theory,
                      const char *text, char *split)
{
    struct log_line l = {.text = text};
    char *rest = NULL, *word;

    l.name = strtok_r(split, " ", &rest);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL)
        APPEND(l.words, l.nwords) = (struct log_word){.text = word};
    set_kinds(theory, &l);
    APPEND(out->lines, out->count) = l;
}

void log_lines_read(struct log_lines *out, const struct theory *theory,
                    const char *log)
{
    *out = (struct log_lines){.text = xstrdup(log), .split = xstrdup(log)};
    for (size_t at = 0; log[at] != '\0';) {
        const size_t end = at + strcspn(log + at, "\n");

        out->text[end] = out->split[end] = '\0';
        read_line(out, theory, out->text + at, out->split + at);
        at = end + (log[end] == '\n');
    }
}

void log_lines_clear(struct log_lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->lines[i].words);
    free(l->lines);
    free(l->text);
    free(l->split);
    *l = (struct log_lines){.lines = NULL};
}
