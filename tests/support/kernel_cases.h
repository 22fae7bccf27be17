/*
 * Statements with an instance, made from text: for tests of the kernel and of
 * what is built on it.
 */
#ifndef MAJORANT_TESTS_KERNEL_CASES_H
#define MAJORANT_TESTS_KERNEL_CASES_H

#include "cert/certificate.h"
#include "recheck/violation.h"

struct kernel_case {
    struct module *module;
    const struct theorem *theorem;
    struct layout layout;
    struct instance x;
};

/*
 * The first theorem of `text` at the given sizes (one for each dim); all
 * values are zero.  Stops the program where the text is not valid.
 */
void kernel_case_open(struct kernel_case *k, const char *text,
                      const int64_t *dims);
/*
 * A claim about s, of that value, and an n x n matrix A of zeros; `more`
 * declares what else it names.
 */
void kernel_case_claim(struct kernel_case *k, const char *more,
                       const char *claim, int64_t n, const char *s);
void kernel_case_close(struct kernel_case *k);
/* Entry i (by rows) of slot: "1/3". */
void kernel_case_set(struct kernel_case *k, size_t slot, size_t i,
                     const char *text);
/* All entries, separated by blanks. */
void kernel_case_fill(struct kernel_case *k, size_t slot, const char *entries);
/* The certificate of link 0 of claim 0, not certified yet. */
void kernel_case_certificate(struct certificate *c,
                             const struct kernel_case *k);

#endif
