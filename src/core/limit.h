/*
 * Limits of terms.
 */
#ifndef MAJORANT_CORE_LIMIT_H
#define MAJORANT_CORE_LIMIT_H

#include "core/enclose.h"

/*
 * What the scalar tends to where the real variable tends to infinity, a scalar
 * without it, by an enclosure that knows nothing of the variable; NULL: it is
 * not found.
 */
const struct form *form_limit(struct enclosure *e, const struct form *f,
                              const struct atom *variable);

#endif
