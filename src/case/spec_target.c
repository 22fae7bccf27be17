/* Targets, samplers and expressions of case lines. */
#include "case/spec_internal.h"

#include <string.h>

/* ---- expressions ---- */

bool spec_read_int(struct spec_reader *r, int64_t *out,
                   const struct ast_expr *value)
{
    struct case_expr e;
    if (!spec_read_expr(r, &e, value))
        return false;
    LOCAL(env_clear) struct env env;
    env_init(&env, dim_symbols(expr_dims(r->spec->theorem->pool)));
    enum status st =
        expr_is_scalar(e.expr) ? closed_int(out, e.expr, &env) : ST_UNABLE;
    if (st != ST_OK)
        diag_error(r->diag, value->span, "expected an integer%s",
                   st == ST_UNABLE ? " without dims in it" : "");
    return st == ST_OK;
}

/* ---- targets ---- */

static bool read_end(struct spec_reader *r, const struct expr **out,
                     const struct ast_expr *value)
{
    struct case_expr e;
    if (!spec_read_expr(r, &e, value))
        return false;
    *out = e.expr;
    if (!expr_is_scalar(e.expr))
        diag_error(r->diag, value->span, "an index is an integer");
    return expr_is_scalar(e.expr);
}

static bool add_name(struct spec_reader *r, struct fill *fill,
                     const struct ast_range *range, size_t position)
{
    for (size_t k = 0; k < fill->nnames; k++) {
        if (strcmp(fill->names[k], range->name) == 0)
            return diag_error(r->diag, range->span, "%s stands twice",
                              range->name);
    }
    fill->names[fill->nnames] = range->name;
    fill->positions[fill->nnames++] = position;
    return true;
}

/* A bare name that is a dim means that index: WV[L, h]. */
static bool read_name(struct spec_reader *r, struct fill *fill,
                      const struct ast_pattern *ast, struct fill_pattern *p,
                      size_t position)
{
    struct spec *spec = r->spec;
    const struct symbol *dim = theorem_dim(spec->theorem, ast->range.name);
    if (dim && !ast->range.lo) {
        p->kind = PATTERN_FIXED;
        p->lo = p->hi = expr_symbol(spec->theorem->pool, dim, ast->span);
        return true;
    }
    if (!add_name(r, fill, &ast->range, position))
        return false;
    if (!ast->range.lo)
        return true; /* PATTERN_ANY */
    p->kind = PATTERN_RANGE;
    return read_end(r, &p->lo, ast->range.lo) &&
           read_end(r, &p->hi, ast->range.hi);
}

static bool read_pattern(struct spec_reader *r, struct fill *fill,
                         const struct ast_pattern *ast, size_t position)
{
    struct fill_pattern *p = &fill->patterns[position];
    bool ok;
    if (ast->range.name) {
        ok = read_name(r, fill, ast, p, position);
    } else {
        p->kind = PATTERN_FIXED;
        ok = read_end(r, &p->lo, ast->value);
        p->hi = p->lo;
    }
    fill->specificity += (unsigned)p->kind;
    return ok;
}

bool spec_read_target(struct spec_reader *r, struct fill *out,
                      const struct ast_target *target)
{
    struct spec *spec = r->spec;
    const struct theorem *t = spec->theorem;
    const struct given *given = theorem_given(t, target->name);
    *out = (struct fill){.given = (size_t)(given - t->givens),
                         .span = target->span};
    size_t n = given->nindices;
    if (target->npatterns && target->npatterns != n) {
        diag_error(r->diag, target->span,
                   "%s has %zu indices here, expected %zu or none", given->name,
                   target->npatterns, n);
        diag_note(r->diag, given->span, "%s is declared here", given->name);
        return false;
    }
    out->patterns = arena_array(spec->arena, n, sizeof *out->patterns);
    out->names = arena_array(spec->arena, n, sizeof *out->names);
    out->positions = arena_array(spec->arena, n, sizeof *out->positions);
    bool ok = true;
    for (size_t k = 0; k < target->npatterns; k++)
        ok = read_pattern(r, out, &target->patterns[k], k) && ok;
    return ok;
}

/* ---- samplers ---- */

static size_t count_of(const char *parameters, char letter)
{
    size_t n = 0;
    for (const char *c = parameters; *c; c++)
        n += *c == letter;
    return n;
}

static bool check_arguments(struct spec_reader *r, const struct ast_expr *call,
                            const struct sampler_info *info)
{
    size_t least =
        count_of(info->parameters, 'n') + count_of(info->parameters, 's');
    bool any_more = strchr(info->parameters, '+') != NULL;
    if (call->count == least || (any_more && call->count > least))
        return true;
    return diag_error(
        r->diag, call->span, "%s takes %s%zu argument%s, found %zu", info->name,
        any_more ? "at least " : "", least, least == 1 ? "" : "s", call->count);
}

static bool read_sampler(struct spec_reader *r, struct case_sampler *out,
                         const struct ast_expr *call, size_t depth);

/* Numbers come first, samplers after them. */
static bool read_arguments(struct spec_reader *r, struct case_sampler *out,
                           const struct ast_expr *call, size_t depth)
{
    size_t numbers = count_of(sampler_info(out->id)->parameters, 'n');
    out->nsubs = call->count - numbers;
    out->subs = arena_array(r->spec->arena, out->nsubs, sizeof *out->subs);
    bool ok = true;
    for (size_t k = 0; k < call->count; k++) {
        const struct ast_expr *arg = call->kids[k];
        if (k >= numbers) {
            ok = read_sampler(r, &out->subs[k - numbers], arg, depth) && ok;
            continue;
        }
        if (!spec_read_expr(r, &out->numbers[out->nnumbers], arg)) {
            ok = false;
        } else if (!expr_is_scalar(out->numbers[out->nnumbers].expr)) {
            diag_error(r->diag, arg->span, "expected a number");
            ok = false;
        }
        out->nnumbers++;
    }
    return ok;
}

static bool read_sampler(struct spec_reader *r, struct case_sampler *out,
                         const struct ast_expr *call, size_t depth)
{
    *out = (struct case_sampler){.span = call->span};
    if (call->kind != AST_CALL || !sampler_find(&out->id, call->text))
        return diag_error(
            r->diag, call->span,
            "expected a sampler such as normal(0, 1) or integers(-3, 3)"
            "%s%s",
            call->kind == AST_CALL ? ", found " : "",
            call->kind == AST_CALL ? call->text : "");
    const struct sampler_info *info = sampler_info(out->id);
    if (depth == 0)
        return diag_error(r->diag, call->span, "samplers nested deeper than %d",
                          (int)SAMPLER_MAX_NESTING);
    return check_arguments(r, call, info) &&
           read_arguments(r, out, call, depth - 1);
}

bool spec_read_sampler(struct spec_reader *r, struct case_sampler *out,
                       const struct ast_expr *call)
{
    return read_sampler(r, out, call, SAMPLER_MAX_NESTING);
}
