"""Calls between files, from the libraries: along src/LAYERS, and in few circles.

    calls.py SRC CIRCLING LARGEST LIBRARY...

Fails on a call to a folder that src/LAYERS does not list, on a folder listed
there that is neither included nor called, and where more than CIRCLING files
are in circles of calls, or more than LARGEST in one (strongly connected
components, [Tarjan1972]).
"""

import collections
import os
import re
import subprocess
import sys


def folder(name):
    return name.split("/")[0]


def read_library(path, defined, wanted):
    """Symbols of the members of libmajorant_FOLDER.a, by FOLDER/file."""
    home = re.sub(r"^libmajorant_|\.a$", "", os.path.basename(path))
    lines = subprocess.run(["nm", "-A", path], check=True, text=True,
                           capture_output=True).stdout.splitlines()
    for line in lines:
        place, _, rest = line.rpartition(":")
        name = home + "/" + re.sub(r"\.c?\.?o$", "", place.split(":")[-1])
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
    with open(os.path.join(src, "LAYERS"), encoding="utf-8") as text:
        rows = [line.split("|")[0].split(":") for line in text
                if re.match("[a-z]", line)]
    return {row[0].strip(): row[1].split() for row in rows}


def includes(src, home):
    out = set()
    for name in os.listdir(os.path.join(src, home)):
        if name.endswith((".c", ".h", ".in")):
            with open(os.path.join(src, home, name), encoding="utf-8") as text:
                out |= set(re.findall(r'^\s*#\s*include "([a-z]+)/', text.read(),
                                      re.M))
    return out


def complaints(src, graph):
    calls = collections.defaultdict(set)
    for a, others in graph.items():
        for b in others:
            if folder(a) != folder(b):
                calls[folder(a), folder(b)].add(f"{a} -> {b}")
    layers = read_layers(src)
    for (a, b), where in sorted(calls.items()):
        if b not in layers.get(a, []):
            yield f"{a} does not list {b} in src/LAYERS: {sorted(where)[0]}"
    for a, others in layers.items():
        used = includes(src, a) | {b for x, b in calls if x == a}
        for b in others:
            if b not in used:
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
