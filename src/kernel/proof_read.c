/* Certificates of proofs from JSON: strict, and nothing of it is believed. */
#include "kernel/proof_json.h"

#include "certio/json.h"

#include <stdlib.h>
#include <string.h>

/* The first fault counts; `place` is where, for its message. */
struct reader {
    struct buffer *fault;
    const char *claim; /* of the proof under way; or NULL */
};

static bool fault(const struct reader *r, const char *what)
{
    if (r->claim)
        buffer_printf(r->fault, "proof of %s: ", r->claim);
    buffer_add(r->fault, what);
    return false;
}

static bool read_text(char **out, const json_t *value)
{
    if (!json_is_string(value))
        return false;
    *out = xstrdup(json_string_value(value));
    return true;
}

/* null, or a count from 0 on below 2^31. */
static bool read_index(size_t *out, const json_t *value, bool optional)
{
    *out = PROOF_NONE;
    if (optional && json_is_null(value))
        return true;
    json_int_t x = json_is_integer(value) ? json_integer_value(value) : -1;
    if (x < 0 || x > INT32_MAX)
        return false;
    *out = (size_t)x;
    return true;
}

static bool read_long(long *out, const json_t *value)
{
    json_int_t x = json_is_integer(value) ? json_integer_value(value) : 0;
    *out = (long)x;
    return json_is_integer(value) && x >= -INT32_MAX && x <= INT32_MAX;
}

static bool read_indices(size_t **out, size_t *count, const json_t *value,
                         bool optional)
{
    size_t n = json_array_size(value);
    if (!json_is_array(value) || n > PROOF_MAX_TERMS)
        return false;
    *out = xcalloc(n + 1, sizeof **out);
    for (*count = 0; *count < n; (*count)++)
        if (!read_index(&(*out)[*count], json_array_get(value, *count),
                        optional))
            return false;
    return true;
}

static size_t length_of(const json_t *value)
{
    return json_is_array(value) ? json_array_size(value) : 0;
}

/* ---- variables, terms, scopes ---- */

static bool read_variable(struct proof_variable *v, const json_t *value)
{
    const json_t *real = json_array_get(value, 1);
    v->is_real = json_is_true(real);
    return length_of(value) == 3 && json_is_boolean(real) &&
           read_text(&v->name, json_array_get(value, 0)) &&
           read_index(&v->at, json_array_get(value, 2), true);
}

static bool read_op(struct proof_term *t, const json_t *value)
{
    static const char suffix[] = " reversed";
    char *name = NULL;
    if (!read_text(&name, value))
        return false;
    size_t n = strlen(name), m = strlen(suffix);
    t->reversed = n > m && strcmp(name + n - m, suffix) == 0;
    if (t->reversed)
        name[n - m] = '\0';
    bool found = proof_op_find(&t->op, name);
    free(name);
    return found;
}

static bool read_digits(const struct proof_term *t, const json_t *value)
{
    rational_t x;
    rational_init(&x);
    bool ok = t->op != EX_NUMBER || certio_read_rational(&x, value);
    rational_clear(&x);
    return ok;
}

static bool read_term(struct proof_term *t, const json_t *value)
{
    size_t n = length_of(value);
    if (n < 2 || !read_op(t, json_array_get(value, 0)))
        return false;
    const json_t *label = json_array_get(value, 1);
    t->number = PROOF_NONE;
    if (json_is_string(label) ? !read_text(&t->name, label)
                              : !read_index(&t->number, label, true))
        return false;
    t->kids = xcalloc(n, sizeof *t->kids);
    for (t->count = 0; t->count < n - 2; t->count++)
        if (!read_index(&t->kids[t->count], json_array_get(value, t->count + 2),
                        false))
            return false;
    return read_digits(t, label);
}

static bool read_scope(struct proof_scope *s, const json_t *value)
{
    size_t n = length_of(value);
    s->variable = s->lo = s->hi = s->hypothesis = PROOF_NONE;
    if ((n != 2 && n != 4) ||
        !read_index(&s->outer, json_array_get(value, 0), true))
        return false;
    if (n == 2)
        return read_index(&s->hypothesis, json_array_get(value, 1), false);
    return read_index(&s->variable, json_array_get(value, 1), false) &&
           read_index(&s->lo, json_array_get(value, 2), false) &&
           read_index(&s->hi, json_array_get(value, 3), false);
}

