#include "certio/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A certificate being read; the first fault counts. */
struct reader {
    struct certificate *c;
    struct buffer *fault;
};

static bool fault(struct reader *r, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fault(struct reader *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_vprintf(r->fault, format, args);
    va_end(args);
    return false;
}

static bool mistyped(struct reader *r, const char *field, const char *expected)
{
    return fault(r, "field %s: expected %s", field, expected);
}

/* ---- plain fields ---- */

static bool read_text(struct reader *r, char **out, const char *field,
                      const json_t *value)
{
    if (!json_is_string(value))
        return mistyped(r, field, "a string");
    *out = xstrdup(json_string_value(value));
    return true;
}

static bool read_count(struct reader *r, json_int_t *out, const char *field,
                       const json_t *value, json_int_t least)
{
    if (!json_is_integer(value) || json_integer_value(value) < least)
        return mistyped(r, field,
                        least > 0 ? "a positive integer" : "an integer");
    *out = json_integer_value(value);
    return true;
}

static bool read_schema(struct reader *r, const json_t *value)
{
    if (!json_is_string(value) ||
        strcmp(json_string_value(value), CERTIO_SCHEMA) != 0)
        return mistyped(r, "schema", "\"" CERTIO_SCHEMA "\"");
    return true;
}

static bool read_version(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->version, "version", value);
}

static bool read_statement(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->statement, "statement", value);
}

static bool read_theorem(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->theorem, "theorem", value);
}

static bool read_claim(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->claim, "claim", value);
}

static bool read_relation(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->relation, "relation", value);
}

static bool read_found(struct reader *r, const json_t *value)
{
    return read_text(r, &r->c->found, "found", value);
}

static bool read_dropped(struct reader *r, const json_t *value)
{
    if (json_is_null(value))
        return true;
    if (!json_is_string(value))
        return mistyped(r, "dropped", "a string or null");
    return read_text(r, &r->c->dropped, "dropped", value);
}

static bool read_link(struct reader *r, const json_t *value)
{
    json_int_t link = 0;
    bool ok = read_count(r, &link, "link", value, 1);
    r->c->link = (size_t)link;
    return ok;
}

static bool read_precision(struct reader *r, const json_t *value)
{
    json_int_t bits = 0;
    bool ok = read_count(r, &bits, "precision", value, 1);
    r->c->precision = (long)bits;
    return ok;
}

/* As it was printed: digits without zeros in front. */
static bool read_seed(struct reader *r, const json_t *value)
{
    const char *text = json_string_value(value);
    bool ok = text && *text && strspn(text, "0123456789") == strlen(text) &&
              (text[0] != '0' || !text[1]);
    errno = 0;
    if (ok)
        r->c->seed = strtoull(text, NULL, 10);
    if (!ok || errno == ERANGE)
        return mistyped(r, "seed", "a string of decimal digits, below 2^64");
    return true;
}

/* ---- sizes, hypotheses, sides ---- */

static bool read_sizes(struct reader *r, const json_t *value)
{
    const char *key;
    json_t *member;
    if (!json_is_object(value))
        return mistyped(r, "sizes", "an object of integers");
    struct certificate *c = r->c;
    c->sizes = xcalloc(json_object_size(value) + 1, sizeof *c->sizes);
    json_object_foreach((json_t *)value, key, member)
    {
        json_int_t size = 0;
        if (!read_count(r, &size, "sizes", member, 1))
            return false;
        c->sizes[c->nsizes].name = xstrdup(key);
        c->sizes[c->nsizes++].value = size;
    }
    return true;
}

static bool read_hypotheses(struct reader *r, const json_t *value)
{
    struct certificate *c = r->c;
    if (!json_is_array(value))
        return mistyped(r, "hypotheses", "an array of strings");
    c->hypotheses = xcalloc(json_array_size(value) + 1, sizeof *c->hypotheses);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *member = json_array_get(value, i);
        if (!json_is_string(member))
            return mistyped(r, "hypotheses", "an array of strings");
        c->hypotheses[c->nhypotheses++] = xstrdup(json_string_value(member));
    }
    return true;
}

