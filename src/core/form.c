/*
 * Hash-consing of terms: each value is looked up by the hash of its contents
 * and compared in full; two values of one hash are refused, not merged.
 */
#include "core/form.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_NUMBER, TAG_LETTERS, TAG_ATOM, TAG_FORM };

struct pool {
    struct arena *arena;
    struct table numbers, letters, atoms, forms;
    const struct form *one;
    const char *why;
    size_t fuel;
    unsigned open; /* binders */
};

static const char collision[] = "two terms have one hash";

/* The form 1, which shapes are compared with; made before any shape is. */
static const struct form *make_one(struct pool *pool)
{
    const struct form *one;
    struct term term;
    mpq_t value;

    mpq_init(value);
    mpq_set_ui(value, 1, 1);
    term.coefficient = pool_number(pool, value);
    term.monomial = term.word = pool_letters(pool, 0, NULL);
    one = pool_form(pool, NULL, NULL, &term, 1);
    mpq_clear(value);
    return one;
}

struct pool *pool_new(void)
{
    struct pool *pool = xcalloc(1, sizeof *pool);

    pool->arena = arena_new();
    pool->fuel = POOL_MAX_FUEL;
    pool->one = make_one(pool);
    return pool;
}

void pool_free(struct pool *pool)
{
    if (pool == NULL)
        return;
    table_clear(&pool->numbers);
    table_clear(&pool->letters);
    table_clear(&pool->atoms);
    table_clear(&pool->forms);
    arena_free(pool->arena);
    free(pool);
}

struct arena *pool_arena(struct pool *pool)
{
    return pool->arena;
}

const char *pool_why(const struct pool *pool)
{
    return pool->why;
}

void pool_forgive(struct pool *pool)
{
    pool->why = NULL;
    pool->fuel = POOL_MAX_FUEL;
}

const void *pool_fail(struct pool *pool, const char *why)
{
    if (pool->why == NULL)
        pool->why = why;
    return NULL;
}

bool pool_burn(struct pool *pool)
{
    if (pool->fuel == 0) {
        pool_fail(pool, "the budget of a step is used up");
        return false;
    }
    pool->fuel--;
    return true;
}

unsigned pool_enter(struct pool *pool)
{
    return pool->open++;
}

void pool_leave(struct pool *pool)
{
    pool->open--;
}

static void *copied(struct pool *pool, const void *items, size_t count,
                    size_t size)
{
    void *out;

    if (count == 0)
        return NULL;
    out = arena_array(pool->arena, count, size);
    memcpy(out, items, count * size);
    return out;
}

/* Numbers. */

static struct hash hash_integer(struct hash h, mpz_srcptr z)
{
    h = hash_add(h, (uint64_t)(mpz_sgn(z) + 1));
    h = hash_add(h, mpz_size(z));
    for (size_t i = 0; i < mpz_size(z); i++)
        h = hash_add(h, mpz_getlimbn(z, (mp_size_t)i));
    return h;
}

const struct number *pool_number(struct pool *pool, const mpq_t value)
{
    struct hash hash =
        hash_integer(hash_integer(hash_start(TAG_NUMBER), mpq_numref(value)),
                     mpq_denref(value));
    const struct number *found = table_find(&pool->numbers, hash);
    struct number *made;

    if (found != NULL)
        return mpq_equal(found->value->q, value) ? found
                                                 : pool_fail(pool, collision);
    made = arena_alloc(pool->arena, sizeof *made);
    made->hash = hash;
    made->value = rational_new(pool->arena);
    mpq_set(made->value->q, value);
    table_add(&pool->numbers, made);
    return made;
}

/* Monomials and words. */

const struct letters *pool_letters(struct pool *pool, size_t count,
                                   const struct letter *items)
{
    struct hash hash = hash_start(TAG_LETTERS);
    const struct letters *found;
    struct letters *made;
    bool same;

    for (size_t i = 0; i < count; i++)
        hash = hash_add(hash_join(hash, items[i].atom->hash), items[i].power);
    found = table_find(&pool->letters, hash);
    same = found != NULL && found->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = found->items[i].atom == items[i].atom &&
               found->items[i].power == items[i].power;
    if (found != NULL)
        return same ? found : pool_fail(pool, collision);
    made = arena_alloc(pool->arena, sizeof *made);
    made->hash = hash;
    made->count = count;
    made->items = copied(pool, items, count, sizeof *items);
    table_add(&pool->letters, made);
    return made;
}

const struct letters *letters_transposed(struct pool *pool,
                                         const struct letters *word)
{
    struct letter *items = xcalloc(word->count + 1, sizeof *items);
    const struct letters *out;

    for (size_t i = 0; i < word->count; i++) {
        items[i] = word->items[word->count - 1 - i];
        items[i].power = !items[i].power;
    }
    out = pool_letters(pool, word->count, items);
    free(items);
    return out;
}

