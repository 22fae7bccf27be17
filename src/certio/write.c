#include "certio/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static json_t *text_or_null(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    ENSURE(value, "a certificate holds a text that is not UTF-8");
    return value;
}

json_t *certio_rational(const rational_t *x)
{
    LOCAL_FREE char *text = mpq_get_str(NULL, 10, x->q);
    return json_string(text);
}

/* A closed expression, or rows of rationals. */
static json_t *value_json(const struct cert_value *v)
{
    if (v->expr)
        return text_or_null(v->expr);
    json_t *rows = json_array();
    for (size_t i = 0; i < v->entries.rows; i++) {
        json_t *row = json_array();
        for (size_t j = 0; j < v->entries.cols; j++)
            json_array_append_new(
                row, certio_rational(rmatrix_at(&v->entries, i, j)));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *sizes_json(const struct certificate *c)
{
    json_t *sizes = json_object();
    for (size_t i = 0; i < c->nsizes; i++)
        json_object_set_new(sizes, c->sizes[i].name,
                            json_integer(c->sizes[i].value));
    return sizes;
}

static json_t *values_json(const struct certificate *c)
{
    json_t *values = json_object();
    for (size_t i = 0; i < c->nvalues; i++)
        json_object_set_new(values, c->values[i].name,
                            value_json(&c->values[i]));
    return values;
}

static json_t *hypotheses_json(const struct certificate *c)
{
    json_t *list = json_array();
    for (size_t i = 0; i < c->nhypotheses; i++)
        json_array_append_new(list, text_or_null(c->hypotheses[i]));
    return list;
}

static json_t *sides_json(const struct certificate *c)
{
    const struct cert_sides *s = &c->sides;
    if (!c->has_sides)
        return json_null();
    return json_pack("{s:[I,I],s:[s,s],s:[s,s],s:s}", "entry",
                     (json_int_t)s->row, (json_int_t)s->col, "lhs",
                     s->lhs_lower, s->lhs_upper, "rhs", s->rhs_lower,
                     s->rhs_upper, "margin", s->margin);
}

static json_t *seed_json(uint64_t seed)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, seed);
    return json_string(text);
}

/* ORDER: docs/certificate.md */
static json_t *certificate_json(const struct certificate *c)
{
    char digest[CERTIO_DIGEST_CHARS + 1];
    json_t *o = json_object();
    json_object_set_new(o, "schema", json_string(CERTIO_SCHEMA));
    json_object_set_new(o, "version", text_or_null(c->version));
    json_object_set_new(o, "statement", text_or_null(c->statement));
    json_object_set_new(o, "theorem", text_or_null(c->theorem));
    json_object_set_new(o, "claim", text_or_null(c->claim));
    json_object_set_new(o, "link", json_integer((json_int_t)c->link));
    json_object_set_new(o, "relation", text_or_null(c->relation));
    json_object_set_new(o, "dropped", text_or_null(c->dropped));
    json_object_set_new(o, "sizes", sizes_json(c));
    json_object_set_new(o, "values", values_json(c));
    json_object_set_new(o, "hypotheses", hypotheses_json(c));
    json_object_set_new(o, "sides", sides_json(c));
    json_object_set_new(o, "precision", json_integer(c->precision));
    json_object_set_new(o, "seed", seed_json(c->seed));
    json_object_set_new(o, "found", text_or_null(c->found));
    certio_digest(digest, o);
    json_object_set_new(o, "digest", json_string(digest));
    return o;
}

static void print_json(struct buffer *out, const json_t *value)
{
    LOCAL_FREE char *text = json_dumps(value, JSON_ENCODE_ANY);
    ENSURE(text, "a certificate cannot be written as JSON");
    buffer_add(out, text);
}

/* One line a member; the members of `values` on lines of their own too. */
static void print_object(struct buffer *out, json_t *object, const char *indent)
{
    const char *key, *comma = "";
    json_t *value;
    buffer_add_char(out, '{');
    json_object_foreach(object, key, value)
    {
        buffer_printf(out, "%s\n%s  \"%s\": ", comma, indent, key);
        if (json_is_object(value) && json_object_size(value) > 0)
            print_object(out, value, "  ");
        else
            print_json(out, value);
        comma = ",";
    }
    buffer_printf(out, "\n%s}", indent);
}

void certio_write(struct buffer *out, const struct certificate *c)
{
    json_t *object = certificate_json(c);
    print_object(out, object, "");
    buffer_add_char(out, '\n');
    json_decref(object);
}
