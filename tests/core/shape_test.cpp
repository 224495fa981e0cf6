#include <doctest/doctest.h>

#include "core/shape.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

TEST_CASE("axes are described with name and size together") {
  CHECK(describe(Axes{{"batch", 2}, {"", 3}}) == "[batch=2, 3]");
  CHECK(describe(contiguous_spec("x", {{"seq", 5}})) == "x [seq=5]");
  CHECK(describe(Sizes{90, 6}) == "[90, 6]");
}

TEST_CASE("a product that passes the range of an index is none") {
  CHECK(product({2, 3}) == 6);
  CHECK_FALSE(product({Index{1} << 40, Index{1} << 40}).has_value());
}

TEST_CASE("an axis is found by name, number or from the end") {
  const TensorSpec spec = contiguous_spec("Q", {{"batch", 1}, {"seq", 2}, {"d_model", 4}});
  CHECK(find_axis(spec, "seq", "axis") == 1);
  CHECK(find_axis(spec, "0", "axis") == 0);
  CHECK(find_axis(spec, "-1", "axis") == 2);
  CHECK(test::error_of([&] { find_axis(spec, "d_modle", "axis"); }) ==
        "Q [batch=1, seq=2, d_model=4] has no axis 'd_modle'; did you mean 'd_model'?");
  CHECK(test::error_of([&] { find_axis(spec, "3", "axis"); }) ==
        "Q [batch=1, seq=2, d_model=4] has no axis '3'");
}

TEST_CASE("the axes that block a view are named") {
  TensorSpec spec =
      contiguous_spec("heads_transposed", {{"batch", 2}, {"seq", 5}, {"heads", 3}, {"d_k", 6}});
  spec.strides = {90, 6, 30, 1};
  CHECK_FALSE(view_strides(spec, {2, 5, 18}).has_value());
  CHECK(axes_that_block_view(spec, {2, 5, 18}) == std::pair<std::size_t, std::size_t>{2, 3});
  CHECK(axes_that_block_view(spec, {2, 15, 6}) == std::pair<std::size_t, std::size_t>{1, 2});
}

TEST_CASE("broadcasting aligns at the last axis") {
  const Axes scores{{"batch", 2}, {"heads", 3}, {"seq", 4}, {"key_seq", 4}};
  const auto wide = broadcast(scores, {{"", 1}, {"key_seq", 4}});
  REQUIRE(wide.has_value());
  CHECK(describe(*wide) == "[batch=2, heads=3, seq=4, key_seq=4]");
  CHECK_FALSE(broadcast(scores, {{"seq", 5}, {"key_seq", 4}}).has_value());
  const TensorSpec row = contiguous_spec("mask", {{"", 1}, {"key_seq", 4}});
  CHECK(broadcast_to(row, *wide).strides == Sizes{0, 0, 0, 1});
}

TEST_CASE("scores of a sequence against itself tell queries and keys apart") {
  Axes axes{{"heads", 2}, {"seq", 3}, {"seq", 3}};
  tell_apart_repeated_axes(axes);
  CHECK(describe(axes) == "[heads=2, seq=3, key_seq=3]");
}

}  // namespace
}  // namespace headtrace
