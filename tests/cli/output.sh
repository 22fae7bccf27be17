# Where reports go, and what happens when they cannot.
. "$2/lib.sh"

cat >t.bound <<'END'
theorem t { given x : real; claim c: abs(x) >= x; }
END
expect 0 check t.bound --trials 5 --format json -o report.json
silent out
says report.json '"majorant.run/1"'
[ "$(find . -name 'report.json*' | wc -l)" -eq 1 ] || fail 'files left behind'
expect 0 check t.bound --trials 5 --format junit
says out '<testsuite name="t.bound"'
if [ -e /dev/full ]; then
    "$majorant" check t.bound --trials 5 >/dev/full 2>err
    [ $? -eq 2 ] || fail 'a full disk is no success'
    says err 'error: '
fi
# A reader that was content with a line: nothing is said, and the status is that
# of the verdicts; 5 where it had gone before the run began.
{
    "$majorant" check t.bound --trials 5 2>err
    echo $? >status
} | head -n 1 >out
[ "$(cat status)" -eq 0 ] || fail "head: $(cat status)"
silent err
{
    sleep 0.5
    "$majorant" check t.bound --trials 5 2>err
    echo $? >status
} | :
status=$(cat status)
[ "$status" -eq 5 ] || fail "closed pipe: $status"
silent err
finish
