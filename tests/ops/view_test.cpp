#include <doctest/doctest.h>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Dims view_dims({{"batch", 2}, {"seq", 5}, {"d_model", 18}, {"heads", 3}});

Params to(std::vector<std::string> shape) {
  return {{"shape", list(std::move(shape))}};
}

}  // namespace

TEST_CASE("a view of transposed heads is refused with the axes that are apart in memory") {
  TensorSpec x = spec("heads_transposed", {{"batch", 2}, {"seq", 5}, {"heads", 3}, {"d_k", 6}});
  x.strides = {90, 6, 30, 1};
  CHECK(
      error_of([&] {
        shape_of("view", to({"batch", "seq", "d_model"}), {x}, view_dims);
      }) ==
      "view: heads_transposed [batch=2, seq=5, heads=3, d_k=6] with strides [90, 6, 30, 1]: heads "
      "and d_k are not adjacent in memory, so they can't be one axis. Copy first with "
      "`contiguous`");
}

TEST_CASE("merged heads are remembered, and stay so where the axis stays") {
  const TensorSpec heads = spec("heads", {{"batch", 2}, {"seq", 5}, {"heads", 3}, {"d_k", 6}});
  const TensorSpec merged = shape_of("view", to({"batch", "seq", "d_model"}), {heads}, view_dims);
  CHECK(merged.axes[2].heads == 3);
  const TensorSpec flat = shape_of("view", to({"10", "d_model"}), {merged}, view_dims);
  CHECK(flat.axes[1].heads == 3);
  const TensorSpec split =
      shape_of("view", to({"batch", "seq", "heads", "d_k"}), {merged}, view_dims);
  for (const Axis& axis : split.axes) CHECK(axis.heads == 0);
}

TEST_CASE("a gradient that starts in the middle of its storage") {
  const std::vector inputs{Tensor::filled("x", {{"", 4}}, 0)};
  const auto op = make_op("view", to({"2", "2"}), view_dims, 1);
  const Tensor dy = shifted(Tensor::of("dy", {{"", 2}, {"", 2}}, {1, 2, 3, 4}));
  CHECK(op->backward(inputs, op->forward(inputs), dy)[0].values() ==
        std::vector<double>{1, 2, 3, 4});
}

TEST_CASE("a view keeps the number of elements") {
  CHECK(error_of([] {
          shape_of("view", to({"seq", "4"}), {spec("x", {{"", 18}})}, view_dims);
        }) ==
        "view: x [18] has 18 elements, [seq=5, 4] has 20; a view keeps the number of elements");
}

}  // namespace headtrace
