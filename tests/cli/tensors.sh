# Weights of checkpoints: the cases of cases/models on small files in the
# layouts of the models, shards, and files that are broken.
# sh tensors.sh MAJORANT SOURCE_FOLDER CHECKPOINT_TOOL
. "$2/lib.sh"
tool=$3
models=$here/../../cases/models
sizes='n=3..5,H=2,dk=3'

for model in bert albert xlnet gpt2; do
    "$tool" "$model" 3 2 3 "$model.safetensors" || fail "no $model.safetensors"
    [ "$model" = xlnet ] && half=,half=3 || half=
    expect 0 check "$models/$model.bound" --set "weights=$model.safetensors" \
        --dims "$sizes$half"
    says out "${model}_depth"
    case $model in
    bert | xlnet) says out '9 claims: 9 as expected' ;;
    gpt2) says out '8 claims: 8 as expected' ;;
    *) says out '6 claims: 6 as expected' ;;
    esac
    # Without --set: one error for all cases.
    expect 2 check "$models/$model.bound"
    says err 'error: weights is not set: say which file with --set weights=PATH'
    [ "$(grep -c error: err)" -eq 1 ] || fail "$model: more than one error"
    silent out
done

expect 0 check "$models/bert.bound" --set weights=bert.safetensors \
    --dims "$sizes,layer=3,head=2" --case checkpoint --claim bert_head.printed \
    --recheck all
expect 2 check "$models/bert.bound" --set weights=bert.safetensors \
    --dims "$sizes,layer=4"
says err "there is no tensor 'bert.encoder.layer.3."
expect 2 check "$models/bert.bound" --set weights=gpt2.safetensors
says err "there is no tensor 'bert.encoder.layer.0."
expect 0 refute "$models/gpt2.bound" --set weights=gpt2.safetensors \
    --claim gpt2_depth.falls --dims "$sizes" --evals 50

# The whole encoder, followed; LayerNorm keeps each token's norm at most.
expect 0 trace "$models/bert.bound" --case bert_encoder.checkpoint \
    --set weights=bert.safetensors --dims 'n=4,H=2,dk=3,L=3' \
    --over 'l in 0..L' --expr relative --expr D
says out 'bert_encoder, checkpoint, L = 3, H = 2, n = 4, d = 6, dk = 3, m = 24'
# The four networks of Figure 2 on these weights, over several draws of tokens.
expect 0 trace "$models/bert.bound" --case bert_networks.checkpoint \
    --set weights=bert.safetensors --dims 'n=4,H=2,dk=3,L=3' --trials 2 \
    --over 'l in 0..L' --expr san --expr skip --expr mlp --expr both
says out 'bert_networks, checkpoint, L = 3, H = 2, n = 4, d = 6, dk = 3, m = 24; seed 1, trials 0 to 1'
# The causal mask: the first token of GPT-2 sees itself alone, not so without.
own="normmax(Y[1][1, :] - X[1, :] * sum(h in 1..H, WV[1, h] * WO[1, h])"
own="$own - sum(h in 1..H, bV[1, h]' * WO[1, h]) - bO[1]')"
for theorem in gpt2_causal gpt2_depth; do
    expect 0 trace "$models/gpt2.bound" --case "$theorem.checkpoint" \
        --set weights=gpt2.safetensors --dims 'n=3,H=2,dk=3,L=1' \
        --over 'i in 1..1' --expr "$own" --format csv
    sed -n 's/^".*",1,\([^,]*\),.*/\1/p' out >"$theorem.own"
done
grep -qx 0 gpt2_causal.own || fail 'the first token sees others'
grep -qx 0 gpt2_depth.own && fail 'without a mask it sees itself alone'

# Values on the command line.
expect 0 eval 'W' 'W=tensor(weights, "h.0.attn.c_attn.bias")[2]' \
    --set weights=gpt2.safetensors
expect 0 eval 'normfro(W)^2 == trace(W * W'\'')' \
    'W=tensor("bert.safetensors", "bert.encoder.layer.0.attention.self.key.weight")'
says out true
expect 2 eval 'W' 'W=tensor(weights, "x")'
says err 'weights is not set'
expect 2 eval 'W' 'W=tensor("bert.safetensors", "x"); trials 3'
says err 'is no expression'

# The option itself.
for bad in weights =x 1w=x weights= a-b=x; do
    expect 2 check "$models/bert.bound" --set "$bad"
    says err "--set: '$bad' is not NAME=PATH"
done
expect 2 check "$models/bert.bound" --set w=a --set w=b
says err '--set: w is given twice'
expect 2 fmt x.bound --set w=a
says err "'--set' is no option of 'fmt'"

# Shards: q is in one file, the rest in the other.
cat >t.bound <<'END'
theorem t { dim n, d; given W : real[n, d]; claim c: normfro(W) >= 0; }
case c for t { W = tensor("model.safetensors.index.json", "a"); }
END
head_a='{"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}'
write() { # FILE HEADER DATA: the length of the header is below 256
    { printf "\\$(printf %03o ${#2})\\0\\0\\0\\0\\0\\0\\0"; printf %s "$2"; printf "$3"; } >"$1"
}
write one.safetensors "$head_a" '\0\0\200\077\0\0\0\100'
echo '{"weight_map":{"a":"one.safetensors"}}' >model.safetensors.index.json
expect 0 check t.bound
mkdir sub
mv one.safetensors sub
echo '{"weight_map":{"a":"sub/one.safetensors"}}' >model.safetensors.index.json
expect 2 check t.bound
says err 't.bound:2:20: error: model.safetensors.index.json: a shard lies outside'
expect 0 check t.bound --allow-outside

# Broken files: one error at the line that names the tensor, little memory.
cat >b.bound <<'END'
theorem t { dim n, d; given W : real[n, d]; claim c: normfro(W) >= 0; }
case c for t { W = tensor("b.safetensors", "a"); }
case again for t { W = tensor("b.safetensors", "a"); }
END
# Sanitizers reserve more than that.
little=400000
(ulimit -v $little; ulimit -t 5; "$majorant" --version) >out 2>err ||
    little=unlimited
broken() { # TEXT: what b.safetensors now gives
    (ulimit -v $little; "$majorant" check b.bound) >out 2>err
    status=$?
    [ "$status" -eq 2 ] || fail "status $status for a file that is broken: $1"
    [ "$(grep -c error: err)" -eq 1 ] || fail "not one error: $1"
    says err "b.bound:2:20: error: b.safetensors: $1"
    silent out
}
two='\0\0\0\0\0\0\0\0'
write b.safetensors '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}' "$two"
broken "tensor 'b' begins at byte 4 of the data, inside another one"
printf '\377\377\377\377\377\377\377\377{}' >b.safetensors
broken 'claims a header of 18446744073709551615 bytes, at most 16777216 are read'
write b.safetensors '{"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}}' "$two"
broken "tensor 'a' has an unknown dtype"
write b.safetensors '{"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}}' "$two"
"$majorant" check b.bound --case c >out 2>err
[ $? -eq 2 ] || fail 'a tensor of integers'
says err "tensor 'a' is I64, expected F64, F32, F16 or BF16"
write b.safetensors "$head_a" '\0\0\0\0'
broken "tensor 'a' ends at byte 8 of the data, of which there are only 4"
write b.safetensors "$head_a" '\0\0\0\0\0\0\200\177'
"$majorant" check b.bound --case c >out 2>err
[ $? -eq 2 ] || fail 'a tensor with an infinity'
says err "b.bound:2:20: error: b.safetensors: tensor 'a': entry [1, 2] is not a finite number"
finish
