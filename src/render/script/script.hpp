#pragma once

#include <headtrace/style.hpp>
#include <string>

#include "render/lesson_trace.hpp"

namespace headtrace {

enum class Framework { torch, numpy };

/// A Python script that computes the trace with PyTorch, or with NumPy alone, and ends by comparing
/// every tensor with headtrace's numbers. Where the steps split heads and attend, they are the
/// `forward` of a class with `split_heads`; else they stand one below the other. A trace that
/// stopped early gives a script of the steps there are, and says why.
std::string python_script(const LessonTrace& what, Framework framework, const Style& style);

}  // namespace headtrace
