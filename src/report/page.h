/*
 * The report of a run for people: one HTML page that needs nothing else, or
 * Markdown.
 *
 * Its numbers are those of the JSON object (docs/language.md, section 8), so
 * the two cannot differ.  What the object does not hold (statements, the
 * histograms, sizes, the extremal instances) is attached by whoever has it.
 */
#pragma once

#include "report/curves.h"
#include "verify/verdict.h"

struct page;

/*
 * From the text of a JSON object.  ST_INPUT: *reason (one line, to be freed)
 * says what is wrong with it.
 */
MUST_CHECK enum status page_open(struct page **out, const char *text,
                                 size_t length, char **reason);
/* The same of a run in memory. */
struct page *page_of_run(const struct run *run);
void page_free(struct page *page);

/* The claims of the object, in its order. */
size_t page_claims(const struct page *page);
const char *page_file(const struct page *page, size_t claim);
const char *page_theorem(const struct page *page, size_t claim);
/* "cubic", "name#2", "proof/step", "drop ASSUMPTION: CLAIM" */
const char *page_claim_name(const struct page *page, size_t claim);

/* What is known of one claim; all of it may be missing.  Borrowed. */
struct page_more {
    const struct theorem *theorem;
    const struct claim *claim;
    long link;             /* from 0, or TYPESET_ALL_LINKS */
    const char *statement; /* the theorem's text */
    const struct histogram *histogram;
    const struct curves *curves;
    /* The instance of the largest ratio; without values where it is not drawn
       again. */
    const struct counterexample *extremal;
};
void page_attach(struct page *page, size_t claim, const struct page_more *more);

/* How it was run: a name and a value, or a block of text; copied. */
void page_add_fact(struct page *page, const char *name, const char *value);
void page_add_block(struct page *page, const char *name, const char *text);

void page_html(struct buffer *out, const struct page *page);
void page_markdown(struct buffer *out, const struct page *page);
