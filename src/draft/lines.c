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

static void read_line(struct log_lines *out, const struct theory *theory,
                      char *text)
{
    struct log_line l = {0};
    char *rest = NULL, *word;

    l.name = strtok_r(text, " ", &rest);
    while ((word = strtok_r(NULL, " ", &rest)) != NULL) {
        l.words = xrealloc(l.words, l.nwords + 1, sizeof *l.words);
        l.words[l.nwords++] = (struct log_word){.text = word};
    }
    set_kinds(theory, &l);
    out->lines = xrealloc(out->lines, out->count + 1, sizeof l);
    out->lines[out->count++] = l;
}

void log_lines_read(struct log_lines *out, const struct theory *theory,
                    const char *log)
{
    char *end;

    *out = (struct log_lines){.text = xstrdup(log)};
    for (char *text = out->text; *text != '\0'; text = end + 1) {
        end = text + strcspn(text, "\n");
        *end = '\0';
        read_line(out, theory, text);
    }
}

void log_lines_clear(struct log_lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->lines[i].words);
    free(l->lines);
    free(l->text);
    *l = (struct log_lines){.lines = NULL};
}
