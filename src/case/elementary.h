/*
 * log and exp from IEEE basic operations alone, so that a draw is the same on
 * every machine.  Their accuracy (about 1e-15) only shapes distributions; no
 * verdict depends on it.
 */
#pragma once

/* x > 0 and finite. */
double elementary_log(double x);
/* |x| is at most 700. */
double elementary_exp(double x);
