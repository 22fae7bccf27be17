#include "base/utf8.h"

#include <stdbool.h>

size_t utf8_length(const char *text, size_t left)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xC2 ? 0
                    : s[0] < 0xE0 ? 2
                    : s[0] < 0xF0 ? 3
                    : s[0] < 0xF5 ? 4
                                  : 0;
    if (length <= 1)
        return length;
    if (left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    bool overlong =
        (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xED && s[1] > 0x9F;
    bool beyond = s[0] == 0xF4 && s[1] > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}
