#include "report/typeset.h"

#include "base/escape.h"
#include "report/name.h"
#include "report/typeset_internal.h"

#include <string.h>

/* ---- names ---- */

void typeset_symbol(struct buffer *out, const struct symbol *symbol)
{
    name_print(out, symbol->name, symbol->kind == SYM_DIM);
}

const char *typeset_definition(const struct typeset *s, const struct expr *e)
{
    const struct theorem *t = s->theorem;
    if (e->count == 0 || e == s->unfolded || e->op == EX_GIVEN ||
        e->op == EX_LET || e->is_relation)
        return NULL;
    for (size_t i = 0; i < t->ndefinitions; i++)
        if (t->definitions[i].value == e)
            return t->definitions[i].name;
    return NULL;
}

bool typeset_open_member(struct buffer *out, const char *text)
{
    struct name name = name_split(text, false);
    bool both = name.subscript[0] != '\0';
    buffer_add(out, both ? "<msubsup>" : "<msub>");
    name_base(out, name.base);
    if (both)
        name_base(out, name.subscript);
    buffer_add(out, both ? "<mrow><mo>(</mo>" : "<mrow>");
    return both;
}

void typeset_close_member(struct buffer *out, bool both)
{
    buffer_add(out, both ? "<mo>)</mo></mrow></msubsup>" : "</mrow></msub>");
}

static void put_member(struct typeset *s, const struct expr *e, int depth)
{
    if (e->count == 0) {
        name_print(s->out, e->name, false);
        return;
    }
    bool both = typeset_open_member(s->out, e->name);
    typeset_list(s, e, 0, depth);
    typeset_close_member(s->out, both);
}

static void put_number(struct typeset *s, const struct expr *e)
{
    struct buffer text = buffer_new();
    rational_print(&text, e->number);
    const char *digits = text.text;
    char *slash = strchr(text.text, '/');
    if (*digits == '-') {
        buffer_add(s->out, "<mo form=\"prefix\">−</mo>");
        digits++;
    }
    if (slash) {
        *slash = '\0';
        buffer_printf(s->out, "<mfrac><mn>%s</mn><mn>%s</mn></mfrac>", digits,
                      slash + 1);
    } else {
        buffer_printf(s->out, "<mn>%s</mn>", digits);
    }
    buffer_clear(&text);
}

/* ---- how tightly a form binds ---- */

static bool is_negative(const struct expr *e)
{
    return rational_to_double(e->number) < 0;
}

/* A member with indices above its name takes no further script. */
static bool has_superscript(const struct expr *e)
{
    return e->count > 0 && name_split(e->name, false).subscript[0] != '\0';
}

static enum level level_of(const struct typeset *s, const struct expr *e)
{
    if (typeset_definition(s, e))
        return LEVEL_POSTFIX;
    switch (e->op) {
    case EX_NUMBER:
        return is_negative(e) ? LEVEL_SUM : LEVEL_POSTFIX;
    case EX_PI:
    case EX_INFINITY:
    case EX_SYMBOL:
    case EX_LITERAL:
        return LEVEL_POSTFIX;
    case EX_GIVEN:
    case EX_LET:
        return has_superscript(e) ? LEVEL_POWER : LEVEL_POSTFIX;
    case EX_ENTRY:
    case EX_SLICE:
    case EX_TRANSPOSE:
    case EX_POW:
    case EX_MATPOW:
    case EX_DOT_POW:
        return LEVEL_POWER;
    case EX_ADD:
    case EX_SUB:
        return LEVEL_SUM;
    case EX_NEG:
        return LEVEL_SUM;
    case EX_MATMUL:
    case EX_SCALE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
        return LEVEL_PRODUCT;
    case EX_DIVIDE:
    case EX_EXPECTATION:
        return LEVEL_MINUS;
    case EX_IF:
        return LEVEL_SUM;
    case EX_CALL:
        return typeset_call_level(e);
    case EX_REL:
    case EX_PSD:
        return LEVEL_RELATION;
    case EX_NOT:
    case EX_FORALL:
        return LEVEL_NOT;
    case EX_AND:
        return LEVEL_AND;
    case EX_OR:
        return LEVEL_OR;
    }
    return LEVEL_OR;
}

/* ---- arithmetic ---- */

static void put_infix(struct typeset *s, const struct expr *e, const char *sign,
                      enum level left, enum level right, int depth)
{
    typeset_put(s, e->kids[0], left, depth);
    buffer_printf(s->out, "<mo>%s</mo>", sign);
    typeset_put(s, e->kids[1], right, depth);
}

struct joint {
    const char *sign;
    enum level left, right;
};

/* The forms with a sign between two operands that bind as the level says. */
static const struct joint joints[] = {
    [EX_ADD] = {"+", LEVEL_SUM, LEVEL_SUM},
    [EX_SUB] = {"−", LEVEL_SUM, LEVEL_PRODUCT},
    [EX_REL] = {NULL, LEVEL_SUM, LEVEL_SUM}, /* as the relation is */
    [EX_AND] = {"∧", LEVEL_AND, LEVEL_AND},
    [EX_OR] = {"∨", LEVEL_OR, LEVEL_OR}};

