# One run on three ranks: the report of one process, byte for byte.
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

ranks 3 0 $run -o three.json --jobs 1
same three.json
ranks 1 0 $run -o one.json --jobs 2
same one.json
ranks 3 0 $run -o kept.json --jobs 1 --store k.db
same kept.json
expect 0 check $run -o again.json --store k.db
same again.json
expect 0 report k.db --format json -o reported.json
same reported.json

# Goes on from a store, and is gone on from.
expect 5 check $run -o early.json --store e.db --time 0.05
ranks 3 0 $run -o late.json --jobs 1 --store e.db
same late.json
ranks 3 5 slow.bound --dims n=12 --trials 100000 --jobs 1 --store s.db \
    --time 1
says out 'stopped early'
expect 5 check slow.bound --dims n=12 --trials 100000 --store s.db --time 0.1

# Mistakes are told once, by rank 0.
ranks 3 2 missing.bound
[ "$(grep -c 'missing.bound cannot be read' err)" -eq 1 ] || fail 'told twice'
ranks 3 2 $run --seed 9 --store k.db
[ "$(grep -c 'another run' err)" -eq 1 ] || fail 'told twice'
ranks 2 2 $run --shard 1/2 --store k.db

# is_running PID
is_running() {
    case $(ps -o stat= -p "$1") in
    '' | Z*) return 1 ;;
    esac
}

# A lost rank ends the run with status 5; the store goes on where it was.  The
# rank is the child of the process that mpirun started.
# lost NAME SIGNAL: what becomes of a run whose third rank gets the signal
lost() {
    rm -f guard2
    "$mpirun" -n 3 sh -c '
        [ "$OMPI_COMM_WORLD_RANK" = 2 ] && echo $$ >guard2.new &&
            mv guard2.new guard2
        exec "$0" check --mpi slow.bound --dims n=10 --trials 900 --jobs 1 \
            --format json -o "$1.json" --store "$1.db"' "$majorant" "$1" \
        >lost.out 2>lost.err &
    i=0
    until { [ -s "$1.db-wal" ] && [ -s guard2 ]; } || [ $i -ge 200 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    sleep 0.2
    rank=$(pgrep -P "$(cat guard2)")
    kill "-$2" "$rank" || fail "$1: the run ended before its rank was lost"
    wait $!
    got=$?
    [ "$got" -eq 5 ] || { fail "a lost rank ($2): status $got"; cat lost.err >&2; }
    i=0
    while is_running "$rank" && [ $i -lt 100 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    ! is_running "$rank" || fail "$1: the rank is still there"
    expect 5 report "$1.db" --format json -o "$1-too.json"
    cmp -s "$1.json" "$1-too.json" || fail "a lost rank ($2): no report"
    expect 0 $slow -o resumed.json --store "$1.db"
    cmp -s resumed.json undisturbed.json ||
        fail "a lost rank ($2): another report"
}
slow="check slow.bound --dims n=10 --trials 900 --format json"
expect 0 $slow -o undisturbed.json --store u.db
lost killed KILL
# One that is silent (a machine that is gone) is noticed by rank 0.
lost silent STOP
says lost.err 'rank 2 is lost'
finish
