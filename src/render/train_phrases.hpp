#pragma once

#include <headtrace/text.hpp>

/// Words about training.
namespace headtrace::phrase {

extern const Text training;
extern const Text task;
extern const Text task_copy;
extern const Text task_reverse;
extern const Text task_two_heads;
extern const Text task_numbers;
extern const Text model;
extern const Text model_sizes;
extern const Text run_plan;
extern const Text arms;
extern const Text arm;
extern const Text train_results;
extern const Text parameters_column;
extern const Text loss_column;
extern const Text exact_column;
extern const Text bleu_column;
extern const Text steps_column;
extern const Text not_reached;
extern const Text how_to_read;
extern const Text differences;
extern const Text difference_line;
extern const Text single_seed;
extern const Text no_difference;
extern const Text worse;
extern const Text better;
extern const Text nothing_to_compare;
extern const Text diverged;
extern const Text interrupted;
extern const Text caveat;
extern const Text loss_curve;
extern const Text exact_curve;
extern const Text curve_scale;
extern const Text at_step;
extern const Text curves_title;
extern const Text exact_axis;
extern const Text loss_axis;
extern const Text step_axis;
extern const Text answers;

}  // namespace headtrace::phrase
