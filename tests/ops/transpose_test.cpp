#include <doctest/doctest.h>

#include "ops/entries.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

TEST_CASE("axes and strides change places, the place in memory stays") {
  const Tensor x = shifted(example_tensor("Q_split", {{"seq", 3}, {"heads", 2}, {"d_k", 4}}, 1));
  const Tensor y = result_of("transpose", {{"axes", list({"seq", "heads"})}}, {x});
  CHECK(describe(y.axes()) == "[heads=2, seq=3, d_k=4]");
  CHECK(describe(y.strides()) == "[4, 8, 1]");
  CHECK(y.spec().offset == x.spec().offset);
  CHECK(y.shares_storage_with(x));
  CHECK(y.at({1, 2, 3}) == x.at({2, 1, 3}));
}

TEST_CASE("a transposed weight is a plain matrix: its layout is not carried over") {
  TensorSpec w = spec("W", {{"d_model", 4}, {"", 3}});
  w.layout = WeightLayout::out_in;
  CHECK(!shape_of("transpose", {{"axes", list({"0", "1"})}}, {w}).layout);
}

TEST_CASE("axes that make no sense") {
  const TensorSpec x = spec("x", {{"seq", 3}, {"heads", 2}});
  CHECK(error_of([&] {
          shape_of("transpose", {{"axes", list({"seq"})}}, {x});
        }) == "transpose exchanges two axes, got 1; for more, use several transposes");
  CHECK(error_of([&] {
          shape_of("transpose", {{"axes", list({"seq", "0"})}}, {x});
        }) ==
        "transpose: 'seq' and '0' are the same axis of x [seq=3, heads=2]; name the two axes that "
        "change places");
  CHECK(error_of([&] {
          shape_of("transpose", {{"axes", list({"seq", "haeds"})}}, {x});
        }) == "x [seq=3, heads=2] has no axis 'haeds'; did you mean 'heads'?");
}

}  // namespace headtrace
