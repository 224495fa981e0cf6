#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

TEST_CASE("both summands repeated, by hand") {
  const Tensor row = Tensor::of("row", {{"d_k", 2}}, {1, 2});
  const Tensor column = Tensor::of("column", {{"seq", 3}, {"", 1}}, {10, 20, 30});
  const Tensor y = result_of("add", {}, {row, column});
  CHECK(describe(y.axes()) == "[seq=3, d_k=2]");
  CHECK(y.values() == std::vector<double>{11, 12, 21, 22, 31, 32});
}

TEST_CASE("tensors without axes are numbers") {
  const Tensor one = Tensor::of("one", {}, {1});
  CHECK(result_of("add", {}, {one, one}).values() == std::vector<double>{2});
}

TEST_CASE("a sum is made of heads only where both summands are") {
  const TensorSpec concat = spec("concat", {{"seq", 2}, {"d_model", 4, 2}});
  const TensorSpec x = spec("x", {{"seq", 2}, {"d_model", 4}});
  CHECK(shape_of("add", {}, {concat, concat}).axes[1].heads == 2);
  CHECK(shape_of("add", {}, {concat, x}).axes[1].heads == 0);
  CHECK(shape_of("add", {}, {x, concat}).axes[1].heads == 0);
  CHECK(shape_of("add", {}, {concat, spec("column", {{"", 1}})}).axes[1].heads == 2);
}

TEST_CASE("shapes that don't fit together") {
  CHECK(error_of([] {
          shape_of("add", {}, {spec("x", {{"seq", 2}, {"d_model", 4}}), spec("b", {{"", 5}})});
        }) ==
        "add: x [seq=2, d_model=4] and b [5] don't fit together; counted from the last axis, "
        "their sizes must be equal or 1");
}

}  // namespace headtrace
