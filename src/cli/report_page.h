/*
 * `majorant report` for people: the page of a store, or of a JSON object with
 * the files that it names.
 */
#pragma once

#include "report/page.h"
#include "store/store.h"

enum { REPORT_PAGE_MAX_BYTES = 1 << 28 }; /* of a JSON object */

typedef void page_writer(struct buffer *out, const struct page *page);

/*
 * The store at `path`, of which `stored` was read.  ST_INPUT: *reason (to be
 * freed) says what is wrong.
 */
MUST_CHECK enum status report_page_store(struct buffer *out, page_writer *write,
                                         const struct store_run *stored,
                                         const char *path, char **reason);
/*
 * The JSON object in the file at `path`.  Statements are read from the files
 * that it names as they are now, where they still can be; the page says which
 * cannot.  `anywhere`: with imports from outside their folders.
 */
MUST_CHECK enum status report_page_json(struct buffer *out, page_writer *write,
                                        const char *path, bool anywhere,
                                        char **reason);

/* Whether the file begins as a data base does. */
bool report_page_is_store(const char *path);
/* This program and its libraries with their versions; to be freed. */
char *report_page_tools(void);
