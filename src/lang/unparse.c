#include "lang/unparse.h"

#include "lang/unparse_internal.h"

#include <string.h>

enum { INDENT = 4, LINE_COLUMNS = 80 };

/*
 * Goes through declarations and comments in the order of the source.  A
 * comment on a line of its own stays on one; one behind a declaration stays
 * there; one inside a declaration moves in front of it.
 */
struct printer {
    struct buffer *out;
    const struct ast_file *file;
    size_t next;     /* the first comment that is not printed yet */
    size_t indent;   /* blanks */
    bool is_first;   /* nothing was printed yet in this block */
    bool after_item; /* a blank line comes next */
};

/*
 * ---- Blanks ----
 */

static void print_indent(struct printer *pr)
{
    for (size_t i = 0; i < pr->indent; i++)
        buffer_add_char(pr->out, ' ');
}

/* Whether an empty line stands before this place of the source. */
static bool has_blank_line(const struct source *source, size_t at)
{
    int newlines = 0;
    while (at > 0 && strchr(" \t\r\n", source->text[at - 1]))
        newlines += source->text[--at] == '\n';
    return newlines > 1;
}

/* The blank line, if any, before what stands at `at` in the source. */
static void print_gap(struct printer *pr, size_t at)
{
    bool wanted = pr->after_item || has_blank_line(pr->file->source, at);
    if (!pr->is_first && wanted)
        buffer_add_char(pr->out, '\n');
    pr->is_first = false;
    pr->after_item = false;
}

/*
 * ---- Comments ----
 */

static bool has_comment_before(const struct printer *pr, size_t end)
{
    return pr->next < pr->file->ncomments &&
           pr->file->comments[pr->next].begin < end;
}

/* The next comment, without blanks at its end. */
static void print_comment(struct printer *pr)
{
    struct span span = pr->file->comments[pr->next++];
    const char *text = span.source->text;
    while (span.end > span.begin && strchr(" \t\r", text[span.end - 1]))
        span.end--;
    buffer_add_bytes(pr->out, text + span.begin, span.end - span.begin);
}

/*
 * The gap and the comments before a declaration that begins at `begin`; those
 * up to `end` are inside of it.
 */
static void print_lead(struct printer *pr, size_t begin, size_t end)
{
    bool inside = false;
    while (has_comment_before(pr, end)) {
        size_t at = pr->file->comments[pr->next].begin;
        if (at < begin)
            print_gap(pr, at);
        else if (!inside)
            print_gap(pr, begin);
        inside = at >= begin;
        print_indent(pr);
        print_comment(pr);
        buffer_add_char(pr->out, '\n');
    }
    if (!inside)
        print_gap(pr, begin);
    print_indent(pr);
}

/* The end of a line, with the comment that stands behind `end`. */
static void print_line_end(struct printer *pr, size_t end)
{
    const char *text = pr->file->source->text;
    size_t at = end;
    while (text[at] == ' ' || text[at] == '\t')
        at++;
    if (has_comment_before(pr, at + 1)) {
        buffer_add(pr->out, "  ");
        print_comment(pr);
    }
    buffer_add_char(pr->out, '\n');
}

/* Those before the closing brace, or at the end of the file. */
static void print_rest(struct printer *pr, size_t end)
{
    while (has_comment_before(pr, end)) {
        print_gap(pr, pr->file->comments[pr->next].begin);
        print_indent(pr);
        print_comment(pr);
        buffer_add_char(pr->out, '\n');
    }
}

/*
 * ---- Declarations ----
 */

/* Columns of the UTF-8 text. */
static size_t columns(const struct buffer *line)
{
    size_t count = 0;
    for (size_t i = 0; i < line->length; i++)
        count += ((unsigned char)line->text[i] & 0xC0) != 0x80;
    return count;
}

/*
 * On one line, or, where that is over LINE_COLUMNS, broken at the relations of
 * its chain: exactly one of `decl` and `item` is given.
 */
