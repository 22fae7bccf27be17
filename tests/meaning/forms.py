"""Rows of index forms, families, recurrences, funcs and conditions."""
from functions import UNDEFINED

A22 = "A=2, 1; -3, 1/2"
AB = A22 + "|B=1, -2; 1/3, 4"
F3 = "F[1]=1, 2; 0, 1|F[2]=0, 1; 1, 0|F[3]=2, 0; 1, 1"
FAMILY = "given F[i in 1..3] : real[2, 2];"
FIBONACCI = """let Y[0] = 0;  let Y[1] = 1;
    let Y[l in 2..12] = Y[l-1] + Y[l-2];"""
PASCAL = """let C[0, k in 0..6] = if(k == 0, 1, 0);
    let C[n in 1..6, 0] = 1;
    let C[n in 1..6, k in 1..6] = C[n-1, k-1] + C[n-1, k];"""
DOWN = "let Z[4] = A;  let Z[l in 1..3] = Z[l+1] * B + A;"

INDEX = [
    ("sum(i in 1..4, i^2)", "", "30"),
    ("sum(i in 1..4, i) ^ 2", "", "100"),
    ("sum(i in 2..3, i * A)", A22, "5 * A"),
    ("sum(i in -2..1, i)", "", "-2"),
    ("sum(i in 3..2, i)", "", "0"),
    ("sum(i in 5..1, i^2)", "", "0"),
    ("sum(i in 3..2, A)", A22, "0 * A"),
    ("sum(i in 1..3, j in 1..i, i * j)", "", "25"),
    ("sum(i in 1..3, j in i..3, 10 * i + j)", "", "114"),
    ("sum(i in 1..2, j in 2..1, 1)", "", "0"),
    ("sum(i in 1..3, sum(j in i+1..3, i * j))", "", "11"),
    ("sum(i in 1..2, A[i, i])", A22, "np.trace(A)"),
    ("sum(i in 1..2, j in 1..2, A[i, j] * A[j, i])", A22, "np.trace(A @ A)"),
    ("sum(i in 1..3, i + 1)", "", "9"),
    ("prod(i in 1..5, i)", "", "120"),
    ("prod(i in 2..1, i)", "", "1"),
    ("prod(i in 2..1, A)", A22, "eye(2)"),
    ("prod(i in 1..3, F[i])", F3, "F1 @ F2 @ F3", FAMILY),
    ("prod(i in reversed(1..3), F[i])", F3, "F3 @ F2 @ F1", FAMILY),
    ("prod(i in reversed(2..3), F[i] * F[1])", F3, "F3 @ F1 @ F2 @ F1",
     FAMILY),
    ("prod(i in reversed(2..1), F[i])", F3, "eye(2)", FAMILY),
    ("prod(i in 1..2, j in 1..2, F[i+j-1])", F3, "F1 @ F2 @ F2 @ F3", FAMILY),
    ("prod(i in 1..2, if(i == 1, A, B))", AB, "A @ B"),
    ("prod(i in reversed(1..2), if(i == 1, A, B))", AB, "B @ A"),
    ("sum(i in reversed(1..3), i / 2)", "", "3"),
    ("max(i in 1..4, (i - 3)^2)", "", "4"),
    ("min(i in 1..4, (i - 3)^2 - 1)", "", "-1"),
    ("max(i in 1..2, A[i, 1])", A22, "2"),
    ("min(i in 1..2, j in 1..2, A[i, j])", A22, "-3"),
    ("max(i in reversed(1..3), -i)", "", "-1"),
    ("forall(i in 1..3, i < 4)", "", "True"),
    ("forall(i in 1..4, i < 4)", "", "False"),
    ("forall(i in 2..1, 1 > 2)", "", "True"),
    ("forall(i in 1..2, j in i..2, A[i, j] >= A[j, i])", A22, "True"),
    ("not forall(i in 1..2, A[i, 1] > 0)", A22, "True"),
    ("sum(i in 1..n, i)", "n=7", "28", "dim n;"),
    ("A[n - 1, 1] * rows(A)", "n=2|" + A22, "4", "dim n;"),
    ("sum(unit(n, 2)) + sum(ones(n + 1))", "n=5", "7", "dim n;"),
    ("sum(i in 1..2, k * i)", "k=-3", "-9", "given k : int;"),
    ("sum(i in 1..k, i)", "k=4", "10", "given k : int;"),
]

