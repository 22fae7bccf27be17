/*
 * The different instances of a campaign, as a set of their fingerprints.
 *
 * It takes INSTANCE_SET_MAX of them; further ones count as there already, so
 * that memory does not grow with the trials and counts are never too large.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INSTANCE_SET_MAX = 1 << 20 };

struct instance_set;

struct instance_set *instance_set_new(void);
void instance_set_free(struct instance_set *set); /* NULL: nothing */
/* Whether it was not there before, and is now. */
bool instance_set_add(struct instance_set *set, uint64_t fingerprint);
size_t instance_set_count(const struct instance_set *set);
