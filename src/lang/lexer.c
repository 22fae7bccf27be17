#include "lang/lexer.h"

#include "base/utf8.h"

#include <string.h>

/*
 * ---- Characters ----
 */

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex_digit(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_name_start(int c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_char(int c)
{
    return is_name_start(c) || is_digit(c);
}

/* The byte `ahead` bytes on, 0 behind the end (the text has no NUL bytes). */
static int byte_at(const struct lexer *lx, size_t ahead)
{
    size_t at = lx->at + ahead;
    return at < lx->source->length ? (unsigned char)lx->source->text[at] : 0;
}

static struct span span_of(const struct lexer *lx, size_t begin, size_t end)
{
    return (struct span){lx->source, begin, end};
}

size_t lexer_shown(struct span span)
{
    enum { MOST = 40 };
    size_t length = span.end - span.begin;
    if (length <= MOST)
        return length;
    length = MOST;
    while ((span.source->text[span.begin + length] & 0xC0) == 0x80)
        length--;
    return length;
}

/*
 * ---- Valid text ----
 */

/* Length of the UTF-8 character at `at`; 0: none. */
static size_t character_length(const struct source *source, size_t at)
{
    return utf8_length(source->text + at, source->length - at);
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

/* Reports the byte at `at` if it is not allowed anywhere. */
static bool report_bad_byte(struct lexer *lx, size_t at, size_t length)
{
    unsigned char c = (unsigned char)lx->source->text[at];
    struct span span = span_of(lx, at, at + 1);
    if (length == 0)
        diag_error(lx->diag, span,
                   "expected UTF-8 text, found the invalid byte 0x%02x", c);
    else if (c == 0)
        diag_error(lx->diag, span, "expected text, found a NUL byte");
    else if (is_control(c))
        diag_error(lx->diag, span,
                   "expected text, found the control character 0x%02x", c);
    else
        return false;
    lx->failed = true;
    return true;
}

static void check_text(struct lexer *lx)
{
    const struct source *source = lx->source;
    for (size_t at = 0; at < source->length && !diag_is_full(lx->diag);) {
        size_t length = character_length(source, at);
        bool bad = report_bad_byte(lx, at, length);
        at += length ? length : 1;
        while (bad && at < source->length && source->text[at] != '\n')
            at++;
    }
}

void lexer_init(struct lexer *lexer, struct arena *arena,
                const struct source *source, struct diag *diag)
{
    *lexer = (struct lexer){.source = source,
                            .arena = arena,
                            .diag = diag,
                            .name_end = (size_t)-1,
                            .number_end = (size_t)-1};
    check_text(lexer);
    if (source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0)
        lexer->at = 3; /* a byte order mark */
}

/*
 * ---- Blanks and comments ----
 */

static bool at_link(const struct lexer *lx)
{
    return lx->at == lx->name_end && byte_at(lx, 0) == '#' &&
           is_digit(byte_at(lx, 1));
}

static void skip_comment(struct lexer *lx)
{
    size_t begin = lx->at;
    while (lx->at < lx->source->length && byte_at(lx, 0) != '\n')
        lx->at++;
    struct span span = span_of(lx, begin, lx->at);
    arena_push(lx->arena, &lx->comments, &lx->ncomments, sizeof span, &span);
}

/* Whether a new line began on the way. */
static bool skip_blanks(struct lexer *lx)
{
    bool new_line = lx->at == 0;
    for (;;) {
        int c = byte_at(lx, 0);
        if (c == '#' && !at_link(lx))
            skip_comment(lx);
        else if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            lx->at++;
        else
            return new_line;
        new_line = new_line || c == '\n';
    }
}

/*
 * ---- Words, numbers, strings ----
 */

static enum token_kind read_name(struct lexer *lx)
{
    while (is_name_char(byte_at(lx, 0)))
        lx->at++;
    return TOKEN_NAME;
}

static size_t skip_digits(struct lexer *lx, bool (*is_one)(int))
{
    size_t begin = lx->at;
    while (is_one(byte_at(lx, 0)))
        lx->at++;
    return lx->at - begin;
}

/* e+3, p-2: only with digits, else the letter is an error of its own. */
static void skip_exponent(struct lexer *lx, char mark)
{
    if ((byte_at(lx, 0) | 0x20) != mark)
        return;
    bool sign = byte_at(lx, 1) == '+' || byte_at(lx, 1) == '-';
    if (!is_digit(byte_at(lx, sign ? 2 : 1)))
        return;
    lx->at += sign ? 2 : 1;
    skip_digits(lx, is_digit);
}

/* A number or the digits of a link from `begin` on must end where it does. */
static bool report_glued_letter(struct lexer *lx, size_t begin)
{
    if (!is_name_char(byte_at(lx, 0)))
        return false;
    read_name(lx);
    struct span span = span_of(lx, begin, lx->at);
    diag_error(lx->diag, span,
               "expected the number to end before the letter, found '%.*s'",
               (int)lexer_shown(span), lx->source->text + begin);
    lx->failed = true;
    return true;
}

static enum token_kind read_number(struct lexer *lx)
{
    size_t begin = lx->at;
    bool hex = byte_at(lx, 0) == '0' && (byte_at(lx, 1) | 0x20) == 'x' &&
               is_hex_digit(byte_at(lx, 2));
    bool (*is_one)(int) = hex ? is_hex_digit : is_digit;
    if (hex)
        lx->at += 2;
    skip_digits(lx, is_one);
    if (byte_at(lx, 0) == '.' && is_one(byte_at(lx, 1))) {
        lx->at++;
        skip_digits(lx, is_one);
    }
    skip_exponent(lx, hex ? 'p' : 'e');
    return report_glued_letter(lx, begin) ? TOKEN_ERROR : TOKEN_NUMBER;
}

static enum token_kind read_link(struct lexer *lx)
{
    size_t begin = lx->at++;
    skip_digits(lx, is_digit);
    return report_glued_letter(lx, begin) ? TOKEN_ERROR : TOKEN_LINK;
}

static void skip_to_line_end(struct lexer *lx)
{
    while (lx->at < lx->source->length && byte_at(lx, 0) != '\n' &&
           byte_at(lx, 0) != '\r')
        lx->at++;
}

static enum token_kind unterminated(struct lexer *lx, size_t begin,
                                    const char *what, const char *closing)
{
    skip_to_line_end(lx);
    diag_error(lx->diag, span_of(lx, begin, lx->at),
               "expected %s to end with %s, found the end of the line", what,
               closing);
    lx->failed = true;
    return TOKEN_ERROR;
}

static bool at_line_end(const struct lexer *lx)
{
    int c = byte_at(lx, 0);
    return c == 0 || c == '\n' || c == '\r';
}

/* At the character behind a backslash. */
static bool report_bad_escape(struct lexer *lx)
{
    int c = byte_at(lx, 0);
    if (c == '"' || c == '\\' || at_line_end(lx))
        return false;
    size_t end = lx->at + character_length(lx->source, lx->at);
    struct span span = span_of(lx, lx->at - 1, end);
    diag_error(lx->diag, span,
               "expected '\\\"' or '\\\\' in a string, found '%.*s'",
               (int)lexer_shown(span), lx->source->text + span.begin);
    lx->failed = true;
    return true;
}

static enum token_kind read_string(struct lexer *lx)
{
    size_t begin = lx->at++;
    enum token_kind kind = TOKEN_STRING;
    for (; byte_at(lx, 0) != '"'; lx->at++) {
        if (at_line_end(lx))
            return unterminated(lx, begin, "the string", "'\"'");
        if (byte_at(lx, 0) != '\\')
            continue;
        lx->at++;
        if (report_bad_escape(lx))
            kind = TOKEN_ERROR;
        if (at_line_end(lx))
            return unterminated(lx, begin, "the string", "'\"'");
    }
    lx->at++;
    return kind;
}

struct token lexer_path(struct lexer *lexer, struct token less)
{
    lexer->at = less.span.end;
    enum token_kind kind = TOKEN_PATH;
    while (byte_at(lexer, 0) != '>' && !at_line_end(lexer))
        lexer->at++;
    if (byte_at(lexer, 0) == '>')
        lexer->at++;
    else
        kind = unterminated(lexer, less.span.begin, "the path", "'>'");
    return (struct token){kind, less.first_on_line,
                          span_of(lexer, less.span.begin, lexer->at)};
}

/*
 * ---- Signs ----
 */

/* ORDER: a sign stands before those that it begins with. */
static const struct {
    const char *text;
    enum token_kind kind;
} SIGNS[] = {
    {"..", TOKEN_DOTS},
    {".*", TOKEN_DOT_TIMES},
    {"./", TOKEN_DOT_SLASH},
    {".^", TOKEN_DOT_POWER},
    {".", TOKEN_DOT},
    {"==", TOKEN_EQ},
    {"=", TOKEN_ASSIGN},
    {"!=", TOKEN_NE},
    {"<=", TOKEN_LE},
    {"<", TOKEN_LT},
    {">=", TOKEN_GE},
    {">", TOKEN_GT},
    {"(", TOKEN_LPAREN},
    {")", TOKEN_RPAREN},
    {"[", TOKEN_LBRACKET},
    {"]", TOKEN_RBRACKET},
    {"{", TOKEN_LBRACE},
    {"}", TOKEN_RBRACE},
    {",", TOKEN_COMMA},
    {";", TOKEN_SEMICOLON},
    {":", TOKEN_COLON},
    {"~", TOKEN_TILDE},
    {"?", TOKEN_HOLE},
    {"+", TOKEN_PLUS},
    {"-", TOKEN_MINUS},
    {"*", TOKEN_TIMES},
    {"/", TOKEN_SLASH},
    {"^", TOKEN_POWER},
    {"'", TOKEN_TRANSPOSE},
    {"\xE2\x89\xA4", TOKEN_LE},
    {"\xE2\x89\xA5", TOKEN_GE},
    {"\xE2\x89\xA0", TOKEN_NE},
    {"\xE1\xB5\x80", TOKEN_TRANSPOSE},
    {"\xE2\x88\x88", TOKEN_IN},
};

/* A run of the same character, such as &&, is one mistake. */
static enum token_kind unexpected_character(struct lexer *lx)
{
    size_t begin = lx->at;
    const char *text = lx->source->text;
    size_t length = character_length(lx->source, begin);
    do
        lx->at += length;
    while (lx->source->length - lx->at >= length &&
           memcmp(text + begin, text + lx->at, length) == 0);
    struct span span = span_of(lx, begin, lx->at);
    diag_error(lx->diag, span,
               "expected a name, a number or an operator, found '%.*s'",
               (int)lexer_shown(span), lx->source->text + begin);
    lx->failed = true;
    return TOKEN_ERROR;
}

/* `1.` and `.5` look like numbers but are none. */
static enum token_kind bare_point(struct lexer *lx)
{
    size_t begin = lx->at++;
    skip_digits(lx, is_digit);
    struct span span = span_of(lx, begin, lx->at);
    diag_error(lx->diag, span,
               "expected digits on both sides of the decimal point, found "
               "'%.*s'",
               (int)lexer_shown(span), lx->source->text + begin);
    lx->failed = true;
    return TOKEN_ERROR;
}

static enum token_kind read_sign(struct lexer *lx)
{
    const char *text = lx->source->text + lx->at;
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        size_t length = strlen(SIGNS[i].text);
        if (lx->source->length - lx->at < length ||
            memcmp(text, SIGNS[i].text, length) != 0)
            continue;
        if (SIGNS[i].kind == TOKEN_DOT &&
            (lx->at == lx->number_end || is_digit(byte_at(lx, 1))))
            return bare_point(lx);
        lx->at += length;
        return SIGNS[i].kind;
    }
    return unexpected_character(lx);
}

/* The end lies behind the last character that is no blank. */
static struct token end_token(const struct lexer *lx, bool new_line)
{
    size_t end = lx->source->length;
    while (end > 0 && strchr(" \t\r\n", lx->source->text[end - 1]))
        end--;
    return (struct token){TOKEN_END, new_line, span_of(lx, end, end)};
}

struct token lexer_next(struct lexer *lexer)
{
    bool new_line = skip_blanks(lexer);
    if (lexer->at >= lexer->source->length)
        return end_token(lexer, new_line);
    size_t begin = lexer->at;
    int c = byte_at(lexer, 0);
    enum token_kind kind;
    if (is_name_start(c))
        kind = read_name(lexer);
    else if (is_digit(c))
        kind = read_number(lexer);
    else if (c == '"')
        kind = read_string(lexer);
    else if (c == '#')
        kind = read_link(lexer);
    else
        kind = read_sign(lexer);
    size_t none = (size_t)-1;
    lexer->name_end = kind == TOKEN_NAME ? lexer->at : none;
    lexer->number_end = kind == TOKEN_NUMBER ? lexer->at : none;
    return (struct token){kind, new_line, span_of(lexer, begin, lexer->at)};
}
