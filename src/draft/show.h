/*
 * Terms of the core as text, for people.
 */
#ifndef MAJORANT_DRAFT_SHOW_H
#define MAJORANT_DRAFT_SHOW_H

#include "base/buffer.h"
#include "core/form.h"

void form_show(struct buffer *out, const struct form *f);

#endif
