/*
 * First-order matching of ring forms with backtracking: pairs that are still to
 * be matched are a list, and each choice goes on with the rest of it.
 */
#include "algebra/match_internal.h"

#include "base/rational.h"
#include "core/ring.h"
#include "draft/factor.h"

#include <stdlib.h>

struct pair {
    const struct form *pattern, *target;
    const struct pair *next;
};

struct matching {
    struct match match;
    const struct memo *names;
    void (*found)(void *context, const struct match *match);
    void *context;
    size_t ways, tries;
    struct variables opened; /* of the binders that were gone into */
};

static void work(struct matching *m, const struct pair *pairs);

/* The symbol takes the value, its sizes are those of the value. */
static void bind(struct matching *m, size_t symbol, const struct form *value,
                 const struct pair *rest)
{
    const struct atom *a = m->match.sequent->symbols[symbol];
    struct pool *pool = m->match.pool;
    const struct form *one = pool_one(pool);
    struct pair rows = {a->rows ? a->rows : one, form_rows(pool, value), rest};
    struct pair cols = {a->cols ? a->cols : one, form_cols(pool, value), &rows};

    for (size_t i = 0; i < m->opened.count; i++) {
        if (variables_have(&value->free, m->opened.items[i]))
            return;
    }
    m->match.values[symbol] = value;
    work(m, &cols);
    m->match.values[symbol] = NULL;
}

/* F[i, j] at variables of binders: the value in them becomes F's. */
static void bind_family(struct matching *m, size_t symbol, const struct atom *a,
                        const struct form *value, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    struct substitution *by =
        arena_array(pool_arena(pool), a->count + 1, sizeof *by);

    for (size_t i = 0; i < a->count; i++) {
        const struct atom *g = match_single(a->args[i]);

        if (g == NULL || !variables_have(&m->opened, g))
            return;
        by[i] = (struct substitution){
            .variable = g,
            .value = ring_atom(pool, spare_parameter(pool, (unsigned)i, true))};
    }
    value = form_substitute(pool, value, by, a->count);
    if (value != NULL)
        bind(m, symbol, value, rest);
}

static const struct form *term_form(struct pool *pool, const struct form *f,
                                    size_t i)
{
    return ring_term(pool, f->rows, f->cols, &f->terms[i]);
}

/* One term of the pattern against one of the target, the rests as well. */
static void match_sum(struct matching *m, const struct form *p,
                      const struct form *t, const struct pair *rest)
{
    struct pool *pool = m->match.pool;

    for (size_t i = 0; i < p->count; i++) {
        const struct form *a = term_form(pool, p, i);
        const struct form *known = a ? match_value_at(&m->match, a) : NULL;
        struct pair others = {ring_sub(pool, p, a), NULL, rest};

        if (known != NULL && form_same_shape(known, t)) {
            others.target = ring_sub(pool, t, known);
            work(m, &others);
            return;
        }
    }
    for (size_t i = 0; i < p->count && t->count > 1; i++) {
        const struct form *a = term_form(pool, p, i);

        for (size_t j = 0; j < t->count; j++) {
            const struct form *b = term_form(pool, t, j);
            struct pair others = {ring_sub(pool, p, a), ring_sub(pool, t, b),
                                  rest};
            struct pair first = {a, b, &others};

            work(m, &first);
        }
    }
}

/*
 * The letters of a word from pi on against those of another from ti on; the
 * scalar, if there is one, goes to letter `at` of the pattern.
 */
