#pragma once

#include <headtrace/text.hpp>

#include "render/phrases.hpp"

/// What a walk through a lesson says. `{}` are filled in order.
namespace headtrace::phrase {

extern const Text inputs;
extern const Text keys;
extern const Text how_to_walk;
extern const Text first_place;
extern const Text last_place;
extern const Text end_of_lesson;
extern const Text you_are_here;
extern const Text asked_first;
extern const Text head_alone;
extern const Text all_heads;
extern const Text no_heads;
extern const Text no_such_head;

extern const Text not_a_command;
extern const Text perhaps;
extern const Text where_to_look;
extern const Text q_leaves;
extern const Text no_such_step;
extern const Text needs_tensor;
extern const Text not_while_graded;

extern const Text change;
extern const Text change_shape;
extern const Text same_shape;
extern const Text change_strides;
extern const Text same_memory;
extern const Text new_memory;
extern const Text numbers_same;
extern const Text numbers_changed;
extern const Text numbers_elsewhere;
extern const Text numbers_fewer;
extern const Text no_step_here;

extern const Text no_mask;
extern const Text mask_heading;
extern const Text mask_signs;
extern const Text query_n;
extern const Text key_n;
extern const Text may_see_all;
extern const Text blocked;
extern const Text and_more;
extern const Text first_of_both;

extern const Text back_at_inputs;
extern const Text made_from;
extern const Text as_above;

extern const Text question_of;
extern const Text ask_shape;
extern const Text it_reads;
extern const Text form_shape;
extern const Text form_strides;
extern const Text form_value;
extern const Text form_choice;
extern const Text or_skip;
extern const Text in_brackets;
extern const Text answer_prompt;
extern const Text right;
extern const Text not_quite;
extern const Text once_more;
extern const Text answer_is;
extern const Text skipped;
extern const Text recorded;
extern const Text no_skipping;
extern const Text score;
extern const Text score_second;
extern const Text score_none;
extern const Text score_recorded;
extern const Text look_again;
extern const Text all_right;
extern const Text question_help;
extern const Text question_help_graded;

extern const Text hint_shape_before;
extern const Text hint_axes_reordered;
extern const Text hint_too_many;
extern const Text hint_too_few;
extern const Text hint_rank;
extern const Text hint_contiguous_strides;
extern const Text hint_strides_before;
extern const Text hint_value_before;
extern const Text hint_other_cell;
extern const Text hint_transposed_cell;
extern const Text hint_other_layout;
extern const Text hint_without_bias;
extern const Text hint_sign;
extern const Text hint_shape;
extern const Text hint_strides;
extern const Text hint_value;
extern const Text hint_choice;

}  // namespace headtrace::phrase
