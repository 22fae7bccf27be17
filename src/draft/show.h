/*
 * Terms of the core as text, for people.
 */
#pragma once

#include "base/buffer.h"
#include "core/form.h"

/* Names of variables that have none of their own, given as they come. */
struct names;

/* None of those that are taken. */
struct names *names_new(const struct atom *const *taken, size_t count);
void names_free(struct names *names);

/* As the language writes it; names NULL: by kind and number. */
void form_show(struct buffer *out, const struct form *f, struct names *names);
