# Small mistakes in C sources: the operators of mutation testing (relations,
# arithmetic, logic, constants, conditions, returns).  For each place of the
# files named: a key, the file, the line as it is and as it becomes, with tabs
# between.  The key is a hash of these and of seed=N, so that a sample by key
# stays what it is when other lines change.  Lines that stand more than once in
# their file, and those with texts, are left out.

# Lehmer's generator modulo 2^31 - 1, exact in doubles, over the characters.
function hash(text,    h, i) {
    h = seed + 12345
    for (i = 1; i <= length(text); i++)
        h = (h * 16807 + code[substr(text, i, 1)]) % 2147483647
    return (h * 16807) % 2147483647
}

function emit(old, new) {
    if (old != new)
        printf "%010d\t%s\t%s\t%s\n", hash(file new), file, old, new
}

# The first `from` of the line becomes `to`.
function exchange(line, from, to,    at) {
    at = index(line, from)
    if (at > 0)
        emit(line, substr(line, 1, at - 1) to substr(line, at + length(from)))
}

function one_more(line,    at, digits) {
    if (!match(line, /[^A-Za-z0-9_.][0-9]+[^A-Za-z0-9_.]/))
        return
    at = RSTART + 1
    digits = substr(line, at, RLENGTH - 2)
    emit(line, substr(line, 1, at - 1) (digits + 1) \
        substr(line, at + length(digits)))
}

function negate(line,    at, inner) {
    if (line !~ /^(\} else )?if \(.*\)( \{)?$/ || line ~ /\) [^{]*\(/)
        return
    at = index(line, "if (") + 4
    inner = substr(line, at)
    sub(/\)( \{)?$/, "", inner)
    emit(line, substr(line, 1, at - 1) "!(" inner ")" \
        substr(line, at + length(inner)))
}

function mutate(line,    i) {
    for (i = 1; i <= pairs; i++)
        exchange(line, from[i], to[i])
    one_more(line)
    negate(line)
}

function is_code(line) {
    return line !~ /["'#]/ && line !~ /^[*\/]/ && line !~ /ENSURE|^case / &&
           line ~ /[;{)&|,]$/
}

function end_of_file(    i) {
    for (i = 1; i <= count; i++)
        if (is_code(lines[i]) && seen[lines[i]] == 1)
            mutate(lines[i])
    count = 0
    split("", seen)
}

BEGIN {
    for (i = 1; i < 128; i++)
        code[sprintf("%c", i)] = i
    pairs = split(" < , > , <= , >= , == , != , && , || , + , - , * , / ,true;,false;", from, ",")
    split(" <= , >= , < , > , != , == , || , && , - , + , + , * ,false;,true;", to, ",")
}

FNR == 1 {
    end_of_file()
    file = FILENAME
}

/^    / {
    line = $0
    gsub(/^ +/, "", line)
    if (length(line) > 8) {
        lines[++count] = line
        seen[line]++
    }
}

END {
    end_of_file()
}
