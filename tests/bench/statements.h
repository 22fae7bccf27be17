/* The statements that are measured, as text. */
#ifndef MAJORANT_BENCH_STATEMENTS_H
#define MAJORANT_BENCH_STATEMENTS_H

/* Theorems literal and residual; mixed with the cases of a campaign. */
extern const char BENCH_STATEMENTS[];

#endif
