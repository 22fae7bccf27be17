/* Index forms, conditions and relations of closed expressions. */
#include "ir/closed_internal.h"

/* A binder's range while its symbol runs through it. */
struct run {
    const struct symbol *symbol;
    int64_t lo, hi; /* what is left of it */
    bool reversed;
    bool was_known;
    int64_t before;
};

static enum status run_start(struct run *r, struct closing *c,
                             const struct expr *e)
{
    const int64_t most = INT64_C(1) << 62;
    *r = (struct run){.symbol = e->symbol, .reversed = e->reversed};
    enum status st = closed_index(&r->lo, c, e->kids[0]);
    if (st == ST_OK)
        st = closed_index(&r->hi, c, e->kids[1]);
    if (st != ST_OK)
        return st;
    if (r->symbol->id >= c->env.count)
        return ST_UNABLE;
    if (r->lo < -most || r->hi > most)
        return ST_LIMIT;
    r->was_known = c->env.known[r->symbol->id];
    r->before = c->env.values[r->symbol->id];
    return ST_OK;
}

/* Binds the symbol to the next value; false at the end of the range. */
static bool run_next(struct run *r, struct closing *c)
{
    if (r->lo > r->hi)
        return false;
    env_set(&c->env, r->symbol, r->reversed ? r->hi-- : r->lo++);
    return true;
}

static void run_end(const struct run *r, struct closing *c)
{
    if (r->was_known)
        env_set(&c->env, r->symbol, r->before);
    else
        env_unset(&c->env, r->symbol);
}

static enum status empty(struct rmatrix *out, struct closing *c,
                         const struct expr *e)
{
    int64_t rows, cols;
    if (e->op == EX_MAX || e->op == EX_MIN)
        return ST_DOMAIN;
    enum status st = closed_dim(&rows, e->rows, &c->env);
    if (st == ST_OK)
        st = closed_dim(&cols, e->cols, &c->env);
    if (st == ST_OK && (rows < 1 || cols < 1))
        st = ST_INPUT;
    if (st == ST_OK)
        st = closed_alloc(out, c, (size_t)rows, (size_t)cols);
    for (int64_t i = 0; st == ST_OK && e->op == EX_PROD && i < rows; i++)
        rational_set_int(rmatrix_at(out, (size_t)i, (size_t)i), 1);
    return st;
}

/* sum := sum (op) next, for the binder's operation. */
static enum status combine(struct rmatrix *sum, struct closing *c,
                           const struct expr *e, const struct rmatrix *next)
{
    struct rmatrix args[2] = {*sum, *next}, result;
    closed_op *op = e->op == EX_PROD ? closed_matmul : closed_entrywise;
    enum status st = op(&result, c, e, args);
    if (st != ST_OK)
        return st;
    rmatrix_clear(sum);
    *sum = result;
    return closed_check(sum);
}

enum status closed_fold(struct rmatrix *out, struct closing *c,
                        const struct expr *e)
{
    struct run r;
    enum status st = run_start(&r, c, e);
    if (st != ST_OK)
        return st;
    bool some = false;
    while (st == ST_OK && run_next(&r, c)) {
        struct rmatrix next;
        st = closed_eval(&next, c, e->kids[2]);
        if (st == ST_OK && !some) {
            *out = next;
            some = true;
        } else if (st == ST_OK) {
            st = combine(out, c, e, &next);
            rmatrix_clear(&next);
        }
    }
    run_end(&r, c);
    if (some && st != ST_OK)
        rmatrix_clear(out);
    return st == ST_OK && !some ? empty(out, c, e) : st;
}

enum status closed_if(struct rmatrix *out, struct closing *c,
                      const struct expr *e)
{
    bool condition;
    enum status st = closed_decide(&condition, c, e->kids[0]);
    return st != ST_OK ? st : closed_eval(out, c, e->kids[condition ? 1 : 2]);
}

static bool compare(enum relop rel, const rational_t *x, const rational_t *y)
{
    int sign = mpq_cmp(x->q, y->q);
    switch (rel) {
    case REL_EQ:
        return sign == 0;
    case REL_NE:
        return sign != 0;
    case REL_LE:
        return sign <= 0;
    case REL_GE:
        return sign >= 0;
    case REL_LT:
        return sign < 0;
    case REL_GT:
        return sign > 0;
    }
    return false;
}

