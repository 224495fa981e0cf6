#pragma once

#include <headtrace/text.hpp>

#include "render/phrases.hpp"

namespace headtrace::phrase {

extern const Text diagnosing;
extern const Text nothing_wrong;
extern const Text something_wrong;
extern const Text cannot_tell_apart;
extern const Text remedy;
extern const Text right_line;
extern const Text told_apart;
extern const Text no_known_mistake;
extern const Text these_show;
extern const Text this_cell;
extern const Text your_number;
extern const Text also_right;
extern const Text understood_as;
extern const Text not_understood;
extern const Text compared_heading;
extern const Text verdict_same;
extern const Text verdict_rounding;
extern const Text verdict_fault;
extern const Text verdict_shape;
extern const Text of_numbers;
extern const Text largest_off;
extern const Text tried_single;
extern const Text tried_pairs;
extern const Text time_was_up;

}  // namespace headtrace::phrase
