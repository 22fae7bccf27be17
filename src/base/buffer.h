/* A growing text; `text` is always terminated. */
#pragma once

#include "base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct buffer {
    char *text;
    size_t length, capacity;
};

/* An empty one, whose memory is the caller's: buffer_clear, or free its text.
 */
struct buffer buffer_new(void);
void buffer_init(struct buffer *b); /* the same, in place */
void buffer_clear(struct buffer *b);
/* One that is cleared where its block ends. */
#define LOCAL_BUFFER LOCAL(buffer_clear) struct buffer
void buffer_reset(struct buffer *b); /* empty, memory kept */
void buffer_add(struct buffer *b, const char *text);
void buffer_add_bytes(struct buffer *b, const char *bytes, size_t length);
void buffer_add_char(struct buffer *b, char c);
/* What is left of the stream. */
void buffer_add_file(struct buffer *b, FILE *in);
void buffer_printf(struct buffer *b, const char *format, ...) PRINTF_LIKE(2, 3);
/*
 * What it quotes of files is made harmless: what is no UTF-8 or steers a
 * terminal (utf8_steers) becomes '?', and so does the character that makes a
 * command of a line which a CI system reads: the first colon of a leading `::`,
 * the last sign of `##` in `##[`, `##vso[` and the like.  One line, of any
 * text.
 */
void buffer_make_line(struct buffer *b);
/* The same of each line: line ends and tabs stay, of colours ESC. */
void buffer_make_text(struct buffer *b, bool has_colours);
/* A text as a part of a line: buffer_make_line of it alone. */
void buffer_add_line(struct buffer *b, const char *text);
void buffer_vprintf(struct buffer *b, const char *format, va_list args)
    PRINTF_LIKE(2, 0);

/* The text alone, to be freed. */
char *buffer_text(const char *format, ...) PRINTF_LIKE(1, 2);
char *buffer_vtext(const char *format, va_list args) PRINTF_LIKE(1, 0);
