#include "lang/unparse_internal.h"

void unparse_method(struct buffer *out, const struct ast_method *method)
{
    if (!method->name)
        return;
    buffer_printf(out, " by %s", method->name);
    if (method->theorem)
        buffer_printf(out, " %s", method->theorem);
    if (method->claim)
        buffer_printf(out, ".%s", method->claim);
    if (!method->theorem && method->nargs == 0)
        return;
    buffer_add_char(out, '(');
    unparse_list(out, method->args, method->nargs, LEVEL_OR);
    buffer_add_char(out, ')');
}

static void print_pattern(struct buffer *out, const struct ast_pattern *pattern)
{
    if (pattern->range.name)
        unparse_range(out, &pattern->range);
    else
        unparse_operand(out, pattern->value, LEVEL_SUM);
}

static void print_targets(struct buffer *out, const struct ast_target *targets,
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", targets[i].name);
        for (size_t j = 0; j < targets[i].npatterns; j++) {
            buffer_add(out, j > 0 ? ", " : "[");
            print_pattern(out, &targets[i].patterns[j]);
        }
        if (targets[i].npatterns > 0)
            buffer_add_char(out, ']');
    }
}

/* A value that may be a chain, to be broken at its relations. */
static void print_value(struct buffer *out, const struct ast_expr *value,
                        const char *joint)
{
    if (value->kind == AST_CHAIN)
        unparse_chain(out, value, NULL, joint);
    else
        unparse_expr(out, value);
}

/* "name [expect word]: ", as far as it is there. */
static void print_name(struct buffer *out, const struct ast_decl *decl)
{
    if (!decl->name)
        return;
    buffer_add(out, decl->name);
    if (decl->expect != WORD_NONE)
        buffer_printf(out, " [expect %s]", ast_verdict_name(decl->expect));
    buffer_add(out, ": ");
}

void unparse_type(struct buffer *out, const struct ast_decl *decl)
{
    buffer_printf(out, " : %s", decl->text);
    if (decl->nsizes > 0) {
        buffer_add_char(out, '[');
        unparse_list(out, decl->sizes, decl->nsizes, LEVEL_SUM);
        buffer_add_char(out, ']');
    }
    if (decl->lo) {
        buffer_add(out, " in [");
        unparse_operand(out, decl->lo, LEVEL_SUM);
        buffer_add(out, ", ");
        unparse_operand(out, decl->hi, LEVEL_SUM);
        buffer_add_char(out, ']');
    }
}

static void print_given(struct buffer *out, const struct ast_decl *decl)
{
    buffer_add(out, "given ");
    print_targets(out, decl->targets, decl->ntargets);
    unparse_type(out, decl);
}

static void print_obtain(struct buffer *out, const struct ast_decl *decl)
{
    buffer_add(out, "obtain ");
    print_targets(out, decl->targets, decl->ntargets);
    if (decl->nmethods == 0) {
        unparse_type(out, decl);
        return;
    }
    const struct ast_method *from = &decl->methods[0];
    buffer_printf(out, " from %s%s%s(", from->theorem, from->claim ? "." : "",
                  from->claim ? from->claim : "");
    unparse_list(out, from->args, from->nargs, LEVEL_OR);
    buffer_add_char(out, ')');
}

static void print_dim(struct buffer *out, const struct ast_decl *decl)
{
    buffer_add(out, "dim ");
    print_targets(out, decl->targets, decl->ntargets);
    if (decl->value) {
        buffer_add(out, " >= ");
        unparse_operand(out, decl->value, LEVEL_SUM);
    }
}

static void print_let(struct buffer *out, const struct ast_decl *decl,
                      const char *joint)
{
    buffer_add(out, "let ");
    print_targets(out, decl->targets, decl->ntargets);
    buffer_add(out, " = ");
    print_value(out, decl->value, joint);
}

/* assume, claim, step */
static void print_relation(struct buffer *out, const struct ast_decl *decl,
                           const char *word, const char *joint)
{
    buffer_add(out, word);
    print_name(out, decl);
    print_value(out, decl->value, joint);
    if (decl->nmethods > 0)
        unparse_method(out, &decl->methods[0]);
}

