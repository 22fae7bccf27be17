/* cmocka with the headers that it wants before it. */
#ifndef MAJORANT_TESTS_CMOCKA_ALL_H
#define MAJORANT_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
