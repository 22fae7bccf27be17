/*
 * Members of families defined by equations (`let y[l in 1..4] = ...`) as their
 * defining expressions.  Internal to domain*.c, and part of the trusted base.
 */
#ifndef MAJORANT_LOGIC_DOMAIN_MEMBER_H
#define MAJORANT_LOGIC_DOMAIN_MEMBER_H

#include "logic/domain_read.h"

/*
 * The member's (EX_LET) value, scalar, with its indices put into the equation
 * that alone may define it.  Where the indices are outside of that equation's
 * range the member has no value, and nothing is claimed.  NULL: an index is no
 * number, more than one equation may be meant, or the value is no scalar term.
 */
const struct scalar *domain_member(struct domain_reader *r,
                                   const struct expr *e);

#endif
