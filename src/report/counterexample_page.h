/*
 * One counterexample for people: what was stated, where it fails and by how
 * much, how far the instance can be pushed, how to check it again.
 */
#pragma once

#include "base/truth.h"
#include "cert/certificate.h"
#include "report/markup.h"
#include "verify/counterexample.h"

/* The instance with one given multiplied by 2^exponent. */
struct page_push {
    bool is_admitted;       /* declared properties and assumptions hold there */
    enum truth truth;       /* of the link */
    struct enclosure ratio; /* certified, or NONE */
};

enum { PAGE_EXPONENT = 3, PAGE_PUSHES = 2 * PAGE_EXPONENT + 1 };

struct page_scaling {
    const char *given;
    struct page_push pushes[PAGE_PUSHES]; /* from 2^-3 to 2^3 */
};

struct page_link {
    char *relation;   /* as text */
    enum truth truth; /* on the instance */
};

struct counterexample_page {
    const struct certificate *certificate; /* as the checker accepted it */
    const char *path;              /* of the certificate's file, or NULL */
    const struct page_link *links; /* of the claim */
    size_t nlinks;
    struct page_scaling *scalings;
    size_t nscalings;
};

void counterexample_page(const struct markup *m,
                         const struct counterexample_page *page);
