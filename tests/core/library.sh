#!/bin/sh
# The proofs of library/ hold, and src/replay/proved says what they prove.
#   library.sh CORE_LIBRARY SOURCES
set -eu
core_library=$1 sources=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    cat "$work/err"
    echo "$1"
    exit 1
}

if ! "$core_library" --replay "$sources" >"$work/proved" 2>"$work/err"; then
    fail "Proofs of library/proofs do not hold (see above). Look for them again:
    core_library . THEOREM...    (tests/core/library.c)
where the sources are; what is not found any more is taken out of the record."
fi
grep -v '^#' "$sources/src/replay/proved" | sort >"$work/said"
sort "$work/proved" >"$work/sorted"
diff "$work/said" "$work/sorted" >"$work/err" ||
    fail "src/replay/proved (<) does not say what library/proofs proves (>):
change these lines by hand, or all: core_library --replay ."

# A library of two theorems, and what is refused.
mkdir -p "$work/library/proofs"
theorem() {
    printf 'theorem %s {\n    given x : real;\n    claim rule: %s;\n}\n' "$1" "$2"
}
proof() { # of theorem $1 by an instance of $2
    printf 'proof %s rule 1 2\nsymbol 0\ninstance %s 0\n' "$1" "$2"
}
record() {
    echo majorant.proof/2
    echo statement 0
    cat
    echo "end $1"
}
replay() {
    "$core_library" --replay "$work" >"$work/out" 2>"$work/err"
}
refuses() { # the name, then whatever it is
    ! replay || fail "accepted: $2"
    grep -q "^$1.rule#1: " "$work/err" || fail "refused, but not for it: $2"
}
toy=$work/library/toy.bound proofs=$work/library/proofs/toy
{ theorem a 'x <= abs(x)'; theorem b 'x <= abs(x)'; } >"$toy"
proof b a | record 1 >"$proofs"
replay || fail "refused: b by a, which stands before it"
printf 'a: cited\nb: proved citing a\n' | cmp - "$work/out" ||
    fail "what b leans on"
{ theorem a 'x <= abs(x)'; theorem map_entries_abs 'x <= abs(x)'; } >"$toy"
proof map_entries_abs a | record 1 >"$proofs"
replay || fail "refused: a theorem of an axiom's name"
printf 'a: cited\nmap_entries_abs: cited\n' | cmp - "$work/out" ||
    fail "what has the name of an axiom is another theorem"
{ theorem a 'x <= abs(x)'; theorem b 'x <= abs(x)'; } >"$toy"
proof a b | record 1 >"$proofs"
refuses a "a by b, which stands behind it"
{ proof a b; proof b a; } | record 2 >"$proofs"
refuses a "a circle"
proof a a | record 1 >"$proofs"
refuses a "a by itself"
printf 'proof a rule 1 3\nnumber 1\nsymbol 0\ninstance below_abs 0 0 1 - -\n' |
    record 1 >"$proofs"
refuses a "a by a theorem of the program's library, which is not this one"
proof b a | sed 's/symbol 0/number 0/' | record 1 >"$proofs"
refuses b "another term"
proof b a | record 1 >"$proofs"
{ theorem a 'x <= abs(x)'; theorem b 'abs(x) <= x'; } >"$toy"
refuses b "another statement"
{ theorem b 'x <= abs(x)'; theorem a 'x <= abs(x)'; } >"$toy"
refuses b "the two in the other order"
theorem a 'x <= abs(x)' >"$toy"
! replay || fail "accepted: a proof of no theorem"
proof b a | record 2 >"$proofs"
! replay || fail "accepted: a record that is cut off"
rm "$proofs"
! replay || fail "accepted: no record"
