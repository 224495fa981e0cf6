#pragma once

#include <headtrace/op.hpp>
#include <limits>
#include <vector>

namespace headtrace {

/// What a masked score becomes by default: its exponential, and with it its weight, is 0.
inline constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Throws Error::shape where `mask` can't be broadcast to `scores`: says which of its axes falls on
/// which, and what axes the mask lacks.
void check_mask_shape(const TensorSpec& mask, const TensorSpec& scores);

/// A remark where an axis of the mask falls on another axis of the scores that has the same size by
/// chance: each batch item's mask then masks a head.
std::vector<Remark> mask_remarks(const TensorSpec& mask, const TensorSpec& scores);

}  // namespace headtrace