static void match_word(struct matching *m, const struct letters *p, size_t pi,
                       const struct letters *t, size_t ti,
                       const struct form *scalar, size_t at,
                       const struct pair *pairs)
{
    struct pool *pool = m->match.pool;
    const struct form *known;
    size_t k;

    if (pi == p->count) {
        if (ti == t->count)
            work(m, pairs);
        return;
    }
    if (++m->tries > MATCH_MAX_TRIES)
        return;
    pool_forgive(pool); /* another way may have asked for what there is not */
    if (match_is_unit(p, pi)) {
        const struct atom *a = p->items[pi].atom;
        struct pair ones[3];

        for (size_t i = 0; i < a->count; i++)
            ones[i] = (struct pair){a->args[i], pool_one(pool),
                                    i ? &ones[i - 1] : pairs};
        match_word(m, p, pi + 1, t, ti, scalar, at, &ones[a->count - 1]);
    }
    if (match_has_function(p) && match_is_open(&m->match, p->items[pi].atom)) {
        struct pair next = {ring_atom(pool, p->items[pi].atom),
                            scalar != NULL && pi == at ? scalar
                                                       : pool_one(pool),
                            pairs}; /* a number is a symbol of size 1, too */

        match_word(m, p, pi + 1, t, ti, scalar, at, &next);
    }
    known = match_value_at(&m->match, ring_atom(pool, p->items[pi].atom));
    k = pi + 1 == p->count && t->count > ti ? t->count - ti : 1;
    for (; ti + k + match_least_letters(p, pi + 1) <= t->count; k++) {
        const struct form *part =
            ring_word(pool, word_part(pool, t, ti, ti + k));
        struct pair next = {ring_atom(pool, p->items[pi].atom), part, pairs};

        if (p->items[pi].power)
            next.target = ring_transpose(pool, part);
        if (scalar != NULL && pi == at)
            next.target = ring_mul(pool, scalar, next.target);
        if (next.target == NULL)
            return;
        if (known == NULL || known == next.target)
            match_word(m, p, pi + 1, t, ti + k, scalar, at, &next);
    }
}

/* coefficient * monomial of a term, as a scalar. */
static const struct form *scalar_of(struct pool *pool, const struct term *t)
{
    struct term out = *t;

    out.word = pool_letters(pool, 0, NULL);
    return ring_term(pool, NULL, NULL, &out);
}

/* x * y against a product of scalars, in either order. */
static void match_two(struct matching *m, const struct letters *p,
                      const struct form *a, const struct form *b,
                      const struct pair *rest)
{
    struct pool *pool = m->match.pool;

    for (size_t i = 0; i < 2; i++) {
        struct pair first = {ring_atom(pool, p->items[i].atom), b, rest};
        struct pair second = {ring_atom(pool, p->items[1 - i].atom), a, &first};

        work(m, &second);
    }
}

/* The same where one is the number that all terms have. */
static void match_number(struct matching *m, const struct letters *p,
                         const struct term *common, const struct form *t,
                         const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    mpq_srcptr q = common->coefficient->value->q;
    LOCAL_MPQ(inverse);

    if (mpq_cmp_ui(q, 1, 1) == 0 || common->monomial->count == 0)
        return;
    mpq_inv(inverse, q);
    match_two(m, p, ring_number(pool, q), ring_scale(pool, inverse, t), rest);
}

/* x * y against a term: y takes one letter, once, and x what is left. */
static void match_pair(struct matching *m, const struct letters *p,
                       const struct form *t, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const struct term *b = &t->terms[0];

    for (size_t i = 0; match_single(t) == NULL && i < b->monomial->count; i++) {
        const struct letter one = {b->monomial->items[i].atom, 1};
        struct term left = *b;

        left.monomial =
            monomial_divide(pool, b->monomial, pool_letters(pool, 1, &one));
        match_two(m, p, ring_term(pool, NULL, NULL, &left),
                  ring_atom(pool, one.atom), rest);
    }
}

/* x^2 * y against a product of scalars times a sum: x is as large as it may. */
static void match_square(struct matching *m, const struct letters *p,
                         const struct form *t, const struct form *sum,
                         const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const size_t at = p->items[1].power == 2;
    struct pair first = {ring_atom(pool, p->items[at].atom), NULL, rest};
    struct pair second = {ring_atom(pool, p->items[1 - at].atom), NULL, &first};

    square_of(pool, &t->terms[0], &first.target, &second.target);
    second.target = ring_mul(pool, second.target, sum);
    if (first.target != pool_one(pool))
        work(m, &second);
}

static bool is_powers(const struct term *t, unsigned a, unsigned b)
{
    const struct letter *l = t->monomial->items;

    return t->monomial->count == 2 && t->word->count == 0 &&
           ((l[0].power == a && l[1].power == b) ||
            (l[0].power == b && l[1].power == a));
}

