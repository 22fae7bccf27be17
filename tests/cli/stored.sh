# Stored counterexamples in check, and counterexample reports.
. "$2/lib.sh"
mkdir -p bounds/mine cases/violated

cat >bounds/mine/t.bound <<'END'
theorem rare { given x : real in [0, 1];
    claim low [expect violated]: x <= 99/100;
    claim high: x <= 1; }
case half for rare { x = 1/2; }
END
certificate=cases/violated/t.rare.low.json
expect 0 refute bounds/mine/t.bound --claim rare.low --case campaign \
    -o "$certificate"
says out 'rare low: violated (case campaign)'

# The row of the claim: its trial and the stored one.
row() {
    sed -n '/"claim": "low"/,/"claim": "high"/p' out | grep -F "\"$1\":" |
        head -1 | tr -d ' ,'
}
expect 0 check bounds/mine/t.bound --format json
[ "$(row trials)" = '"trials":2' ] || fail "stored: $(row trials)"
[ "$(row false)" = '"false":1' ] || fail "stored: $(row false)"
[ "$(row verdict)" = '"verdict":"violated"' ] || fail 'stored: no violation'
[ "$(row trial)" = '"trial":null' ] || fail "stored: $(row trial)"
expect 0 check bounds/mine/t.bound
says out 'violated by a stored counterexample: x = '

# Found from another folder too; not asked for one case or one trial.
(cd bounds/mine && "$majorant" check t.bound >../../out 2>../../err)
says out 'violated by a stored counterexample'
expect 1 check bounds/mine/t.bound --case half
expect 1 check bounds/mine/t.bound --trial 0

# A folder of one's own; elsewhere nothing is stored.
mkdir other empty
mv "$certificate" other/
expect 1 check bounds/mine/t.bound
expect 0 check bounds/mine/t.bound --stored other
cp bounds/mine/t.bound u.bound
mv other/t.rare.low.json other/u.rare.low.json
expect 1 check u.bound
expect 0 check u.bound --stored other

# Another statement: a note, and it does not count.
sed 's,99/100,98/100,' u.bound >changed.bound
cp other/u.rare.low.json other/changed.rare.low.json
expect 1 check changed.bound --stored other
says err 'changed.rare.low.json: the statement is another one now; passed over'

# No certificate any more, and one that the checker rejects.
sed 's/"found": "/&not /' other/u.rare.low.json >cut
mv cut other/u.rare.low.json
expect 2 check u.bound --stored other
says err 'field digest'
echo '[]' >other/u.rare.low.json
expect 2 check u.bound --stored other

# A case that fixes everything is certified as it stands, its long values in
# the case's own words.
cat >wide.bound <<'END'
theorem wide { dim n; given A : real[n, n];
    claim small [expect violated]: sum(A) <= 0;
    claim chain [expect violated]: 0 <= normmax(A) <= sum(A) <= normmax(A); }
case fixed for wide { A = kron(eye(20), ones(20, 20)); }
END
expect 0 refute wide.bound --case fixed --claim small -o wide.json
says out 'as case fixed states it'
says wide.json '"A": "kron(eye(20), ones(20, 20))"'
says wide.json 'case fixed, as written'
expect 0 recheck wide.json

# Reports.
expect 0 refute wide.bound --case fixed -o wide.json --report r.html
says r.html '<h2>wide.small is violated</h2>'
says r.html 'color-scheme:light dark'
says r.html 'sum(A) &lt;= 0'
says r.html 'majorant recheck wide.json'
says r.html 'Link 3 is the first that fails.'
expect 0 refute u.bound --claim low --case campaign --report r.md
says r.md '# Counterexamples'
says r.md '| x | '
says r.md 'not admitted'
says r.md 'at least 0.0'
cat >true.bound <<'END'
theorem square { given x : real; claim positive: x^2 >= 0; }
END
expect 0 refute true.bound --evals 500 --report r.md
says r.md 'No violation was found.'
expect 2 refute true.bound --report missing/r.md
finish
