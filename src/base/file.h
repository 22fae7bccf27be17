/*
 * The bytes of a file that is one: whoever opens a named pipe waits for its
 * other end, and a device may never end.  Standard input, and what a shell puts
 * under /dev/fd, is read whatever it is.
 */
#pragma once

#include "base/buffer.h"

#define FILE_NONE "it is a pipe or a device, not a file"

/*
 * Adds the bytes of the file to `out`.  ST_LIMIT: it has more than `most`;
 * ST_SYSTEM: it cannot be read.  *reason then says why in words that are not
 * the caller's to free ("No such file or directory", FILE_NONE), and `out` has
 * some of them.  Reading what is no file ends at a
 * ceiling and half a second after a signal (base/ceiling.h).
 */
MUST_CHECK enum status file_read(struct buffer *out, const char *path,
                                 size_t most, const char **reason);
/* The same of a descriptor that is open, and stays so. */
MUST_CHECK enum status file_read_open(struct buffer *out, int fd, size_t most,
                                      const char **reason);

/*
 * Opens such a file to be read by others; where it is no regular one there is
 * something in it then.  -1: *reason says why not.
 */
int file_open(const char *path, const char **reason);
