#pragma once

#include <headtrace/trace.hpp>

namespace headtrace {

/// How many learned numbers a trace's steps read: each weight and bias once, however many of its
/// slices or views are used.
Index parameter_count(const Trace& trace);

}  // namespace headtrace
