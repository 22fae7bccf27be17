/* What the files of the page share. */
#pragma once

#include "report/object.h"
#include "report/page.h"

enum { PAGE_NUMBER = 48 };

enum page_count {
    PAGE_TRIALS,
    PAGE_TRUE,
    PAGE_FALSE,
    PAGE_UNRESOLVED,
    PAGE_REJECTED,
    PAGE_UNDEFINED,
    PAGE_PARTS, /* trials is the sum of those behind it up to here */
    PAGE_ADMITTED = PAGE_PARTS,
    PAGE_DISTINCT,
    PAGE_COUNTS
};

enum page_ratio { PAGE_MIN, PAGE_MEDIAN, PAGE_P95, PAGE_MAX, PAGE_RATIOS };

struct page_claim {
    const char *file, *theorem, *name, *case_name, *verdict, *expected;
    const char *proof; /* or NULL */
    bool ok;
    bool is_observation;
    const char *reason; /* of `undecided`: "thin"; or NULL */
    uint64_t counts[PAGE_COUNTS];
    bool has_admitted; /* an object of an older version does not say it */
    char ratios[PAGE_RATIOS][PAGE_NUMBER]; /* "": none */
    bool has_gap;                          /* they are gaps in decades */
    char forward_error[PAGE_NUMBER], forward_max[PAGE_NUMBER];
    uint64_t filter, max_bits;
    bool has_constant;
    char constant[PAGE_NUMBER];
    const json_t *counterexample; /* an object, or NULL */
    struct page_more more;
};

struct page_fact {
    char *name, *value;
    bool is_block;
};

struct page {
    json_t *root; /* holds the texts */
    uint64_t seed;
    struct page_claim *claims;
    size_t count;
    struct page_fact *facts;
    size_t nfacts;
};

/* What the counts are called, in JSON and on pages. */
extern const char *const page_counts[PAGE_COUNTS];

/* The word that colours a claim: "good", "open" or "bad". */
const char *page_mood(const struct page_claim *c);
/* "as expected", or "expected holds" */
void page_expectation(struct buffer *out, const struct page_claim *c);
/* How many claims are "good", "open" and "bad". */
struct page_moods {
    size_t good, open, bad;
};
struct page_moods page_count_moods(const struct page *page);
/* Whether two claims are of one theorem. */
bool page_same_theorem(const struct page_claim *a, const struct page_claim *b);
/* Whether claim `i` is the first of its theorem. */
bool page_begins_theorem(const struct page *page, size_t i);

/* The two parts of an instance: "n = 2, d = 1", and its values as text. */
void page_sizes(struct buffer *out, const json_t *instance);
void page_value_text(struct buffer *out, const char *name, const json_t *value);
/* The same with four digits. */
void page_shorten(char out[PAGE_NUMBER], const char *number);
/* "[0.75, 0.75]" of a side, or one number; "" : none. */
void page_side(struct buffer *out, const json_t *side);

/* The <style> of the page. */
void page_style(struct buffer *out);
/* One claim in one case (page_claim.c). */
void page_put_claim(struct buffer *out, const struct page_claim *c, size_t id);
