/* Functions and index forms as mathematics. */
#include "report/name.h"
#include "report/typeset_internal.h"

enum form {
    FORM_WORD,    /* the name, then the arguments in parentheses */
    FORM_NORM,    /* between double bars, with a subscript */
    FORM_BARS,    /* between single bars */
    FORM_ROOT,    /* under a root */
    FORM_BUILD,   /* a letter with its sizes below */
    FORM_INVERSE, /* to the power -1 */
    FORM_KRON,    /* between its arguments */
    FORM_ROW,     /* side by side in brackets */
    FORM_COLUMN,  /* one below the other in brackets */
    FORM_LAMBERT  /* the branch below */
};

struct row {
    enum function fn;
    enum form form;
    const char *text;      /* FORM_WORD, FORM_BUILD */
    const char *subscript; /* or NULL */
};

/* The others are words of their own name. */
static const struct row rows[] = {
    {FN_NORM1, FORM_NORM, NULL, "<mn>1</mn>"},
    {FN_NORMINF, FORM_NORM, NULL, "<mi>∞</mi>"},
    {FN_NORM1INF, FORM_NORM, NULL,
     "<mrow><mn>1</mn><mo>,</mo><mi>∞</mi></mrow>"},
    {FN_NORM2, FORM_NORM, NULL, "<mn>2</mn>"},
    {FN_NORMFRO, FORM_NORM, NULL, "<mi mathvariant=\"normal\">F</mi>"},
    {FN_NORMMAX, FORM_NORM, NULL, "<mi>max</mi>"},
    {FN_NORMNUC, FORM_NORM, NULL, "<mo>∗</mo>"},
    {FN_ABS, FORM_BARS, NULL, NULL},
    {FN_SQRT, FORM_ROOT, NULL, NULL},
    {FN_RELU, FORM_WORD, "ReLU", NULL},
    {FN_SIGN, FORM_WORD, "sgn", NULL},
    {FN_TRACE, FORM_WORD, "tr", NULL},
    {FN_EIGMIN, FORM_WORD, "λ", "<mi>min</mi>"},
    {FN_EIGMAX, FORM_WORD, "λ", "<mi>max</mi>"},
    {FN_MINRES1, FORM_WORD, "minres", "<mn>1</mn>"},
    {FN_MINRESINF, FORM_WORD, "minres", "<mi>∞</mi>"},
    {FN_MINRES1INF, FORM_WORD, "minres",
     "<mrow><mn>1</mn><mo>,</mo><mi>∞</mi></mrow>"},
    {FN_DIAMETER, FORM_WORD, "diam", NULL},
    {FN_ONES, FORM_BUILD, "𝟏", NULL},
    {FN_ZEROS, FORM_BUILD, "𝟎", NULL},
    {FN_EYE, FORM_BUILD, "I", NULL},
    {FN_UNIT, FORM_BUILD, "e", NULL},
    {FN_INV, FORM_INVERSE, NULL, NULL},
    {FN_KRON, FORM_KRON, NULL, NULL},
    {FN_HCAT, FORM_ROW, NULL, NULL},
    {FN_VCAT, FORM_COLUMN, NULL, NULL},
    {FN_LAMBERTW, FORM_LAMBERT, NULL, NULL}};

static struct row find_row(enum function fn)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].fn == fn)
            return rows[i];
    return (struct row){
        .fn = fn, .form = FORM_WORD, .text = function_info(fn)->name};
}

enum ast_level typeset_call_level(const struct expr *e)
{
    switch (find_row(e->fn).form) {
    case FORM_WORD:
    case FORM_LAMBERT:
    case FORM_INVERSE:
    case FORM_BUILD:
        return LEVEL_POWER;
    case FORM_NORM:
    case FORM_BARS:
    case FORM_ROOT:
    case FORM_ROW:
    case FORM_COLUMN:
        return LEVEL_POSTFIX;
    case FORM_KRON:
        return LEVEL_PRODUCT;
    }
    return LEVEL_PRODUCT;
}

static void put_word(struct typeset *s, const struct row *row)
{
    buffer_add(s->out, row->subscript ? "<msub>" : "");
    buffer_printf(s->out, "<mi>%s</mi>", row->text);
    if (row->subscript)
        buffer_printf(s->out, "%s</msub>", row->subscript);
}

