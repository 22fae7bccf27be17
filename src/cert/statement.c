#include "cert/statement.h"

#include "instance/property.h"
#include "lang/parser.h"

#include <stdlib.h>
#include <string.h>

bool statement_reject(char **reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *reason = buffer_vtext(format, args);
    va_end(args);
    for (char *p = *reason; *p; p++)
        if (*p == '\n')
            *p = ' ';
    return false;
}

/* The first message of a diag. */
static bool reject_diag(char **reason, const char *what,
                        const struct diag *diag)
{
    LOCAL_BUFFER text = buffer_new();
    diag_print(diag, &text);
    size_t end = text.text ? strcspn(text.text, "\n") : 0;
    statement_reject(reason, "%s: %.*s", what, (int)end,
                     text.text ? text.text : "");
    return false;
}

/* ---- the text ---- */

/* Nothing but funcs, one theorem and its proofs: no import, no case. */
static bool check_items(struct statement *s, const struct certificate *c,
                        struct diag *diag, char **reason)
{
    struct ast_file *file = NULL;
    const struct source *source = source_from_text(
        s->arena, "statement", c->statement, strlen(c->statement));
    if (strlen(c->statement) > SOURCE_MAX_BYTES)
        return statement_reject(reason, "the statement is too long");
    if (parser_file(&file, s->arena, source, diag) != ST_OK)
        return reject_diag(reason, "the statement is not valid", diag);
    size_t theorems = 0;
    for (size_t i = 0; i < file->nitems; i++) {
        enum ast_item_kind kind = file->items[i].kind;
        theorems += kind == ITEM_THEOREM;
        if (kind == ITEM_IMPORT || kind == ITEM_CASE)
            return statement_reject(
                reason, "the statement is not self-contained: it may hold "
                        "funcs, one theorem and its proofs");
    }
    if (theorems != 1)
        return statement_reject(reason,
                                "the statement holds %zu theorems, "
                                "not 1",
                                theorems);
    return true;
}

static bool find_claim(struct statement *s, const struct certificate *c,
                       char **reason)
{
    s->theorem = module_theorem(s->module, 0);
    if (strcmp(s->theorem->name, c->theorem) != 0)
        return statement_reject(reason, "the statement has no theorem %s",
                                c->theorem);
    s->claim = theorem_claim(s->theorem, c->claim);
    if (!s->claim)
        return statement_reject(reason, "the theorem has no claim %s",
                                c->claim);
    if (c->link < 1 || c->link > s->claim->nlinks)
        return statement_reject(reason, "the claim %s has no link %zu",
                                c->claim, c->link);
    if (s->claim->has_hole)
        return statement_reject(reason, "the claim asks for a constant");
    s->relation = s->claim->links[c->link - 1].relation;
    s->dropped = STATEMENT_NO_DROP;
    for (size_t i = 0; c->dropped && i < s->theorem->nassumptions; i++) {
        const char *name = s->theorem->assumptions[i].name;
        if (name && strcmp(name, c->dropped) == 0)
            s->dropped = (long)i;
    }
    if (c->dropped && s->dropped == STATEMENT_NO_DROP)
        return statement_reject(reason, "no assumption is named %s",
                                c->dropped);
    return true;
}

static bool read_statement(struct statement *s, const struct certificate *c,
                           char **reason)
{
    LOCAL_DIAG diag = diag_new();
    bool ok = check_items(s, c, diag, reason);
    if (ok && module_load_text(&s->module, "statement", c->statement, NULL,
                               diag) != ST_OK)
        ok = reject_diag(reason, "the statement is not valid", diag);
    return ok && find_claim(s, c, reason);
}

/* ---- sizes ---- */

static bool read_sizes(struct statement *s, const struct certificate *c,
                       char **reason)
{
    const struct theorem *t = s->theorem;
    if (c->nsizes != t->ndims)
        return statement_reject(reason,
                                "%zu sizes are given, the theorem "
                                "has %zu",
                                c->nsizes, t->ndims);
    LOCAL_FREE int64_t *dims = xcalloc(t->ndims + 1, sizeof *dims);
    bool ok = true;
    for (size_t i = 0; i < t->ndims && ok; i++) {
        dims[i] = c->sizes[i].value;
        if (strcmp(c->sizes[i].name, t->dims[i]->name) != 0)
            ok = statement_reject(reason, "size %zu is called %s, expected %s",
                                  i + 1, c->sizes[i].name, t->dims[i]->name);
    }
    LOCAL_FREE char *why = NULL;
    if (ok && layout_init(&s->layout, t, dims, &why) != ST_OK)
        ok = statement_reject(reason, "%s", why);
    else if (ok)
        instance_init(&s->x, &s->layout);
    return ok;
}

