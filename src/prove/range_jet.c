#include "prove/range_jet.h"

void range_jet_init(struct range_jet *a, int order)
{
    a->smooth = true;
    a->order = order;
    for (int k = 0; k <= order; k++)
        span_init(&a->c[k]);
}

void range_jet_clear(struct range_jet *a)
{
    for (int k = 0; k <= a->order; k++)
        span_clear(&a->c[k]);
}

/* Only c[0] is meant. */
static void roughen(struct range_jet *r)
{
    r->smooth = false;
    for (int k = 1; k <= r->order; k++)
        span_whole(&r->c[k]);
    if (r->c[0].empty)
        span_whole(&r->c[0]);
}

static void set_number(struct span_value *x, slong value)
{
    arf_set_si(x->lo, value);
    arf_set_si(x->hi, value);
    x->empty = false;
}

static void set_constant(struct range_jet *r, const struct span_value *x)
{
    r->smooth = !x->empty && arf_is_finite(x->lo) && arf_is_finite(x->hi);
    span_set(&r->c[0], x);
    for (int k = 1; k <= r->order; k++)
        set_number(&r->c[k], 0);
    if (!r->smooth)
        roughen(r);
}

static void set(struct range_jet *r, const struct range_jet *a)
{
    r->smooth = a->smooth;
    for (int k = 0; k <= r->order; k++)
        span_set(&r->c[k], &a->c[k]);
}

static void scale(struct range_jet *r, slong factor, slong prec)
{
    struct span_value s;
    span_init(&s);
    set_number(&s, factor);
    for (int k = 0; k <= r->order; k++)
        span_mul(&r->c[k], &r->c[k], &s, prec);
    span_clear(&s);
}

/* sum += factor * a * b */
static void add_product(struct span_value *sum, const struct span_value *a,
                        const struct span_value *b,
                        const struct span_value *factor, slong prec)
{
    struct span_value t;
    if ((arf_is_zero(a->lo) && arf_is_zero(a->hi)) ||
        (arf_is_zero(b->lo) && arf_is_zero(b->hi)))
        return;
    span_init(&t);
    span_mul(&t, a, b, prec);
    if (factor)
        span_mul(&t, &t, factor, prec);
    span_add(sum, sum, &t, prec);
    span_clear(&t);
}

static void add(struct range_jet *r, const struct range_jet *a, slong prec)
{
    for (int k = 0; k <= r->order; k++)
        span_add(&r->c[k], &r->c[k], &a->c[k], prec);
    r->smooth &= a->smooth;
}

/* r_n = sum a_j b_(n-j); r is neither */
static void multiply(struct range_jet *r, const struct range_jet *a,
                     const struct range_jet *b, slong prec)
{
    r->smooth = a->smooth && b->smooth;
    span_mul(&r->c[0], &a->c[0], &b->c[0], prec);
    for (int n = 1; n <= r->order; n++) {
        set_number(&r->c[n], 0);
        for (int j = 0; j <= n; j++)
            add_product(&r->c[n], &a->c[j], &b->c[n - j], NULL, prec);
    }
    if (!r->smooth)
        roughen(r);
}

/* r' = u a': n r_n = sum_{0<j<=n} j a_j u_(n-j) */
static void integrate_step(struct range_jet *r, const struct range_jet *a,
                           const struct range_jet *u, int n, slong prec)
{
    struct span_value factor;
    mpq_t q;
    span_init(&factor);
    mpq_init(q);
    set_number(&r->c[n], 0);
    for (int j = 1; j <= n; j++) {
        mpq_set_si(q, j, (unsigned long)n);
        mpq_canonicalize(q);
        span_set_q(&factor, q, prec);
        add_product(&r->c[n], &a->c[j], &u->c[n - j], &factor, prec);
    }
    mpq_clear(q);
    span_clear(&factor);
}

/* ---- powers ---- */

