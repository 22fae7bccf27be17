/*
 * Whether a form is zero wherever it is defined: its denominators, scalars and
 * inverted matrices at the ends of its words, are multiplied out.
 */
#include "logic/make.h"
#include "logic/normal_internal.h"

enum { MAX_ROUNDS = 8 };

/* ---- scalars ---- */

/* A sum in a denominator, and its most negative power in the form. */
static bool find_divisor(const form *a, factor *divisor)
{
    divisor->atom = NULL;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < a->terms[i].nfactors; j++) {
            const factor *f = &a->terms[i].factors[j];
            if (f->atom->op != EX_ADD || f->power >= 0 ||
                (divisor->atom && f->atom != divisor->atom))
                continue;
            if (!divisor->atom || f->power < divisor->power)
                *divisor = *f;
        }
    return divisor->atom != NULL;
}

/* a times the divisor to minus its power. */
static const form *without_divisor(struct normalizer *n, const form *a,
                                   const factor *divisor)
{
    struct pile pile = {0};
    for (size_t i = 0; i < a->count; i++) {
        term t = term_of(n, divisor->atom, -divisor->power);
        t = term_times(n, &a->terms[i], &t);
        pile_add(n, &pile, &t);
    }
    return form_collect(n, &pile, a->rows, a->cols);
}

const struct expr *normal_without_divisor(struct normalizer *n,
                                          const struct expr *e,
                                          struct normal_factor *divisor)
{
    const struct normal_form *a = normal_terms(n, e);
    if (!a || !find_divisor(a, divisor))
        return NULL;
    a = without_divisor(n, a, divisor);
    const struct expr *made = print_form(n, a);
    return n->failed ? NULL : made;
}

/*
 * Where the sides are defined their divisors are not 0, so a value is zero
 * when its product with a divisor is.
 */
static bool vanishes(struct normalizer *n, const form *a, bool align)
{
    factor divisor;
    for (int round = 0; round < MAX_ROUNDS && !n->failed; round++) {
        a = block_merge(n, a);
        if (form_is_zero(a) || !find_divisor(a, &divisor))
            break;
        a = without_divisor(n, a, &divisor);
        a = align ? sum_align(n, a) : a;
    }
    return form_is_zero(a) && !n->failed;
}

bool form_vanishes(struct normalizer *n, const form *a)
{
    return vanishes(n, a, false);
}

/* ---- inverses ---- */

/* Inverses that a side evaluates at every instance. */
struct inverses {
    const struct expr **atoms;
    size_t count;
};

static bool is_listed(const struct inverses *list, const struct expr *atom)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->atoms[i] == atom)
            return true;
    return false;
}

/* What inv(A) is written with: where it is defined, so are these. */
static void list_letters(struct normalizer *n, const form *a,
                         struct inverses *list)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < a->terms[i].nletters; k++) {
            const struct expr *atom = a->terms[i].letters[k].atom;
            if (expr_is_call(atom, FN_INV) && !is_listed(list, atom))
                arena_push(n->arena, &list->atoms, &list->count, sizeof atom,
                           &atom);
        }
}

/* Not below a range, which may be empty, nor in a branch. */
static void find_inverses(struct normalizer *n, const struct expr *e,
                          struct inverses *list)
{
    const struct let *let = e->op == EX_LET ? &n->theorem->lets[e->decl] : NULL;
    if (!normal_spend(n) || n->depth >= NORMAL_MAX_DEPTH || make_is_binder(e) ||
        e->op == EX_IF)
        return;
    n->depth++;
    if (let && e->count == 0 && let->nclauses == 1)
        find_inverses(n, let->clauses[0].body, list);
    if (expr_is_call(e, FN_INV))
        list_letters(n, normal_build(n, e), list);
    for (size_t i = 0; i < e->count; i++)
        find_inverses(n, e->kids[i], list);
    n->depth--;
}

/*
 * A letter at an end of a word, to be multiplied out: a listed one, or an
 * orthogonal given.
 */
struct choice {
    letter letter;
    bool last;
};

enum { MAX_CHOICES = 8, MAX_CLEARED = 5, MAX_PRODUCTS = 60 };

