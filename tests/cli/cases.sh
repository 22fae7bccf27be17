# cases/violated: every certificate is accepted again, and every claim of
# bounds that is expected violated has one, which states what stands there now.
# cases/proved: every proof is accepted again, of what stands there now.
# bounds/README.md: its rows are the claims, `proved` where they are.
. "$2/lib.sh"
top=$here/../..
folder=$top/cases/violated

expect 0 recheck "$folder"/*.json
cp out accepted
files=$(ls "$folder"/*.json | wc -l)
[ "$(grep -c ': accepted: ' accepted)" -ge "$files" ] ||
    fail 'a certificate was passed over'

# file.theorem.claim of every claim expected violated; links count once.
"$majorant" check "$top/bounds" --trials 1 --recheck none --format json \
    >run.json 2>notes
status=$? # 3: one trial may be rejected
[ "$status" -eq 0 ] || [ "$status" -eq 3 ] || fail "status $status: check bounds"
awk -F'"' '
    $2 == "file" { file = $4; sub(/.*\//, "", file); sub(/\.bound$/, "", file) }
    $2 == "theorem" { theorem = $4 }
    $2 == "claim" { claim = $4; sub(/#.*/, "", claim); gsub(/\//, ".", claim) }
    $2 == "expected" && $4 == "violated" && claim !~ / / {
        print file "." theorem "." claim
    }' run.json | sort -u >wanted
[ "$(wc -l <wanted)" -ge 75 ] || fail 'there are too few violated claims'
while read -r name; do
    [ -s "$folder/$name.json" ] || fail "no certificate $name.json"
    grep -qF "\`$name\`" "$top/cases/README.md" ||
        fail "cases/README.md does not name $name"
done <wanted
[ "$files" -eq "$(wc -l <wanted)" ] || fail 'a certificate serves no claim'
grep -q 'passed over' notes && {
    cat notes >&2
    fail 'a statement has changed: run cases/make.sh, or prove --update'
}
expect 0 recheck "$top"/cases/proved/*.json.gz
[ "$(grep -c ': accepted: ' out)" -ge 1500 ] || fail 'few proofs are stored'

# bounds/README.md names every theorem (the networks of depth/ are for trace),
# and its table of classical/ has a row for each claim and no other row.
awk -F'"' '
    $2 == "file" {
        n = split($4, part, "/")
        folder = part[n - 1]
        file = part[n]
        sub(/\.bound$/, "", file)
    }
    $2 == "theorem" { theorem = $4 }
    $2 == "claim" && $4 !~ /[ \/]/ {
        claim = $4
        sub(/#.*/, "", claim)
        print folder, file, theorem "." claim
    }' run.json | sort -u >claims
sed -n 's/^classical //p' claims >wanted
[ "$(wc -l <wanted)" -ge 150 ] || fail 'bounds/classical is too small'
sed -n '/^## classical/,$s/^| `\([a-z_]*\)` \([a-z_.]*\) |.*/\1 \2/p' \
    "$top/bounds/README.md" | sort >rows
diff wanted rows >&2 || fail 'the rows of classical are not its claims'

# The column `verdict` says `proved` exactly where a proof of every link is
# stored (rows of all claims of a theorem, `theorem.*`, are not looked at).
sed -n 's,.*/\([a-z0-9]*\)\.\([^/]*\)\.json\.gz: accepted: \([^ ]*\) is proved: .*,\1 \2 \3,p' \
    out | sort -u >proofs
awk -F'"' '
    $2 == "file" {
        n = split($4, part, "/")
        file = part[n - 1] " " part[n]
        sub(/\.bound$/, "", file)
    }
    $2 == "theorem" { theorem = $4 }
    $2 == "claim" && $4 !~ /[ \/]/ {
        sub(/#1$/, "", $4)
        print file, theorem "." $4
    }' run.json | sort -u >links
comm -23 links proofs | sed 's/#.*//' | sort -u >open
sed 's/#.*//' links | sort -u | sed 's/$/ proved/' >are
sed 's/$/ proved/' open | comm -23 are - >proved
sed 's/$/ open/' open | sort - proved >are
awk -F'|' '
    /^## / { folder = substr($0, 4) }
    /^\| `/ {
        gsub(/\\\|/, "/")
        split($2, words, "[ `]+")
        gsub(/ /, "", $5)
        if (words[3] !~ /\*/)
            print folder, words[2], words[3], $5 == "proved" ? "proved" : "open"
    }' "$top/bounds/README.md" | sort >said
[ "$(grep -c 'proved$' said)" -ge 400 ] || fail 'few rows say proved'
comm -23 said are | while read -r row; do
    set -- $row
    grep -q "^$1 $2 $3 " are && echo "README says: $row"
done >wrong
[ ! -s wrong ] || fail "the column verdict: $(cat wrong)"
awk 'NR == FNR { text = text $0; next }
    $1 != "depth" && !index(text, " " substr($3, 1, index($3, ".") - 1)) {
        print "no row for", $2, $3
    }' "$top/bounds/README.md" claims >missing
[ -s missing ] && fail "bounds/README.md: $(cat missing)"
finish
