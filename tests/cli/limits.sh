# The limits of docs/limits.md on the program, one below, at and one beyond.
# sh limits.sh MAJORANT FOLDER
. "$2/lib.sh"
page=$here/../../docs/limits.md

# at NAME: sets n to what the page says of it.
at() {
    said=$(grep -o "\`$1\` = [0-9^]*" "$page" | head -n 1 | sed 's/.* = //')
    case $said in
    '') fail "docs/limits.md does not name $1" && n=0 ;;
    2^*)
        n=1
        power=${said#2^}
        while [ "$power" -gt 0 ]; do
            n=$((2 * n)) power=$((power - 1))
        done
        ;;
    *) n=$said ;;
    esac
}

# stands NAME MAKE TEXT ARGUMENT...: `MAKE k` prepares; majorant with the
# arguments (%: k) takes n - 1 and n, and refuses n + 1 in one error with TEXT.
stands() {
    name=$1 make=$2 text=$3
    shift 3
    at "$name"
    for k in $((n - 1)) "$n" $((n + 1)); do
        $make "$k"
        "$majorant" $(echo "$@" | sed "s/%/$k/g") >out 2>err
        got=$?
        if [ "$k" -le "$n" ] && [ $got -ne 0 ]; then
            fail "$name: $k: status $got"
            cut -c1-300 err >&2
        elif [ "$k" -gt "$n" ]; then
            [ $got -eq 2 ] || fail "$name: $k: status $got"
            [ "$(grep -c 'error: ' err)" -eq 1 ] || fail "$name: not one error"
            says err "$text"
        fi
    done
}

# beyond NAME MAKE TEXT ARGUMENT...: n + 1 alone.
beyond() {
    name=$1 make=$2 text=$3
    shift 3
    at "$name"
    $make $((n + 1))
    expect 2 "$@"
    says err "$text"
}

nothing() {
    :
}

# ---- texts ----

source_of() {
    head='theorem t { claim c: 0 <= 1; } #'
    {
        printf '%s' "$head"
        head -c $(($1 - ${#head})) /dev/zero | tr '\0' x
    } >x.bound
}
stands SOURCE_MAX_BYTES source_of 'is longer than' check x.bound --trials 1

literal_of() {
    awk -v n="$1" 'BEGIN {
        printf "theorem t { claim c: sum([0"
        for (i = 1; i < n; i++)
            printf ";0"
        print "]) <= 0; }"
    }' >x.bound
}
stands LOWER_MAX_LITERAL literal_of 'a literal matrix has at most' \
    check x.bound --trials 1

# The claim, its relation and the first let are levels too.
chain_of() {
    awk -v n="$(($1 - 3))" 'BEGIN {
        print "theorem t { given x : real; let a0 = x;"
        for (i = 1; i <= n; i++)
            print "let a" i " = a" i - 1 ";"
        print "claim c: a" n " <= a" n "; }"
    }' >x.bound
}
stands LOWER_MAX_DEPTH chain_of 'levels deep, funcs expanded' \
    check x.bound --trials 1

power_of() {
    echo "theorem t { dim n; given A : real[n^$1];
        given B : real[n^$(($1 - 1)) * n]; claim c: norm1(A + B) >= 0; }
        case c for t { n = 1; trials 1; }" >x.bound
}
stands DIM_MAX_POWER power_of 'shapes do not agree' check x.bound

# Sizes that double again and again: numbers, and powers, which must not wrap.
doubled_of() { # SIZE LETS
    echo "theorem t { dim n; given A0 : real[$1, $1]; given B : real[1, 1];"
    i=1
    while [ $i -le "$2" ]; do
        echo "let A$i = kron(A$((i - 1)), A$((i - 1)));"
        i=$((i + 1))
    done
    echo "claim c: normmax(A$2) >= 0; }"
}
doubled_of n 10 >x.bound
expect 0 check x.bound --dims n=1 --trials 2
for size in 2 n; do
    doubled_of $size 40 >x.bound
    expect 2 check x.bound
    says err 'the size of this product is too large'
done

