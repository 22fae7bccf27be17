/*
 * What a long run says of itself on stderr: on a terminal one line that
 * changes, elsewhere (if asked) a line now and then.
 */
#pragma once

#include "session/session.h"

struct watch {
    double started, told, pause;
    bool is_wanted, is_terminal, has_told;
};

/*
 * `asked`: --progress, a line each second where there is no terminal;
 * `anyway`: seconds between lines without either, 0 for none.
 */
void watch_start(struct watch *w, bool asked, double anyway);
/*
 * Starts it (without `anyway`) and has it listen to the session: lines such as
 * "file 3 of 43, 120 of 1671 claims, 12 %, 41 s left; " and what is done now.
 */
void watch_session(struct watch *w, struct session *s, bool asked);
/* Takes the line of a terminal away. */
void watch_end(struct watch *w);
/* For struct trace_watch, whose context is a struct watch: shows a line. */
void watch_step(void *context, const char *pass, int64_t index, size_t done,
                size_t all);
