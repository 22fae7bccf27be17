#!/bin/sh
# sh tests/fuzz/run.sh FOLDER SECONDS [TARGET...]: runs the targets built in
# FOLDER (preset `fuzz`) one after the other from their corpora; what fails is
# kept in FOLDER/findings/TARGET and said, with the input (gzip, base64).  Exit
# status 1: an input was found that fails again alone.
# FUZZ_JOBS=2: two at a time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
seconds=$2
shift 2
[ $# -gt 0 ] || set -- statements cases certificates npy csv \
    safetensors index runs stores evaluators
if [ "${FUZZ_JOBS:-1}" -eq 2 ] && [ $# -gt 1 ]; then
    odd=
    even=
    while [ $# -gt 0 ]; do
        odd="$odd $1"
        even="$even ${2:-}"
        shift
        [ $# -eq 0 ] || shift
    done
    status=0
    # shellcheck disable=SC2086 # names of targets
    FUZZ_JOBS=1 sh "$0" "$folder" "$seconds" $odd &
    # shellcheck disable=SC2086
    FUZZ_JOBS=1 sh "$0" "$folder" "$seconds" $even || status=1
    wait $! || status=1
    exit $status
fi
found=0

# again TARGET INPUT: what the input alone does, said; 1: it fails again.
again() {
    log=$folder/findings/$1.again.log
    if "$folder/tests/fuzz/fuzz_$1" -timeout=25 -rss_limit_mb=2048 "$2" \
        >"$log" 2>&1; then
        echo "$1: $(basename "$2") does not fail again"
        return 0
    fi
    grep -v '^INFO' "$log" | head -40
    echo "$1: $(basename "$2") is (gzip, base64):"
    gzip -9c "$2" | base64
    return 1
}

for target; do
    work=$folder/findings/$target
    mkdir -p "$work" "$folder/corpus/$target"
    dictionary=
    case $target in
    statements | cases) dictionary=-dict=$here/bound.dict ;;
    esac
    "$folder/tests/fuzz/fuzz_$target" -max_total_time="$seconds" \
        -timeout=25 -rss_limit_mb=2048 -fork=1 -ignore_crashes=1 \
        -ignore_timeouts=1 -ignore_ooms=1 $dictionary \
        -artifact_prefix="$work/" -print_final_stats=1 \
        "$folder/corpus/$target" "$here/corpus/$target" \
        >"$work.log" 2>&1
    count=$(find "$work" -type f | wc -l)
    runs=$(grep -o '^#[0-9]*' "$work.log" | tail -1)
    echo "$target: $runs runs in $seconds seconds, $count findings"
    for input in "$work"/*; do
        [ ! -f "$input" ] || again "$target" "$input" || found=1
    done
done
exit $found
