# majorant explain: the form of a plan that decides, and what decides it.
. "$2/lib.sh"

cat >layer.bound <<'EOF'
theorem layer "one layer" {
    dim n, d;
    given X : real[n, d];
    given W, V : real[d, d];
    let P = softmax(X * W * X');
    claim cubic: norm1inf(res(P * X * V)) <= norm1(res(X) * W * res(X)') * norm1inf(res(X)) * norm1inf(V);
    claim plain: norm1(X) <= norm1(X) + 1;
}
case fixed for layer { n = 4;  d = 3;  X, W, V ~ normal(0, 1);  trials 5; }
case given for layer { X = [1, 2; 3, 4];  W = [1, 0; 0, 1];  V = [1, 0; 0, 1]; }
EOF
expect 0 explain layer.bound --case fixed --claim cubic
says out 'layer, fixed at n = 4, d = 3'
says out '  cubic: #'
says out '  decided on:'
says out 'spread('
grep -q '  cubic: filter [1-5], ' out || fail 'the filter decides nothing'
says out 'decided by, over 5 trials:'
silent err
expect 0 explain layer.bound --case fixed --claim plain
says out 'norm1(X)'
expect 0 explain layer.bound --case fixed --dims "n=2,d=2"
says out 'layer, fixed at n = 2, d = 2'
expect 2 explain layer.bound --case given --dims n=7
says err 'error: the value of X has 2 rows'
expect 2 explain
says err 'error: explain: no file was named'
expect 2 explain layer.bound --claim none
expect 2 explain layer.bound --jobs 2
says err "no option of 'explain'"
expect 0 explain --help
says out 'Usage: majorant explain FILE'
finish