/* factor * a_j r_(n-j), the factor being (q j - (n - j)) / n */
static void add_power_part(struct range_jet *r, const struct range_jet *a,
                           mpq_srcptr q, int j, int n, slong prec)
{
    struct span_value factor;
    mpq_t f, t;
    span_init(&factor);
    mpq_init(f);
    mpq_init(t);
    mpq_set_si(f, j, 1);
    mpq_mul(f, f, q);
    mpq_set_si(t, n - j, 1);
    mpq_sub(f, f, t);
    mpq_set_si(t, n, 1);
    mpq_div(f, f, t);
    span_set_q(&factor, f, prec);
    add_product(&r->c[n], &a->c[j], &r->c[n - j], &factor, prec);
    mpq_clear(f);
    mpq_clear(t);
    span_clear(&factor);
}

/* r a' q = r' a: a_0 r_n = sum_{0<j<=n} (q j - (n - j)) / n a_j r_(n-j) */
static void smooth_power(struct range_jet *r, const struct range_jet *a,
                         mpq_srcptr q, slong prec)
{
    struct span_value inverse;
    mpq_t minus;
    span_init(&inverse);
    mpq_init(minus);
    mpq_set_si(minus, -1, 1);
    span_power(&inverse, &a->c[0], minus, prec);
    for (int n = 1; n <= r->order; n++) {
        set_number(&r->c[n], 0);
        for (int j = 1; j <= n; j++)
            add_power_part(r, a, q, j, n, prec);
        span_mul(&r->c[n], &r->c[n], &inverse, prec);
    }
    mpq_clear(minus);
    span_clear(&inverse);
}

static void natural_power(struct range_jet *r, const struct range_jet *a,
                          unsigned long n, slong prec)
{
    struct range_jet t;
    range_jet_init(&t, r->order);
    set(r, a);
    for (unsigned long i = 1; i < n; i++) {
        multiply(&t, r, a, prec);
        set(r, &t);
    }
    range_jet_clear(&t);
}

static void power(struct range_jet *r, const struct range_jet *a, mpq_srcptr q,
                  slong prec)
{
    enum { MOST = 16 };
    struct span_value value;
    bool whole = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    bool positive = !a->c[0].empty && arf_sgn(a->c[0].lo) > 0;
    bool apart = positive || (whole && arf_sgn(a->c[0].hi) < 0);
    bool natural =
        whole && mpq_sgn(q) > 0 && mpz_cmp_ui(mpq_numref(q), MOST) <= 0;
    span_init(&value);
    span_power(&value, &a->c[0], q, prec);
    r->smooth = a->smooth && (apart || natural);
    if (r->smooth && !apart)
        natural_power(r, a, mpz_get_ui(mpq_numref(q)), prec);
    span_set(&r->c[0], &value);
    if (r->smooth && apart)
        smooth_power(r, a, q, prec);
    if (!r->smooth)
        roughen(r);
    span_clear(&value);
}

/* ---- functions ---- */

/* r = exp a */
static void exponential(struct range_jet *r, const struct range_jet *a,
                        slong prec)
{
    span_call(&r->c[0], FN_EXP, &a->c[0], NULL, prec);
    for (int n = 1; n <= r->order && a->smooth; n++)
        integrate_step(r, a, r, n, prec);
}

/* r = log a, r' = a' / a */
static void logarithm(struct range_jet *r, const struct range_jet *a,
                      slong prec)
{
    struct range_jet u;
    mpq_t minus;
    bool positive = !a->c[0].empty && arf_sgn(a->c[0].lo) > 0;
    range_jet_init(&u, r->order);
    mpq_init(minus);
    mpq_set_si(minus, -1, 1);
    span_call(&r->c[0], FN_LOG, &a->c[0], NULL, prec);
    r->smooth = a->smooth && positive;
    if (r->smooth)
        power(&u, a, minus, prec);
    for (int n = 1; n <= r->order && r->smooth; n++)
        integrate_step(r, a, &u, n, prec);
    mpq_clear(minus);
    range_jet_clear(&u);
}

