/*
 * Numbers in lines: separated by commas, semicolons or white space (the first
 * line that holds numbers decides which), `#` comments, no heading.
 *
 * Numbers are those of the language with an optional sign; `.5`, `5.` and a
 * Fortran `1.5D+3` are also understood, since programs write them.
 */
#include "base/ceiling.h"
#include "data/file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- lines and fields ---- */

struct lines {
    const struct data_file *file;
    size_t next;    /* offset of the line after this one */
    size_t number;  /* of this line, from 1 */
    const char *at; /* what is left of this line: at..end-1 */
    const char *end;
};

struct field {
    const char *text;
    size_t length;
};

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

static struct lines lines_start(const struct data_file *file)
{
    struct lines l = {.file = file};
    const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark is skipped */
    if (file->length >= 3 && memcmp(file->bytes, mark, 3) == 0)
        l.next = 3;
    return l;
}

/*
 * The next line that is neither blank nor starts with `#`; false at the
 * end of the file.  White space around it is cut off.
 */
static bool lines_next(struct lines *l)
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

/*
 * The next field of the line; false at its end.  A separator ' ' is a run of
 * white space; any other is one character, with white space around it cut
 * off, and may leave a field empty.
 */
static bool lines_field(struct field *out, struct lines *l, char separator)
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

static size_t lines_count_fields(const struct lines *l, char separator)
{
    struct lines copy = *l;
    struct field f;
    size_t count = 0;
    while (lines_field(&f, &copy, separator))
        count++;
    return count;
}

/* Says "PATH: line N: " and the text; always ST_INPUT. */
PRINTF_LIKE(2, 3)
static enum status lines_fault(const struct lines *l, const char *format, ...)
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

/* ST_INPUT (told) where the field is no finite number; entry [i, j] from 1. */
static enum status lines_number(rational_t *out, const struct lines *l,
                                struct field f, size_t i, size_t j)
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

/* ---- the matrix ---- */

static char separator_of(const struct lines *l)
{
    size_t length = (size_t)(l->end - l->at);
    if (memchr(l->at, ',', length))
        return ',';
    return memchr(l->at, ';', length) ? ';' : ' ';
}

/* The shape, with every row as long as the first. */
static enum status measure(size_t *rows, size_t *cols, char *separator,
                           const struct data_file *file)
{
    *rows = *cols = 0;
    *separator = ' ';
    struct lines l = lines_start(file);
    while (lines_next(&l)) {
        if (*rows == 0)
            *separator = separator_of(&l);
        size_t count = lines_count_fields(&l, *separator);
        if (*rows == 0)
            *cols = count;
        if (count != *cols)
            return lines_fault(&l,
                               "row %zu has %zu entries, the rows before "
                               "have %zu",
                               *rows + 1, count, *cols);
        ++*rows;
    }
    return *rows ? ST_OK : data_fault(file, "holds no numbers");
}

static enum status fill(struct data_matrix *m, const struct data_file *file,
                        char separator, rational_t *x)
{
    struct lines l = lines_start(file);
    size_t k = 0;
    while (lines_next(&l)) {
        struct field f;
        while (lines_field(&f, &l, separator)) {
            enum status st =
                lines_number(x, &l, f, k / m->cols + 1, k % m->cols + 1);
            if (st == ST_OK)
                st = data_matrix_set(m, file, k, x);
            if (st != ST_OK)
                return st;
            k++;
        }
    }
    return ST_OK;
}

enum status csv_read(struct data_matrix *out, const struct data_file *file)
{
    size_t rows, cols;
    char separator;
    enum status st = measure(&rows, &cols, &separator, file);
    if (st == ST_OK)
        st = data_matrix_init(out, file, rows, cols);
    if (st != ST_OK)
        return st;
    LOCAL_RATIONAL x = rational_zero();
    st = fill(out, file, separator, &x);
    return st;
}
