"""What the folders of src include and call: as src/LAYERS says, in few circles.

    layering.py SRC CIRCLING LARGEST LIBRARY...

Fails on an include or a call (from the libraries) that src/LAYERS does not
list, on a folder listed there that is neither included nor called, and where
more than CIRCLING files are in circles of calls, or more than LARGEST in one
(strongly connected components, [Tarjan1972]).
"""

import collections
import fnmatch
import os
import re
import subprocess
import sys

# Headers of others that only some folders may include.
GUARDED = re.compile(r"(gmp|mpfr|arb|acb|arf|mag)[a-z_]*\.h$|flint/"
                     r"|sqlite3\.h$|mpi\.h$")


def folder(name):
    return name.split("/")[0]


def read_library(path, defined, wanted):
    """Symbols of the members of libmajorant_FOLDER.a, by FOLDER/file."""
    home = re.sub(r"^libmajorant_|\.a$", "", os.path.basename(path))
    lines = subprocess.run(["nm", "-A", path], check=True, text=True,
                           capture_output=True).stdout.splitlines()
    for line in lines:
        place, _, rest = line.rpartition(":")
        name = home + "/" + place.split(":")[-1].removesuffix(".c.o")
        *_, kind, symbol = rest.split()
        if kind == "U":
            wanted[name].add(symbol)
        elif kind in "TDBRV":
            defined[symbol] = name


def graph_of(libraries):
    defined, wanted = {}, collections.defaultdict(set)
    for path in libraries:
        read_library(path, defined, wanted)
    out = {name: set() for name in defined.values()}
    for name, symbols in wanted.items():
        out[name] = {defined[s] for s in symbols
                     if s in defined and defined[s] != name}
    return out


def circles(graph):
    """Strongly connected components of more than one file."""
    number, low, stack, found = {}, {}, [], []

    def visit(v):
        number[v] = low[v] = len(number)
        stack.append(v)
        for w in sorted(graph[v]):
            if w not in number:
                visit(w)
            if w in stack:
                low[v] = min(low[v], low[w])
        if low[v] == number[v]:
            at = stack.index(v)
            found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for v in sorted(graph):
        if v not in number:
            visit(v)
    return sorted((c for c in found if len(c) > 1), key=len, reverse=True)


def read_layers(src):
    """By folder: the folders, and the headers of others, that it may have."""
    with open(os.path.join(src, "LAYERS"), encoding="utf-8") as text:
        rows = [re.split("[:|]", line) for line in text
                if re.match("[a-z]", line)]
    return {name.strip(): (folders.split(), headers.split())
            for name, folders, headers in rows}


def includes(src):
    """FOLDER/FILE, and what it includes as it stands there."""
    for home in sorted(os.listdir(src)):
        where = os.path.join(src, home)
        for name in sorted(os.listdir(where)) if os.path.isdir(where) else ():
            if name.endswith((".c", ".h", ".in")):
                with open(os.path.join(where, name), encoding="utf-8") as text:
                    for what in re.findall(r'^\s*#\s*include\s*(["<][^">]+)',
                                           text.read(), re.M):
                        yield f"{home}/{name}", what


def is_allowed(layers, name, what):
    folders, headers = layers[folder(name)]
    if what[0] == '"':
        other = re.match('"([a-z]+)/', what)
        return not other or other[1] in [folder(name), *folders]
    return (not GUARDED.match(what[1:]) or
            any(fnmatch.fnmatchcase(what[1:], h) for h in headers))


def complaints(src, graph):
    layers = read_layers(src)
    used = set()
    for name, what in includes(src):
        if folder(name) not in layers:
            yield f"{name}: its folder is not listed in src/LAYERS"
        elif not is_allowed(layers, name, what):
            yield f"{name}: include of {what[1:]} against src/LAYERS"
        used.add((folder(name), folder(what[1:])))
    for a in sorted(graph):
        for b in sorted(graph[a]):
            ends = folder(a), folder(b)
            if ends not in used and ends[0] != ends[1] and (
                    ends[1] not in layers[ends[0]][0]):
                yield f"{a} calls {b} against src/LAYERS"
            used.add(ends)
    for a, (others, _) in layers.items():
        for b in others:
            if (a, b) not in used:
                yield f"{a} lists {b} in src/LAYERS and has no use for it"


def main():
    src, most, largest = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    graph = graph_of(sys.argv[4:])
    bad = list(complaints(src, graph))
    rings = circles(graph)
    count, top = sum(map(len, rings)), max(map(len, rings), default=0)
    for ring in rings:
        print(f"{len(ring):3} {' '.join(ring)}")
    print(f"{len(graph)} files, {count} in circles of calls (at most {most}), "
          f"{top} in the largest (at most {largest})")
    if count > most or top > largest:
        bad.append("more files are in circles of calls than before")
    print("\n".join(bad))
    sys.exit(bool(bad))


main()
