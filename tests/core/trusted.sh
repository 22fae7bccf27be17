#!/bin/sh
# How many lines one must believe for each word (docs/architecture.md), by
# folders; more than these for `proved` on the core is an error.  What is linked
# is counted, and bounded, by tests/recheck/linked.py.
#   trusted.sh SOURCES
set -eu
cd "$1/src"
most=28938
lines() {
    for folder in "$@"; do
        cat "$folder"/*.[ch]
    done | awk 'END { print NR }'
}
reading="base lang ir"
core=$(lines $reading interval core replay)
echo "violated: $(lines $reading instance cert certio recheck interval)"
echo "proved, kernel engine: $(lines $reading instance cert certio recheck kernel interval logic)"
echo "proved, core: $core (at most $most)"
[ "$core" -gt 1000 ] && [ "$core" -le "$most" ]
