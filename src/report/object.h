/* JSON objects as the reports write them.  Internal to the folder. */
#pragma once

#include "base/buffer.h"
#include "verify/counterexample.h"

#include <jansson.h>

/* Takes over `value`, which must not be NULL. */
void object_set(json_t *object, const char *key, json_t *value);
/* A string; bytes that are no UTF-8 become \xNN. */
json_t *object_text(const char *bytes);
/* An instance as docs/language.md has counterexamples. */
json_t *object_instance(const struct counterexample *c);
/* Appends the text of `root`, indented, with a line end. */
void object_print(struct buffer *out, const json_t *root);