static void add_choice(letter l, bool last, struct choice *out, size_t *count)
{
    if (*count == MAX_CHOICES)
        return;
    for (size_t i = 0; i < *count; i++)
        if (out[i].letter.atom == l.atom && out[i].letter.flip == l.flip &&
            out[i].last == last)
            return;
    out[(*count)++] = (struct choice){l, last};
}

/* A listed letter at the end, or an orthogonal one beside a listed one. */
static void add_end(struct normalizer *n, const struct inverses *list,
                    const term *t, bool last, struct choice *out, size_t *count)
{
    const size_t end = last ? t->nletters - 1 : 0;
    const size_t next = last ? end - 1 : 1;
    const bool turned = t->nletters > 1 &&
                        is_listed(list, t->letters[next].atom) &&
                        letter_is_orthogonal(n, t->letters[end].atom);
    if (turned || is_listed(list, t->letters[end].atom))
        add_choice(t->letters[end], last, out, count);
}

static size_t find_choices(struct normalizer *n, const form *a,
                           const struct inverses *list, struct choice *out)
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->terms[i].nletters == 0)
            continue;
        add_end(n, list, &a->terms[i], false, out, &count);
        add_end(n, list, &a->terms[i], true, out, &count);
    }
    return count;
}

static bool is_at_end(const term *t, const struct choice *c)
{
    size_t at = c->last ? t->nletters - 1 : 0;
    return t->nletters > 0 && t->letters[at].atom == c->letter.atom &&
           t->letters[at].flip == c->letter.flip;
}

/* B where the letter is inv(B), Q' where it is an orthogonal Q. */
static const form *undoing(struct normalizer *n, letter l)
{
    const bool inverse = expr_is_call(l.atom, FN_INV);
    const form *b =
        inverse ? normal_build(n, l.atom->kids[0]) : form_atom(n, l.atom);
    return l.flip == inverse ? form_flip(n, b) : b;
}

/* B*a, or a*B, where the choice is inv(B): B*inv(B) = I. */
static const form *cleared(struct normalizer *n, const form *a,
                           const struct choice *c)
{
    const form *base = undoing(n, c->letter);
    struct pile pile = {0};
    for (size_t i = 0; i < a->count && normal_spend(n); i++) {
        term t = a->terms[i], one = term_one(n);
        if (!is_at_end(&t, c)) {
            pile_around(n, &pile, c->last ? &t : &one, base,
                        c->last ? &one : &t);
            continue;
        }
        t.letters += !c->last;
        t.nletters--;
        pile_add(n, &pile, &t);
    }
    return form_collect(n, &pile, a->rows, a->cols);
}

/*
 * inv(B) is defined, so B is invertible, and D is zero when B*D, or D*B, is.
 */
static bool clears(struct normalizer *n, const form *a,
                   const struct inverses *list, size_t depth, size_t *products)
{
    struct choice choices[MAX_CHOICES];
    size_t count = find_choices(n, a, list, choices);
    for (size_t i = 0; i<count && * products> 0 && !n->failed; i++) {
        const form *next = sum_align(n, cleared(n, a, &choices[i]));
        --*products;
        if (form_vanishes(n, next) ||
            (depth > 1 && clears(n, next, list, depth - 1, products)))
            return !n->failed;
    }
    return false;
}

bool form_vanishes_cleared(struct normalizer *n, const form *difference,
                           const struct expr *a, const struct expr *b)
{
    struct inverses list = {NULL, 0};
    size_t products = MAX_PRODUCTS, before = n->work;
    if (n->cleared > NORMAL_MAX_CLEARING)
        return false;
    bool zero = vanishes(n, difference, true);
    if (!zero) {
        find_inverses(n, a, &list);
        find_inverses(n, b, &list);
    }
    for (size_t depth = 1; list.count > 0 && depth <= MAX_CLEARED && !zero;
         depth++)
        zero = clears(n, difference, &list, depth, &products);
    if (!zero && !n->failed)
        zero = updates_vanish(n, a, b, list.atoms, list.count);
    n->cleared += n->work - before;
    return zero;
}
