/*
 * The bytes of a file from its front to its end, or of what gzip has packed in
 * it (RFC 1952), a block in memory at a time.
 *
 * What is packed is unpacked strictly: whatever stands behind a member is
 * another one, or a fault; so is a member that is cut off or whose sum differs.
 */
#pragma once

#include "base/buffer.h"

#include <stdbool.h>

enum { FEED_END = -1 };

struct feed;

/* NULL: it cannot be opened; *why says why, in words that are not to be freed.
 */
struct feed *feed_open(const char *path, const char **why);
/* Of bytes in memory, which must outlive it. */
struct feed *feed_of_text(const char *text, size_t length);
void feed_close(struct feed *feed);

/* The next byte, or FEED_END: there is none, or a fault. */
int feed_peek(struct feed *feed);
/* The same, and goes behind it. */
int feed_next(struct feed *feed);
/* Appends the block at hand, and goes behind it; its length, 0 at the end. */
size_t feed_block(struct feed *feed, struct buffer *out);
/* What ended it early, or NULL; to be asked wherever FEED_END was met. */
const char *feed_fault(const struct feed *feed);

/*
 * A line for replay/record.h, the context being a feed.  A zero byte, or a line
 * of more than CERTIO_MAX_BYTES, is a fault.
 */
bool feed_line(void *feed, struct buffer *out);