# The named file counts.
imports_of() {
    rm -f m*.bound
    awk -v n="$1" 'BEGIN {
        for (i = 1; i < n; i++) {
            print "func f" i "(x) = x;" >"m" i ".bound"
            close("m" i ".bound")
            print "import \"m" i ".bound\";"
        }
        print "theorem t { claim c: 0 <= 1; }"
    }' >x.bound
}
stands MODULE_MAX_FILES imports_of 'files are imported' check x.bound --trials 1

# ---- cases ----

case_of() {
    echo "theorem t { dim n; $1 claim c: 0 <= 1; } case c for t { n = 1; $2 }" \
        >x.bound
}
trials_of() { case_of '' "trials $1;"; }
reuse_of() { case_of 'given x : real;' "trials 1; reuse x $1;"; }
decade_of() { case_of 'given x : real;' "trials 1; x ~ logscale(0-$1, 0);"; }
psd_of() {
    echo "theorem t { given P : psd[$1]; claim c: 0 <= 1; }
        case c for t { P = eye($1); trials 1; }" >x.bound
}
size_of() {
    echo "theorem t { dim n; given x : real[n]; claim c: sum(x) <= sum(x); }
        case c for t { n = $1; x ~ rademacher(); trials 1; }" >x.bound
}
entries_of() {
    echo "theorem t { dim n; given A : real[n, 8192]; claim c: 0 <= A[1, 1]; }
        case c for t { n = $1; trials 1; }" >x.bound
}
samplers_of() {
    awk -v n="$1" 'BEGIN {
        e = "normal(0, 1)"
        for (i = 0; i < n - 1; i++)
            e = "sparse(1, " e ")"
        print "theorem t { given x : real; claim c: 0 <= 1; }"
        print "case c for t { trials 1; x ~ " e "; }"
    }' >x.bound
}
integrals_of() {
    awk -v n="$1" 'BEGIN {
        e = "0"
        for (i = 1; i <= n; i++)
            e = "integral(t" i " in 0..0, " e ")"
        print "theorem t { given x : real; claim c: 0 * x <= " e "; }"
        print "case c for t { x = 1; trials 1; }"
    }' >x.bound
}
inline_of() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print 1 }' >x.csv
    echo 'theorem t { dim n; given x : real[n]; claim c: 0 <= 1; }
        case c for t { x = 1 * file("x.csv"); trials 1; }' >x.bound
}
stands SPEC_MAX_TRIALS trials_of 'expected a number in 1..' \
    check x.bound --trial 0
stands SPEC_MAX_REUSE reuse_of 'expected a number in 1..' check x.bound
stands SAMPLER_MAX_DECADE decade_of 'takes decades' check x.bound
stands SAMPLER_MAX_NESTING samplers_of 'samplers nested deeper' check x.bound
stands PROPERTY_MAX_SIZE psd_of 'too large to be checked' check x.bound
stands LAYOUT_MAX_DIM size_of 'expected a size in 1..' check x.bound
stands PLAN_MAX_NESTED integrals_of 'integrals nest more than' check x.bound
stands SPEC_MAX_INLINE inline_of 'can only be a whole value' check x.bound
members_of() {
    echo "theorem t { given F[k in 1..1024, l in 1..$1] : real;
        claim c: F[1, 1] <= F[1, 1]; }
        case c for t { F ~ rademacher(); trials 1; }" >x.bound
}
at LAYOUT_MAX_SLOTS
members_of $((n / 1024))
expect 0 check x.bound
members_of $((n / 1024 + 1))
expect 2 check x.bound
says err "F has more than $n members"
at LAYOUT_MAX_ENTRIES
entries_of $((n / 8192 + 1))
expect 2 check x.bound
says err 'entries'

# ---- data files ----

