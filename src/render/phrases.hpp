#pragma once

#include <fmt/format.h>

#include <headtrace/style.hpp>
#include <headtrace/text.hpp>
#include <string>

#include "render/safe_text.hpp"

/// Every word of the program's own in what it renders. `{}` are filled in order.
namespace headtrace::phrase {

extern const Text head;
extern const Text kv_head;
extern const Text axis;
extern const Text in_feature;
extern const Text out_feature;
extern const Text more;
extern const Text more_range;
extern const Text fewer_digits;
extern const Text no_elements;
extern const Text colon;
extern const Text comma;
extern const Text semicolon;
extern const Text full_stop;
extern const Text in_list;  ///< between the items of a list
extern const Text not_shown;

extern const Text lesson;
extern const Text sizes;
extern const Text minutes;
extern const Text input;
extern const Text step;
extern const Text memory;
extern const Text layout;
extern const Text in_out;
extern const Text out_in;
extern const Text strides;
extern const Text strides_column;
extern const Text contiguous;
extern const Text not_contiguous;
extern const Text view_of;
extern const Text parameters;
extern const Text parameter_count;
extern const Text values;
extern const Text note;
extern const Text remark;

extern const Text summary;
extern const Text name;
extern const Text axes;
extern const Text view;
extern const Text total_parameters;
extern const Text stopped;

extern const Text mean;
extern const Text sigma;
extern const Text min;
extern const Text max;
extern const Text zero;
extern const Text zeros;

extern const Text more_terms;
extern const Text reads;
extern const Text same_number;
extern const Text place_in_memory;
extern const Text rounded;

extern const Text gradient_norm;
extern const Text loss_meaning;
extern const Text gradient_meaning;

}  // namespace headtrace::phrase

namespace headtrace {

/// What stands between two sentences.
inline std::string gap(const Style& style) {
  return style.lang == Lang::zh ? "" : " ";
}

/// A phrase in the reader's language, with `values` in its places.
template <typename... Values>
std::string say(const Text& phrase, const Style& style, const Values&... values) {
  return shown(fmt::format(fmt::runtime(phrase.in(style.lang)), values...), style);
}

}  // namespace headtrace
