/* Plans for people: one line an instruction, with its shape. */
#pragma once

#include "eval/plan.h"

/* "#5 * #3'", in the notation of the language, without an end of line. */
void plan_print_instr(struct buffer *out, const struct plan *plan, plan_id id);
/* The instructions of a cone as lines: number, shape, itself. */
void plan_print(struct buffer *out, const struct plan *plan, const plan_id *ids,
                size_t count);
