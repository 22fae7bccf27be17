/* Characters of UTF-8, as RFC 3629 (section 4) has them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Bytes of the character at `text`, of which `left` may be read, at least one;
 * 0: there is none.  Of a text that ends in NUL, any `left` up to 4 will do:
 * nothing is read behind its end.
 */
size_t utf8_length(const char *text, size_t left);

/*
 * Whether a character of `length` bytes steers a terminal, or changes the order
 * or the lines in which a text is read: controls (C0 with line ends and tabs,
 * DEL, C1), marks and overrides of direction, U+2028 and U+2029.
 */
bool utf8_steers(const char *character, size_t length);
