/* What kinds of terms occur within others. */
#include "prove/range_internal.h"

/* A part of e, with variables, that is accepted. */
static bool occurs(const struct scalar *e,
                   bool (*accepts)(const struct scalar *e))
{
    bool found = e->variables != 0 && accepts(e);
    for (size_t i = 0; i < e->count && !found && e->variables; i++)
        found = occurs(e->kids[i], accepts);
    return found;
}

static bool is_logarithm(const struct scalar *e)
{
    return e->op == SCALAR_CALL && e->fn == FN_LOG;
}

bool range_has_logarithm(const struct scalar *e)
{
    return occurs(e, is_logarithm);
}

static bool is_root(const struct scalar *e)
{
    return e->op == SCALAR_POWER &&
           mpz_cmp_ui(mpq_denref(e->number->q), 2) == 0;
}

bool range_has_root(const struct scalar *e)
{
    return occurs(e, is_root);
}

static bool is_algebraic(const struct scalar *e)
{
    if (e->op == SCALAR_CALL || e->op == SCALAR_IF || e->op == SCALAR_INTEGRAL)
        return false;
    for (size_t i = 0; i < e->count; i++)
        if (!is_algebraic(e->kids[i]))
            return false;
    return true;
}

static bool has_sum(const struct scalar *e)
{
    bool found = e->op == SCALAR_ADD;
    for (size_t i = 0; i < e->count && !found; i++)
        found = has_sum(e->kids[i]);
    return found;
}

static bool is_odd_root(const struct scalar *e)
{
    return e->op == SCALAR_POWER && mpz_odd_p(mpq_denref(e->number->q)) &&
           mpz_cmp_ui(mpq_denref(e->number->q), 1) > 0 &&
           is_algebraic(e->kids[0]) && has_sum(e->kids[0]);
}

bool range_has_odd_root(const struct scalar *e)
{
    return occurs(e, is_odd_root);
}

static bool is_plain_root(const struct scalar *e)
{
    return is_root(e) && is_algebraic(e->kids[0]) && has_sum(e->kids[0]);
}

bool range_has_plain_root(const struct scalar *e)
{
    return occurs(e, is_plain_root);
}
