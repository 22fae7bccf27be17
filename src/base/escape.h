/*
 * Texts of users inside formats: what they mean there is taken from them.
 *
 * All take bytes that may be no UTF-8 (paths): those come out as \xNN.  In
 * every format but JSON, what steers a terminal (utf8_steers) does too.
 */
#pragma once

#include "base/buffer.h"

/* Valid UTF-8 as it is, other bytes as \xNN. */
void escape_utf8(struct buffer *out, const char *text);
/*
 * Text, or an attribute in double quotes, of HTML and XML 1.0; line ends and
 * tabs stay.  Of several `#` the first stays, so that there is no `##[`.
 */
void escape_markup(struct buffer *out, const char *text);
/* The same of an attribute of XML, whose line ends are kept as `&#10;`. */
void escape_attribute(struct buffer *out, const char *text);
/* A workflow command of GitHub: its message, or the value of a property. */
void escape_github_message(struct buffer *out, const char *text);
void escape_github_property(struct buffer *out, const char *text);
/* A path as a reference of RFC 3986; an absolute one as file:///… . */
void escape_uri(struct buffer *out, const char *path);
