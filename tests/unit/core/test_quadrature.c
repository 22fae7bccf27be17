/*
 * Integrals of random bodies, with random ends, against FLINT's quadrature,
 * which shares no line with that of the core.
 */
#include "support.h"

#include "base/rng.h"
#include "core/enclose.h"
#include "eval/flint_compat.h"

enum { BITS = 64, FINE = 80, TRIALS = 50, DEPTH = 3, MOST = 64 };

/* A body as a stack machine's program. */
struct program {
    int ops[MOST];
    size_t count;
};

enum {
    OP_T,
    OP_ONE,
    OP_ADD,
    OP_MUL,
    OP_EXP,
    OP_SIN,
    OP_COS,
    OP_TANH,
    OP_RECIP,
    OP_SQRT,
    OP_LOG,
    OP_COUNT
};

static void draw(struct program *p, struct rng *rng, int depth)
{
    int op = depth == 0 ? (int)rng_below(rng, 2)
                        : OP_ADD + (int)rng_below(rng, OP_COUNT - OP_ADD);

    if (op == OP_EXP || op == OP_RECIP || op == OP_SQRT || op == OP_LOG) {
        /* of 2 + sin(...), so that all is analytic near the line */
        draw(p, rng, depth - 1);
        p->ops[p->count++] = OP_SIN;
        p->ops[p->count++] = OP_ONE;
        p->ops[p->count++] = OP_ADD;
        p->ops[p->count++] = OP_ONE;
        p->ops[p->count++] = OP_ADD;
    } else if (op >= OP_ADD) {
        draw(p, rng, depth - 1);
    }
    if (op == OP_ADD || op == OP_MUL)
        draw(p, rng, depth > 1 ? 1 : 0);
    p->ops[p->count++] = op;
}

static const struct form *form_of(struct symbols *s, const struct program *p,
                                  const struct form *t)
{
    static const unsigned functions[] = {
        [OP_EXP] = FN_EXP,   [OP_SIN] = FN_SIN,       [OP_COS] = FN_COS,
        [OP_TANH] = FN_TANH, [OP_RECIP] = CORE_RECIP, [OP_SQRT] = FN_SQRT,
        [OP_LOG] = FN_LOG};
    const struct form *stack[MOST];
    size_t n = 0;

    for (size_t i = 0; i < p->count; i++) {
        int op = p->ops[i];

        if (op == OP_T || op == OP_ONE) {
            stack[n++] = op == OP_T ? t : integer(s, 1);
        } else if (op == OP_ADD || op == OP_MUL) {
            n--;
            stack[n - 1] = (op == OP_ADD ? ring_add : ring_mul)(
                s->pool, stack[n - 1], stack[n]);
        } else {
            stack[n - 1] = form_apply1(s->pool, functions[op], stack[n - 1]);
        }
    }
    return stack[0];
}

static void apply(acb_t x, int op, bool analytic, slong bits)
{
    switch (op) {
    case OP_EXP:
        acb_exp(x, x, bits);
        break;
    case OP_SIN:
        acb_sin(x, x, bits);
        break;
    case OP_COS:
        acb_cos(x, x, bits);
        break;
    case OP_TANH:
        acb_tanh(x, x, bits);
        break;
    case OP_RECIP:
        acb_inv(x, x, bits);
        break;
    case OP_SQRT:
        acb_sqrt_analytic(x, x, analytic, bits);
        break;
    default:
        acb_log_analytic(x, x, analytic, bits);
    }
}

static int evaluate(acb_ptr out, const acb_t t, void *param, slong order,
                    slong bits)
{
    const struct program *p = param;
    acb_ptr stack = _acb_vec_init(MOST);
    size_t n = 0;

    for (size_t i = 0; i < p->count; i++) {
        int op = p->ops[i];

        if (op == OP_T || op == OP_ONE) {
            if (op == OP_T)
                acb_set(stack + n, t);
            else
                acb_one(stack + n);
            n++;
        } else if (op == OP_ADD || op == OP_MUL) {
            n--;
            (op == OP_ADD ? acb_add : acb_mul)(stack + n - 1, stack + n - 1,
                                               stack + n, bits);
        } else {
            apply(stack + n - 1, op, order != 0, bits);
        }
    }
    acb_set(out, stack);
    _acb_vec_clear(stack, MOST);
    return 0;
}

/* Whether what FLINT finds between these quarters and r have a point. */
static void compare(const interval_t *r, struct program *p, long lo, long hi)
{
    acb_t a, b, value;
    arb_t low, high;
    mag_t tolerance;

    acb_init(a);
    acb_init(b);
    acb_init(value);
    arb_init(low);
    arb_init(high);
    mag_init(tolerance);
    acb_set_si(a, lo);
    acb_set_si(b, hi);
    acb_mul_2exp_si(a, a, -2);
    acb_mul_2exp_si(b, b, -2);
    mag_set_ui_2exp_si(tolerance, 1, -60);
    acb_calc_integrate(value, evaluate, p, a, b, 60, tolerance, NULL, FINE);
    arf_set_mpfr(arb_midref(low), r->lo);
    arf_set_mpfr(arb_midref(high), r->hi);
    assert_false(arb_gt(low, acb_realref(value)));
    assert_false(arb_lt(high, acb_realref(value)));
    acb_clear(a);
    acb_clear(b);
    acb_clear(value);
    arb_clear(low);
    arb_clear(high);
    mag_clear(tolerance);
}

static void test_random_bodies(void **state)
{
    struct symbols *s = *state;
    const struct atom *t =
        generic_numbered(s->pool, false, integer(s, 0), integer(s, 1), 0);
    struct rng rng = rng_start(9);
    size_t narrow = 0;

    for (int i = 0; i < TRIALS; i++) {
        struct program p = {.count = 0};
        long lo = (long)rng_below(&rng, 17) - 8, hi = (long)rng_below(&rng, 17);
        const struct form *quarter =
            form_apply1(s->pool, CORE_RECIP, integer(s, 4));
        const struct form *integral;
        struct enclosure *e = enclosure_new(s->pool, NULL, 0, BITS);
        const struct image *r;
        mpfr_t width;

        draw(&p, &rng, DEPTH);
        integral = form_bind(s->pool, BINDER_INTEGRAL,
                             ring_mul(s->pool, quarter, integer(s, lo)),
                             ring_mul(s->pool, quarter, integer(s, hi)),
                             form_of(s, &p, t->form), t);
        r = enclosure_value(e, integral);
        compare(&r->x, &p, lo, hi);
        mpfr_init2(width, BITS);
        mpfr_sub(width, r->x.hi, r->x.lo, MPFR_RNDU);
        narrow += mpfr_cmp_d(width, 1e-9) < 0;
        mpfr_clear(width);
        enclosure_free(e);
    }
    assert_true(narrow > TRIALS * 9 / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_random_bodies, symbols_set,
                                        symbols_end),
    };
    int out = cmocka_run_group_tests(tests, NULL, NULL);

    flint_cleanup();
    return out;
}
