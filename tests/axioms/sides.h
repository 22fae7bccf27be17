/*
 * What a failing relation says there: its first false part, the values of its
 * indices, and both sides.
 */
#ifndef MAJORANT_TESTS_AXIOMS_SIDES_H
#define MAJORANT_TESTS_AXIOMS_SIDES_H

#include "base/buffer.h"
#include "direct.h"

void sides_print(struct buffer *out, struct direct *d, const struct expr *e);

#endif
