#!/usr/bin/env python3
"""Compares the language with definitions written elsewhere (definitions.py).

    meaning.py MAJORANT SOURCES

A row is (expression, values of names, what Python says of it[, declarations]).
All rows become one file, a theorem each, with two claims: `value`, that the
expression is what Python says, to 25 digits, and `other`, that it is 1e-9 off,
which must be violated.  One run certifies both on the instance and shows
them to the checker as well; a second one does without the filter.  `eval` is
asked for digits of some rows, and for the status of all that have no value.
"""
import functools
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import mpmath as mp
import numpy as np

import definitions
import forms
import functions as table
import operators

TOLERANCE = "1e-25"
OFF = mp.mpf("1e-9")
DIGITS = 40
LEAST_ROWS = 150
EVAL_EACH = 8  # every so many rows are put to eval, too

ROWS = operators.ROWS + table.ROWS + forms.ROWS


class Row:
    def __init__(self, expression, values, python, declarations=""):
        self.expression = expression
        self.declarations = declarations
        self.values = dict(pair.strip().split("=", 1)
                           for pair in values.split("|") if pair.strip())
        self.python = python

    @functools.cached_property
    def expected(self):
        """An array, True, False, or None where there is no value."""
        if self.python == table.UNDEFINED:
            return None
        names = {**vars(definitions), **vars(operators)}
        for name, text in self.values.items():
            names[re.sub(r"[\[\], ]", "", name)] = value_of(text)
        value = eval(self.python, names)
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        value = np.array(value, dtype=object)
        return definitions.each(mp.mpf)(
            value if value.ndim == 2 else value.reshape(1, 1))

    def text(self, name):
        funcs = re.findall(r"func [^;]*;", self.declarations)
        inside = re.sub(r"func [^;]*;", "", self.declarations)
        lines = [*funcs, f"theorem {name} {{", inside]
        for given, value in self.values.items():
            if not re.search(rf"\b(dim|given) {re.escape(given[0])}\b", inside):
                lines.append(f"given {given} : {shape_of(value)};")
        for claim, expected, relation in self.claims():
            lines.append(f"claim {claim} [expect {expected}]: {relation};")
        lines += ["}", f"case fixed for {name} {{"]
        for given, value in self.values.items():
            lines.append(f"{given} = {literal(value)};")
        return "\n".join([*lines, "trials 1;", "}", ""])

    def claims(self):
        want = self.expected
        if want is None:
            return [("value", "vacuous", f"normmax({self.expression}) >= 0")]
        if isinstance(want, bool):
            word = {True: "holds", False: "violated"}
            return [("value", word[want], self.expression),
                    ("other", word[not want], f"not ({self.expression})")]
        size = max(1, abs(want).max())
        wrong = want.copy()
        wrong[-1, 0] += size * OFF
        return [(claim, expected,
                 f"normmax(({self.expression}) - ({print_array(array)}))"
                 f" <= {mp.nstr(size, 5)} * {TOLERANCE}")
                for claim, expected, array in (("value", "holds", want),
                                               ("other", "violated", wrong))]


# ---- values ----

def entries(text):
    return [line.split(",") for line in text.split(";")]


def value_of(text):
    rows = [[definitions.number(x) for x in line] for line in entries(text)]
    return rows[0][0] if len(rows) == len(rows[0]) == 1 else definitions.array(rows)


def shape_of(text):
    n, m = len(entries(text)), len(entries(text)[0])
    return "real" if n == m == 1 else f"real[{n}, {m}]"


def literal(text):
    return text if shape_of(text) == "real" else f"[{text}]"


def print_array(a):
    rows = (", ".join(mp.nstr(x, DIGITS) for x in line) for line in a)
    return "[" + "; ".join(rows) + "]"


# ---- what the program says ----

COUNTS = {"holds": "true", "violated": "false", "vacuous": "undefined"}


def check(majorant, path, rows, *options):
    """The rows at which `check` says otherwise."""
    run = subprocess.run(
        [majorant, "check", path, "--trial", "0", "--format", "json",
         *options], capture_output=True, text=True, timeout=300)
    if run.returncode in (2, 4):
        sys.exit(f"check: exit status {run.returncode}\n{run.stderr}")
    said = {(c["theorem"], c["claim"]): c
            for c in json.loads(run.stdout)["claims"]}
    wrong = []
    for name, row in rows.items():
        for claim, expected, _ in row.claims():
            c = said.pop((name, claim))
            if c["trials"] != 1 or c[COUNTS[expected]] != 1 or not c["ok"]:
                wrong.append((name, claim, f"{c['verdict']}, not {expected}"))
    assert not said, said
    assert (run.returncode == 0) == (not wrong), run.returncode
    return wrong


