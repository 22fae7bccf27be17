/*
 * Functions of matrices that were joined: what works entry by entry, or row by
 * row, works on each of the parts.
 *
 *     f(S'*A + T'*B) = S'*f(A) + T'*f(B)
 *
 * for rows S, T of an identity that do not meet.  Where f(0) is not 0 they must
 * be all of them.
 */
#include "logic/normal_internal.h"

struct piece {
    const struct dim *lo, *hi;
    const form *rows; /* S */
    struct pile rest; /* what stands behind S' */
    const struct dim *size;
};

/* The rows S where the word begins with S'. */
static bool place_of(struct normalizer *n, const term *t, struct piece *out)
{
    if (t->nletters == 0)
        return false;
    const letter a = t->letters[0], turned = {a.atom, !a.flip};
    return block_read(n, turned, &out->lo, &out->hi, &out->size);
}

static bool add_piece(struct normalizer *n, const term *t, struct piece *all,
                      size_t *count)
{
    struct piece p = {0};
    size_t at = 0;
    if (!place_of(n, t, &p))
        return false;
    while (at < *count && (all[at].lo != p.lo || all[at].hi != p.hi))
        at++;
    if (at == NORMAL_MAX_PIECES)
        return false;
    if (at == *count) {
        p.rows = block_rows(n, p.lo, p.hi, p.size);
        all[(*count)++] = p;
    }
    term rest = *t;
    rest.letters++;
    rest.nletters--;
    pile_add(n, &all[at].rest, &rest);
    return true;
}

/* Whether the pieces, put in order by it, are all rows from 1 to the last. */
static bool is_whole(struct normalizer *n, struct piece *all, size_t count)
{
    const struct dim *next = n->one;
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        while (at < count && all[at].lo != next)
            at++;
        if (at == count)
            return false;
        const struct piece p = all[at];
        all[at] = all[i];
        all[i] = p;
        next = index_plus(n, p.hi, 1);
    }
    return index_plus(n, all[0].size, 1) == next;
}

static bool are_apart(struct normalizer *n, const struct piece *all,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++)
            if (!form_is_zero(
                    form_mul(n, all[i].rows, form_flip(n, all[j].rows))))
                return false;
    return true;
}

/* The pieces that a is the sum of; their number, 0: it is no such sum. */
static size_t find_pieces(struct normalizer *n, const form *a,
                          struct piece all[NORMAL_MAX_PIECES])
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (!add_piece(n, &a->terms[i], all, &count))
            return 0;
    return count;
}

bool by_pieces(struct normalizer *n, const form *a, bool keeps_zero,
               piece_function *f, enum function fn, const form **out)
{
    struct piece all[NORMAL_MAX_PIECES];
    const size_t count = find_pieces(n, a, all);
    if (count == 0 || n->failed ||
        (!is_whole(n, all, count) &&
         (!keeps_zero || !are_apart(n, all, count))))
        return false;
    *out = NULL;
    for (size_t i = 0; i < count && !n->failed; i++) {
        const form *part =
            form_collect(n, &all[i].rest, all[i].rows->rows, a->cols);
        part = form_mul(n, form_flip(n, all[i].rows), f(n, fn, part));
        *out = *out ? form_add(n, *out, part) : part;
    }
    return *out != NULL;
}

/* The pieces as matrices; whether one of them has several rows. */
static bool collect_pieces(struct normalizer *n, struct piece *all,
                           size_t count, const struct dim *cols,
                           const form *parts[NORMAL_MAX_PIECES])
{
    bool blocks = false;
    for (size_t i = 0; i < count; i++) {
        blocks = blocks || all[i].lo != all[i].hi;
        parts[i] = form_collect(n, &all[i].rest, all[i].rows->rows, cols);
    }
    return blocks;
}

size_t pieces_read(struct normalizer *n, const form *a, bool single,
                   const form *parts[NORMAL_MAX_PIECES])
{
    struct piece all[NORMAL_MAX_PIECES];
    const size_t count = find_pieces(n, a, all);
    if (count < 2 || n->failed || !is_whole(n, all, count))
        return 0;
    const bool blocks = collect_pieces(n, all, count, a->cols, parts);
    return (blocks || single) && !n->failed ? count : 0;
}

/* How many rows the pieces, which do not meet, leave out. */
static const struct dim *rows_left(struct normalizer *n,
                                   const struct piece *all, size_t count)
{
    const struct dim *left = all[0].size;
    for (size_t i = 0; i < count; i++)
        left = dim_sub(n->dims, left, all[i].rows->rows);
    return left;
}

size_t pieces_beside_zeros(struct normalizer *n, const form *a,
                           const form *parts[NORMAL_MAX_PIECES])
{
    struct piece all[NORMAL_MAX_PIECES];
    const size_t count = find_pieces(n, a, all);
    if (count == 0 || count == NORMAL_MAX_PIECES || n->failed ||
        !are_apart(n, all, count) ||
        !normal_certainly_nonnegative(
            n, index_plus(n, rows_left(n, all, count), -1)))
        return 0;
    const bool blocks = collect_pieces(n, all, count, a->cols, parts);
    parts[count] = form_zero(n, n->one, a->cols);
    return blocks && !n->failed ? count + 1 : 0;
}

/* The row blocks that begin words of a, if they are all rows; else 0. */
static size_t all_places(struct normalizer *n, const form *a,
                         struct piece all[NORMAL_MAX_PIECES])
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++) {
        struct piece p = {0};
        size_t at = 0;
        if (!place_of(n, &a->terms[i], &p))
            continue;
        while (at < count && (all[at].lo != p.lo || all[at].hi != p.hi))
            at++;
        if (at == NORMAL_MAX_PIECES)
            return 0;
        p.rows = block_rows(n, p.lo, p.hi, p.size);
        all[at] = p;
        count += at == count;
    }
    return count > 0 && is_whole(n, all, count) ? count : 0;
}

size_t pieces_rows(struct normalizer *n, const form *a,
                   const form *rows[NORMAL_MAX_PIECES])
{
    struct piece all[NORMAL_MAX_PIECES];
    size_t count = n->failed ? 0 : all_places(n, a, all);
    for (size_t i = 0; i < count; i++)
        rows[i] = all[i].rows;
    return n->failed ? 0 : count;
}

static bool rows_vanish(struct normalizer *n, const form *a, bool columns)
{
    struct piece all[NORMAL_MAX_PIECES];
    size_t count = n->failed ? 0 : all_places(n, a, all);
    for (size_t i = 0; i < count; i++) {
        const form *part = form_mul(n, all[i].rows, a);
        if (!form_vanishes(n, part) &&
            !(columns && rows_vanish(n, form_flip(n, part), false)))
            return false;
    }
    return count > 0 && !n->failed;
}

bool pieces_vanish(struct normalizer *n, const form *a)
{
    return rows_vanish(n, a, true) || rows_vanish(n, form_flip(n, a), false);
}