FAMILIES = [
    ("Y[12]", "", "144", FIBONACCI),
    ("Y[0] + 10 * Y[1] + 100 * Y[2]", "", "110", FIBONACCI),
    ("sum(l in 0..12, Y[l])", "", "376", FIBONACCI),
    ("C[6, 3]", "", "20", PASCAL),
    ("sum(k in 0..6, C[6, k])", "", "64", PASCAL),
    ("C[0, 1]", "", "0", PASCAL),
    ("Z[1]", AB, "((A @ B + A) @ B + A) @ B + A", DOWN),
    ("G[2] - G[1]", AB, "A @ B - A", "let G[i in 1..2] = prod(j in 1..i, "
     "if(j == 1, A, B));"),
    ("F[2] * F[1]", F3, "F2 @ F1", FAMILY),
    ("sum(i in 1..3, i * F[i])", F3, "F1 + 2 * F2 + 3 * F3", FAMILY),
    ("H[1, 2] * H[2, 1]", "H[1, 1]=1|H[1, 2]=3|H[2, 1]=5|H[2, 2]=7", "15",
     "given H[i in 1..2, j in 1..2] : real;"),
    ("U[3]", AB, "A @ B + A", "let U[l in 1..3] = V[l] + A;  "
     "let V[l in 1..3] = A * B;"),
    ("X[2]", AB, "(A @ B) @ A @ B",
     "let P[l in 1..2] = X[l-1] * B;  let X[0] = A;  "
     "let X[l in 1..2] = if(l == 1, P[l], X[l-1] * A * B);"),
    ("Y[13]", "", UNDEFINED, FIBONACCI),
    ("Y[-1]", "", UNDEFINED, FIBONACCI),
]

# Funcs are known to the whole file: each has its own name here.
FUNCS = [
    ("less(7, 2)", "", "5", "func less(a, b) = a - b;"),
    ("minus(b, a)", "a=1|b=10", "9", "func minus(a, b) = a - b;"),
    ("plus(1 + 1, 3) * 2", "", "10", "func plus(a, b) = a + b;"),
    ("-double(3)^2", "", "-36", "func double(a) = a + a;"),
    ("square(x + 1)", "x=2", "9", "func square(y) = y^2;"),
    ("2 / half(x)", "x=6", "mp.mpf(2)/3", "func half(y) = y / 2;"),
    ("even(A) * B", AB, "(A + A.T) @ B", "func even(M) = M + M';"),
    ("nested(5)", "", "-6", "func nested(b) = less(b, less(b, -6));"),
    ("sum(i in 1..2, total(A[:, i]) * i)", A22, "A[:, 0].sum() + 2 * "
     "A[:, 1].sum()", "func total(v) = sum(i in 1..rows(v), v[i]);"),
    ("sum(i in 1..3, triple(i))", "", "18",
     "func triple(x) = sum(i in 1..2, x * i);"),
    ("last(F, 3) - last(F, 1)", F3, "F3 - F1",
     "func last(G, k) = G[k];" + FAMILY),
    ("along(F)", F3, "F1 @ F2 @ F3",
     "func along(G) = prod(i in 1..3, G[i]);" + FAMILY),
    ("times(F[2], i)", F3 + "|i=10", "10 * F2",
     "func times(X, s) = sum(i in 1..1, X * s);" + FAMILY),
]

CONDITIONS = [
    ("if(x > 0, 1/x, 5)", "x=0", "5"),
    ("if(x > 0, 1/x, 5)", "x=4", "mp.mpf(1)/4"),
    ("if(x >= 0, sqrt(x), sqrt(-x))", "x=-4", "2"),
    ("if(x == 1/3, 1, log(x - 1/3))", "x=1/3", "1"),
    ("if(trace(A) > 0, A, A')", A22, "A"),
    ("if(trace(A) < 0, A, A')", A22, "A.T"),
    ("if(psd(A), 1, 2) + if(psd(A * A'), 1, 2)", A22, "3"),
    ("if(x < 1 or x > 2, 10, 20) + if(x < 1 and x > 2, 1, 2)", "x=3/2", "22"),
    ("if(not x < 1, 10, 20)", "x=1", "10"),
    ("if(1 < 2, if(2 < 1, 1, 2), 3)", "", "2"),
    ("x + if(x > 1, 2, 3) * 2", "x=2", "6"),
    ("if(forall(i in 1..2, A[i, i] > 0), 1, 0)", A22, "1"),
]

ROWS = INDEX + FAMILIES + FUNCS + CONDITIONS
