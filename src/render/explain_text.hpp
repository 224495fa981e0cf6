#pragma once

#include <headtrace/explanation.hpp>
#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <string>

namespace headtrace {

/// Where one cell comes from, in numbers: `output[0,0,1] = 1·0.2 + 0·0.9 + 0·0.5 + 2·0 = 0.2`, or a
/// table of its terms where that doesn't fit a line; the heads' parts of the sum; before it the
/// stages (a softmax row's max, …), after it the reason, and for a view where in memory the number
/// stands. `≈` instead of `=` where a number shown is rounded.
std::string explain_text(const Trace& trace, const TraceStep& step, const Sizes& cell,
                         const Explanation& why, const Style& style);

/// A cell of an input: its number and its place in memory.
std::string explain_input_text(const Tensor& input, const Sizes& cell, const Style& style);

}  // namespace headtrace
