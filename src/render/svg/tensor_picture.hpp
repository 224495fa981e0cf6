#pragma once

#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <string>

namespace headtrace {

/// One tensor of the trace as an SVG picture for slides: what its step reads, its formula, and its
/// numbers as tables with heads colored and numbered; an input alone. Large tensors are shown by
/// their ends. `name` is a tensor of the trace.
std::string tensor_picture(const Trace& trace, const std::string& name, const Style& style);

}  // namespace headtrace
