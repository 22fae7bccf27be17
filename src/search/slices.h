/*
 * Smaller instances from an instance: one size of the theorem reduced, and of
 * every input the rows, columns or members that go with it left out; or one
 * integer on which the plan depends replaced.
 */
#pragma once

#include "verify/stage.h"

/*
 * A stage at dims[dim] less `less`, holding what is left of `from` when the
 * slices from `at` on are dropped; inputs that the case fixes are drawn anew.
 * NULL where the sizes are impossible.  Not built yet.
 */
struct stage *slices_drop(const struct stage *from, const struct spec *spec,
                          size_t dim, int64_t less, size_t at);

/*
 * A stage of the same sizes with `value` for that given, an int that sizes or
 * indices depend on, and the other inputs as in `from`.  NULL where it, or an
 * int whose range depends on it, leaves its range.  Not built yet.
 */
struct stage *slices_integer(const struct stage *from, const struct spec *spec,
                             size_t given, int64_t value);

/*
 * A stage of the same sizes in which each input that is a number, slots[k], has
 * the value forms[k], and all others are as in `from`; NULL where that is not
 * possible.  Not built yet.
 */
struct stage *slices_numbers(const struct stage *from, const struct spec *spec,
                             const size_t *slots,
                             const struct expr *const *forms, size_t count);
