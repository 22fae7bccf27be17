# sh cases/make.sh MAJORANT: makes all of cases/violated anew, from the top
# folder of the sources.  A line: file, theorem, claim, and the case that gives
# the instance; `campaign`: found by search over all sizes, and shrunk.
set -eu
majorant=$1
while read -r folder file theorem claim case; do
    # a step of a proof, PROOF/STEP, has a dot in its file's name
    out=cases/violated/$file.$theorem.$(echo "$claim" | tr / .).json
    rm -f "$out"
    "$majorant" refute "bounds/$folder/$file.bound" --claim "$theorem.$claim" \
        --case "$case" --evals 200000 -o "$out" >/dev/null
done <<'END'
classical beliefs largest_entry product ones
classical beliefs equality_of_products product projections
classical beliefs trace_of_three exchange units
classical beliefs spectral_radius sum nilpotent
classical beliefs spectral_radius product nilpotent
classical beliefs numerical_radius product nilpotent
classical beliefs ranks_exchanged exchange units
classical beliefs determinant_of_sum additive opposite
classical beliefs determinant_of_sum superadditive opposite
classical beliefs hadamard_symmetric diagonal triangle
classical beliefs square_is_monotone squares projections
classical beliefs absolute_values triangle rational
classical beliefs semidefinite_products anticommutator projections
classical beliefs exponential_of_sum product nilpotent
classical beliefs monotone_norms spectral hadamard
classical beliefs monotone_norms nuclear hadamard
classical beliefs entrywise_below_product spectral unit
classical beliefs indefinite_form mixed light
classical beliefs stochastic_contraction spectral first
classical beliefs commutator_constant constant units
classical beliefs frobenius_below_rank constant identity
classical beliefs sylvester_without_k product orthogonal
classical beliefs minkowski_below_one half units
classical beliefs chebyshev_unordered sums units
classical beliefs bernoulli_far_left cube four
classical beliefs shapiro cyclic troesch
classical beliefs pinsker_doubled doubled coins
classical beliefs divergence_is_a_distance symmetric coins
classical beliefs divergence_is_a_distance triangle coins
classical beliefs softmax_third third around_zero
dong2021 appendix_proof appendix_proof last_display/times_residual antipodal
dong2021 appendix_proof appendix_proof last_display/entrywise antipodal
dong2021 appendix_proof appendix_proof last_display/norm_of_row antipodal
dong2021 composite triangle subadditive two_by_two
dong2021 diameter diameter_masked cubic causal
dong2021 diameter diameter_smaller cubic campaign
dong2021 elementwise absolute_step s6 campaign
dong2021 elementwise composite_step sketch campaign
dong2021 elementwise sandwich_times_residual s5 campaign
dong2021 expansion misprint_bias_scale printed campaign
dong2021 expansion misprint_missing_transpose printed campaign
dong2021 expansion misprint_unscaled_definition printed campaign
dong2021 expansion misprint_value_order printed campaign
dong2021 gamma_free below_half cubic campaign
dong2021 gamma_free below_root_half cubic campaign
dong2021 layernorm layer_norm_fixed_point collapse two_tokens
dong2021 layernorm layer_norm_fixed_point same_depth two_tokens
dong2021 mlp corollary_heads printed two_heads
dong2021 multihead multihead_v1 printed two_heads
dong2021 multihead multihead_v2 printed two_heads
dong2021 multihead multihead_v2_logits printed two_heads
dong2021 multihead_forms sum_of_heads_misprint printed campaign
dong2021 norm_steps missing_gamma swap campaign
dong2021 norm_steps norm_of_row_printed equal campaign
dong2021 paths path_doubly_exponential bound antipodal
dong2021 rate misprinted_exponent solved campaign
dong2021 rate needed_factor small small_input
dong2021 rate remark_after_theorem falls campaign
dong2021 rate rule_of_thumb_cubic three campaign
dong2021 rate rule_of_thumb_linear nine campaign
dong2021 rate small_factor shrinks campaign
dong2021 relative relative_at_most_one mean campaign
dong2021 relative relative_vanishes halves campaign
dong2021 residual choice_of_norm composite campaign
dong2021 residual half_diameter_always equal campaign
dong2021 residual mean_is_minimal minimal campaign
dong2021 sandwich sandwich_unconditional upper campaign
dong2021 sandwich scalar_upper_1257 upper end
dong2021 sandwich scalar_upper_past upper end
dong2021 shift shift_misread within_columns campaign
dong2021 single_layer_sharp smaller_constant cubic campaign
dong2021 single_layer_v1 single_layer_v1_many_tokens cubic tokens_8001
dong2021 skip orthogonal_composite kept two_tokens
dong2021 skip orthogonal_composite kept_minimal two_tokens
dong2021 skip skip_prevents_collapse kept campaign
dong2021 skip upper_bound_with_skip printed two_tokens
dong2021 total_variation total_variation_smaller smaller campaign
literature adam2015 adam_equal strict first_step
literature adam2015 adam_equal weak second_step
literature adam2015 adam_otherwise printed language_models
literature adam2015 adam_default printed growing
literature adam2015 lemma_10_3 printed harmonic
literature asadi2017 boltzmann_nonexpansion nonexpansion two_actions
literature gao2017 softmax_quarter quarter two_numbers
literature gelu2016 gelu_one one at_root_two
literature gelu2016 silu_one one near_the_steepest
literature kim2021 dot_product_attention hundred far
literature layernorm2016 layernorm_one one two_features
literature nair2025 dsfp printed matching_pennies
literature nair2025 transposed_norms one row
literature nair2025 transposed_norms infinity row
literature oono2020 signs_needed rectified antipodal
literature polyak1964 heavy_ball printed first_step
literature rmsnorm2019 rms_scale every_scale minus_one
literature rusch2023 cosine_distance subadditive opposite_sums
literature rusch2023 normalised_form none path_of_three
su2023 closed_forms identity_attained higher campaign
su2023 linear_form linear_form_signed closed_form campaign
su2023 ratio ratio_maximum attained campaign
variants low_rank lower_rank_faster smaller three_tokens
variants low_rank pooled_faster smaller three_tokens
variants sparse sparse_slower larger causal
END
