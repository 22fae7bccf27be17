# From a record of one claim c1 with one proof, one of N claims alike whose
# proofs have M idle lines each: awk -v claims=N -v pad=M -f grow.awk RECORD
/^statement/ { print "statement " $2 + claims - 1; next }
/claim c1:/ {
    for (i = 1; i <= claims; i++) {
        line = $0
        sub(/c1/, "c" i, line)
        print line
    }
    next
}
/^proof/ { lines = $5; theorem = $2; in_log = 1; next }
/^end/ {
    for (i = 1; i <= claims; i++) {
        print "proof " theorem " c" i " 1 " lines + pad
        for (k = 1; k < lines; k++)
            print log_line[k]
        for (k = 0; k < pad; k++)
            print "number 7"
        print log_line[lines]
    }
    print "end " claims
    next
}
in_log { log_line[++count] = $0; next }
{ print }
