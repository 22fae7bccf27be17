/*
 * The NAME=VALUE arguments of `majorant eval`: matrices by name, from a closed
 * expression of the language, which may have tensor(...), or from a data file.
 */
#pragma once

#include "base/diag.h"
#include "case/casefile.h"
#include "ir/lower.h"

struct operands {
    struct lower_input *inputs; /* names and shapes, count of them */
    struct value *values;
    char **names;
    size_t count;
};

/* ST_INPUT: something was wrong; it is in `diag`.  Clear it in every case. */
MUST_CHECK enum status operands_read(struct operands *operands,
                                     const char *const *arguments, size_t count,
                                     const struct spec_options *options,
                                     struct diag *diag);
/* The values become those of the instance's slots, in order. */
void operands_move(struct operands *operands, struct instance *x);
void operands_clear(struct operands *operands);