static bool read_pair(struct reader *r, char **lower, char **upper,
                      const char *field, const json_t *value)
{
    if (!json_is_array(value) || json_array_size(value) != 2)
        return mistyped(r, field, "an array of two strings");
    return read_text(r, lower, field, json_array_get(value, 0)) &&
           read_text(r, upper, field, json_array_get(value, 1));
}

static bool read_sides(struct reader *r, const json_t *value)
{
    struct cert_sides *s = &r->c->sides;
    json_int_t row = 0, col = 0;
    if (json_is_null(value))
        return true;
    if (!json_is_object(value) || json_object_size(value) != 4)
        return mistyped(r, "sides", "null, or the four fields of a relation");
    const json_t *entry = json_object_get(value, "entry");
    if (!json_is_array(entry) || json_array_size(entry) != 2)
        return mistyped(r, "sides.entry", "an array of two integers");
    r->c->has_sides = true;
    if (!read_count(r, &row, "sides.entry", json_array_get(entry, 0), 1) ||
        !read_count(r, &col, "sides.entry", json_array_get(entry, 1), 1))
        return false;
    s->row = (size_t)row;
    s->col = (size_t)col;
    return read_pair(r, &s->lhs_lower, &s->lhs_upper, "sides.lhs",
                     json_object_get(value, "lhs")) &&
           read_pair(r, &s->rhs_lower, &s->rhs_upper, "sides.rhs",
                     json_object_get(value, "rhs")) &&
           read_text(r, &s->margin, "sides.margin",
                     json_object_get(value, "margin"));
}

/* ---- values ---- */

/* Only the canonical form: "-2/3", "5". */
bool certio_read_rational(rational_t *out, const json_t *value)
{
    const char *text = json_string_value(value);
    if (!text || !*text || strlen(text) > CERTIO_MAX_DIGITS ||
        strspn(text, "-/0123456789") != strlen(text) ||
        mpq_set_str(out->q, text, 10) != 0)
        return false;
    if (mpz_sgn(mpq_denref(out->q)) == 0) {
        mpq_set_ui(out->q, 0, 1);
        return false;
    }
    mpq_canonicalize(out->q);
    LOCAL_FREE char *canonical = mpq_get_str(NULL, 10, out->q);
    return strcmp(canonical, text) == 0;
}

static bool read_row(struct reader *r, struct cert_value *v, size_t i,
                     const json_t *row)
{
    if (!json_is_array(row) || json_array_size(row) != v->entries.cols)
        return fault(r, "field values.%s: row %zu has not %zu entries", v->name,
                     i + 1, v->entries.cols);
    for (size_t j = 0; j < v->entries.cols; j++)
        if (!certio_read_rational(rmatrix_at(&v->entries, i, j),
                                  json_array_get(row, j)))
            return fault(r,
                         "field values.%s: entry [%zu, %zu] is no reduced "
                         "fraction in a string",
                         v->name, i + 1, j + 1);
    return true;
}

static bool read_entries(struct reader *r, struct cert_value *v,
                         const json_t *rows)
{
    size_t nrows = json_array_size(rows);
    size_t ncols = json_array_size(json_array_get(rows, 0));
    if (nrows == 0 || ncols == 0 || ncols > CERTIO_MAX_ENTRIES / nrows)
        return fault(r, "field values.%s: expected rows of 1 to %d entries",
                     v->name, (int)CERTIO_MAX_ENTRIES);
    rmatrix_init(&v->entries, nrows, ncols);
    for (size_t i = 0; i < nrows; i++)
        if (!read_row(r, v, i, json_array_get(rows, i)))
            return false;
    return true;
}

static bool read_values(struct reader *r, const json_t *value)
{
    const char *key;
    json_t *member;
    struct certificate *c = r->c;
    if (!json_is_object(value))
        return mistyped(r, "values", "an object");
    c->values = xcalloc(json_object_size(value) + 1, sizeof *c->values);
    json_object_foreach((json_t *)value, key, member)
    {
        struct cert_value *v = &c->values[c->nvalues++];
        v->name = xstrdup(key);
        if (json_is_string(member))
            v->expr = xstrdup(json_string_value(member));
        else if (!json_is_array(member))
            return fault(r, "field values.%s: expected rows or an expression",
                         key);
        else if (!read_entries(r, v, member))
            return false;
    }
    return true;
}

/* ---- the object ---- */

