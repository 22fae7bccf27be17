#include "report/typeset.h"

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

static void put_number(struct typeset *s, const struct expr *e, int depth)
{
    (void)depth;
    LOCAL_BUFFER text = buffer_new();
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

/* ---- arithmetic ---- */

static void put_infix(struct typeset *s, const struct expr *e, const char *sign,
                      enum ast_level left, enum ast_level right, int depth)
{
    typeset_put(s, e->kids[0], left, depth);
    buffer_printf(s->out, "<mo>%s</mo>", sign);
    typeset_put(s, e->kids[1], right, depth);
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
    LOCAL_BUFFER last = buffer_new(), whole = buffer_new();
    expr_print(&last, hi);
    dim_print(&whole, size);
    bool all = is_one(lo) && strcmp(last.text, whole.text) == 0;
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
    static const char *const signs[] = {
        [REL_EQ] = "=", [REL_NE] = "≠",    [REL_LE] = "≤",
        [REL_GE] = "≥", [REL_LT] = "&lt;", [REL_GT] = "&gt;",
    };
    return signs[rel];
}

static void put_relation(struct typeset *s, const struct expr *e, int depth)
{
    put_infix(s, e, typeset_relation_sign(e->rel), LEVEL_SUM, LEVEL_SUM, depth);
}

static void put_psd(struct typeset *s, const struct expr *e, int depth)
{
    typeset_put(s, e->kids[0], LEVEL_SUM, depth);
    buffer_add(s->out, "<mo>⪰</mo><mn>0</mn>");
}

/* ---- every form ---- */

static void put_symbol(struct typeset *s, const struct expr *e, int depth)
{
    (void)depth;
    typeset_symbol(s->out, e->symbol);
}

/* A form of its own; or a sign before its operand, between two or behind. */
struct form {
    enum ast_level level;
    void (*put)(struct typeset *s, const struct expr *e, int depth);
    const char *sign;
    enum ast_level left, right; /* how its operands must bind */
};

/* clang-format off */
static const struct form forms[] = {
    [EX_NUMBER] = {LEVEL_POSTFIX, put_number, NULL, 0, 0},
    [EX_PI] = {LEVEL_POSTFIX, NULL, "<mi>π</mi>", 0, 0},
    [EX_INFINITY] = {LEVEL_POSTFIX, NULL, "<mi>∞</mi>", 0, 0},
    [EX_SYMBOL] = {LEVEL_POSTFIX, put_symbol, NULL, 0, 0},
    [EX_GIVEN] = {LEVEL_POSTFIX, put_member, NULL, 0, 0},
    [EX_LET] = {LEVEL_POSTFIX, put_member, NULL, 0, 0},
    [EX_ADD] = {LEVEL_SUM, NULL, "<mo>+</mo>", LEVEL_SUM, LEVEL_SUM},
    [EX_SUB] = {LEVEL_SUM, NULL, "<mo>−</mo>", LEVEL_SUM, LEVEL_PRODUCT},
    [EX_NEG] = {LEVEL_SUM, NULL, "<mo form=\"prefix\">−</mo>", LEVEL_PRODUCT, 0},
    [EX_MATMUL] = {LEVEL_PRODUCT, put_product, NULL, 0, 0},
    [EX_SCALE] = {LEVEL_PRODUCT, put_product, NULL, 0, 0},
    [EX_DIVIDE] = {LEVEL_MINUS, put_fraction, NULL, 0, 0},
    [EX_DOT_MUL] = {LEVEL_PRODUCT, put_entrywise, NULL, 0, 0},
    [EX_DOT_DIV] = {LEVEL_PRODUCT, put_entrywise, NULL, 0, 0},
    [EX_POW] = {LEVEL_POWER, put_power, NULL, 0, 0},
    [EX_DOT_POW] = {LEVEL_POWER, put_power, NULL, 0, 0},
    [EX_MATPOW] = {LEVEL_POWER, put_power, NULL, 0, 0},
    [EX_TRANSPOSE] = {LEVEL_POWER, put_transpose, NULL, 0, 0},
    [EX_ENTRY] = {LEVEL_POWER, put_entry, NULL, 0, 0},
    [EX_SLICE] = {LEVEL_POWER, put_slice, NULL, 0, 0},
    [EX_LITERAL] = {LEVEL_POSTFIX, put_literal, NULL, 0, 0},
    [EX_CALL] = {LEVEL_POSTFIX, typeset_call, NULL, 0, 0},
    [EX_SUM] = {LEVEL_PRODUCT, typeset_binder, NULL, 0, 0},
    [EX_PROD] = {LEVEL_PRODUCT, typeset_binder, NULL, 0, 0},
    [EX_MAX] = {LEVEL_PRODUCT, typeset_binder, NULL, 0, 0},
    [EX_MIN] = {LEVEL_PRODUCT, typeset_binder, NULL, 0, 0},
    [EX_INTEGRAL] = {LEVEL_PRODUCT, typeset_binder, NULL, 0, 0},
    [EX_EXPECTATION] = {LEVEL_MINUS, typeset_binder, NULL, 0, 0},
    [EX_IF] = {LEVEL_SUM, typeset_binder, NULL, 0, 0},
    [EX_REL] = {LEVEL_RELATION, put_relation, NULL, 0, 0},
    [EX_PSD] = {LEVEL_RELATION, put_psd, NULL, 0, 0},
    [EX_AND] = {LEVEL_AND, NULL, "<mo>∧</mo>", LEVEL_AND, LEVEL_AND},
    [EX_OR] = {LEVEL_OR, NULL, "<mo>∨</mo>", LEVEL_OR, LEVEL_OR},
    [EX_NOT] = {LEVEL_NOT, NULL, "<mo form=\"prefix\">¬</mo>", LEVEL_NOT, 0},
    [EX_FORALL] = {LEVEL_NOT, typeset_binder, NULL, 0, 0}};
/* clang-format on */

_Static_assert(sizeof forms / sizeof *forms == EX_FORALL + 1,
               "a form of expressions has no row");

static enum ast_level level_of(const struct typeset *s, const struct expr *e)
{
    if (typeset_definition(s, e))
        return LEVEL_POSTFIX;
    if (e->op == EX_NUMBER && is_negative(e))
        return LEVEL_SUM;
    if ((e->op == EX_GIVEN || e->op == EX_LET) && has_superscript(e))
        return LEVEL_POWER;
    return e->op == EX_CALL ? typeset_call_level(e) : forms[e->op].level;
}

static void put_form(struct typeset *s, const struct expr *e, int depth)
{
    const struct form *form = &forms[e->op];
    if (form->put) {
        form->put(s, e, depth);
        return;
    }
    if (e->count == 2)
        typeset_put(s, e->kids[0], form->left, depth);
    buffer_add(s->out, form->sign);
    if (e->count > 0)
        typeset_put(s, e->kids[e->count - 1],
                    e->count == 2 ? form->right : form->left, depth);
}

void typeset_put(struct typeset *s, const struct expr *e, enum ast_level at,
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
    put_form(s, e, depth + 1);
    buffer_add(s->out, wrap ? "<mo>)</mo></mrow>" : "");
}