/* ---- partitions ---- */

static bool read_number(struct partition_number *x, const json_t *value)
{
    size_t kind;
    if (length_of(value) != 3 ||
        !read_index(&kind, json_array_get(value, 0), false) ||
        kind > CONSTANT_CBRT)
        return false;
    x->kind = (enum partition_kind)kind;
    return certio_read_rational(&x->value, json_array_get(value, 1)) &&
           certio_read_rational(&x->argument, json_array_get(value, 2));
}

static bool read_row(struct partition_factor *f, size_t i, const json_t *row)
{
    if (length_of(row) != f->width + 1 ||
        !certio_read_rational(&f->coefficients[i], json_array_get(row, 0)))
        return false;
    for (size_t k = 0; k < f->width; k++)
        if (!read_long(&f->exponents[i * f->width + k],
                       json_array_get(row, k + 1)))
            return false;
    return true;
}

/* `f` is zeroed. */
static bool read_factor(struct partition_factor *f, const json_t *value)
{
    size_t n = length_of(value), width;
    long exponent, sign;
    if (n < 3 || !read_long(&exponent, json_array_get(value, 0)) ||
        !read_long(&sign, json_array_get(value, 1)) || sign < -1 || sign > 1 ||
        !read_index(&width, json_array_get(value, 2), false) ||
        width > PROOF_MAX_TERMS / n)
        return false;
    partition_factor_init(f, n - 3, width);
    f->exponent = exponent;
    f->sign = (int)sign;
    for (size_t i = 0; i < f->terms; i++)
        if (!read_row(f, i, json_array_get(value, i + 3)))
            return false;
    return true;
}

static bool read_node_rule(struct partition_node *n, const json_t *value)
{
    const char *name = json_string_value(value);
    for (int i = 0; name && i < PARTITION_RULES; i++)
        if (strcmp(partition_rule_name((enum partition_rule)i), name) == 0) {
            n->rule = (enum partition_rule)i;
            return true;
        }
    return false;
}

static bool read_node(struct partition *p, size_t at, const json_t *value)
{
    struct partition_node *n = &p->nodes[at];
    const json_t *numbers = json_array_get(value, 5);
    const json_t *factors = json_array_get(value, 6);
    if (length_of(value) != 7 || !json_is_array(numbers) ||
        !json_is_array(factors) ||
        !read_node_rule(n, json_array_get(value, 0)) ||
        !read_index(&n->variable, json_array_get(value, 1), false) ||
        !read_index(&n->index, json_array_get(value, 2), false) ||
        !read_index(&n->first, json_array_get(value, 3), false) ||
        !read_index(&n->count, json_array_get(value, 4), false))
        return false;
    if (length_of(numbers) > 0)
        partition_set_numbers(p, at, length_of(numbers));
    for (size_t i = 0; i < n->nnumbers; i++)
        if (!read_number(&n->numbers[i], json_array_get(numbers, i)))
            return false;
    n->factors = xcalloc(length_of(factors) + 1, sizeof *n->factors);
    while (n->nfactors < length_of(factors)) {
        size_t i = n->nfactors++;
        if (!read_factor(&n->factors[i], json_array_get(factors, i)))
            return false;
    }
    return true;
}

static bool read_partition(struct partition **out, const json_t *value)
{
    if (json_is_null(value))
        return true;
    const json_t *roots = json_object_get(value, "roots");
    const json_t *nodes = json_object_get(value, "nodes");
    if (!json_is_object(value) || json_object_size(value) != 2 ||
        !json_is_array(roots) || !json_is_array(nodes))
        return false;
    *out = xcalloc(1, sizeof **out);
    partition_init(*out);
    if (length_of(nodes) > 0)
        partition_add(*out, length_of(nodes));
    for (size_t i = 0; i < length_of(nodes); i++)
        if (!read_node(*out, i, json_array_get(nodes, i)))
            return false;
    for (size_t i = 0; i < length_of(roots); i++) {
        size_t root;
        if (!read_index(&root, json_array_get(roots, i), false))
            return false;
        partition_add_root(*out, root);
    }
    return true;
}

