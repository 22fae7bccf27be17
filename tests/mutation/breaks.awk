# Reads the tables of breaks (the files named on the command line).
#   mode=list      the ids, one a line
#   mode=field     the field `name` of the row `id`
#   mode=apply     the file of the row `id` under `root`, broken
#   mode=check     every row fits the sources under `root`; exit 1 if not
#   mode=markdown  the table of docs/testing.md
# A row is a paragraph of `key: text` lines; `#` starts a comment line.

function complain(text) {
    print text > "/dev/stderr"
    failed = 1
}

function finish_row(    i, key) {
    if (!open)
        return
    open = 0
    for (i = 1; i <= needed_count; i++) {
        key = needed[i]
        if (field[rows, key] == "")
            complain(where ": no `" key "`")
    }
    if (field[rows, "id"] in row_of)
        complain(where ": the id " field[rows, "id"] " is taken")
    row_of[field[rows, "id"]] = rows
    if (field[rows, "old"] == field[rows, "new"])
        complain(where ": nothing is broken")
}

# How often `text` stands in `line`.
function times(line, text,    count, at) {
    count = 0
    while ((at = index(line, text)) > 0) {
        count++
        line = substr(line, at + 1)
    }
    return count
}

# Reads the row's file into lines[1..result] and sets place, the line of the
# old text; place is 0, with a reason, unless it is found exactly once.
function locate(row,    path, count, i, from, hits, old, after) {
    path = root "/" field[row, "file"]
    count = 0
    while ((getline lines[count + 1] < path) > 0)
        count++
    close(path)
    old = field[row, "old"]
    after = field[row, "after"]
    place = 0
    hits = 0
    from = 1
    if (after != "") {
        for (i = 1; i <= count; i++)
            if (index(lines[i], after)) {
                from = i
                hits++
            }
        if (hits != 1) {
            reason = "`after` is found " hits " times"
            return count
        }
        for (i = from; i <= count && !index(lines[i], old); i++)
            ;
        hits = i <= count ? times(lines[i], old) : 0
        place = hits == 1 ? i : 0
    } else {
        for (i = 1; i <= count; i++)
            if (index(lines[i], old)) {
                place = i
                hits += times(lines[i], old)
            }
        if (hits != 1)
            place = 0
    }
    reason = "`old` is found " hits " times"
    return count
}

# Does a file of the suite stand behind the test's name?
function test_exists(name,    part, path, line, found) {
    split(name, part, "/")
    if (part[1] == "unit")
        path = root "/tests/unit/" part[2] "/test_" part[3] ".c"
    else if (part[1] == "fuzz")
        path = root "/tests/fuzz/fuzz_" part[2] ".c"
    else if (part[2] != "")
        path = root "/tests/" part[1] "/" part[2] ".sh"
    else
        path = root "/tests/" part[1] "/run.sh"
    found = (getline line < path) > 0
    close(path)
    return found
}

function check_row(row,    name, count, i, test) {
    name = field[row, "id"]
    locate(row)
    if (!place)
        complain(name ": " field[row, "file"] ": " reason)
    count = split(field[row, "tests"], test, " ")
    for (i = 1; i <= count; i++)
        if (!test_exists(test[i]))
            complain(name ": no test " test[i])
}

function apply_row(row,    count, i, old, at) {
    count = locate(row)
    if (!place) {
        complain(field[row, "id"] ": " reason)
        return
    }
    old = field[row, "old"]
    for (i = 1; i <= count; i++)
        if (i == place) {
            at = index(lines[i], old)
            print substr(lines[i], 1, at - 1) field[row, "new"] \
                substr(lines[i], at + length(old))
        } else
            print lines[i]
}

# Text inside a Markdown table: a bar would end the cell.
function cell(text) {
    gsub(/\|/, "\\|", text)
    return text
}

function print_row(row) {
    printf "| %s | `%s` | %s | `%s` → `%s` | %s |\n", field[row, "id"],
        substr(field[row, "file"], 5), cell(field[row, "means"]),
        cell(field[row, "old"]), cell(field[row, "new"]),
        field[row, "tests"]
}

BEGIN {
    needed_count = split("id file old new tests means", needed, " ")
    known = " id file after old new tests means "
}

FNR == 1 {
    finish_row()
}

/^#/ {
    next
}

/^[ \t]*$/ {
    finish_row()
    next
}

{
    where = FILENAME ":" FNR
    if (!open) {
        open = 1
        rows++
    }
    key = $1
    sub(/:$/, "", key)
    if (!index(known, " " key " ") || index($0, key ": ") != 1)
        complain(where ": not a field: " $0)
    else if ((rows, key) in field)
        complain(where ": a second `" key "`")
    else
        field[rows, key] = substr($0, length(key) + 3)
}

END {
    finish_row()
    if (mode == "markdown") {
        print "| id | place | what breaks | break | noticed by |"
        print "| --- | --- | --- | --- | --- |"
    }
    for (row = 1; row <= rows && !failed; row++) {
        name_of_row = field[row, "id"]
        if (mode == "list")
            print name_of_row
        else if (mode == "markdown")
            print_row(row)
        else if (mode == "field" && name_of_row == id)
            print field[row, name]
        else if (mode == "apply" && name_of_row == id)
            apply_row(row)
    }
    if (mode == "check")
        for (row = 1; row <= rows; row++)
            check_row(row)
    if (rows == 0)
        complain("no breaks")
    exit failed
}
