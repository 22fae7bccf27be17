/* The algebra of the proofs, for who evaluates instances. */
#ifndef MAJORANT_KERNEL_TIES_H
#define MAJORANT_KERNEL_TIES_H

#include "recheck/violation.h"

/* It adds to the theorem's pool: one thread at a time.  Lives for ever. */
const struct algebra *ties_algebra(void);

#endif