/* ---- lines ---- */

static bool read_rule(enum rule *out, const json_t *value)
{
    const char *name = json_string_value(value);
    for (int i = 0; name && i < RULE_COUNT; i++)
        if (strcmp(rule_name((enum rule)i), name) == 0) {
            *out = (enum rule)i;
            return true;
        }
    return false;
}

static bool read_line(struct proof_line *l, const json_t *value)
{
    const json_t *of = json_object_get(value, "of");
    return json_is_object(value) && json_object_size(value) == 8 &&
           read_rule(&l->rule, json_object_get(value, "rule")) &&
           (json_is_null(of) || read_text(&l->of, of)) &&
           read_index(&l->link, json_object_get(value, "link"), false) &&
           read_index(&l->says, json_object_get(value, "says"), false) &&
           read_index(&l->scope, json_object_get(value, "scope"), true) &&
           read_indices(&l->premises, &l->npremises,
                        json_object_get(value, "from"), false) &&
           read_indices(&l->terms, &l->nterms, json_object_get(value, "terms"),
                        true) &&
           read_partition(&l->range, json_object_get(value, "range"));
}

/* ---- a proof ---- */

/* An array of that name, not too long; its length in *count. */
static const json_t *list_of(size_t *count, const json_t *object,
                             const char *field, size_t most)
{
    const json_t *list = json_object_get(object, field);
    *count = length_of(list);
    return json_is_array(list) && *count <= most ? list : NULL;
}

static bool bad_item(const struct reader *r, const char *what, size_t i)
{
    struct buffer text;
    buffer_init(&text);
    buffer_printf(&text, "%s %zu is not well-formed", what, i);
    fault(r, text.text);
    buffer_clear(&text);
    return false;
}

static bool read_tables(const struct reader *r, struct proof *p,
                        const json_t *o)
{
    size_t n;
    const json_t *list = list_of(&n, o, "variables", PROOF_MAX_TERMS);
    if (!list)
        return fault(r, "field variables: expected an array");
    p->variables = xcalloc(n + 1, sizeof *p->variables);
    while (p->nvariables < n) {
        size_t i = p->nvariables++;
        if (!read_variable(&p->variables[i], json_array_get(list, i)))
            return bad_item(r, "variable", i);
    }
    list = list_of(&n, o, "terms", PROOF_MAX_TERMS);
    if (!list)
        return fault(r, "field terms: expected an array");
    p->terms = xcalloc(n + 1, sizeof *p->terms);
    while (p->nterms < n) {
        size_t i = p->nterms++;
        if (!read_term(&p->terms[i], json_array_get(list, i)))
            return bad_item(r, "term", i);
    }
    list = list_of(&n, o, "scopes", PROOF_MAX_TERMS);
    if (!list)
        return fault(r, "field scopes: expected an array");
    p->scopes = xcalloc(n + 1, sizeof *p->scopes);
    while (p->nscopes < n) {
        size_t i = p->nscopes++;
        if (!read_scope(&p->scopes[i], json_array_get(list, i)))
            return bad_item(r, "scope", i);
    }
    return true;
}

static bool read_lines(const struct reader *r, struct proof *p, const json_t *o)
{
    size_t n;
    const json_t *list = list_of(&n, o, "lines", DERIVATION_MAX_LINES);
    if (!list)
        return fault(r, "field lines: expected an array");
    p->lines = xcalloc(n + 1, sizeof *p->lines);
    while (p->nlines < n) {
        size_t i = p->nlines++;
        if (!read_line(&p->lines[i], json_array_get(list, i)))
            return bad_item(r, "line", i + 1);
    }
    return true;
}

