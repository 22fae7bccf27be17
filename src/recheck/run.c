/* A run: memory, limits, and the values found so far. */
#include "recheck/run.h"

#include "base/ceiling.h"

#include <stdlib.h>
#include <string.h>

struct run *run_new(const struct theorem *theorem, const struct instance *x,
                    mpfr_prec_t bits)
{
    struct run *run = xcalloc(1, sizeof *run);
    const struct env *env = &x->layout->env;
    /* the widest exponents of this thread: exp(-1e12) is not 0 */
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    run->theorem = theorem;
    run->x = x;
    run->bits = bits;
    env_init(&run->env, env->count);
    if (env->count) {
        memcpy(run->env.values, env->values, env->count * sizeof *env->values);
        memcpy(run->env.known, env->known, env->count * sizeof *env->known);
    }
    return run;
}

void run_free(struct run *run)
{
    if (!run)
        return;
    for (size_t i = 0; i < run->nowned; i++) {
        kmatrix_local_clear(run->owned[i]);
        free(run->owned[i]);
    }
    free(run->owned);
    expr_memo_clear(&run->values);
    expr_memo_clear(&run->rationals);
    env_clear(&run->env);
    free(run);
}

mpfr_prec_t run_bits(const struct run *run)
{
    return run->bits;
}

void *run_fail(struct run *run, const char *reason)
{
    if (!run->failed)
        run->failed = reason;
    return NULL;
}

bool run_may_spend(struct run *run, uint64_t work)
{
    enum { BETWEEN = 1 << 14 }; /* two looks at the ceiling */
    if (work > RUN_MAX_WORK - run->work)
        return false;
    if (run->work / BETWEEN != (run->work + work) / BETWEEN)
        ceiling_pass();
    run->work += work;
    return true;
}

bool run_spend(struct run *run, uint64_t work)
{
    if (run_may_spend(run, work))
        return true;
    run_fail(run, "it takes too much work");
    return false;
}

struct kmatrix *kmatrix_new(struct run *run, size_t rows, size_t cols)
{
    enum { OVERHEAD = 128 }; /* bytes of an entry beside its digits */
    uint64_t each = OVERHEAD + 2 * (uint64_t)run->bits / 8;
    uint64_t most = (RUN_MAX_BYTES - run->bytes) / each;
    if (run->failed)
        return NULL;
    if (rows > most || (rows && cols > most / rows))
        return run_fail(run, "it takes too much memory");
    run->bytes += rows * cols * each;
    if (run->nowned == run->capacity) {
        run->capacity = run->capacity ? 2 * run->capacity : 64;
        run->owned = xrealloc(run->owned, run->capacity, sizeof *run->owned);
    }
    struct kmatrix *m = xmalloc(sizeof *m);
    *m = kmatrix_local(rows, cols, run->bits);
    run->owned[run->nowned++] = m;
    return m;
}

/* e is not being computed |- its value, once */
static const struct kmatrix *compute(struct run *run, const struct expr *e,
                                     size_t entry)
{
    if (run->values.count > RUN_MAX_NODES)
        return run_fail(run, "it has too many parts");
    if (run->depth >= RUN_MAX_DEPTH)
        return run_fail(run, "definitions nest too deep");
    run->values.entries[entry].open = true;
    run->depth++;
    const struct kmatrix *m = value_dispatch(run, e);
    run->depth--;
    struct expr_memo_entry *kept = &run->values.entries[entry];
    kept->open = false;
    kept->done = true;
    kept->value = m;
    return m;
}

const struct kmatrix *run_value(struct run *run, const struct expr *e)
{
    size_t entry;
    if (run->failed || !run_spend(run, 1))
        return NULL;
    if (!expr_memo_find(&entry, &run->values, e, &run->env))
        return run_fail(run, "an index has no value");
    const struct expr_memo_entry *kept = &run->values.entries[entry];
    if (kept->open)
        return run_fail(run, "a definition is cyclic");
    const struct kmatrix *m = kept->done ? kept->value : compute(run, e, entry);
    return run->failed ? NULL : m;
}

bool run_index(struct run *run, int64_t *out, const struct expr *e)
{
    if (closed_int(out, e, &run->env) == ST_OK)
        return true;
    run_fail(run, "an index or size is no known integer");
    return false;
}

bool run_size(struct run *run, size_t *out, const struct dim *a)
{
    int64_t n;
    if (closed_dim(&n, a, &run->env) != ST_OK || n < 1 || n > LAYOUT_MAX_DIM) {
        run_fail(run, "a size is impossible");
        return false;
    }
    *out = (size_t)n;
    return true;
}

bool run_range(struct run *run, int64_t lo, int64_t hi)
{
    const int64_t most = INT64_C(1) << 62;
    if (lo >= -most && hi <= most && hi - lo < RUN_MAX_NODES)
        return true;
    run_fail(run, "an index range is too long");
    return false;
}
