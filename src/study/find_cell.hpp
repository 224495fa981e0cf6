#pragma once

#include <headtrace/trace.hpp>
#include <string>

namespace headtrace {

/// One cell of a trace.
struct FoundCell {
  const Tensor* tensor = nullptr;
  const TraceStep* step = nullptr;  ///< null for an input
  Sizes cell;
};

/// `output` of `output[0,0,1]`; empty where there is none.
std::string cell_name(const std::string& named);

/// The cell that a reader names as `output[0,0,1]`, positions from 0. Throws Error::usage that
/// shows the form, names the tensor probably meant, or gives the range.
FoundCell find_cell(const Trace& trace, const std::string& named);

}  // namespace headtrace
