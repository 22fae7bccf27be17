/*
 * Changes of the text of a log.
 */
#include "base/buffer.h"
#include "base/status.h"
#include "mutant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t below(struct mutator *m, size_t bound)
{
    return (size_t)rng_below(&m->rng, bound);
}

/* A word in the place of one: a number near it, another theorem, ... */
static void changed_word(struct mutator *m, const struct theory *theory,
                         struct buffer *out, const char *word)
{
    static const char *const words[] = {
        "-",   "0",   "1",   "-1",    "2",        "1/2",    "4294967296",
        "exp", "abs", "sum", "recip", "forall",   "lt",     "le",
        "eq",  "log", "max", "sel",   "restated", "special"};
    const size_t theorems = theory_theorems(theory);

    if (isdigit((unsigned char)word[0]) && below(m, 5) > 0) {
        const long k = strtol(word, NULL, 10) + (long)below(m, 7) - 3;

        buffer_printf(out, "%ld", below(m, 8) == 0 ? -k : k);
    } else if (theory_find(theory, word) != NULL && below(m, 5) > 0) {
        buffer_add(out,
                   theorem_name(theory_theorem(theory, below(m, theorems))));
    } else {
        buffer_add(out, words[below(m, sizeof words / sizeof *words)]);
    }
}

char *mutant_line(struct mutator *m, const struct theory *theory,
                  const char *line)
{
    char *copy = xstrdup(line), *rest = NULL;
    size_t count = 1, k, i = 0;
    struct buffer out;

    for (const char *c = line; *c != '\0'; c++)
        count += *c == ' ';
    k = below(m, count + 1);
    buffer_init(&out);
    buffer_add(&out, "");
    for (char *word = strtok_r(copy, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest), i++) {
        const bool gone = i == k && below(m, 6) == 0;

        if (!gone && i > 0)
            buffer_add(&out, " ");
        if (i == k && !gone)
            changed_word(m, theory, &out, word);
        else if (!gone)
            buffer_add(&out, word);
    }
    if (k == count) { /* one more */
        buffer_add(&out, " ");
        changed_word(m, theory, &out, "3");
    }
    free(copy);
    return out.text;
}

static const char *line_start(const char *log, size_t k)
{
    while (k-- > 0)
        log = strchr(log, '\n') + 1;
    return log;
}

static void add_line(struct buffer *out, const char *line)
{
    const size_t length = strcspn(line, "\n");

    for (size_t i = 0; i < length; i++)
        buffer_printf(out, "%c", line[i]);
    buffer_add(out, "\n");
}

static void add_changed(struct mutator *m, const struct theory *theory,
                        struct buffer *out, const char *line)
{
    const size_t length = strcspn(line, "\n");
    char *copy = xcalloc(length + 1, 1), *other;

    memcpy(copy, line, length);
    other = mutant_line(m, theory, copy);
    buffer_printf(out, "%s\n", other);
    free(copy);
    free(other);
}

char *mutant_log(struct mutator *m, const struct theory *theory,
                 const char *log)
{
    enum { CHANGED, LEFT_OUT, DOUBLED, EXCHANGED, CUT, INSERTED };
    static const int ways[] = {CHANGED, CHANGED,   CHANGED, CHANGED, LEFT_OUT,
                               DOUBLED, EXCHANGED, CUT,     INSERTED};
    const int way = ways[below(m, sizeof ways / sizeof *ways)];
    size_t count = 0, k, other;
    struct buffer out;

    for (const char *c = log; *c != '\0'; c++)
        count += *c == '\n';
    buffer_init(&out);
    buffer_add(&out, "");
    if (count == 0)
        return out.text;
    k = below(m, count);
    other = below(m, count);
    for (size_t i = 0; i < (way == CUT ? k : count); i++) {
        const char *line = line_start(log, i);

        if (way == EXCHANGED && (i == k || i == other))
            line = line_start(log, i == k ? other : k);
        if (way == INSERTED && i == k)
            add_changed(m, theory, &out, line_start(log, other));
        if (way == CHANGED && i == k)
            add_changed(m, theory, &out, line);
        else if (way != LEFT_OUT || i != k)
            add_line(&out, line);
        if (way == DOUBLED && i == k)
            add_line(&out, line);
    }
    return out.text;
}
