# sh published.sh CORE_PROVE SOURCE [SUITE [FILE]]: the core's finder proves, of
# numbers alone and without the oracle, what tests/core/SUITE says of the files
# in tests/statements/SUITE (published, those of other tools; or ranges), and
# nothing that a file expects violated.
set -u
prove=$1
cd "$2" || exit 1
suite=${3:-published}
export CORE_NUMBERS=1 CORE_ALONE=1 LC_ALL=C
found=$(mktemp)
trap 'rm -f "$found" "$found".*' EXIT
: >"$found.false"
for file in tests/statements/$suite/${4:-*}.bound; do
    "$prove" axioms library "$file" >"$found.one" 2>/dev/null || {
        echo "$file: core_prove fails"
        exit 1
    }
    awk '{ sub(/.*[/]/, "", $2) }
$1 == "proved" { print $2, $3 }
$1 != "proved" && $4 ~ /^#/ { open[$2 " " $3] = 1 }
END { for (claim in open) print "open", claim }' "$found.one" >>"$found"
    awk -v file="$(basename "$file")" '$1 == "theorem" { theorem = $2 }
/claim [a-z_0-9]* \[expect violated\]/ {
    name = $0
    sub(/.*claim /, "", name)
    sub(/ .*/, "", name)
    print file, theorem "." name
}' "$file" >>"$found.false"
done
# a claim with a link that is open is not proved
awk '$1 == "open" { open[$2 " " $3] = 1; next } { proved[$0] = 1 }
END { for (claim in proved) if (!(claim in open)) print claim }' "$found" |
    sort >"$found.proved"
wrong=$(sort "$found.false" | comm -12 - "$found.proved")
lost=$(grep -v '^#' "tests/core/$suite" | grep "^${4:-.*}[.]bound" | sort | comm -23 - "$found.proved")
[ -z "$wrong" ] || echo "proved, and false: $wrong"
[ -z "$lost" ] || echo "not proved: $lost"
[ -z "$wrong$lost" ]
