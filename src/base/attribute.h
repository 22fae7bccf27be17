/* What a declaration tells the compiler besides its type. */
#ifndef MAJORANT_BASE_ATTRIBUTE_H
#define MAJORANT_BASE_ATTRIBUTE_H

#define MUST_CHECK __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))
#define NORETURN __attribute__((noreturn))

#endif
