# The commands that README.md and the pages in docs/ show print what stands
# below them.  A block ```console holds commands ("$ ...") and their output; a
# block ```bound FILE is put into that file.  With MAJORANT_BLESS=1 the pages
# are written anew.
. "$2/lib.sh"

root=$(cd "$here/../.." && pwd)
cp -r "$root/docs" "$root/bounds" "$root/cases" "$root/README.md" .
mkdir -p bin new
ln -s "$majorant" bin/majorant
PATH=$work/bin:$PATH

# The page with its files written and every command's output behind it.
filled() {
    awk -v work="$work" '
        /^```bound ./ { file = work "/" $2; printf "" >file; print; next }
        file != "" && /^```$/ { close(file); file = ""; print; next }
        file != "" { print >file; print; next }
        /^```console$/ { print; inside = 1; next }
        inside && /^```$/ { print; inside = 0; next }
        inside && /^\$ / {
            print
            command = "cd " work " && " substr($0, 3) " 2>&1"
            while ((command | getline line) > 0)
                print line
            close(command)
            next
        }
        !inside' "$1"
}

# times differ from run to run
untimed() {
    sed -E 's/ +<?[0-9.]+ (ms|s)$/ TIME/; s/ +time$/ time/'
}

for page in $(grep -l '^```console$' README.md docs/*.md); do
    filled "$page" >new/page.md
    if [ "${MAJORANT_BLESS:-}" = 1 ]; then
        cp new/page.md "$root/$page"
        cp new/page.md "$page"
    fi
    untimed <"$page" >new/wanted.md
    untimed <new/page.md >new/got.md
    cmp -s new/wanted.md new/got.md || {
        fail "$page does not show what its commands print"
        diff new/wanted.md new/got.md >&2
    }
done
[ "$(cat README.md docs/*.md | grep -c '^\$ majorant')" -ge 6 ] ||
    fail "the pages have no commands"
grep -q 'printed: ' docs/proving.md || fail "the commands printed nothing"
finish