/*
 * The word of a term against that of a term t, the scalar with letter `at`.  No
 * letters are an identity, or the number 1: one letter of the pattern takes it.
 */
static void match_whole(struct matching *m, const struct letters *p,
                        const struct form *t, const struct form *scalar,
                        size_t at, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const struct letters *word = t->terms[0].word;
    const struct term none = {pool_one(pool)->terms[0].coefficient,
                              pool_letters(pool, 0, NULL), word};
    struct pair all = {NULL, NULL, rest};

    if (word->count > 0 || p->count != 1) {
        match_word(m, p, 0, word, 0, scalar, at, rest);
        return;
    }
    all.pattern = ring_atom(pool, p->items[0].atom);
    all.target = ring_mul(pool, scalar ? scalar : pool_one(pool),
                          ring_term(pool, t->rows, t->cols, &none));
    work(m, &all);
}

/*
 * x * word against a term: x takes all scalars, or one letter, or the number,
 * and the word the others.
 */
static void match_multiple(struct matching *m, const struct term *a,
                           const struct form *t, const struct form *scalar,
                           const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const struct term *b = &t->terms[0];
    struct pair own = {ring_atom(pool, a->monomial->items[0].atom), scalar,
                       rest};
    struct term left = *b;

    if (scalar == pool_one(pool)) /* says nothing */
        return;
    match_whole(m, a->word, t, NULL, 0, &own);
    left.coefficient = pool_one(pool)->terms[0].coefficient;
    own.target = ring_number(pool, b->coefficient->value->q);
    if (b->coefficient != left.coefficient)
        match_whole(m, a->word, t, scalar_of(pool, &left), 0, &own);
    for (size_t i = 0; i < b->monomial->count; i++) {
        const struct letter one = {b->monomial->items[i].atom, 1};

        left = *b;
        left.monomial =
            monomial_divide(pool, b->monomial, pool_letters(pool, 1, &one));
        own.target = ring_atom(pool, one.atom);
        match_whole(m, a->word, t, scalar_of(pool, &left), 0, &own);
    }
}

/*
 * The letters of a word from pi on against factors from ti on, each against
 * the product of one or more; the scalar goes to letter `at` of the pattern.
 */
static void match_factors(struct matching *m, const struct letters *p,
                          size_t pi, const struct factors *t, size_t ti,
                          size_t at, const struct pair *pairs)
{
    struct pool *pool = m->match.pool;
    const struct form *part = NULL;

    if (pi == p->count && ti == t->count)
        work(m, pairs);
    for (size_t i = ti; pi < p->count && i + (p->count - pi - 1) < t->count;
         i++) {
        struct pair next = {ring_atom(pool, p->items[pi].atom), NULL, pairs};

        part = part ? ring_mul(pool, part, t->items[i]) : t->items[i];
        next.target =
            p->items[pi].power && part ? ring_transpose(pool, part) : part;
        if (next.target != NULL && pi == at)
            next.target = ring_mul(pool, t->scalar, next.target);
        if (next.target == NULL)
            return;
        match_factors(m, p, pi + 1, t, i + 1, at, &next);
    }
}

/* A term, with at most one scalar, against a sum by what its terms share. */
static void match_shared(struct matching *m, const struct term *a,
                         const struct form *t, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    struct factors shared;
    struct pair own = {NULL, NULL, rest};

    if (a->monomial->count + a->word->count < 2 ||
        !factors_of(&shared, pool, t))
        return;
    if (is_powers(a, 1, 1) && form_scalar(shared.rest)) {
        match_two(m, a->monomial, shared.common, shared.rest, rest);
        match_number(m, a->monomial, &shared.common->terms[0], t, rest);
    }
    if (is_powers(a, 2, 1) && form_scalar(shared.rest))
        match_square(m, a->monomial, shared.common, shared.rest, rest);
    for (size_t at = 0; a->monomial->count == 0 && at < a->word->count; at++)
        match_factors(m, a->word, 0, &shared, 0, at, rest);
    if (a->monomial->count != 1 || a->monomial->items[0].power != 1 ||
        shared.scalar == pool_one(pool))
        return;
    own.pattern = ring_atom(pool, a->monomial->items[0].atom);
    own.target = shared.scalar;
    match_factors(m, a->word, 0, &shared, 0, a->word->count, &own);
}

