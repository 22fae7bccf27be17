"""How many lines one must believe: what is linked into majorant-recheck.

    linked.py SRC MAP PROVED VIOLATED LIBRARY...

The map of its link says which objects it has; nm, what each calls.  Behind a
word stand the objects that its entry reaches, with the headers that their
sources include.  Fails where that is more than PROVED or VIOLATED lines, and
where a folder is linked that has no business here, or FLINT, BLAS and the like.
"""

import os
import re
import subprocess
import sys

FOLDERS = {"base", "lang", "ir", "interval", "core", "replay", "instance",
           "cert", "certio", "recheck"}
# Where the work for a word begins; the other word's entries are no part of it.
ENTRIES = {"proved": {"replay/record_replay", "replay/whole"},
           "violated": {"recheck/violation"}}
# Objects that main.c calls, which is in no library.
MAIN = {"certio/stream", "certio/feed", "certio/read", "base/ceiling",
        "base/memory", "recheck/again", "replay/whole", "ir/library", "ir/module"}
FOREIGN = re.compile(r"lib(flint|arb|openblas|cblas|blas|glpk|sqlite|mpi)")


def linked(path):
    """FOLDER/FILE of each object of the program's own libraries."""
    with open(path, encoding="utf-8", errors="replace") as text:
        text = text.read()
    if FOREIGN.search(text):
        sys.exit(f"{path}: {FOREIGN.search(text)[0]} is linked")
    found = re.findall(r"libmajorant_([a-z]+)\.a\(([a-z0-9_]+)\.c\.o\)", text)
    return {f"{folder}/{name}" for folder, name in found}


def symbols(libraries, objects):
    """By symbol the object that defines it; by object what it wants."""
    defined, wanted = {}, {name: set() for name in objects}
    for path in libraries:
        home = re.sub(r"^libmajorant_|\.a$", "", os.path.basename(path))
        lines = subprocess.run(["nm", "-A", path], check=True, text=True,
                               capture_output=True).stdout.splitlines()
        for line in lines:
            place, _, rest = line.rpartition(":")
            name = home + "/" + place.split(":")[-1].removesuffix(".c.o")
            *_, kind, symbol = rest.split()
            if name not in objects:
                continue
            if kind == "U":
                wanted[name].add(symbol)
            elif kind in "TDBRV":
                defined[symbol] = name
    return defined, wanted


def reached(start, calls, without):
    seen, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name in seen or name in without:
            continue
        seen.add(name)
        todo += calls.get(name, ())
    return seen


def with_headers(src, names):
    """The sources of the objects, and what they include of src."""
    files, todo = set(), [f"{name}.c" for name in names]
    while todo:
        name = todo.pop()
        path = os.path.join(src, name)
        if name in files or not os.path.exists(path):
            continue  # what the build writes: statements, definitions
        files.add(name)
        with open(path, encoding="utf-8") as text:
            todo += re.findall(r'^\s*#\s*include "([^"]+)"', text.read(), re.M)
    return files


def lines(src, files):
    total = 0
    for name in files:
        with open(os.path.join(src, name), encoding="utf-8") as text:
            total += sum(1 for _ in text)
    return total


def main():
    src, path, *most = sys.argv[1:5]
    objects = linked(path) | {"recheck/main"}
    folders = {name.split("/")[0] for name in objects}
    if not folders >= {"core", "replay", "recheck"}:
        sys.exit(f"{path} does not look like the map of majorant-recheck")
    bad = [f"{name} is linked" for name in sorted(objects)
           if name.split("/")[0] not in FOLDERS]
    defined, wanted = symbols(sys.argv[5:], objects)
    calls = {name: {defined[s] for s in found if s in defined}
             for name, found in wanted.items()}
    calls["recheck/main"] = MAIN
    for (word, entries), limit in zip(ENTRIES.items(), most):
        if not entries & calls["recheck/again"]:
            bad.append(f"{word}: recheck/again calls none of {entries}")
        others = set().union(*ENTRIES.values()) - entries
        own = reached("recheck/main", calls, others)
        count = lines(src, with_headers(src, own))
        print(f"{word}: {count} lines of {len(own)} linked objects "
              f"(at most {limit})")
        if count > int(limit):
            bad.append(f"{word}: more must be believed than before")
    print(f"linked: {len(objects)} objects, "
          f"{lines(src, with_headers(src, objects))} lines")
    print("\n".join(bad))
    sys.exit(bool(bad))


main()
