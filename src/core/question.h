/*
 * Relations of numbers as a statement of the language, for an oracle.
 *
 * An oracle says what holds wherever it has a value (docs/language.md), so a
 * question has two parts: the statement, and the conditions under which all
 * that it is made of has a value in the language, which is then that of the
 * total model (docs/core.md).  What is no function of numbers that the table of
 * question.c has is a letter: any number, the same for the same term, and an
 * integer where the core knows it to be one.
 */
#ifndef MAJORANT_CORE_QUESTION_H
#define MAJORANT_CORE_QUESTION_H

#include "base/buffer.h"
#include "core/relation.h"

enum { QUESTION_MAX_TEXT = 20000 };

struct question {
    struct pool *pool;
    struct buffer text;          /* of the relations so far */
    const struct atom **letters; /* of the pool's arena, as are conditions */
    size_t nletters;
    const struct form **conditions;
    size_t nconditions;
    bool failed; /* something is no relation of numbers, or too long */
};

void question_init(struct question *q, struct pool *pool);
void question_clear(struct question *q);
/*
 * Assumes the relation, or claims it.  False: it is none of numbers by ==, !=,
 * <=, <, and, or; or too long.  The question is of no use then.
 */
bool question_assume(struct question *q, const struct form *relation);
bool question_claim(struct question *q, const struct form *relation);
/* One theorem with one claim, to be freed. */
char *question_statement(const struct question *q);

#endif
