# Faults: memory that ends, disks that are full, readers that go away, signals,
# damaged files, outputs over inputs.  Whatever happens, the exit status and
# one line say so, and no file is half-written or left behind.
# sh faults.sh MAJORANT FOLDER FAILING (a library for LD_PRELOAD, or "")
. "$2/lib.sh"
failing=$3
# MAJORANT_REPEAT=K looks at more moments.
repeat=${MAJORANT_REPEAT:-1}

cat >t.bound <<'END'
theorem t {
    dim n;
    given A, B : real[n, n];
    claim upper: norm2(A + B) <= norm2(A) + norm2(B);
    claim wrong [expect violated]: normfro(A + B) <= normfro(A);
}
case c for t { n in 1..2; trials 3; }
END
cat >linear.bound <<'END'
theorem l { given A : real[2, 2]; claim c: minres1inf(softmax(A)) <= 4; }
END
products p.bound
cat >crooked.bound <<'END'
theorem   t { given x:real; claim c: abs( x )>=x; }
END
mkdir parts
echo 'func twice(x) = 2 * x;' >parts/f.bound
cat >i.bound <<'END'
import "parts/f.bound";
theorem i { given x : real; let Y[0] = x; let Y[l in 1..2] = twice(Y[l - 1]);
    claim c: Y[2] == 4 * x; }
END
expect 0 refute t.bound --claim wrong --evals 50 -o cex.json
expect 0 check t.bound --trials 2 --store a.db --shard 1/2
expect 0 check t.bound --trials 2 --store b.db --shard 2/2
expect 0 check t.bound --trials 2 --store run.db
cp t.bound original

# ---- memory ----

# What a command leaves in a folder of its own, and what it says.
run_in_room() {
    rm -rf room
    mkdir room
    cp t.bound p.bound linear.bound i.bound cex.json crooked.bound a.db b.db \
        run.db room/
    cp -r parts room/
    (
        cd room || exit 9
        "$@" >../out 2>../err
    )
    got=$?
}

# The allocation number k of a run fails: its end is one line and status 4, or
# (a buffer that could be done without) the result is that of any other run.
without_memory() {
    run_in_room env LD_PRELOAD="$failing" "$1=$k" "$majorant" $command
    if [ "$got" -eq 4 ]; then
        [ "$(cat err)" = 'majorant: error: out of memory' ] || {
            fail "$command: $1=$k: not one line"
            cat err >&2
        }
        silent out
    elif [ "$got" -ne "$whole" ] || ! cmp -s out whole.out; then
        fail "$command: $1=$k: status $got"
    fi
    left=$(find room -name '*.majorant-*')
    [ -z "$left" ] || fail "$command: $1=$k left $left"
    case $command in
    *' s.db'*)
        # What the store holds is sound: the run goes on.
        rm -f again
        (cd room && "$majorant" $command) >again 2>&1
        cmp -s again whole.out || fail "$command: $1=$k: not resumed"
        ;;
    fmt*)
        cmp -s room/crooked.bound crooked.bound ||
            cmp -s room/crooked.bound straight.bound ||
            fail "$command: $1=$k: half a file"
        ;;
    esac
}

cp crooked.bound straight.bound
expect 0 fmt straight.bound
if [ -n "$failing" ]; then
    for command in 'check t.bound --trials 1 --jobs 2 --format github' \
        'check linear.bound --trials 1 --format github' \
        'check t.bound --trials 2 --store s.db --format github' \
        'check t.bound --trials 1 --format json -o report.json' \
        'prove p.bound --format github' \
        'refute t.bound --claim wrong --evals 50 -o new.json' \
        'recheck cex.json' 'eval norm2([1,2;3,4])+exp(1)' \
        'check i.bound --trials 1 --format github' \
        'trace i.bound --expr Y[l] --over l∈0..2 -o y.csv' \
        'merge a.db b.db -o all.db' 'report run.db --format json' \
        'report run.db -o page.html' \
        'fmt crooked.bound'; do
        run_in_room env LD_PRELOAD="$failing" FAILING_COUNT="$work/count" \
            "$majorant" $command
        whole=$got
        cp out whole.out
        read -r count <count
        [ "$count" -gt 20 ] || fail "$command: $count allocations"
        k=1
        while [ "$k" -le "$count" ]; do
            without_memory FAILING_AT
            without_memory FAILING_FROM
            # All at first, then fewer and fewer.
            k=$((k + 1 + k / (3 * repeat)))
        done
    done
fi

# ---- outputs that cannot be written ----

# refused STATUS ARGUMENT...: one line, and nothing new in the folder.
refused() {
    ls -a >before
    expect "$@"
    ls -a >after
    says err 'majorant: error: '
    [ "$(wc -l <err)" -eq 1 ] || fail "more than one line: $*"
    cmp -s before after || fail "left something behind: $*"
}
touch before after out err

for path in missing/x.json /proc/x.json . t.bound/x.json; do
    refused 2 check t.bound --trials 1 -o $path
    refused 2 refute t.bound --claim wrong --evals 20 -o $path
    refused 2 prove p.bound -o $path
done
if [ -e /dev/full ]; then
    refused 2 check t.bound --trials 1 -o /dev/full
    refused 2 prove p.bound -o /dev/full
    for command in 'check t.bound --trials 1' 'prove p.bound' --help \
        'refute t.bound --claim wrong --evals 20' 'recheck cex.json' \
        'eval 1+1' 'fmt -' 'explain t.bound'; do
        "$majorant" $command <crooked.bound >/dev/full 2>err
        [ $? -eq 2 ] || fail "$command: a full disk: not 2"
        says err 'standard output cannot be written'
        [ "$(wc -l <err)" -eq 1 ] || fail "$command: more than one line"
    done
