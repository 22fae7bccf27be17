# sh published.sh CORE_PROVE SOURCE [FILE]: the core's finder proves, of numbers alone
# and without the oracle, what tests/core/published says of the statements of
# other tools (tests/statements/published), and none of the near misses there.
set -u
prove=$1
cd "$2" || exit 1
export CORE_NUMBERS=1 CORE_ALONE=1 LC_ALL=C
found=$(mktemp)
trap 'rm -f "$found"' EXIT
for file in tests/statements/published/${3:-*}.bound; do
    "$prove" axioms library "$file" >"$found.one" 2>/dev/null || {
        echo "$file: core_prove fails"
        exit 1
    }
    awk '{ sub(/.*[/]/, "", $2) }
$1 == "proved" { print $2, $3 }
$1 != "proved" && $4 ~ /^#/ { open[$2 " " $3] = 1 }
END { for (claim in open) print "open", claim }' "$found.one" >>"$found"
    rm -f "$found.one"
done
# a claim with a link that is open is not proved
awk '$1 == "open" { open[$2 " " $3] = 1; next } { proved[$0] = 1 }
END { for (claim in proved) if (!(claim in open)) print claim }' "$found" |
    sort >"$found.proved"
wrong=$(grep '^false.bound ' "$found.proved")
lost=$(grep -v '^#' tests/core/published | grep "^${3:-.*}[.]bound" | sort | comm -23 - "$found.proved")
rm -f "$found.proved"
[ -z "$wrong" ] || echo "proved, and false: $wrong"
[ -z "$lost" ] || echo "not proved: $lost"
[ -z "$wrong$lost" ]