static void put_joined(struct typeset *s, const struct expr *e, int depth)
{
    const struct joint *j = &joints[e->op];
    const char *sign = j->sign ? j->sign : typeset_relation_sign(e->rel);
    put_infix(s, e, sign, j->left, j->right, depth);
}

static void put_prefix(struct typeset *s, const struct expr *e,
                       const char *sign, enum level operand, int depth)
{
    buffer_printf(s->out, "<mo form=\"prefix\">%s</mo>", sign);
    typeset_put(s, e->kids[0], operand, depth);
}

/* Whether the text of a factor begins with a digit. */
static bool begins_with_number(const struct typeset *s, const struct expr *e)
{
    while ((e->op == EX_SCALE || e->op == EX_DOT_MUL || e->op == EX_POW) &&
           !typeset_definition(s, e))
        e = e->kids[0];
    return e->op == EX_NUMBER;
}

/* Factors side by side; a dot where the second one begins with a digit. */
static void put_product(struct typeset *s, const struct expr *e, int depth)
{
    typeset_put(s, e->kids[0], LEVEL_PRODUCT, depth);
    if (begins_with_number(s, e->kids[1]))
        buffer_add(s->out, "<mo>·</mo>");
    else
        buffer_add(s->out, "<mo>&#x2062;</mo><mspace width=\"0.17em\"/>");
    typeset_put(s, e->kids[1], LEVEL_MINUS, depth);
}