/* ---- values ---- */

/* A closed expression: its rational value, else kept as it is. */
static bool read_expr(struct value *out, struct statement *s, const char *name,
                      const char *text, char **reason)
{
    struct diag *diag = diag_new();
    struct ast_expr *ast = NULL;
    const struct expr *e = NULL;
    struct rmatrix m;
    const struct source *source =
        source_from_text(s->arena, name, text, strlen(text));
    bool ok = parser_expression(&ast, s->arena, source, diag) == ST_OK &&
              lower_value(&e, s->module, s->theorem, ast, NULL, NULL, NULL,
                          diag) == ST_OK;
    if (!ok) {
        reject_diag(reason, "a value is not valid", diag);
        diag_free(diag);
        return false;
    }
    diag_free(diag);
    /* indices of the value are symbols behind the statement's */
    env_grow(&s->layout.env, dim_symbols(expr_dims(s->theorem->pool)));
    enum status st = closed_matrix(&m, e, &s->layout.env, NULL);
    if (st == ST_OK) {
        value_take(out, &m);
    } else if (st == ST_UNABLE) {
        out->kind = VALUE_EXPR;
        out->expr = e;
    } else {
        return statement_reject(reason,
                                "the value of %s is undefined or too "
                                "large",
                                name);
    }
    return true;
}

static bool read_value(struct statement *s, size_t k,
                       const struct cert_value *given, const char *name,
                       char **reason)
{
    struct value *v = &s->x.values[k];
    const struct slot *slot = &s->layout.slots[k];
    if (strcmp(given->name, name) != 0)
        return statement_reject(reason, "value %zu is called %s, expected %s",
                                k + 1, given->name, name);
    if (given->expr) {
        if (!read_expr(v, s, name, given->expr, reason))
            return false;
    } else {
        value_set_rationals(v, given->entries.rows, given->entries.cols);
        for (size_t i = 0; i < v->rows * v->cols; i++)
            mpq_set(v->rationals[i].q, given->entries.entries[i].q);
    }
    if (v->kind != VALUE_EXPR &&
        (v->rows != slot->rows || v->cols != slot->cols))
        return statement_reject(reason, "%s is %zu x %zu, expected %zu x %zu",
                                name, v->rows, v->cols, slot->rows, slot->cols);
    return true;
}

/* The declared kind and range, exactly. */
static bool check_value(struct statement *s, size_t k, const char *name,
                        char **reason)
{
    const struct value *v = &s->x.values[k];
    const struct given *given = &s->theorem->givens[s->layout.slots[k].given];
    struct range range;
    int64_t number;
    if (v->kind == VALUE_EXPR)
        return true;
    range_init(&range);
    LOCAL_BUFFER why = buffer_new();
    bool ok = range_of_given(&range, given, &s->layout.env, &why) == ST_OK &&
              property_check(v, given->kind, &range, name, &why) == ST_OK;
    if (!ok)
        statement_reject(reason, "%s", why.text ? why.text : name);
    if (ok && given->symbol) {
        ok = rational_is_int(&v->rationals[0], &number);
        if (ok)
            env_set(&s->layout.env, given->symbol, number);
        else
            statement_reject(reason, "%s is too large", name);
    }
    range_clear(&range);
    return ok;
}

static bool read_values(struct statement *s, const struct certificate *c,
                        char **reason)
{
    if (c->nvalues != s->layout.nslots)
        return statement_reject(reason,
                                "%zu values are given, the theorem "
                                "has %zu here",
                                c->nvalues, s->layout.nslots);
    LOCAL_BUFFER name = buffer_new();
    bool ok = true;
    for (size_t k = 0; k < c->nvalues && ok; k++) {
        buffer_reset(&name);
        layout_print_slot(&name, &s->layout, k);
        ok = read_value(s, k, &c->values[k], name.text, reason) &&
             check_value(s, k, name.text, reason);
    }
    return ok;
}

bool statement_open(struct statement *s, const struct certificate *c,
                    char **reason)
{
    *s = (struct statement){.arena = arena_new()};
    return read_statement(s, c, reason) && read_sizes(s, c, reason) &&
           read_values(s, c, reason);
}

void statement_clear(struct statement *s)
{
    if (s->x.layout)
        instance_clear(&s->x);
    if (s->layout.theorem)
        layout_clear(&s->layout);
    module_free(s->module);
    arena_free(s->arena);
    *s = (struct statement){0};
}
