# What is no file, or cannot be read: pipes, devices, links, circles of imports;
# nothing waits for them, and the files beside them are checked all the same.
. "$2/lib.sh"

limited() { # expect, ended by force where it would hang
    wanted=$1
    shift
    timeout -s KILL 600 "$majorant" "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$wanted" ] || {
        fail "status $got, wanted $wanted: majorant $*"
        cat out err >&2
    }
}
none='it is a pipe or a device, not a file'

# ---- pipes and devices are refused ----
mkdir d
products d/good.bound
mkfifo pipe
limited 2 check pipe
says err "cannot read pipe: $none"
limited 2 prove pipe
limited 2 fmt pipe
says err "pipe cannot be read: $none"
limited 2 recheck pipe
says err "pipe: $none"
for format in text html json; do
    limited 2 report pipe --format $format
    limited 2 report /dev/zero --format $format
    grep -qE 'not a (regular )?file' err || fail "report --format $format of /dev/zero"
done
limited 2 check d/good.bound --store pipe
limited 2 merge pipe pipe -o all.db
limited 2 check /dev/zero
says err "$none"
printf 'import "pipe";\n' >importer.bound
cat d/good.bound >>importer.bound
limited 2 check importer.bound
says err "importer.bound:1:1: error: cannot read pipe: $none"
rm pipe importer.bound

# ---- a folder goes on without what cannot be read ----
mkfifo d/x.bound
ln -s nowhere d/y.bound
mkdir d/closed
for command in check prove 'refute --time 1' 'ablate --time 1' explain; do
    limited 2 $command d
    says err "majorant: error: d/x.bound cannot be read: $none"
    says err "majorant: error: d/y.bound cannot be read: No such file"
done
limited 2 check d
says out '2 claims: 2 as expected'
rm d/y.bound
rm d/good.bound
limited 2 check d # nothing is left
silent out
rm d/x.bound

# ---- standard input is read whatever it is, and can be interrupted ----
products good.bound
"$majorant" check /dev/stdin <good.bound >out 2>err || fail "a file as standard input"
"$majorant" check /dev/stdin >out 2>err <<END || fail "a pipe as standard input"
$(cat good.bound)
END
cat good.bound | "$majorant" check /dev/stdin >out 2>err || fail "a pipe as /dev/stdin"
says out '2 claims: 2 as expected'
"$majorant" check good.bound --format json >run.json
cat run.json | "$majorant" report /dev/stdin --format md >out 2>err || fail "a piped object"
cat good.bound | "$majorant" fmt - >out 2>err || fail "fmt of a pipe"
# listens PID: waits until it does; SigCgt shows SIGTERM as its bit 14
listens() {
    tries=0
    until grep -q '^SigCgt:.*[4-7c-f]...$' "/proc/$1/status" 2>/dev/null ||
        [ $((tries += 1)) -gt 600 ]; do
        sleep 0.1
    done
}
mkfifo never
sleep 60 >never &
writer=$!
for command in 'fmt -' 'check /dev/stdin' 'recheck /dev/stdin'; do
    "$majorant" $command <never >out 2>err &
    pid=$!
    listens $pid
    kill -TERM $pid
    wait $pid
    got=$?
    [ "$got" -eq 5 ] || fail "$command: status $got while nobody writes"
    says err 'stopped by a signal'
done
kill "$writer"

# ---- links to outputs stay links ----
ln -s real.json link.json
limited 0 check good.bound --format json -o link.json
[ -L link.json ] && [ -s real.json ] || fail "-o does not write through a link to nothing"
limited 0 check good.bound --format junit -o link.json
[ -L link.json ] && grep -q '^<testsuites' real.json || fail "-o does not write through a link"
ln -s circle circle
limited 2 check good.bound -o circle
says err 'circle cannot be written: Too many levels of symbolic links'
limited 0 check good.bound --store run.db
ln -s whole.db all.db
limited 0 merge run.db -o all.db
[ -L all.db ] && [ -s whole.db ] || fail "merge -o does not write through a link"

# ---- imports in a circle ----
printf 'import "b.bound";\n' >a.bound
printf 'import "c.bound";\n' >b.bound
printf 'import "b.bound";\n' >c.bound
cat good.bound >>a.bound
limited 2 check a.bound
says err 'c.bound:1:1: error: the imports go in a circle: b.bound imports c.bound imports b.bound'
printf 'import "self.bound";\n' >self.bound
cat good.bound >>self.bound
limited 2 check self.bound
says err 'self.bound:1:1: error: the imports go in a circle: self.bound imports self.bound'
: >c.bound # twice is no circle
printf 'import "c.bound";\nimport "c.bound";\n' >b.bound
limited 0 check a.bound

# ---- an output that is a pipe ----
mkfifo page
awk 'BEGIN {
    print "theorem many { given x : real;"
    for (i = 0; i < 200; i++) print "claim c" i ": x^2 + " i " >= 0;"
    print "}"
}' >many.bound
check="check many.bound --trials 1 --format json"
limited 0 $check -o whole.json
(sleep 0.3 && cat) <page >read.json & # it is more than a pipe holds
limited 0 $check -o page
wait $!
[ "$(wc -c <whole.json)" -gt 100000 ] || fail 'a small report'
sed 's/: [0-9.e-]*,*$//' whole.json >whole
sed 's/: [0-9.e-]*,*$//' read.json | cmp -s - whole ||
    fail 'another report in a pipe'
# Where nobody reads it a signal ends the wait.
for signal in INT TERM; do
    "$majorant" check good.bound -o page >out 2>err &
    pid=$!
    listens $pid
    sleep 0.3
    kill -$signal $pid
    (sleep 60 && kill -KILL $pid) 2>/dev/null >&2 &
    wait $pid
    [ $? -eq 2 ] || fail "a pipe that nobody reads, SIG$signal: not 2"
    kill $!
    says err 'page cannot be written: Interrupted'
done
finish