/* A term against a term; the coefficient of the pattern is 1. */
static void match_term(struct matching *m, const struct form *p,
                       const struct form *t, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const struct term *a = &p->terms[0], *b = &t->terms[0];
    const struct form *scalar = scalar_of(pool, b);
    bool is_plain = mpq_cmp_ui(a->coefficient->value->q, 1, 1) == 0;

    if (t->count != 1 || !is_plain)
        return;
    if (a->monomial->count + a->word->count == 0 && scalar == pool_one(pool) &&
        b->word->count == 0) { /* the identity */
        struct pair size = {p->rows, t->rows, rest};

        work(m, &size);
        return;
    }
    if (is_powers(a, 1, 1) && b->word->count == 0)
        match_pair(m, a->monomial, t, rest);
    if (is_powers(a, 2, 1) && b->word->count == 0)
        match_square(m, a->monomial, t, pool_one(pool), rest);
    if (a->monomial->count > 1)
        return;
    if (a->monomial->count == 1 && a->monomial->items[0].power == 1)
        match_multiple(m, a, t, scalar, rest);
    for (size_t at = 0; a->monomial->count == 0 && at < a->word->count; at++)
        match_whole(m, a->word, t, scalar, at, rest);
}

/*
 * Both bodies at one variable, that of the target times a scalar; the variable
 * is in no other term, its range is that of numbers, so that no symbol of the
 * pattern is in it.
 */
static void match_binder(struct matching *m, const struct atom *p,
                         const struct atom *t, const struct form *scalar,
                         const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    struct variables before = m->opened;
    struct variables avoid = variables_join(
        pool, t->body->free, variables_join(pool, t->free, before));
    const struct form *one = pool_one(pool);
    const struct atom *g = p->binder == t->binder && binder_is_over_index(t)
                               ? generic_new(pool, true, one, one, &avoid)
                               : NULL;
    struct pair lo = {p->lo, t->lo, rest};
    struct pair hi = {p->hi, t->hi, &lo};
    struct pair body = {NULL, NULL, &hi};

    if (g == NULL)
        return;
    m->opened = variables_join(pool, before, variables_of(pool, g));
    body.pattern = binder_open(pool, p, ring_atom(pool, g));
    body.target =
        ring_mul(pool, scalar, binder_open(pool, t, ring_atom(pool, g)));
    work(m, &body);
    m->opened = before;
}

/* A sum over an index against scalars times one. */
static void match_multiple_sum(struct matching *m, const struct atom *p,
                               const struct form *t, const struct pair *rest)
{
    struct pool *pool = m->match.pool;
    const struct letters *l = t->count == 1 ? t->terms[0].monomial : NULL;

    if (p->kind != ATOM_BINDER || p->binder != BINDER_SUM || l == NULL ||
        t->terms[0].word->count > 0)
        return;
    for (size_t i = 0; i < l->count; i++) {
        const struct letter one = {l->items[i].atom, 1};
        struct term scalar = t->terms[0];

        if (one.atom->kind != ATOM_BINDER || one.atom->binder != BINDER_SUM)
            continue;
        scalar.monomial = monomial_divide(pool, l, pool_letters(pool, 1, &one));
        match_binder(m, p, one.atom, ring_term(pool, NULL, NULL, &scalar),
                     rest);
    }
}

/* The arguments, those that are a symbol first: their values say the sizes of
 * the others, in which ones(m) may be 1 and no letter. */
static const struct pair *pairs_of(const struct matching *m,
                                   const struct atom *p, const struct atom *t,
                                   struct pair *pairs, const struct pair *rest)
{
    for (unsigned symbols = 0; symbols < 2; symbols++) {
        for (size_t i = p->count; i-- > 0;) {
            if (symbols != match_is_open(&m->match, match_single(p->args[i])))
                continue;
            pairs[i] = (struct pair){p->args[i], t->args[i], rest};
            rest = &pairs[i];
        }
    }
    return rest;
}

