#pragma once

#include <headtrace/text.hpp>

#include "render/phrases.hpp"

namespace headtrace::phrase {

extern const Text comparing;
extern const Text with_and_without;
extern const Text agree_before;
extern const Text all_agree;
extern const Text first_to_differ;
extern const Text silent_difference;
extern const Text shapes_differ;
extern const Text only_in_lesson;
extern const Text only_in_variant;
extern const Text how_many_differ;
extern const Text greatest_difference;
extern const Text greatest_share;
extern const Text in_head;
extern const Text in_lesson;
extern const Text in_variant;
extern const Text results;
extern const Text result_names;
extern const Text same_result;
extern const Text result_missing;
extern const Text costs;
extern const Text parameters_of_both;
extern const Text operations_of_both;

}  // namespace headtrace::phrase
