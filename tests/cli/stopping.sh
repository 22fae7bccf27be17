# Long single steps end soon after --time and after a signal: the checker's
# eigenvalues of a large matrix, and files that take long to be read.
# sh stopping.sh MAJORANT FOLDER
. "$2/lib.sh"

# What is given up on the spot is never freed.
ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
export ASAN_OPTIONS

cat >eigen.bound <<'END'
theorem eigen { dim n; given A : real[n, n]; claim c: norm2(A) <= 1; }
case wide for eigen { n = 200; A ~ uniform(-1, 1); trials 1; }
END
cat >power.bound <<'END'
theorem power { dim n; given A : real[n, n]; claim c: norm1(A) >= 0; }
case dear for power { n = 150; A = (eye(150) + ones(150, 150) / 3)^1000; }
END
products p.bound
expect 0 check p.bound --store p.db

# stopped SIGNAL ARGUMENT...: status 5, which timeout hands on, and in time
stopped() {
    signal=$1
    shift
    timeout --foreground 60 "$majorant" "$@" >out 2>err &
    child=$!
    sleep 1
    kill "-$signal" $child || fail "ended before SIG$signal: majorant $*"
    wait $child
    got=$?
    [ $got -eq 5 ] || {
        fail "status $got after SIG$signal: majorant $*"
        cat out err >&2
    }
}

# in_time ARGUMENT...: status 5 at the end of --time, not minutes later
in_time() {
    timeout 60 "$majorant" "$@" --time 1 >out 2>err
    got=$?
    [ $got -eq 5 ] || {
        fail "status $got at the end of --time: majorant $*"
        cat out err >&2
    }
}

# ---- within a trial, and in the checker ----

in_time check eigen.bound
says out 'stopped early'
for signal in INT TERM; do
    stopped $signal check eigen.bound --recheck all
    says out 'stopped early'
done

# ---- while a file is read ----

in_time check power.bound
says err 'stopped at the end of --time'
silent out
for command in check prove refute ablate explain; do
    stopped TERM $command power.bound
    says err 'stopped by a signal'
    silent out
done
stopped TERM eval 'norm1(A^1000)' 'A=(eye(150) + ones(150, 150) / 3)^1000'
says err 'stopped by a signal; nothing was written'
silent out
# A store of the same run is as it was.
cp p.db kept.db
stopped TERM check p.bound power.bound --store kept.db
cmp -s p.db kept.db || fail 'a stopped run changed a store'
# ---- roots of huge numbers take no time that is a square of their length ----
printf 'theorem p { claim c: sqrt(1e-999999) >= 0; }\n' >root.bound
timeout -s KILL 60 "$majorant" check root.bound >out 2>err ||
    fail "the root of 1e-999999"
finish
