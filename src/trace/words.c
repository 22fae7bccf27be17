#include "trace/words.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

/* ---- counting ---- */

enum {
    LIMB = 1000000000,
    LIMBS = 40 /* 64 layers of 4096 heads: 250 digits */
};

/* A whole number in base LIMB, lowest first. */
struct number {
    uint32_t limbs[LIMBS];
    size_t count;
};

static void multiply(struct number *x, uint64_t by)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < x->count; i++) {
        carry += x->limbs[i] * by;
        x->limbs[i] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
    while (carry) {
        ENSURE(x->count < LIMBS, "words: a count is too large");
        x->limbs[x->count++] = (uint32_t)(carry % LIMB);
        carry /= LIMB;
    }
}

/* Exact wherever it is called. */
static void divide(struct number *x, uint64_t by)
{
    uint64_t rest = 0;
    for (size_t i = x->count; i-- > 0;) {
        rest = rest * LIMB + x->limbs[i];
        x->limbs[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (x->count > 1 && x->limbs[x->count - 1] == 0)
        x->count--;
}

static struct number count(size_t nlayers, uint64_t nheads, size_t length)
{
    struct number x = {.limbs = {1}, .count = 1};
    for (size_t i = 0; i < length; i++) {
        multiply(&x, nlayers - i);
        divide(&x, i + 1);
    }
    for (size_t i = 0; i < length; i++)
        multiply(&x, nheads);
    return x;
}

void words_print_count(struct buffer *out, size_t nlayers, uint64_t nheads,
                       size_t length)
{
    struct number x = count(nlayers, nheads, length);
    buffer_printf(out, "%u", (unsigned)x.limbs[x.count - 1]);
    for (size_t i = x.count - 1; i-- > 0;)
        buffer_printf(out, "%09u", (unsigned)x.limbs[i]);
}

uint64_t words_count(size_t nlayers, uint64_t nheads, size_t length)
{
    struct number x = count(nlayers, nheads, length);
    uint64_t value = 0;
    for (size_t i = x.count; i-- > 0;) {
        if (value > (UINT64_MAX - x.limbs[i]) / LIMB)
            return UINT64_MAX;
        value = value * LIMB + x.limbs[i];
    }
    return value;
}

/* ---- choosing ---- */

struct choice {
    struct words *words;
    int64_t lo;
    uint64_t nheads;
    size_t first; /* word of the length in the making */
};

static int64_t *word_at(const struct words *words, size_t i)
{
    return words->heads + i * words->nlayers;
}

static void add(struct choice *c, const int64_t *word, size_t length)
{
    struct words *w = c->words;
    memcpy(word_at(w, w->count), word, w->nlayers * sizeof *word);
    w->lengths[w->count++] = length;
}

/* The heads of a word that takes one in the layers chosen. */
static bool next_heads(const struct choice *c, int64_t *word)
{
    const int64_t hi = c->lo + (int64_t)(c->nheads - 1);
    for (size_t i = c->words->nlayers; i-- > 0;) {
        if (word[i] == WORDS_NONE)
            continue;
        if (word[i] < hi) {
            word[i]++;
            return true;
        }
        word[i] = c->lo;
    }
    return false;
}

/* The next set of layers of the same size, as a row of taken and none. */
static bool next_layers(const struct choice *c, int64_t *word)
{
    size_t n = c->words->nlayers, i = n, taken = 0;
    while (i-- > 0 &&
           (i + 1 == n || word[i] == WORDS_NONE || word[i + 1] != WORDS_NONE))
        taken += word[i] != WORDS_NONE;
    if (i == SIZE_MAX)
        return false;
    word[i] = WORDS_NONE; /* this one and those behind it start anew */
    for (size_t k = i + 1; k < n; k++)
        word[k] = k <= i + 1 + taken ? c->lo : WORDS_NONE;
    return true;
}

static void take_all(struct choice *c, size_t length)
{
    int64_t word[WORDS_MAX_LAYERS];
    for (size_t i = 0; i < c->words->nlayers; i++)
        word[i] = i < length ? c->lo : WORDS_NONE;
    do {
        do
            add(c, word, length);
        while (next_heads(c, word));
    } while (next_layers(c, word));
}

/* Each set of layers, then each row of heads, equally likely. */
static void draw(const struct choice *c, int64_t *word, size_t length,
                 struct rng *rng)
{
    size_t n = c->words->nlayers, wanted = length;
    for (size_t i = 0; i < n; i++) {
        bool taken = rng_below(rng, n - i) < wanted;
        wanted -= taken;
        word[i] =
            taken ? c->lo + (int64_t)rng_below(rng, c->nheads) : WORDS_NONE;
    }
}

static bool is_new(const struct choice *c, const int64_t *word)
{
    const struct words *w = c->words;
    for (size_t i = c->first; i < w->count; i++)
        if (memcmp(word_at(w, i), word, w->nlayers * sizeof *word) == 0)
            return false;
    return true;
}

static void take_some(struct choice *c, size_t length, uint64_t each,
                      struct rng *rng)
{
    int64_t word[WORDS_MAX_LAYERS];
    while (c->words->count - c->first < each) {
        draw(c, word, length, rng);
        if (is_new(c, word))
            add(c, word, length);
    }
}

/* ---- order ---- */

struct item {
    const int64_t *heads;
    size_t nlayers, length;
};

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    for (size_t i = 0; i < x->nlayers; i++)
        if (x->heads[i] != y->heads[i])
            return x->heads[i] < y->heads[i] ? -1 : 1;
    return 0;
}

static void sort(struct words *w)
{
    LOCAL_FREE struct item *items = xcalloc(w->count + 1, sizeof *items);
    int64_t *heads = xcalloc(w->count * w->nlayers + 1, sizeof *heads);
    for (size_t i = 0; i < w->count; i++)
        items[i] = (struct item){word_at(w, i), w->nlayers, w->lengths[i]};
    qsort(items, w->count, sizeof *items, compare);
    for (size_t i = 0; i < w->count; i++) {
        memcpy(heads + i * w->nlayers, items[i].heads,
               w->nlayers * sizeof *heads);
        w->lengths[i] = items[i].length;
    }
    free(w->heads);
    w->heads = heads;
}

bool words_choose(struct words *words, size_t nlayers, int64_t lo,
                  uint64_t nheads, uint64_t each, uint64_t seed)
{
    struct choice c = {.words = words, .lo = lo, .nheads = nheads};
    struct rng rng = rng_start(rng_key(seed, "words"));
    uint64_t all = 0;
    *words = (struct words){.nlayers = nlayers};
    if (nlayers > WORDS_MAX_LAYERS || nheads > WORDS_MAX_HEADS ||
        each > WORDS_MAX_EACH)
        return false;
    for (size_t k = 0; k <= nlayers; k++) {
        uint64_t there = words_count(nlayers, nheads, k);
        all += there < each ? there : each;
    }
    if (all > WORDS_MAX)
        return false;
    words->heads = xcalloc(all * nlayers + 1, sizeof *words->heads);
    words->lengths = xcalloc(all + 1, sizeof *words->lengths);
    for (size_t k = 0; k <= nlayers; k++) {
        c.first = words->count;
        if (words_count(nlayers, nheads, k) <= each)
            take_all(&c, k);
        else
            take_some(&c, k, each, &rng);
    }
    sort(words);
    return true;
}

void words_clear(struct words *words)
{
    free(words->heads);
    free(words->lengths);
    *words = (struct words){0};
}
