#pragma once

#include <headtrace/explanation.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// A pattern of an explanation with its numbers filled in.
struct FilledPattern {
  std::string text;
  bool exact = true;  ///< no number in it was rounded
};

/// How the numbers of an explanation are written.
struct NumberStyle {
  int precision = 4;
  bool shortest = false;  ///< digits that read back as the same number, instead of `precision`
  std::size_t most_parts = 16;  ///< of a long sum inside a pattern; the middle is left out

  std::string operator()(double value) const;
  bool is_exact(double value) const;
};

/// Fills `{0}`, `{1}` with the operands and `{max}` with the stages. A negative number that comes
/// after an operator stands in parentheses; so does one at the start unless `leads`.
FilledPattern fill_pattern(const std::string& pattern, const std::vector<Operand>& reads,
                           const std::vector<Stage>& stages, const NumberStyle& numbers,
                           bool leads);

/// The terms joined by ` + `.
FilledPattern fill_sum(const Explanation& why, const NumberStyle& numbers);

}  // namespace headtrace
