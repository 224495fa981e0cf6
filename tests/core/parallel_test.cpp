#include "core/parallel.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace headtrace {
namespace {

TEST_CASE("every item is visited once, whatever the cost") {
  for (const double cost : {0.0, 1.0, 1e3, 1e9}) {
    CAPTURE(cost);
    std::vector<std::atomic<int>> visits(1000);
    parallel_for(1000, cost, [&visits](Index first, Index last) {
      for (Index i = first; i < last; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    for (const auto& count : visits) CHECK(count == 1);
  }
  parallel_for(0, 1e9, [](Index, Index) { FAIL("there is nothing to visit"); });
}

TEST_CASE("small work stays on the thread that asks for it") {
  std::set<std::thread::id> threads;
  parallel_for(1000, 100, [&threads](Index, Index) { threads.insert(std::this_thread::get_id()); });
  CHECK(threads == std::set{std::this_thread::get_id()});
}

TEST_CASE("what a range throws is thrown to the caller") {
  const auto fail = [](Index first, Index) {
    if (first == 7) throw std::runtime_error("seven");
  };
  CHECK_THROWS_WITH(parallel_for(100, 1e9, fail), "seven");
}

}  // namespace
}  // namespace headtrace
