# sh hypotheses.sh MAJORANT FOLDER: behind hypotheses that papers make, true
# statements are not refuted and near misses are, on at least 20 admitted
# instances of 200.
set -u
. "$(dirname "$0")/../support/limits.sh"
majorant=$1
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
claims=0

# claim, trials, rejected and undefined of each entry of the JSON object
counts() {
    tr -d ' \n' <"$1" | sed 's/{"file"/\n&/g' | sed -n \
        's/.*"theorem":"\([^"]*\)","claim":"\([^"]*\)".*"trials":\([0-9]*\),.*"rejected":\([0-9]*\),"undefined":\([0-9]*\).*/\1.\2 \3 \4 \5/p'
}

for file in *.bound; do
    "$majorant" check "$file" --format json >"$work/out" 2>"$work/err" || {
        echo "FAILED: status $?: check $file" >&2
        "$majorant" check "$file" >&2
        failed=1
    }
    counts "$work/out" >"$work/counts"
    while read -r claim trials rejected undefined; do
        claims=$((claims + 1))
        admitted=$((trials - rejected - undefined))
        [ "$admitted" -ge 20 ] && continue
        echo "FAILED: $file: $claim: $admitted of $trials admitted" >&2
        failed=1
    done <"$work/counts"
done
[ "$claims" -ge 250 ] || { echo "only $claims claims" >&2; failed=1; }
exit "$failed"
