/* The words that may not name values, dims, index variables or funcs. */
#ifndef MAJORANT_LANG_RESERVED_H
#define MAJORANT_LANG_RESERVED_H

enum reserved {
    RESERVED_NOT, /* free to be used as a name */
    RESERVED_KEYWORD,
    RESERVED_FUNCTION,
    RESERVED_QUANTITY /* pi, inf */
};

enum reserved reserved_class(const char *word);

#endif
