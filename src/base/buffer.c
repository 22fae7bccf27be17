#include "base/buffer.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer buffer_new(void)
{
    struct buffer b = {.text = xmalloc(1), .capacity = 1};
    b.text[0] = '\0';
    return b;
}

void buffer_init(struct buffer *b)
{
    *b = buffer_new();
}

void buffer_clear(struct buffer *b)
{
    free(b->text);
    *b = (struct buffer){0};
}

void buffer_reset(struct buffer *b)
{
    b->length = 0;
    b->text[0] = '\0';
}

static void reserve(struct buffer *b, size_t extra)
{
    size_t need = b->length + extra + 1;
    if (need <= b->capacity)
        return;
    b->capacity = need > 2 * b->capacity ? need : 2 * b->capacity;
    b->text = xrealloc(b->text, b->capacity, 1);
}

void buffer_add_bytes(struct buffer *b, const char *bytes, size_t length)
{
    reserve(b, length);
    memcpy(b->text + b->length, bytes, length);
    b->length += length;
    b->text[b->length] = '\0';
}

void buffer_add(struct buffer *b, const char *text)
{
    buffer_add_bytes(b, text, strlen(text));
}

void buffer_add_char(struct buffer *b, char c)
{
    buffer_add_bytes(b, &c, 1);
}

void buffer_add_file(struct buffer *b, FILE *in)
{
    char chunk[4096];
    size_t n;

    while ((n = fread(chunk, 1, sizeof chunk, in)) > 0)
        buffer_add_bytes(b, chunk, n);
}

void buffer_vprintf(struct buffer *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    ENSURE(length >= 0, "buffer: bad format");
    reserve(b, (size_t)length);
    vsnprintf(b->text + b->length, (size_t)length + 1, format, args);
    b->length += (size_t)length;
}

/*
 * Whether a command may begin at `at`: `before` is the ASCII character before
 * it, NUL at the beginning of a line and behind its blanks.  Others than ASCII
 * are passed over, since .NET ignores some of them when it looks for a prefix.
 */
static bool begins_command(char before, const char *at)
{
    const unsigned char next = (unsigned char)at[1];
    const bool is_other = next >= 0x80;
    if (at[0] == ':')
        return before == '\0' && (next == ':' || is_other);
    return at[0] == '#' && before == '#' &&
           (next == '[' || is_other || isalpha(next));
}

static char next_before(char before, char c)
{
    if (c == '\n' || (before == '\0' && (c == ' ' || c == '\t')))
        return '\0';
    return (unsigned char)c < 0x80 ? c : before;
}

/* All characters but those of `kept` that steer become '?'. */
static void make_harmless(struct buffer *b, const char *kept)
{
    char before = '\0';
    size_t end = 0;
    for (size_t i = 0; i < b->length;) {
        char *at = b->text + i;
        const size_t length = utf8_length(at, b->length - i);
        const bool is_kept = *at != '\0' && strchr(kept, *at);
        const bool steers = !is_kept && utf8_steers(at, length);
        i += length > 0 ? length : 1;
        if (length == 0 || steers || begins_command(before, at)) {
            b->text[end++] = before = '?';
            continue;
        }
        before = next_before(before, *at);
        memmove(b->text + end, at, length);
        end += length;
    }
    b->length = end;
    b->text[end] = '\0';
}

void buffer_make_line(struct buffer *b)
{
    make_harmless(b, "");
}

void buffer_make_text(struct buffer *b, bool has_colours)
{
    make_harmless(b, has_colours ? "\n\t\033" : "\n\t");
}

void buffer_add_line(struct buffer *b, const char *text)
{
    LOCAL_BUFFER line = buffer_new();
    buffer_add(&line, text);
    buffer_make_line(&line);
    buffer_add_bytes(b, line.text, line.length);
}

void buffer_printf(struct buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_vprintf(b, format, args);
    va_end(args);
}

char *buffer_vtext(const char *format, va_list args)
{
    struct buffer b = buffer_new();
    buffer_vprintf(&b, format, args);
    return b.text;
}

char *buffer_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = buffer_vtext(format, args);
    va_end(args);
    return text;
}
