#include <doctest/doctest.h>

#include "ops/op_cases.hpp"

namespace headtrace {

using namespace test;

// PyTorch: F.relu keeps NaN, and its gradient at 0 is 0.
TEST_CASE("relu at the bend, and of NaN") {
  const std::vector inputs{Tensor::of("x", {{"", 5}}, {-2, 0, 3, std::nan(""), -infinity})};
  const auto op = make_op("relu", {}, {}, 1);
  const Tensor y = op->forward(inputs);
  CHECK(difference(y, Tensor::of("y", y.axes(), {0, 0, 3, std::nan(""), 0}), 0) == "");
  const Tensor dy = Tensor::filled("dy", y.axes(), 1);
  CHECK(op->backward(inputs, y, dy)[0].values() == std::vector<double>{0, 0, 1, 0, 0});
  CHECK(std::isnan(op->explain(inputs, {3}).value));
}

}  // namespace headtrace
