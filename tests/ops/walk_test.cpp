#include <doctest/doctest.h>

#include "ops/op_cases.hpp"

namespace headtrace {

using namespace test;

TEST_CASE("lines along an axis are visited in row-major order of the others") {
  const Axes axes{{"", 2, 0}, {"", 3, 0}, {"", 2, 0}};
  std::vector<std::string> cells;
  std::vector<Index> places;
  for (JointWalk walk(axes, 1, {contiguous_strides(axes), {100, 10, 1}}); !walk.done();
       walk.next()) {
    cells.push_back(describe(walk.cell()));
    places.push_back(walk.offset(0));
    places.push_back(walk.offset(1));
  }
  CHECK(cells == std::vector<std::string>{"[0, 0, 0]", "[0, 0, 1]", "[1, 0, 0]", "[1, 0, 1]"});
  CHECK(places == std::vector<Index>{0, 0, 1, 1, 6, 100, 7, 101});
}

TEST_CASE("a shape without axes has one cell, one with an empty axis none") {
  int visits = 0;
  for (JointWalk walk({}, {{}}); !walk.done(); walk.next()) ++visits;
  CHECK(visits == 1);
  CHECK(JointWalk({2, 0}, {{0, 0}}).done());
}

TEST_CASE("a walk goes to any cell as if it had walked there") {
  const JointWalk start({2, 3, 4}, {{12, 4, 1}, {1, 0, 7}});
  CHECK(start.count() == 24);
  JointWalk walked = start;
  for (Index number = 0; number < start.count(); ++number, walked.next()) {
    JointWalk gone = start;
    gone.go_to(number);
    CHECK(gone.cell() == walked.cell());
    CHECK(gone.offset(0) == walked.offset(0));
    CHECK(gone.offset(1) == walked.offset(1));
  }
  JointWalk past = start;
  past.go_to(24);
  CHECK(past.done());
}

TEST_CASE("the largest in lanes is the largest, whatever the count and place") {
  CHECK(max_over(nullptr, 0) == -std::numeric_limits<double>::infinity());
  for (Index count = 1; count < 20; ++count) {
    for (Index place = 0; place < count; ++place) {
      std::vector<double> numbers(static_cast<std::size_t>(count), -3);
      numbers[static_cast<std::size_t>(place)] = -2;
      CHECK(max_over(numbers.data(), count) == -2);
    }
  }
}

TEST_CASE("a sum in lanes is the sum, whatever the count") {
  for (Index count = 0; count < 20; ++count) {
    const double sum = sum_over(count, [](Index i) { return static_cast<double>(i); });
    CHECK(sum == static_cast<double>(count * (count - 1) / 2));
  }
}

TEST_CASE("a gradient is summed over the axes that were repeated") {
  const Tensor dy = Tensor::of("dy", {{"", 2}, {"", 2}, {"", 2}}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(sum_to(dy, {{"", 2}}).values() == std::vector<double>{16, 20});
  CHECK(sum_to(dy, {{"", 2}, {"", 1}}).values() == std::vector<double>{14, 22});
  CHECK(sum_to(scattered(dy), {{"", 2}, {"", 1}, {"", 1}}).values() == std::vector<double>{10, 26});
  CHECK(sum_to(dy, {}).values() == std::vector<double>{36});
}

TEST_CASE("the cell of a broadcast tensor") {
  CHECK(describe(broadcast_cell({{"", 1}, {"", 4}}, {1, 2, 3})) == "[0, 3]");
  CHECK(describe(broadcast_cell({}, {1, 2})) == "[]");
}

}  // namespace headtrace
