/* What evaluators of plans have in common. */
#ifndef MAJORANT_EVAL_WALK_H
#define MAJORANT_EVAL_WALK_H

/* Whether an instruction has a value.  0 is "not known". */
enum state { STATE_UNKNOWN = 0, STATE_DEFINED, STATE_UNDEFINED };

/* Undefined if one is; defined only if both are. */
static inline enum state state_join(enum state a, enum state b)
{
    if (a == STATE_UNDEFINED || b == STATE_UNDEFINED)
        return STATE_UNDEFINED;
    return a == STATE_DEFINED && b == STATE_DEFINED ? STATE_DEFINED
                                                    : STATE_UNKNOWN;
}

#endif
