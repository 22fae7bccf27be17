#include "case/elementary.h"

#include <math.h>

static const double ln2 = 0x1.62e42fefa39efp-1;

/* log m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1)/(m + 1), |s| <= 0.172 */
double elementary_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        exponent--;
    }
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int k = 21; k >= 1; k -= 2)
        sum = sum * square + 1.0 / k;
    return 2 * s * sum + exponent * ln2;
}

/* exp x = 2^k exp r, |r| <= 0.35, by the exponential series. */
double elementary_exp(double x)
{
    double k = floor(x / ln2 + 0.5);
    double r = x - k * ln2, sum = 1;
    for (int i = 16; i >= 1; i--)
        sum = 1 + r * sum / i;
    return ldexp(sum, (int)k);
}
