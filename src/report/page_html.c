/* The page as HTML. */
#include "report/page_internal.h"

#include "base/escape.h"
#include "report/format.h"
#include "report/typeset.h"

#include <string.h>

/* ---- the summary ---- */

static void put_tile(struct buffer *out, const char *class_name, size_t count,
                     const char *text)
{
    if (count == 0)
        return;
    buffer_printf(out, "<li class=\"%s\"><strong>%zu</strong> %s</li>\n",
                  class_name, count, text);
}

static void put_summary_row(struct buffer *out, const struct page_claim *c,
                            size_t id)
{
    static const enum page_ratio shown[] = {PAGE_MIN, PAGE_MEDIAN, PAGE_MAX};
    buffer_printf(out, "<tr><th scope=\"row\"><a href=\"#c%zu\">", id);
    escape_markup(out, c->name);
    buffer_add(out, "</a></th><td class=\"few\">");
    escape_markup(out, c->case_name);
    buffer_printf(out,
                  "</td><td><span class=\"badge %s\">%s</span></td>"
                  "<td class=\"number few\">%llu</td>",
                  page_mood(c), c->verdict,
                  (unsigned long long)c->counts[PAGE_TRIALS]);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        char number[PAGE_NUMBER];
        page_shorten(number, c->ratios[shown[i]]);
        buffer_printf(out, "<td class=\"number%s\">",
                      shown[i] == PAGE_MAX ? "" : " few");
        escape_markup(out, number);
        buffer_add(out, c->has_gap && number[0] ? " dec</td>" : "</td>");
    }
    buffer_add(out, "</tr>\n");
}

static void put_summary_theorem(struct buffer *out, const struct page *page,
                                size_t first)
{
    const struct page_claim *head = &page->claims[first];
    buffer_printf(out,
                  "<tbody>\n<tr class=\"theorem\"><th scope=\"rowgroup\" "
                  "colspan=\"7\"><a href=\"#t%zu\">",
                  first);
    escape_markup(out, head->theorem);
    buffer_add(out, "</a> <span class=\"quiet\">");
    escape_markup(out, head->file);
    buffer_add(out, "</span></th></tr>\n");
    for (size_t i = first; i < page->count; i++)
        if (page_same_theorem(&page->claims[i], head))
            put_summary_row(out, &page->claims[i], i);
    buffer_add(out, "</tbody>\n");
}

static void put_summary(struct buffer *out, const struct page *page)
{
    buffer_add(out, "<section>\n<h2>All claims</h2>\n<div class=\"wide\" "
                    "tabindex=\"0\">\n<table class=\"summary\">\n<thead><tr>"
                    "<th scope=\"col\">claim</th>"
                    "<th scope=\"col\" class=\"few\">case</th>"
                    "<th scope=\"col\">verdict</th>"
                    "<th scope=\"col\" class=\"number few\">trials</th>"
                    "<th scope=\"col\" class=\"number few\">least</th>"
                    "<th scope=\"col\" class=\"number few\">median</th>"
                    "<th scope=\"col\" class=\"number\">largest</th>"
                    "</tr></thead>\n");
    for (size_t i = 0; i < page->count; i++)
        if (page_begins_theorem(page, i))
            put_summary_theorem(out, page, i);
    buffer_add(out, "</table>\n</div>\n<p class=\"quiet\">Least, median and "
                    "largest are of the tightness: the smaller side over the "
                    "larger one, as the relation states them. Above 1 it is "
                    "violated. Where logarithms are compared they are of the "
                    "gap in decades (dec), log10 of larger over smaller, which "
                    "is negative where it is violated.</p>\n</section>\n");
}

static void put_header(struct buffer *out, const struct page *page)
{
    const struct page_moods m = page_count_moods(page);
    buffer_add(out,
               "<header>\n<h1>Majorant report</h1>\n<ul class=\"tiles\">\n");
    put_tile(out, "good", m.good, "as expected");
    put_tile(out, "bad", m.bad, "otherwise");
    put_tile(out, "open", m.open, "undecided or vacuous");
    buffer_printf(out, "</ul>\n<p class=\"quiet\">");
    format_count(out, page->count, "claim");
    buffer_printf(out, ", seed %llu.</p>\n</header>\n",
                  (unsigned long long)page->seed);
}

/* ---- theorems ---- */