file_case() {
    echo "theorem t { dim n, m; given x : real[n, m]; claim c: 0 <= 1; }
        case c for t { x = file(\"$1\"); trials 1; }" >x.bound
}
npy_of() {
    file_case x.npy
    {
        printf '\223NUMPY\002\000'
        printf "\\$(printf %03o $(($1 % 256)))"
        printf "\\$(printf %03o $(($1 / 256 % 256)))"
        printf "\\$(printf %03o $(($1 / 65536)))\\000"
        awk -v n="$1" 'BEGIN {
            q = sprintf("%c", 39)
            h = "{" q "descr" q ": " q "<f8" q ", " q "fortran_order" q \
                ": False, " q "shape" q ": (1, 1), }"
            printf "%s", h
            for (i = length(h); i < n - 1; i++)
                printf " "
            printf "\n"
        }'
        printf '\000\000\000\000\000\000\360\077'
    } >x.npy
}
sparse_of() { # no disk is taken where the file system knows holes
    file_case big.csv
    rm -f big.csv
    dd if=/dev/zero of=big.csv bs=1 count=1 seek=$(($1 - 1)) 2>/dev/null
}
stands NPY_MAX_HEADER npy_of 'the header is longer than' check x.bound
beyond DATA_MAX_BYTES sparse_of 'is longer than' check x.bound
rm -f big.csv

# A scalar in a file of its own; as many givens as calls.
printf '\065\000\000\000\000\000\000\000%s\000\000\000\000\000\000\360\077' \
    '{"s":{"dtype":"F64","shape":[],"data_offsets":[0,8]}}' >s.safetensors
tensors_of() {
    awk -v n="$1" 'BEGIN {
        print "theorem t {"
        for (i = 1; i <= n; i++)
            print "given x" i " : real;"
        print "claim c: x1 <= 1; } case c for t { trials 1;"
        for (i = 1; i <= n; i++)
            print "x" i " = tensor(\"s.safetensors\", \"s\");"
        print "}"
    }' >x.bound
}
stands SPEC_MAX_TENSORS tensors_of 'tensors in a case' check x.bound

# ---- the command line ----

echo 'theorem t { claim c: 0 <= 1; }' >t.bound
stands OPTIONS_MAX_JOBS nothing '--jobs' check t.bound --trials 1 --jobs %
stands OPTIONS_MAX_DIGITS nothing '--digits' eval 1/3 --digits %
stands LADDER_MAX_CAP nothing '--prec-max' check t.bound --trials 1 \
    --prec-max %
stands KEEP_MAX_PARTS nothing '--shard' check t.bound --trials 1 \
    --store part%.db --shard 1/%
at OPTIONS_MAX_SETTINGS
set --
while [ $# -lt $((2 * n)) ]; do
    set -- "$@" --set "w$#=t.bound"
done
expect 0 check t.bound --trials 1 "$@"
expect 2 check t.bound --trials 1 "$@" --set one_more=t.bound
says err '--set: more than'
set --

# Folders in the one that is named: the last file is not beyond the limit.
folders_of() {
    rm -rf deep
    path=deep
    i=0
    while [ $i -lt "$1" ]; do
        path=$path/d i=$((i + 1))
    done
    mkdir -p "$path"
    cp t.bound "$path/t.bound"
}
stands FILES_MAX_DEPTH folders_of 'too many nested folders' check deep \
    --trials 1

# ---- certificates ----

cat >w.bound <<'END2'
theorem w { given x : real; claim c: x <= 0; }
case c for w { x = 3; }
END2
expect 1 refute w.bound -o cex.json
digits_of() {
    awk -v n="$1" '
        function nines(k, s) {
            s = "9"
            while (length(s) < k)
                s = s s
            return substr(s, 1, k)
        }
        /"x":/ { gsub(/"3"/, "\"" nines(n) "\"") }
        /"found"/ { sub(/,$/, "") } # the digest does not fit any more
        !/"digest"/ { print }' cex.json >long.json
}
digits_of 5
grep -q '"99999"' long.json || fail 'the certificate has another form'
many_of() {
    awk -v n="$1" 'BEGIN {
        printf "[{}"
        for (i = 1; i < n; i++)
            printf ",{}"
        print "]"
    }' >many.json
}
beyond CERTIO_MAX_CERTIFICATES many_of 'expected 1 to 4096 certificates' \
    recheck many.json
at CERTIO_MAX_DIGITS
for k in $((n - 1)) "$n"; do
    digits_of "$k"
    expect 2 recheck long.json
    says err 'field digest is missing'
done
digits_of $((n + 1))
expect 2 recheck long.json
says err 'is no reduced fraction'
at CERTIO_MAX_BYTES
dd if=/dev/zero of=large.json bs=1 count=1 seek="$n" 2>/dev/null
expect 2 recheck large.json
says err 'longer than 64 MiB'
finish
