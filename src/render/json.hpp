#pragma once

#include <headtrace/explanation.hpp>
#include <headtrace/trace.hpp>
#include <string>

namespace headtrace {

/// `run --format json`: one object with `lesson`, `dims`, `inputs`, `steps`, `output`; `failure`
/// where the trace stopped, `loss` and `gradients` where it has them. One tensor a line.
std::string trace_json(const Trace& trace, const std::string& lesson);

/// `{"batch": 1, "seq": 3}`: given and derived sizes.
std::string dims_json(const Dims& dims);
/// A tensor: `name`, `axes`, `shape`, `strides`, `contiguous`, `layout` for a weight, `values`.
std::string tensor_json(const Tensor& tensor);
/// A tensor, and `index`, `op`, `inputs`, `view_of`, `formula`, `pytorch`, `parameters`, `flops`.
std::string step_json(const TraceStep& step);

/// `explain --format json`: `tensor`, `cell`, `value`, `op`, `expression`, `terms`, `groups`,
/// `stages`, `reason`. For an input, `step` is null and `why` is empty but for its value.
std::string explain_json(const Trace& trace, const Tensor& tensor, const TraceStep* step,
                         const Sizes& cell, const Explanation& why);

}  // namespace headtrace
