/* Correctly rounded digits of exact numbers, 0 among them. */
#include "eval/ball_internal.h" /* ball_digits */
#include "eval/exact_internal.h"

bool exact_run_digits(struct buffer *out, struct buffer *radius,
                      const struct exact_run *run, plan_id id, size_t i,
                      size_t j, long digits, long prec)
{
    const struct exact_matrix *m = &run->values[id];
    if (exact_run_undefined(run, id) != TRUTH_FALSE)
        return false;
    LOCAL_ARB(x);
    exact_ball(x, run->ring, exact_entry(m, i, j), prec);
    const struct ball_operand a = {.x = x};
    return ball_digits(out, radius, &a, prec, digits);
}
