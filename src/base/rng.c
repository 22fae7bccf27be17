#include "base/rng.h"

static const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

uint64_t rng_key_number(uint64_t key, uint64_t number)
{
    return mix(mix(key + golden) ^ number);
}

uint64_t rng_key(uint64_t key, const char *name)
{
    for (const char *c = name; *c; c++)
        key = rng_key_number(key, (unsigned char)*c);
    return rng_key_number(key, UINT64_C(0x100)); /* ends the name */
}

struct rng rng_start(uint64_t key)
{
    return (struct rng){.key = key, .counter = 0};
}

uint64_t rng_word(struct rng *rng)
{
    return mix(rng->key + golden * ++rng->counter);
}

uint64_t rng_below(struct rng *rng, uint64_t bound)
{
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t word;
    do
        word = rng_word(rng);
    while (word >= limit);
    return word % bound;
}

double rng_unit(struct rng *rng)
{
    return (double)(rng_word(rng) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *rng)
{
    int bits = 0;
    for (int i = 0; i < 4; i++)
        bits += __builtin_popcountll(rng_word(rng));
    double smooth = (double)(rng_word(rng) >> 44) * 0x1p-20 - 0.5;
    return ((double)(bits - 128) + smooth) / 8;
}