def ask_eval(majorant, row):
    """What is wrong with the answer of eval, or None."""
    run = subprocess.run(
        [majorant, "eval", row.expression, "--digits", "30",
         *(f"{k}={literal(v)}" for k, v in row.values.items())],
        capture_output=True, text=True, timeout=60)
    want = row.expected
    if want is None:
        ok = run.returncode == 2 and "the value is undefined" in run.stderr
        return None if ok else f"eval: {run.returncode} {run.stderr}"
    words = run.stdout.split("enclosed")[0].split()
    if run.returncode != 0:
        ok = False
    elif isinstance(want, bool):
        ok = words == [str(want).lower()]
    else:
        ok = len(words) == want.size and all(
            abs(mp.mpf(word) - x) <= mp.mpf(10) ** -28 * max(1, abs(x))
            for word, x in zip(words, want.flatten()))
    return None if ok else f"eval: {run.stdout}{run.stderr}"


def asks(row, index):
    is_chosen = index % EVAL_EACH == 0 or row.python == table.UNDEFINED
    return is_chosen and not row.declarations


# ---- whether every function has a row ----

def count_arguments(text):
    """Of what stands behind an opening parenthesis."""
    depth, commas = 0, 0
    for c in text:
        if c in ")]" and depth == 0:
            break
        depth += (c in "([") - (c in ")]")
        commas += c == "," and depth == 0
    return commas + 1


def calls(rows):
    found = set()
    for row in rows.values():
        for m in re.finditer(r"\b([a-z]\w*)\((?!\w+ in )", row.expression):
            found.add((m[1], count_arguments(row.expression[m.end():])))
        for m in re.finditer(r"\b([a-z]\w*)\(\w+ in ", row.expression):
            found.add((m[1], "in"))
    return found


def missing_functions(sources, rows):
    table = (sources / "src/ir/function.h").read_text()
    lines = re.findall(r'X\(\w+, "(\w+)", (\d+), (\d+)', table)
    assert len(lines) > 50, "the table of functions has another form"
    wanted = {(name, int(n)) for name, *ends in lines for n in ends
              if int(n) < 60} | {(name, int(a) + 1) for name, a, b in lines
                                 if int(b) >= 60}
    defined = (sources / "src/ir/definitions.bound").read_text()
    wanted |= {(name, 1 + params.count(",")) for name, params in
               re.findall(r"^func (\w+)\((.*?)\)", defined, re.MULTILINE)}
    section = (sources / "docs/language.md").read_text()
    section = section.split("| group | functions |")[1].split("\n\n")[0]
    named = set(re.findall(r"\b([a-z]\w*)\(", section))
    assert {"integral", "expectation", "logsumexp"} <= named
    wanted |= {(form, "in") for form in
               ("sum", "prod", "max", "min", "forall", "integral")}
    found = calls(rows)
    names = {name for name, _ in found}
    return sorted(map(str, wanted - found)) + sorted(named - names)


def main(majorant, sources):
    rows = {f"r{i:03}": Row(*row) for i, row in enumerate(ROWS)}
    assert len(rows) >= LEAST_ROWS, len(rows)
    problems = [f"no row for {name}" for name in
                missing_functions(Path(sources), rows)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "meaning.bound"
        path.write_text("".join(row.text(n) for n, row in rows.items()))
        for options in (["--recheck", "all"], ["--no-filter"]):
            for name, claim, what in check(majorant, path, rows, *options):
                row = rows[name]
                problems.append(f"{row.expression}  {row.values}: "
                                f"{claim}: {what}; Python: {row.python}")
    for i, (name, row) in enumerate(rows.items()):
        answer = ask_eval(majorant, row) if asks(row, i) else None
        if answer:
            problems.append(f"{row.expression}  {row.values}: {answer}")
    print("\n".join(dict.fromkeys(problems)))
    print(f"{len(rows)} rows, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