/* r the sine or cosine of a; s' = c a', c' = -s a' */
static void wave(struct range_jet *r, const struct range_jet *a, bool sine,
                 slong prec)
{
    struct range_jet other;
    struct span_value minus;
    range_jet_init(&other, r->order);
    span_init(&minus);
    set_number(&minus, -1);
    struct range_jet *s = sine ? r : &other, *c = sine ? &other : r;
    span_call(&s->c[0], FN_SIN, &a->c[0], NULL, prec);
    span_call(&c->c[0], FN_COS, &a->c[0], NULL, prec);
    for (int n = 1; n <= r->order && a->smooth; n++) {
        integrate_step(s, a, c, n, prec);
        integrate_step(c, a, s, n, prec);
        span_mul(&c->c[n], &c->c[n], &minus, prec);
    }
    span_clear(&minus);
    range_jet_clear(&other);
}

/* r = tanh a, u = 1 - r^2, r' = u a' */
static void tanh_of(struct range_jet *r, const struct range_jet *a, slong prec)
{
    struct range_jet u;
    struct span_value one;
    range_jet_init(&u, r->order);
    span_init(&one);
    span_call(&r->c[0], FN_TANH, &a->c[0], NULL, prec);
    for (int n = 0; n <= r->order && a->smooth; n++) {
        if (n > 0)
            integrate_step(r, a, &u, n, prec);
        set_number(&u.c[n], 0);
        for (int j = 0; j <= n; j++)
            add_product(&u.c[n], &r->c[j], &r->c[n - j], NULL, prec);
        set_number(&one, n == 0);
        span_sub(&u.c[n], &one, &u.c[n], prec);
    }
    span_clear(&one);
    range_jet_clear(&u);
}

/* r = erf a, r' = 2 / sqrt(pi) exp(-a^2) a' */
static void erf_of(struct range_jet *r, const struct range_jet *a, slong prec)
{
    struct range_jet t, u;
    struct span_value factor;
    mpq_t q;
    range_jet_init(&t, r->order);
    range_jet_init(&u, r->order);
    span_init(&factor);
    mpq_init(q);
    mpq_set_si(q, 2, 1);
    power(&t, a, q, prec);
    scale(&t, -1, prec);
    exponential(&u, &t, prec);
    mpq_set_si(q, -1, 2);
    span_set_pi(&factor, prec);
    span_power(&factor, &factor, q, prec);
    span_add(&factor, &factor, &factor, prec);
    span_call(&r->c[0], FN_ERF, &a->c[0], NULL, prec);
    for (int n = 1; n <= r->order && a->smooth; n++) {
        integrate_step(r, a, &u, n, prec);
        span_mul(&r->c[n], &r->c[n], &factor, prec);
    }
    mpq_clear(q);
    span_clear(&factor);
    range_jet_clear(&t);
    range_jet_clear(&u);
}

/* A function with a kink: what it is where the sign of a is certain. */
static void kinked(struct range_jet *r, enum function fn,
                   const struct range_jet *a, slong prec)
{
    struct span_value value;
    bool known = !a->c[0].empty;
    bool above = known && arf_sgn(a->c[0].lo) >= 0;
    bool below = known && arf_sgn(a->c[0].hi) <= 0;
    span_init(&value);
    span_call(&value, fn, &a->c[0], NULL, prec);
    if (above || below)
        set(r, a);
    if (fn == FN_ABS && below && !above)
        scale(r, -1, prec);
    if (fn == FN_RELU && below && !above)
        scale(r, 0, prec);
    span_set(&r->c[0], &value);
    r->smooth = (above || below) && a->smooth && fn != FN_SIGN;
    span_clear(&value);
}

