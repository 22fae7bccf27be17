/*
 * Mutations of rules that no instance refutes, and why: the mutated rule is
 * still true, or says nothing new.
 */
#ifndef MAJORANT_TESTS_SURVIVORS_H
#define MAJORANT_TESTS_SURVIVORS_H

static const struct {
    const char *rule, *mutation, *why;
} survivors[] = {
    {"increasing_sqrt", "not nonneg", "sqrt(A) has no value for other A"},
    {"increasing_log", "without positive", "log(A) has no value for other A"},
    {"sqrt_of_sum", "not nonneg", "sqrt(x), sqrt(y) have no value otherwise"},
    {"root_of_product", "not nonneg",
     "sqrt(x) * sqrt(y) has no value otherwise"},
    {"rayleigh_above", "not symmetric", "eigmax(S) has no value for other S"},
    {"rayleigh_below", "not symmetric", "eigmin(S) has no value for other S"},
    {"eigmax_by_norm2", "not symmetric", "eigmax(S) has no value for other S"},
    {"psd_form", "constant", "the smaller side is 0"},
    {"trace_of_gram", "constant", "the smaller side is 0"},
    {"trace_of_form", "constant", "the smaller side is 0"},
    {"trace_of_psd", "constant", "the smaller side is 0"},
    {"weyl_above", "not symmetric", "eigenvalues of others have no value"},
    {"weyl_below", "not symmetric", "eigenvalues of others have no value"},
    {"weyl_mixed_above", "not symmetric",
     "eigenvalues of others have no value"},
    {"weyl_mixed_below", "not symmetric",
     "eigenvalues of others have no value"},
    {"eigenvalue_distance", "not symmetric",
     "eigenvalues of others have no value"},
    {"trace_below_eigmax", "not symmetric",
     "eigenvalues of others have no value"},
    {"trace_above_eigmin", "not symmetric",
     "eigenvalues of others have no value"},
    {"mean_below_eigmax", "not symmetric",
     "eigenvalues of others have no value"},
    {"mean_above_eigmin", "not symmetric",
     "eigenvalues of others have no value"},
    {"trace_by_eigmax", "not symmetric", "eigenvalues of others have no value"},
    {"trace_of_psd_product", "constant", "the smaller side is 0"},
    {"softmax_columns", "constant", "1/2 would do for small logits"},
    {"eigmin_of_psd", "constant", "the smaller side is 0"},
    {"det_of_psd", "constant", "the smaller side is 0"},
    {"diagonal_of_psd", "constant", "the smaller side is 0"},
    {"ordered_trace", "not symmetric", "B - A is symmetric all the same"},
    {"ordered_eigmax", "not symmetric", "eigenvalues of others have no value"},
    {"ordered_eigmin", "not symmetric", "eigenvalues of others have no value"},
};

#endif
