#pragma once

#include <functional>
#include <headtrace/tensor.hpp>

namespace headtrace {

/// How many threads large work is spread over: OMP_NUM_THREADS, as PyTorch and OpenBLAS read it,
/// else as many as the process may run on.
Index thread_count();

/// Calls `body(first, last)` for ranges that together are [0, count), on several threads where the
/// work is worth starting them: none are started for small tensors, none stay afterwards. The
/// ranges depend on the work alone, so results don't depend on the number of threads. `cost` is
/// what one item takes, in floating-point operations or so. What `body` throws is thrown here.
void parallel_for(Index count, double cost, const std::function<void(Index, Index)>& body);

}  // namespace headtrace
