#include "data/npy.h"

#include "base/ceiling.h"
#include "data/float.h"

#include <math.h>

static void integer_value(rational_t *x, uint64_t bits, size_t width,
                          bool is_signed)
{
    mpq_set_ui(x->q, bits, 1);
    if (!is_signed || !(bits >> (8 * width - 1) & 1))
        return;
    LOCAL_RATIONAL modulus = rational_zero();
    mpq_set_ui(modulus.q, 1, 1);
    mpq_mul_2exp(modulus.q, modulus.q, 8 * width);
    mpq_sub(x->q, x->q, modulus.q);
}

static enum status set_entry(struct data_matrix *m,
                             const struct data_file *file,
                             const struct npy_header *h, size_t k,
                             uint64_t bits, rational_t *x)
{
    size_t i = k / m->cols + 1, j = k % m->cols + 1;
    if (h->kind == 'f') {
        double value = float_value(bits, h->width);
        if (!isfinite(value))
            return data_fault(file, "entry [%zu, %zu] is not a finite number",
                              i, j);
        data_matrix_set_double(m, k, value);
        return ST_OK;
    }
    if (h->kind == 'b' && bits > 1)
        return data_fault(file, "entry [%zu, %zu] is neither 0 nor 1", i, j);
    integer_value(x, bits, h->width, h->kind == 'i');
    return data_matrix_set(m, file, k, x);
}

static enum status fill(struct data_matrix *m, const struct data_file *file,
                        const struct npy_header *h, rational_t *x)
{
    enum { BETWEEN_LOOKS = 1 << 16 }; /* entries */
    for (size_t k = 0; k < m->rows * m->cols; k++) {
        size_t i = k / m->cols, j = k % m->cols;
        if (k % BETWEEN_LOOKS == 0)
            ceiling_pass();
        size_t at = h->by_columns ? j * m->rows + i : k;
        const unsigned char *bytes = file->bytes + h->offset + at * h->width;
        uint64_t bits = float_word(bytes, h->width, h->big_endian);
        enum status st = set_entry(m, file, h, k, bits, x);
        if (st != ST_OK)
            return st;
    }
    return ST_OK;
}

/* The sizes are those of the bytes there are, before memory is asked for. */
static enum status check_length(const struct data_file *file,
                                const struct npy_header *h)
{
    size_t room = (file->length - h->offset) / h->width;
    bool fits = h->rows == 0 || h->cols <= room / h->rows;
    if (!fits)
        return data_fault(file,
                          "is cut short: %zu bytes cannot hold %zu x %zu "
                          "entries of %zu bytes",
                          file->length - h->offset, h->rows, h->cols, h->width);
    size_t need = h->rows * h->cols * h->width;
    if (file->length - h->offset > need)
        return data_fault(file, "%zu bytes after the last entry",
                          file->length - h->offset - need);
    return ST_OK;
}

enum status npy_read(struct data_matrix *out, const struct data_file *file)
{
    struct npy_header h;
    enum status st = npy_header_read(&h, file);
    if (st == ST_OK)
        st = check_length(file, &h);
    if (st == ST_OK)
        st = data_matrix_init(out, file, h.rows, h.cols);
    if (st != ST_OK)
        return st;
    LOCAL_RATIONAL x = rational_zero();
    st = fill(out, file, &h, &x);
    return st;
}
