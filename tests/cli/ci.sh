# The formats of CI, and --strict.
. "$2/lib.sh"

cat >t.bound <<'END'
# a line
theorem t {
    dim n >= 2;
    given A : real[n, n];
    claim fine: normfro(A) >= 0;
    claim wrong: normfro(A) <= 1;
}
END
expect 1 check t.bound --trials 20 --format sarif -o t.sarif
says t.sarif '"version": "2.1.0"'
says t.sarif '"startLine": 6'
mark=$(grep majorantClaim t.sarif)
sed 's/# a line/# a line\n# and one more/' t.bound >moved && mv moved t.bound
expect 1 check t.bound --trials 20 --format sarif -o t.sarif
says t.sarif '"startLine": 7'
[ "$mark" = "$(grep majorantClaim t.sarif)" ] || fail 'another fingerprint'
expect 1 check t.bound --trials 20 --format github
says out '::error file=t.bound,line=7,col=11,title=t.wrong%3A violated::'
expect 1 check t.bound --trials 20 --format junit
says out '<failure message="expected holds, got violated"'
for format in sarif github junit json; do
    expect 1 prove t.bound --format "$format"
    expect 0 check t.bound --claim fine --trials 5 --format "$format"
done
says out '"ok": true'
expect 2 check t.bound --format tap
says err "'tap' is none of text, json, junit, sarif, github"
# What stopped early is no success in any of them.
expect 5 check t.bound --claim fine --trials 100000000 --time 0.3 \
    --format github
says out '::error title=majorant::stopped early'
expect 5 check t.bound --claim fine --trials 100000000 --time 0.3 \
    --format sarif
says out '"executionSuccessful": false'
expect 5 check t.bound --claim fine --trials 100000000 --time 0.3 \
    --format junit
says out '<error message="stopped early'

# --strict: `consistent` satisfies `holds` only for ==.
cat >s.bound <<'END'
theorem s {
    dim n >= 2;
    given A : real[n, n];
    claim order: norm2(A)^3 <= norm2(A * A' * A);
    claim equal: norm2(A)^3 == norm2(A * A' * A);
    claim told [expect consistent]: norm2(A)^4 <= norm2(A * A' * A * A');
}
END
expect 0 check s.bound --trials 19
[ "$(grep -c consistent out)" -ge 3 ] || fail 'not consistent'
expect 1 check s.bound --trials 19 --strict
says out 'expected holds, got consistent'
expect 1 check s.bound --trials 19 --strict --claim order
expect 0 check s.bound --trials 19 --strict --claim equal
expect 0 check s.bound --trials 19 --strict --claim told
finish
