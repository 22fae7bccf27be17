# The same results whatever --jobs says; one trial replayed alone.
. "$2/lib.sh"

cat >t.bound <<'END'
theorem t {
    dim n, d;
    given A, B : real[n, d];
    claim upper: normfro(A + B) <= normfro(A) + normfro(B);
    claim wrong [expect violated]: normfro(A + B) <= 3/2 * normfro(A);
    claim chain [expect violated]: 0 <= normmax(A) <= normfro(A) <= normmax(A);
}
END
# `forward` aside, which doubles compute, nothing may differ.
expect 0 check t.bound --trials 700 --seed 5 --format json --jobs 1
mv out one.json
expect 0 check t.bound --trials 700 --seed 5 --format json --jobs 2
cmp -s one.json out || fail 'the report depends on --jobs'
says out '"schema": "majorant.run/1"'
says out '"seed": 5'
says out '"claim": "chain#3"'

# The trial of the first counterexample violates again, alone.
trial=$(sed -n '/"claim": "wrong"/,/"claim": "chain#1"/s/.*"trial": \([0-9]*\).*/\1/p' \
    one.json)
expect 0 check t.bound --seed 5 --claim wrong --trial "$trial" --format json
says out '"verdict": "violated"'
says out '"trials": 1'
says out "\"trial\": $trial"
expect 0 check t.bound --seed 5 --claim upper --format json
grep -q '"claim": "wrong"' out && fail '--claim shows other claims'
finish
