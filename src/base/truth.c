#include "base/truth.h"

enum truth truth_and(enum truth a, enum truth b)
{
    if (a == TRUTH_FALSE || b == TRUTH_FALSE)
        return TRUTH_FALSE;
    if (a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN)
        return TRUTH_UNKNOWN;
    if (a == TRUTH_UNDEFINED || b == TRUTH_UNDEFINED)
        return TRUTH_UNDEFINED;
    return TRUTH_TRUE;
}

enum truth truth_not(enum truth a)
{
    if (a == TRUTH_TRUE)
        return TRUTH_FALSE;
    return a == TRUTH_FALSE ? TRUTH_TRUE : a;
}

enum truth truth_or(enum truth a, enum truth b)
{
    return truth_not(truth_and(truth_not(a), truth_not(b)));
}

const char *truth_name(enum truth a)
{
    static const char *const names[] = {"unknown", "false", "true",
                                        "undefined"};
    return names[a];
}
