#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

TensorSpec weight(Axes axes, WeightLayout layout) {
  TensorSpec w = spec("W", std::move(axes));
  w.layout = layout;
  return w;
}

}  // namespace

// By hand: 1·1 + 2·0, 1·0 + 2·1, 1·3 + 2·4.
TEST_CASE("a weight stored out_in is read transposed") {
  const Tensor x = Tensor::of("x", {{"seq", 1}, {"d_model", 2}}, {1, 2});
  const Tensor w = Tensor::of("W", {{"", 3}, {"d_model", 2}}, {1, 0, 0, 1, 3, 4});
  const Tensor stored = w.window(weight(w.axes(), WeightLayout::out_in));
  CHECK(result_of("linear", {}, {x, stored}).values() == std::vector<double>{1, 2, 11});
}

TEST_CASE("a weight the wrong way round, and a bias that doesn't fit") {
  const TensorSpec x = spec("x", {{"seq", 3}, {"", 12}});
  CHECK(error_of([&] {
          shape_of("linear", {}, {x, weight({{"", 8}, {"", 12}}, WeightLayout::in_out)});
        }) ==
        "linear: x [seq=3, 12] has 12 features, W [8, 12] (stored in_out) expects 8; is W "
        "stored out_in?");
  CHECK(error_of([&] {
          shape_of("linear", {},
                   {x, weight({{"", 12}, {"", 8}}, WeightLayout::in_out), spec("b", {{"", 12}})});
        }) ==
        "linear: bias b [12] does not fit W [12, 8]; a bias has one axis with the 8 output "
        "features");
}

TEST_CASE("the weight too may know that what it reads is made of heads") {
  const Tensor x = Tensor::of("concat", {{"d_model", 4}}, {1, 2, 3, 4});
  const Tensor w = Tensor::of("W_o", {{"d_model", 4, 2}, {"", 1}}, {1, 1, 1, 1});
  const Explanation why = make_op("linear", {}, {}, 2)->explain(std::vector{x, w}, {0});
  REQUIRE(why.groups.size() == 2);
  CHECK(why.groups[0].sum == 3);
  CHECK(why.groups[1].sum == 7);
}

}  // namespace headtrace