/* != is the negation of ==, so it needs one entry alone. */
static bool relation_holds(enum relop rel, const struct rmatrix *a,
                           const struct rmatrix *b)
{
    size_t na = a->rows * a->cols, nb = b->rows * b->cols;
    bool any = rel == REL_NE;
    for (size_t k = 0; k < (na > nb ? na : nb); k++) {
        if (compare(rel, &a->entries[na == 1 ? 0 : k],
                    &b->entries[nb == 1 ? 0 : k]) == any)
            return any;
    }
    return !any;
}

static enum status decide_relation(bool *out, struct closing *c,
                                   const struct expr *e)
{
    struct rmatrix a, b;
    enum status st = closed_eval(&a, c, e->kids[0]);
    if (st != ST_OK)
        return st;
    st = closed_eval(&b, c, e->kids[1]);
    if (st == ST_OK) {
        *out = relation_holds(e->rel, &a, &b);
        rmatrix_clear(&b);
    }
    rmatrix_clear(&a);
    return st;
}

/* Kleene: one side may decide although the other has no value. */
static enum status decide_pair(bool *out, struct closing *c,
                               const struct expr *e)
{
    bool absorbing = e->op == EX_OR, left = false, right = false;
    enum status st = closed_decide(&left, c, e->kids[0]);
    if (st == ST_OK && left == absorbing) {
        *out = absorbing;
        return ST_OK;
    }
    if (st == ST_LIMIT || st == ST_INPUT)
        return st;
    enum status second = closed_decide(&right, c, e->kids[1]);
    *out = right;
    if (second == ST_OK && right == absorbing)
        return ST_OK;
    return st != ST_OK ? st : second;
}

static enum status decide_all(bool *out, struct closing *c,
                              const struct expr *e)
{
    struct run r;
    enum status first = ST_OK;
    enum status st = run_start(&r, c, e);
    if (st != ST_OK)
        return st;
    bool holds = true;
    while (holds && first != ST_LIMIT && first != ST_INPUT && run_next(&r, c)) {
        st = closed_decide(&holds, c, e->kids[2]);
        if (st != ST_OK) {
            first = first == ST_OK ? st : first;
            holds = true; /* no certain refutation */
        }
    }
    run_end(&r, c);
    *out = holds;
    return holds ? first : ST_OK;
}

static enum status decide(bool *out, struct closing *c, const struct expr *e)
{
    enum status st;
    switch (e->op) {
    case EX_REL:
        return decide_relation(out, c, e);
    case EX_AND:
    case EX_OR:
        return decide_pair(out, c, e);
    case EX_FORALL:
        return decide_all(out, c, e);
    case EX_NOT:
        st = closed_decide(out, c, e->kids[0]);
        if (st == ST_OK)
            *out = !*out;
        return st;
    case EX_PSD: /* not needed of case values */
    case EX_NUMBER:
    case EX_PI:
    case EX_INFINITY:
    case EX_SYMBOL:
    case EX_GIVEN:
    case EX_LET:
    case EX_ADD:
    case EX_SUB:
    case EX_NEG:
    case EX_MATMUL:
    case EX_SCALE:
    case EX_DIVIDE:
    case EX_DOT_MUL:
    case EX_DOT_DIV:
    case EX_POW:
    case EX_DOT_POW:
    case EX_MATPOW:
    case EX_TRANSPOSE:
    case EX_ENTRY:
    case EX_SLICE:
    case EX_LITERAL:
    case EX_CALL:
    case EX_SUM:
    case EX_PROD:
    case EX_MAX:
    case EX_MIN:
    case EX_INTEGRAL:
    case EX_EXPECTATION:
    case EX_IF:
        return ST_UNABLE;
    }
    return ST_UNABLE;
}

enum status closed_decide(bool *out, struct closing *c, const struct expr *e)
{
    if (c->depth >= CLOSED_MAX_DEPTH)
        return ST_LIMIT;
    c->depth++;
    enum status st = decide(out, c, e);
    c->depth--;
    if (st != ST_OK && !c->where)
        c->where = e;
    return st;
}
