# A shard for each of three ranks: the report of one process, byte for byte.
# sh mpi.sh MAJORANT SOURCE_FOLDER MPIRUN
mpirun=$3
. "$2/lib.sh"

cat >t.bound <<'END'
theorem t {
    dim n, d;
    given A, B : real[n, d];
    assume wide: normfro(A) >= normmax(B);
    claim upper: norm2(A + B) <= norm2(A) + norm2(B);
    claim wrong [expect violated]: normfro(A + B) <= normfro(A);
    claim chain: 0 <= normmax(A) <= normfro(A);
    claim best: normfro(A * B') <= ? * normfro(A) * normfro(B);
}
case short for t { n in 1..3; A ~ integers(-2, 2); trials 300; }
case wide for t { n in 1..8; d = 4; trials 1200; }
END
cat >slow.bound <<'END'
theorem slow { dim n; given A : real[n, n];
    claim c: norm2(A * A) <= norm2(A) ^ 2; }
END
run="t.bound --campaign --format json"

# ranks COUNT STATUS ARGUMENT...: `check --mpi` on that many ranks.
ranks() {
    count=$1
    wanted=$2
    shift 2
    "$mpirun" -n "$count" "$majorant" check --mpi "$@" >out 2>err
    got=$?
    if [ "$got" -ne "$wanted" ]; then
        fail "status $got, wanted $wanted: $count ranks, check --mpi $*"
        cat out err >&2
    fi
}

expect 0 check $run -o straight.json --store straight.db
same() {
    cmp -s straight.json "$1" || fail "$1 differs from the straight run"
}

ranks 3 0 $run -o three.json --jobs 1 --store three.db
same three.json
expect 0 report three.db --format json -o reported.json
same reported.json
ranks 1 0 $run -o one.json --jobs 2 --store one.db
same one.json
[ -e one.db.2 ] && fail 'one rank has two shards'
ranks 2 0 $run --jobs 1 --store two.db
cp out two.json
same two.json

# Each rank ran its shard alone: 67 and 66 of the campaign's 200, say.
kept() {
    count=$1
    shift
    expect 0 merge "$@" -o part.db
    says err "part.db keeps $count of the 1700 trials"
}
kept 567 three.db.2
kept 566 three.db.3
kept 1133 three.db.2 three.db.3

# Goes on from a store, and is gone on from.
expect 5 check $run -o early.json --store e.db --time 0.05
ranks 3 0 $run -o late.json --jobs 1 --store e.db
same late.json
ranks 3 5 slow.bound --dims n=12 --trials 100000 --jobs 1 --store s.db \
    --time 1
[ "$(grep -c 'stopped early: s.db' out)" -eq 3 ] || fail 'three shards stop'
expect 5 check slow.bound --dims n=12 --trials 100000 --store s.db --time 0.1

# Mistakes are told once, by rank 0.
ranks 3 2 missing.bound --store m.db
[ "$(grep -c 'missing.bound cannot be read' err)" -eq 1 ] || fail 'told twice'
ranks 3 2 $run --seed 9 --store three.db
[ "$(grep -c 'another run' err)" -eq 1 ] || fail 'told twice'
ranks 2 2 $run --shard 1/2 --store k.db
says err 'mpi does not go with --shard'
ranks 2 2 $run
says err 'mpi needs --store'
echo 'no store' >n.db.2
ranks 2 2 $run --store n.db
says err 'rank 1 ended with exit status 2; --shard 2/2'

# A rank that is killed ends the run; the same command goes on where it was.
slow="slow.bound --dims n=10 --trials 900 --format json"
expect 0 check $slow -o undisturbed.json --store u.db
"$mpirun" -n 3 sh -c '
    [ "$OMPI_COMM_WORLD_RANK" = 2 ] && echo $$ >rank2.new && mv rank2.new rank2
    exec "$0" check --mpi slow.bound --dims n=10 --trials 900 --jobs 1 \
        --store k.db' "$majorant" >lost.out 2>lost.err &
i=0
until { [ -s k.db.3-wal ] && [ -s rank2 ]; } || [ $i -ge 200 ]; do
    sleep 0.1
    i=$((i + 1))
done
sleep 0.2
kill -KILL "$(cat rank2)" || fail 'the run ended before its rank was lost'
wait $!
[ $? -ne 0 ] || { fail 'a lost rank: status 0'; cat lost.err >&2; }
ranks 3 0 $slow --jobs 1 --store k.db -o resumed.json
cmp -s resumed.json undisturbed.json || fail 'a lost rank: another report'
finish