/* Atoms. */

static struct hash hash_part(struct hash h, const struct form *f)
{
    return f == NULL ? hash_add(h, 0) : hash_join(hash_add(h, 1), f->hash);
}

static struct hash atom_hash(const struct atom *a)
{
    struct hash h = hash_start(TAG_ATOM);

    h = hash_add(h, a->kind);
    h = hash_part(hash_part(h, a->rows), a->cols);
    h = hash_add(hash_add(h, a->variable), a->is_integer);
    h = hash_text(hash_add(h, a->serial), a->name ? a->name : "");
    h = hash_part(hash_part(h, a->lo), a->hi);
    h = hash_add(h, a->function);
    if (a->head != NULL)
        h = hash_join(h, a->head->hash);
    h = hash_add(h, a->count);
    for (size_t i = 0; i < a->count; i++)
        h = hash_part(h, a->args[i]);
    h = hash_part(hash_add(h, a->binder), a->body);
    return a->word == NULL ? h : hash_join(h, a->word->hash);
}

static bool atoms_equal(const struct atom *a, const struct atom *b)
{
    bool same = a->kind == b->kind && a->rows == b->rows &&
                a->cols == b->cols && a->variable == b->variable &&
                a->is_integer == b->is_integer && a->serial == b->serial &&
                strcmp(a->name, b->name ? b->name : "") == 0 &&
                a->lo == b->lo && a->hi == b->hi &&
                a->function == b->function && a->head == b->head &&
                a->count == b->count && a->binder == b->binder &&
                a->body == b->body && a->word == b->word;

    for (size_t i = 0; same && i < a->count; i++)
        same = a->args[i] == b->args[i];
    return same;
}

static void gather(struct pool *pool, struct atom *a, const struct form *f)
{
    if (f == NULL)
        return;
    a->free = variables_join(pool, a->free, f->free);
    if (f->height > a->height)
        a->height = f->height;
}

/* Fills height and free from the parts. */
static void atom_measure(struct pool *pool, struct atom *a)
{
    a->height = 0;
    a->free = (struct variables){0, NULL};
    gather(pool, a, a->body);
    if (a->kind == ATOM_BINDER) {
        a->height = a->serial;
        a->free = variables_unbound(pool, a->free, a->serial);
    }
    gather(pool, a, a->rows);
    gather(pool, a, a->cols);
    gather(pool, a, a->lo);
    gather(pool, a, a->hi);
    for (size_t i = 0; i < a->count; i++)
        gather(pool, a, a->args[i]);
    if (a->head != NULL)
        a->free = variables_join(pool, a->free, a->head->free);
    for (size_t i = 0; a->word != NULL && i < a->word->count; i++) {
        const struct atom *l = a->word->items[i].atom;

        a->free = variables_join(pool, a->free, l->free);
        a->height = l->height > a->height ? l->height : a->height;
    }
    if (a->kind == ATOM_VARIABLE)
        a->free = variables_join(pool, a->free, variables_of(pool, a));
}

const struct atom *pool_atom(struct pool *pool, const struct atom *given)
{
    struct atom model = *given, *made;
    struct hash hash;
    const struct atom *found;

    if ((model.rows == NULL) != (model.cols == NULL) ||
        (model.rows != NULL && (model.rows->rows || model.cols->rows)))
        return pool_fail(pool, "an atom of no shape");
    if (model.rows == pool->one && model.cols == pool->one)
        model.rows = model.cols = NULL;
    hash = atom_hash(&model);
    found = table_find(&pool->atoms, hash);
    if (found != NULL)
        return atoms_equal(found, &model) ? found : pool_fail(pool, collision);
    made = arena_alloc(pool->arena, sizeof *made);
    *made = model;
    made->hash = hash;
    made->name = arena_strdup(pool->arena, model.name ? model.name : "");
    made->args = copied(pool, model.args, model.count, sizeof *model.args);
    atom_measure(pool, made);
    table_add(&pool->atoms, made);
    return made;
}

/* Forms. */

static int term_order(const void *x, const void *y)
{
    const struct term *a = x, *b = y;
    int order = hash_compare(&a->word->hash, &b->word->hash);

    return order != 0 ? order
                      : hash_compare(&a->monomial->hash, &b->monomial->hash);
}

