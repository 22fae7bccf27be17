#include "cli/commands.h"

#include "cli/operands.h"
#include "cli/output.h"
#include "verify/ladder.h"

#include <stdlib.h>

enum { EVAL_DEFAULT_DIGITS = 20, EVAL_FIRST_BITS = 128 };

/* One expression on a stage of its own. */
struct question {
    struct module *module;
    struct stage *stage;
    plan_id root;
    bool is_truth, is_exact; /* exact: done when balls leave something open */
    struct cone cone;
    long bits; /* of the last evaluation */
};

static void question_clear(struct question *q)
{
    free(q->cone.ids);
    stage_free(q->stage);
    module_free(q->module);
    *q = (struct question){0};
}

static enum status open_stage(struct question *q, struct operands *operands,
                              struct diag *diag)
{
    const bool wanted = true;
    struct span where = {0};
    LOCAL_FREE char *reason = NULL;
    enum status st =
        stage_open(&q->stage, module_theorem(q->module, 0), NULL, &reason);
    if (st == ST_OK) {
        operands_move(operands, &q->stage->x);
        st = stage_build(q->stage, &wanted, STAGE_DROP_NONE, &where, &reason);
    }
    if (st != ST_OK)
        diag_error(diag, where, "%s", reason ? reason : "impossible sizes");
    return st;
}

static enum status question_ask(struct question *q, const char *text,
                                struct operands *operands, struct diag *diag)
{
    enum status st = lower_expression(&q->module, text, operands->inputs,
                                      operands->count, diag);
    if (st == ST_OK)
        st = open_stage(q, operands, diag);
    if (st != ST_OK)
        return st;
    q->is_truth = !module_is_value(q->module);
    q->root = q->is_truth ? q->stage->links[0]->truth : q->stage->links[0]->lhs;
    plan_cone(&q->cone.ids, &q->cone.count, q->stage->plan, &q->root, 1);
    return ST_OK;
}

static void evaluate(struct question *q, long bits)
{
    q->bits = bits;
    ball_run_eval(q->stage->ball, &q->stage->x, bits, q->cone.ids,
                  q->cone.count);
}

/* What balls cannot see: that numbers made of thirds are equal, or 0. */
static struct exact_run *exactly(struct question *q)
{
    if (!q->is_exact)
        exact_run_eval(q->stage->exact, &q->stage->x, q->cone.ids,
                       q->cone.count);
    q->is_exact = true;
    return q->stage->exact;
}

/* ---- relations ---- */

static enum truth decide(struct question *q, long cap)
{
    evaluate(q, cap < EVAL_FIRST_BITS ? cap : EVAL_FIRST_BITS);
    enum truth t = ball_run_truth(q->stage->ball, q->root);
    if (t == TRUTH_UNKNOWN)
        t = exact_run_truth(exactly(q), q->root);
    while (t == TRUTH_UNKNOWN && q->bits < cap) {
        evaluate(q, q->bits > cap / 2 ? cap : 2 * q->bits);
        t = ball_run_truth(q->stage->ball, q->root);
    }
    return t;
}

static int undefined(void)
{
    return output_refuse("the value is undefined");
}

static int answer_truth(struct question *q, long cap)
{
    enum truth t = decide(q, cap);
    if (t == TRUTH_UNDEFINED)
        return undefined();
    LOCAL_BUFFER out = buffer_new();
    buffer_printf(&out, "%s\n", truth_name(t));
    if (t == TRUTH_UNKNOWN)
        output_note("not decided at %ld bits", q->bits);
    int status = output_stdout(&out) ? EXIT_EXPECTED : EXIT_USAGE;
    return status == EXIT_EXPECTED && t == TRUTH_UNKNOWN ? EXIT_OPEN : status;
}

/* ---- values ---- */

/* The digits of an entry, if they are decided. */
static bool entry_digits(struct buffer *out, struct buffer *radius,
                         const struct question *q, size_t i, size_t j,
                         long digits)
{
    return ball_run_digits(out, radius, q->stage->ball, q->root, i, j,
                           digits) ||
           (q->is_exact && exact_run_digits(out, radius, q->stage->exact,
                                            q->root, i, j, digits, q->bits));
}

