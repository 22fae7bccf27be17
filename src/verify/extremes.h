/*
 * Adding trials up while the extremes of the ratios are only as sharp as the
 * filter made them.
 *
 * Nearly all ratios serve the histogram alone, and of the others few stay an
 * extreme.  So a ratio beyond the ones before it is taken as it is, and made
 * accurate only where it cannot be told from another one, and at the end.  The
 * results are those of ratios that were accurate from the beginning.
 */
#pragma once

#include "verify/ladder.h"

struct extremes;

/* `options` of the campaign's ladder, copied; `nlinks` of a trial's outcomes.
 */
struct extremes *extremes_new(const struct spec *spec, const bool *wanted,
                              const struct ladder_options *options,
                              size_t nlinks);
void extremes_free(struct extremes *e);
/* tally_add of outcome number `link`; trials come in order. */
void extremes_add(struct extremes *e, struct result *r, size_t link,
                  uint64_t trial, enum admission admission, bool is_new,
                  const struct link_outcome *outcome);
/* Makes both extremes accurate, after the last trial. */
void extremes_settle(struct extremes *e, struct result *r, size_t link);
