#include "ir/function.h"

#include "base/status.h"

#include <string.h>

static const struct function_info functions[] = {
#define X(id, name, least, most, rule) {name, least, most, rule},
    MAJORANT_FUNCTIONS(X)
#undef X
};

_Static_assert(sizeof functions / sizeof functions[0] == FN_COUNT,
               "one row for each function");

const struct function_info *function_info(enum function fn)
{
    ENSURE((unsigned)fn < FN_COUNT, "function_info: no such function");
    return &functions[fn];
}

bool function_find(enum function *out, const char *name, size_t arguments)
{
    for (size_t i = 0; i < FN_COUNT; i++) {
        const struct function_info *f = &functions[i];
        if (strcmp(f->name, name) == 0 && f->least <= arguments &&
            arguments <= f->most) {
            *out = (enum function)i;
            return true;
        }
    }
    return false;
}

bool function_exists(const char *name)
{
    for (size_t i = 0; i < FN_COUNT; i++) {
        if (strcmp(functions[i].name, name) == 0)
            return true;
    }
    return false;
}
