"""Rows of operators: what binds tighter, and from which side.

The trees are built here from the table of docs/language.md, section 4.
"""
from itertools import product

import numpy as np

from definitions import array, inv, power

LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, ".*": 2, "./": 2, "^": 4, ".^": 4}
UNARY = 3


def apply(op, a, b):
    is_matrix = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
    if op == "*":
        return a @ b if is_matrix else a * b
    if op == "^" and isinstance(a, np.ndarray):
        return power(a, int(b))
    return {"+": lambda: a + b, "-": lambda: a - b, "/": lambda: a / b,
            ".*": lambda: a * b, "./": lambda: a / b,
            "^": lambda: a ** b, ".^": lambda: a ** b}[op]()


def binds(left, right):
    """Whether in `a left b right c` the b belongs to the right one."""
    return LEVEL[right] > LEVEL[left] or LEVEL[left] == LEVEL[right] == 4


def pair(a, left, b, right, c):
    if binds(left, right):
        return apply(left, a, apply(right, b, c))
    return apply(right, apply(left, a, b), c)


def minus_first(a, op, b):
    """-a op b"""
    return -apply(op, a, b) if LEVEL[op] > UNARY else apply(op, -a, b)


def rows_of(names, values, operators):
    text = "|".join("%s=%s" % item for item in zip(names, values))
    a, b, c = names
    two = text.rsplit("|", 1)[0]
    for left, right in product(operators, repeat=2):
        yield (f"{a} {left} {b} {right} {c}", text,
               f"pair({a}, '{left}', {b}, '{right}', {c})")
    for op in operators:
        yield (f"-{a} {op} {b}", two, f"minus_first({a}, '{op}', {b})")
        yield (f"{a} {op} -{b}", two, f"apply('{op}', {a}, -{b})")


GENERATED = [
    *rows_of("abc", ("3/2", "2", "3"), LEVEL),
    *rows_of("ABC", ("2, 1; 3, 1", "1, 3; 2, 2", "3, 2; 1, 2"),
             [op for op in LEVEL if op not in ("/", "^")]),
]

M = "A=2, 1; -3, 1/2 | B=1, -2; 1/3, 4"
WRITTEN = [
    ("-b^2", "b=3", "-9"),
    ("(-b)^2", "b=3", "9"),
    ("2^-3", "", "mp.mpf(1)/8"),
    ("2^-3^2", "", "mp.mpf(2)**-9"),
    ("2^3^2", "", "512"),
    ("(2^3)^2", "", "64"),
    ("- -b", "b=3", "3"),
    ("--b^2", "b=3", "9"),
    ("a - -b", "a=1|b=3", "4"),
    ("a / b / c", "a=1|b=2|c=3", "mp.mpf(1)/6"),
    ("a / b * c", "a=1|b=2|c=3", "mp.mpf(3)/2"),
    ("a - b - c", "a=1|b=2|c=3", "-4"),
    ("a - (b - c)", "a=1|b=2|c=3", "2"),
    ("A * B .* A", M, "(A @ B) * A"),
    ("A .* B * A", M, "(A * B) @ A"),
    ("A * B * x'", M + "|x=1, -1", "A @ B @ x.T"),
    ("2 * A ./ B", M, "2 * A / B"),
    ("A / 2 * B", M, "(A / 2) @ B"),
    ("2.*A", M, "2 * A"),
    ("2 .^ A", "A=1, 2; -3, 0", "2 ** A"),
    ("A .^ 2", M, "A ** 2"),
    ("-A .^ 2", M, "-(A ** 2)"),
    ("1 ./ A", M, "1 / A"),
    ("A .* 3", M, "A * 3"),
    ("A'", "A=1, 2, 3; 4, 5, 6", "A.T"),
    ("A''", "A=1, 2, 3; 4, 5, 6", "A"),
    ("Aᵀ * A", "A=1, 2, 3; 4, 5, 6", "A.T @ A"),
    ("-A'", "A=1, 2, 3; 4, 5, 6", "-A.T"),
    ("A'^2", M, "A.T @ A.T"),
    ("A * B'", M, "A @ B.T"),
    ("A' * B", M, "A.T @ B"),
    ("(A * B)'", M, "B.T @ A.T"),
    ("x'^2", "x=3", "9"),
    ("A^2", M, "A @ A"),
    ("A^3 * B", M, "A @ A @ A @ B"),
    ("A * B^2", M, "A @ B @ B"),
    ("(A * B)^2", M, "A @ B @ A @ B"),
    ("-A^2", M, "-(A @ A)"),
    ("(-A)^3", M, "-(A @ A @ A)"),
    ("A^2^2", M, "power(A, 4)"),
    ("A^0", "A=1, 2; 2, 4", "eye(2)"),
    ("A^1", M, "A"),
    ("A^-1", M, "inv(A)"),
    ("A^-2", M, "inv(A @ A)"),
    ("A^(1 - 2)", M, "inv(A)"),
    ("A^k", M + "|k=3", "power(A, 3)", "given k : int;"),
    ("x^0", "x=0", "1"),
    ("x^0", "x=-5", "1"),
    ("x^(1/2)", "x=2", "mp.sqrt(2)"),
    ("x^(-1/2)", "x=3", "1/mp.sqrt(3)"),
    ("x^(1/3)", "x=0", "0"),
    ("x^y", "x=5/2|y=-7/3", "x**y"),
    ("x^3", "x=-2/3", "x**3"),
    ("x^-3", "x=-2/3", "1/x**3"),
    ("2^pi", "", "2**mp.pi"),
    ("(-2)^y", "y=3", "-8"),
    ("A[1, 2]^2", M, "1"),
    ("-A[2, 1]^2", M, "-9"),
    ("A[2, 1] * B", M, "-3 * B"),
    ("A'[1, 2]", M, "-3"),
    ("(A * B)[2, 1]", M, "(A @ B)[1, 0]"),
    ("A[2, :]", "A=1, 2, 3; 4, 5, 6", "A[1:2, :]"),
    ("A[:, 3]", "A=1, 2, 3; 4, 5, 6", "A[:, 2:3]"),
    ("A[:, 2..3]", "A=1, 2, 3; 4, 5, 6", "A[:, 1:3]"),
    ("A[1..1, 2..3]", "A=1, 2, 3; 4, 5, 6", "A[0:1, 1:3]"),
    ("A[2, :] * A[1, :]'", "A=1, 2, 3; 4, 5, 6", "32"),
    ("v[2]", "v=5; 7; 9", "7"),
    ("v[2..3]", "v=5; 7; 9", "v[1:3]"),
    ("w[3]", "w=5, 7, 9", "9"),
    ("[1, 2; 3, 4] * [1; -1]", "", "array([[-1], [-1]])"),
    ("[x, x^2; 1/x, -x]", "x=2/3", "array([[x, x**2], [1/x, -x]])"),
    ("0x1.8p-3 + 1e-3 + 1.256", "", "mp.mpf(3)/16 + mp.mpf('1.257')"),
    ("pi / 4", "", "mp.atan(1)"),
    ("u * v", "u=1, 2, 3|v=4; 5; 6", "32"),
    ("v * u", "u=1, 2, 3|v=4; 5; 6", "v @ u"),
    ("u * v * u", "u=1, 2, 3|v=4; 5; 6", "32 * u"),
    ("A * B - B * A", M, "A @ B - B @ A"),
    ("A + B * 2 - A / 2", M, "A + B * 2 - A / 2"),
]

