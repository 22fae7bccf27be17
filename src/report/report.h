/*
 * A run as text for people, and in the formats that programs read.
 *
 * The writers add to a buffer and look at nothing else, so a report depends on
 * the run alone.
 */
#pragma once

#include "verify/verdict.h"

/* One aligned line a claim, grouped by file and theorem. */
void report_text(struct buffer *out, const struct run *run, bool colour);
/*
 * Those that came out not as expected, likewise; `file`: the one whose name
 * stands above already, or NULL.
 */
void report_told(struct buffer *out, const struct run *run, const char *file,
                 bool colour);
/* The last lines of a report: how many claims came out how. */
void report_summary(struct buffer *out, const struct run *run);
/* The object of docs/language.md, section 8. */
void report_json(struct buffer *out, const struct run *run);
/* `prove`: step, verdict, and the rules it rests on. */
void report_proof(struct buffer *out, const struct run *run);
/* One test case a claim; a run that was stopped is an error of its own. */
void report_junit(struct buffer *out, const struct run *run);
/* SARIF 2.1.0: one result for each claim that is not as expected. */
void report_sarif(struct buffer *out, const struct run *run);
/* Annotations of GitHub Actions for the same claims, and a line for the log. */
void report_github(struct buffer *out, const struct run *run);
/* report_text without colour. */
void report_plain(struct buffer *out, const struct run *run);

/* By the name of --format (NULL: text); NULL: it is none of them. */
typedef void report_writer(struct buffer *out, const struct run *run);
#define REPORT_FORMATS "text, json, junit, sarif, github"
report_writer *report_find_writer(const char *name);
