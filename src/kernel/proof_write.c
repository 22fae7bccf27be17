/* Certificates of proofs as JSON. */
#include "kernel/proof_json.h"

#include "certio/json.h"

#include <stdlib.h>

static json_t *text_of(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    ENSURE(value, "a proof holds a text that is not UTF-8");
    return value;
}

static json_t *index_of(size_t at)
{
    return at == PROOF_NONE ? json_null() : json_integer((json_int_t)at);
}

static json_t *indices(const size_t *list, size_t count)
{
    json_t *made = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(made, index_of(list[i]));
    return made;
}

/* [name, is it real, the statement's number or null] */
static json_t *variable(const struct proof_variable *v)
{
    json_t *made = json_array();
    json_array_append_new(made, text_of(v->name));
    json_array_append_new(made, json_boolean(v->is_real));
    json_array_append_new(made, index_of(v->at));
    return made;
}

/* [op, name or number where there is one, kids...] */
static json_t *term(const struct proof_term *t)
{
    json_t *made = json_array();
    struct buffer op;
    buffer_init(&op);
    buffer_printf(&op, "%s%s", proof_op_name(t->op),
                  t->reversed ? " reversed" : "");
    json_array_append_new(made, text_of(op.text));
    buffer_clear(&op);
    if (t->name)
        json_array_append_new(made, text_of(t->name));
    else
        json_array_append_new(made, index_of(t->number));
    for (size_t i = 0; i < t->count; i++)
        json_array_append_new(made, index_of(t->kids[i]));
    return made;
}

/* [outer, variable, lo, hi] or [outer, hypothesis] */
static json_t *scope(const struct proof_scope *s)
{
    json_t *made = json_array();
    json_array_append_new(made, index_of(s->outer));
    if (s->variable == PROOF_NONE) {
        json_array_append_new(made, index_of(s->hypothesis));
        return made;
    }
    json_array_append_new(made, index_of(s->variable));
    json_array_append_new(made, index_of(s->lo));
    json_array_append_new(made, index_of(s->hi));
    return made;
}

/* ---- partitions ---- */

static json_t *number(const struct partition_number *x)
{
    json_t *made = json_array();
    json_array_append_new(made, json_integer((json_int_t)x->kind));
    json_array_append_new(made, certio_rational(&x->value));
    json_array_append_new(made, certio_rational(&x->argument));
    return made;
}

/* [exponent, sign, width, [coefficient, exponents...]...] */
static json_t *factor(const struct partition_factor *f)
{
    json_t *made = json_array();
    json_array_append_new(made, json_integer(f->exponent));
    json_array_append_new(made, json_integer(f->sign));
    json_array_append_new(made, index_of(f->width));
    for (size_t i = 0; i < f->terms; i++) {
        json_t *row = json_array();
        json_array_append_new(row, certio_rational(&f->coefficients[i]));
        for (size_t k = 0; k < f->width; k++)
            json_array_append_new(row,
                                  json_integer(f->exponents[i * f->width + k]));
        json_array_append_new(made, row);
    }
    return made;
}

/* [rule, variable, index, first kid, kids, numbers, factors] */
static json_t *node(const struct partition_node *n)
{
    json_t *made = json_array(), *numbers = json_array();
    json_t *factors = json_array();
    for (size_t i = 0; i < n->nnumbers; i++)
        json_array_append_new(numbers, number(&n->numbers[i]));
    for (size_t i = 0; i < n->nfactors; i++)
        json_array_append_new(factors, factor(&n->factors[i]));
    json_array_append_new(made, text_of(partition_rule_name(n->rule)));
    json_array_append_new(made, index_of(n->variable));
    json_array_append_new(made, index_of(n->index));
    json_array_append_new(made, index_of(n->first));
    json_array_append_new(made, index_of(n->count));
    json_array_append_new(made, numbers);
    json_array_append_new(made, factors);
    return made;
}

static json_t *partition(const struct partition *p)
{
    if (!p)
        return json_null();
    json_t *made = json_object(), *nodes = json_array();
    for (size_t i = 0; i < p->count; i++)
        json_array_append_new(nodes, node(&p->nodes[i]));
    json_object_set_new(made, "roots", indices(p->roots, p->nroots));
    json_object_set_new(made, "nodes", nodes);
    return made;
}

/* ---- a proof ---- */

/* ORDER: docs/certificate.md */
static json_t *line(const struct proof_line *l)
{
    json_t *o = json_object();
    json_object_set_new(o, "rule", text_of(rule_name(l->rule)));
    json_object_set_new(o, "of", text_of(l->of));
    json_object_set_new(o, "link", index_of(l->link));
    json_object_set_new(o, "says", index_of(l->says));
    json_object_set_new(o, "scope", index_of(l->scope));
    json_object_set_new(o, "from", indices(l->premises, l->npremises));
    json_object_set_new(o, "terms", indices(l->terms, l->nterms));
    json_object_set_new(o, "range", partition(l->range));
    return o;
}

static json_t *proof_json(const struct proof *p)
{
    json_t *o = json_object(), *variables = json_array();
    json_t *terms = json_array(), *scopes = json_array(), *lines = json_array();
    for (size_t i = 0; i < p->nvariables; i++)
        json_array_append_new(variables, variable(&p->variables[i]));
    for (size_t i = 0; i < p->nterms; i++)
        json_array_append_new(terms, term(&p->terms[i]));
    for (size_t i = 0; i < p->nscopes; i++)
        json_array_append_new(scopes, scope(&p->scopes[i]));
    for (size_t i = 0; i < p->nlines; i++)
        json_array_append_new(lines, line(&p->lines[i]));
    json_object_set_new(o, "theorem", text_of(p->theorem));
    json_object_set_new(o, "claim", text_of(p->claim));
    json_object_set_new(o, "link", index_of(p->link));
    json_object_set_new(o, "relation", text_of(p->relation));
    json_object_set_new(o, "variables", variables);
    json_object_set_new(o, "terms", terms);
    json_object_set_new(o, "scopes", scopes);
    json_object_set_new(o, "lines", lines);
    return o;
}

void proof_json_write_one(struct buffer *out, const struct proof *proof)
{
    json_t *o = proof_json(proof);
    char *text = json_dumps(o, JSON_COMPACT);
    ENSURE(text, "a proof cannot be written as JSON");
    buffer_add(out, text);
    free(text);
    json_decref(o);
}

void proof_json_write(struct buffer *out, const struct proof_certificate *c)
{
    char digest[CERTIO_DIGEST_CHARS + 1];
    json_t *o = json_object(), *proofs = json_array();
    for (size_t i = 0; i < c->count; i++)
        json_array_append_new(proofs, proof_json(&c->proofs[i]));
    json_object_set_new(o, "schema", json_string(PROOF_JSON_SCHEMA));
    json_object_set_new(o, "version", text_of(c->version));
    json_object_set_new(o, "statement", text_of(c->statement));
    json_object_set_new(o, "proofs", proofs);
    certio_digest(digest, o);
    json_object_set_new(o, "digest", json_string(digest));
    char *text = json_dumps(o, JSON_INDENT(1));
    ENSURE(text, "a proof cannot be written as JSON");
    buffer_add(out, text);
    buffer_add_char(out, '\n');
    free(text);
    json_decref(o);
}
