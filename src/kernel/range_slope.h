/*
 * The kernel's own derivatives, forward and at a point: an audit of the terms
 * that logic/scalar.h makes for derivatives.
 */
#ifndef MAJORANT_KERNEL_RANGE_SLOPE_H
#define MAJORANT_KERNEL_RANGE_SLOPE_H

#include "kernel/range_value.h"
#include "logic/partition.h"

/*
 * Whether the derivatives that the node's rule takes of the goal's term agree,
 * in the middle of the box, with those found by the chain rule on intervals.
 * (Where a value is not finite there, nothing is compared.)
 */
bool range_slope_agrees(struct range_oracle *oracle, struct scalar_pool *pool,
                        const struct sequent *s,
                        const struct partition_node *node);
/*
 * Whether the integrals that were read, which closed forms may have taken the
 * place of, agree with the kernel's quadrature in the middle of the box.
 */
bool range_integrals_agree(struct range_oracle *oracle,
                           const struct scalar_pool *pool,
                           const struct sequent *s);

#endif
