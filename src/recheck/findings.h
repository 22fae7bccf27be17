/* What the checker finds on an instance, in the form it is recorded in. */
#ifndef MAJORANT_RECHECK_FINDINGS_H
#define MAJORANT_RECHECK_FINDINGS_H

#include "cert/certificate.h"
#include "recheck/run.h"

/*
 * The sides at the entry where the relation certainly fails by most, rounded
 * outward to FINDINGS_DIGITS digits.  False: no positive margin.
 */
enum { FINDINGS_DIGITS = 20 };
bool findings_sides(struct cert_sides *out, struct run *run,
                    const struct expr *relation);
/* x rounded in the given direction: "0.125", "-1.5e-30", "inf". */
char *findings_decimal(mpfr_srcptr x, mpfr_rnd_t direction);
/* The words of the statement at `span`, single blanks between them. */
char *findings_text(struct span span, const struct expr *e);

#endif