static void put_title(struct buffer *out, const struct page_claim *c, size_t id)
{
    const struct theorem *t = c->more.theorem;
    buffer_printf(out, "<section class=\"theorem\" id=\"t%zu\">\n<h2>", id);
    escape_markup(out, t && t->title ? t->title : c->theorem);
    buffer_add(out, "</h2>\n<p class=\"quiet\"><code>");
    escape_markup(out, c->theorem);
    buffer_add(out, "</code> in <code>");
    escape_markup(out, c->file);
    buffer_add(out, "</code></p>\n");
    for (size_t i = 0; t && i < t->ncites; i++) {
        buffer_add(out, "<p class=\"cite\">");
        escape_markup(out, t->cites[i]);
        buffer_add(out, "</p>\n");
    }
}

static void put_source(struct buffer *out, const struct page_claim *c)
{
    if (!c->more.statement) {
        buffer_add(out, "<p class=\"quiet\">The file of this statement could "
                        "not be read again, so only its name stands "
                        "here.</p>\n");
        return;
    }
    buffer_add(out, "<details><summary>The statement as text</summary><pre "
                    "tabindex=\"0\"><code>");
    escape_markup(out, c->more.statement);
    buffer_add(out, "</code></pre></details>\n");
}

/* Whether an earlier claim of the theorem has that name. */
static bool is_repeated(const struct page *page, size_t first, size_t i)
{
    for (size_t k = first; k < i; k++)
        if (page_same_theorem(&page->claims[k], &page->claims[i]) &&
            strcmp(page->claims[k].name, page->claims[i].name) == 0)
            return true;
    return false;
}

static void put_claim(struct buffer *out, const struct page *page, size_t i)
{
    const struct page_claim *c = &page->claims[i];
    buffer_add(out, "<article>\n<h3>");
    escape_markup(out, c->name);
    buffer_add(out, "</h3>\n");
    if (c->more.theorem && c->more.claim) {
        buffer_add(out, "<div class=\"formula\" tabindex=\"0\">\n");
        typeset_claim(out, c->more.theorem, c->more.claim, c->more.link);
        buffer_add(out, "</div>\n");
    }
    for (size_t k = i; k < page->count; k++)
        if (page_same_theorem(&page->claims[k], c) &&
            strcmp(page->claims[k].name, c->name) == 0)
            page_put_claim(out, &page->claims[k], k);
    buffer_add(out, "</article>\n");
}

static void put_theorem(struct buffer *out, const struct page *page,
                        size_t first)
{
    const struct page_claim *head = &page->claims[first];
    put_title(out, head, first);
    if (head->more.theorem) {
        buffer_add(out, "<div class=\"hypotheses\" tabindex=\"0\">\n");
        typeset_hypotheses(out, head->more.theorem);
        buffer_add(out, "</div>\n");
    }
    put_source(out, head);
    for (size_t i = first; i < page->count; i++)
        if (page_same_theorem(&page->claims[i], head) &&
            !is_repeated(page, first, i))
            put_claim(out, page, i);
    buffer_add(out, "</section>\n");
}

/* ---- how it was run ---- */

static void put_facts(struct buffer *out, const struct page *page)
{
    buffer_add(out,
               "<section>\n<h2>How it was run</h2>\n<dl class=\"facts\">\n");
    for (size_t i = 0; i < page->nfacts; i++) {
        const struct page_fact *f = &page->facts[i];
        buffer_add(out, "<div><dt>");
        escape_markup(out, f->name);
        buffer_add(out, f->is_block ? "</dt><dd><pre tabindex=\"0\"><code>"
                                    : "</dt><dd>");
        escape_markup(out, f->value);
        buffer_add(out, f->is_block ? "</code></pre></dd></div>\n"
                                    : "</dd></div>\n");
    }
    buffer_add(out, "</dl>\n</section>\n");
}

/* Nothing but what is in the file may be loaded, whatever a text says. */
static const char policy[] = "default-src 'none'; style-src 'unsafe-inline'; "
                             "img-src data:";

void page_html(struct buffer *out, const struct page *page)
{
    buffer_printf(out,
                  "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                  "<meta charset=\"utf-8\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" "
                  "content=\"%s\">\n"
                  "<meta name=\"viewport\" "
                  "content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n"
                  "<title>Majorant report</title>\n",
                  policy);
    page_style(out);
    buffer_add(out, "</head>\n<body>\n");
    put_header(out, page);
    buffer_add(out, "<main>\n");
    put_summary(out, page);
    for (size_t i = 0; i < page->count; i++)
        if (page_begins_theorem(page, i))
            put_theorem(out, page, i);
    put_facts(out, page);
    buffer_add(out, "</main>\n</body>\n</html>\n");
}
