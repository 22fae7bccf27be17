/*
 * A counterexample that the checker accepted, explained to people: what
 * `refute --report` adds to the certificate.
 */
#pragma once

#include "report/counterexample_page.h"
#include "session/hunt.h"

/*
 * Adds the section of a hunt that has fallen; `path` is that of its
 * certificate, or NULL.  The hunt's instance is moved about and put back.
 */
void explain_hunt(const struct markup *m, const struct hunt *hunt,
                  const char *path);
