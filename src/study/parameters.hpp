#pragma once

#include <headtrace/trace.hpp>

namespace headtrace {

/// How many learned numbers the steps read: each weight and bias once, however many of its slices
/// or views are used.
Index parameter_count(const Trace& trace);
Index parameter_count(const Plan& plan);

}  // namespace headtrace
