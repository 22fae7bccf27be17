/*
 * The rows of the catalogue, in tables that follow each other: name,
 * declarations, claim.
 */
#ifndef MAJORANT_LOGIC_CATALOGUE_INTERNAL_H
#define MAJORANT_LOGIC_CATALOGUE_INTERNAL_H

#include "logic/catalogue.h"

struct catalogue_row {
    const char *name, *given, *claim;
};

extern const struct catalogue_row catalogue_norms[], catalogue_orders[],
    catalogue_later[], catalogue_spectra[], catalogue_matrices[],
    catalogue_vectors[], catalogue_parts[], catalogue_attention[],
    catalogue_closer[], catalogue_sizes[], catalogue_turned[],
    catalogue_averages[], catalogue_frames[];
extern const size_t catalogue_norms_count, catalogue_orders_count,
    catalogue_later_count, catalogue_spectra_count, catalogue_matrices_count,
    catalogue_vectors_count, catalogue_parts_count, catalogue_attention_count,
    catalogue_closer_count, catalogue_sizes_count, catalogue_turned_count,
    catalogue_averages_count, catalogue_frames_count;

#endif