static void match_parts(struct matching *m, const struct atom *p,
                        const struct atom *t, const struct pair *rest)
{
    LOCAL_FREE struct pair *pairs = NULL;

    if (p->kind != t->kind || p->function != t->function ||
        p->head != t->head || p->count != t->count)
        return;
    if (p->kind == ATOM_WORD) {
        match_word(m, p->word, 0, t->word, 0, NULL, 0, rest);
        match_word(m, p->word, 0, letters_transposed(m->match.pool, t->word), 0,
                   NULL, 0, rest);
        return;
    }
    if (p->kind == ATOM_BINDER)
        match_binder(m, p, t, pool_one(m->match.pool), rest);
    if ((p->kind != ATOM_APPLY && p->kind != ATOM_MEMBER) || p->count == 0)
        return;
    pairs = xcalloc(p->count, sizeof *pairs);
    work(m, pairs_of(m, p, t, pairs, rest));
}

/* With the first pair that is not vague in front; false: it is, or none is. */
static bool reordered(struct matching *m, const struct pair *pairs)
{
    const struct pair *clear = pairs;
    LOCAL_FREE struct pair *copy = NULL;
    size_t count = 0;

    while (clear != NULL && match_is_vague(&m->match, clear->pattern)) {
        clear = clear->next;
        count++;
    }
    if (clear == NULL || clear == pairs)
        return false;
    copy = xcalloc(count + 1, sizeof *copy);
    copy[0] = (struct pair){clear->pattern, clear->target, &copy[1]};
    for (size_t i = 1; i <= count; i++, pairs = pairs->next)
        copy[i] = (struct pair){pairs->pattern, pairs->target,
                                i < count ? &copy[i + 1] : clear->next};
    work(m, copy);
    return true;
}

/* c * a term: both sides without c. */
static void match_scaled(struct matching *m, const struct form *p,
                         const struct form *t, const struct pair *rest)
{
    struct pair next = {NULL, NULL, rest};
    LOCAL_MPQ(q);

    mpq_inv(q, p->terms[0].coefficient->value->q);
    next.pattern = ring_scale(m->match.pool, q, p);
    next.target = ring_scale(m->match.pool, q, t);
    work(m, &next);
}

static void work(struct matching *m, const struct pair *pairs)
{
    const struct form *p, *t, *known;
    const struct atom *a, *b;

    if (m->ways >= MATCH_MAX_WAYS || ++m->tries > MATCH_MAX_TRIES)
        return;
    pool_forgive(m->match.pool);
    if (pairs == NULL) {
        m->ways++;
        m->found(m->context, &m->match);
        return;
    }
    if (reordered(m, pairs))
        return;
    p = pairs->pattern;
    t = pairs->target;
    if (p == NULL || t == NULL)
        return;
    known = match_value_at(&m->match, p);
    a = match_single(p);
    b = match_single(t);
    if (known != NULL) {
        if (known == t)
            work(m, pairs->next);
    } else if (match_is_open(&m->match, a)) {
        bind(m, match_open(&m->match, a), t, pairs->next);
    } else if (a != NULL && a->kind == ATOM_MEMBER &&
               match_is_open(&m->match, a->head)) {
        bind_family(m, match_open(&m->match, a->head), a, t, pairs->next);
    } else if (a != NULL && match_member_value(&m->match, a) != NULL) {
        struct pair at = {match_member_value(&m->match, a), t, pairs->next};

        work(m, &at);
    } else if (p->count > 1) {
        match_sum(m, p, t, pairs->next);
    } else if (p->count == 1 &&
               mpq_cmp_ui(p->terms[0].coefficient->value->q, 1, 1) != 0) {
        match_scaled(m, p, t, pairs->next);
    } else if (a != NULL) {
        if (b != NULL)
            match_parts(m, a, b, pairs->next);
        else
            match_multiple_sum(m, a, t, pairs->next);
        b = m->names ? memo_get(m->names, t) : NULL;
        if (b != NULL)
            match_parts(m, a, b, pairs->next);
    } else if (p->count == 1 && t->count == 1) {
        match_term(m, p, t, pairs->next);
    } else if (p->count == 1 && t->count > 1) {
        match_shared(m, &p->terms[0], t, pairs->next);
    }
}

