/*
 * Terms of the core as text, for people.
 */
#pragma once

#include "base/buffer.h"
#include "core/form.h"

void form_show(struct buffer *out, const struct form *f);
