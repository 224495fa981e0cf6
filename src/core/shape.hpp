#pragma once

#include <headtrace/error.hpp>
#include <headtrace/tensor.hpp>
#include <optional>
#include <string>
#include <vector>

/// Shape arithmetic: products without overflow, view and broadcast rules, axis look-up.
namespace headtrace {

/// The product of `sizes`, or nothing where it passes the range of Index.
std::optional<Index> product(const Sizes& sizes);

/// `[batch=2, heads=2, 3]`: names and sizes together; a nameless axis is its number alone.
std::string describe(const Axes& axes);
/// `heads_transposed [batch=2, seq=5]`
std::string describe(const TensorSpec& spec);
/// `[90, 6, 30, 1]`
std::string describe(const Sizes& sizes);

/// The position of the axis called `name`, or numbered `name` ("-1" is the last).
/// Throws Error::in_parameter(parameter, …) with a did-you-mean where there is none.
std::size_t find_axis(const TensorSpec& spec, const std::string& name,
                      const std::string& parameter);

/// Whether the axis counts heads, those of the queries or of keys and values.
bool is_heads(const Axis& axis);
/// The head that a position of an axis belongs to, where the axis is heads or made of heads.
std::optional<Index> head_at(const Axis& axis, Index position);

/// The first axis that tells heads apart, or nothing.
std::optional<std::size_t> axis_of_heads(const Axes& axes);

/// The position of a named axis, or nothing.
std::optional<std::size_t> axis_named(const Axes& axes, const std::string& name);

/// Strides that show `spec`'s storage as `shape` without copying, by PyTorch's rule (ATen's
/// computeStride), or nothing where that is impossible. The element counts must agree.
std::optional<Sizes> view_strides(const TensorSpec& spec, const Sizes& shape);

/// The first two neighboring axes of `spec` that `shape` would merge though they are not adjacent
/// in memory. Only meaningful where view_strides gives nothing.
std::pair<std::size_t, std::size_t> axes_that_block_view(const TensorSpec& spec,
                                                         const Sizes& shape);

/// NumPy's broadcasting of two shapes, aligned at the last axis; nothing where they don't fit.
std::optional<Axes> broadcast(const Axes& a, const Axes& b);

/// Whether `cell` is a position on every axis of `shape`.
bool lies_within(const Sizes& cell, const Sizes& shape);

/// `spec` stretched to `axes` by stride-0 axes. The two must be broadcastable to `axes`.
TensorSpec broadcast_to(const TensorSpec& spec, const Axes& axes);

/// Gives a second axis named `seq` the name `key_seq`: the keys' positions in scores.
void tell_apart_repeated_axes(Axes& axes);

}  // namespace headtrace
