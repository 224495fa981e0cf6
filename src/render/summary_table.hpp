#pragma once

#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <string>

namespace headtrace {

/// One line a step: index, name, axes, strides, and `view` or the count of parameters. Where that
/// is too wide, sizes without names, then without strides and the last column, then names alone.
std::string summary_table(const Trace& trace, const Style& style);

}  // namespace headtrace
