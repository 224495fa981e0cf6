#pragma once

#include <headtrace/dims.hpp>
#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <string>

/// Axes, positions on them, and cells, in words.
namespace headtrace {

/// `[batch=2, heads=2, seq=3, d_k=8/2=4]`: derived sizes with where they come from.
std::string axes_text(const Axes& axes, const Dims& dims, const Style& style);
/// `d_k=8/2=4`, `batch=2`; a nameless axis is its size alone.
std::string axis_text(const Axis& axis, const Dims& dims, const Style& style);

/// `seq 2`, `head 1`, and `axis 0: 2` for a nameless axis; `number` is the axis' own position.
std::string position_text(const Axis& axis, std::size_t number, Index position, const Style& style);
/// `seq 3–7`
std::string range_text(const Axis& axis, std::size_t number, Index first, Index last,
                       const Style& style);
/// `heads` as it is counted: `head`, `seq`, `axis 2`.
std::string axis_name(const Axis& axis, std::size_t number, const Style& style);

/// `output[0,0,1]`
std::string cell_text(const std::string& tensor, const Sizes& cell);

}  // namespace headtrace
