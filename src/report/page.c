#include "report/page_internal.h"

#include "report/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

struct reading {
    char **reason;
    size_t claim;
};

static bool fail(const struct reading *r, const char *format, ...)
    PRINTF_LIKE(2, 3);

static bool fail(const struct reading *r, const char *format, ...)
{
    va_list args;
    struct buffer text = buffer_new();
    buffer_printf(&text, "claims[%zu]: ", r->claim);
    va_start(args, format);
    buffer_vprintf(&text, format, args);
    va_end(args);
    buffer_make_line(&text); /* it may quote the file */
    *r->reason = text.text;
    return false;
}

static bool read_text(const struct reading *r, const char **out,
                      const json_t *object, const char *key)
{
    *out = json_string_value(json_object_get(object, key));
    return *out || fail(r, "'%s' is to be a text", key);
}

static bool read_count(const struct reading *r, uint64_t *out,
                       const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return fail(r, "'%s' is to be a whole number from 0 on", key);
    *out = (uint64_t)json_integer_value(value);
    return true;
}

/* As JSON has it here: 1e16 and 1e-5, not 1e+16 and 1e-05. */
static void print_number(char out[PAGE_NUMBER], double value, int digits)
{
    snprintf(out, PAGE_NUMBER, "%.*g", digits, value);
    char *to = strchr(out, 'e');
    if (!to)
        return;
    const char *from = ++to;
    if (*from == '-') {
        from++;
        to++;
    } else if (*from == '+')
        from++;
    from += strspn(from, "0");
    memmove(to, from, strlen(from) + 1);
}

/* A number as 12 digits, or a string as it is; "" for anything else. */
static void put_number(char out[PAGE_NUMBER], const json_t *value)
{
    enum { DIGITS = 12 };
    out[0] = '\0';
    if (json_is_number(value))
        print_number(out, json_number_value(value), DIGITS);
    else if (json_is_string(value) && json_string_length(value) < PAGE_NUMBER)
        snprintf(out, PAGE_NUMBER, "%s", json_string_value(value));
}

void page_shorten(char out[PAGE_NUMBER], const char *number)
{
    enum { DIGITS = 4, LEAD = 6 };
    char *rest = NULL;
    double value = strtod(number, &rest);
    const char *exponent = strchr(number, 'e');
    if (number[0] && *rest == '\0' && isfinite(value) && value != 0)
        print_number(out, value, DIGITS);
    else if (exponent && exponent - number > LEAD) /* beyond the doubles */
        snprintf(out, PAGE_NUMBER, "%.*s%s", (int)LEAD, number, exponent);
    else
        snprintf(out, PAGE_NUMBER, "%s", number);
}

const char *const page_counts[PAGE_COUNTS] = {
    [PAGE_TRIALS] = "trials",     [PAGE_TRUE] = "true",
    [PAGE_FALSE] = "false",       [PAGE_UNRESOLVED] = "unresolved",
    [PAGE_REJECTED] = "rejected", [PAGE_UNDEFINED] = "undefined",
    [PAGE_ADMITTED] = "admitted", [PAGE_DISTINCT] = "distinct"};

static bool read_counts(const struct reading *r, struct page_claim *c,
                        const json_t *object)
{
    uint64_t sum = 0;
    c->has_admitted = json_object_get(object, page_counts[PAGE_ADMITTED]);
    for (size_t i = 0; i < (c->has_admitted ? PAGE_COUNTS : PAGE_PARTS); i++) {
        if (!read_count(r, &c->counts[i], object, page_counts[i]))
            return false;
        sum += i == PAGE_TRIALS || i >= PAGE_PARTS ? 0 : c->counts[i];
    }
    return sum == c->counts[PAGE_TRIALS] ||
           fail(r, "'trials' is not the sum of the other counts");
}

static bool is_word(const char *verdict)
{
    return ast_verdict_word(verdict) != WORD_NONE;
}

