/*
 * The words and signs a text is made of.  All identifiers, keywords too, are
 * TOKEN_NAME: which words are special depends on where they stand.
 */
#pragma once

#include "base/source.h"

#include <stdbool.h>

enum token_kind {
    TOKEN_END,
    TOKEN_ERROR, /* a diagnostic was given */
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING, /* with its quotes, escapes checked */
    TOKEN_LINK,   /* #2, directly behind a name */
    TOKEN_PATH,   /* <folder/file> of an import */
    TOKEN_LPAREN,
    TOKEN_RPAREN,
    TOKEN_LBRACKET,
    TOKEN_RBRACKET,
    TOKEN_LBRACE,
    TOKEN_RBRACE,
    TOKEN_COMMA,
    TOKEN_SEMICOLON,
    TOKEN_COLON,
    TOKEN_DOT,
    TOKEN_DOTS,
    TOKEN_ASSIGN,
    TOKEN_TILDE,
    TOKEN_HOLE,
    TOKEN_IN, /* the sign; the word `in` is a TOKEN_NAME */
    TOKEN_EQ,
    TOKEN_NE,
    TOKEN_LE,
    TOKEN_GE,
    TOKEN_LT,
    TOKEN_GT,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_SLASH,
    TOKEN_DOT_TIMES,
    TOKEN_DOT_SLASH,
    TOKEN_POWER,
    TOKEN_DOT_POWER,
    TOKEN_TRANSPOSE
};

struct token {
    enum token_kind kind;
    bool first_on_line;
    struct span span;
};
