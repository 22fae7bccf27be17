#include "base/utf8.h"

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

bool utf8_steers(const char *character, size_t length)
{
    const unsigned char *c = (const unsigned char *)character;
    if (length == 1)
        return c[0] < 0x20 || c[0] == 0x7F;
    if (length == 2) /* C1; U+061C */
        return (c[0] == 0xC2 && c[1] < 0xA0) || (c[0] == 0xD8 && c[1] == 0x9C);
    if (length != 3 || c[0] != 0xE2)
        return false;
    return (c[1] == 0x80 && (c[2] == 0x8E || c[2] == 0x8F)) || /* U+200E */
           (c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE) ||   /* U+2028 */
           (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9);     /* U+2066 */
}
