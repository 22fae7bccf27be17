/*
 * A run of several files for people: a line for each file, and in full what is
 * not as expected.
 */
#pragma once

#include "verify/verdict.h"

/* The names of the columns; `width`: columns of the longest name of a file. */
void brief_heading(struct buffer *out, size_t width);
/*
 * The line of a file, all of whose results are in the run; below it those that
 * came out otherwise than expected, as report_text shows them.
 */
void brief_file(struct buffer *out, const struct run *file, size_t width,
                bool colour);
/* Whether the file has nothing to show below its line. */
bool brief_is_as_expected(const struct run *file);
/* The end of the report: how much of the whole run came out how. */
void brief_summary(struct buffer *out, const struct run *run, size_t files);
