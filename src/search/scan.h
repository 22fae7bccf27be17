/*
 * Scanning one parameter over a fine grid, for violations on intervals so
 * narrow that neither draws nor gradients meet them.
 */
#pragma once

#include "search/climb.h"

/*
 * Tries parameter `i` of the climb's point at about `points` values: over its
 * range, or over several intervals and all magnitudes; refines around the best
 * local maxima.  The climb keeps what is best.
 */
void scan_parameter(struct climb *c, size_t i, size_t points);
