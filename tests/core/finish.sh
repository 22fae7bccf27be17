#!/bin/sh
# How far the core is against what was proved when it was begun.
#   sh tests/core/finish.sh [OUTPUT...]
# tests/core/baseline holds, of commit 6cf88c9, the claims, links and steps that
# `prove` proved (proved.txt.gz: file, theorem.claim) and the processor seconds
# that it took for each file (seconds.txt); and the links of bounds/ whose stored
# proofs search ranges (ranges.txt: file, theorem.claim, #link).  OUTPUT is what
# core_prove printed, called where the sources are; a claim counts where all its
# links are proved, and as trusting where the log of one asks an oracle.
set -eu
here=$(dirname "$0")
{
    cat "$@" </dev/null
    echo =
    gzip -dc "$here/baseline/proved.txt.gz"
    echo =
    cat "$here/baseline/seconds.txt"
    echo =
    cat "$here/baseline/ranges.txt"
} | awk '
    $1 == "=" { part++; next }
    # A claim, and each link of a chain: name, name#1, name#2.
    function count(name) {
        links[name]++
        proved[name] += $1 == "proved"
        trusting[name] += $1 == "proved" && $NF == "trusting"
    }
    part == 0 && ($1 == "proved" || $1 == "open" || $1 == "unread") {
        count($2 " " $3)
        count($2 " " $3 $4)
        alone[$2 " " $3 " " $4] = $1 == "proved" && $NF != "trusting"
        next
    }
    part == 0 { next }
    {
        split($1, path, "/")
        set = path[1] "/" path[2]
    }
    part == 1 {
        old[set]++
        is_new = (($1 " " $2) in links) && links[$1 " " $2] == proved[$1 " " $2]
        new[set] += is_new
        by_oracle[set] += is_new && trusting[$1 " " $2] > 0
    }
    part == 2 { seconds[set] += $2 }
    part == 3 {
        searches++
        found += alone[$0]
    }
    END {
        printf "%-20s %8s %8s %9s %10s\n", "", "proved", "by core", "trusting", "seconds"
        for (set in old)
            printf "%-20s %8d %8d %9d %10.0f\n", set, old[set], new[set], by_oracle[set], seconds[set] | "sort"
        close("sort")
        printf "links of bounds/ that search ranges: %d of %d without the oracle\n", found, searches
    }'
find "$here/../../src/core" -name '*.[ch]' -exec cat {} + |
    awk 'END { print "src/core: " NR " lines (aim: 3300)" }'
for folder in axioms library cited; do
    printf '%s: %d statements\n' "$folder" \
        "$(cat "$here/../../$folder"/*.bound | grep -c '^theorem')"
done
