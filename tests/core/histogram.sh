#!/bin/sh
# How often each axiom and each theorem of the library is used.
#   sh tests/core/histogram.sh CORE_PROVE OUTPUT...
# OUTPUT is what core_prove printed with CORE_USED=1, called where the sources
# are.  Uses and name, the most used first; what nothing uses comes last; then
# for each folder how many there are and how many are used.
set -eu
core_prove=$1
shift
{
    "$core_prove" axioms library
    cat "$@" </dev/null
} | awk '
    $1 == "has" { folder[$3] = $2; uses[$3] += 0 }
    $1 == "by" && $3 in folder { uses[$3]++ }
    END {
        for (name in uses) {
            printf "%6d %-8s %s\n", uses[name], folder[name], name | "sort -k1,1nr -k2,2 -k3,3"
            all[folder[name]]++
            used[folder[name]] += uses[name] > 0
        }
        close("sort -k1,1nr -k2,2 -k3,3")
        for (f in all)
            printf "%s: %d statements, %d used\n", f, all[f], used[f] | "sort"
    }'
