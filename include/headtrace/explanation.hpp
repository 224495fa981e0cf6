#pragma once

#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// One number read: which input (by position), which cell of it, and its value.
struct Operand {
  std::size_t input = 0;
  Sizes cell;
  double value = 0;
};

/// One summand of a cell. `pattern` says how the value comes about: `{0}`, `{1}` stand for the
/// operands' values, `{mean}` for the stage of that name, the rest is literal: `{0}·{1}`,
/// `exp({0} − {max}) / {sum}`.
struct Term {
  std::string pattern;
  double value = 0;
  std::vector<Operand> reads;
  std::optional<Index> head;  ///< where the axis read is made of heads
};

/// A named intermediate number: a softmax row's max and sum, a LayerNorm's mean and variance.
struct Stage {
  std::string name;
  std::string pattern;
  double value = 0;
  std::vector<Operand> reads;
};

/// A part of the sum that one head contributes.
struct HeadSum {
  Index head = 0;
  double sum = 0;
};

/// Where the number in one cell comes from: its value is the sum of its terms. Data, not text;
/// computed independently of Op::forward.
struct Explanation {
  double value = 0;
  std::vector<Stage> stages;
  std::vector<Term> terms;
  std::vector<HeadSum> groups;
  Text reason;  ///< why, where the arithmetic alone doesn't say it: which mask blocked the cell

  /// Sets `value` to the terms' sum and `groups` to the partial sums by head.
  void add_up();
};

}  // namespace headtrace