static void print_broken(struct printer *pr, const struct ast_decl *decl,
                         const struct ast_item *item)
{
    static const char DEEP[] = "\n        ", SHALLOW[] = "\n    ";
    LOCAL_BUFFER line = buffer_new();
    for (int tries = 0; tries < 2; tries++) {
        const char *joint = tries == 0 ? " " : decl ? DEEP : SHALLOW;
        buffer_reset(&line);
        if (decl)
            unparse_decl(&line, decl, joint);
        else
            unparse_header(&line, item, joint);
        if (pr->indent + columns(&line) <= LINE_COLUMNS)
            break;
    }
    buffer_add_bytes(pr->out, line.text, line.length);
}

/* Each on lines of its own; those under cases stand further in. */
static void print_decls(struct printer *pr, const struct ast_decl *decls,
                        size_t ndecls)
{
    pr->indent += INDENT;
    pr->is_first = true;
    for (size_t i = 0; i < ndecls; i++) {
        const struct ast_decl *decl = &decls[i];
        const bool is_block = decl->kind == DECL_CASES;
        const struct span span = decl->span;
        const size_t end = is_block ? decl->open_span.begin : span.end;
        print_lead(pr, span.begin, end);
        print_broken(pr, decl, NULL);
        if (is_block) {
            print_line_end(pr, decl->open_span.end);
            print_decls(pr, decl->decls, decl->ndecls);
            print_rest(pr, span.end);
            pr->indent -= INDENT;
            print_indent(pr);
            buffer_add_char(pr->out, '}');
            pr->is_first = false;
        }
        print_line_end(pr, span.end);
    }
}

static void print_block(struct printer *pr, const struct ast_item *item)
{
    print_line_end(pr, item->open_span.end);
    print_decls(pr, item->decls, item->ndecls);
    for (size_t i = 0; i < item->nlines; i++) {
        struct span span = item->lines[i].span;
        print_lead(pr, span.begin, span.end);
        if (item->lines[i].decl)
            print_broken(pr, item->lines[i].decl, NULL);
        else
            unparse_line(pr->out, &item->lines[i]);
        print_line_end(pr, span.end);
    }
    print_rest(pr, item->span.end);
    pr->indent = 0;
    buffer_add_char(pr->out, '}');
}

static void print_item(struct printer *pr, const struct ast_item *item)
{
    bool is_block = item->open_span.source != NULL;
    size_t header_end = is_block ? item->open_span.begin : item->span.end;
    print_lead(pr, item->span.begin, header_end);
    print_broken(pr, NULL, item);
    if (is_block)
        print_block(pr, item);
    print_line_end(pr, item->span.end);
}

/* The head of a `for`, and directly below it the items as written. */
static void print_loop(struct printer *pr, const struct ast_loop *loop)
{
    print_lead(pr, loop->span.begin, loop->span.end);
    unparse_loop(pr->out, loop);
    print_line_end(pr, loop->span.end);
    pr->is_first = true;
    for (size_t i = 0; i < loop->nwritten; i++) {
        print_item(pr, &loop->written[i]);
        pr->is_first = false;
        pr->after_item = true;
    }
}

/*
 * Whether a blank line stands behind item i whatever the source has: not
 * between imports, nor before what belongs to a theorem.
 */
static bool ends_part(const struct ast_file *file, size_t i)
{
    const struct ast_item *next = &file->items[i + 1];

    if (i + 1 == file->nitems)
        return true;
    return next->kind == ITEM_IMPORT
               ? file->items[i].kind != ITEM_IMPORT
               : next->kind != ITEM_PROOF && next->kind != ITEM_CASE;
}

void unparse_file(struct buffer *out, const struct ast_file *file)
{
    struct printer pr = {.out = out, .file = file, .is_first = true};
    const struct ast_loop *loop = NULL; /* that of the last item */
    for (size_t i = 0; i < file->nitems; i++) {
        const struct ast_item *item = &file->items[i];
        if (!item->loop)
            print_item(&pr, item);
        else if (item->loop != loop)
            print_loop(&pr, item->loop);
        loop = item->loop;
        pr.is_first = false;
        pr.after_item = ends_part(file, i);
    }
    print_rest(&pr, file->source->length);
}

void unparse_item(struct buffer *out, const struct ast_item *item)
{
    const struct ast_file bare = {.source = item->span.source};
    struct printer pr = {.out = out, .file = &bare, .is_first = true};
    print_item(&pr, item);
}
