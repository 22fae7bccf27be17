# Claims that compare logarithms: what stands for the ratio is a gap.
. "$2/lib.sh"

# claim_has_gap CLAIM yes|no: whether JSON has the field, and no tightness.
claim_has_gap() {
    cat >one.bound <<END
theorem one {
    dim n;
    given x : real in [1/4, 1/2];
    given v : nonneg[n];
    claim it: $1;
}
case here for one { n = 2;  x = 1/3;  v = [1/5; 1/7]; }
END
    "$majorant" check --no-cache one.bound --format json >out 2>err
    grep -q '"theorem": "one"' out || fail "not checked: $1"
    grep -q '"gap"' out && has=yes || has=no
    [ "$has" = "$2" ] || fail "gap: $has, wanted $2: $1"
    [ "$has" = no ] || says out '"tightness": null'
}
claim_has_gap 'log(x) <= log(2 * x)' yes
claim_has_gap 'log(2 * x) >= log(x)' yes
claim_has_gap '-log(x) < 3^n * log(1 / x) + log(2) / 2' yes
claim_has_gap 'log(x^2) <= sum(i in 1..n, i * log(1 - v[i]) / 9)' yes
claim_has_gap 'log(x) == log(x)' no
claim_has_gap 'log(x) <= 1 + log(x)' no
claim_has_gap 'log(x) <= x * x' no
claim_has_gap 'log(x)^2 <= log(4)' no
claim_has_gap 'log(x) * log(x) <= log(4)' no
claim_has_gap 'log(x) / log(1/2) <= log(9)' no
claim_has_gap 'sum(v .* log(v)) <= log(9)' no
claim_has_gap 'log(v) <= log(9)' no
claim_has_gap 'log(x) <= max(log(x), 0)' no
claim_has_gap '-log(x) <= ? * log(9)' no

# The number: log10 of the larger side over the smaller, of either sign.
cat >two.bound <<'END'
theorem two {
    given x : real in [1, 10^6];
    claim up: log(x^100) <= 200 * log(x);
    claim down: -log(x) >= log(1 / (4 * x));
    claim false [expect violated]: log(x) <= log(x / 2);
    claim mixed [expect violated]: log(2) <= log(x);
}
case far for two { x = 10^5; }
case drawn for two { x ~ uniform(1, 9);  trials 40; }
END
expect 0 check --no-cache two.bound --case far --claim up
says out '500 dec'
expect 0 check --no-cache two.bound --case far --claim down
says out '0.6021 dec' # log10 of 4
expect 0 check --no-cache two.bound --case far --claim false
says out '-0.301 dec'
expect 0 check --no-cache two.bound --case drawn --format json
cp out filtered
expect 0 check --no-cache two.bound --case drawn --format json --no-filter
for json in filtered out; do
    grep -v '"filter"\|"max_bits"' "$json" >"$json.same"
done
cmp -s filtered.same out.same || fail "the filter changes a gap"
# A median among negative gaps is not shown: the histogram does not have it.
expect 0 check --no-cache two.bound --case drawn --claim false --format json
says out '"median": null'
expect 0 check --no-cache two.bound --case drawn --claim mixed --format json
says out '"min": -0.'

# Of a store: the tightest instance is the one with the least gap.
expect 0 check --no-cache two.bound --claim up --store run.db
expect 0 report run.db -o run.html
says run.html 'gap in decades, least'
says run.html 'decades from the smaller side to the larger'
least=$("$majorant" report run.db --format json | sed -n 's/^ *"min": \([0-9.]*\),*$/\1/p' | tail -1)
says run.html ", gap $least)"
expect 0 report run.db -o run.md
says run.md 'Gap in decades: least'
finish
