/*
 * What terms and conclusions are seen by: their letter, their functions, their
 * equation.
 */
#include "algebra/find_internal.h"

const struct atom *find_letter(const struct term *t)
{
    return t->monomial->count + t->word->count == 1
               ? (t->word->count ? t->word : t->monomial)->items[0].atom
               : NULL;
}

bool find_is_function(const struct atom *a)
{
    return a->kind == ATOM_APPLY && a->function != FN_ONES &&
           a->function != CORE_SEL;
}

/* Whether it is of a matrix as a whole, and 1 x 1 for a number. */
static bool is_of_whole(unsigned fn)
{
    static const bool rules[SHAPE_SCALARS + 1] = {
        [SHAPE_DIAG] = true,   [SHAPE_DIAGOF] = true,
        [SHAPE_SCALAR] = true, [SHAPE_SQUARE_SCALAR] = true,
        [SHAPE_SQUARE] = true, [SHAPE_COLUMN] = true,
        [SHAPE_ROW] = true};

    return fn == CORE_MATPOW ||
           (fn < FN_COUNT && rules[function_info((enum function)fn)->rule]);
}

bool find_is_of_number(const struct atom *a)
{
    const struct form *x =
        a->kind == ATOM_APPLY && is_of_whole(a->function) ? a->args[0] : NULL;
    bool out = x != NULL && form_scalar(x);

    for (size_t i = 0; out && i < x->count; i++) {
        const struct letters *m = x->terms[i].monomial;

        for (size_t k = 0; out && k < m->count; k++)
            out = m->items[k].atom->kind != ATOM_WORD;
    }
    return out;
}

const struct form *find_equation(const struct form *conclusion)
{
    for (size_t i = 0; i < relation_parts(conclusion, CORE_OR); i++) {
        const struct form *r = relation_part(conclusion, CORE_OR, i);

        if (relation_kind(r) == CORE_EQ)
            return relation_atom(r)->args[0];
    }
    return NULL;
}

static uint64_t letters_heads(const struct letters *l)
{
    uint64_t out = 0;

    for (size_t i = 0; i < l->count; i++) {
        const struct atom *a = l->items[i].atom;

        if (find_is_function(a))
            out |= UINT64_C(1) << (8 + a->function % 56);
        else if (a->kind == ATOM_BINDER)
            out |= UINT64_C(1) << a->binder;
    }
    return out;
}

uint64_t find_heads(const struct form *f)
{
    uint64_t out = 0;

    for (size_t i = 0; i < f->count; i++)
        out |= letters_heads(f->terms[i].monomial) |
               letters_heads(f->terms[i].word);
    return out;
}

static uint64_t form_all_heads(const struct form *f)
{
    uint64_t out = 0;

    for (size_t i = 0; i < f->count; i++)
        out |= letters_all_heads(f->terms[i].monomial) |
               letters_all_heads(f->terms[i].word);
    return out;
}

uint64_t find_all_heads(const struct atom *a)
{
    uint64_t out = find_heads(a->form);

    for (size_t i = 0; i < a->count; i++)
        out |= form_all_heads(a->args[i]);
    if (a->body != NULL)
        out |= form_all_heads(a->lo) | form_all_heads(a->hi) |
               form_all_heads(a->body);
    return a->word ? out | letters_all_heads(a->word) : out;
}

uint64_t letters_all_heads(const struct letters *l)
{
    uint64_t out = 0;

    for (size_t i = 0; i < l->count; i++)
        out |= find_all_heads(l->items[i].atom);
    return out;
}

static bool is_among(const struct letters *l, atom_test *is,
                     const void *context)
{
    bool out = false;

    for (size_t i = 0; !out && i < l->count; i++) {
        const struct atom *a = l->items[i].atom;

        out = is(a, context) ||
              (a->body && find_within(a->body, is, context)) ||
              (a->word && is_among(a->word, is, context));
        for (size_t j = 0; !out && j < a->count; j++)
            out = find_within(a->args[j], is, context);
    }
    return out;
}

bool find_within(const struct form *f, atom_test *is, const void *context)
{
    bool out = false;

    for (size_t i = 0; !out && i < f->count; i++)
        out = is_among(f->terms[i].monomial, is, context) ||
              is_among(f->terms[i].word, is, context);
    return out;
}
