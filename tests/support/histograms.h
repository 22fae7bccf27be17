/* Histograms compared, bin by bin. */
#ifndef MAJORANT_TESTS_HISTOGRAMS_H
#define MAJORANT_TESTS_HISTOGRAMS_H

#include "verify/histogram.h"

#include "support/cmocka_all.h"

static inline void assert_same_histogram(const struct histogram *a,
                                         const struct histogram *b)
{
    assert_int_equal(a->below, b->below);
    assert_int_equal(a->above, b->above);
    assert_int_equal(a->total, b->total);
    assert_int_equal(a->nbins, b->nbins);
    for (size_t i = 0; i < a->nbins; i++) {
        assert_int_equal(a->bins[i].place, b->bins[i].place);
        assert_int_equal(a->bins[i].count, b->bins[i].count);
    }
}

#endif
