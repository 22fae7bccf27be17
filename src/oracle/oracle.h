/*
 * The range prover as an oracle of the core (core/oracle.h): branch and bound
 * finds a partition (prove/range.h), the kernel checks it.  Bounded by counts,
 * so that replay is answered as the search was.
 */
#pragma once

#include "core/oracle.h"

/* By the name of "range"; it needs no context. */
struct core_oracle oracle_range(void);
