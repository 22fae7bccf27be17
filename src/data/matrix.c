#include "data/matrix.h"

#include <stdlib.h>

void data_matrix_clear(struct data_matrix *m)
{
    if (m->rationals)
        for (size_t k = 0; k < m->rows * m->cols; k++)
            rational_clear(&m->rationals[k]);
    free(m->rationals);
    free(m->doubles);
    *m = (struct data_matrix){0};
}