static void put_arguments(struct typeset *s, const struct expr *e, size_t from,
                          int depth)
{
    buffer_add(s->out, "<mo>&#x2061;</mo><mrow><mo>(</mo>");
    typeset_list(s, e, from, depth);
    buffer_add(s->out, "<mo>)</mo></mrow>");
}

static void put_between(struct typeset *s, const struct expr *e,
                        const char *bar, int depth)
{
    buffer_printf(s->out, "<mrow><mo form=\"prefix\" stretchy=\"true\">%s</mo>",
                  bar);
    typeset_list(s, e, 0, depth);
    buffer_printf(s->out,
                  "<mo form=\"postfix\" stretchy=\"true\">%s</mo></mrow>", bar);
}

static void put_norm(struct typeset *s, const struct row *row,
                     const struct expr *e, int depth)
{
    buffer_add(s->out, "<msub>");
    put_between(s, e, "‖", depth);
    buffer_printf(s->out, "%s</msub>", row->subscript);
}

bool typeset_open_norm(struct typeset *s, const struct expr *e, int depth)
{
    if (e->op != EX_CALL || find_row(e->fn).form != FORM_NORM)
        return false;
    buffer_add(s->out, "<msubsup>");
    put_between(s, e, "‖", depth);
    buffer_add(s->out, find_row(e->fn).subscript);
    return true;
}

/* The sizes below: n, or n x m; the place of a unit vector in front. */
static void put_build(struct typeset *s, const struct row *row,
                      const struct expr *e, int depth)
{
    bool unit = e->fn == FN_UNIT;
    buffer_printf(
        s->out, unit ? "<msubsup><mi>%s</mi><mrow>" : "<msub><mi>%s</mi><mrow>",
        row->text);
    typeset_put(s, e->kids[unit ? 1 : 0], LEVEL_SUM, depth);
    if (unit) {
        buffer_add(s->out, "</mrow><mrow><mo>(</mo>");
        typeset_put(s, e->kids[0], LEVEL_SUM, depth);
        buffer_add(s->out, "<mo>)</mo></mrow></msubsup>");
        return;
    }
    if (e->count > 1) {
        buffer_add(s->out, "<mo>×</mo>");
        typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    }
    buffer_add(s->out, "</mrow></msub>");
}

static void put_blocks(struct typeset *s, const struct expr *e,
                       const char *between, int depth)
{
    buffer_add(s->out, "<mrow><mo>[</mo><mtable><mtr><mtd>");
    for (size_t i = 0; i < e->count; i++) {
        buffer_add(s->out, i ? between : "");
        typeset_put(s, e->kids[i], LEVEL_SUM, depth);
    }
    buffer_add(s->out, "</mtd></mtr></mtable><mo>]</mo></mrow>");
}

void typeset_call(struct typeset *s, const struct expr *e, int depth)
{
    const struct row row = find_row(e->fn);
    switch (row.form) {
    case FORM_WORD:
        put_word(s, &row);
        put_arguments(s, e, 0, depth);
        break;
    case FORM_NORM:
        put_norm(s, &row, e, depth);
        break;
    case FORM_BARS:
        put_between(s, e, "|", depth);
        break;
    case FORM_ROOT:
        buffer_add(s->out, "<msqrt>");
        typeset_list(s, e, 0, depth);
        buffer_add(s->out, "</msqrt>");
        break;
    case FORM_BUILD:
        put_build(s, &row, e, depth);
        break;
    case FORM_INVERSE:
        buffer_add(s->out, "<msup><mrow>");
        typeset_put(s, e->kids[0], LEVEL_POSTFIX, depth);
        buffer_add(s->out, "</mrow><mrow><mo>−</mo><mn>1</mn></mrow></msup>");
        break;
    case FORM_KRON:
        typeset_put(s, e->kids[0], LEVEL_PRODUCT, depth);
        buffer_add(s->out, "<mo>⊗</mo>");
        typeset_put(s, e->kids[1], LEVEL_MINUS, depth);
        break;
    case FORM_ROW:
        put_blocks(s, e, "</mtd><mtd>", depth);
        break;
    case FORM_COLUMN:
        put_blocks(s, e, "</mtd></mtr><mtr><mtd>", depth);
        break;
    case FORM_LAMBERT:
        buffer_add(s->out, "<msub><mi>W</mi><mrow>");
        typeset_put(s, e->kids[0], LEVEL_SUM, depth);
        buffer_add(s->out, "</mrow></msub>");
        put_arguments(s, e, 1, depth);
        break;
    }
}

