"""What the functions of the language are, said by numpy and mpmath.

Written from docs/language.md, without a look at the program.  Matrices are
numpy arrays of mpmath numbers with 50 digits; a column is an array n x 1.
"""
from fractions import Fraction
from itertools import combinations, product

import mpmath as mp
import numpy as np

mp.mp.dps = 50


def number(text):
    value = Fraction(text.replace(" ", ""))
    return mp.mpf(value.numerator) / value.denominator


def array(rows):
    return each(mp.mpf)(np.array(rows, dtype=object))


def each(function):
    return lambda a: np.vectorize(function, otypes=[object])(a)


def column(function):
    return lambda a: np.array([[function(row)] for row in a], dtype=object)


def row(function):
    return lambda a: column(function)(a.T).T


def as_matrix(a):
    return mp.matrix(a.tolist())


def as_array(m):
    return np.array(m.tolist(), dtype=object)


def eye(n):
    return array([[int(i == j) for j in range(n)] for i in range(n)])


def ones(n, m=1):
    return array([[1] * m] * n)


# ---- linear algebra ----

def power(a, k):
    p = eye(len(a))
    for _ in range(abs(k)):
        p = p @ (a if k > 0 else inv(a))
    return p


def inv(a):
    return as_array(as_matrix(a) ** -1)


def det(a):
    return mp.det(as_matrix(a))


def eigenvalues(a):
    return sorted(mp.eigsy(as_matrix(a), eigvals_only=True))


def singular(a):
    small = a @ a.T if len(a) < len(a.T) else a.T @ a
    return [mp.sqrt(max(x, mp.mpf(0))) for x in eigenvalues(small)]


def rank(a):
    return sum(s > mp.mpf(10) ** -20 for s in singular(a))


def is_psd(a):
    return bool((a == a.T).all()) and eigenvalues(a)[0] > -mp.mpf(10) ** -40


# ---- norms ----

def length(v):
    return mp.sqrt(sum(x * x for x in v))


def norm1(a):
    return abs(a).sum(axis=0).max()


def norminf(a):
    return abs(a).sum(axis=1).max()


def norm1inf(a):
    return mp.sqrt(norm1(a) * norminf(a))


def norm2(a):
    return max(singular(a))


def normnuc(a):
    return sum(singular(a))


def diameter(a):
    return max(length(x - y) for x in a for y in a)


# ---- attention ----

def softmax(a, mask=None):
    weights = each(mp.exp)(a) * (1 if mask is None else mask)
    return weights / weights.sum(axis=1).reshape(-1, 1)


def logsumexp(a):
    return column(lambda r: mp.log(sum(mp.exp(x) for x in r)))(a)


def res(a):
    return a - a.sum(axis=0) / len(a)


def layernorm(a, eps):
    return rmsnorm(a - column(sum)(a) / len(a.T), eps)


def rmsnorm(a, eps):
    return a / column(lambda r: mp.sqrt(sum(x * x for x in r) / len(r) + eps))(a)


# ---- residuals: the least of norm(A - ones*x') over x ----

def breaks(a):
    """Every plane of x-space on which one of these norms can bend."""
    n, m = a.shape
    planes = set()

    def add(normal, offset):
        scale = next((x for x in normal if x != 0), None)
        if scale is not None:
            planes.add((tuple(x / scale for x in normal), offset / scale))

    for i, j in product(range(n), range(m)):
        add([Fraction(k == j) for k in range(m)], a[i, j])
    for signs in product((1, -1), repeat=n * m):
        s = np.array(signs, dtype=object).reshape(n, m)
        # The sum of s_ij (a_ij - x_j), of a column or of a row.
        cols = [([Fraction(-sum(s[:, j])) * (k == j) for k in range(m)],
                 sum(s[:, j] * a[:, j])) for j in range(m)]
        rows = [([Fraction(-s[i, k]) for k in range(m)],
                 sum(s[i] * a[i])) for i in range(n)]
        for lines in (cols, rows):
            for (p, b), (q, c) in combinations(lines, 2):
                add([x - y for x, y in zip(p, q)], c - b)
    return planes


def minres(a, norm):
    """norm is linear, or the root of a product of two linear functions, in each
    cell of the planes, so least at a vertex; all are tried, in fractions."""
    a = np.vectorize(lambda x: Fraction(str(mp.nstr(x, 20))),
                     otypes=[object])(a)
    n, m = a.shape
    assert m in (1, 2) and n * m <= 6, "all sign patterns are gone through"
    planes = list(breaks(a))
    if m == 1:
        points = [(b,) for _, b in planes]
    else:
        points = []
        for ((p, q), b), ((r, s), c) in combinations(planes, 2):
            d = p * s - q * r
            if d != 0:
                points.append(((b * s - q * c) / d, (p * c - b * r) / d))
    return min(norm(a - np.array(x, dtype=object)) for x in set(points))


def minres1(a):
    return number(str(minres(a, norm1)))


def minresinf(a):
    return number(str(minres(a, norminf)))


def minres1inf(a):
    return mp.sqrt(number(str(minres(a, lambda r: norm1(r) * norminf(r)))))


# ---- integrals ----

def integral(function, a, b):
    return mp.quad(function, [a, b])


def expectation(function, breaks_at=()):
    """Of function(z), z standard normal: cut where the tail is below 1e-60."""
    points = sorted({-18, -9, -4, 0, 4, 9, 18} | set(breaks_at))
    density = lambda z: mp.exp(-z * z / 2) / mp.sqrt(2 * mp.pi)
    return mp.quad(lambda z: function(z) * density(z), points)
