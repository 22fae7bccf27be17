" Statements of Majorant (majorant-bound(5)).
" The lists of words are compared with the program's tables by the test editors.
if exists('b:current_syntax')
    finish
endif

syntax iskeyword @,48-57,_

syntax keyword boundKeyword import func theorem proof case of for cite dim
syntax keyword boundKeyword given let assume claim drop expect step chain by
syntax keyword boundKeyword trials seed in reversed and or not real int
" words in their place alone
syntax match boundKeyword /\(^\|[;{}]\)\@<=\s*\(observe\|obtain\|cases\)\>\ze\s\+[^ =~,]/
syntax match boundFunction /\<matrix\ze(\s*\h\w*\s\+\(in\>\|∈\)/
syntax keyword boundFunction if forall sum prod max min integral expectation
syntax keyword boundFunction psd file tensor rows cols normalise ones zeros
syntax keyword boundFunction eye diag diagof unit kron hcat vcat abs exp log
syntax keyword boundFunction sqrt sin cos tanh erf relu sign mean trace det
syntax keyword boundFunction norm1 norminf norm1inf norm2 normfro normmax
syntax keyword boundFunction normnuc rownorm2 rowsum rowmean rowmax rowmin
syntax keyword boundFunction colsum colmean colmax colmin softmax logsumexp
syntax keyword boundFunction diameter res minres1 minresinf minres1inf inv
syntax keyword boundFunction rank lambertw eigmin eigmax
syntax keyword boundFunction sinh cosh sigmoid softplus gelu silu var colvar
syntax keyword boundFunction layernorm rmsnorm causal
syntax keyword boundSampler normal uniform integers rademacher logscale sparse
syntax keyword boundSampler near_rank_one duplicate_rows near_equal_rows
syntax keyword boundSampler onehot spike identity hilbert vandermonde toeplitz
syntax keyword boundSampler orthogonal dirichlet mixture adversarial
syntax keyword boundQuantity pi inf
syntax keyword boundKind stochastic symmetric nonneg frame simplex permutation
syntax keyword boundKind mask doubly_stochastic skew diagonal lower
syntax keyword boundVerdict holds violated proved consistent undecided vacuous

syntax match boundNumber /\<\d\+\(\.\d\+\)\=\([eE][-+]\=\d\+\)\=\>/
syntax match boundNumber /\<0[xX]\x\+\(\.\x\+\)\=\([pP][-+]\=\d\+\)\=\>/
syntax match boundOperator /[-+*\/^=<>!~?≤≥≠ᵀ∈]/
syntax match boundLink /\(\w\)\@<=#\d\+/
syntax match boundComment /\(\w\)\@<!#.*$/ contains=boundTodo
syntax match boundComment /#\(\d\)\@!.*$/ contains=boundTodo
syntax keyword boundTodo contained TODO OPEN
syntax region boundString start=/"/ skip=/\\["\\]/ end=/"/
syntax match boundPath /\(import\s*\)\@<=<[^>]*>/

highlight default link boundKeyword Keyword
highlight default link boundFunction Function
highlight default link boundSampler Identifier
highlight default link boundQuantity Constant
highlight default link boundKind Type
highlight default link boundVerdict Special
highlight default link boundNumber Number
highlight default link boundOperator Operator
highlight default link boundLink Special
highlight default link boundComment Comment
highlight default link boundTodo Todo
highlight default link boundString String
highlight default link boundPath String

let b:current_syntax = 'bound'
