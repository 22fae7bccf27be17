/* Whether what a file states is what another file states (--against). */
#ifndef MAJORANT_RECHECK_AGAINST_H
#define MAJORANT_RECHECK_AGAINST_H

#include "cert/certificate.h"

struct against {
    const struct module *module;
    const char *path; /* of its file, for messages */
};

/*
 * Whether `statement` is the text that the other file has of the theorems of
 * `stated`; `name` stands for the file that states it.  False: *reason (to be
 * freed) says why, in one line.
 */
bool against_theorems(const struct against *against,
                      const struct module *stated, const char *statement,
                      const char *name, char **reason);
/* The same of the certificate's claim. */
bool against_claim(const struct against *against, const struct certificate *c,
                   const char *name, char **reason);

#endif
