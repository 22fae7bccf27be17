# majorant-recheck reads files that are larger than the memory it may have, and
# where memory ends it says so and accepts nothing.
#   memory.sh MAJORANT-RECHECK TESTS/cli MAJORANT
tests=$(cd "$(dirname "$0")" && pwd)
. "$2/lib.sh"
prover=$3
kilobytes=64000

cat >c.bound <<'END'
theorem big {
    given x : real;
    assume pos: 0 <= x;
    claim c1: 0 <= x + x;
}
END
"$prover" prove --engine core c.bound -o c.rec >/dev/null

# 70 MB of certificates, each 700 bytes and some blanks.
awk '{ text = text $0 "\n" }
    END {
        blanks = " "
        while (length(blanks) < 14000)
            blanks = blanks blanks
        for (i = 1; i <= 5000; i++)
            print (i > 1 ? "," : "[") blanks text
        print "]"
    }' "$here/../fuzz/corpus/certificates/scalar.json" >big.json
# 40 records of 2 MB.
awk -v claims=5 -v pad=45000 -f "$tests/grow.awk" c.rec >one.rec
i=0
while [ $i -lt 40 ]; do
    cat one.rec
    i=$((i + 1))
done >big.rec
for file in big.json big.rec; do
    [ "$(wc -c <$file)" -gt $((kilobytes * 1024)) ] || fail "$file is small"
done
gzip -1 -c big.json >big.json.gz

ulimit -v $kilobytes
expect 0 big.json
says out 'accepted: 0 proofs, 5000 violations'
expect 0 big.json.gz
says out 'accepted: 0 proofs, 5000 violations'
expect 0 big.rec
says out 'accepted: 200 proofs'

# One proof that needs more than there is: no word of it.
awk -v claims=1 -v pad=2000000 -f "$tests/grow.awk" c.rec >long.rec
expect 4 long.rec
says err 'out of memory'
silent out
expect 5 --mem 40M long.rec
says err 'stopped at the ceiling of --mem'
silent out
finish
