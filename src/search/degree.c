#include "search/degree.h"

#include <math.h>

/* The degree of 0 <= 0 is -empty. */
static const double empty = 30;
/* x <= 0 has the degree -DEGREE_BEYOND - spread - log(-x) / slowly. */
static const double spread = 100, slowly = 8;
/* log of the relative gap below which an equality looks like one. */
static const double equal_gap = 25;

double degree_compress(double x, double *slope)
{
    const double plain = 600, room = 90;
    *slope = 1;
    if (fabs(x) <= plain)
        return x;
    double steps = 1 + log(fabs(x) / plain);
    *slope = room / (steps * steps * fabs(x));
    return copysign(plain + room * (1 - 1 / steps), x);
}

/* x <= y fails: log(x / y), or DEGREE_BEYOND where the signs differ. */
static struct degree order_degree(double x, double y, bool strict)
{
    if (x == y) /* 0 <= 0 is no near miss: instances without content */
        return (struct degree){x == 0 && !strict ? -empty : 0, 1, -1};
    double most = fmax(fabs(x), fabs(y));
    if ((x > 0 && y > 0) || (x < 0 && y < 0)) {
        double sign = x > 0 ? 1 : -1, slope;
        double value =
            degree_compress(sign * (log(fabs(x)) - log(fabs(y))), &slope);
        return (struct degree){value, slope * sign / x, -slope * sign / y};
    }
    if ((x == 0 || y == 0) && x < y) /* the part would be 1 everywhere */
        return (struct degree){-DEGREE_BEYOND - spread - log(most) / slowly,
                               1 / (slowly * most), -1 / (slowly * most)};
    double part = (x - y) / most;
    return (struct degree){part > 0 ? DEGREE_BEYOND + part
                                    : part - DEGREE_BEYOND,
                           1 / most, -1 / most};
}

/* x == y fails, where `scale` is the largest entry of both sides. */
static struct degree equal_degree(double x, double y, double scale)
{
    double gap = fabs(x - y);
    if (!(gap > 0))
        return (struct degree){-DEGREE_BEYOND, 0, 0};
    double sign = x > y ? 1 : -1;
    return (struct degree){equal_gap + log(gap / scale), sign / gap,
                           -sign / gap};
}

struct degree degree_of_pair(enum relop rel, double x, double y, double scale)
{
    bool is_order = rel != REL_EQ && rel != REL_NE;
    if (isnan(x) || isnan(y))
        return (struct degree){NAN, 0, 0};
    if (is_order && x != y && fabs(x - y) <= DEGREE_NOISE * scale) {
        double sign = rel == REL_LE || rel == REL_LT ? 1 : -1;
        return (struct degree){sign * (x - y) / scale, sign / scale,
                               -sign / scale};
    }
    switch (rel) {
    case REL_LE:
    case REL_LT:
        return order_degree(x, y, rel == REL_LT);
    case REL_GE:
    case REL_GT: {
        struct degree d = order_degree(y, x, rel == REL_GT);
        return (struct degree){d.value, d.dy, d.dx};
    }
    case REL_EQ:
    case REL_NE: /* negated by the caller, after the worst entry is found */
        return equal_degree(x, y, scale);
    }
    return (struct degree){NAN, 0, 0};
}
