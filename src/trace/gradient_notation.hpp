#pragma once

#include <headtrace/text.hpp>
#include <headtrace/trace.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// How a step hands the gradient of its result back to one tensor it reads. In `formula` `{0}`,
/// `{1}` stand for the step's inputs, `{y}` for its result and `{dy}` for that one's gradient.
struct BackwardRule {
  Text formula;

  /// Whether the rule reads the step's input number `input`, or its result.
  bool reads(std::size_t input) const;
  bool reads_result() const;
};

/// The rule of `step` for its input number `input`.
BackwardRule backward_rule(const PlannedStep& step, std::size_t input);

}  // namespace headtrace
