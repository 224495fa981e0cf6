#include "study/parameters.hpp"

#include <set>

namespace headtrace {
namespace {

/// The input that a tensor is made of by views and copies alone, or the tensor itself.
std::string origin(const Trace& trace, const std::string& name) {
  const TraceStep* step = trace.find_step(name);
  const bool moved =
      step != nullptr && step->planned.step.in.size() == 1 && step->planned.cost.flops == 0;
  return moved ? origin(trace, step->planned.step.in.front()) : name;
}

}  // namespace

Index parameter_count(const Trace& trace) {
  std::set<std::string> weights;
  for (const TraceStep& step : trace.steps) {
    if (step.planned.cost.parameters == 0) continue;
    const auto& in = step.planned.step.in;
    for (std::size_t i = 1; i < in.size(); ++i) weights.insert(origin(trace, in[i]));
  }
  Index count = 0;
  for (const std::string& name : weights) count += trace.find(name)->size();
  return count;
}

}  // namespace headtrace
