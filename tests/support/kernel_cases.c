#include "support/kernel_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    abort();
}

void kernel_case_open(struct kernel_case *k, const char *text,
                      const int64_t *dims)
{
    struct diag *diag = diag_new();
    struct buffer messages;
    char *reason = NULL;
    buffer_init(&messages);
    if (module_load_text(&k->module, "case.bound", text, NULL, diag) != ST_OK) {
        diag_print(diag, &messages);
        stop(text, messages.text);
    }
    k->theorem = module_theorem(k->module, 0);
    if (layout_init(&k->layout, k->theorem, dims, &reason) != ST_OK)
        stop(text, reason);
    instance_init(&k->x, &k->layout);
    for (size_t s = 0; s < k->layout.nslots; s++)
        value_set_rationals(&k->x.values[s], k->layout.slots[s].rows,
                            k->layout.slots[s].cols);
    buffer_clear(&messages);
    diag_free(diag);
}

void kernel_case_claim(struct kernel_case *k, const char *more,
                       const char *claim, int64_t n, const char *s)
{
    char *text = buffer_text("theorem t { dim n; given s : real; "
                             "given A : real[n, n]; %sclaim c: %s; }",
                             more, claim);
    kernel_case_open(k, text, &n);
    kernel_case_fill(k, 0, s);
    free(text);
}

void kernel_case_close(struct kernel_case *k)
{
    instance_clear(&k->x);
    layout_clear(&k->layout);
    module_free(k->module);
}

void kernel_case_set(struct kernel_case *k, size_t slot, size_t i,
                     const char *text)
{
    rational_t *x = &k->x.values[slot].rationals[i];
    if (mpq_set_str(x->q, text, 10) != 0)
        stop("not a fraction", text);
    mpq_canonicalize(x->q);
}

void kernel_case_fill(struct kernel_case *k, size_t slot, const char *entries)
{
    char *copy = xstrdup(entries), *rest = copy, *word;
    for (size_t i = 0; (word = strtok_r(rest, " ", &rest)); i++)
        kernel_case_set(k, slot, i, word);
    free(copy);
}

void kernel_case_certificate(struct certificate *c, const struct kernel_case *k)
{
    certificate_init(c);
    certificate_of_instance(c, k->module, k->theorem, 0, 0, &k->x, 7,
                            "by hand");
}
