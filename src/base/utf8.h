/* Characters of UTF-8, as RFC 3629 (section 4) has them. */
#ifndef MAJORANT_BASE_UTF8_H
#define MAJORANT_BASE_UTF8_H

#include <stddef.h>

/*
 * Bytes of the character at `text`, of which `left` may be read, at least one;
 * 0: there is none.  Of a text that ends in NUL, any `left` up to 4 will do:
 * nothing is read behind its end.
 */
size_t utf8_length(const char *text, size_t left);

#endif