static void read_numbers(struct page_claim *c, const json_t *object)
{
    static const char *const keys[] = {/* ORDER: enum page_ratio */
                                       "min", "median", "p95", "max"};
    const json_t *gap = json_object_get(object, "gap");
    const json_t *tightness = gap ? gap : json_object_get(object, "tightness");
    const json_t *forward = json_object_get(object, "forward");
    const json_t *constant = json_object_get(object, "constant");
    c->has_gap = gap != NULL;
    for (size_t i = 0; i < PAGE_RATIOS; i++)
        put_number(c->ratios[i], json_object_get(tightness, keys[i]));
    put_number(c->forward_error, json_object_get(forward, "max_rel_error"));
    put_number(c->forward_max, json_object_get(forward, "tightness_max"));
    c->has_constant = json_is_object(constant);
    put_number(c->constant, json_object_get(constant, "lower"));
}

static bool read_claim(const struct reading *r, struct page_claim *c,
                       const json_t *object)
{
    if (!json_is_object(object))
        return fail(r, "it is to be an object");
    const json_t *ok = json_object_get(object, "ok");
    const json_t *precision = json_object_get(object, "precision");
    if (!read_text(r, &c->file, object, "file") ||
        !read_text(r, &c->theorem, object, "theorem") ||
        !read_text(r, &c->name, object, "claim") ||
        !read_text(r, &c->case_name, object, "case") ||
        !read_text(r, &c->verdict, object, "verdict") ||
        !read_text(r, &c->expected, object, "expected") ||
        !read_counts(r, c, object))
        return false;
    if (!is_word(c->verdict) || !is_word(c->expected))
        return fail(r, "'%s' is no verdict",
                    is_word(c->verdict) ? c->expected : c->verdict);
    if (!json_is_boolean(ok))
        return fail(r, "'ok' is to be true or false");
    c->ok = json_is_true(ok);
    c->proof = json_string_value(json_object_get(object, "proof"));
    c->is_observation = json_is_true(json_object_get(object, "observation"));
    c->reason = json_string_value(json_object_get(object, "reason"));
    read_numbers(c, object);
    c->filter =
        (uint64_t)json_integer_value(json_object_get(precision, "filter"));
    c->max_bits =
        (uint64_t)json_integer_value(json_object_get(precision, "max_bits"));
    c->counterexample = json_object_get(object, "counterexample");
    if (!json_is_object(c->counterexample))
        c->counterexample = NULL;
    return true;
}

static bool read_root(struct page *page, char **reason)
{
    const char *schema =
        json_string_value(json_object_get(page->root, "schema"));
    const json_t *claims = json_object_get(page->root, "claims");
    struct reading r = {.reason = reason};
    if (!schema || strcmp(schema, "majorant.run/1") != 0) {
        *reason = xstrdup("it is no run of majorant (its schema is to be "
                          "majorant.run/1)");
        return false;
    }
    if (!json_is_array(claims)) {
        *reason = xstrdup("'claims' is to be an array");
        return false;
    }
    page->seed =
        (uint64_t)json_integer_value(json_object_get(page->root, "seed"));
    page->count = json_array_size(claims);
    page->claims = xcalloc(page->count + 1, sizeof *page->claims);
    for (r.claim = 0; r.claim < page->count; r.claim++)
        if (!read_claim(&r, &page->claims[r.claim],
                        json_array_get(claims, r.claim)))
            return false;
    return true;
}

enum status page_open(struct page **out, const char *text, size_t length,
                      char **reason)
{
    json_error_t error;
    struct page *page = xcalloc(1, sizeof *page);
    page->root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!page->root) {
        struct buffer message = buffer_new();
        buffer_printf(&message, "%d:%d: %s", error.line, error.column,
                      error.text);
        buffer_make_line(&message);
        *reason = message.text;
    }
    if (page->root && read_root(page, reason)) {
        *out = page;
        return ST_OK;
    }
    page_free(page);
    return ST_INPUT;
}

struct page *page_of_run(const struct run *run)
{
    struct page *page = NULL;
    char *reason = NULL;
    LOCAL_BUFFER text = buffer_new();
    report_json(&text, run);
    enum status st = page_open(&page, text.text, text.length, &reason);
    ENSURE(st == ST_OK, "report: its own object cannot be read");
    return page;
}