fi
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod 555 locked
    refused 2 check t.bound --trials 1 -o locked/x.json
    refused 2 check t.bound --trials 1 --store locked/s.db
fi

# A disk that fills up while a file is written: the old one stays.
echo old >report.json
(
    ulimit -f 0
    "$majorant" check t.bound --trials 1 --format json -o report.json 2>&1 |
        grep -q 'report.json cannot be written' || exit 1
    "$majorant" fmt crooked.bound 2>&1 |
        grep -q 'crooked.bound cannot be written'
) || fail 'a full disk is not told'
[ "$(cat report.json)" = old ] || fail 'a full disk: the old file is gone'
[ "$(find . -name 'report.json*' | wc -l)" -eq 1 ] || fail 'a file was left'
cmp -s crooked.bound room/crooked.bound || [ -z "$failing" ] ||
    grep -q 'abs( x )' crooked.bound || fail 'fmt: half a file'

# ---- a reader that goes away ----

for command in 'check t.bound --trials 1' 'prove p.bound' 'recheck cex.json' \
    'refute t.bound --claim wrong --evals 20' 'eval 1+1' --help; do
    rm -f status
    {
        sleep 0.2
        "$majorant" $command 2>err
        echo $? >status
    } | :
    case $command in
    check* | prove* | refute*) wanted='[05]' ;; # a run, which may notice it
    *) wanted=0 ;;
    esac
    grep -qx "$wanted" status || fail "closed pipe: $command: $(cat status)"
    silent err
done

# A run that would go on for hours ends when nobody listens.
cat >slow.bound <<'END'
theorem slow { dim n; given A : real[n, n];
    claim c: norm2(A * A) <= norm2(A) ^ 2; }
END
rm -f status
{
    "$majorant" check slow.bound --dims n=12 --trials 10000000 2>err
    echo $? >status
} | :
[ "$(cat status)" -eq 5 ] || fail "closed pipe, long run: $(cat status)"
silent err

# ---- signals ----

cat >slow.bound <<'END'
theorem slow { dim n; given A : real[n, n];
    claim c: norm2(A * A) <= norm2(A) ^ 2; }
END
for signal in INT TERM; do
    "$majorant" check slow.bound --dims n=12 --trials 10000000 --format json \
        -o stopped.json 2>err &
    child=$!
    sleep 0.4
    kill -$signal $child
    wait $child
    [ $? -eq 5 ] || fail "SIG$signal: not 5"
    says stopped.json '"schema": "majorant.run/1"'
    rm -f stopped.json
done

# kill -9 while files are replaced: each is the old one or the new one.
expect 0 check t.bound --trials 20 --format json -o new.json
i=0
while [ $i -lt $((8 * repeat)) ]; do
    echo old >killed.json
    "$majorant" check t.bound --trials 20 --format json -o killed.json &
    sleep 0.0$((i % 8 + 1))
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    [ "$(cat killed.json)" = old ] || cmp -s killed.json new.json ||
        fail 'kill -9: half a file'
    i=$((i + 1))
done

# ---- damaged files ----

size=$(wc -c <cex.json)
for part in 0 1 2 3 5 7 9; do
    head -c $((size * part / 10)) cex.json >cut.json
    expect 2 recheck cut.json
    says err 'cut.json'
done
expect 0 check t.bound --store whole.db --format json -o whole.json
size=$(wc -c <whole.db)
i=1
while [ $i -le $((20 * repeat)) ]; do
    # A byte somewhere, the same ones in every run of this script.
    at=$((i * 7919 * 13 % size))
    { head -c $at whole.db; printf '\245'; tail -c +$((at + 2)) whole.db; } \
        >hurt.db
    rm -f hurt.json hurt.db-wal
    cp hurt.db merged.db
    "$majorant" merge merged.db -o joined.db >out 2>err
    got=$?
    [ $got -eq 0 ] || [ $got -eq 2 ] || fail "byte $at: merge: status $got"
    [ $got -eq 0 ] || says err 'merged.db: '
    ! grep -q 'majorant-' err || fail "byte $at: merge: $(cat err)"
    rm -f merged.db-wal joined.db
    "$majorant" check t.bound --store hurt.db --format json -o hurt.json \
        >out 2>err
    got=$?
    if [ $got -eq 0 ]; then
        cmp -s whole.json hurt.json || fail "byte $at: another result"
    elif [ $got -ne 2 ]; then
        fail "byte $at of a store: status $got"
        cat err >&2
    fi
    i=$((i + 1))
done

# ---- an output that is an input ----

printf '1,2\n3,4\n' >a.csv
cat >data.bound <<'END'
import "t.bound";
theorem data { given A : real[2, 2]; claim positive: 0 <= sum(A); }
case file for data { A = file("a.csv"); }
END
ln t.bound hard.json
ln -s t.bound soft.json
for path in hard.json soft.json; do
    for command in 'check t.bound --trials 1' 'check data.bound' \
        'refute t.bound --claim wrong --evals 20' 'prove t.bound'; do
        refused 2 $command -o $path
        says err 'a file that is read cannot be written to'
    done
    refused 2 refute t.bound --claim wrong --evals 20 --report $path
    refused 2 check t.bound --store $path
    refused 2 trace t.bound --case c --expr 'norm2(A)*l' \
        --over 'l in 1..2' -o $path
done
refused 2 refute t.bound --claim wrong --evals 20 -o t.bound
refused 2 check data.bound -o a.csv
cmp -s t.bound original || fail 'an input was written to'
finish
