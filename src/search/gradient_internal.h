/* How the parts of the reverse pass share it.  Internal to search/gradient*. */
#pragma once

#include "search/gradient.h"

struct gradient {
    const struct plan *plan;
    const struct double_run *run;
    double **adjoint; /* by id, or NULL where nothing reached it yet */
};

/* One instruction on its way back: its value y and adjoint w, by rows. */
struct back {
    struct gradient *g;
    const struct plan_instr *i;
    const double *y, *w;
    size_t count; /* entries of y */
};

typedef void back_op(const struct back *b);

/* The value, the adjoint and the instruction of argument k. */
const double *back_value(const struct back *b, uint32_t k);
double *back_into(const struct back *b, uint32_t k);
const struct plan_instr *back_arg(const struct back *b, uint32_t k);

back_op gradient_call, gradient_matpow;
back_op gradient_lines, gradient_norms;                /* gradient_norm.c */
back_op gradient_spectral, gradient_det, gradient_inv; /* gradient_linear.c */
back_op gradient_softmax, gradient_logsumexp, gradient_diameter, gradient_res,
    gradient_normalise, gradient_minres; /* gradient_attention.c */

/* out += a (r x k) times b (k x c); either may be transposed in memory. */
void gradient_product(double *out, const double *a, bool a_transposed,
                      const double *b, bool b_transposed, size_t r, size_t k,
                      size_t c);
