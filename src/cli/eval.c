#include "cli/commands.h"

#include "cli/operands.h"
#include "cli/output.h"
#include "eval/evaluator.h"
#include "verify/ladder.h"

#include <stdlib.h>

enum { EVAL_DEFAULT_DIGITS = 20, EVAL_FIRST_BITS = 128 };

/* One expression with its plan and the evaluators of it. */
struct question {
    struct module *module;
    struct layout layout;
    struct instance x;
    struct plan *plan;
    struct ball_run *ball;
    struct exact_run *exact; /* made when balls leave something open */
    plan_id root;
    bool is_truth;
    plan_id *cone;
    size_t cone_size;
    long bits; /* of the last evaluation */
};

static void question_clear(struct question *q)
{
    if (q->plan) {
        ball_run_free(q->ball);
        exact_run_free(q->exact);
        free(q->cone);
        plan_free(q->plan);
    }
    if (q->layout.theorem) {
        instance_clear(&q->x);
        layout_clear(&q->layout);
    }
    module_free(q->module);
    *q = (struct question){0};
}

static enum status question_plan(struct question *q, struct operands *operands,
                                 struct diag *diag)
{
    struct span where = {0};
    LOCAL_FREE char *reason = NULL;
    const struct theorem *t = module_theorem(q->module, 0);
    enum status st = layout_init(&q->layout, t, NULL, &reason);
    if (st == ST_OK) {
        instance_init(&q->x, &q->layout);
        operands_move(operands, &q->x);
        st = plan_build(&q->plan, &q->layout, NULL, q->x.values, &where,
                        &reason);
    } else {
        q->layout.theorem = NULL;
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
        st = question_plan(q, operands, diag);
    if (st != ST_OK)
        return st;
    const struct plan_link *link = &q->plan->claims[0].links[0];
    q->is_truth = !module_is_value(q->module);
    q->root = q->is_truth ? link->truth : link->lhs;
    q->ball = ball_run_new(q->plan);
    plan_cone(&q->cone, &q->cone_size, q->plan, &q->root, 1);
    return ST_OK;
}

static void evaluate(struct question *q, long bits)
{
    q->bits = bits;
    ball_run_eval(q->ball, &q->x, bits, q->cone, q->cone_size);
}

/* What balls cannot see: that numbers made of thirds are equal, or 0. */
static struct exact_run *exactly(struct question *q)
{
    if (!q->exact) {
        q->exact = exact_run_new(q->plan);
        exact_run_eval(q->exact, &q->x, q->cone, q->cone_size);
    }
    return q->exact;
}

/* ---- relations ---- */

static enum truth decide(struct question *q, long cap)
{
    evaluate(q, cap < EVAL_FIRST_BITS ? cap : EVAL_FIRST_BITS);
    enum truth t = ball_run_truth(q->ball, q->root);
    if (t == TRUTH_UNKNOWN)
        t = exact_run_truth(exactly(q), q->root);
    while (t == TRUTH_UNKNOWN && q->bits < cap) {
        evaluate(q, q->bits > cap / 2 ? cap : 2 * q->bits);
        t = ball_run_truth(q->ball, q->root);
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
    return ball_run_digits(out, radius, q->ball, q->root, i, j, digits) ||
           (q->exact && exact_run_digits(out, radius, q->exact, q->root, i, j,
                                         digits, q->bits));
}

/* Whether the digits of every entry are decided. */
static bool digits_are_decided(const struct question *q, long digits)
{
    const struct plan_instr *v = &q->plan->instrs[q->root];
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
    struct enclosure e = ball_run_entry(q->ball, q->root, i, j);
    if (!enclosure_print(out, &e, digits < 15 ? (int)digits : 15) ||
        out->length == begin)
        buffer_add_char(out, '?');
}

static int print_value(const struct question *q, long digits, bool decided)
{
    const struct plan_instr *v = &q->plan->instrs[q->root];
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
        if (ball_run_undefined(q->ball, q->root) == TRUTH_TRUE)
            return undefined();
        decided = digits_are_decided(q, digits);
        if (!decided && !q->exact) {
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
    const long usual =
        q->plan->has_integrals ? LADDER_INTEGRAL_CAP : LADDER_DEFAULT_CAP;
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