void page_free(struct page *page)
{
    for (size_t i = 0; i < page->nfacts; i++) {
        free(page->facts[i].name);
        free(page->facts[i].value);
    }
    free(page->facts);
    free(page->claims);
    json_decref(page->root);
    free(page);
}

/* ---- what is attached ---- */

size_t page_claims(const struct page *page)
{
    return page->count;
}

const char *page_file(const struct page *page, size_t claim)
{
    return page->claims[claim].file;
}

const char *page_theorem(const struct page *page, size_t claim)
{
    return page->claims[claim].theorem;
}

const char *page_claim_name(const struct page *page, size_t claim)
{
    return page->claims[claim].name;
}

void page_attach(struct page *page, size_t claim, const struct page_more *more)
{
    page->claims[claim].more = *more;
}

static void add_fact(struct page *page, const char *name, const char *value,
                     bool is_block)
{
    APPEND(page->facts, page->nfacts) = (struct page_fact){
        .name = xstrdup(name), .value = xstrdup(value), .is_block = is_block};
}

void page_add_fact(struct page *page, const char *name, const char *value)
{
    add_fact(page, name, value, false);
}

void page_add_block(struct page *page, const char *name, const char *text)
{
    add_fact(page, name, text, true);
}

/* ---- asked by both forms ---- */

const char *page_mood(const struct page_claim *c)
{
    if (c->ok)
        return "good";
    enum verdict_word word = ast_verdict_word(c->verdict);
    const bool is_open = word == WORD_UNDECIDED || word == WORD_VACUOUS ||
                         word == WORD_NOT_REACHED;
    return is_open ? "open" : "bad";
}

void page_expectation(struct buffer *out, const struct page_claim *c)
{
    if (c->ok)
        buffer_add(out, "as expected");
    else
        buffer_printf(out, "expected %s", c->expected);
}

struct page_moods page_count_moods(const struct page *page)
{
    struct page_moods m = {0};
    for (size_t i = 0; i < page->count; i++) {
        const char *mood = page_mood(&page->claims[i]);
        m.good += strcmp(mood, "good") == 0;
        m.open += strcmp(mood, "open") == 0;
        m.bad += strcmp(mood, "bad") == 0;
    }
    return m;
}

bool page_same_theorem(const struct page_claim *a, const struct page_claim *b)
{
    return strcmp(a->theorem, b->theorem) == 0 && strcmp(a->file, b->file) == 0;
}

bool page_begins_theorem(const struct page *page, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (page_same_theorem(&page->claims[k], &page->claims[i]))
            return false;
    return true;
}

/* ---- instances as text ---- */

void page_sizes(struct buffer *out, const json_t *instance)
{
    json_t *sizes = json_object_get(instance, "sizes");
    const char *name = NULL, *between = "";
    json_t *value = NULL;
    json_object_foreach(sizes, name, value)
    {
        buffer_printf(out, "%s%s = %lld", between, name,
                      (long long)json_integer_value(value));
        between = ", ";
    }
}

void page_value_text(struct buffer *out, const char *name, const json_t *value)
{
    buffer_printf(out, "%s = ", name);
    if (json_is_string(value)) {
        buffer_printf(out, "%s;", json_string_value(value));
        return;
    }
    buffer_add_char(out, '[');
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *row = json_array_get(value, i);
        buffer_add(out, i ? "; " : "");
        for (size_t j = 0; j < json_array_size(row); j++) {
            const char *entry = json_string_value(json_array_get(row, j));
            buffer_printf(out, "%s%s", j ? ", " : "", entry ? entry : "?");
        }
    }
    buffer_add(out, "];");
}

void page_side(struct buffer *out, const json_t *side)
{
    char lower[PAGE_NUMBER], upper[PAGE_NUMBER];
    put_number(lower, json_object_get(side, "lower"));
    put_number(upper, json_object_get(side, "upper"));
    if (!lower[0] || !upper[0])
        return;
    if (strcmp(lower, upper) == 0)
        buffer_add(out, lower);
    else
        buffer_printf(out, "[%s, %s]", lower, upper);
}
