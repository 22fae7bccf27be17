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
# Several files: a line each as they end, and below it what is not as expected.
cat >bad.bound <<'END'
theorem false { dim n; given x : real[n]; claim sum: sum(x) <= 1; claim more: norm1(x) <= 1e9 * norm1(x) + 1; }
END
cat >long_name.bound <<'END'
theorem chained { given x : real; claim ends: x - 1 <= x <= x + 1; claim wrong [expect violated]: x <= 0; }
case one for chained { x = 1; }
END
expect 1 check t.bound bad.bound long_name.bound
has_line() {
    sed 's/  *[0-9<][0-9.]* m\{0,1\}s$/ TIME/' "$1" | grep -qx -- "$2" || {
        fail "$1 has no line: $2"
        cat "$1" >&2
    }
}
has_line out 'ok  t.bound               1       1      0         0       200         1 TIME'
has_line out 'NO  bad.bound             2       1      0         0       400      1e-9 TIME'
has_line out 'ok  long_name.bound       3       2      0         1         3       0.5 TIME'
says out 'expected holds, got violated'
grep -q 'proved' out && grep -q 'ok  more' out && fail 'what is expected is told'
[ "$(grep -c '^3 files, 6 claims: 5 as expected, 1 otherwise; 603 trials in ' out)" -eq 1 ] ||
    fail 'the summary'
[ "$(sed -n '$=' out)" -le 16 ] || fail 'too many lines'
# The order of files is kept, whatever follows; -v, other formats and a single
# file show all.
expect 1 check long_name.bound bad.bound -v
says out 'ok  more'
says out 'ok  ends#2'
expect 1 check bad.bound
says out 'ok  more'
expect 1 check t.bound bad.bound --format json -o both.json
says both.json '"claim": "more"'
expect 1 check t.bound bad.bound -o both.txt
silent out
says both.txt '2 files, 3 claims: '
expect 0 check t.bound long_name.bound --store both.db
says out '2 files, 4 claims: 4 as expected'
expect 0 report both.db
says out 'ok  ends#2'
# -q: what is not as expected; -x: no file after it.
expect 0 check t.bound long_name.bound -q
silent out
expect 0 check t.bound -q
silent out
expect 1 check t.bound bad.bound -q
[ "$(head -n 1 out)" = bad.bound ] || fail '-q: the file is not named'
says out 'NO  sum'
grep -q 'ok \|claims' out && fail '-q tells more'
expect 1 check bad.bound long_name.bound -x
says out '1 file, 2 claims: 1 as expected, 1 otherwise'
says err '-x: not looked at: cases of this file: 0, files: 1'
# ... nor a case behind a claim that a trial refutes; what was looked at is
# told as ever, and other ways to come out otherwise end the file.
cat >three.bound <<'END'
theorem first { given x : real; claim sure [expect proved]: x^2 >= 0; }
theorem second { given x : real; claim fails: x >= 0; }
theorem third { given x : real; claim never: x >= 1; }
END
expect 1 check three.bound t.bound -x
says out '1 file, 2 claims: 1 as expected, 1 otherwise'
says err '-x: not looked at: cases of this file: 1, files: 1'
expect 1 check three.bound
says out '3 claims: 1 as expected, 2 otherwise'
# --last-failed: the claims that were not as expected, until they are.
export XDG_CACHE_HOME="$work/cache"
expect 1 check t.bound three.bound
expect 1 check --last-failed t.bound three.bound
says out '2 claims: 0 as expected, 2 otherwise'
silent err
sed 's/x >= 1/x <= x/' three.bound >u && mv u three.bound
expect 1 check --last-failed .
says out '2 claims: 1 as expected, 1 otherwise'
expect 1 check --last-failed three.bound
says out '1 claim: 0 as expected, 1 otherwise'
# What was not looked at stays as it was; damage is nothing known.
expect 0 check three.bound --claim sure
expect 1 check --last-failed three.bound
says out '1 claim:'
sed 's/x >= 0/x <= x/' three.bound >u && mv u three.bound
expect 0 check --last-failed three.bound
says out '1 claim: 1 as expected'
expect 0 check --last-failed three.bound
says err 'nothing is known to have come out otherwise'
says out '3 claims: 3 as expected'
expect 1 check bad.bound
for entry in cache/majorant/*; do
    printf '\000\377' >"$entry"
done
expect 1 check --last-failed bad.bound
says err 'nothing is known'
expect 2 check t.bound --last-failed --store x.db
expect 2 check t.bound --last-failed --no-cache
unset XDG_CACHE_HOME
expect 1 check long_name.bound bad.bound -x
says out '2 files, 5 claims'
silent err
expect 2 check bad.bound t.bound -x --store x.db
expect 2 check t.bound -q -v
says err '-q and -v exclude each other'
# Colours: where they are asked for, whatever NO_COLOR says.
escape=$(printf '\033[')
expect 0 check t.bound
grep -qF "$escape" out && fail 'colours in a file'
NO_COLOR=1
export NO_COLOR
expect 0 check t.bound --color=always
says out "$escape"
expect 0 check t.bound long_name.bound --color always
says out "$escape"
expect 0 check t.bound --color=never
grep -qF "$escape" out && fail '--color=never'
unset NO_COLOR
expect 2 check t.bound --color=sometimes
says err "--color: 'sometimes' is none of auto, always, never"
# Standard input, with imports from where the program runs.
echo 'func half(t) = t / 2;' >half.bound
printf 'import "half.bound";\ntheorem t { claim c: half(2) == 1; }\n' >in.bound
expect 0 check - <in.bound
[ "$(head -n 1 out)" = - ] || fail 'standard input is not named'
says out '1 claim: 1 as expected'
expect 0 prove - <in.bound
echo 'theorem t { claim c: 1 == ; }' >in.bound
expect 2 check - <in.bound
says err '-:1:27: error: expected an expression'
expect 2 check - <&-
# Help and version in short.
expect 0 help
cp out help
expect 0 -h
cmp -s out help || fail '-h is not help'
expect 0 check --help
cp out help
expect 0 help check
cmp -s out help || fail 'help check is not check --help'
expect 0 check -h
cmp -s out help || fail 'check -h is not check --help'
expect 2 help nothing
expect 0 -V
says out 'majorant '
# The first line is there while the second file is still being checked.
cat >slow.bound <<'END'
theorem slow { dim n; given A : real[n, n]; claim c: norm2(A) <= norm1(A) + norminf(A); }
case big for slow { n = 40; trials 1000000; }
END
"$majorant" check t.bound slow.bound >out 2>err &
job=$!
for _ in $(seq 100); do
    grep -q 'ok  t.bound' out && break
    sleep 0.1
done
says out 'ok  t.bound'
kill -TERM $job
wait $job
[ $? -eq 5 ] || fail 'a run that was stopped'
says out '1 not reached'
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