/* ---- index forms ---- */

void typeset_range(struct typeset *s, const struct symbol *symbol,
                   const struct expr *lo, const struct expr *hi, int depth)
{
    typeset_symbol(s->out, symbol);
    buffer_add(s->out, "<mo>=</mo>");
    typeset_put(s, lo, LEVEL_SUM, depth);
    buffer_add(s->out, "<mo>,</mo><mo>…</mo><mo>,</mo>");
    typeset_put(s, hi, LEVEL_SUM, depth);
}

/* A large sign with its range below and above; it may run down. */
static void put_large(struct typeset *s, const struct expr *e, const char *sign,
                      int depth)
{
    buffer_printf(s->out, "<munderover><mo largeop=\"true\">%s</mo><mrow>",
                  sign);
    typeset_symbol(s->out, e->symbol);
    buffer_add(s->out, "<mo>=</mo>");
    typeset_put(s, e->kids[e->reversed ? 1 : 0], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow><mrow>");
    typeset_put(s, e->kids[e->reversed ? 0 : 1], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow></munderover>");
    typeset_put(s, e->kids[2], LEVEL_PRODUCT, depth);
}

static void put_extreme(struct typeset *s, const struct expr *e,
                        const char *word, int depth)
{
    buffer_printf(s->out, "<munder><mo>%s</mo><mrow>", word);
    typeset_range(s, e->symbol, e->kids[0], e->kids[1], depth);
    buffer_add(s->out, "</mrow></munder><mspace width=\"0.17em\"/>");
    typeset_put(s, e->kids[2], LEVEL_PRODUCT, depth);
}

static void put_integral(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<msubsup><mo largeop=\"true\">∫</mo><mrow>");
    typeset_put(s, e->kids[0], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow><mrow>");
    typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    buffer_add(s->out, "</mrow></msubsup>");
    typeset_put(s, e->kids[2], LEVEL_PRODUCT, depth);
    buffer_add(s->out, "<mspace width=\"0.17em\"/><mi mathvariant=\"normal\">d"
                       "</mi>");
    typeset_symbol(s->out, e->symbol);
}

static void put_expectation(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<msub><mi>𝔼</mi><mrow>");
    typeset_symbol(s->out, e->symbol);
    buffer_add(s->out, "<mo>∼</mo><mi>𝒩</mi><mo>(</mo><mn>0</mn><mo>,</mo>"
                       "<mn>1</mn><mo>)</mo></mrow></msub><mrow><mo>[</mo>");
    typeset_put(s, e->kids[e->count - 1], LEVEL_OR, depth);
    buffer_add(s->out, "<mo>]</mo></mrow>");
}

static void put_choice(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<mrow><mo>{</mo><mtable columnalign=\"left\"><mtr>"
                       "<mtd>");
    typeset_put(s, e->kids[1], LEVEL_SUM, depth);
    buffer_add(s->out, "</mtd><mtd><mtext>if </mtext>");
    typeset_put(s, e->kids[0], LEVEL_OR, depth);
    buffer_add(s->out, "</mtd></mtr><mtr><mtd>");
    typeset_put(s, e->kids[2], LEVEL_SUM, depth);
    buffer_add(s->out, "</mtd><mtd><mtext>otherwise</mtext></mtd></mtr>"
                       "</mtable></mrow>");
}

static void put_forall(struct typeset *s, const struct expr *e, int depth)
{
    buffer_add(s->out, "<mo>∀</mo>");
    typeset_range(s, e->symbol, e->kids[0], e->kids[1], depth);
    buffer_add(s->out, "<mo>:</mo><mspace width=\"0.3em\"/>");
    typeset_put(s, e->kids[2], LEVEL_NOT, depth);
}

void typeset_binder(struct typeset *s, const struct expr *e, int depth)
{
    if (e->op == EX_SUM)
        put_large(s, e, "∑", depth);
    else if (e->op == EX_PROD)
        put_large(s, e, "∏", depth);
    else if (e->op == EX_MAX || e->op == EX_MIN)
        put_extreme(s, e, e->op == EX_MAX ? "max" : "min", depth);
    else if (e->op == EX_INTEGRAL)
        put_integral(s, e, depth);
    else if (e->op == EX_EXPECTATION)
        put_expectation(s, e, depth);
    else if (e->op == EX_IF)
        put_choice(s, e, depth);
    else
        put_forall(s, e, depth);
}