/* Whether the digits of every entry are decided. */
static bool digits_are_decided(const struct question *q, long digits)
{
    const struct plan_instr *v = &q->stage->plan->instrs[q->root];
    bool all = true;
    LOCAL_BUFFER text = buffer_new(), radius = buffer_new();
    for (uint32_t i = 0; i < v->rows && all; i++)
        for (uint32_t j = 0; j < v->cols && all; j++)
            all = entry_digits(&text, &radius, q, i, j, digits);
    return all;
}

/* The digits, or those that are certain; the radius of the enclosure. */
static void print_entry(struct buffer *out, struct buffer *radius,
                        const struct question *q, size_t i, size_t j,
                        long digits)
{
    buffer_reset(radius);
    size_t begin = out->length;
    if (entry_digits(out, radius, q, i, j, digits))
        return;
    out->length = begin;
    out->text[begin] = '\0';
    struct enclosure e = ball_run_entry(q->stage->ball, q->root, i, j);
    if (!enclosure_print(out, &e, digits < 15 ? (int)digits : 15) ||
        out->length == begin)
        buffer_add_char(out, '?');
}

static int print_value(const struct question *q, long digits, bool decided)
{
    const struct plan_instr *v = &q->stage->plan->instrs[q->root];
    struct buffer out = buffer_new(), radius = buffer_new();
    for (uint32_t i = 0; i < v->rows; i++) {
        for (uint32_t j = 0; j < v->cols; j++) {
            if (j > 0)
                buffer_add(&out, "  ");
            print_entry(&out, &radius, q, i, j, digits);
        }
        buffer_add_char(&out, '\n');
    }
    if (v->rows == 1 && v->cols == 1 && radius.length > 0)
        buffer_printf(&out, "enclosed with radius %s at %ld bits\n",
                      radius.text, q->bits);
    bool ok = output_stdout(&out);
    buffer_clear(&out);
    buffer_clear(&radius);
    if (!ok)
        return EXIT_USAGE;
    if (decided)
        return EXIT_EXPECTED;
    output_note("not all digits are certain at %ld bits", q->bits);
    return EXIT_OPEN;
}

static int answer_value(struct question *q, long digits, long cap)
{
    bool decided = false;
    long bits = cap < EVAL_FIRST_BITS ? cap : EVAL_FIRST_BITS;
    for (;;) {
        evaluate(q, bits);
        if (ball_run_undefined(q->stage->ball, q->root) == TRUTH_TRUE)
            return undefined();
        decided = digits_are_decided(q, digits);
        if (!decided && !q->is_exact) {
            if (exact_run_undefined(exactly(q), q->root) == TRUTH_TRUE)
                return undefined();
            decided = digits_are_decided(q, digits);
        }
        if (decided || bits >= cap)
            break;
        bits = bits > cap / 2 ? cap : 2 * bits;
    }
    return print_value(q, digits, decided);
}

/* The digits asked for need bits of their own beyond the default cap. */
static long cap_of(const struct options *o, const struct question *q,
                   long digits)
{
    const long usual = q->stage->plan->has_integrals ? LADDER_INTEGRAL_CAP
                                                     : LADDER_DEFAULT_CAP;
    if (o->session.prec_max.given)
        return (long)o->session.prec_max.value;
    long needed = 4 * digits + 2 * EVAL_FIRST_BITS;
    return needed > usual ? needed : usual;
}

int command_eval(const struct options *o)
{
    LOCAL_DIAG diag = diag_new();
    LOCAL(operands_clear) struct operands operands = {0};
    LOCAL(question_clear) struct question q = {0};
    /* What the command line names may lie anywhere. */
    const struct spec_options options = {.allow_outside = true,
                                         .settings = o->session.settings,
                                         .nsettings = o->session.nsettings};
    int status = EXIT_USAGE;
    long digits = o->digits.given ? (long)o->digits.value : EVAL_DEFAULT_DIGITS;
    if (o->count == 0)
        output_error("eval: no expression was given");
    else if (operands_read(&operands, o->arguments + 1, o->count - 1, &options,
                           diag) == ST_OK &&
             question_ask(&q, o->arguments[0], &operands, diag) == ST_OK)
        status = q.is_truth ? answer_truth(&q, cap_of(o, &q, digits))
                            : answer_value(&q, digits, cap_of(o, &q, digits));
    output_diag(diag);
    return status;
}
