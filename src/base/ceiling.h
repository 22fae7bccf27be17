/*
 * A ceiling of memory, and of time, that a run may meet anywhere (--mem, and
 * --time and signals where nobody asks for them in between).
 *
 * The allocators ask before they allocate, long computations now and then
 * (ceiling_pass).  Inside a section that is made to be given up (ceiling_try),
 * what would go beyond is not allocated: the section is left at once, by
 * longjmp, and what it was building stays where it is, unused, until the
 * program ends.  Outside such a section memory is granted,
 * so that a report can still be written; the ceiling counts as met all the
 * same.
 *
 * A section must hold no lock, and nothing that it was changing, be it a cache
 * of a library in this thread, may decide anything afterwards.
 *
 * Measured is the memory that is resident ([proc(5)], statm), libraries and
 * their buffers included; it is looked at before an allocation of
 * CEILING_STEP bytes or more, and whenever a thread has asked for so many.
 */
#pragma once

#include "base/attribute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CEILING_STEP = 1 << 18 };

enum ceiling_kind {
    CEILING_NONE = 0,
    CEILING_MEMORY,
    CEILING_TIME,
    CEILING_SIGNAL
};

/*
 * For this process, before it has threads; 0: none.  `seconds` is on the clock
 * that only goes forward (CLOCK_MONOTONIC).
 */
void ceiling_set(uint64_t bytes, double seconds);

/*
 * For a handler of signals: the ceiling is met CEILING_PATIENCE seconds from
 * now, which whoever asks in between has to end in order.
 */
#define CEILING_PATIENCE 0.5
void ceiling_interrupt(void);

/*
 * Which of them was met first; it stays so.  Looks at the time, and at memory
 * as the allocators have seen it.  From any thread.
 */
enum ceiling_kind ceiling_met(void);

/*
 * Runs work(context) as such a section.  False: it was given up; from then on
 * this thread leaves no other section, so that it can report.  Sections may lie
 * in one another: the innermost is given up.
 */
MUST_CHECK bool ceiling_try(void (*work)(void *context), void *context);

/*
 * The same for what is needed to tell of something found before: memory and
 * time are granted to it for CEILING_LAST seconds.
 */
#define CEILING_LAST 5.0
MUST_CHECK bool ceiling_try_last(void (*work)(void *context), void *context);

/*
 * What an allocator says before it allocates; may not return (see above).
 * ceiling_tell: the same where nothing may be left half-done (SQLite).
 */
void ceiling_ask(size_t bytes);
void ceiling_tell(size_t bytes);

/*
 * A place where the section may be left, memory or not; for loops whose steps
 * take a microsecond or more.
 */
void ceiling_pass(void);

/*
 * From here on, until it is released as often, this thread leaves no section:
 * it holds a lock, or a result that is to be shown.
 */
void ceiling_hold(void);
void ceiling_release(void);
