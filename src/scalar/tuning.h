/* All numbers by which the search was tuned: how much it looks at. */
#ifndef MAJORANT_SCALAR_TUNING_H
#define MAJORANT_SCALAR_TUNING_H

enum {
    /* The search (search.c). */
    SEARCH_BITS = 64,
    SEARCH_CLOSED = 256,   /* bits for goals without variables */
    SEARCH_DEPTH = 48,     /* problems within problems */
    SEARCH_SLOPES = 10,    /* slopes of slopes */
    SEARCH_SUMS = 12,      /* terms looked at as sums of squares */
    SEARCH_TERMS = 200,    /* of what is compared with 0 */
    SEARCH_WORK = 2700000, /* products of terms: derivatives and denominators
                              make terms grow */
    SEARCH_PLAINLY = 16,   /* 1/16 of the budget for boxes alone */
    SEARCH_FEW = 4,        /* 1/4 of all problems with few facts */
    BOX_FAR = 4096,        /* cuts of infinite ranges */
    SAMPLE_POINTS = 48,
    SAMPLE_VARIABLES = 8,
    /* Where a term touches 0 (contact.c). */
    CONTACT_SAMPLES = 48,
    CONTACT_STEPS = 40,
    CONTACT_FAR = 64,
    /* Equations of functions (simplify.c, expand.c). */
    SIMPLIFY_MOST = 80,
    EXPAND_POWER = 12,
    EXPAND_EQUATIONS = 60,
    /* Sums that strategies write (certificate.c, combination.c, gaps.c). */
    CERTIFICATE_ROOM = 32,
    LINEAR_DEPTH = 4,
    LINEAR_TERMS = 16,
    LINEAR_TRIES = 128,
    COMBINATION_MONOMIALS = 48,
    GAPS = 12,
    /* Sums of squares: what is read. */
    SQUARES_LETTERS = 12,
    SQUARES_FACTS_MOST = 40,
    READ_TERMS = 80,
    READ_DEGREE = 12,
    LIFT_DEPTH = 2,  /* proofs within proofs */
    LIFT_ROOT = 6,   /* sixth roots */
    LIFT_POWER = 12, /* of a root */
    FACTOR_TERMS = 60,
    FACTOR_DEGREE = 24,
    /* Their equations. */
    SQUARES_EQUATIONS = 12, /* given */
    SQUARES_BASIS = 24,     /* a Groebner basis of them */
    IDEAL_PAIRS = 120,
    IDEAL_DEGREE = 10,
    IDEAL_TERMS = 60,
    /* Their programs. */
    SQUARES_ROWS = 40, /* of a block */
    SQUARES_BLOCKS = 300,
    SQUARES_ENTRIES = 1600,  /* of all blocks */
    SQUARES_MONOMIALS = 220, /* equations between them */
    PROGRAM_FACTORS = 4,
    PROGRAM_STEPS = 200000, /* monomials that are looked at for blocks */
    PROGRAM_ROOTS = 2,      /* powers of numbers, where equations leave them */
    INTERIOR_STEPS = 60,
    INTERIOR_HALVINGS = 24,
    ROUND_FACES = 8,
    ROUND_WORK = 2000000, /* equations times entries in them: of a step */
    FACE_DENOMINATOR = 18
};

#endif
