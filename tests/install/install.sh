# sh install.sh MAJORANT FOLDER BUILD CMAKE CC CFLAGS: what is installed is
# complete and moves as a whole; the programs of docs/api.md and a client with
# two threads are built against it and run.
. "$2/../cli/lib.sh"
root=$(cd "$here/../.." && pwd)
build=$3
cmake=$4
cc=$5
flags=$6
unset MAJORANT_PATH

"$cmake" --install "$build" --prefix "$work/first" >log 2>&1 || {
    fail "cmake --install"
    cat log >&2
    finish
}
mv first tree # where it was installed says nothing

# ---- files ----
for file in bin/majorant bin/majorant-recheck include/majorant.h \
    share/man/man1/majorant.1 share/man/man1/majorant-recheck.1 \
    share/majorant/axioms/entries.bound share/majorant/library/rank.bound \
    share/majorant/library/proofs/rank \
    share/man/man5/majorant-bound.5 \
    share/bash-completion/completions/majorant \
    share/zsh/site-functions/_majorant \
    share/fish/vendor_completions.d/majorant.fish \
    share/majorant/bounds/dong2021/definitions.bound \
    share/majorant/bounds/classical/norms.bound \
    share/majorant/editors/vim/syntax/bound.vim; do
    [ -s "tree/$file" ] || fail "$file is not installed"
done
[ "$(find tree/include -type f | wc -l)" -eq 1 ] || fail "not one header"
library=$(find tree -name libmajorant.so)
[ -L "$library" ] || fail "there is no libmajorant.so"
libdir=$(cd "$(dirname "$library")" && pwd)

# ---- names ----
grep -oE '\bmajorant_[a-z_]+\(' tree/include/majorant.h | tr -d '(' |
    sort -u >declared
nm -D --defined-only "$libdir/libmajorant.so" |
    awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort -u >exported
diff declared exported >&2 || fail "other names are exported than declared"
[ "$(nm -D --defined-only "$libdir/libmajorant.so" |
    awk '$2 != "A"' | wc -l)" -eq "$(wc -l <declared)" ] ||
    fail "more than functions is exported"
readelf -d "$libdir/libmajorant.so" | grep -q 'SONAME.*libmajorant\.so\.[0-9]' ||
    fail "the library has no version"
# named FOLDER FILE...: those that name it, not something that ends in its name
named() {
    folder=$(printf %s "$1" | sed 's/[][\.*^$+?(){}|]/\\&/g')
    shift
    for file; do
        tr '\000' '\n' <"$file" |
            grep -aqE "(^|[^][:alnum:]_.}/-])$folder" && echo "$file"
    done
}
find "$libdir/pkgconfig" "$libdir/cmake" tree/share -type f >texts
for folder in "$root/" "$build"; do
    # shellcheck disable=SC2046
    for file in $(named "$folder" $(cat texts)); do
        fail "$file names $folder"
    done
done
for file in tree/bin/majorant "$libdir/libmajorant.so"; do
    [ -z "$(named "$root/bounds" "$file")" ] || fail "$file knows the sources"
done

# ---- the program and its statements ----
majorant=$work/tree/bin/majorant
cat >mine.bound <<'END'
import <dong2021/definitions.bound>;
theorem t {
    dim n, dk;
    given X : real[n, n];
    given WQ, WK : real[n, dk];
    given bQ, bK : real[dk];
    claim rows: attention(n, dk, X, WQ, WK, bQ, bK) * ones(n) == ones(n);
}
END
expect 0 check mine.bound --trials 5
says out t
cat >outside.bound <<'END'
import <../../../mine.bound>;
END
expect 2 check outside.bound
says err 'outside.bound:1:1: error: <../../../mine.bound> leaves the library'
expect 0 check tree/share/majorant/bounds/dong2021/rate.bound --trials 2
mkdir -p other/dong2021
echo 'func attention(n, dk, X, WQ, WK, bQ, bK) = ones(n, n);' \
    >other/dong2021/definitions.bound
MAJORANT_PATH=/none:$work/other expect 1 check mine.bound --trials 5
says out violated

# the checker finds its library
echo 'theorem t { given x : real; claim c: 0 <= x^2; }' >square.bound
"$majorant" prove square.bound --engine core -o square.proof >out 2>err
tree/bin/majorant-recheck --whole square.proof >out 2>err ||
    fail "majorant-recheck --whole"
says out 'share/majorant/library: accepted: '

# the program that has just been built finds the statements of the sources
majorant=$1 expect 0 check mine.bound --trials 5

# ---- clients ----
PKG_CONFIG_PATH=$libdir/pkgconfig
LD_LIBRARY_PATH=$libdir
export PKG_CONFIG_PATH LD_LIBRARY_PATH
[ -d "$(pkg-config --variable=boundsdir majorant)" ] ||
    fail "pkg-config: boundsdir is no folder"

# The blocks ```c NAME, ```cmake NAME, ```sh NAME, ```text NAME of the page.
awk '/^```[a-z]+ [A-Za-z.]+$/ {
         file = $2; if ($1 == "```sh") file = file ".sh"
         if ($1 == "```text") file = file ".wanted"
         printf "" >file; next }
     /^```/ { if (file != "") close(file); file = ""; next }
     file != "" { print >file }' "$root/docs/api.md"
cc() {
    # shellcheck disable=SC2086
    "$cc" $flags -Wall -Wextra -Werror "$@"
}
for name in example theorem prove; do
    . "./$name.sh" >"$name.got" 2>"$name.err" || {
        fail "$name of docs/api.md does not build or run"
        cat "$name.err" >&2
    }
    diff "$name.wanted" "$name.got" >&2 || fail "$name prints something else"
done
[ "$(grep -c . example.c)" -le 12 ] || fail "the example has grown"

cp "$here/threads.c" .
cc -std=c11 -D_XOPEN_SOURCE=700 threads.c -pthread \
    $(pkg-config --cflags --libs majorant) -o threads || fail "threads.c"
[ "$(./threads "$work/mine.bound" \
    "$(pkg-config --variable=boundsdir majorant)")" = "0 wrong" ] ||
    fail "two threads"
if command -v c++ >/dev/null; then
    echo '#include <majorant.h>' >header.cc
    c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
        -Itree/include header.cc || fail "the header is no C++"
fi

"$cmake" -S . -B client -DCMAKE_PREFIX_PATH="$work/tree" \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="$flags" >log 2>&1 &&
    "$cmake" --build client >>log 2>&1 || {
    fail "the client does not build with CMake"
    cat log >&2
}
client/example >client.got || fail "the client built with CMake"
diff example.wanted client.got >&2 || fail "the client prints something else"
finish
