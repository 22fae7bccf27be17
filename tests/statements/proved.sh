# sh proved.sh MAJORANT BOUNDS FILE...: the column `verdict` of BOUNDS/README.md
# says `proved` of a claim of FILE (classical/norms) exactly where `prove` does
# of all its links, and each of these is accepted again from its certificate by
# another process.  Each mismatch is a line; exit status 1.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
bounds=$2
shift 2
export LC_ALL=C
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
for file in "$@"; do
    name=${file##*/}
    rm -f "$scratch/proof.json"
    "$majorant" prove "$bounds/$file.bound" -o "$scratch/proof.json" \
        >"$scratch/out" 2>"$scratch/err"
    status=$?
    if [ $status -ne 0 ] && [ $status -ne 3 ]; then
        echo "FAILED ($status): prove $file" >&2
        cat "$scratch/err" >&2
        exit 1
    fi
    # theorem.claim and whether all its links are proved
    awk '
/^[A-Za-z_0-9]+: / { theorem = $1; sub(/:$/, "", theorem) }
/^  (ok|NO) / && $3 !~ /\// {
    claim = $3
    sub(/:$/, "", claim)
    sub(/#.*/, "", claim)
    key = theorem "." claim
    seen[key] = 1
    if ($2 != "proved") open[key] = 1
}
END { for (key in seen) print key, key in open ? "open" : "proved" }
' "$scratch/out" | sort >"$scratch/is"
    awk -v name="\`$name\`" -v folder="${file%/*}" -F '|' '
/^## / { here = $0 == "## " folder }
{ gsub(/\\\|/, "/") }
here && index($2, " " name " ") == 1 {
    split($2, words, " ")
    verdict = $5
    gsub(/ /, "", verdict)
    if (words[2] ~ /^[A-Za-z_0-9]+\.[A-Za-z_0-9]+$/)
        print words[2], verdict == "proved" ? "proved" : "open"
}' "$bounds/README.md" | sort >"$scratch/said"
    # the claims of depth/ are of curves, and have no rows
    [ -s "$scratch/said" ] || [ "${file%/*}" = depth ] || {
        echo "FAILED: README.md has no row of $file" >&2
        echo x >>"$scratch/failed"
    }
    join -a 1 "$scratch/said" "$scratch/is" | awk -v file="$file" '
$2 == "open" && $3 == "" { next } # an observation
$2 != $3 { print file ": " $1 ": README says " $2 ", prove says " $3 }
' >"$scratch/wrong"
    if [ -s "$scratch/wrong" ]; then
        cat "$scratch/wrong" >&2
        echo x >>"$scratch/failed"
    fi
    # theorem.claim#link of what is proved, and of what is accepted again
    awk '
/^[A-Za-z_0-9]+: / { theorem = $1; sub(/:$/, "", theorem) }
/^  (ok|NO) proved / { name = $3; sub(/:$/, "", name); sub(/#1$/, "", name)
                       print theorem "." name }
' "$scratch/out" | sort >"$scratch/proved"
    : >"$scratch/accepted"
    if [ -s "$scratch/proved" ] || [ -e "$scratch/proof.json" ]; then
        "$majorant" recheck "$scratch/proof.json" >"$scratch/out" 2>&1 || {
            echo "FAILED: recheck of the proofs of $file" >&2
            grep -v ': accepted: ' "$scratch/out" >&2
            echo x >>"$scratch/failed"
        }
        sed -n 's/^[^ ]*: accepted: \([^ ]*\) is proved: .*/\1/p' \
            "$scratch/out" | sort >"$scratch/accepted"
    fi
    comm -23 "$scratch/proved" "$scratch/accepted" >"$scratch/wrong"
    if [ -s "$scratch/wrong" ]; then
        echo "FAILED: of $file proved and not accepted again:" >&2
        cat "$scratch/wrong" >&2
        echo x >>"$scratch/failed"
    fi
done
[ ! -e "$scratch/failed" ]
