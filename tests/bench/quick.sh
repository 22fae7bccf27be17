# Every field is there and finite; no figure is judged.
# sh quick.sh BENCH_SPEED SOURCE_FOLDER
. "$2/../cli/lib.sh"
expect 0 --quick --json
silent err
says out '"schema": "majorant.bench/1"'
for field in n d dk forward_s filter_s filter_literal_s ball128_s \
    ball_by_hand_s kernel_s \
    end_to_end_s; do
    found=$(grep -c "\"$field\": [0-9][0-9.e-]*[,}]" out)
    [ "$found" -eq 3 ] || fail "$field stands $found times, wanted 3"
done
[ "$(grep -c '"batched_s": [0-9n]' out)" -eq 3 ] || fail 'batched_s is missing'
grep -q '"n": 4, .*"batched_s": [0-9]' out || fail 'n = 4 is not batched'
grep -q '"decided_before_ball": [01]' out || fail 'no share'
grep -q '"jobs2_speedup": [0-9]' out || fail 'no speedup'
expect 0 --quick
says out 'Times the forward pass'
says out 'Times the calls of Arb by hand'
expect 2 --quick file.bound
says err 'usage: bench_speed'
finish
