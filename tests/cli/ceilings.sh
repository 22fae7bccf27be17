# Ceilings: --mem and --time end with exit status 5 and what is there so far.
# sh ceilings.sh MAJORANT FOLDER PEAK (support/peak.c; "": memory is not as
# measured here)
. "$2/lib.sh"
peak=$3

cat >t.bound <<'X'
theorem t {
    dim n;
    given A, B : real[n, n];
    claim sum: norm2(A + B) <= norm2(A) + norm2(B);
    claim product: normfro(A * B) <= normfro(A) * normfro(B);
}
case small for t { n = 2; trials 20; }
X
cat >big.bound <<'X'
theorem big {
    dim n;
    given A, B : real[n, n];
    claim sum: norm2(A + B) <= norm2(A) + norm2(B);
}
case small for big { A = [1, 2; 3, 4]; }
case wide for big { n = 160; trials 40; }
X
products p.bound
cat >d.bound <<'X'
theorem d {
    dim n;
    dim L;
    given X : real[n, n];
    let Y[0] = X;
    let Y[l in 1..L] = Y[l - 1] * Y[l - 1];
    claim c: 0 <= norm1(Y[L]);
}
case c for d { n = 12; L = 60; X ~ uniform(0, 1); }
X

# ---- the options ----

for size in 0 -1 x 1x 1KK 1.5G '' 20000000T 99999999999999999999; do
    expect 2 check t.bound --mem="$size"
    says err '--mem'
done
for seconds in 0 -1 x 1x inf nan ''; do
    expect 2 check t.bound --time="$seconds"
    says err '--time'
done
for size in 1T 900g 900000M 4000000000k 4000000000000; do
    expect 0 check t.bound --trials 1 --mem $size
    silent err
done
expect 0 report --help
says out '--mem SIZE'
expect 2 fmt --mem 1G t.bound

# ---- under the ceiling nothing changes ----

expect 0 check t.bound --format json
mv out free.json
expect 0 check t.bound --format json --mem 4G --time 600
cmp -s free.json out || fail 'a ceiling that is not met changes the report'
expect 0 prove p.bound --mem 4G --time 600

# ---- memory ----

if [ -n "$peak" ]; then
    # Before the first trial: nothing is there to report.
    expect 5 check big.bound --mem 1M
    says err 'stopped at the ceiling of --mem, 1048576 bytes'
    silent out

    # In the middle: the trials before, in every format, and the store.
    expect 5 check big.bound --mem 45M --jobs 1 --format json -o part.json
    says err 'stopped at the ceiling of --mem'
    says part.json '"case": "small"'
    tr -d ' \n' <part.json >flat
    grep -q '"case":"small","verdict":"holds"' flat ||
        grep -q '"case":"small","verdict":"proved"' flat ||
        fail 'what came before the ceiling is not kept'
    expect 5 check big.bound --mem 45M --jobs 2 --format junit
    says out '<error message="stopped early'
    expect 5 check big.bound --mem 45M --jobs 2 --store part.db
    says out 'stopped early'
    expect 5 report part.db
    says out 'stopped early'
    expect 5 prove p.bound --mem 1M
    expect 5 refute t.bound --mem 1M
    expect 5 ablate t.bound --mem 1M
    expect 5 explain t.bound --mem 1M
    silent out
    for command in 'eval 2^4000000' 'recheck cex.json' \
        'merge part.db -o all.db' 'report part.db --format html -o r.html'; do
        cat >w.bound <<'X'
theorem w { given A : real[2, 2]; claim c: norm2(A) <= 0; }
X
        [ -e cex.json ] || expect 1 refute w.bound --evals 50 -o cex.json
        expect 5 $command --mem 1M
        says err 'nothing was written'
        silent out
    done
    [ ! -e all.db ] && [ ! -e r.html ] || fail 'half an output was written'
    [ -z "$(find . -name '*.majorant-*')" ] ||
        fail 'a temporary file was left'
fi

# ---- time ----

expect 5 check big.bound --dims n=60 --trials 1000000 --case wide --time 0.5
says out 'stopped early'
expect 5 trace d.bound --expr 'norm1(Y[l])' --over 'l in 0..L' --time 0.000001
says err 'stopped'
expect 5 check big.bound --case wide --time 0.2 --store late.db --dims n=60 \
    --trials 1000000
expect 5 report late.db

# Of many tasks over --time one a thread is given up, and no other begun: what
# stays unused is no more of two hundred than of one.
# tasks COUNT: a folder of so many files, whose trials take longer
tasks() {
    mkdir tasks$1
    awk -v count="$1" 'BEGIN {
        for (i = 1; i <= count; i++) {
            out = "tasks" count "/" i ".bound"
            print "theorem t { dim n; given A, B : real[n, n];" >out
            print "claim c: norm2(A + B) <= norm2(A) + norm2(B); }" >out
            print "case wide for t { n = 150; trials 40; }" >out
            close(out)
        }
    }'
}
if [ -n "$peak" ]; then
    for count in 1 200; do
        tasks $count
        "$peak" $count.peak "$majorant" check tasks$count --case wide \
            --jobs 2 --time 0.5 >out 2>err
        got=$?
        [ $got -eq 5 ] || fail "$count tasks over --time: status $got"
        says out "$count not reached"
    done
    [ $(($(cat 200.peak) - $(cat 1.peak))) -lt 20000 ] ||
        fail "200 tasks over --time: $(cat 200.peak) KiB, 1: $(cat 1.peak)"
fi

# ---- limits of the process ----

# A small stack: as deep as with any other.
awk 'BEGIN {
    for (i = 0; i < 250; i++) { open = open "abs("; close_ = close_ ")" }
    print "theorem deep { given x : real; claim c: " open "x" close_ " >= 0; }"
}' >nested.bound
stack=128
(ulimit -s $stack; "$majorant" --version) >out 2>err || stack=unlimited
for command in check prove; do
    (
        ulimit -s $stack
        expect 0 $command nested.bound
        exit $failed
    ) || failed=1
done
rm -f fifo && mkfifo fifo
(ulimit -s $stack; exec "$majorant" check - <fifo >out 2>err) &
child=$!
exec 3>fifo
sleep 0.3
kill -TERM $child
wait $child
[ $? -eq 5 ] || fail 'a small stack: SIGTERM: not 5'
exec 3>&-

# Little memory: the program ends (of itself, and not as a part of it waits),
# where OpenBLAS lets it begin (docs/limits.md).
products product.bound
for memory in 200000 400000 unlimited; do
    (ulimit -v $memory; ulimit -t 5; "$majorant" --version) >out 2>err && break
done
(ulimit -v $memory; exec timeout -s KILL 1000 "$majorant" check product.bound) \
    >out 2>err
got=$?
[ $got -eq 0 ] || [ $got -eq 4 ] || fail "little memory: status $got"
finish
