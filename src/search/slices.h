/*
 * Smaller instances from an instance: one size of the theorem reduced, and of
 * every input the rows, columns or members that go with it left out.
 */
#ifndef MAJORANT_SEARCH_SLICES_H
#define MAJORANT_SEARCH_SLICES_H

#include "verify/stage.h"

/*
 * A stage at dims[dim] less `less`, holding what is left of `from` when the
 * slices from `at` on are dropped; inputs that the case fixes are drawn anew.
 * NULL where the sizes are impossible.  Not built yet.
 */
struct stage *slices_drop(const struct stage *from, const struct spec *spec,
                          size_t dim, int64_t less, size_t at);

#endif
