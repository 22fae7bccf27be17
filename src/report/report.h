/*
 * A run as text for people, JSON and JUnit XML for programs.
 *
 * The writers add to a buffer and look at nothing else, so a report depends on
 * the run alone.
 */
#ifndef MAJORANT_REPORT_REPORT_H
#define MAJORANT_REPORT_REPORT_H

#include "verify/verdict.h"

/* One aligned line a claim, grouped by file and theorem. */
void report_text(struct buffer *out, const struct run *run, bool colour);
/* The object of docs/language.md, section 8. */
void report_json(struct buffer *out, const struct run *run);
/* `prove`: step, verdict, and the rules it rests on. */
void report_proof(struct buffer *out, const struct run *run);
void report_junit(struct buffer *out, const struct run *run);

#endif
