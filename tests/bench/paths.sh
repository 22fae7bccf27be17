# The report is the same with the filter and without, apart from `precision`
# and `forward`, and the same with one thread and two: over a mixed campaign, of
# which the filter decides its share, and over the library of statements.
#     paths.sh MAJORANT SOURCE_FOLDER [TRIALS [SEED...]]
# Of the library one trial is compared, which asks neither prover nor
# search; with seeds, campaigns of 12 trials from each of them (minutes).
. "$2/../cli/lib.sh"
trials=${3:-100}
[ $# -gt 3 ] && shift 3 || set --

# The lines of the two objects left out.
plain() {
    sed -e '/"forward": {/,/}/d' -e '/"precision": {/,/}/d' "$1"
}

# compare NAME ARGUMENT...: checks with and without; status 0, 1 or 3, the same.
compare() {
    name=$1
    shift
    "$majorant" check "$@" --format json --recheck none --jobs 2 >two 2>err
    status=$?
    [ "$status" -eq 2 ] || [ "$status" -ge 4 ] && fail "$name: status $status"
    "$majorant" check "$@" --format json --recheck none --no-filter \
        >balls 2>err
    [ $? -eq $status ] || fail "$name: another status without the filter"
    [ -s two ] || fail "$name: no report"
    plain two >a
    plain balls >b
    cmp a b || {
        fail "$name: the filter changes the report"
        diff a b | head -40 >&2
    }
}

compare mixed "$here/mixed.bound" --trials "$trials"
mv two mixed
"$majorant" check "$here/mixed.bound" --trials "$trials" --format json --recheck none \
    --jobs 1 >mixed.one
cmp mixed.one mixed || fail '--jobs changes the report'
for file in "$here"/../../bounds/*/*.bound; do
    case $file in
    */definitions.bound) continue ;;
    esac
    label=$(basename "$(dirname "$file")")/$(basename "$file")
    for seed in "$@"; do
        compare "$label, seed $seed" "$file" --trials 12 --seed "$seed"
    done
    [ $# -gt 0 ] || compare "$label, trial 5" "$file" --trial 5
done

# The share that needs no ball, in percent with two digits.
share=$(awk '/"trials":/ { all += $2 } /"filter":/ { own += $2 }
    END { printf "%.2f", all ? 100 * own / all : 0 }' mixed)
echo "decided before the ball: $share % of the mixed campaign"
awk "BEGIN { exit !($share >= 99.5) }" || fail "only $share % before the ball"
finish