static void put_fraction(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<mfrac><mrow>");
    typeset_put(s, e->kids[0], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow><mrow>");
    typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow></mfrac>");
}

static bool both_scalar(const struct expr *e)
{
    return expr_is_scalar(e->kids[0]) && expr_is_scalar(e->kids[1]);
}

/* Entry by entry or as a matrix: of scalars it is the same. */
static void put_power(struct typeset *s, const struct expr *e, int depth)
{
    const char *before =
        e->op == EX_DOT_POW && !both_scalar(e) ? "<mo>∘</mo>" : "";
    bool norm = !typeset_definition(s, e->kids[0]) &&
                typeset_open_norm(s, e->kids[0], depth);
    if (!norm) {
        buffer_add(s->out, "<msup><mrow>");
        typeset_put(s, e->kids[0], LEVEL_POSTFIX, depth);
        buffer_add(s->out, "</mrow>");
    }
    buffer_printf(s->out, "<mrow>%s", before);
    typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    buffer_add(s->out, norm ? "</mrow></msubsup>" : "</mrow></msup>");
}

static void put_transpose(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<msup><mrow>");
    typeset_put(s, e->kids[0], LEVEL_POSTFIX, depth);
    buffer_add(s->out, "</mrow><mo>⊤</mo></msup>");
}

static void put_entrywise(struct typeset *s, const struct expr *e, int depth)
{
    bool scalar = both_scalar(e);
    if (e->op == EX_DOT_MUL && scalar)
        put_product(s, e, depth);
    else if (e->op == EX_DOT_MUL)
        put_infix(s, e, "⊙", LEVEL_PRODUCT, LEVEL_MINUS, depth);
    else
        put_infix(s, e, scalar ? "/" : "⊘", LEVEL_PRODUCT, LEVEL_MINUS, depth);
}

/* ---- parts ---- */

static bool is_one(const struct expr *e)
{
    int64_t value = 0;
    return e->op == EX_NUMBER && rational_is_int(e->number, &value) &&
           value == 1;
}

static void put_entry(struct typeset *s, const struct expr *e, int depth)
{
    bool column = is_one(e->kids[2]) && dim_is_one(e->kids[0]->cols);
    buffer_add(s->out, "<msub><mrow>");
    typeset_put(s, e->kids[0], LEVEL_POSTFIX, depth);
    buffer_add(s->out, "</mrow><mrow>");
    typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    if (!column) {
        buffer_add(s->out, "<mo>,</mo>");
        typeset_put(s, e->kids[2], LEVEL_SUM, depth);
    }
    buffer_add(s->out, "</mrow></msub>");
}

/* One axis of a slice: all, one place, or from..to. */
static void put_axis(struct typeset *s, const struct expr *lo,
                     const struct expr *hi, const struct dim *size, int depth)
{
    struct buffer last = buffer_new(), whole = buffer_new();
    expr_print(&last, hi);
    dim_print(&whole, size);
    bool all = is_one(lo) && strcmp(last.text, whole.text) == 0;
    buffer_clear(&last);
    buffer_clear(&whole);
    if (!all)
        typeset_put(s, lo, LEVEL_SUM, depth);
    if (all || lo != hi)
        buffer_add(s->out, "<mo lspace=\"0\" rspace=\"0\">:</mo>");
    if (!all && lo != hi)
        typeset_put(s, hi, LEVEL_SUM, depth);
}

static void put_slice(struct typeset *s, const struct expr *e, int depth)
{
    const struct expr *whole = e->kids[0];
    buffer_add(s->out, "<msub><mrow>");
    typeset_put(s, whole, LEVEL_POSTFIX, depth);
    buffer_add(s->out, "</mrow><mrow>");
    put_axis(s, e->kids[1], e->kids[2], whole->rows, depth);
    buffer_add(s->out, "<mo>,</mo>");
    put_axis(s, e->kids[3], e->kids[4], whole->cols, depth);
    buffer_add(s->out, "</mrow></msub>");
}

static void put_literal(struct typeset *s, const struct expr *e, int depth)
{
    int64_t cols = 1;
    (void)dim_is_constant(e->cols, &cols);
    buffer_add(s->out, "<mrow><mo>[</mo><mtable><mtr>");
    for (size_t i = 0; i < e->count; i++) {
        if (i > 0 && i % (size_t)cols == 0)
            buffer_add(s->out, "</mtr><mtr>");
        buffer_add(s->out, "<mtd>");
        typeset_put(s, e->kids[i], LEVEL_OR, depth);
        buffer_add(s->out, "</mtd>");
    }
    buffer_add(s->out, "</mtr></mtable><mo>]</mo></mrow>");
}

void typeset_list(struct typeset *s, const struct expr *e, size_t from,
                  int depth)
{
    for (size_t i = from; i < e->count; i++) {
        if (i > from)
            buffer_add(s->out, "<mo>,</mo>");
        typeset_put(s, e->kids[i], LEVEL_OR, depth);
    }
}

/* ---- relations ---- */

const char *typeset_relation_sign(enum relop rel)
{
    switch (rel) {
    case REL_EQ:
        return "=";
    case REL_NE:
        return "≠";
    case REL_LE:
        return "≤";
    case REL_GE:
        return "≥";
    case REL_LT:
        return "&lt;";
    case REL_GT:
        return "&gt;";
    }
    return "";
}

/* ---- every form ---- */

static void put_form(struct typeset *s, const struct expr *e, enum level at,
                     int depth)
{
    switch (e->op) {
    case EX_NUMBER:
        put_number(s, e);
        break;
    case EX_PI:
        buffer_add(s->out, "<mi>π</mi>");
        break;
    case EX_INFINITY:
        buffer_add(s->out, "<mi>∞</mi>");
        break;
    case EX_SYMBOL:
        typeset_symbol(s->out, e->symbol);
        break;
    case EX_GIVEN:
    case EX_LET:
        put_member(s, e, depth);
        break;
    case EX_ADD:
    case EX_SUB:
    case EX_REL:
    case EX_AND:
    case EX_OR:
        put_joined(s, e, depth);
        break;
    case EX_NEG:
        put_prefix(s, e, "−", LEVEL_PRODUCT, depth);
        break;
    case EX_MATMUL:
    case EX_SCALE:
        put_product(s, e, depth);
        break;
    case EX_DOT_MUL:
    case EX_DOT_DIV:
        put_entrywise(s, e, depth);
        break;
    case EX_DIVIDE:
        put_fraction(s, e, depth);
        break;
    case EX_POW:
    case EX_MATPOW:
    case EX_DOT_POW:
        put_power(s, e, depth);
        break;
    case EX_TRANSPOSE:
        put_transpose(s, e, depth);
        break;
    case EX_ENTRY:
        put_entry(s, e, depth);
        break;
    case EX_SLICE:
        put_slice(s, e, depth);
        break;
    case EX_LITERAL:
        put_literal(s, e, depth);
        break;
    case EX_CALL:
        typeset_call(s, e, at, depth);
        break;
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_IF:
    case EX_FORALL:
        typeset_binder(s, e, depth);
        break;
    case EX_PSD:
        typeset_put(s, e->kids[0], LEVEL_SUM, depth);
        buffer_add(s->out, "<mo>⪰</mo><mn>0</mn>");
        break;
    case EX_NOT:
        put_prefix(s, e, "¬", LEVEL_NOT, depth);
        break;
    }
}

void typeset_put(struct typeset *s, const struct expr *e, enum level at,
                 int depth)
{
    const char *name = typeset_definition(s, e);
    if (depth > TYPESET_MAX_DEPTH || ++s->nodes > TYPESET_MAX_NODES) {
        buffer_add(s->out, "<mo>…</mo>");
        return;
    }
    if (name) {
        name_print(s->out, name, false);
        return;
    }
    if (s->has_hole && is_one(e)) {
        s->has_hole = false;
        buffer_add(s->out, "<mi mathvariant=\"normal\">?</mi>");
        return;
    }
    bool wrap = level_of(s, e) < at;
    buffer_add(s->out, wrap ? "<mrow><mo>(</mo>" : "");
    put_form(s, e, at, depth + 1);
    buffer_add(s->out, wrap ? "<mo>)</mo></mrow>" : "");
}
