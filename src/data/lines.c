#include "data/lines.h"

#include "base/ceiling.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BETWEEN_LOOKS = 64 }; /* lines between two looks at the ceiling */

/* Not isspace: what is white space must not depend on the locale. */
static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void trim(const char **begin, const char **end)
{
    while (*begin < *end && is_space(**begin))
        ++*begin;
    while (*begin < *end && is_space((*end)[-1]))
        --*end;
}

struct lines lines_start(const struct data_file *file)
{
    struct lines l = {.file = file};
    const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark is skipped */
    if (file->length >= 3 && memcmp(file->bytes, mark, 3) == 0)
        l.next = 3;
    return l;
}

bool lines_next(struct lines *l)
{
    const char *text = (const char *)l->file->bytes;
    while (l->next < l->file->length) {
        l->at = text + l->next;
        const char *stop = memchr(l->at, '\n', l->file->length - l->next);
        l->end = stop ? stop : text + l->file->length;
        l->next = (size_t)(l->end - text) + 1;
        l->number++;
        if (l->number % BETWEEN_LOOKS == 0)
            ceiling_pass();
        trim(&l->at, &l->end);
        if (l->at < l->end && *l->at != '#')
            return true;
    }
    return false;
}

bool lines_field(struct field *out, struct lines *l, char separator)
{
    if (!l->at)
        return false;
    const char *end = l->at;
    if (separator == ' ') {
        while (end < l->end && !is_space(*end))
            end++;
    } else {
        while (end < l->end && *end != separator)
            end++;
    }
    const char *begin = l->at, *next = end;
    if (separator == ' ')
        while (next < l->end && is_space(*next))
            next++;
    /* A separator is followed by a field, even by an empty one. */
    bool is_last = next == l->end;
    l->at = is_last ? NULL : separator == ' ' ? next : next + 1;
    trim(&begin, &end);
    *out = (struct field){begin, (size_t)(end - begin)};
    return true;
}

size_t lines_count_fields(const struct lines *l, char separator)
{
    struct lines copy = *l;
    struct field f;
    size_t count = 0;
    while (lines_field(&f, &copy, separator))
        count++;
    return count;
}

enum status lines_fault(const struct lines *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    LOCAL_FREE char *text = buffer_vtext(format, args);
    va_end(args);
    return data_fault(l->file, "line %zu: %s", l->number, text);
}

/* A field for a message: no longer than a word, control characters as '?'. */
struct shown {
    char text[44];
};

static struct shown show(struct field f)
{
    enum { MOST = 40 };
    struct shown s = {{0}};
    size_t n = f.length < MOST ? f.length : MOST;
    for (size_t i = 0; i < n; i++)
        s.text[i] = f.text[i] < ' ' || f.text[i] == 127 ? '?' : f.text[i];
    if (f.length > MOST)
        memcpy(s.text + n, "...", 3);
    return s;
}

static bool is_word(struct field f, const char *word)
{
    return strlen(word) == f.length && strncasecmp(f.text, word, f.length) == 0;
}

static bool is_not_finite(struct field f)
{
    return is_word(f, "nan") || is_word(f, "inf") || is_word(f, "infinity");
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* `.5` as `0.5`, `5.` and `5.e3` with the point left out, `d` as `e`. */
static void normalise(struct buffer *out, struct field f)
{
    bool is_hex = f.length > 1 && f.text[0] == '0' && (f.text[1] | 32) == 'x';
    if (is_hex) {
        buffer_add_bytes(out, f.text, f.length);
        return;
    }
    for (size_t i = 0; i < f.length; i++) {
        char c = f.text[i];
        bool before = i > 0 && is_digit(f.text[i - 1]);
        bool behind = i + 1 < f.length && is_digit(f.text[i + 1]);
        if (c == '.' && before && !behind)
            continue;
        if (c == '.' && i == 0 && behind)
            buffer_add_char(out, '0');
        buffer_add_char(out, c == 'd' || c == 'D' ? 'e' : c);
    }
}

enum status lines_number(rational_t *out, const struct lines *l, struct field f,
                         size_t i, size_t j)
{
    struct field digits = f;
    bool negative = f.length > 0 && *f.text == '-';
    if (negative || (f.length > 0 && *f.text == '+')) {
        digits.text++;
        digits.length--;
    }
    if (f.length == 0)
        return lines_fault(l, "entry [%zu, %zu] is empty", i, j);
    if (is_not_finite(digits))
        return lines_fault(l, "entry [%zu, %zu] is not a finite number", i, j);
    struct buffer text = buffer_new();
    normalise(&text, digits);
    enum status st = rational_parse(out, text.text, text.length);
    buffer_clear(&text);
    if (st == ST_LIMIT)
        return lines_fault(l,
                           "entry [%zu, %zu] has too many digits or too "
                           "large an exponent",
                           i, j);
    if (st != ST_OK)
        return lines_fault(l, "entry [%zu, %zu]: '%s' is not a number", i, j,
                           show(f).text);
    if (negative)
        mpq_neg(out->q, out->q);
    return ST_OK;
}