static void call(struct range_jet *r, const struct scalar *e,
                 const struct range_jet *a, slong prec)
{
    r->smooth = a->smooth;
    switch ((int)e->fn) {
    case FN_EXP:
        exponential(r, a, prec);
        break;
    case FN_LOG:
        logarithm(r, a, prec);
        break;
    case FN_SIN:
    case FN_COS:
        wave(r, a, e->fn == FN_SIN, prec);
        break;
    case FN_TANH:
        tanh_of(r, a, prec);
        break;
    case FN_ERF:
        erf_of(r, a, prec);
        break;
    default:
        kinked(r, e->fn, a, prec);
        break;
    }
    if (!r->smooth)
        roughen(r);
}

/* ---- terms ---- */

static void fold(struct range_jet *r, const struct range_quadrature *q,
                 const struct scalar *e, const struct span_value *x)
{
    struct range_jet a, t;
    range_jet_init(&a, r->order);
    range_jet_init(&t, r->order);
    range_jet_of(r, q, e->kids[0], x);
    for (size_t i = 1; i < e->count; i++) {
        range_jet_of(&a, q, e->kids[i], x);
        if (e->op == SCALAR_ADD) {
            add(r, &a, q->prec);
        } else {
            multiply(&t, r, &a, q->prec);
            set(r, &t);
        }
    }
    if (!r->smooth)
        roughen(r);
    range_jet_clear(&a);
    range_jet_clear(&t);
}

/* Two parts, of which only values are kept. */
static void rough_pair(struct range_jet *r, const struct range_quadrature *q,
                       const struct scalar *e, const struct span_value *x)
{
    struct range_jet a, b;
    range_jet_init(&a, 0);
    range_jet_init(&b, 0);
    range_jet_of(&a, q, e->kids[0], x);
    range_jet_of(&b, q, e->kids[1], x);
    if (e->op == SCALAR_GENERAL)
        span_general(&r->c[0], &a.c[0], &b.c[0], q->prec);
    else if (e->op == SCALAR_IF)
        span_hull(&r->c[0], &a.c[0], &b.c[0]);
    else
        span_call(&r->c[0], e->fn, &a.c[0], &b.c[0], q->prec);
    roughen(r);
    range_jet_clear(&a);
    range_jet_clear(&b);
}

static void single(struct range_jet *r, const struct range_quadrature *q,
                   const struct scalar *e, const struct span_value *x)
{
    struct range_jet a;
    range_jet_init(&a, r->order);
    range_jet_of(&a, q, e->kids[0], x);
    if (e->op == SCALAR_POWER)
        power(r, &a, e->number->q, q->prec);
    else
        call(r, e, &a, q->prec);
    range_jet_clear(&a);
}

static void variable(struct range_jet *r, const struct span_value *x)
{
    set_constant(r, x);
    if (r->order > 0 && r->smooth)
        set_number(&r->c[1], 1);
}

static void nothing(struct range_jet *r)
{
    span_whole(&r->c[0]);
    roughen(r);
}

void range_jet_of(struct range_jet *r, const struct range_quadrature *q,
                  const struct scalar *e, const struct span_value *x)
{
    if (!scalar_is_in_integral(e)) {
        set_constant(r, q->value(q->context, e));
        return;
    }
    scalar_spend(q->pool, 1 + (size_t)((r->order + 1) * (r->order + 1)) / 4);
    switch (e->op) {
    case SCALAR_VARIABLE:
        variable(r, x);
        return;
    case SCALAR_ADD:
    case SCALAR_MUL:
        fold(r, q, e, x);
        return;
    case SCALAR_POWER:
        single(r, q, e, x);
        return;
    case SCALAR_CALL:
        if (e->count == 1)
            single(r, q, e, x);
        else
            rough_pair(r, q, e, x);
        return;
    case SCALAR_GENERAL:
    case SCALAR_IF:
        rough_pair(r, q, e, x);
        return;
    case SCALAR_NUMBER:
    case SCALAR_PI:
    case SCALAR_INTEGRAL:
        nothing(r);
        return;
    }
}
