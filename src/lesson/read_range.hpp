#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <vector>

#include "lesson/object_reader.hpp"

namespace headtrace {

/// Indexes [begin, end) of an axis.
struct Range {
  Index begin = 0;
  Index end = 0;
};

/// A part of a tensor: a range of its first axis, and one of its last.
struct Part {
  std::optional<Range> rows;
  std::optional<Range> columns;
};

/// `"rows": [0, 4]` and `"columns": [4, 8]`, where they are given, for a tensor of this shape; what
/// doesn't lie within it is reported.
std::optional<Part> read_part(ObjectReader& reader, const Sizes& shape, Diagnostics& errors);

Sizes shape_of(const Part& part, Sizes whole);
/// The part's numbers out of the whole's, both row-major.
std::vector<double> cut_out(const Part& part, const Sizes& whole, std::vector<double> values);

}  // namespace headtrace
