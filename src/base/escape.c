#include "base/escape.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* ---- characters ---- */

/* Bytes of the character at `text`; 0: there is none that XML allows. */
static size_t character(const char *text)
{
    enum { LONGEST = 4 };
    const unsigned char *c = (const unsigned char *)text;
    size_t length = utf8_length(text, LONGEST);
    /* U+FFFE and U+FFFF are no characters of XML. */
    bool excluded = length == 3 && c[0] == 0xEF && c[1] == 0xBF && c[2] >= 0xBE;
    return excluded ? 0 : length;
}

struct manner {
    const char *(*replacement)(char c); /* NULL: the character itself */
    const char *code;                   /* "\\x" as the format writes it */
    bool keeps_controls; /* those without a replacement; else by code */
    const char *hash;    /* how a '#' behind another is written, or NULL */
};

static void add_code(struct buffer *out, const char *text, size_t length,
                     const char *code)
{
    for (size_t i = 0; i < length; i++)
        buffer_printf(out, "%s%02x", code, (unsigned)(unsigned char)text[i]);
}

/* How the manner writes c behind another; NULL: as it is. */
static const char *replaced(const struct manner *manner, char before, char c)
{
    if (manner->hash && before == '#' && c == '#')
        return manner->hash;
    return manner->replacement ? manner->replacement(c) : NULL;
}

/* Runners look for `##[` anywhere, and may pass over what is not ASCII. */
static void add(struct buffer *out, const char *text,
                const struct manner *manner)
{
    char before = '\0';
    while (*text) {
        size_t length = character(text);
        const char *other = replaced(manner, before, *text);
        if ((unsigned char)*text < 0x80)
            before = *text;
        if (other)
            buffer_add(out, other);
        else if (length == 0)
            add_code(out, text, 1, manner->code);
        else if (!manner->keeps_controls && utf8_steers(text, length))
            add_code(out, text, length, manner->code);
        else
            buffer_add_bytes(out, text, length);
        text += length > 0 ? length : 1;
    }
}

void escape_utf8(struct buffer *out, const char *text)
{
    static const struct manner manner = {NULL, "\\x", true, NULL};
    add(out, text, &manner);
}

/* ---- markup ---- */

static const char *for_markup(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
        return "\n";
    case '\t':
        return "\t";
    default:
        return NULL;
    }
}

void escape_markup(struct buffer *out, const char *text)
{
    static const struct manner manner = {for_markup, "\\x", false, "&#35;"};
    add(out, text, &manner);
}

static const char *for_attribute(char c)
{
    return c == '\n' ? "&#10;" : for_markup(c);
}

void escape_attribute(struct buffer *out, const char *text)
{
    static const struct manner manner = {for_attribute, "\\x", false, "&#35;"};
    add(out, text, &manner);
}

/* ---- GitHub ---- */

static const char *for_message(char c)
{
    switch (c) {
    case '%':
        return "%25";
    case '\r':
        return "%0D";
    case '\n':
        return "%0A";
    default:
        return NULL;
    }
}

static const char *for_property(char c)
{
    switch (c) {
    case ':':
        return "%3A";
    case ',':
        return "%2C";
    default:
        return for_message(c);
    }
}

void escape_github_message(struct buffer *out, const char *text)
{
    static const struct manner manner = {for_message, "\\x", false, NULL};
    add(out, text, &manner);
}

void escape_github_property(struct buffer *out, const char *text)
{
    static const struct manner manner = {for_property, "\\x", false, NULL};
    add(out, text, &manner);
}

/* ---- places ---- */

void escape_uri(struct buffer *out, const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    if (path[0] == '/')
        buffer_add(out, "file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        /* the unreserved characters of [RFC3986], 2.3, and the slash */
        if (c < 0x80 && (isalnum(c) || strchr("-._~/", c)))
            buffer_add_char(out, (char)c);
        else
            buffer_printf(out, "%%%02X", (unsigned)c);
    }
}
