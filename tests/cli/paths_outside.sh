# Security: no path in a file leaves its folder unless --allow-outside, and no
# shell sees what a user wrote.  sh paths_outside.sh MAJORANT FOLDER
. "$2/lib.sh"

mkdir in in/below away
cat >away/secret.bound <<'X'
func secret(x) = x + 41;
X
printf '1,2\n3,4\n' >away/a.csv
cp away/secret.bound in/below/near.bound
cp away/a.csv in/below/a.csv
ln -s ../away/secret.bound in/link.bound
ln -s ../away/a.csv in/link.csv
ln -s ../away in/folder
ln -s below/a.csv in/own.csv
ln -s below/near.bound in/own.bound
echo 'root:x:0' >away/no_statement

# ---- data files ----

data() {
    printf 'theorem t { given A : real[2, 2]; claim c: sum(A) == 10; }\n%s\n' \
        "case f for t { A = file(\"$1\"); }" >in/data.bound
}
commands='check prove refute ablate explain'
for path in ../away/a.csv "$work/away/a.csv" link.csv folder/a.csv \
    below/../../away/a.csv; do
    data "$path"
    for command in $commands 'trace --expr 1 --over l=1'; do
        expect 2 $command in/data.bound
        silent out
        case $command in
        trace*) ;; # another of its mistakes may be told first
        *) says err 'the file lies outside the folder of this file' ;;
        esac
    done
    expect 0 check in/data.bound --allow-outside
    (cd in && "$majorant" check data.bound >../out.txt 2>../err.txt) &&
        fail "$path: read from its own folder"
done
for path in below/a.csv own.csv ./below/a.csv; do
    data $path
    expect 0 check in/data.bound
    (cd in && "$majorant" check data.bound >../out.txt 2>&1) ||
        fail "$path: not read from its own folder"
done
data ../away/none.csv
expect 2 check in/data.bound
says err 'the file lies outside'
data below/none.csv
expect 2 check in/data.bound
says err 'below/none.csv'

# ---- imports ----

import() {
    printf 'import "%s";\n%s\n' "$1" \
        'theorem t { claim c: secret(1) == 42; }' >in/import.bound
}
for path in ../away/secret.bound "$work/away/secret.bound" link.bound \
    folder/secret.bound ../away/no_statement; do
    import "$path"
    for command in $commands; do
        expect 2 $command in/import.bound
        says err 'in/import.bound:1:1: error: the file lies outside the folder'
        ! grep -q 'root:x' err || fail 'what lies outside is shown'
        silent out
    done
done
for path in ../away/secret.bound "$work/away/secret.bound" link.bound; do
    import "$path"
    expect 0 check in/import.bound --allow-outside
done
for path in below/near.bound own.bound; do
    import $path
    expect 0 check in/import.bound
    (cd in && "$majorant" check import.bound >../out.txt 2>&1) ||
        fail "$path: not imported from its own folder"
done
# A file that is imported may name what lies beside the one that was named.
cp in/below/near.bound in/top.bound
echo 'import "../top.bound";' >in/below/up.bound
import below/up.bound
expect 0 check in/import.bound
echo 'import "../../away/secret.bound";' >in/below/up.bound
expect 2 check in/import.bound
says err 'in/below/up.bound:1:1: error: the file lies outside the folder'

# The library may import from other folders of its own, and not beyond.
mkdir -p lib/a lib/b
cp away/secret.bound lib/b/b.bound
echo 'import "../b/b.bound";' >lib/a/a.bound
printf 'import <a/a.bound>;\ntheorem t { claim c: secret(1) == 42; }\n' \
    >in/import.bound
MAJORANT_PATH=$work/lib expect 0 check in/import.bound
echo 'import "../../away/secret.bound";' >lib/a/a.bound
MAJORANT_PATH=$work/lib expect 2 check in/import.bound
says err 'lies outside the folder'
printf 'import <../away/secret.bound>;\ntheorem t { claim c: 0 <= 1; }\n' \
    >in/import.bound
MAJORANT_PATH=$work/lib expect 2 check in/import.bound --allow-outside
says err 'leaves the library'

# ---- what recheck compares with ----

# The certificate holds its whole statement; --against reads files again.
wrong='theorem w { given x : real; claim c: secret(x) <= 0; }'
for path in ../away/secret.bound link.bound; do
    printf 'import "%s";\n%s\n' "$path" "$wrong" >in/against.bound
    expect 1 refute in/against.bound --allow-outside -o in/cex.json
    expect 0 recheck in/cex.json
    expect 2 recheck in/cex.json --against in/against.bound
    says err 'in/against.bound:1:1: error: the file lies outside the folder'
    silent out
    expect 0 recheck in/cex.json --against in/against.bound --allow-outside
    says out 'in/cex.json: accepted'
done
# Another statement there is not accepted for being let in.
sed 's/<= 0/<= 1/' in/against.bound >in/other.bound
expect 2 recheck in/cex.json --against in/other.bound --allow-outside
says err 'the statement is not that of in/other.bound'

# ---- names that a shell would read ----

mkdir 'a;touch shot' 2>/dev/null
name='a;touch shot/$(touch shot) `touch shot`.bound'
echo 'theorem t { dim n; given A : real[n, n]; let S[0] = A;
    let S[l in 1..2] = S[l - 1]; claim c: 0 <= 1; }' >"$name"
expect 0 check "$name" --trials 1
expect 0 check "$name" --trials 1 -o '$(touch shot);touch shot.json' \
    --format json
[ -s '$(touch shot);touch shot.json' ] || fail 'a name was not taken as it is'
expect 0 trace "$name" --expr 'norm1(S[l])' --over 'l in 0..2' \
    -o '$(touch shot) `touch shot` | touch shot.svg'
[ -z "$(find . -name 'shot*')" ] || fail 'a shell has run what was a name'

finish
