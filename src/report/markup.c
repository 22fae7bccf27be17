#include "report/markup.h"

#include "base/escape.h"

#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark}\n"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;"
    "margin:2rem auto;padding:0 1rem;background:Canvas;color:CanvasText}\n"
    "h2{border-bottom:1px solid GrayText;padding-bottom:.2rem}\n"
    "pre{overflow-x:auto;padding:.8rem;border:1px solid GrayText;"
    "border-radius:.3rem;font-size:.85rem}\n"
    "table{border-collapse:collapse;display:block;overflow-x:auto}\n"
    "th,td{padding:.2rem .7rem;border:1px solid GrayText;text-align:left;"
    "font-variant-numeric:tabular-nums}\n";

/* On one line, with no character that would mean something. */
static void add_markdown(struct buffer *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_{}[]<>#|&", *text))
            buffer_add_char(out, '\\');
        buffer_add_char(out, *text == '\n' ? ' ' : *text);
    }
}

static void add(const struct markup *m, const char *text)
{
    if (m->kind == MARKUP_HTML)
        escape_markup(m->out, text);
    else
        add_markdown(m->out, text);
}

void markup_begin(const struct markup *m, const char *title)
{
    if (m->kind == MARKUP_HTML) {
        buffer_add(m->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                           "<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" "
                           "content=\"width=device-width\">\n<title>");
        add(m, title);
        buffer_printf(
            m->out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
    }
    markup_heading(m, 1, title);
}

void markup_end(const struct markup *m)
{
    if (m->kind == MARKUP_HTML)
        buffer_add(m->out, "</body>\n</html>\n");
}

void markup_heading(const struct markup *m, int level, const char *text)
{
    if (m->kind == MARKUP_HTML) {
        buffer_printf(m->out, "<h%d>", level);
        add(m, text);
        buffer_printf(m->out, "</h%d>\n", level);
        return;
    }
    buffer_printf(m->out, "%.*s ", level, "######");
    add(m, text);
    buffer_add(m->out, "\n\n");
}

void markup_paragraph(const struct markup *m, const char *text)
{
    bool html = m->kind == MARKUP_HTML;
    buffer_add(m->out, html ? "<p>" : "");
    add(m, text);
    buffer_add(m->out, html ? "</p>\n" : "\n\n");
}

/* A fence longer than any run of backquotes inside. */
static void add_fence(struct buffer *out, const char *text)
{
    size_t longest = 2;
    for (const char *p = text; *p; p += *p != '\0') {
        size_t run = strspn(p, "`");
        longest = run > longest ? run : longest;
        p += run;
        if (!*p)
            break;
    }
    for (size_t i = 0; i <= longest; i++)
        buffer_add_char(out, '`');
    buffer_add_char(out, '\n');
}

void markup_code(const struct markup *m, const char *text)
{
    size_t length = strlen(text);
    bool ends = length > 0 && text[length - 1] == '\n';
    if (m->kind == MARKUP_HTML) {
        buffer_add(m->out, "<pre><code>");
        add(m, text);
        buffer_add(m->out, "</code></pre>\n");
        return;
    }
    add_fence(m->out, text);
    buffer_printf(m->out, "%s%s", text, ends ? "" : "\n");
    add_fence(m->out, text);
    buffer_add_char(m->out, '\n');
}

static void add_row(const struct markup *m, const char *const *cells,
                    size_t count, const char *tag)
{
    bool html = m->kind == MARKUP_HTML;
    buffer_add(m->out, html ? "<tr>" : "|");
    for (size_t k = 0; k < count; k++) {
        if (html)
            buffer_printf(m->out, "<%s>", tag);
        else
            buffer_add_char(m->out, ' ');
        add(m, cells[k]);
        if (html)
            buffer_printf(m->out, "</%s>", tag);
        else
            buffer_add(m->out, " |");
    }
    buffer_add(m->out, html ? "</tr>\n" : "\n");
}

void markup_table(const struct markup *m, const char *const *heads,
                  size_t count)
{
    if (m->kind == MARKUP_HTML)
        buffer_add(m->out, "<table>\n");
    add_row(m, heads, count, "th");
    if (m->kind == MARKUP_HTML)
        return;
    buffer_add_char(m->out, '|');
    for (size_t k = 0; k < count; k++)
        buffer_add(m->out, " --- |");
    buffer_add_char(m->out, '\n');
}

void markup_row(const struct markup *m, const char *const *cells, size_t count)
{
    add_row(m, cells, count, "td");
}

void markup_table_end(const struct markup *m)
{
    buffer_add(m->out, m->kind == MARKUP_HTML ? "</table>\n" : "\n");
}
