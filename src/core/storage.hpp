#pragma once

#include <headtrace/tensor.hpp>
#include <memory>

namespace headtrace {

/// Memory for `count` numbers, not set yet. Where it is large the system is asked for huge pages:
/// touching memory for the first time otherwise costs as much as computing what is written there.
/// Throws std::bad_alloc.
std::shared_ptr<double[]> allocate_numbers(Index count);

}  // namespace headtrace
