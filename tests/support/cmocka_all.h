/*
 * cmocka with the headers that it wants before it, and the processor time that
 * the test may take (tests/CMakeLists.txt).
 */
#ifndef MAJORANT_TESTS_CMOCKA_ALL_H
#define MAJORANT_TESTS_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <sys/resource.h>

__attribute__((constructor)) static void limit_processor_time(void)
{
    const char *seconds = getenv("MAJORANT_TEST_LIMIT");
    const rlim_t limit = seconds ? strtoul(seconds, NULL, 10) : 0;
    if (limit > 0)
        setrlimit(RLIMIT_CPU, &(struct rlimit){limit, limit + 1});
}

#endif
