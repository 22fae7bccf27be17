#include "prove/spell.h"

const struct expr *spell_times(struct search *s, const struct expr *a,
                               const struct expr *b)
{
    return !a ? b : !b ? a : make_mul(s->pool, a, b);
}

const struct expr *spell_or_one(struct search *s, const struct expr *a)
{
    return a ? a : make_int(s->pool, 1);
}

const struct expr *spell_power(struct search *s, const struct expr *atom,
                               long power)
{
    const struct span nowhere = {0};
    if (power == 0)
        return NULL;
    if (power == 1)
        return atom;
    if (power > 0)
        return expr_binary(s->pool, EX_POW, atom, make_int(s->pool, power),
                           nowhere);
    const struct expr *below = spell_power(s, atom, -power);
    return expr_binary(s->pool, EX_DIVIDE, make_int(s->pool, 1), below,
                       nowhere);
}

const struct expr *spell_scalars(struct search *s, const rational_t *c,
                                 const struct normal_term *t, size_t but,
                                 long out)
{
    const struct span nowhere = {0};
    const struct expr *e =
        mpq_cmp_ui(c->q, 1, 1) == 0 ? NULL : expr_number(s->pool, c, nowhere);
    for (size_t i = 0; i < t->nfactors; i++) {
        long power = t->factors[i].power;
        if (i == but)
            power -= power > 0 ? out : -out;
        e = spell_times(s, e, spell_power(s, t->factors[i].atom, power));
    }
    return e;
}

const struct expr *spell_unsigned(struct search *s, const struct normal_term *t,
                                  size_t but, long out)
{
    rational_t c;
    rational_init(&c);
    mpq_abs(c.q, t->coefficient->q);
    const struct expr *e = spell_scalars(s, &c, t, but, out);
    rational_clear(&c);
    return e;
}

const struct expr *spell_letter(struct search *s, struct normal_letter l)
{
    return l.flip ? make_transpose(s->pool, l.atom) : l.atom;
}

const struct expr *spell_word(struct search *s, const struct normal_letter *l,
                              size_t begin, size_t end)
{
    const struct expr *e = NULL;
    for (size_t i = begin; i < end; i++)
        e = spell_times(s, e, spell_letter(s, l[i]));
    return e;
}

bool spell_same(const struct normal_letter *a, const struct normal_letter *b,
                size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i].atom != b[i].atom || a[i].flip != b[i].flip)
            return false;
    return true;
}
