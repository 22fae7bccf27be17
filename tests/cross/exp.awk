# exp_quotient of src/eval/filter_smooth.h, statement by statement, each
# assignment with a name of its own: rounded (for -v tool=gappa) and exact (m…).
/exp_quotient##S\(V r\)/ { inside = 1; next }
inside && / = |return/ {
    gsub(/ *\\$|const |V |;/, "")
    sub(/^ */, "")
    sub(/^return /, "q = ")
    gsub(/\.0/, "")
    gsub(/[()]/, " & ")
    n = split($0, word, " ")
    rounded = exact = ""
    for (i = 3; i <= n; i++) {
        own = word[i] in version ? version[word[i]] : ""
        rounded = rounded " " word[i] own
        exact = exact " " (own ? "m" : "") word[i] own
    }
    own = ++version[word[1]]
    if (tool == "gappa")
        print word[1] own " rnd=" rounded ";"
    print "m" word[1] own " =" exact ";"
    if (word[1] == "q")
        exit
}
