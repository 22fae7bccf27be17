/* The columns of the table `result`.  Internal. */
#pragma once

#include "store/field.h"
#include "verify/verdict.h"

/* A result with what stands beside it in its row. */
struct result_row {
    struct result result;
    bool has_counterexample;
    struct counterexample sides; /* trial, lhs and rhs of it alone */
};

/* Texts first, in this order, then the fields. */
enum result_text {
    RESULT_FILE,
    RESULT_THEOREM,
    RESULT_STATEMENT, /* its hash */
    RESULT_CLAIM,
    RESULT_NAME,
    RESULT_CASE,
    RESULT_VERDICT,
    RESULT_EXPECTED,
    RESULT_PROOF,
    RESULT_TEXTS
};

extern const struct field result_fields[];
extern const size_t result_nfields;

/* Appends the columns after `id`. */
void result_columns(struct buffer *out);
