#include <doctest/doctest.h>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"

namespace headtrace {

using namespace test;

TEST_CASE("contiguous copies only what doesn't lie in row-major order already") {
  const Tensor x = example_tensor("x", {{"seq", 3}, {"d_k", 2}}, 1);
  const auto op = make_op("contiguous", {}, {}, 1);
  CHECK(op->view_of(std::vector{x.spec()}) == std::size_t{0});
  CHECK(op->forward(std::vector{x}).shares_storage_with(x));
  const Tensor windowed = shifted(x);
  CHECK(op->forward(std::vector{windowed}).shares_storage_with(windowed));
  const Tensor strided = scattered(x);
  CHECK(!op->view_of(std::vector{strided.spec()}));
  CHECK(!op->forward(std::vector{strided}).shares_storage_with(strided));
  CHECK(op->forward(std::vector{strided}).values() == x.values());
}

TEST_CASE("a weight keeps its layout, a merged axis its heads") {
  Tensor w = scattered(example_tensor("W", {{"d_model", 4, 2}, {"", 3}}, 1));
  TensorSpec labelled = w.spec();
  labelled.layout = WeightLayout::out_in;
  const Tensor y = result_of("contiguous", {}, {w.window(labelled)});
  CHECK(y.spec().layout == WeightLayout::out_in);
  CHECK(y.axes()[0].heads == 2);
}

}  // namespace headtrace
