#!/bin/sh
# src/replay/digests.cmake: passes what is as it was, refuses a statement that
# was changed, one that is gone and one that is new: attack 48 of docs/core.md.
#   digests.sh CMAKE SOURCES TEXTS
set -eu
cmake=$1 sources=$2/src/replay texts=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fits() {
    "$cmake" -DDIGESTS="$sources/digests" -DTEXTS="$work/texts" \
        -P "$sources/digests.cmake" >"$work/out" 2>&1
}
again() {
    rm -rf "$work/texts"
    cp -r "$texts" "$work/texts"
}
fail() {
    echo "$1" >&2
    cat "$work/out" >&2
    exit 1
}
again
fits || fail "the statements as they are"
for text in axioms_sums.bound library_order.bound cited_norms.bound; do
    again
    sed 's/<=/>=/' "$texts/$text.txt" >"$work/texts/$text.txt"
    ! fits || fail "$text changed"
    again
    rm "$work/texts/$text.txt"
    ! fits || fail "$text gone"
    again
    cp "$texts/$text.txt" "$work/texts/new_$text.txt"
    ! fits || fail "$text twice"
done
