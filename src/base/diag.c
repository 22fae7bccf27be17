#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

struct message {
    enum severity severity;
    char *text; /* rendered in full, so that the source may go */
};

struct diag {
    struct message *messages;
    size_t count, errors, warnings;
    bool dropping; /* the last error was over the limit: drop its notes too */
};

struct diag *diag_new(void)
{
    return xcalloc(1, sizeof(struct diag));
}

void diag_free(struct diag *diag)
{
    if (!diag)
        return;
    for (size_t i = 0; i < diag->count; i++)
        free(diag->messages[i].text);
    free(diag->messages);
    free(diag);
}

static const char *severity_name(enum severity severity)
{
    switch (severity) {
    case DIAG_ERROR:
        return "error";
    case DIAG_WARNING:
        return "warning";
    case DIAG_NOTE:
        return "note";
    }
    return "error";
}

/* The number of UTF-8 characters in text[begin..end). */
static size_t characters(const char *text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

/* The source line of `span`, and under it a caret with tildes. */
static void render_line(struct buffer *out, struct span span)
{
    const char *text = span.source->text;
    size_t length = span.source->length;
    size_t at = span.begin < length ? span.begin : length;
    size_t begin = at, end = at;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (end < length && text[end] != '\n' && text[end] != '\r')
        end++;
    buffer_add(out, "    ");
    buffer_add_bytes(out, text + begin, end - begin);
    buffer_add(out, "\n    ");
    for (size_t i = begin; i < at; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80)
            buffer_add_char(out, text[i] == '\t' ? '\t' : ' ');
    size_t stop = span.end < end ? span.end : end;
    size_t width = stop > at ? characters(text, at, stop) : 1;
    buffer_add_char(out, '^');
    for (size_t i = 1; i < width; i++)
        buffer_add_char(out, '~');
    buffer_add_char(out, '\n');
}

static char *render(enum severity severity, struct span span,
                    const char *format, va_list args)
{
    struct buffer out;
    buffer_init(&out);
    if (span.source) {
        struct place place = source_place(span.source, span.begin);
        buffer_printf(&out, "%s:%zu:%zu: %s: ", span.source->path, place.line,
                      place.column, severity_name(severity));
    } else {
        buffer_printf(&out, "majorant: %s: ", severity_name(severity));
    }
    buffer_vprintf(&out, format, args);
    buffer_add_char(&out, '\n');
    if (span.source)
        render_line(&out, span);
    return out.text;
}

static void add(struct diag *diag, enum severity severity, char *text)
{
    diag->messages =
        xrealloc(diag->messages, diag->count + 1, sizeof *diag->messages);
    diag->messages[diag->count++] = (struct message){severity, text};
}

void diag_error(struct diag *diag, struct span span, const char *format, ...)
{
    diag->dropping = diag_is_full(diag);
    if (diag->dropping)
        return;
    diag->errors++;
    va_list args;
    va_start(args, format);
    add(diag, DIAG_ERROR, render(DIAG_ERROR, span, format, args));
    va_end(args);
}

void diag_warning(struct diag *diag, struct span span, const char *format, ...)
{
    diag->dropping = diag->warnings >= DIAG_MAX_ERRORS;
    if (diag->dropping)
        return;
    diag->warnings++;
    va_list args;
    va_start(args, format);
    add(diag, DIAG_WARNING, render(DIAG_WARNING, span, format, args));
    va_end(args);
}

void diag_note(struct diag *diag, struct span span, const char *format, ...)
{
    if (diag->dropping)
        return;
    va_list args;
    va_start(args, format);
    add(diag, DIAG_NOTE, render(DIAG_NOTE, span, format, args));
    va_end(args);
}

size_t diag_errors(const struct diag *diag)
{
    return diag->errors;
}

size_t diag_warnings(const struct diag *diag)
{
    return diag->warnings;
}

bool diag_is_full(const struct diag *diag)
{
    return diag->errors >= DIAG_MAX_ERRORS;
}

void diag_print(const struct diag *diag, struct buffer *out)
{
    for (size_t i = 0; i < diag->count; i++)
        buffer_add(out, diag->messages[i].text);
}

void diag_append(struct diag *to, const struct diag *from)
{
    for (size_t i = 0; i < from->count; i++)
        add(to, from->messages[i].severity, xstrdup(from->messages[i].text));
    to->errors += from->errors;
    to->warnings += from->warnings;
}
