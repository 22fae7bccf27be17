# Files that want to speak for the program: commands for the log of a CI system,
# signs that steer a terminal, names of several lines.
. "$2/lib.sh"
LC_ALL=C
export LC_ALL

esc=$(printf '\033') rlo=$(printf '\342\200\256') csi=$(printf '\302\233')
pdi=$(printf '\342\201\251') alm=$(printf '\330\234') rlm=$(printf '\342\200\217')
nbsp=$(printf '\302\240') zwsp=$(printf '\342\200\213')
steering=$rlo$csi$pdi$alm$rlm

# harmless FILE...: no line is a command (the first signs other than blanks and
# other than ASCII are `::`, or there is `##[` anywhere); nothing steers.
harmless() {
    for output in "$@"; do
        tr -d '\200-\377' <"$output" | grep -nE '^[[:space:]]*::|##(\[|[a-z])' &&
            fail "$output holds a command"
        tr -d '\n\t' <"$output" | grep -qa "[[:cntrl:]]" &&
            fail "$output holds a control character"
        for sign in "$rlo" "$csi" "$pdi" "$alm" "$rlm"; do
            grep -qaF "$sign" "$output" && fail "$output is steered"
        done
    done
}

name=$(printf 'a\n::error title=a::forged\n \033[31m\302\233\342\200\256##[error]x.bound')
write() {
    cat >"$1" <<EOF
theorem t "::error::title $steering ##[error]x ##vso[task.complete]" {
    cite "::error::cite $steering ##[error]x";
    cite "  ::set-output name=x::1";
    cite "$nbsp$zwsp::error::blanks that are not ASCII";
    cite ":$zwsp:error::a colon between";
    dim n >= 2;
    given A, B : real[n, n];
    claim fine: norm1(A * B) <= norm1(A) * norm1(B);
    claim wrong: normfro(A) <= 1;
}
case s for t { n = 2; A, B ~ normal(0, 1); trials 5; seed 1; }
EOF
}
mkdir d
write "d/$name"
write d/plain.bound
write ::error::x.bound
for file in "d/$name" d/plain.bound ::error::x.bound; do
    expect 1 check "$file" --trials 5
    harmless out err
    says out '?:error::cite'
    says out '?:set-output'
    says out 't: ::error::title'
    expect 1 check "$file" --trials 5 --color always
    tr -d '\033' <out >plain
    harmless plain err
    grep -qF "$esc[31m##" out && fail 'a name gives colours'
    expect 1 prove "$file" -o proof.json
    harmless out err
    expect 0 recheck proof.json
    cp proof.json "p$name"
    expect 0 recheck "p$name"
    harmless out err
    expect 1 refute "$file" --claim wrong -o cex.json
    harmless out err
    cp cex.json "c$name"
    expect 0 recheck "c$name"
    harmless out err
    expect 0 explain "$file"
    harmless out err
    expect 1 fmt --check "$file"
    harmless out err
    expect 1 check "$file" --trials 5 --format github
    harmless err
    [ "$(tr -d '\200-\377' <out | grep -c '^[[:space:]]*::')" -eq \
        "$(grep -c '^::error file=.*,title=t\.wrong%3A violated::' out)" ] ||
        fail 'a command that is not ours'
    expect 1 check "$file" --trials 5 --format junit
    tr -d '\200-\377' <out | grep -E '^[[:space:]]*::|##(\[|[a-z])' &&
        fail 'JUnit holds a command'
    for sign in "$esc" "$rlo" "$csi"; do
        grep -qaF "$sign" out && fail 'JUnit is steered'
    done
done
expect 1 check d --trials 5
harmless out err
says out 'd/a?::error title=a::forged? ?[31m??#?[error]x.bound'
[ "$(grep -c forged out)" -ge 1 ] || fail 'the name is missing'
expect 1 check d --trials 5 -v
harmless out err
expect 1 check d --trials 5 --store run.db
for format in text md; do
    expect 0 report run.db --format "$format"
    harmless out err
done
expect 1 check d/*.bound ::error::x.bound --trials 5 -o report.txt
harmless report.txt

# Errors quote the line.
{
    printf 'theorem t {\n'
    printf '  ::error::a %s ##[error]b\n' "$steering"
    printf '  \342\200\213::error::c\n}\n'
} >"e$name"
expect 2 check "e$name"
harmless out err
says err '  ?:error::a'
printf 'theorem t {\n    ::error:: \033 ##[error]\n}\n' >"x$name"
expect 2 check "x$name"
harmless out err
says err '  ?:error:: ? #?[error]'
expect 2 fmt "e$name"
harmless out err
expect 2 check "/nowhere/$name"
harmless out err
expect 2 recheck "e$name"
harmless out err

# Certificates are files too.
sed 's/"relation": "/&\\n::error::forged\\u001b\\u202e/' cex.json >forged.json
"$majorant" recheck forged.json >out 2>err
harmless out err
sed 's/"relation": "/&\\n::error::forged\\u001b\\u202e/' proof.json >forged.json
"$majorant" recheck forged.json >out 2>err
harmless out err
finish
