# Stored proofs in check, prove --update, and what is remembered of attempts.
. "$2/lib.sh"
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME
mkdir -p bounds/mine

# The quick attempt of check does not find the proof of `power`.
cat >bounds/mine/p.bound <<'END'
theorem power {
    dim n;
    given A : real[n, n];
    given k : int in [1, 50];
    claim power: norm2(A^k) <= norm2(A)^k;
    claim wrong [expect violated]: norm2(A) <= 1;
}
theorem base {
    dim n;
    given A, B : real[n, n];
    claim sub: norm1(A * B) <= norm1(A) * norm1(B);
}
theorem user {
    dim n;
    given A : real[n, n];
    assume small: norm1(A) <= 1;
    drop small expect square violated;
    claim square: norm1(A * A) <= 1;
}
proof of square {
    step one: norm1(A * A) <= norm1(A) * norm1(A) by lemma base(A, A);
}
END
stored=cases/proved/mine.p.json.gz

# is CLAIM VERDICT: of the claim's first row in a JSON report.
is() {
    got=$(sed -n "/\"claim\": \"$1\"/,/\"verdict\"/s/.*\"verdict\": \"\([a-z]*\)\".*/\1/p" out |
        head -1)
    [ "$got" = "$2" ] || fail "$1 is $got, not $2"
}

expect 0 check bounds/mine/p.bound --format json
is power consistent
is square proved
mv out plain.json
expect 0 prove --update bounds/mine/p.bound
says out '5 claims: 4 proved, 1 violated'
[ -s "$stored" ] || fail "$stored is not written"
expect 0 recheck "$stored" --against bounds/mine/p.bound
says out 'accepted: power.power is proved'
says out 'accepted: user.square/one is proved'
expect 0 check bounds/mine/p.bound --format json
is power proved
is square proved
is wrong violated
(cd bounds/mine && "$majorant" check p.bound --format json >../../out)
is power proved

# Again: nothing is looked for, nothing changes; one claim alone keeps others;
# nor is anything lost that a stopped run did not come to.
cp "$stored" first
expect 0 prove --update bounds/mine/p.bound
cmp -s first "$stored" || fail 'the same proofs are stored otherwise'
expect 0 prove --update bounds/mine/p.bound --claim base.sub
cmp -s first "$stored" || fail 'proofs of other claims are lost'
expect 5 prove --update bounds/mine/p.bound --time 0.000001
cmp -s first "$stored" || fail 'a run that was stopped loses proofs'

# Another statement: a note and a new attempt.  Sets that lemmas tie change
# together, others stay.
sed -i 's/in \[1, 50\]/in [1, 40]/' bounds/mine/p.bound
expect 0 check bounds/mine/p.bound --format json
says err "$stored: 1 proofs are of other statements now; passed over"
is power consistent
expect 0 prove --update bounds/mine/p.bound
expect 0 check bounds/mine/p.bound --format json
is power proved
sed -i 's/claim sub: norm1(A \* B)/claim sub: 0 + norm1(A * B)/' \
    bounds/mine/p.bound
expect 0 check bounds/mine/p.bound --format json
says err "$stored: 3 proofs are of other statements now"
is power proved
expect 0 prove --update bounds/mine/p.bound

# Cut short, a bit flipped, no certificate: exit status 2, and --update writes
# it anew.
cp "$stored" good
size=$(wc -c <good)
head -c $((size / 2)) good >"$stored"
expect 2 check bounds/mine/p.bound
says err "$stored: it is compressed, and ends too early"
{
    head -c $((size / 2)) good
    printf '\377\377'
    tail -c +$((size / 2 + 3)) good
} >"$stored"
expect 2 check bounds/mine/p.bound
says err "$stored: "
echo '[]' >"$stored"
expect 2 check bounds/mine/p.bound
says err 'expected 1 to 4096 certificates'
expect 0 prove --update bounds/mine/p.bound
says err 'it is written anew'
cmp -s good "$stored" || fail 'a damaged file is not mended'

# The proof of another claim, with a digest that fits: the checker decides.
gzip -dc good | sed 's/"claim": "power"/"claim": "wrong"/' >"$stored"
expect 2 check bounds/mine/p.bound
says err 'changed after it was written'
digest=$(sed 's/.*expected \([0-9a-f]*\)).*/\1/' err)
sed -i "0,/\"digest\": \"[0-9a-f]*\"/s//\"digest\": \"$digest\"/" "$stored"
expect 2 check bounds/mine/p.bound
says err 'the checker rejects this stored proof: power.wrong'
expect 0 prove --update bounds/mine/p.bound
says err 'the checker rejects power.wrong'
cmp -s good "$stored" || fail 'a rejected proof is not made anew'

# No folder bounds; one of one's own.
cp bounds/mine/p.bound q.bound
expect 2 prove --update q.bound
says err 'say where its proofs go with --stored DIR'
expect 0 check q.bound --format json
is power consistent
expect 0 prove --update q.bound --stored own/proofs
[ -s own/proofs/q.json.gz ] || fail 'no file in the folder of --stored'
expect 0 check q.bound --stored own/proofs --format json
is power proved

# Nothing is proved any more.
cat >q.bound <<'END'
theorem power { dim n; given A : real[n, n]; claim wrong: norm2(A) <= 1; }
END
expect 1 prove --update q.bound --stored own/proofs
says err 'nothing is proved any more'
[ ! -e own/proofs/q.json.gz ] || fail 'a file without proofs is left'

# What is remembered changes no report: with it, without it, where it cannot be
# read or written, and in several runs at once.
rm -r cases cache
entries() {
    (cd cache/majorant && ls -i)
}
expect 0 check bounds/mine/p.bound --format json
mv out first.json
entries >first
[ "$(wc -l <first)" -eq 2 ] || fail "not an entry for each set: $(cat first)"
same() {
    cmp -s out first.json || fail "another report: $*"
}
expect 0 check bounds/mine/p.bound --format json
same 'with what is remembered'
entries >second
cmp -s first second || fail 'an attempt was made again'
expect 0 check bounds/mine/p.bound --format json --no-cache
same 'without memory'
for entry in cache/majorant/*; do
    head -c 40 "$entry" >cut
    cp cut "$entry"
done
expect 0 check bounds/mine/p.bound --format json
same 'with damaged entries'
expect 0 check bounds/mine/p.bound --format json
same 'with entries made anew'
for run in 1 2 3; do
    "$majorant" check bounds/mine/p.bound --format json >run$run &
done
wait
for run in 1 2 3; do
    cmp -s run$run first.json || fail "another report of several at once"
done
entries >first
expect 0 check bounds/mine/p.bound --seed 5
entries >second
cmp -s first second || fail 'the seed is no reason to attempt again'
echo 'theorem one { given x : real; claim c: x <= x + 1; }' >>bounds/mine/p.bound
expect 0 check bounds/mine/p.bound
[ "$(entries | wc -l)" -eq 3 ] || fail 'entries of other sets are lost'
sed -i 's/in \[1, 40\]/in [1, 30]/' bounds/mine/p.bound
expect 0 check bounds/mine/p.bound
entries >third
[ "$(grep -cFx -f second third)" -eq 1 ] || fail 'a changed set is remembered'
XDG_CACHE_HOME=/dev/null
expect 0 check bounds/mine/p.bound --format json
mv out other.json
[ ! -s err ] || fail 'a cache that cannot be written is told of'
expect 0 check bounds/mine/p.bound --format json --no-cache
cmp -s out other.json || fail 'another report without a cache'
finish