void match_atom(struct pool *pool, const struct memo *names,
                const struct sequent *sequent, const struct atom *pattern,
                const struct atom *target,
                void (*found)(void *context, const struct match *match),
                void *context)
{
    struct matching m = {.match = {pool, sequent, NULL},
                         .names = names,
                         .found = found,
                         .context = context};

    m.match.values = xcalloc(sequent->nsymbols + 1, sizeof *m.match.values);
    match_parts(&m, pattern, target, NULL);
    free(m.match.values);
}

/* All ways to match the pairs where some values are known, or (NULL) none. */
static void begin(struct pool *pool, const struct memo *names,
                  const struct sequent *sequent,
                  const struct form *const *values, const struct pair *pairs,
                  void (*found)(void *context, const struct match *match),
                  void *context)
{
    struct matching m = {.match = {pool, sequent, NULL},
                         .names = names,
                         .found = found,
                         .context = context};

    m.match.values = xcalloc(sequent->nsymbols + 1, sizeof *m.match.values);
    for (size_t i = 0; values != NULL && i < sequent->nsymbols; i++)
        m.match.values[i] = values[i];
    work(&m, pairs);
    free(m.match.values);
}

void match_more(const struct match *known, const struct memo *names,
                const struct atom *pattern, const struct atom *target,
                void (*found)(void *context, const struct match *match),
                void *context)
{
    const struct pair one = {ring_atom(known->pool, pattern),
                             ring_atom(known->pool, target), NULL};

    begin(known->pool, names, known->sequent, known->values, &one, found,
          context);
}

void match_form(struct pool *pool, const struct memo *names,
                const struct sequent *sequent, const struct form *pattern,
                const struct form *target,
                void (*found)(void *context, const struct match *match),
                void *context)
{
    const struct pair one = {pattern, target, NULL};

    begin(pool, names, sequent, NULL, &one, found, context);
}

void match_values(struct pool *pool, const struct sequent *sequent,
                  const struct form *const *values,
                  void (*found)(void *context, const struct match *match),
                  void *context)
{
    LOCAL_FREE struct pair *pairs =
        xcalloc(2 * sequent->nsymbols + 1, sizeof *pairs);
    const struct form *one = pool_one(pool);
    size_t count = 0;

    for (size_t i = 0; i < sequent->nsymbols; i++) {
        const struct atom *a = sequent->symbols[i];

        if (values[i] == NULL)
            continue;
        pairs[count] = (struct pair){a->rows ? a->rows : one,
                                     form_rows(pool, values[i]), NULL};
        pairs[count + 1] = (struct pair){a->cols ? a->cols : one,
                                         form_cols(pool, values[i]), NULL};
        count += 2;
    }
    for (size_t i = 0; i + 1 < count; i++)
        pairs[i].next = &pairs[i + 1];
    begin(pool, NULL, sequent, values, count > 0 ? pairs : NULL, found,
          context);
}

void match_words(struct pool *pool, const struct sequent *sequent,
                 const struct letters *pattern, const struct letters *target,
                 void (*found)(void *context, const struct match *match),
                 void *context)
{
    struct matching m = {
        .match = {pool, sequent, NULL}, .found = found, .context = context};

    m.match.values = xcalloc(sequent->nsymbols + 1, sizeof *m.match.values);
    for (unsigned turned = 0; turned < 2; turned++) {
        const struct letters *t =
            turned ? letters_transposed(pool, target) : target;

        for (size_t i = 0; i + pattern->count <= t->count; i++) {
            for (size_t j = i + pattern->count; j <= t->count; j++)
                match_word(&m, pattern, 0, word_part(pool, t, i, j), 0, NULL, 0,
                           NULL);
        }
    }
    free(m.match.values);
}
