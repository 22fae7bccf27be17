/* The words that may not name values, dims, index variables or funcs. */
#pragma once

enum reserved {
    RESERVED_NOT, /* free to be used as a name */
    RESERVED_KEYWORD,
    RESERVED_FUNCTION,
    RESERVED_QUANTITY /* pi, inf */
};

enum reserved reserved_class(const char *word);