static void print_decl(struct buffer *out, const struct ast_decl *decl,
                       const char *joint)
{
    switch (decl->kind) {
    case DECL_CITE:
        buffer_add(out, "cite ");
        unparse_string(out, decl->text);
        return;
    case DECL_DIM:
        print_dim(out, decl);
        return;
    case DECL_GIVEN:
        print_given(out, decl);
        return;
    case DECL_OBTAIN:
        print_obtain(out, decl);
        return;
    case DECL_LET:
        print_let(out, decl, joint);
        return;
    case DECL_ASSUME:
        print_relation(out, decl, "assume ", joint);
        return;
    case DECL_CLAIM:
        print_relation(out, decl, decl->is_observation ? "observe " : "claim ",
                       joint);
        return;
    case DECL_DROP:
        buffer_printf(out, "drop %s expect %s %s", decl->text, decl->name,
                      ast_verdict_name(decl->expect));
        return;
    case DECL_STEP:
        print_relation(out, decl, "step ", joint);
        return;
    case DECL_CHAIN:
        buffer_add(out, "chain ");
        print_name(out, decl);
        unparse_chain(out, decl->value, decl->methods, joint);
        return;
    case DECL_CASES:
        buffer_add(out, "cases ");
        print_name(out, decl);
        unparse_list(out, decl->cases, decl->ncases, LEVEL_OR);
        buffer_add(out, " {");
        return;
    }
}

void unparse_decl(struct buffer *out, const struct ast_decl *decl,
                  const char *joint)
{
    print_decl(out, decl, joint);
    if (decl->kind != DECL_CASES)
        buffer_add_char(out, ';');
}

static void print_expect(struct buffer *out, const struct ast_line *line)
{
    buffer_printf(out, "expect %s", line->name);
    if (line->link > 0)
        buffer_printf(out, "#%zu", line->link);
    buffer_printf(out, " %s", ast_verdict_name(line->expect));
}

static void print_line(struct buffer *out, const struct ast_line *line)
{
    switch (line->kind) {
    case LINE_DIM:
        print_targets(out, line->targets, line->ntargets);
        buffer_add(out, " in ");
        unparse_operand(out, line->lo, LEVEL_SUM);
        buffer_add(out, "..");
        unparse_operand(out, line->hi, LEVEL_SUM);
        return;
    case LINE_VALUE:
    case LINE_SAMPLER:
        print_targets(out, line->targets, line->ntargets);
        buffer_add(out, line->kind == LINE_VALUE ? " = " : " ~ ");
        unparse_expr(out, line->value);
        return;
    case LINE_TRIALS:
        buffer_add(out, "trials ");
        unparse_expr(out, line->value);
        return;
    case LINE_SEED:
        buffer_add(out, "seed ");
        unparse_expr(out, line->value);
        return;
    case LINE_EXPECT:
        print_expect(out, line);
        return;
    case LINE_REUSE:
        buffer_add(out, "reuse ");
        print_targets(out, line->targets, line->ntargets);
        buffer_add_char(out, ' ');
        unparse_expr(out, line->value);
        return;
    case LINE_OBSERVE:
        break; /* a declaration: unparse_decl */
    }
}

void unparse_line(struct buffer *out, const struct ast_line *line)
{
    print_line(out, line);
    buffer_add_char(out, ';');
}

static void print_func(struct buffer *out, const struct ast_item *item,
                       const char *joint)
{
    buffer_printf(out, "func %s(", item->name);
    for (size_t i = 0; i < item->nparams; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", item->params[i]);
    buffer_add(out, ") = ");
    print_value(out, item->body, joint);
    buffer_add_char(out, ';');
}

static void print_import(struct buffer *out, const struct ast_item *item)
{
    buffer_add(out, "import ");
    if (item->installed)
        buffer_printf(out, "<%s>", item->text);
    else
        unparse_string(out, item->text);
    buffer_add_char(out, ';');
}

void unparse_loop(struct buffer *out, const struct ast_loop *loop)
{
    buffer_add(out, "for ");
    for (size_t i = 0; i < loop->nnames; i++)
        buffer_printf(out, "%s%s", i > 0 ? ", " : "", loop->names[i]);
    buffer_add(out, " in ");
    for (size_t i = 0; i < loop->nturns * loop->nnames; i++)
        buffer_printf(out, "%s%s",
                      i == 0                  ? ""
                      : i % loop->nnames == 0 ? ", "
                                              : " ",
                      loop->words[i]);
}

void unparse_header(struct buffer *out, const struct ast_item *item,
                    const char *joint)
{
    switch (item->kind) {
    case ITEM_IMPORT:
        print_import(out, item);
        return;
    case ITEM_FUNC:
        print_func(out, item, joint);
        return;
    case ITEM_THEOREM:
        buffer_printf(out, "theorem %s ", item->name);
        if (item->title) {
            unparse_string(out, item->title);
            buffer_add_char(out, ' ');
        }
        break;
    case ITEM_PROOF:
        buffer_printf(out, "proof of %s%s%s ", item->of ? item->of : "",
                      item->of ? "." : "", item->name);
        break;
    case ITEM_CASE:
        buffer_printf(out, "case %s for %s ", item->name, item->of);
        break;
    }
    buffer_add_char(out, '{');
}
