/*
 * Integrals by the form of their bodies: what is built into their normal form.
 */
#ifndef MAJORANT_CORE_AREA_H
#define MAJORANT_CORE_AREA_H

#include "core/binder.h"

/* The binder's atom as it is. */
typedef const struct form *bind_plainly(struct pool *pool, struct atom model,
                                        const struct form *body,
                                        const struct atom *variable);
/*
 * The integral, to hi or to infinity as the model says, of a scalar body:
 * integrals of parts of it in the end bound by `plain`.
 */
const struct form *area_bind(struct pool *pool, struct atom model,
                             const struct form *body,
                             const struct atom *variable, bind_plainly *plain);
/* log of the standard normal density, for its argument x. */
const struct form *area_log_density(struct pool *pool, const struct form *x);

#endif