static bool read_proof(struct reader *r, struct proof *p, const json_t *o)
{
    r->claim = NULL;
    if (!json_is_object(o) || json_object_size(o) != 8 ||
        !read_text(&p->theorem, json_object_get(o, "theorem")) ||
        !read_text(&p->claim, json_object_get(o, "claim")) ||
        !read_text(&p->relation, json_object_get(o, "relation")) ||
        !read_index(&p->link, json_object_get(o, "link"), false))
        return fault(r, "field proofs: a proof has theorem, claim, link, "
                        "relation, variables, terms, scopes and lines");
    r->claim = p->claim;
    return read_tables(r, p, o) && read_lines(r, p, o);
}

static bool proof_of_json(struct proof_certificate *c, const json_t *object,
                          struct buffer *text)
{
    struct reader r = {.fault = text};
    size_t n;
    const char *schema = json_string_value(json_object_get(object, "schema"));
    const json_t *proofs = list_of(&n, object, "proofs", PROOF_MAX_PROOFS);
    if (!schema || strcmp(schema, PROOF_JSON_SCHEMA) != 0)
        return fault(&r, "field schema: expected \"" PROOF_JSON_SCHEMA "\"");
    if (json_object_size(object) != 5 ||
        !read_text(&c->version, json_object_get(object, "version")) ||
        !read_text(&c->statement, json_object_get(object, "statement")) ||
        !proofs)
        return fault(&r, "expected the fields schema, version, statement, "
                         "proofs and digest alone");
    if (!certio_check_digest(text, object))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!read_proof(&r, proof_certificate_add(c),
                        json_array_get(proofs, i)))
            return false;
    return true;
}

/* ---- files ---- */

static const json_t *item_of(const json_t *root, size_t i)
{
    return json_is_array(root) ? json_array_get(root, i) : root;
}

static json_t *parse(const char *text, size_t length, json_error_t *error)
{
    return json_loadb(text, length, JSON_REJECT_DUPLICATES, error);
}

bool proof_json_is(const char *text, size_t length)
{
    json_error_t error;
    json_t *root =
        length <= CERTIO_MAX_BYTES ? parse(text, length, &error) : NULL;
    const char *schema =
        json_string_value(json_object_get(item_of(root, 0), "schema"));
    bool is = schema && strncmp(schema, PROOF_JSON_SCHEMA,
                                strcspn(PROOF_JSON_SCHEMA, "/")) == 0;
    json_decref(root);
    return is;
}

static void clear_list(struct proof_certificate **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        proof_certificate_clear(&(*list)[i]);
    free(*list);
    *list = NULL;
    *count = 0;
}

enum status proof_json_read(struct proof_certificate **list, size_t *count,
                            const char *text, size_t length, const char *name,
                            char **reason)
{
    json_error_t error = {0};
    struct buffer what;
    *list = NULL;
    *count = 0;
    *reason = NULL;
    if (length > CERTIO_MAX_BYTES)
        return certio_reject(reason, name, "the file is longer than 64 MiB");
    json_t *root = parse(text, length, &error);
    size_t n = json_is_array(root) ? json_array_size(root) : root != NULL;
    if (n == 0 || n > CERTIO_MAX_CERTIFICATES) {
        enum status st = certio_reject(reason, name,
                                       root ? "expected 1 to 4096 certificates"
                                            : error.text);
        json_decref(root);
        return st;
    }
    *list = xcalloc(n, sizeof **list);
    buffer_init(&what);
    bool ok = true;
    while (*count < n && ok) {
        size_t i = (*count)++;
        proof_certificate_init(&(*list)[i]);
        ok = proof_of_json(&(*list)[i], item_of(root, i), &what);
    }
    enum status st = ok ? ST_OK : certio_reject(reason, name, what.text);
    if (!ok)
        clear_list(list, count);
    buffer_clear(&what);
    json_decref(root);
    return st;
}

enum status proof_json_read_one(struct proof *out, const char *text,
                                size_t length, char **reason)
{
    json_error_t error = {0};
    struct buffer what;
    struct reader r = {.fault = &what};
    *out = (struct proof){0};
    *reason = NULL;
    buffer_init(&what);
    json_t *o = parse(text, length, &error);
    if (!o)
        fault(&r, error.text);
    enum status st = o && read_proof(&r, out, o)
                         ? ST_OK
                         : certio_reject(reason, "a proof", what.text);
    buffer_clear(&what);
    json_decref(o);
    return st;
}
