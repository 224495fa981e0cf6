#pragma once

#include <headtrace/dims.hpp>
#include <headtrace/style.hpp>
#include <string>

#include "study/compare.hpp"

namespace headtrace {

/// What is compared, for the heading and for JSON.
struct Compared {
  std::string lesson;
  std::string variant;
  Text title;
  std::string without;  ///< the tensor left out, where that is the variant
};

/// The tensors that agree in one line; from the first that doesn't on each with both shapes, how
/// much differs, where most, by head, and both tables; then the results, parameters and operations.
std::string compare_text(const Compared& what, const Comparison& comparison, const Dims& dims,
                         const Style& style);

/// `lesson`, `variant`, `same`, `first` (name or null), `tensors`, `result`, `parameters`, `flops`.
std::string compare_json(const Compared& what, const Comparison& comparison);

}  // namespace headtrace
