/* One call of dgemm, or three loops where the address space is limited. */
#include "eval/blas.h"

#include <cblas.h>
#include <pthread.h>
#include <sys/resource.h>

static bool limited;
static pthread_once_t looked = PTHREAD_ONCE_INIT;

static bool is_limited(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static void look(void)
{
    limited = is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA);
}

bool blas_memory_is_limited(void)
{
    pthread_once(&looked, look);
    return limited;
}

void blas_plain_product(double *out, double scale, struct blas_factor a,
                        struct blas_factor b, size_t rows, size_t inner,
                        size_t cols)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++) {
            double sum = 0;

            for (size_t k = 0; k < inner; k++)
                sum +=
                    a.entries[a.is_transposed ? k * rows + i : i * inner + k] *
                    b.entries[b.is_transposed ? j * inner + k : k * cols + j];
            out[i * cols + j] = scale * sum;
        }
    }
}

void blas_product(double *out, double scale, struct blas_factor a,
                  struct blas_factor b, size_t rows, size_t inner, size_t cols)
{
    if (blas_memory_is_limited()) {
        blas_plain_product(out, scale, a, b, rows, inner, cols);
        return;
    }
    cblas_dgemm(CblasRowMajor, a.is_transposed ? CblasTrans : CblasNoTrans,
                b.is_transposed ? CblasTrans : CblasNoTrans, (int)rows,
                (int)cols, (int)inner, scale, a.entries,
                (int)(a.is_transposed ? rows : inner), b.entries,
                (int)(b.is_transposed ? inner : cols), 0.0, out, (int)cols);
}