/* Equal neighbours added, zeros dropped; how many are left. */
static size_t merge(struct pool *pool, struct term *terms, size_t count)
{
    size_t kept = 0;
    mpq_t sum;

    mpq_init(sum);
    for (size_t i = 0, j; i < count; i = j) {
        mpq_set(sum, terms[i].coefficient->value->q);
        for (j = i + 1; j < count && term_order(&terms[i], &terms[j]) == 0; j++)
            mpq_add(sum, sum, terms[j].coefficient->value->q);
        if (mpq_sgn(sum) == 0)
            continue;
        terms[kept] = terms[i];
        terms[kept].coefficient = pool_number(pool, sum);
        if (terms[kept].coefficient != NULL)
            kept++;
    }
    mpq_clear(sum);
    return kept;
}

static struct hash form_hash(const struct form *f)
{
    struct hash h =
        hash_part(hash_part(hash_start(TAG_FORM), f->rows), f->cols);

    for (size_t i = 0; i < f->count; i++) {
        h = hash_join(h, f->terms[i].coefficient->hash);
        h = hash_join(h, f->terms[i].monomial->hash);
        h = hash_join(h, f->terms[i].word->hash);
    }
    return h;
}

static bool forms_equal(const struct form *a, const struct form *b)
{
    bool same =
        a->rows == b->rows && a->cols == b->cols && a->count == b->count;

    for (size_t i = 0; same && i < a->count; i++)
        same = a->terms[i].coefficient == b->terms[i].coefficient &&
               a->terms[i].monomial == b->terms[i].monomial &&
               a->terms[i].word == b->terms[i].word;
    return same;
}

static void form_gather(struct pool *pool, struct form *f, const struct atom *a)
{
    f->free = variables_join(pool, f->free, a->free);
    f->height = a->height > f->height ? a->height : f->height;
}

/* Fills height and free: of the shape too. */
static void form_measure(struct pool *pool, struct form *f)
{
    const struct form *shape[] = {f->rows, f->cols};

    f->height = 0;
    f->free = (struct variables){0, NULL};
    for (size_t i = 0; i < 2; i++) {
        if (shape[i] == NULL)
            continue;
        f->free = variables_join(pool, f->free, shape[i]->free);
        f->height = shape[i]->height > f->height ? shape[i]->height : f->height;
    }
    for (size_t i = 0; i < f->count; i++) {
        const struct term *t = &f->terms[i];

        for (size_t j = 0; j < t->monomial->count; j++)
            form_gather(pool, f, t->monomial->items[j].atom);
        for (size_t j = 0; j < t->word->count; j++)
            form_gather(pool, f, t->word->items[j].atom);
    }
}

const struct form *pool_form(struct pool *pool, const struct form *rows,
                             const struct form *cols, struct term *terms,
                             size_t count)
{
    struct form model = {.terms = terms};
    const struct form *found;
    struct form *made;

    if (rows != pool->one || cols != pool->one) {
        model.rows = rows;
        model.cols = cols;
    }
    if (count > 1)
        qsort(terms, count, sizeof *terms, term_order);
    model.count = merge(pool, terms, count);
    if (pool->why != NULL)
        return NULL;
    model.hash = form_hash(&model);
    found = table_find(&pool->forms, model.hash);
    if (found != NULL)
        return forms_equal(found, &model) ? found : pool_fail(pool, collision);
    made = arena_alloc(pool->arena, sizeof *made);
    *made = model;
    made->terms = copied(pool, terms, model.count, sizeof *terms);
    form_measure(pool, made);
    table_add(&pool->forms, made);
    return made;
}

const struct form *pool_one(const struct pool *pool)
{
    return pool->one;
}

const struct form *form_rows(struct pool *pool, const struct form *f)
{
    return f == NULL ? NULL : f->rows == NULL ? pool->one : f->rows;
}

const struct form *form_cols(struct pool *pool, const struct form *f)
{
    return f == NULL ? NULL : f->cols == NULL ? pool->one : f->cols;
}

const struct form *form_letter_rows(struct pool *pool, struct letter l)
{
    const struct form *size = l.power ? l.atom->cols : l.atom->rows;

    return size == NULL ? pool->one : size;
}

const struct form *form_letter_cols(struct pool *pool, struct letter l)
{
    return form_letter_rows(pool, (struct letter){l.atom, !l.power});
}

bool form_scalar(const struct form *f)
{
    return f->rows == NULL;
}

bool form_is_nil(const struct form *f)
{
    return f->count == 0;
}

bool form_is_number(const struct form *f, mpq_t value)
{
    if (f->rows != NULL || f->count > 1)
        return false;
    if (f->count == 0) {
        mpq_set_ui(value, 0, 1);
        return true;
    }
    if (f->terms[0].monomial->count > 0)
        return false;
    mpq_set(value, f->terms[0].coefficient->value->q);
    return true;
}
