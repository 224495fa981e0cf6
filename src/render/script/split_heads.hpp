#pragma once

#include <headtrace/trace.hpp>
#include <vector>

namespace headtrace {

/// A view that cuts features into heads and the transpose that brings the heads to the front.
struct Split {
  const TraceStep* view = nullptr;
  const TraceStep* transpose = nullptr;
};

/// All such pairs of a trace, in its order.
std::vector<Split> splits_of(const Trace& trace);

}  // namespace headtrace
