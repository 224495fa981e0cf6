#pragma once

#include <headtrace/tensor.hpp>
#include <memory>

namespace headtrace {

/// Memory for `count` numbers, not set yet. Touching large memory for the first time costs as much
/// as computing what is written there, so large blocks are of huge pages where the system has them,
/// and one that is given back waits for the next request of its size. Any other large request frees
/// all that wait, so that never more is held than was in use at once. Safe to call from several
/// threads. Throws std::bad_alloc.
std::shared_ptr<double[]> allocate_numbers(Index count);

}  // namespace headtrace
