/* IEEE 754 bit patterns, and bfloat16, to doubles: exactly. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An unsigned number of `width` bytes, at most 8. */
uint64_t float_word(const unsigned char *bytes, size_t width, bool big_endian);
/* Of 2, 4 or 8 bytes; infinities and NaNs stay what they are. */
double float_value(uint64_t bits, size_t width);
/* The upper half of a float of 4 bytes. */
double float_brain(uint64_t bits);
