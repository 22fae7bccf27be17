#include "report/name.h"

#include "base/escape.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *letter;
} greek[] = {{"alpha", "α"},   {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"},
             {"epsilon", "ε"}, {"eps", "ε"},    {"zeta", "ζ"},  {"eta", "η"},
             {"theta", "θ"},   {"iota", "ι"},   {"kappa", "κ"}, {"lambda", "λ"},
             {"mu", "μ"},      {"nu", "ν"},     {"xi", "ξ"},    {"rho", "ρ"},
             {"sigma", "σ"},   {"tau", "τ"},    {"phi", "φ"},   {"chi", "χ"},
             {"psi", "ψ"},     {"omega", "ω"},  {"Gamma", "Γ"}, {"Delta", "Δ"},
             {"Theta", "Θ"},   {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},
             {"Sigma", "Σ"},   {"Phi", "Φ"},    {"Psi", "Ψ"},   {"Omega", "Ω"}};

static const char *greek_letter(const char *name)
{
    for (size_t i = 0; i < sizeof greek / sizeof greek[0]; i++)
        if (strcmp(greek[i].name, name) == 0)
            return greek[i].letter;
    return NULL;
}

static bool all(const char *text, int (*is)(int))
{
    for (; *text; text++)
        if (!is((unsigned char)*text))
            return false;
    return true;
}

/* Where the subscript begins; 0: there is none. */
static size_t subscript_at(const char *text, bool is_size)
{
    const char *bar = strchr(text, '_');
    size_t length = strlen(text), digits = length;
    if (bar && bar > text && bar[1] != '\0')
        return (size_t)(bar - text);
    while (digits > 0 && isdigit((unsigned char)text[digits - 1]))
        digits--;
    if (digits > 0 && digits < length)
        return digits;
    if (greek_letter(text) || length < 2)
        return 0;
    if (all(text + 1, isupper))
        return 1;
    return is_size && length == 2 && text[0] == 'd' ? 1 : 0;
}

struct name name_split(const char *text, bool is_size)
{
    struct name name = {.subscript = ""};
    size_t at = subscript_at(text, is_size);
    if (at == 0 || strlen(text) >= NAME_MAX_CHARS) {
        snprintf(name.base, sizeof name.base, "%s", text);
        return name;
    }
    memcpy(name.base, text, at);
    snprintf(name.subscript, sizeof name.subscript, "%s",
             text + at + (text[at] == '_'));
    return name;
}

void name_base(struct buffer *out, const char *base)
{
    const char *letter = greek_letter(base);
    buffer_add(out, "<mi>");
    escape_markup(out, letter ? letter : base);
    buffer_add(out, "</mi>");
}

void name_print(struct buffer *out, const char *text, bool is_size)
{
    struct name name = name_split(text, is_size);
    if (!name.subscript[0]) {
        name_base(out, name.base);
        return;
    }
    buffer_add(out, "<msub>");
    name_base(out, name.base);
    if (all(name.subscript, isdigit))
        buffer_printf(out, "<mn>%s</mn>", name.subscript);
    else
        name_base(out, name.subscript);
    buffer_add(out, "</msub>");
}