TRUE, FALSE = "1 < 2", "2 < 1"


def logic(form, text):
    """The text over all truths of p, q and r."""
    for p, q, r in product((False, True), repeat=3):
        words = {"p": TRUE if p else FALSE, "q": TRUE if q else FALSE,
                 "r": TRUE if r else FALSE}
        yield (" ".join(words.get(w, w) for w in text.split()), "",
               repr(bool(form(p, q, r))))


LOGIC = [
    *logic(lambda p, q, r: ((not p) and q) or r, "not p and q or r"),
    *logic(lambda p, q, r: p or (q and r), "p or q and r"),
    *logic(lambda p, q, r: (p and q) or r, "p and q or r"),
    *logic(lambda p, q, r: p and not (q or r), "p and not ( q or r )"),
    *logic(lambda p, q, r: not not p or (not q and r), "not not p or not q and r"),
    ("if(not 1 < 2 and 1 < 2 or 1 < 2, 10, 20)", "", "10"),
    ("if(not (1 < 2 and 1 < 2 or 1 < 2), 10, 20)", "", "20"),
    ("if(1 < 2 < 3, 10, 20)", "", "10"),
    ("if(1 < 3 < 2, 10, 20)", "", "20"),
    ("if(3 > 1 < 2, 10, 20)", "", "10"),
    ("1 + 1 < 2 * 2", "", "True"),
    ("not 1 == 2", "", "True"),
    ("-1 < 0 and 2^2 == 4", "", "True"),
    ("1 ≤ 1 and 2 ≥ 2 and 1 ≠ 2", "", "True"),
    ("x == y", "x=1/3|y=2/6", "True"),
    ("x != y", "x=1/3|y=2/6", "False"),
    ("x < y", "x=1/3|y=2/6", "False"),
    ("x <= y", "x=1/3|y=2/6", "True"),
    ("x > y", "x=1/2|y=1/3", "True"),
    ("x >= y", "x=1/4|y=1/3", "False"),
    ("A <= B", "A=1, 2; 3, 4|B=1, 2; 3, 5", "True"),
    ("A < B", "A=1, 2; 3, 4|B=1, 3; 4, 5", "False"),
    ("A <= B", "A=1, 2; 3, 4|B=1, 1; 4, 5", "False"),
    ("A == B", "A=1, 2; 3, 4|B=1, 2; 3, 5", "False"),
    ("A != B", "A=1, 2; 3, 4|B=1, 2; 3, 5", "True"),
    ("A != B", "A=1, 2; 3, 4|B=1, 2; 3, 4", "False"),
    ("not A < B", "A=1, 2; 3, 4|B=2, 3; 4, 4", "True"),
    ("A < 5", "A=1, 2; 3, 4", "True"),
    ("1 < A", "A=1, 2; 3, 4", "False"),
    ("psd(A)", "A=2, -1; -1, 2", "is_psd(A)"),
    ("psd(A)", "A=1, 2; 2, 1", "is_psd(A)"),
    ("psd(A)", "A=1, 1; 0, 1", "False"),
    ("psd(A)", "A=1, -2; -2, 4", "True"),
    ("psd(A)", "A=0, 0; 0, 0", "True"),
    ("psd(-A)", "A=0, 0; 0, 1", "False"),
    ("not psd(A) or A == A'", "A=1, 2; 2, 1", "True"),
]

ROWS = GENERATED + WRITTEN + LOGIC
