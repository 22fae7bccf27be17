#!/bin/sh
# The links of equations.bound, or of false.bound: the finder proves all but the
# false ones.
#   equations.sh CORE_PROVE SOURCES FILE
set -eu
out=$("$1" "$2/axioms" "$2/library" "$2/tests/core/$3.bound")
echo "$out"
echo "$out" | awk '
    $1 == "proved" { ok += $3 !~ /_wrong$/ }
    $1 == "open" { ok += $3 ~ /_wrong$/ }
    / links, / { links = $1 }
    END { exit !(links > 0 && ok == links) }'
