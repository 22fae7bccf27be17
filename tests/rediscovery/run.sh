# sh run.sh MAJORANT FOLDER BOUNDS: the search finds what was found by hand, in
# the evaluations of each line: a constant of at least so much, or a violation
# at a size of at most so much, whose certificate the checker accepts.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
folder=$2
export MAJORANT_PATH=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
count=0

fail() {
    echo "FAILED: $*" >&2
    cut -c1-200 "$work/out" >&2
    failed=1
}

# reaches STATEMENT EVALS CONSTANT
reaches() {
    count=$((count + 1))
    "$majorant" refute "$folder/$1.bound" --evals "$2" >"$work/out" 2>&1
    found=$(sed -n 's/.*the constant is at least \([0-9.]*\)$/\1/p' "$work/out")
    awk "BEGIN { exit !(${found:-0} >= $3) }" ||
        fail "$1: ${found:-no constant} instead of $3"
}

# falls STATEMENT EVALS DIM SIZE
falls() {
    count=$((count + 1))
    "$majorant" refute "$folder/$1.bound" --evals "$2" -o "$work/cex.json" \
        >"$work/out" 2>&1 || { fail "status $?: refute $1"; return; }
    found=$(sed -n "s/^    .*\\<$3 = \\([0-9]*\\)[,;].*/\\1/p" "$work/out")
    [ "${found:-999999}" -le "$4" ] || fail "$1: $3 = ${found:-?}, not $4"
    "$majorant" recheck "$work/cex.json" --against "$folder/$1.bound" \
        >"$work/out" 2>&1 || fail "status $?: recheck of $1"
}

reaches quasi_norm 50000 1.428869
reaches single_layer_weights 50000 0.707106
reaches single_layer_logits 50000 0.707106
reaches two_heads 50000 0.75
falls multihead 200000 m 20000
falls skip 300000 d 281
falls adam 100000 T 214

[ "$count" -eq "$(ls "$folder"/*.bound | wc -l)" ] ||
    fail "$count statements were tried"
exit "$failed"
