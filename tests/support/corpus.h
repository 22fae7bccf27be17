/*
 * Corpora: folders with one `.bound` file a case.
 *
 * The folder is made the working directory while its files are visited, so
 * that messages show base names.
 */
#ifndef MAJORANT_TESTS_CORPUS_H
#define MAJORANT_TESTS_CORPUS_H

/* Calls `check` for each *.bound, sorted; fails if there is none. */
void corpus_each(const char *folder, void (*check)(const char *name));

/*
 * Compares `text` with the file NAME.expected beside NAME.bound.  With
 * MAJORANT_BLESS set in the environment the file is written instead.
 */
void corpus_expect(const char *name, const char *text);

#endif
