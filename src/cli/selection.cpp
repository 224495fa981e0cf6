#include "cli/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headtrace/error.hpp>

#include "core/did_you_mean.hpp"

namespace headtrace::cli {
namespace {

[[noreturn]] void no_such_tensor(const Trace& trace, const std::string& name) {
  if (!trace.failed_step.empty()) {
    throw Error::usage(fmt::format("there is no tensor '{}'", name),
                       fmt::format("the steps fail at '{}'", trace.failed_step));
  }
  std::string hint = did_you_mean(name, trace.tensor_names());
  if (hint.empty()) hint = fmt::format("there are {}", fmt::join(trace.tensor_names(), ", "));
  throw Error::usage(fmt::format("there is no tensor '{}'", name), hint);
}

std::size_t step_number(const Trace& trace, const std::string& name) {
  const TraceStep* step = trace.find_step(name);
  if (step == nullptr && trace.find(name) != nullptr) {
    throw Error::usage(fmt::format("'{}' is an input, not a step", name),
                       "--from and --to take steps; --only takes inputs too");
  }
  if (step == nullptr) no_such_tensor(trace, name);
  return step->planned.index;
}

void keep_named(Trace& trace, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (trace.find(name) == nullptr) no_such_tensor(trace, name);
  }
  const auto unnamed = [&names](const std::string& name) {
    return std::ranges::find(names, name) == names.end();
  };
  std::erase_if(trace.inputs, [&](const Tensor& input) { return unnamed(input.name()); });
  std::erase_if(trace.steps, [&](const TraceStep& step) { return unnamed(step.name()); });
}

void keep_range(Trace& trace, const std::string& from, const std::string& to) {
  const std::size_t first = from.empty() ? 1 : step_number(trace, from);
  const std::size_t last = to.empty() ? trace.steps.size() : step_number(trace, to);
  if (first > last) {
    throw Error::usage(
        fmt::format("'{}' (step {}) comes after '{}' (step {})", from, first, to, last),
        "--from names the earlier step");
  }
  trace.inputs.clear();
  std::erase_if(trace.steps, [&](const TraceStep& step) {
    return step.planned.index < first || step.planned.index > last;
  });
}

}  // namespace

Trace select(Trace trace, const Selection& selection) {
  if (!selection.from.empty() || !selection.to.empty())
    keep_range(trace, selection.from, selection.to);
  if (!selection.only.empty()) keep_named(trace, selection.only);
  return trace;
}

}  // namespace headtrace::cli
