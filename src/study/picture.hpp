#pragma once

#include <headtrace/trace.hpp>
#include <optional>
#include <string>

namespace headtrace {

/// What there is to draw of a tensor.
struct Picture {
  enum class Kind {
    shades,      ///< attention weights, masked scores, a mask
    head_reads,  ///< how much each feature reads of each head
    plane        ///< pairs as points
  };
  Kind kind = Kind::shades;
  Tensor tensor;
};

/// The picture of an input or a step's result; nothing where its numbers are best read as they are.
/// Pairs are points only where the whole model is two features wide.
std::optional<Picture> picture_of(const Trace& trace, const std::string& name);

}  // namespace headtrace
