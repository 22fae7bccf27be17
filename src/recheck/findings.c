/* Bounds in decimal, rounded outward; the entry with the largest margin. */
#include "recheck/findings.h"

#include <string.h>

/* ---- decimals ---- */

/* The digits of the significand, without zeros at the end. */
static size_t significant(const char *digits)
{
    size_t n = strlen(digits);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    return n;
}

/* 0.d1d2... * 10^exponent as d1.d2...e(exponent - 1), or plainly */
static void print_digits(struct buffer *out, const char *digits, size_t n,
                         long exponent)
{
    enum { MOST_ZEROS = 4 };
    if (exponent > FINDINGS_DIGITS || exponent < -MOST_ZEROS) {
        buffer_add_char(out, digits[0]);
        if (n > 1)
            buffer_add_char(out, '.');
        buffer_add_bytes(out, digits + 1, n - 1);
        buffer_printf(out, "e%ld", exponent - 1);
        return;
    }
    if (exponent <= 0)
        buffer_add(out, "0.");
    for (long k = exponent; k < 0; k++)
        buffer_add_char(out, '0');
    for (size_t k = 0; k < n || (long)k < exponent; k++) {
        if (exponent > 0 && (long)k == exponent)
            buffer_add_char(out, '.');
        buffer_add_char(out, k < n ? digits[k] : '0');
    }
}

char *findings_decimal(mpfr_srcptr x, mpfr_rnd_t direction)
{
    if (mpfr_zero_p(x))
        return xstrdup("0");
    if (!mpfr_number_p(x))
        return xstrdup(mpfr_sgn(x) < 0 ? "-inf" : "inf");
    mpfr_exp_t exponent;
    char *digits =
        mpfr_get_str(NULL, &exponent, 10, FINDINGS_DIGITS, x, direction);
    ENSURE(digits, "mpfr_get_str failed");
    const char *first = digits + (digits[0] == '-');
    LOCAL_BUFFER out = buffer_new();
    if (digits[0] == '-')
        buffer_add_char(&out, '-');
    print_digits(&out, first, significant(first), (long)exponent);
    mpfr_free_str(digits);
    return xstrdup(out.text);
}

/* ---- texts ---- */

char *findings_text(struct span span, const struct expr *e)
{
    LOCAL_BUFFER out = buffer_new();
    if (span.source) {
        bool gap = false;
        for (size_t k = span.begin; k < span.end; k++) {
            char c = span.source->text[k];
            bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
            if (!blank && gap && out.length)
                buffer_add_char(&out, ' ');
            if (!blank)
                buffer_add_char(&out, c);
            gap = blank;
        }
    }
    if (!out.length)
        expr_print(&out, e);
    return xstrdup(out.text);
}

/* ---- sides ---- */

/* r.lo = a lower bound of how far x rel y fails; -inf where it may hold */
static void margin(mpfr_t r, enum relop rel, const interval_t *x,
                   const interval_t *y)
{
    LOCAL_MPFR(other, mpfr_get_prec(r));
    mpfr_sub(r, x->lo, y->hi, MPFR_RNDD);
    mpfr_sub(other, y->lo, x->hi, MPFR_RNDD);
    switch (rel) {
    case REL_LE:
    case REL_LT: /* fails by x - y */
        break;
    case REL_GE:
    case REL_GT: /* fails by y - x */
        mpfr_set(r, other, MPFR_RNDD);
        break;
    case REL_EQ: /* fails by |x - y| */
        mpfr_max(r, r, other, MPFR_RNDD);
        break;
    case REL_NE: /* fails by equality alone */
        mpfr_set_zero(r, 1);
        break;
    }
    if (mpfr_nan_p(r))
        mpfr_set_inf(r, -1);
}

static void record(struct cert_sides *out, const interval_t *x,
                   const interval_t *y, mpfr_srcptr least)
{
    out->lhs_lower = findings_decimal(x->lo, MPFR_RNDD);
    out->lhs_upper = findings_decimal(x->hi, MPFR_RNDU);
    out->rhs_lower = findings_decimal(y->lo, MPFR_RNDD);
    out->rhs_upper = findings_decimal(y->hi, MPFR_RNDU);
    out->margin = findings_decimal(least, MPFR_RNDD);
}

/*
 * The relation is certainly false |- the worst entry.  Relations that fail by
 * equality (x < x), or by the form of a side (exp(-10^300) <= 0), have the
 * margin 0; the others must have a positive one.
 */
bool findings_sides(struct cert_sides *out, struct run *run,
                    const struct expr *relation)
{
    const struct kmatrix *args[2];
    if (!value_kids(run, relation, args, 2))
        return false;
    const struct kmatrix *a = args[0], *b = args[1];
    const struct kmatrix *shape = kmatrix_is_single(a) ? b : a;
    size_t row = 0, col = 0;
    LOCAL_MPFR(best, run->bits);
    LOCAL_MPFR(m, run->bits);
    mpfr_set_inf(best, -1);
    for (size_t i = 0; i < shape->rows; i++)
        for (size_t j = 0; j < shape->cols; j++) {
            margin(m, relation->rel, kmatrix_spread(a, i, j),
                   kmatrix_spread(b, i, j));
            if (!mpfr_greater_p(m, best))
                continue;
            mpfr_set(best, m, MPFR_RNDD);
            row = i;
            col = j;
        }
    bool may_be_zero =
        relation->rel == REL_NE || relation->rel == REL_LT ||
        relation->rel == REL_GT ||
        exact_sign_by_form(run, relation->kids[0], relation->kids[1]) != 0;
    bool positive = mpfr_sgn(best) > 0;
    if (!positive && may_be_zero)
        mpfr_set_zero(best, 1);
    out->row = row + 1;
    out->col = col + 1;
    if (positive || may_be_zero)
        record(out, kmatrix_spread(a, row, col), kmatrix_spread(b, row, col),
               best);
    return positive || may_be_zero;
}
