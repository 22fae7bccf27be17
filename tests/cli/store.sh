# Stored runs: straight, killed and resumed, in parts and merged give the same
# JSON, byte for byte; what is no store, or of another run, is refused.
. "$2/lib.sh"

cat >t.bound <<'END'
theorem t {
    dim n, d;
    given A, B : real[n, d];
    assume wide: normfro(A) >= normmax(B);
    claim upper: norm2(A + B) <= norm2(A) + norm2(B);
    claim wrong [expect violated]: normfro(A + B) <= normfro(A);
    claim chain: 0 <= normmax(A) <= normfro(A);
    claim same: normfro(softmax(A)) == normfro(softmax(A)');
    claim best: normfro(A * B') <= ? * normfro(A) * normfro(B);
}
case short for t { n in 1..3; A ~ integers(-2, 2); trials 300; }
case wide for t { n in 1..8; d = 4; trials 900; }
END
run="check t.bound --campaign --format json"
expect 0 $run -o straight.json

same() {
    cmp -s straight.json "$1" || fail "$1 differs from the straight run"
}

# Straight into a store, and again from it; the report from the store alone.
expect 0 $run -o kept.json --store s.db --jobs 2
same kept.json
expect 0 $run -o again.json --store s.db --jobs 1
same again.json
mkdir elsewhere && cp s.db elsewhere/
(cd elsewhere && "$majorant" report s.db --format json >../reported.json) ||
    fail 'report: no report'
same reported.json
expect 0 report s.db
says out 'violated by trial'
expect 0 report s.db --format junit
says out '<testsuites'

# Killed at several moments, then resumed.
killed=0
for delay in 0.02 0.05 0.1 0.2 0.3; do
    "$majorant" $run -o killed.json --store k.db --jobs 2 2>err &
    sleep $delay
    kill -9 $! 2>/dev/null && killed=$((killed + 1))
    wait $! 2>/dev/null
done
[ "$killed" -ge 2 ] || fail "only $killed runs were killed before their end"
expect 0 $run -o resumed.json --store k.db --jobs 1
same resumed.json

# Stopped by time: a prefix, exit status 5, and it goes on from there.  Where
# the machine is slow `wrong` stands for longer, which is status 1.
for seconds in 0.05 0.4 3; do
    "$majorant" $run -o early.json --store e.db --time $seconds
    status=$?
    [ "$status" -eq 1 ] || break
done
[ "$status" -eq 5 ] || fail "--time: status $status"
expect 5 report e.db
expect 0 $run -o late.json --store e.db
same late.json

# In parts.
for i in 1 2 3; do
    expect 0 check t.bound --campaign --store p$i.db --shard $i/3
    says out "shard $i/3 is done"
done
expect 0 merge p1.db p3.db -o two.db
says err 'parts are missing'
expect 2 report two.db
says err 'the run is not finished'
expect 0 merge p3.db p1.db p2.db p1.db s.db -o all.db
silent err
expect 0 $run -o merged.json --store all.db
same merged.json
expect 0 report all.db --format json -o reported.json
same reported.json
expect 0 $run -o completed.json --store two.db
same completed.json
expect 0 $run --store p1.db --shard 1/3
says out '"shard": "1/3"'

# Options that results depend on belong to the run.
for other in '--seed 5' '--trials 10' '--dims n=2' '--prec-max 64' \
    '--recheck none' '--claim upper' '--case short'; do
    expect 2 check t.bound --campaign $other --store s.db
    says err 's.db: the store is of another run'
done
expect 2 check t.bound --store s.db
sed 's/norm2(B)/2 * norm2(B)/' t.bound >u && mv u t.bound
expect 2 $run --store s.db
says err 'the hash of the statement'
sed 's/2 \* norm2(B)/norm2(B)/; s/d = 4/d = 3/' t.bound >u && mv u t.bound
expect 2 $run --store s.db
sed 's/d = 3/d = 4/' t.bound >u && mv u t.bound
expect 0 $run --store s.db

# Data files belong to it too.
cat >data.bound <<'END'
theorem data { given A : real[2, 2]; claim positive: 0 <= sum(A); }
case file for data { A = file("a.csv"); }
END
printf '1,2\n3,4\n' >a.csv
expect 0 check data.bound --store data.db
printf '1,2\n3,5\n' >a.csv
expect 2 check data.bound --store data.db
says err 'the hash of the data'

# Stores of different runs, or with different rows, are not merged.
expect 0 check t.bound --seed 5 --trials 19 --store o1.db
expect 0 check t.bound --seed 6 --trials 19 --store o2.db
expect 2 merge o1.db o2.db -o o.db
says err 'o2.db: the store is of another run'
[ -e o.db ] && fail 'merge: left something behind'
expect 2 merge o1.db o2.db -o o1.db
expect 0 merge o1.db o1.db -o o1.db
silent err # nothing is missing
expect 2 merge o1.db missing.db -o o.db
expect 2 merge o1.db t.bound -o o.db
expect 2 merge o1.db -o t.bound
expect 2 merge -o o.db
expect 2 merge o1.db

# What is no store stays as it is.
refused() {
    cp "$1" before
    expect 2 check t.bound --store "$1"
    says err "$2"
    cmp -s "$1" before || fail "$1 was changed"
}
cp s.db cut.db
head -c 5000 s.db >cut.db
refused cut.db 'cut.db: the store is damaged'
{ head -c 8192 s.db; head -c 200000 /dev/zero; } >zeros.db
refused zeros.db 'zeros.db: the store is damaged'
echo 'some text' >text.db
refused text.db 'text.db: the file is no store of majorant'
{ head -c 63 s.db; printf '\011'; tail -c +65 s.db; } >newer.db
refused newer.db 'newer majorant (schema'
expect 2 check t.bound --store t.bound
expect 2 check t.bound -o t.bound
expect 2 check t.bound --store .
expect 2 check t.bound --store missing/s.db
expect 2 check t.bound --store s.db -o s.db
expect 2 check t.bound --store s.db --trial 3
expect 2 check t.bound --shard 1/2
for part in 0/2 3/2 1 1/ a/b 1/2/3; do
    expect 2 check t.bound --store new.db --shard $part
done
[ -e new.db ] && fail '--shard: a wrong part made a store'

# A damaged row is noticed (a digit of the text of its sizes).
LC_ALL=C sed 's/n=3 d=4/n=2 d=4/' s.db >row.db
expect 2 $run --store row.db
says err 'row.db: the store is damaged'

# So is any change of what a report shows, here the text of a statement.
LC_ALL=C sed 's/norm2(B)/norm1(B)/' s.db >text.db
for output in text.out report.html; do
    expect 2 report text.db -o $output
    says err 'text.db: the store is damaged'
    [ -e $output ] && fail "$output was written"
done
expect 2 $run --store text.db
expect 2 merge text.db -o joined.db

# A store that nobody can write to is read; one that lacks its end is not.
if [ "$(id -u)" -eq 0 ]; then
    bound='setpriv --bounding-set=-dac_override,-dac_read_search'
else
    bound=env
fi
mkdir 'a? %41#'
cp s.db 'a? %41#/s.db'
ln -s 'a? %41#/s.db' link.db
expect 0 report s.db -o written.md
chmod 444 'a? %41#/s.db'
chmod 555 'a? %41#'
if $bound true && ! $bound touch 'a? %41#/x' 2>err; then
    plain=$majorant
    majorant=$work/bound
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$bound" "$plain" >bound
    chmod 755 bound
    for path in 'a? %41#/s.db' "$work/a? %41#/s.db" link.db; do
        expect 0 report "$path" --format json -o reported.json
        same reported.json
        expect 0 merge "$path" -o joined.db
    done
    (cd 'a? %41#' && "$majorant" report s.db -o ../read.md) ||
        fail 'report: not where nothing can be written'
    cmp -s read.md written.md || fail 'another page of what is read alone'
    expect 2 $run --store 'a? %41#/s.db'
    says err 'the store cannot be written'
    chmod 755 'a? %41#'
    echo log >'a? %41#/s.db-wal'
    chmod 555 'a? %41#'
    expect 2 report 'a? %41#/s.db'
    says err 'its run did not end'
    majorant=$plain
elif [ "$(id -u)" -ne 0 ]; then
    fail 'a folder without leave to write can be written to'
fi
chmod 755 'a? %41#'

# Two writers.
cat >slow.bound <<'END'
theorem slow { dim n; given A : real[n, n];
    claim c: norm2(A * A) <= norm2(A) ^ 2; }
END
slow="check slow.bound --dims n=12 --trials 100000"
"$majorant" $slow --store w.db >/dev/null 2>&1 &
writer=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -e w.db-wal ] && break
    sleep 0.1
done
expect 2 $slow --store w.db
says err 'w.db: the store is in use by another process'
expect 2 report w.db

# A signal: a prefix, exit status 5; the lock is gone.
kill -TERM $writer
wait $writer
[ $? -eq 5 ] || fail 'SIGTERM: not 5'
expect 5 $slow --store w.db --time 0.2
says out 'slow'

# No room: one message, exit status 2, and the store stays a store.
(
    ulimit -f 300
    "$majorant" $slow --store full.db >out 2>err
    [ $? -eq 2 ] || fail 'a full disk: not 2'
    exit $failed
) || failed=1
says err 'full.db: the store cannot be written'
[ "$(wc -l <err)" -eq 1 ] || fail 'a full disk: more than one line'
expect 5 $slow --store full.db --time 0.2
finish
