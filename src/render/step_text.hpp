#pragma once

#include <headtrace/dims.hpp>
#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <headtrace/trace.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// What a step or an input is printed with beside its own numbers.
struct Extras {
  std::vector<Text> notes;   ///< the lesson's, their placeholders filled
  bool meaning = true;       ///< the operation's sentence; needless the second time
  bool numbers = true;       ///< false for shapes and strides alone
  std::string picture = {};  ///< drawn below the numbers; ends with a newline
};

/// One step: name and axes, formula, meaning; then, fainter, the operands, the PyTorch line,
/// memory, parameters and statistics; remarks, numbers, and the lesson's notes. Ends with an empty
/// line.
std::string step_text(const TraceStep& step, const Dims& dims, const Extras& extras,
                      const Style& style);

/// The sentence about a step's operation, about the loss, or about gradients.
const Text& meaning_of(const TraceStep& step);

/// An input: name, axes, layout where it is a weight, numbers and notes. Ends with an empty line.
std::string input_text(const Tensor& input, const Dims& dims, const Extras& extras,
                       const Style& style);

/// `tensor` with the layout it is read by, where it is the weight of a linear step of the trace:
/// in_out unless it says otherwise.
Tensor with_layout(const Tensor& tensor, const Trace& trace);

/// The heading of a block of output: `── 8  scores  [batch=1, seq=3] ────`.
std::string heading(const std::string& mark, const std::string& name, const std::string& axes,
                    const Style& style);

/// A remark with its count and first cell filled in.
std::string remark_text(const Remark& remark, const std::string& tensor, const Style& style);

}  // namespace headtrace
