#pragma once

#include <headtrace/trace.hpp>
#include <optional>

namespace headtrace {

/// How much each output feature reads of each head, [heads, out]: the root of the sum of squares of
/// the weight's entries that meet the head's features. Nothing for a step that isn't linear, or
/// whose weight reads no heads.
std::optional<Tensor> head_reads(const Trace& trace, const TraceStep& step);

}  // namespace headtrace
