#pragma once

#include <headtrace/tensor.hpp>

namespace headtrace {

/// What a tensor's numbers take. As a double, because a plan may hold more elements than can be
/// counted, and must be able to say so.
inline double bytes_of(const TensorSpec& spec) {
  double bytes = sizeof(double);
  for (const Axis& axis : spec.axes) bytes *= static_cast<double>(axis.size);
  return bytes;
}

}  // namespace headtrace
