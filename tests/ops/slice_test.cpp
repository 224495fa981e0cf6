#include <doctest/doctest.h>

#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {

using namespace test;

namespace {

const Dims slice_dims({{"seq", 3}, {"d_model", 6}, {"heads", 3}});

Params range(const std::string& axis, double start, double stop) {
  return {{"axis", text(axis)}, {"start", number(start)}, {"stop", number(stop)}};
}

Axis cut(Axis axis, double start, double stop) {
  return shape_of("slice", range("0", start, stop), {spec("x", {std::move(axis)})}, slice_dims)
      .axes[0];
}

std::string refusal(double start, double stop) {
  const TensorSpec x = spec("x", {{"seq", 3}, {"d_model", 6}});
  return error_of([&] { shape_of("slice", range("d_model", start, stop), {x}, slice_dims); });
}

}  // namespace

TEST_CASE("a slice is a window on the same memory") {
  const Tensor x = Tensor::of("x", {{"seq", 2}, {"d_model", 3}}, {0, 1, 2, 3, 4, 5});
  const Tensor y = result_of("slice", range("d_model", 1, 3), {x}, slice_dims);
  CHECK(y.values() == std::vector<double>{1, 2, 4, 5});
  CHECK(describe(y.strides()) == "[3, 1]");
  CHECK(y.spec().offset == 1);
  CHECK(y.shares_storage_with(x));
  const Tensor again =
      result_of("slice", {{"axis", text("seq")}, {"start", number(-1)}}, {y}, slice_dims);
  CHECK(again.values() == std::vector<double>{4, 5});
  CHECK(again.spec().offset == 4);
  CHECK(result_of("slice", range("d_model", -3, -1), {x}, slice_dims).values() ==
        std::vector<double>{0, 1, 3, 4});
}

TEST_CASE("the cut axis' name") {
  CHECK(cut({"d_model", 6, 3}, 2, 4).name == "d_k");
  CHECK(cut({"d_model", 6, 3}, 1, 3).name == "");  // parts of two heads
  CHECK(cut({"d_model", 6}, 2, 4).name == "");     // two features of x are no head
  CHECK(cut({"d_model", 6}, 0, 3).name == "");
  CHECK(cut({"d_model", 6}, 0, 6).name == "d_model");
  CHECK(cut({"seq", 3}, 0, 2).name == "");
}

TEST_CASE("heads are still counted where whole ones remain under their own numbers") {
  CHECK(cut({"d_model", 6, 3}, 0, 6).heads == 3);
  CHECK(cut({"d_model", 6, 3}, 0, 4).heads == 2);
  CHECK(cut({"d_model", 6, 3}, 2, 6).heads == 0);  // heads 1 and 2 would be called 0 and 1
  CHECK(cut({"d_model", 6, 3}, 0, 3).heads == 0);
  CHECK(cut({"d_model", 6, 3}, 0, 2).heads == 0);
}

TEST_CASE("a sliced weight keeps its layout") {
  TensorSpec w = spec("W", {{"d_model", 6}, {"d_model", 6}});
  w.layout = WeightLayout::out_in;
  CHECK(shape_of("slice", range("0", 0, 2), {w}, slice_dims).layout == WeightLayout::out_in);
}

TEST_CASE("ranges outside, and empty ones") {
  const std::string remedy =
      "; start and stop lie between 0 and 6 (or -6 and -1, from the end), start before stop";
  CHECK(refusal(4, 8) == "slice: 4:8 reaches outside d_model=6 of x [seq=3, d_model=6]" + remedy);
  CHECK(refusal(-7, 2) == "slice: -7:2 reaches outside d_model=6 of x [seq=3, d_model=6]" + remedy);
  CHECK(refusal(3, 3) == "slice: 3:3 is empty in d_model=6 of x [seq=3, d_model=6]" + remedy);
  CHECK(refusal(4, -3) == "slice: 4:-3 is empty in d_model=6 of x [seq=3, d_model=6]" + remedy);
}

TEST_CASE("lines count axes from the front, and the last one by an ellipsis") {
  const std::vector x{spec("x", {{"batch", 2}, {"seq", 3}, {"d_model", 6}})};
  const auto line = [&x](const std::string& axis) {
    return make_op("slice", range(axis, -2, -1), slice_dims, 1)->notation(x, "y").pytorch;
  };
  CHECK(line("batch") == "y = x[0:1]");
  CHECK(line("seq") == "y = x[:, 1:2]");
  CHECK(line("d_model") == "y = x[..., 4:5]");
}

}  // namespace headtrace