static bool read_digest(struct reader *r, const json_t *value)
{
    (void)value;
    (void)r;
    return true; /* compared by check_digest */
}

struct field {
    const char *name;
    bool (*read)(struct reader *r, const json_t *value);
};

/* ORDER: docs/certificate.md */
static const struct field fields[] = {
    {"schema", read_schema},         {"version", read_version},
    {"statement", read_statement},   {"theorem", read_theorem},
    {"claim", read_claim},           {"link", read_link},
    {"relation", read_relation},     {"dropped", read_dropped},
    {"sizes", read_sizes},           {"values", read_values},
    {"hypotheses", read_hypotheses}, {"sides", read_sides},
    {"precision", read_precision},   {"seed", read_seed},
    {"found", read_found},           {"digest", read_digest},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static bool check_known(struct reader *r, const json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t k = 0;
        while (k < FIELDS && strcmp(fields[k].name, key) != 0)
            k++;
        if (k == FIELDS)
            return fault(r, "unknown field %s", key);
    }
    return true;
}

bool certio_check_digest(struct buffer *text, const json_t *object)
{
    char expected[CERTIO_DIGEST_CHARS + 1];
    const json_t *digest = json_object_get(object, "digest");
    certio_digest(expected, object);
    if (!json_is_string(digest) ||
        strcmp(json_string_value(digest), expected) != 0) {
        buffer_printf(text,
                      "field digest: the certificate was changed after it "
                      "was written (expected %s)",
                      expected);
        return false;
    }
    return true;
}

static bool read_certificate(struct certificate *c, const json_t *object,
                             struct buffer *text)
{
    struct reader r = {c, text};
    if (!json_is_object(object))
        return fault(&r, "expected an object");
    for (size_t k = 0; k < FIELDS; k++) {
        const json_t *value = json_object_get(object, fields[k].name);
        if (!value)
            return fault(&r, "field %s is missing", fields[k].name);
        if (!fields[k].read(&r, value))
            return false;
    }
    return check_known(&r, object) && certio_check_digest(text, object);
}

/* ---- files ---- */

static void clear_list(struct certificate **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        certificate_clear(&(*list)[i]);
    free(*list);
    *list = NULL;
    *count = 0;
}

/* One object, or an array of them. */
static enum status read_root(struct certificate **list, size_t *count,
                             const json_t *root, const char *name,
                             char **reason)
{
    bool is_array = json_is_array(root);
    size_t n = is_array ? json_array_size(root) : 1;
    if (n == 0 || n > CERTIO_MAX_CERTIFICATES)
        return certio_reject(reason, name, "expected 1 to 4096 certificates");
    *list = xcalloc(n, sizeof **list);
    LOCAL_BUFFER what = buffer_new();
    enum status st = ST_OK;
    for (size_t i = 0; i < n && st == ST_OK; i++) {
        struct certificate *c = &(*list)[(*count)++];
        certificate_init(c);
        if (is_array)
            buffer_printf(&what, "certificate %zu: ", i + 1);
        const json_t *object = is_array ? json_array_get(root, i) : root;
        if (!read_certificate(c, object, &what))
            st = certio_reject(reason, name, what.text);
        buffer_reset(&what);
    }
    if (st != ST_OK)
        clear_list(list, count);
    return st;
}

enum status certio_read_text(struct certificate **list, size_t *count,
                             const char *text, size_t length, const char *name,
                             char **reason)
{
    json_error_t error;
    *list = NULL;
    *count = 0;
    *reason = NULL;
    if (length > CERTIO_MAX_BYTES)
        return certio_reject(reason, name, "the file is longer than 64 MiB");
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        LOCAL_BUFFER what = buffer_new();
        buffer_printf(&what, "line %d: %s", error.line, error.text);
        return certio_reject(reason, name, what.text);
    }
    enum status st = read_root(list, count, root, name, reason);
    json_decref(root);
    return st;
}

enum status certio_read(struct certificate **list, size_t *count,
                        const char *path, char **reason)
{
    *list = NULL;
    *count = 0;
    LOCAL_BUFFER text = buffer_new();
    enum status st = certio_load(&text, path, reason);
    if (st == ST_OK)
        st = certio_read_text(list, count, text.text ? text.text : "",
                              text.length, path, reason);
    return st;
}
