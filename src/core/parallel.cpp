#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace headtrace {
namespace {

/// About a quarter of a millisecond, several times what starting a thread takes.
constexpr double operations_per_range = 1e6;
/// Less than this is done where it is.
constexpr double fewest_operations = 4 * operations_per_range;

/// Ranges are taken by whichever thread is free; the first exception is kept.
class Ranges {
 public:
  Ranges(Index count, Index length, const std::function<void(Index, Index)>& body)
      : count_(count), length_(length), body_(body) {}

  void work() {
    try {
      for (Index first = next_.fetch_add(length_); first < count_;
           first = next_.fetch_add(length_)) {
        body_(first, std::min(first + length_, count_));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  Index count_;
  Index length_;
  const std::function<void(Index, Index)>& body_;
  std::atomic<Index> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

Index thread_count() {
  static const Index count = [] {
    const char* asked = std::getenv("OMP_NUM_THREADS");
    const int number = asked == nullptr ? 0 : std::atoi(asked);
    if (number > 0) return static_cast<Index>(number);
    return std::max<Index>(1, std::thread::hardware_concurrency());
  }();
  return count;
}

void parallel_for(Index count, double cost, const std::function<void(Index, Index)>& body) {
  const auto length = static_cast<Index>(std::ceil(operations_per_range / std::max(cost, 1.0)));
  const Index ranges = (count + length - 1) / length;
  const bool worth_it = cost * static_cast<double>(count) >= fewest_operations;
  const Index threads = worth_it ? std::min(ranges, thread_count()) : 1;
  Ranges shared(count, length, body);
  {
    std::vector<std::jthread> helpers;
    for (Index i = 1; i < threads; ++i) helpers.emplace_back([&shared] { shared.work(); });
    shared.work();
  }
  shared.rethrow();
}

}  // namespace headtrace
