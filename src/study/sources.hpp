#pragma once

#include <headtrace/trace.hpp>
#include <string>
#include <vector>

#include "study/find_cell.hpp"

namespace headtrace {

/// One number and those it was made from, followed back some steps.
struct SourceCell {
  const Tensor* tensor = nullptr;
  const TraceStep* step = nullptr;  ///< null for an input
  Sizes cell;
  double value = 0;
  std::vector<SourceCell> from;
  Index more = 0;      ///< numbers read that are left out of `from`
  bool above = false;  ///< already followed at an earlier place
};

/// What `cell` was made from, `depth` steps back. Of the numbers that one step reads the first
/// `most` are followed, and no more than a few hundred cells in all.
SourceCell follow_back(const Trace& trace, const FoundCell& cell, int depth, std::size_t most);

/// The tensors met at each step back, the first being the cell's own.
std::vector<std::vector<std::string>> tensors_by_depth(const SourceCell& root);

}  // namespace headtrace
