#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lesson/diagnostics.hpp"
#include "lesson/json.hpp"

namespace headtrace {

/// Nested lists of numbers, with the shape they have.
struct Values {
  Sizes shape;
  std::vector<double> numbers;  ///< row-major
};

/// Reads nested lists; "NaN", "Infinity" and "-Infinity" are numbers too. Reports rows that are
/// not of one length (where `axes` is given, those that don't fit it) and, last, a shape that
/// doesn't fit `axes`.
std::optional<Values> read_values(const Json& node, const Axes* axes, Diagnostics& errors);

/// `3×4`; `4 numbers` for a single axis.
std::string describe_extent(const Sizes& shape);

}  // namespace headtrace
