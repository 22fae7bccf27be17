/*
 * Truth of a relation on one instance.
 *
 * 0 is "unknown", so a value that nobody set proves nothing.  UNDEFINED means
 * that a side certainly has no value; no precision changes that.  Kleene's
 * tables, with both kept apart: unknown may still become anything, so it wins
 * over undefined.
 */
#pragma once

enum truth { TRUTH_UNKNOWN = 0, TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNDEFINED };

/* FLINT 3 exports functions of these names: ours get names of their own. */
#define truth_and majorant_truth_and
#define truth_or majorant_truth_or
#define truth_not majorant_truth_not

enum truth truth_and(enum truth a, enum truth b);
enum truth truth_or(enum truth a, enum truth b);
enum truth truth_not(enum truth a);
const char *truth_name(enum truth a);
