#include "base/diag.h"

#include "base/utf8.h"

#include <stdlib.h>

enum {
    SHOWN_BYTES = 200,    /* of a line, on each side of the caret */
    MESSAGE_BYTES = 2000, /* of a message; a name may be much longer */
    MAX_NOTES = 20        /* behind an error or warning */
};

struct message {
    enum severity severity;
    char *text; /* rendered in full, so that the source may go */
};

struct diag {
    struct message *messages;
    size_t count, errors, warnings;
    size_t notes;  /* behind the last error or warning */
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

/* A `sign` for each character of text[begin..end); blanks keep tabs. */
static void draw(struct buffer *out, const char *text, size_t begin, size_t end,
                 char sign)
{
    for (size_t i = begin; i < end;) {
        const char *at = text + i;
        size_t length = utf8_length(at, end - i);
        buffer_add_char(out, sign == ' ' && *at == '\t' ? '\t' : sign);
        i += length > 0 ? length : 1;
    }
}

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

/*
 * The source line of `span`, and under it a caret with tildes.  Of a long line
 * only what is near the caret: an error is short, whatever the text.
 */
static void render_line(struct buffer *out, struct span span)
{
    const char *text = span.source->text;
    size_t length = span.source->length;
    size_t at = span.begin < length ? span.begin : length;
    size_t begin = at, end = at;
    while (begin > 0 && text[begin - 1] != '\n' && at - begin < SHOWN_BYTES)
        begin--;
    while (end < length && !ends_line(text[end]) && end - at < SHOWN_BYTES)
        end++;
    bool cut_before = begin > 0 && text[begin - 1] != '\n';
    bool cut_after = end < length && !ends_line(text[end]);
    while (cut_before && begin < at && !begins_character(text[begin]))
        begin++;
    while (cut_after && end > at && !begins_character(text[end]))
        end--;
    buffer_add(out, cut_before ? "    …" : "    ");
    buffer_add_bytes(out, text + begin, end - begin);
    buffer_add(out, cut_after ? "…\n    " : "\n    ");
    if (cut_before)
        buffer_add_char(out, ' ');
    draw(out, text, begin, at, ' ');
    size_t caret = out->length;
    draw(out, text, at, span.end < end ? span.end : end, '~');
    if (out->length == caret)
        buffer_add_char(out, '^');
    out->text[caret] = '^';
    buffer_add_char(out, '\n');
}

/* Cuts what stands behind `begin`, between two characters. */
static void shorten(struct buffer *out, size_t begin)
{
    size_t most = begin + MESSAGE_BYTES;
    if (out->length <= most)
        return;
    while (!begins_character(out->text[most]))
        most--;
    out->length = most;
    buffer_add(out, "…");
}

static char *render(enum severity severity, struct span span,
                    const char *format, va_list args)
{
    struct buffer out = buffer_new();
    if (span.source) {
        struct place place = source_place(span.source, span.begin);
        buffer_printf(&out, "%s:%zu:%zu: %s: ", span.source->path, place.line,
                      place.column, severity_name(severity));
    } else {
        buffer_printf(&out, "majorant: %s: ", severity_name(severity));
    }
    size_t begin = out.length;
    buffer_vprintf(&out, format, args);
    shorten(&out, begin);
    buffer_make_line(&out);
    buffer_add_char(&out, '\n');
    if (span.source)
        render_line(&out, span);
    buffer_make_text(&out, false); /* one sign for each character still */
    return out.text;
}

static void add(struct diag *diag, enum severity severity, char *text)
{
    APPEND(diag->messages, diag->count) = (struct message){severity, text};
}

/* An error or a warning, of which `count` were said before. */
static void say(struct diag *diag, enum severity severity, size_t *count,
                struct span span, const char *format, va_list args)
{
    diag->dropping = *count >= DIAG_MAX_ERRORS;
    if (diag->dropping)
        return;
    ++*count;
    diag->notes = 0;
    add(diag, severity, render(severity, span, format, args));
}

bool diag_error(struct diag *diag, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(diag, DIAG_ERROR, &diag->errors, span, format, args);
    va_end(args);
    return false;
}

void *diag_null(struct diag *diag, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(diag, DIAG_ERROR, &diag->errors, span, format, args);
    va_end(args);
    return NULL;
}

void diag_warning(struct diag *diag, struct span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(diag, DIAG_WARNING, &diag->warnings, span, format, args);
    va_end(args);
}

void diag_note(struct diag *diag, struct span span, const char *format, ...)
{
    if (diag->dropping)
        return;
    diag->dropping = diag->notes == MAX_NOTES;
    if (diag->dropping) {
        add(diag, DIAG_NOTE,
            xstrdup("majorant: note: further notes are left out\n"));
        return;
    }
    diag->notes++;
    va_list args;
    va_start(args, format);
    add(diag, DIAG_NOTE, render(DIAG_NOTE, span, format, args));
    va_end(args);
}

size_t diag_errors(const struct diag *diag)
{
    return diag->errors;
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
