#include "base/buffer.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_init(struct buffer *b)
{
    b->text = xmalloc(1);
    b->text[0] = '\0';
    b->length = 0;
    b->capacity = 1;
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

void buffer_make_line(struct buffer *b)
{
    enum { BLANK = 32, DELETE = 127 };
    for (size_t i = 0; i < b->length;) {
        size_t length = utf8_length(b->text + i, b->length - i);
        if (length == 0 || (unsigned char)b->text[i] < BLANK ||
            b->text[i] == DELETE)
            b->text[i] = '?';
        i += length > 0 ? length : 1;
    }
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
    struct buffer b;
    buffer_init(&b);
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
