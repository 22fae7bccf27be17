/* The command line's --dims "n=2..8,d=4". */
#include "case/spec_internal.h"

#include <string.h>

static const struct span nowhere = {NULL, 0, 0};

static void skip_blanks(const char **at)
{
    while (**at == ' ' || **at == '\t')
        ++*at;
}

/* A size in 1..LAYOUT_MAX_DIM. */
static bool read_size(const char **at, int64_t *out)
{
    skip_blanks(at);
    const char *begin = *at;
    int64_t value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        if (value <= LAYOUT_MAX_DIM)
            value = 10 * value + (**at - '0');
    bool ok = *at > begin && value >= 1 && value <= LAYOUT_MAX_DIM;
    *out = value;
    skip_blanks(at);
    return ok;
}

/* name=lo[..hi], the whole text up to a comma or the end */
static bool read_part(const char **at, size_t *name_length,
                      struct dim_choice *out)
{
    *name_length = strcspn(*at, " \t=,");
    *at += *name_length;
    skip_blanks(at);
    if (*name_length == 0 || **at != '=')
        return false;
    ++*at;
    if (!read_size(at, &out->lo))
        return false;
    out->hi = out->lo;
    if (strncmp(*at, "..", 2) == 0) {
        *at += 2;
        if (!read_size(at, &out->hi))
            return false;
    }
    return (**at == ',' || **at == '\0') && out->lo <= out->hi;
}

static bool set_dim(struct spec_reader *r, const char *name, size_t length,
                    struct dim_choice choice)
{
    const struct theorem *t = r->spec->theorem;
    for (size_t i = 0; i < t->ndims; i++) {
        const struct symbol *s = t->dims[i];
        if (strlen(s->name) != length || strncmp(s->name, name, length) != 0)
            continue;
        if (choice.lo < s->minimum)
            return diag_error(
                r->diag, nowhere,
                "--dims: %s starts at %lld, but %s asks for %s >= %lld",
                s->name, (long long)choice.lo, t->name, s->name,
                (long long)s->minimum);
        r->spec->dims[i] = choice;
        return true;
    }
    return true; /* a dim of another theorem of the run */
}

/* Whether an earlier part of the text starts with the name at `part`. */
static bool is_repeated(const char *text, const char *part, size_t length)
{
    for (const char *at = text; at < part; at += strcspn(at, ",") + 1) {
        skip_blanks(&at);
        if (at < part && strcspn(at, " \t=,") == length &&
            strncmp(at, part, length) == 0)
            return true;
    }
    return false;
}

bool spec_read_dims(struct spec_reader *r, const char *text)
{
    const char *at = text;
    for (;;) {
        skip_blanks(&at);
        const char *part = at;
        size_t length;
        struct dim_choice choice = {.is_named = true};
        if (!read_part(&at, &length, &choice))
            return diag_error(
                r->diag, nowhere,
                "--dims: expected NAME=SIZE or NAME=LO..HI with sizes "
                "in 1..%d, found '%.*s'",
                (int)LAYOUT_MAX_DIM, (int)strcspn(part, ","), part);
        if (is_repeated(text, part, length))
            return diag_error(r->diag, nowhere, "--dims: %.*s is given twice",
                              (int)length, part);
        if (!set_dim(r, part, length, choice))
            return false;
        if (*at == '\0')
            return true;
        at++;
    }
}
