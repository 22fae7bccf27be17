/*
 * What a process that was killed (kill -9) left of an output that it was
 * writing: the file PATH.majorant-XXXXXX, and what SQLite put beside it.
 *
 * Whoever writes such a file holds a lock on it (flock), which goes with the
 * process, however it ends.  What nobody holds, and nobody touched for
 * STALE_SECONDS, is nobody's; the seconds are for the moment between making a
 * file and locking it.
 */
#pragma once

#define STALE_ENDING ".majorant-XXXXXX"
enum { STALE_SECONDS = 60 };

/* Locks what `fd` is open for; the descriptor to be closed at the end, or -1.
 */
int stale_hold(int fd);

/*
 * Removes what is left of the output `path`: regular files of this user alone.
 * Where the folder cannot be read, or files cannot be locked, nothing happens.
 */
void stale_remove(const char *path);
